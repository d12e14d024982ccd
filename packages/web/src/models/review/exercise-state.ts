import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { isSameMove, type Move } from '@hokito/rules'

/** An exercise in progress; it is over behind the last slip. */
export interface ExerciseState {
  /** The slips to retry, in the order of the game. */
  readonly slips: readonly JudgedMove[]
  /** Which of them came first. */
  readonly first: number
  /** Which of them is being retried. */
  readonly index: number
  /** The result of the last try; undefined while a move is awaited. */
  readonly answer: Answer | undefined
  /** The indices of the slips for which the player found a better move. */
  readonly solved: ReadonlySet<number>
}

/** The result of a try. `same`: it is the move of the game. */
export type Answer =
  | { readonly kind: 'judging' | 'same' | 'shown' | 'failed'; readonly move: Move }
  | { readonly kind: 'right' | 'wrong'; readonly judged: JudgedMove }

/** An exercise with its first slip, or with the slip of a ply. */
export function beginExercise(
  slips: readonly JudgedMove[],
  from: number | undefined,
): ExerciseState {
  const index = Math.max(
    0,
    slips.findIndex(({ ply }) => ply === from),
  )
  return { slips, first: index, index, answer: undefined, solved: new Set() }
}

/** The slip being retried; undefined if the exercise is over. */
export function slipIn({ slips, index }: ExerciseState): JudgedMove | undefined {
  return slips[index]
}

/** Is a move awaited? */
export function isOpen(state: ExerciseState): boolean {
  return slipIn(state) !== undefined && state.answer === undefined
}

/** The player's move, which then has to be judged unless it is the move of the game. */
export function tryMove(state: ExerciseState, move: Move): ExerciseState {
  const slip = slipIn(state)
  if (slip === undefined || !isOpen(state)) return state
  const kind = isSameMove(move, slip.move) ? 'same' : 'judging'
  return { ...state, answer: { kind, move } }
}

/** The judgement of the move that was tried. */
export function withJudged(state: ExerciseState, judged: JudgedMove): ExerciseState {
  if (isSlip(judged)) return { ...state, answer: { kind: 'wrong', judged } }
  const solved = new Set([...state.solved, state.index])
  return { ...state, answer: { kind: 'right', judged }, solved }
}

/** The judging has failed. */
export function withFailure(state: ExerciseState, move: Move): ExerciseState {
  return { ...state, answer: { kind: 'failed', move } }
}

/** Resets the position after a try. */
export function tryAgain(state: ExerciseState): ExerciseState {
  return { ...state, answer: undefined }
}

/** Shows the best move. */
export function showBest(state: ExerciseState): ExerciseState {
  const [move] = slipIn(state)?.line ?? []
  return move === undefined ? state : { ...state, answer: { kind: 'shown', move } }
}

/** Is the best move left to show? It is after a move that is only nearly as good. */
export function isBestLeft(answer: Answer | undefined): boolean {
  return answer?.kind !== 'shown' && !(answer?.kind === 'right' && isBest(answer.judged))
}

/** Is there nothing better than a move that was tried? */
export function isBest({ judgement }: Pick<JudgedMove, 'judgement'>): boolean {
  return judgement === 'best' || judgement === 'only' || judgement === 'forced'
}

/** Goes on to the next slip; after the last one, the exercise is over. */
export function goOn(state: ExerciseState): ExerciseState {
  const index = Math.min(state.index + 1, state.slips.length)
  return { ...state, index, answer: undefined }
}
