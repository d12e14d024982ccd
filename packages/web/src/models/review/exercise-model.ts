import { isSlip, type JudgedMove } from '@hokito/engine/review'
import { type Color, isSameMove, type Move, type Position } from '@hokito/rules'
import { batch, computed, signal } from '@preact/signals'
import type { ReviewModel } from './review-model.ts'

/** The result of a try. `same`: it is the move of the game. */
export type Answer =
  | { readonly kind: 'judging'; readonly move: Move }
  | { readonly kind: 'same'; readonly move: Move }
  | { readonly kind: 'right'; readonly judged: JudgedMove }
  | { readonly kind: 'wrong'; readonly judged: JudgedMove }
  | { readonly kind: 'shown'; readonly move: Move }
  | { readonly kind: 'failed'; readonly move: Move }

export type ExerciseModel = ReturnType<typeof createExerciseModel>

/** Which slips of a review to retry. */
export interface Exercise {
  readonly side: Color | 'both'
  /** The ply of the slip to begin with; the side's first one if absent. */
  readonly from?: number | undefined
}

/**
 * The slips of a review, of one side or both, each for the player to retry. There is at least one.
 */
export function createExerciseModel(
  review: Pick<ReviewModel, 'judged' | 'positions' | 'judgeAnswer'>,
  { side, from }: Exercise,
) {
  // The slips known now: what the review finds later does not change a running exercise.
  const slips = slipsOf(review.judged.peek(), side)
  const begin = slips.findIndex(({ ply }) => ply === from)
  const index = signal(Math.max(0, begin))
  const answer = signal<Answer | undefined>(undefined)
  const solved = signal<ReadonlySet<number>>(new Set())
  const isDone = computed(() => index.value >= slips.length)
  const slip = computed(() => slips[index.value])
  const position = computed(() => positionAt(review.positions.value, slip.value ?? slips.at(-1)))
  let judging = new AbortController()

  async function play(move: Move): Promise<void> {
    const asked = slip.peek()
    if (asked === undefined || !canPlay.peek()) return
    if (isSameMove(move, asked.move)) {
      answer.value = { kind: 'same', move }
      return
    }
    answer.value = { kind: 'judging', move }
    judging = new AbortController()
    const { signal: own } = judging
    try {
      const judged = await review.judgeAnswer(asked, move, own)
      if (own.aborted || judged === undefined) return
      batch(() => {
        const isRight = !isSlip(judged)
        answer.value = { kind: isRight ? 'right' : 'wrong', judged }
        if (isRight) solved.value = new Set([...solved.peek(), index.peek()])
      })
    } catch {
      if (!own.aborted) answer.value = { kind: 'failed', move }
    }
  }

  function forget(): void {
    judging.abort()
    answer.value = undefined
  }

  const canPlay = computed(() => slip.value !== undefined && answer.value === undefined)
  return {
    count: slips.length,
    index,
    slip,
    position,
    answer,
    isDone,
    canPlay,
    /** How many the player found without help. */
    solved: computed(() => solved.value.size),
    play,
    /** Resets the position after a try. */
    again: forget,
    showBest: () => {
      const [best] = slip.peek()?.line ?? []
      if (best === undefined) return
      forget()
      answer.value = { kind: 'shown', move: best }
    },
    next: () =>
      batch(() => {
        forget()
        index.value = Math.min(index.peek() + 1, slips.length)
      }),
    dispose: () => judging.abort(),
  }
}

/** The slips among some moves, of one side or both. */
export function slipsOf(moves: readonly JudgedMove[], side: Color | 'both'): readonly JudgedMove[] {
  return moves.filter((move) => isSlip(move) && (side === 'both' || move.mover === side))
}

// --- internal ---

function positionAt(positions: readonly Position[], slip: JudgedMove | undefined): Position {
  const position = positions[slip?.ply ?? 0]
  if (position === undefined) throw new Error('an exercise has a slip with its position')
  return position
}
