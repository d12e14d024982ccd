import {
  isStuck,
  legalMoves,
  type Move,
  movesOf,
  occupiedCount,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  score,
  type Value,
} from '@hokito/rules'
import type { Finding } from './finding.ts'
import { isMissed, type ReasonKind } from './reason.ts'

/** A slip with its position. */
export interface Slip {
  readonly finding: Finding
  readonly position: Position
}

/** The moves that a reason names. */
export interface Cause {
  readonly kind: ReasonKind
  /** The position in which they are possible: before the slip or after it. */
  readonly position: Position
  readonly moves: readonly Move[]
}

/** All causes that the features of the positions suggest, most telling first. */
export function causesOf({ finding, position }: Slip): readonly Cause[] {
  const { move, line, reply } = finding
  const [best] = line
  const [answer] = reply
  if (best === undefined) return []
  const own = position.turn
  const other = opposite(own)
  const after = play(position, move)
  const all = legalMoves(position)
  const causes: Cause[] = []
  const add = (kind: ReasonKind, at: Position, moves: readonly Move[]) => {
    const possible = at === position ? all.length : legalMoves(at).length
    if (moves.length > 0 && moves.length < possible) causes.push({ kind, position: at, moves })
  }
  const named = (
    kind: ReasonKind,
    isNamed: (move: Move) => boolean,
    least: number = LEAST_OF_KIND,
  ) => {
    const moves = all.filter(isNamed)
    const isGood = isMissed(kind)
    const fits = isGood ? isNamed(best) && !isNamed(move) : isNamed(move) && !isNamed(best)
    if (fits && moves.length >= least) add(kind, position, moves)
  }
  const winsNow = (at: Position) => (each: Move) => outcome(play(at, each))?.winner === at.turn
  named('endedTooSoon', (each) => outcome(play(position, each)) !== undefined, 1)
  named('couldEnd', winsNow(position), 1)
  if (answer !== undefined && winsNow(after)(answer)) {
    add('ended', after, legalMoves(after).filter(winsNow(after)))
  }
  const least = leastPoints(finding)
  const onStacks = [
    ...coveredIn(after, answer, own),
    ...coverableIn(position, best, other, move),
  ].filter(({ points }) => points >= least)
  for (const { kind, at, moves } of onStacks.sort((a, b) => b.points - a.points))
    add(kind, at, moves)
  const isOnOwn = ({ to }: Move) => ownerAt(position, to) === own
  const isEarly = occupiedCount(position) > EARLY_SQUARES
  named(isEarly ? 'coveredOwn' : 'couldCoverOwn', isOnOwn)
  const isReachable = movesOf(position, other).some(({ to }) => to === best.from)
  if (isReachable && pointsAt(position, best.from) >= 2 * LEAST_POINTS) {
    named('couldEscape', ({ from }) => from === best.from, 1)
  }
  named('couldGive', (each) => gainOf(position, each) < 0, 1)
  const isBy = (value: Value) => (each: Move) => position.board[each.from]?.top.value === value
  named('threes', isBy(3))
  named('ones', isBy(1))
  const kept = balanceOf(after, own)
  if (balanceOf(play(position, best), own) >= kept + FEWER_MOVES) {
    named('fewerMoves', (each) => balanceOf(play(position, each), own) <= kept)
  }
  const gain = gainOf(position, move)
  if (gain > 0) named('greedy', (each) => gainOf(position, each) >= gain, 2)
  return causes
}

/**
 * The fewest points of a covered stack that explain a good part of what a slip lost: a smaller one
 * would be named beside a loss that it does not account for.
 */
export function leastPoints({ best, played }: Pick<Finding, 'best' | 'played'>): number {
  return Math.max(LEAST_POINTS, LEAST_SHARE * (best.margin - played.margin))
}

/** The number of moves after which a reason can be seen on the board. */
export function pointOf(
  kind: ReasonKind,
  start: Position,
  line: readonly Move[],
  own: Position['turn'],
): number {
  if (line.length <= 1 || kind === 'covered' || kind === 'ended' || kind === 'couldCover') {
    return Math.min(1, line.length)
  }
  // Where the lead has changed most, for the better or for the worse.
  const sign = isMissed(kind) ? 1 : -1
  let at = start
  let most = Number.NEGATIVE_INFINITY
  let point = 1
  for (const [index, move] of line.entries()) {
    at = play(at, move)
    const change = sign * (leadOf(at, own) - leadOf(start, own))
    if (change > most) {
      most = change
      point = index + 1
    }
    if (isStuck(at, own) || isStuck(at, opposite(own))) break
  }
  return point
}

// --- internal ---

/** Early in the game a player still has pieces of the other side to cover. */
const EARLY_SQUARES = 20
/** A smaller stack is not worth a sentence. */
const LEAST_POINTS = 2
/** The share of the lost points that a covered stack explains at least. */
const LEAST_SHARE = 1 / 3
/** A move that loses more of the moves in hand than this is worth a sentence. */
const FEWER_MOVES = 6
/** A kind of few moves is no kind. */
const LEAST_OF_KIND = 3

interface OnStack {
  readonly kind: ReasonKind
  readonly at: Position
  readonly moves: readonly Move[]
  readonly points: number
}

/** The stack that the best answer to a slip covers. */
function coveredIn(after: Position, answer: Move | undefined, own: Position['turn']): OnStack[] {
  if (answer === undefined || ownerAt(after, answer.to) !== own) return []
  const points = pointsAt(after, answer.to)
  const moves = legalMoves(after).filter(({ to }) => to === answer.to)
  return [{ kind: 'covered', at: after, moves, points }]
}

/** The stack that the best move covers, unless the slip has covered it too. */
function coverableIn(
  position: Position,
  best: Move,
  other: Position['turn'],
  move: Move,
): OnStack[] {
  if (move.to === best.to || ownerAt(position, best.to) !== other) return []
  const points = pointsAt(position, best.to)
  const moves = legalMoves(position).filter(({ to }) => to === best.to)
  return [{ kind: 'couldCover', at: position, moves, points }]
}

function ownerAt({ board }: Position, square: number) {
  const stack = board[square]
  return stack && ownerOf(stack)
}

function pointsAt({ board }: Position, square: number): number {
  const stack = board[square]
  return stack === undefined ? 0 : pointsOf(stack)
}

function gainOf(position: Position, move: Move): number {
  return leadOf(play(position, move), position.turn) - leadOf(position, position.turn)
}

function leadOf(position: Position, own: Position['turn']): number {
  const points = score(position)
  return points[own] - points[opposite(own)]
}

/** How many more moves than the other side a side has. */
function balanceOf(position: Position, own: Position['turn']): number {
  return movesOf(position, own).length - movesOf(position, opposite(own)).length
}
