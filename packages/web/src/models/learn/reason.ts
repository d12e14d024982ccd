import {
  type Color,
  legalMoves,
  type Move,
  movesOf,
  opposite,
  outcome,
  ownerOf,
  type Position,
  play,
  pointsOf,
  type Square,
} from '@hokito/rules'

/** A landing on a stack of the other side, and the points that it covers. */
export interface Landing {
  readonly move: Move
  readonly count: number
}

/** What the reach of the stacks says for a right move. */
export type RightReason =
  | { readonly kind: 'ends' }
  /** The other side could have landed on a stack, and nothing of it can now. */
  | { readonly kind: 'averts'; readonly landing: Landing }
  /** Nothing of the other side can land on a stack; `isLasting`: nor with its next move but one. */
  | { readonly kind: 'unreachable'; readonly square: Square; readonly isLasting: boolean }
  /** The reply covers points, and the mover lands there again. */
  | { readonly kind: 'landsBack'; readonly landing: Landing; readonly back: Move }
  /** The stack that moved waits, and lands on points later in the line. */
  | { readonly kind: 'waits'; readonly landing: Landing }
  /** The mover can land next on a stack that it could not reach before. */
  | { readonly kind: 'threatens'; readonly landing: Landing }
  | MovesLeft

/** What the reach of the stacks says against a wrong move. */
export type WrongReason =
  /** The game ends at once, or soon with another move. */
  | { readonly kind: 'ends'; readonly last: Move | undefined }
  /** The reply covers points of the mover; `isLost`: the mover cannot land there again. */
  | { readonly kind: 'covered'; readonly landing: Landing; readonly isLost: boolean }
  /** Nothing could land on a stack, but the reply opens a way for the move after it. */
  | { readonly kind: 'coveredNext'; readonly landing: Landing; readonly reply: Move }
  /** The other side covers points later in the line. */
  | { readonly kind: 'coveredLater'; readonly landing: Landing }
  | MovesLeft

/** How many moves both sides have after a move. */
export interface MovesLeft {
  readonly kind: 'moves'
  readonly own: number
  readonly other: number
}

/** Why a move is right, from the position before it and the best moves that follow. */
export function reasonFor(position: Position, move: Move, line: readonly Move[]): RightReason {
  const after = play(position, move)
  if (outcome(after) !== undefined) return { kind: 'ends' }
  const safe = [
    ...landedBack(after, line),
    ...averted(position, move, after),
    ...outOfReach(after, move),
  ]
  // A threat can be parried: a stack that is safe says more, if it is worth anything.
  return (
    weightiest(safe) ??
    weightiest(waiting(after, move, line)) ??
    weightiest(threatened(position, after)) ??
    movesAfter(after)
  )
}

/** Why a move is wrong, from the position before it and the best moves that follow. */
export function reasonAgainst(position: Position, move: Move, line: readonly Move[]): WrongReason {
  const own = position.turn
  const after = play(position, move)
  const [reply, ...others] = line
  if (outcome(after) !== undefined) return { kind: 'ends', last: undefined }
  if (reply === undefined) return movesAfter(after)
  const replied = play(after, reply)
  const [now, next, ...later] = repliesIn(after, line)
  const isNext = (next?.count ?? 0) > Math.max(now?.count ?? 0, FEW)
  if (next !== undefined && isNext) {
    const { to } = next.move
    const wasSafe = isOf(after, own, to) && !canLand(after, opposite(own), to)
    const isPrepared = isOf(replied, own, to) && canLand(replied, opposite(own), to)
    return wasSafe && isPrepared
      ? { kind: 'coveredNext', landing: next, reply }
      : { kind: 'coveredLater', landing: next }
  }
  if (now !== undefined && now.count > FEW) {
    return { kind: 'covered', landing: now, isLost: !canLand(replied, own, reply.to) }
  }
  if (others.length < SOON && outcome(line.reduce(play, after)) !== undefined) {
    return { kind: 'ends', last: line.at(-1) }
  }
  const [most] = later
    .flatMap((landing) => landing ?? [])
    .filter(({ count }) => count > FEW)
    .sort((a, b) => b.count - a.count)
  return most === undefined ? movesAfter(after) : { kind: 'coveredLater', landing: most }
}

// --- internal ---

/** So few points explain nothing. */
const FEW = 3
/** A line with fewer moves than this after the reply ends the game soon. */
const SOON = 3

interface Candidate {
  readonly reason: RightReason
  /** The points that it is about. */
  readonly stake: number
}

/** The reason about the most points; undefined without one about more than a few. */
function weightiest(candidates: readonly Candidate[]): RightReason | undefined {
  return candidates.filter(({ stake }) => stake > FEW).sort((a, b) => b.stake - a.stake)[0]?.reason
}

/** A landing of the other side on a stack of this one that the move takes away. */
function averted(position: Position, move: Move, after: Position): readonly Candidate[] {
  const own = position.turn
  const other = opposite(own)
  return movesOf(position, other).flatMap((threat) => {
    const landing = landingOf({ ...position, turn: other }, threat)
    const stands = threat.to === move.from ? move.to : threat.to
    if (landing === undefined || !isOf(after, own, stands)) return []
    if (canLand(after, other, stands)) return []
    return [{ reason: { kind: 'averts', landing } as const, stake: landing.count }]
  })
}

/** The reply of the line, if the mover lands there again, at once or later. */
function landedBack(after: Position, line: readonly Move[]): readonly Candidate[] {
  const [reply] = line
  const landing = reply && landingOf(after, reply)
  const back = line.find(({ to }, index) => index % 2 === 1 && to === reply?.to)
  if (landing === undefined || back === undefined) return []
  return [{ reason: { kind: 'landsBack', landing, back }, stake: landing.count }]
}

/** The stack that the move built, if the other side cannot land there. */
function outOfReach(after: Position, { to }: Move): readonly Candidate[] {
  const other = after.turn
  const stack = after.board[to]
  if (stack === undefined || canLand(after, other, to)) return []
  const isLasting = legalMoves(after).every((reply) => !canLand(play(after, reply), other, to))
  return [{ reason: { kind: 'unreachable', square: to, isLasting }, stake: pointsOf(stack) }]
}

/** The next move of the stack that has moved, if it stands still until then. */
function waiting(after: Position, { to }: Move, line: readonly Move[]): readonly Candidate[] {
  const at = line.findIndex((each) => each.from === to || each.to === to)
  const next = line[at]
  if (next === undefined || next.from !== to || at % 2 === 0) return []
  const landing = landingOf(line.slice(0, at).reduce(play, after), next)
  return landing === undefined ? [] : [{ reason: { kind: 'waits', landing }, stake: landing.count }]
}

/** A landing of the mover on a stack that it could not reach before. */
function threatened(position: Position, after: Position): readonly Candidate[] {
  const { turn: own } = position
  return movesOf(after, own).flatMap((move) => {
    const landing = landingOf({ ...after, turn: own }, move)
    if (landing === undefined || canLand(position, own, move.to)) return []
    return [{ reason: { kind: 'threatens', landing } as const, stake: landing.count }]
  })
}

/** What each move of the side to move covers in a line; undefined where it covers its own. */
function repliesIn(start: Position, line: readonly Move[]): readonly (Landing | undefined)[] {
  return line.flatMap((move, index) =>
    index % 2 === 0 ? [landingOf(line.slice(0, index).reduce(play, start), move)] : [],
  )
}

/** What a move covers of the other side; undefined if it covers its own. */
function landingOf({ board, turn }: Position, move: Move): Landing | undefined {
  const under = board[move.to]
  return under === undefined || ownerOf(under) === turn
    ? undefined
    : { move, count: pointsOf(under) }
}

function isOf({ board }: Position, color: Color, square: Square): boolean {
  const stack = board[square]
  return stack !== undefined && ownerOf(stack) === color
}

/** Could a side land on a square if it were its turn? */
function canLand(position: Position, color: Color, square: Square): boolean {
  return movesOf(position, color).some(({ to }) => to === square)
}

function movesAfter(after: Position): MovesLeft {
  const { turn: other } = after
  return {
    kind: 'moves',
    own: movesOf(after, opposite(other)).length,
    other: movesOf(after, other).length,
  }
}
