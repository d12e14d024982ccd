import { type JudgedMove, slipsOf } from '@hokito/engine/review'
import type { Color, Move, Position } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import {
  type Answer,
  beginExercise,
  type ExerciseState,
  goOn,
  isOpen,
  showBest,
  slipIn,
  tryAgain,
  tryMove,
  withFailure,
  withJudged,
} from './exercise-state.ts'
import type { ReviewModel } from './review-model.ts'

/** Which slips of a review to retry. */
export interface Exercise {
  readonly side: Color | 'both'
  /** The ply of the slip to begin with; the side's first one if absent. */
  readonly from?: number | undefined
}

/** Slips being retried, one after another. */
export interface ExerciseModel {
  readonly count: number
  readonly index: ReadonlySignal<number>
  /** Undefined once the exercise is over. */
  readonly slip: ReadonlySignal<JudgedMove | undefined>
  /** The position before the slip. */
  readonly position: ReadonlySignal<Position>
  readonly answer: ReadonlySignal<Answer | undefined>
  readonly isDone: ReadonlySignal<boolean>
  readonly canPlay: ReadonlySignal<boolean>
  /** How many slips the player has left behind. */
  readonly passed: ReadonlySignal<number>
  /** How many of them the player found without help. */
  readonly solved: ReadonlySignal<number>
  /** Tries a move; resolves once it is judged. */
  readonly play: (move: Move) => Promise<void>
  /** Resets the position after a try. */
  readonly again: () => void
  readonly showBest: () => void
  readonly next: () => void
  readonly dispose: () => void
}

/**
 * The slips of a review, of one side or both, each for the player to retry. There is at least one.
 */
export function createExerciseModel(
  review: Pick<ReviewModel, 'judged' | 'positions' | 'judgeAnswer'>,
  { side, from }: Exercise,
): ExerciseModel {
  // The slips known now: what the review finds later does not change a running exercise.
  const slips = slipsOf(movesOfSide(review.judged.peek(), side))
  const state = signal(beginExercise(slips, from))
  const slip = computed(() => slipIn(state.value))
  let judging = new AbortController()

  /** Goes on, even if the last try is still being judged. */
  function leave(next: ExerciseState): void {
    if (next === state.peek()) return
    judging.abort()
    state.value = next
  }

  async function judge(asked: JudgedMove, move: Move): Promise<void> {
    judging = new AbortController()
    const { signal: own } = judging
    try {
      const judged = await review.judgeAnswer(asked, move, own)
      if (!own.aborted && judged !== undefined) state.value = withJudged(state.peek(), judged)
    } catch (error) {
      if (own.aborted) return
      state.value = withFailure(state.peek(), move)
      reportError(error)
    }
  }

  return {
    count: slips.length,
    index: computed(() => state.value.index),
    slip,
    position: computed(() => positionAt(review.positions.value, slip.value ?? slips.at(-1))),
    answer: computed(() => state.value.answer),
    isDone: computed(() => slip.value === undefined),
    canPlay: computed(() => isOpen(state.value)),
    passed: computed(() => state.value.index - state.value.first),
    solved: computed(() => state.value.solved.size),
    play: async (move) => {
      const asked = slip.peek()
      const next = tryMove(state.peek(), move)
      if (asked === undefined || next === state.peek()) return
      state.value = next
      if (next.answer?.kind === 'judging') await judge(asked, move)
    },
    again: () => leave(tryAgain(state.peek())),
    showBest: () => leave(showBest(state.peek())),
    next: () => leave(goOn(state.peek())),
    dispose: () => judging.abort(),
  }
}

/** The moves of one side or both among some. */
export function movesOfSide(
  moves: readonly JudgedMove[],
  side: Color | 'both',
): readonly JudgedMove[] {
  return moves.filter(({ mover }) => side === 'both' || mover === side)
}

// --- internal ---

function positionAt(positions: readonly Position[], slip: JudgedMove | undefined): Position {
  const position = positions[slip?.ply ?? 0]
  if (position === undefined) throw new Error('an exercise has a slip with its position')
  return position
}
