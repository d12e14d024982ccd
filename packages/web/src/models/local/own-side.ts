import {
  COLORS,
  type Color,
  formatBeginning,
  formatMove,
  type GameRecord,
  tagOf,
} from '@hokito/rules'
import type { GameStore } from './game-store.ts'
import { soloColor } from './local-game.ts'
import { COMPUTER_LEVELS, seatTag } from './seat.ts'

/**
 * Our colour in the record of a game against the computer that is stored on this device. Undefined
 * in all others, because the same words in someone else's record would not be about us.
 */
export function ownSideIn(store: Pick<GameStore, 'list'>, record: GameRecord): Color | undefined {
  if (!isAgainstComputer(record)) return undefined
  const wanted = played(record)
  const game = store.list().games.find((each) => played(each.record) === wanted)
  return game && soloColor(game)
}

/** Does the record say that the computer played one side? */
export function isAgainstComputer(record: GameRecord): boolean {
  return COLORS.some((color) => isComputer(record, color))
}

// --- internal ---

const COMPUTERS = COMPUTER_LEVELS.map((level) => seatTag({ kind: 'computer', level }))

function isComputer(record: GameRecord, color: Color): boolean {
  return COMPUTERS.includes(tagOf(record, color === 'black' ? 'Black' : 'White') ?? '')
}

/** Its beginning, end rule and moves: no other game has the same by chance. */
function played({ beginning, endRule, compensation, moves }: GameRecord): string {
  return `${formatBeginning(beginning)} ${endRule} ${compensation} ${moves.map(formatMove).join('')}`
}
