import {
  type Color,
  isSameMove,
  legalMoves,
  type Move,
  opposite,
  ownerOf,
  type Position,
  play,
  pointsOf,
  type Square,
  scoreParts,
} from '@hokito/rules'
import { isMuchOf, landingOf, landingsOn, type RightReason } from './reason.ts'

/** A stack on which the other side can land, and how many stacks of both sides can land there. */
export interface Contest {
  readonly square: Square
  readonly own: number
  readonly other: number
}

/**
 * The fight for the most valuable stack of the mover that the other side can cover after a move;
 * undefined if it can cover none. `bench/study/moves.mjs` finds the same square.
 */
export function contestAfter(position: Position, move: Move): Contest | undefined {
  const after = play(position, move)
  return scoreParts(after)
    [position.turn].map(({ square }) => ({
      square,
      own: landingsOn(after, position.turn, square).length,
      other: landingsOn(after, after.turn, square).length,
    }))
    .find(({ other }) => other > 0)
}

/** How the mover lands last in that fight; undefined if it does not. */
export function answerFor(position: Position, move: Move): RightReason | undefined {
  const contest = contestAfter(position, move)
  if (contest === undefined) return undefined
  const { square } = contest
  const after = play(position, move)
  const stack = after.board[square]
  const [landing] = landingsOn(after, after.turn, square)
  if (stack === undefined || landing === undefined) return undefined
  const landed = play(after, landing)
  const back = landingsOn(landed, position.turn, square).find((each) =>
    landsLast(play(landed, each), square),
  )
  return back && { kind: 'landsBack', landing: { move: landing, count: pointsOf(stack) }, back }
}

/**
 * Does the side that waits own a square for good, if both sides only land there? Each landing of the
 * other side is answered, until it has none left.
 */
export function landsLast(position: Position, square: Square): boolean {
  const own = opposite(position.turn)
  const stack = position.board[square]
  if (stack === undefined || ownerOf(stack) !== own) return false
  return landedOn(position, square).every((landed) =>
    landedOn(landed, square).some((back) => landsLast(back, square)),
  )
}

/** The landings of a line on one square, until the stack there moves on. */
export interface Fight {
  readonly square: Square
  readonly landings: readonly Move[]
  readonly last: Move
  /** The points of the other side that the last landing covers. */
  readonly covered: number
}

/**
 * The fight that matters most in a line for a side: it lands last, and the other side never covers
 * that stack again. Of several, the one whose last landing covers the most; undefined if that is
 * little of `worth`, the points that the line is better by, or if any other landing covers twice as
 * much. A fight that the side wins in the other line as well counts for nothing.
 */
export function fightWonIn(
  start: Position,
  line: readonly Move[],
  winner: Color,
  { worth, other }: { readonly worth: number; readonly other: readonly Move[] },
): Fight | undefined {
  const anyway = fightsWon(start, other, winner)
  const [most] = fightsWon(start, line, winner)
    .filter((fight) => !anyway.some(({ last }) => isSameMove(last, fight.last)))
    .toSorted((a, b) => b.covered - a.covered)
  const covered = standingsIn(start, line).map(({ before, move }) => countOf(before, move))
  const isGreat = most !== undefined && 2 * most.covered >= Math.max(...covered)
  return isGreat && isMuchOf(most.covered, worth) ? most : undefined
}

/** The first moves of a line that land on one square, one after the other. */
export function exchangeIn(line: readonly Move[]): readonly Move[] {
  const end = line.findIndex(({ to }) => to !== line[0]?.to)
  return end === -1 ? line : line.slice(0, end)
}

// --- internal ---

/** All fights of a line that a side wins. */
function fightsWon(start: Position, line: readonly Move[], winner: Color): readonly Fight[] {
  return standingsIn(start, line).flatMap(({ before, move: last }, at) => {
    const covered = countOf(before, last)
    if (before.turn !== winner || covered === 0) return []
    const { to: square } = last
    if (!staysOn(play(before, last), square, line.slice(at + 1))) return []
    const left = line.findLastIndex(({ from }, index) => index < at && from === square)
    const earlier = line.slice(left + 1, at).filter(({ to }) => to === square)
    return [{ square, landings: [...earlier, last], last, covered }]
  })
}

/** The moves of a line, each with the position before it. */
function standingsIn(start: Position, line: readonly Move[]) {
  let before = start
  return line.map((move) => {
    const standing = { before, move }
    before = play(before, move)
    return standing
  })
}

/** The points of the other side that a move covers. */
function countOf(before: Position, move: Move): number {
  return landingOf(before, move)?.count ?? 0
}

/** Does the other side never cover the stack on a square in this line, wherever it moves? */
function staysOn(position: Position, square: Square, line: readonly Move[]): boolean {
  const [move, ...others] = line
  if (move === undefined) return true
  if (move.to === square) {
    const stack = position.board[square]
    if (stack !== undefined && ownerOf(stack) !== position.turn) return false
  }
  return staysOn(play(position, move), move.from === square ? move.to : square, others)
}

/** The positions after each move onto a square; none once the game is over. */
function landedOn(position: Position, square: Square): readonly Position[] {
  return legalMoves(position)
    .filter(({ to }) => to === square)
    .map((landing) => play(position, landing))
}
