import type { Move, Position, Square } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { type After, judgeCount, judgeIsOver, judgeMove, judgePick, type Verdict } from './judge.ts'
import type { Lesson, Step } from './lesson.ts'

export type LessonModel = ReturnType<typeof createLessonModel>

/** What the learner is told of the last try. */
export type Feedback =
  | { readonly kind: 'asking' }
  /** A press that the board itself refused, in its words. */
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'answered'; readonly verdict: Verdict }

/** One lesson under way; it has at least one step. `onDone` is called when its last step is solved. */
export function createLessonModel({ steps }: Lesson, onDone: () => void) {
  const index = signal(0)
  const feedback = signal<Feedback>({ kind: 'asking' })
  const isShown = signal(false)
  const step = computed<Step>(() => {
    const current = steps[index.value]
    if (current === undefined) throw new Error('a lesson has no such step')
    return current
  })
  const verdict = computed(() =>
    feedback.value.kind === 'answered' ? feedback.value.verdict : undefined,
  )
  /** What a wrong move has led to, while it is looked at. */
  const after = computed<After | undefined>(() => {
    const why = verdict.value?.isRight === false ? verdict.value.why : undefined
    return why !== undefined && 'after' in why ? why.after : undefined
  })
  const isSolved = computed(() => verdict.value?.isRight === true)

  function answer(given: Verdict): void {
    isShown.value = false
    feedback.value = { kind: 'answered', verdict: given }
    if (given.isRight && index.peek() === steps.length - 1) onDone()
  }

  return {
    index,
    step,
    count: steps.length,
    feedback,
    after,
    isSolved,
    isLast: computed(() => index.value === steps.length - 1),
    position: computed<Position>(() => {
      if (verdict.value?.isRight) return verdict.value.position
      return after.value?.position ?? step.value.position
    }),
    lastMove: computed<Move | undefined>(() =>
      verdict.value?.isRight ? verdict.value.move : after.value?.move,
    ),
    /** The solution, when it was asked for. */
    hint: computed<Move | undefined>(() => {
      if (after.value !== undefined) return after.value.reply
      return isShown.value && step.value.kind === 'move' ? step.value.solution : undefined
    }),
    play: (move: Move) => {
      const current = step.peek()
      if (current.kind === 'move') answer(judgeMove(current, move))
    },
    pick: (square: Square) => {
      const current = step.peek()
      if (current.kind === 'pick') answer(judgePick(current, square))
    },
    answerSum: (sum: number) => {
      const current = step.peek()
      if (current.kind === 'count') answer(judgeCount(current, sum))
    },
    answerIsOver: (isOver: boolean) => {
      const current = step.peek()
      if (current.kind === 'isOver') answer(judgeIsOver(current, isOver))
    },
    /** Keeps the words with which the board refused a press; none when a press did something. */
    refuse: (text: string | undefined) => {
      feedback.value = text === undefined ? { kind: 'asking' } : { kind: 'refused', text }
    },
    show: () => {
      feedback.value = { kind: 'asking' }
      isShown.value = true
    },
    retry: () => {
      feedback.value = { kind: 'asking' }
    },
    next: () => {
      if (index.peek() === steps.length - 1) return
      feedback.value = { kind: 'asking' }
      isShown.value = false
      index.value++
    },
  }
}
