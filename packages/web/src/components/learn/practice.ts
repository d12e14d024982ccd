import type { Position } from '@hokito/rules'
import type { NewGameTerms } from '../../models/local/local-game.ts'
import type { ComputerLevel } from '../../models/local/seat.ts'
import { seatsAgainst } from '../../models/local/start-game.ts'

/**
 * The terms of a chapter's game against the computer, by the end rule and compensation of its
 * position.
 */
export function practiceTerms(position: Position, level: ComputerLevel): NewGameTerms {
  const { turn, endRule, compensation } = position
  return {
    seats: seatsAgainst({ kind: 'computer', level }, turn),
    setup: 'custom',
    beginning: { kind: 'position', position },
    endRule,
    compensation,
    timeControl: undefined,
  }
}
