import {
  type Color,
  isSameMove,
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
  scoreParts,
} from '@hokito/rules'

/** A landing on a stack of the other side, and the points that it covers. */
export interface Landing {
  readonly move: Move
  readonly count: number
}

/** What the reach of the stacks says for a right move. */
export type RightReason =
  | { readonly kind: 'ends' }
  /** The move itself covers points. */
  | { readonly kind: 'covers'; readonly landing: Landing }
  /** The other side could have landed on a stack, and nothing of it can now. */
  | { readonly kind: 'averts'; readonly landing: Landing; readonly blocked: Move | undefined }
  /** The other side can still land on a stack, but now the mover can land back on it. */
  | { readonly kind: 'guards'; readonly landing: Landing; readonly back: Move }
  /** The mover threatens a landing, and nothing can land back there any more. */
  | { readonly kind: 'holds'; readonly landing: Landing; readonly blocked: Move | undefined }
  /** The mover threatens a landing, and only now could answer the reply there. */
  | {
      readonly kind: 'backs'
      readonly landing: Landing
      readonly reply: Move
      readonly back: Move
    }
  /** Nothing of the other side can land on a stack; `isLasting`: nor with its next move but one. */
  | { readonly kind: 'unreachable'; readonly square: Square; readonly isLasting: boolean }
  /** The reply covers points, and the mover lands there again. */
  | { readonly kind: 'landsBack'; readonly landing: Landing; readonly back: Move }
  /** The stack that moved waits, and lands on points later in the line. */
  | { readonly kind: 'waits'; readonly landing: Landing }
  /** The mover can land next on a stack that it could not reach before. */
  | { readonly kind: 'threatens'; readonly landing: Landing }
  | CoveredLater
  /** The mover has more moves left, or at least a better count than after another move. */
  | (MovesLeft & { readonly instead?: MovesLeft & { readonly move: Move } })
  | Unexplained

/** What the reach of the stacks says against a wrong move. */
export type WrongReason =
  /** The game ends at once, or soon with another move. */
  | { readonly kind: 'ends'; readonly last: Move | undefined }
  /** The reply covers points of the mover; `isLost`: the mover cannot land there again. */
  | { readonly kind: 'covered'; readonly landing: Landing; readonly isLost: boolean }
  /** Nothing could land on a stack, but the reply opens a way for the move after it. */
  | { readonly kind: 'coveredNext'; readonly landing: Landing; readonly reply: Move }
  | CoveredLater
  /** The mover has fewer moves left. */
  | MovesLeft
  | Unexplained

/** A side covers points later in the line that begins with this reply. */
export interface CoveredLater {
  readonly kind: 'coveredLater'
  readonly landing: Landing
  readonly reply: Move
}

/** Only what the line comes to says why. */
export interface Unexplained {
  readonly kind: 'none'
}

/** A move and the best moves that follow it. */
export type Tried = readonly [Move, ...Move[]]

/** How many moves both sides have after a move. */
export interface MovesLeft {
  readonly kind: 'moves'
  readonly own: number
  readonly other: number
}

/**
 * Why a move is right, from the position before it and the best moves that follow. `worth`: the
 * points that it is better than others, if they are known; a reason about most of them comes first.
 */
export function reasonFor(
  position: Position,
  move: Move,
  line: readonly Move[],
  worth = 0,
): RightReason {
  const after = play(position, move)
  if (outcome(after) !== undefined) return { kind: 'ends' }
  const safe = [
    ...landedBack(after, line),
    ...averted(position, move, after),
    ...guarded(position, move, after),
    ...escaped(position, move, after),
    ...outOfReach(after, move),
    ...covered(position, move),
  ]
  // A threat can be parried: a stack that is safe says more, if it is worth anything.
  const found = [
    safe,
    waiting(after, move, line),
    [...threatened(position, after), ...held(position, after, line), ...supported(position, after)],
    coveringLater(after, line),
  ].flatMap((candidates) => weightiest(candidates) ?? [])
  // What the board shows now is easier to see than a landing after a reply that nobody foresees.
  const now = found.filter(({ reason }) => reason.kind !== 'coveredLater')
  const chosen =
    now.find(({ reason, stake }) => 2 * stake >= worth && isPlayedOut(reason, line)) ??
    now.find(({ stake }) => 2 * stake >= worth) ??
    now.find(({ stake }) => 4 * stake >= worth) ??
    found.find(({ stake }) => 2 * stake >= worth) ??
    found[0]
  return chosen?.reason ?? { kind: 'none' }
}

/**
 * The count of moves after a right move, if it speaks for the side that makes it; `instead`: the
 * best wrong move, to compare with. It explains a move only where running out of moves is the idea.
 */
export function countFor(position: Position, move: Move, instead?: Move): RightReason {
  const left = movesAfter(play(position, move))
  if (left.own > left.other) return left
  const other = instead && { ...movesAfter(play(position, instead)), move: instead }
  return other !== undefined && left.own - left.other > other.own - other.other
    ? { ...left, instead: other }
    : { kind: 'none' }
}

/** The same after a wrong move, if it speaks against that side. */
export function countAgainst(position: Position, move: Move): MovesLeft | Unexplained {
  const left = movesAfter(play(position, move))
  return left.own < left.other ? left : { kind: 'none' }
}

/** The landing on the most points that a move makes possible; undefined if it covers only a few. */
export function threatFor(position: Position, move: Move): RightReason | undefined {
  return weightiest(threatened(position, play(position, move)))?.reason
}

/**
 * Why a move is wrong, from the position before it and the best moves that follow. `loss`: the
 * points that it costs in the end, if they are known; a landing that covers few of them is not why.
 * Neither is one that also follows the right move, if `best` says what does.
 */
export function reasonAgainst(
  position: Position,
  move: Move,
  line: readonly Move[],
  loss = 0,
  best?: Tried,
): WrongReason {
  const own = position.turn
  const after = play(position, move)
  const [reply, ...others] = line
  if (outcome(after) !== undefined) return { kind: 'ends', last: undefined }
  if (reply === undefined) return { kind: 'none' }
  const isEarly = isSoon(line)
  const anyway = best === undefined ? [] : landingsIn(play(position, best[0]), best.slice(1))
  const found = heaviestIn(after, line, (each) => isEarly(each) && !isAmong(anyway, each))
  if (found !== undefined && isMuchOf(found.landing.count, loss)) {
    const { landing, at } = found
    const { to } = landing.move
    const replied = play(after, reply)
    if (at === 0) return { kind: 'covered', landing, isLost: !canLand(replied, own, to) }
    const wasSafe = isOf(after, own, to) && !canLand(after, opposite(own), to)
    const isPrepared = isOf(replied, own, to) && canLand(replied, opposite(own), to)
    return at === 2 && wasSafe && isPrepared
      ? { kind: 'coveredNext', landing, reply }
      : { kind: 'coveredLater', landing, reply }
  }
  if (others.length < SOON && outcome(line.reduce(play, after)) !== undefined) {
    return { kind: 'ends', last: line.at(-1) }
  }
  return { kind: 'none' }
}

/**
 * The landing that covers the most after the best move, if that is much more than any landing of the
 * mover covers after a wrong one.
 * @param loss the points that the wrong move costs in the end
 */
export function missedBy(
  position: Position,
  wrong: Tried,
  best: Tried,
  loss: number,
): Landing | undefined {
  const landing = heaviestLater(position, best)?.landing
  const covered = landing?.count ?? 0
  const instead = Math.max(0, ...landingsLater(position, wrong).map(({ landing }) => landing.count))
  return isMuchOf(covered - instead, loss) ? landing : undefined
}

/** The landing of the other side that covers the most in what follows a move. */
export function costliestIn(position: Position, [move, ...line]: Tried): Landing | undefined {
  return heaviestOf(landingsIn(play(position, move), line))
}

/** The later landing of the mover that covers the most in what follows a move. */
export function greatestIn(position: Position, tried: Tried): Landing | undefined {
  return heaviestOf(landingsLater(position, tried))
}

/** The moves with which a side could land on a square if it were its turn. */
export function landingsOn(position: Position, color: Color, square: Square): readonly Move[] {
  return movesOf(position, color).filter(({ to }) => to === square)
}

/** What a move covers of the other side; undefined if it covers its own. */
export function landingOf({ board, turn }: Position, move: Move): Landing | undefined {
  const under = board[move.to]
  return under === undefined || ownerOf(under) === turn
    ? undefined
    : { move, count: pointsOf(under) }
}

/**
 * Does a reason account for most of the points that a move costs? What a landing covers, one side
 * loses, and about as much the other side gains; where it becomes safe, the whole stack is kept.
 */
export function explains(reason: RightReason | WrongReason, loss: number): boolean {
  if (reason.kind === 'holds' || reason.kind === 'backs') return true
  return 'landing' in reason && 2 * reason.landing.count >= loss
}

/** Are the points of a landing a reason for those that a move costs, or that it is better by? */
export function isMuchOf(points: number, loss: number): boolean {
  return points > Math.max(FEW, loss * LEAST_SHARE)
}

/**
 * The most valuable stack of the other side at the end of a line that ends the game, if it is worth
 * more than a small part of a loss.
 */
export function keptAtEnd(
  { turn }: Position,
  last: Position,
  loss: number,
): { readonly square: Square; readonly points: number } | undefined {
  const [dearest] = outcome(last) === undefined ? [] : scoreParts(last)[opposite(turn)]
  return dearest !== undefined && dearest.points > loss * LEAST_SHARE ? dearest : undefined
}

// --- internal ---

/** So few points explain nothing. */
const FEW = 3
/** A landing on less than this share of a loss is not the reason for it. */
const LEAST_SHARE = 0.25
/** A line with fewer moves than this after the reply ends the game soon. */
const SOON = 3

/** The later landing of the mover that covers the most and lasts. */
function heaviestLater(
  position: Position,
  [move, reply, ...line]: Tried,
): LandingInLine | undefined {
  return reply && heaviestIn(play(play(position, move), reply), line)
}

function heaviestOf(landings: readonly LandingInLine[]): Landing | undefined {
  return landings.toSorted((a, b) => b.landing.count - a.landing.count)[0]?.landing
}

/** All later landings of the mover. */
function landingsLater(position: Position, [move, reply, ...line]: Tried) {
  return reply === undefined ? [] : landingsIn(play(play(position, move), reply), line)
}

interface Candidate {
  readonly reason: RightReason
  /** The points that it is about. */
  readonly stake: number
}

/** Is a reason about a fight for a square, and does the line play it? */
function isPlayedOut(reason: RightReason, line: readonly Move[]): boolean {
  const moves =
    'back' in reason
      ? [reason.landing.move, reason.back]
      : reason.kind === 'holds'
        ? [reason.landing.move]
        : []
  return moves.length > 0 && moves.every((move) => line.some((each) => isSameMove(each, move)))
}

/** The reason about the most points; undefined without one about more than a few. */
function weightiest(candidates: readonly Candidate[]): Candidate | undefined {
  return candidates.filter(({ stake }) => stake > FEW).sort((a, b) => b.stake - a.stake)[0]
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
    const stood = threat.to !== move.from && threat.from !== move.to
    const blocked = stood ? threat : undefined
    return [{ reason: { kind: 'averts', landing, blocked } as const, stake: landing.count }]
  })
}

/**
 * A landing of the other side that the move does not prevent, but answers: only now could the mover
 * land back there.
 */
function guarded(position: Position, move: Move, after: Position): readonly Candidate[] {
  const before = { ...position, turn: after.turn }
  const threats = movesOf(position, after.turn)
  return legalMoves(after).flatMap((threat) => {
    if (threat.to === move.to || !threats.some((each) => isSameMove(each, threat))) return []
    const landing = landingOf(after, threat)
    const back = landing && landingBack(after, threat)
    if (landing === undefined || back === undefined) return []
    if (landingBack(before, threat) !== undefined) return []
    return [{ reason: { kind: 'guards', landing, back } as const, stake: landing.count }]
  })
}

/** The stack that moved away from a landing, to where the mover could land back. */
function escaped(position: Position, move: Move, after: Position): readonly Candidate[] {
  const other = after.turn
  const before = { ...position, turn: other }
  const wasLost = landingsOn(position, other, move.from).some(
    (threat) => landingBack(before, threat) === undefined,
  )
  const threats = landingsOn(after, other, move.to)
  const backs = threats.map((threat) => landingBack(after, threat))
  const landing = threats[0] && landingOf(after, threats[0])
  const [back] = backs
  if (!wasLost || landing === undefined || back === undefined || backs.includes(undefined))
    return []
  return [{ reason: { kind: 'guards', landing, back }, stake: landing.count }]
}

/** What the move itself covers. It is plain to see, so any other reason about a third of it wins. */
function covered(position: Position, move: Move): readonly Candidate[] {
  const landing = landingOf(position, move)
  return landing === undefined
    ? []
    : [{ reason: { kind: 'covers', landing }, stake: landing.count / 3 }]
}

/** A landing of the mover that was possible before, where only now nothing could land back. */
function held(position: Position, after: Position, line: readonly Move[]): readonly Candidate[] {
  const next = { ...after, turn: position.turn }
  const moves = legalMoves(position)
  return movesOf(after, position.turn).flatMap((move) => {
    const landing = landingOf(next, move)
    if (landing === undefined || !moves.some((each) => isSameMove(each, move))) return []
    if (landingBack(next, move) !== undefined) return []
    const back = landingBack(position, move)
    const stack = play(next, move).board[move.to]
    if (back === undefined || stack === undefined || landing.count <= FEW) return []
    // A later move may open another way there.
    const at = line.findIndex((each) => isSameMove(each, move))
    const isAnswered =
      at !== -1 &&
      line.some(({ to }, index) => index > at && (index - at) % 2 === 1 && to === move.to)
    if (isAnswered) return []
    // Was the stack that could land back covered, or only its way changed?
    const blocked = isOf(after, opposite(position.turn), back.from) ? back : undefined
    // What could not be kept before was the whole stack.
    const stake = pointsOf(stack)
    return [{ reason: { kind: 'holds', landing, blocked } as const, stake }]
  })
}

/** A landing of the mover that was possible before, where only now it could answer every reply. */
function supported(position: Position, after: Position): readonly Candidate[] {
  const next = { ...after, turn: position.turn }
  const moves = legalMoves(position)
  return movesOf(after, position.turn).flatMap((move) => {
    const landing = landingOf(next, move)
    if (landing === undefined || !moves.some((each) => isSameMove(each, move))) return []
    const [landed, before] = [play(next, move), play(position, move)]
    if (outcome(landed) !== undefined || outcome(before) !== undefined) return []
    const replies = landingsOn(landed, landed.turn, move.to)
    const backs = replies.map((reply) => landingBack(landed, reply))
    const [[reply], [back]] = [replies, backs]
    if (reply === undefined || back === undefined || backs.includes(undefined)) return []
    const wasOpen = landingsOn(before, before.turn, move.to).some(
      (each) => landingBack(before, each) === undefined,
    )
    const stack = landed.board[move.to]
    if (!wasOpen || stack === undefined || landing.count <= FEW) return []
    const stake = pointsOf(stack)
    return [{ reason: { kind: 'backs', landing, reply, back } as const, stake }]
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

/** A landing with one of the mover's next two moves that lasts. */
function coveringLater(after: Position, [reply, ...line]: readonly Move[]): readonly Candidate[] {
  const found = reply && heaviestIn(play(after, reply), line, isSoon(line))
  if (reply === undefined || found === undefined) return []
  const { landing } = found
  return [{ reason: { kind: 'coveredLater', landing, reply }, stake: landing.count }]
}

/**
 * The landing of the side to move that covers the most in a line, and its place there. One on which
 * the other side lands later counts only if there is no other that explains anything.
 */
function heaviestIn(
  start: Position,
  line: readonly Move[],
  isWanted: (landing: LandingInLine) => boolean = () => true,
): LandingInLine | undefined {
  const landings = landingsIn(start, line).filter(isWanted)
  const lasting = landings.filter(
    ({ landing: { move, count }, at }) =>
      count > FEW && !line.some(({ to }, index) => index > at && index % 2 === 1 && to === move.to),
  )
  const among = lasting.length > 0 ? lasting.map((last) => firstOf(last, landings, line)) : landings
  return [...among].sort((a, b) => b.landing.count - a.landing.count)[0]
}

/** The landings of the side to move in a line. */
function landingsIn(start: Position, line: readonly Move[]): readonly LandingInLine[] {
  return line.flatMap((move, at) => {
    const landing = at % 2 === 0 && landingOf(line.slice(0, at).reduce(play, start), move)
    return landing ? [{ landing, at }] : []
  })
}

/** Is a landing also in another line, and covers about as much there? */
function isAmong(others: readonly LandingInLine[], { landing }: LandingInLine): boolean {
  return others.some(
    ({ landing: { move, count } }) =>
      isSameMove(move, landing.move) && count >= landing.count - FEW,
  )
}

interface LandingInLine {
  readonly landing: Landing
  /** The place of its move in the line. */
  readonly at: number
}

/** The first landing of the exchange on one square that a landing ends, if it covers as much. */
function firstOf(
  last: LandingInLine,
  landings: readonly LandingInLine[],
  line: readonly Move[],
): LandingInLine {
  const { to } = last.landing.move
  const isBefore = ({ landing, at }: LandingInLine) =>
    landing.move.to === to &&
    landing.count >= last.landing.count &&
    !line.slice(at, last.at).some(({ from }) => from === to)
  return landings.find(isBefore) ?? last
}

/**
 * Is a landing the first move of its side in a line, or the second one, with a piece that stands on
 * the board or that the first one has moved? Later ones are no reason that a player can see.
 */
function isSoon([, next]: readonly Move[]): (landing: LandingInLine) => boolean {
  return ({ landing: { move }, at }) =>
    at === 0 || (at === 2 && next?.from !== move.from && next?.to !== move.from)
}

/** A move with which the other side could land where this one has landed; undefined if none. */
function landingBack(position: Position, move: Move): Move | undefined {
  return landingsOn(play(position, move), opposite(position.turn), move.to)[0]
}

function isOf({ board }: Position, color: Color, square: Square): boolean {
  const stack = board[square]
  return stack !== undefined && ownerOf(stack) === color
}

/** Could a side land on a square if it were its turn? */
function canLand(position: Position, color: Color, square: Square): boolean {
  return landingsOn(position, color, square).length > 0
}

function movesAfter(after: Position): MovesLeft {
  const { turn: other } = after
  return {
    kind: 'moves',
    own: movesOf(after, opposite(other)).length,
    other: movesOf(after, other).length,
  }
}
