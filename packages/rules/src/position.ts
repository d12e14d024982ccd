import { arrange, type Deal } from './deal.ts'
import { SQUARE_COUNT, SQUARES } from './square.ts'
import { isSameStack, type Stack, single } from './stack.ts'
import type { BySquare, Color, EndRule } from './types.ts'

/**
 * An immutable snapshot of a game: the board, the side to move, the end rule and the compensation.
 * Every change makes a new value, so positions can be kept and sent to workers.
 */
export interface Position {
  /** 36 entries, `undefined` for an empty square. */
  readonly board: BySquare<Stack | undefined>
  readonly turn: Color
  readonly endRule: EndRule
  /**
   * The points that White gets when the game is counted. Only positions with swapped colours have a
   * negative number, the points that Black gets.
   */
  readonly compensation: number
}

/** The position at the beginning of a deal: 36 singles, Black to move. */
export function start(deal: Deal, endRule: EndRule, compensation = 0): Position {
  return { board: arrange(deal).map(single), turn: 'black', endRule, compensation }
}

/** Number of occupied squares. Each move lowers it by one. */
export function occupiedCount(position: Position): number {
  let count = 0
  for (const stack of position.board) if (stack !== undefined) count++
  return count
}

/**
 * Half-moves played since the deal: 36 minus the number of occupied squares, because each move
 * empties exactly one. Only meaningful for positions that came from a full deal.
 */
export function plyOf(position: Position): number {
  return SQUARE_COUNT - occupiedCount(position)
}

/** Pieces on the board: 36 in every game from a full deal. */
export function pieceCount(position: Position): number {
  let count = 0
  for (const stack of position.board) if (stack !== undefined) count += stack.height
  return count
}

/** The same board and turn under another end rule. */
export function withEndRule(position: Position, endRule: EndRule): Position {
  return position.endRule === endRule ? position : { ...position, endRule }
}

/** The same board and turn with another compensation for White. */
export function withCompensation(position: Position, compensation: number): Position {
  return position.compensation === compensation ? position : { ...position, compensation }
}

/**
 * Do both have the same stack on every square, the same side to move, end rule and
 * compensation? An unknown piece equals another unknown piece, and no known one.
 */
export function isSamePosition(a: Position, b: Position): boolean {
  if (a === b) return true
  return (
    a.turn === b.turn &&
    a.endRule === b.endRule &&
    a.compensation === b.compensation &&
    SQUARES.every((square) => isSameStack(a.board[square], b.board[square]))
  )
}
