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
  score,
  scoreParts,
} from '@hokito/rules'

/** What is worth a learner's attention before a move; all of it follows from the rules, so that it cannot be wrong. */
export type Advice =
  /** `winNow`: a move ends the game with a win; `ahead` and `mustGoOn`: the other side is near its end. */
  | { readonly code: 'begin' | 'winNow' | 'ahead' | 'mustGoOn' }
  /** `covered`: the other side has landed there; `reach`: our dearest stack, which it cannot cover. */
  | { readonly code: 'covered' | 'reach'; readonly square: Square }
  /** What can be covered: of the other side's, without or with an answer there; of ours, which could get away or not. */
  | {
      readonly code: 'chance' | 'chanceBack' | 'threat' | 'escape'
      readonly square: Square
      readonly points: number
    }
  /** The most that a move gains whose stack is not covered at once. */
  | { readonly code: 'gain'; readonly points: number }
  /** How many moves both sides have. */
  | { readonly code: 'moves'; readonly own: number; readonly other: number }

/** A position before a move of the learner's, and the other side's move that led to it. */
export interface Turn {
  readonly position: Position
  readonly lastMove: Move | undefined
}

/**
 * What a coach would say to the side to move at the last of its turns. What matters at once is said each time; the
 * rest not twice within a few turns, as long as there is something else that is true.
 */
export function adviseOn(turns: readonly Turn[]): Advice {
  const said: Advice[] = []
  for (const turn of turns) {
    const [first, ...others] = advicesOn(turn)
    const isSaid = ({ code }: Advice) => said.slice(-REMEMBERED).some((each) => each.code === code)
    const fresh = [first, ...others].find((each) => isUrgent(each) || !isSaid(each))
    said.push(fresh ?? first)
  }
  const last = said.at(-1)
  if (last === undefined) throw new Error('nobody has been to move')
  return last
}

/** All that is true and worth saying, what matters most first. */
export function advicesOn({ position, lastMove }: Turn): readonly [Advice, ...Advice[]] {
  if (lastMove === undefined) return [{ code: 'begin' }]
  const own = position.turn
  const other = opposite(own)
  const counts: Advice = {
    code: 'moves',
    own: movesOf(position, own).length,
    other: movesOf(position, other).length,
  }
  const end = nearEnd(position, own)
  const [first = counts, ...others] = [
    ...(end === undefined ? [] : [end]),
    ...onStacks(position, own, lastMove),
  ]
  return first === counts ? [counts] : [first, ...others, counts]
}

// --- internal ---

/** Advice that is not said again so soon. */
const REMEMBERED = 2
const FEW_MOVES = 2
/** Less than this is not worth a word. */
const WORTH_SAYING = 4

function isUrgent({ code }: Advice): boolean {
  return !['covered', 'gain', 'reach', 'moves'].includes(code)
}

/** What there is to say of the end, where it is near. */
function nearEnd(position: Position, own: Color): Advice | undefined {
  const wins = legalMoves(position).some((move) => outcome(play(position, move))?.winner === own)
  if (wins) return { code: 'winNow' }
  if (movesOf(position, opposite(own)).length > FEW_MOVES) return undefined
  const points = score(position)
  return { code: points[own] > points[opposite(own)] ? 'ahead' : 'mustGoOn' }
}

/** What there is to say of stacks: the dearer one that can be covered first. */
function onStacks(position: Position, own: Color, lastMove: Move): readonly Advice[] {
  const chance = dearestTarget(position, legalMoves(position).filter(goesOn(position)))
  const threat = dearestTarget(position, movesOf(position, opposite(own)))
  const told: Advice[] = []
  if (chance !== undefined && chance.points >= (threat?.points ?? 0)) {
    told.push({ code: isKept(position, chance.square) ? 'chance' : 'chanceBack', ...chance })
  }
  if (threat !== undefined) {
    told.push({ code: canEscape(position, threat.square) ? 'escape' : 'threat', ...threat })
  }
  const points = mostKept(position, own)
  if (points >= WORTH_SAYING) told.push({ code: 'gain', points })
  if (hasCovered(position, lastMove)) told.push({ code: 'covered', square: lastMove.to })
  const safe = threat === undefined ? dearestOf(position, own) : undefined
  if (safe !== undefined) told.push({ code: 'reach', square: safe })
  return told
}

/** The dearest of the other side's stacks that one of a side's moves would cover. */
function dearestTarget(
  { board }: Position,
  moves: readonly Move[],
): { square: Square; points: number } | undefined {
  const targets = moves.flatMap(({ from, to }) => {
    const [moved, stack] = [board[from], board[to]]
    if (moved === undefined || stack === undefined || ownerOf(stack) === ownerOf(moved)) return []
    return [{ square: to, points: pointsOf(stack) }]
  })
  const [dearest] = targets.sort((a, b) => b.points - a.points)
  return dearest !== undefined && dearest.points >= WORTH_SAYING ? dearest : undefined
}

/** Whichever way the side to move lands on a square: can the other side not land there next? */
function isKept(position: Position, square: Square): boolean {
  return legalMoves(position).every((move) => move.to !== square || isSafe(position, move))
}

/** Can a stack of the side to move go where the other side cannot land next? */
function canEscape(position: Position, square: Square): boolean {
  return legalMoves(position).some((move) => move.from === square && isSafe(position, move))
}

/** Is a move not one that ends the game? */
function goesOn(position: Position): (move: Move) => boolean {
  return (move) => outcome(play(position, move)) === undefined
}

/** Does the game go on after a move, without an answer where it has landed? */
function isSafe(position: Position, move: Move): boolean {
  const next = play(position, move)
  return outcome(next) === undefined && !legalMoves(next).some(({ to }) => to === move.to)
}

/** By how much the lead of the side to move can grow with a move that is safe. */
function mostKept(position: Position, own: Color): number {
  const lead = leadOf(position, own)
  const gains = legalMoves(position)
    .filter((move) => isSafe(position, move))
    .map((move) => leadOf(play(position, move), own) - lead)
  return Math.max(0, ...gains)
}

function leadOf(position: Position, own: Color): number {
  const points = score(position)
  return points[own] - points[opposite(own)]
}

/** Does a piece of the side to move lie under what the other side has just moved? */
function hasCovered({ board, turn }: Position, { to }: Move): boolean {
  const pieces = board[to]?.pieces ?? []
  return pieces.some((piece) => piece?.color === turn)
}

/** A side's dearest stack, where there is one that is worth a word and worth more than all others. */
function dearestOf(position: Position, own: Color): Square | undefined {
  const [first, second] = scoreParts(position)[own]
  if (first === undefined || first.height < 2 || first.points < WORTH_SAYING) return undefined
  return first.points === second?.points ? undefined : first.square
}
