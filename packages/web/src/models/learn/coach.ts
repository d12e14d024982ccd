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
import { type Exchange, exchangeOf } from './exchange.ts'

/**
 * Advice for a learner before a move; all of it follows from the rules, so that it cannot be wrong.
 */
export type Advice =
  /**
   * `winNow`: a move ends the game with a win; `ahead` and `mustGoOn`: the opponent is nearly out
   * of moves.
   */
  | { readonly code: 'begin' | 'winNow' | 'ahead' | 'mustGoOn' }
  /**
   * `covered`: the opponent has landed there; `reach`: our most valuable stack, which the opponent
   * cannot cover.
   */
  | { readonly code: 'covered' | 'reach'; readonly square: Square }
  /**
   * A stack that can be covered: the opponent's, with or without a reply there; or ours, which
   * could escape or not.
   */
  | {
      readonly code: 'chance' | 'chanceBack' | 'threat' | 'escape'
      readonly square: Square
      readonly points: number
    }
  /** The move that leaves most after the best reply: what it gains, and what that takes back. */
  | { readonly code: 'gain'; readonly points: number; readonly back: number }
  /** How many moves both sides have. */
  | { readonly code: 'moves'; readonly own: number; readonly other: number }

/** A position before a move of the learner, and the opponent's move that led to it. */
export interface Turn {
  readonly position: Position
  readonly lastMove: Move | undefined
}

/**
 * The coach's advice for the side to move at the last of its turns. Urgent advice repeats every
 * time; other advice does not repeat within a few turns, as long as something else is true.
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

/** All true advice that is worth giving, most important first. */
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

/** For this many turns, advice does not repeat. */
const REMEMBERED = 2
const FEW_MOVES = 2
/** A smaller gain is not worth mentioning. */
const WORTH_SAYING = 4

function isUrgent({ code }: Advice): boolean {
  return !['covered', 'gain', 'reach', 'moves'].includes(code)
}

/** Advice about the end of the game, if it is near. */
function nearEnd(position: Position, own: Color): Advice | undefined {
  const wins = legalMoves(position).some((move) => outcome(play(position, move))?.winner === own)
  if (wins) return { code: 'winNow' }
  if (movesOf(position, opposite(own)).length > FEW_MOVES) return undefined
  const points = score(position)
  return { code: points[own] > points[opposite(own)] ? 'ahead' : 'mustGoOn' }
}

/** Advice about stacks that can be covered, the more valuable one first. */
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
  const { gain: points, back } = mostKept(position)
  if (points - back >= WORTH_SAYING) told.push({ code: 'gain', points, back })
  if (hasCovered(position, lastMove)) told.push({ code: 'covered', square: lastMove.to })
  const safe = threat === undefined ? dearestOf(position, own) : undefined
  if (safe !== undefined) told.push({ code: 'reach', square: safe })
  return told
}

/** The most valuable of the opponent's stacks that one of a side's moves would cover. */
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

/**
 * However the side to move lands on a square, can the opponent not land there next, and takes less
 * elsewhere than the landing gains?
 */
function isKept(position: Position, square: Square): boolean {
  return legalMoves(position)
    .filter(({ to }) => to === square)
    .every((move) => {
      const { gain, back } = exchangeOf(position, move)
      return isSafe(position, move) && back < gain
    })
}

/** Can a stack of the side to move go to a square where the opponent cannot land next? */
function canEscape(position: Position, square: Square): boolean {
  return legalMoves(position).some((move) => move.from === square && isSafe(position, move))
}

/** Does a move not end the game? */
function goesOn(position: Position): (move: Move) => boolean {
  return (move) => outcome(play(position, move)) === undefined
}

/** Does the game continue after a move, without a reply on its landing? */
function isSafe(position: Position, move: Move): boolean {
  const next = play(position, move)
  return outcome(next) === undefined && !legalMoves(next).some(({ to }) => to === move.to)
}

/** The move after which most of its gain is left; moves that end the game are not looked at. */
function mostKept(position: Position): Exchange {
  const [most] = legalMoves(position)
    .filter(goesOn(position))
    .map((move) => exchangeOf(position, move))
    .sort((a, b) => b.gain - b.back - (a.gain - a.back))
  return most ?? { gain: 0, back: 0, reply: undefined }
}

/** Does a piece of the side to move lie under the stack that the opponent has just moved? */
function hasCovered({ board, turn }: Position, { to }: Move): boolean {
  const pieces = board[to]?.pieces ?? []
  return pieces.some((piece) => piece?.color === turn)
}

/** A side's most valuable stack, if it is worth mentioning and worth more than all others. */
function dearestOf(position: Position, own: Color): Square | undefined {
  const [first, second] = scoreParts(position)[own]
  if (first === undefined || first.height < 2 || first.points < WORTH_SAYING) return undefined
  return first.points === second?.points ? undefined : first.square
}
