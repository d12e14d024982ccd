import { outcome, type Position, play } from '@hokito/rules'
import type { Chapter } from '../../models/learn/course/chapters.ts'
import type { NewGameTerms } from '../../models/local/local-game.ts'
import type { ComputerLevel } from '../../models/local/seat.ts'
import { seatsAgainst } from '../../models/local/start-game.ts'

/**
 * The position that a chapter is practised from: its first example, or the second if the right move
 * of the first ends the game.
 */
export function practicePosition({ examples }: Pick<Chapter, 'examples'>): Position {
  const [first, second] = examples
  const isOver = outcome(play(first.position, first.move)) !== undefined
  return isOver ? second.position : first.position
}

/** The terms of that game, against the computer, by the end rule and compensation of its position. */
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
