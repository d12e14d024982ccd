import { isSameMove, type Move } from '@hokito/rules'
import { withStep } from '../game/played-line.ts'
import type { Refutation } from './refuter.ts'

/**
 * A puzzle being solved. It awaits a move (`asked`), the reply to a right move is coming, a wrong
 * move stands on the board, all moves were found, or the solution was shown.
 */
export type SolveState =
  | (Progress & { readonly kind: 'asked' | 'replying' })
  | WrongMove
  | (Progress & { readonly kind: 'solved' | 'shown' })

/** How a puzzle ended: solved at the first try or later, or with the solution shown. */
export const SOLVE_ENDS = ['first', 'later', 'shown'] as const
export type SolveEnd = (typeof SOLVE_ENDS)[number]

/** A wrong move on the board. */
export interface WrongMove extends Progress {
  readonly kind: 'wrong'
  readonly move: Move
  /** Undefined if nothing analyses the move. */
  readonly refuting: Refuting | undefined
  /** Has the player asked why the move is wrong? */
  readonly isWhyAsked: boolean
}

/** The analysis of the wrong move on the board. */
export type Refuting = { readonly kind: 'working' | 'failed' } | KnownRefutation

export interface KnownRefutation {
  readonly kind: 'known'
  readonly refutation: Refutation
  /** How many moves of the refutation stand on the board. */
  readonly step: number
  /**
   * Black's points minus White's after the right move instead; undefined until that is proved too.
   */
  readonly rightLead: number | undefined
}

/** The number of hints: the second names the whole move. */
export const MOST_HINTS = 2

/** The moves of the solver and the replies. */
type Solution = readonly Move[]

/** A puzzle as it is opened. `ended`: how it ended on an earlier visit. */
export function openPuzzle(solution: Solution, ended: SolveEnd | undefined): SolveState {
  if (ended === undefined) return { kind: 'asked', found: 0, hints: 0, isMissed: false }
  const kind = ended === 'shown' ? 'shown' : 'solved'
  return { kind, found: solution.length, hints: 0, isMissed: ended !== 'first' }
}

/** How the puzzle has ended; undefined if it has not. */
export function endOf({ kind, isMissed }: SolveState): SolveEnd | undefined {
  if (kind === 'shown') return 'shown'
  if (kind !== 'solved') return undefined
  return isMissed ? 'later' : 'first'
}

/** Is the first try over? */
export function isTried(state: SolveState): boolean {
  return state.isMissed || endOf(state) !== undefined
}

/** The move to find; undefined if none is awaited. */
export function wantedMove({ kind, found }: SolveState, solution: Solution): Move | undefined {
  return kind === 'asked' ? solution[found] : undefined
}

/** The player makes a move; nothing changes if none is awaited. */
export function tryMove(state: SolveState, solution: Solution, move: Move): SolveState {
  const wanted = wantedMove(state, solution)
  if (wanted === undefined) return state
  const { found, hints, isMissed } = state
  if (!isSameMove(move, wanted)) {
    const wrong = { kind: 'wrong', move, refuting: undefined, isWhyAsked: false } as const
    return { ...wrong, found, hints, isMissed: true }
  }
  const next = { found: found + 1, hints: 0, isMissed }
  return { kind: next.found === solution.length ? 'solved' : 'replying', ...next }
}

/** The next move of the solution: the reply to a right move, or a move that is shown. */
export function playOn(state: SolveState, solution: Solution): SolveState {
  const found = state.found + 1
  if (state.kind === 'replying') return { ...state, kind: 'asked', found }
  return state.kind === 'shown' && found <= solution.length ? { ...state, found } : state
}

/** All moves of a solution that is being shown, at once. */
export function showAll(state: SolveState, solution: Solution): SolveState {
  return state.kind === 'shown' ? { ...state, found: solution.length } : state
}

/** Takes back a wrong move. */
export function takeBack(state: SolveState): SolveState {
  if (state.kind !== 'wrong') return state
  const { found, hints, isMissed } = state
  return { kind: 'asked', found, hints, isMissed }
}

/** Gives up, so that the rest of the solution is shown. */
export function giveUp(state: SolveState): SolveState {
  const open = takeBack(state)
  return open.kind === 'asked' ? { ...open, kind: 'shown', isMissed: true } : state
}

/** Gives the next hint, if there is one. */
export function giveHint(state: SolveState): SolveState {
  return state.kind === 'asked' && state.hints < MOST_HINTS
    ? { ...state, hints: state.hints + 1, isMissed: true }
    : state
}

/** What is known about the wrong move now. */
export function withRefuting(state: SolveState, refuting: Refuting | undefined): SolveState {
  if (state.kind !== 'wrong') return state
  if (refuting?.kind !== 'known') return { ...state, refuting }
  // The reply is the answer to the question why.
  const least = state.isWhyAsked ? 1 : 0
  const line = { moves: refuting.refutation.moves, step: 0 }
  const { step } = withStep(line, Math.max(least, refuting.step))
  return { ...state, refuting: { ...refuting, step } }
}

/** Asks why the move is wrong; the reply is played as soon as it is known. */
export function askWhy(state: SolveState): SolveState {
  return state.kind === 'wrong'
    ? withRefuting({ ...state, isWhyAsked: true }, state.refuting)
    : state
}

/** Plays the next move of the refutation. */
export function stepOn(state: SolveState): SolveState {
  const known = refutationIn(state)
  return known ? withRefuting(state, { ...known, step: known.step + 1 }) : state
}

/** The refutation of the wrong move; undefined if there is none yet. */
export function refutationIn(state: SolveState): KnownRefutation | undefined {
  return state.kind === 'wrong' && state.refuting?.kind === 'known' ? state.refuting : undefined
}

// --- internal ---

/** What every state has. */
interface Progress {
  /** How many moves of the solution stand on the board. */
  readonly found: number
  /** 1: which piece moves; 2: also its landing. */
  readonly hints: number
  /** Has the first try failed? A hint counts as a failure too. */
  readonly isMissed: boolean
}
