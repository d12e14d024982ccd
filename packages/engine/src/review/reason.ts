/**
 * Why a move was a slip. The first kinds name what the other side can do after it:
 * - `covered`: it covers a stack of the player;
 * - `ended`: it ends the game and wins.
 *
 * The next ones name all moves of a kind, and only they are good:
 * - `couldCover`: landings on a stack of the other side;
 * - `couldEnd`: moves that end the game and win;
 * - `couldCoverOwn`: moves onto a piece of the player's own side;
 * - `couldEscape`: moves of a stack that the other side could cover;
 * - `couldGive`: moves that make the player's lead smaller at first;
 * - `threes`: moves of threes.
 *
 * The last ones name all moves of a kind that has the slip in it, and all of them are slips:
 * - `endedTooSoon`: moves that end the game;
 * - `coveredOwn`: moves onto a piece of the player's own side;
 * - `ones`: moves of ones;
 * - `fewerMoves`: moves after which the player has no more moves left than after this one,
 *   compared with the other side;
 * - `greedy`: moves that gain as many points at once.
 */
export const REASONS = [
  'covered',
  'ended',
  'couldCover',
  'couldEnd',
  'couldCoverOwn',
  'couldEscape',
  'couldGive',
  'threes',
  'endedTooSoon',
  'coveredOwn',
  'ones',
  'fewerMoves',
  'greedy',
] as const
export type ReasonKind = (typeof REASONS)[number]

/** Why a move was a slip. */
export interface Reason {
  readonly kind: ReasonKind
  /**
   * After how many moves it can be seen on the board: of the better line if what the player missed
   * is the point, and otherwise of the reply.
   */
  readonly point: number
}

/** Is the point what the player could have done instead of the slip? */
export function isMissed(kind: ReasonKind): boolean {
  return MISSED.includes(kind)
}

// --- internal ---

const MISSED: readonly ReasonKind[] = [
  'couldCover',
  'couldEnd',
  'couldCoverOwn',
  'couldEscape',
  'couldGive',
  'threes',
]
