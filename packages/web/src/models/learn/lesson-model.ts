import { destinations, type Move, type Square } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Choice } from '../../board/index.ts'
import { judgeCount, judgeIsOver, judgeMove, judgePick, startOf, type Verdict } from './judge.ts'
import { createLastTry } from './last-try.ts'
import type { Lesson, MoveStep, Step } from './lesson.ts'

export type LessonModel = ReturnType<typeof createLessonModel>

/** A lesson in progress; it has at least one step. Calls `onDone` when its last step is solved. */
export function createLessonModel({ steps }: Lesson, onDone: () => void) {
  const index = signal(0)
  /** The furthest step that the learner has reached. */
  const reached = signal(0)
  const choice = signal<Choice | undefined>(undefined)
  const step = computed<Step>(() => {
    const current = steps[index.value]
    if (current === undefined) throw new Error('a lesson has no such step')
    return current
  })
  const isLast = computed(() => index.value === steps.length - 1)
  const { judged, forget, ...lastTry } = createLastTry(step)

  function answer(verdict: Verdict): void {
    judged(verdict)
    if (verdict.isRight && isLast.peek()) onDone()
  }

  const answers = answersTo(step, answer)

  let isResumed = false

  function goTo(at: number): void {
    isResumed = false
    if (at === index.peek() || steps[at] === undefined) return
    batch(() => {
      forget()
      index.value = at
      reached.value = Math.max(at, reached.peek())
    })
  }

  return {
    index,
    reached,
    step,
    count: steps.length,
    isLast,
    ...lastTry,
    /** The piece chosen on the board, and its hops so far. */
    choice,
    choose: (next: Choice | undefined) => {
      choice.value = next
    },
    ...answers,
    retry: () => lastTry.retry(),
    /**
     * A press while the result of a wrong move is on the board: starts the next try, and counts as
     * its first press.
     */
    retryAt: (square: Square) => {
      const current = step.peek()
      const wrong = lastTry.after.peek()?.move
      if (current.kind !== 'move' || wrong === undefined) return
      batch(() => {
        lastTry.retry()
        // A press on the piece at its new place means to take it up, not to land there again.
        if (square === wrong.to) return
        const from = lastTry.kept.peek()
        const lands = from !== undefined && destinations(current.position, from).includes(square)
        if (lands) answers.play({ from, to: square })
        else if (isStart(current, square)) lastTry.retry(square)
      })
    },
    /** Goes to a step by its index, with no try made; does nothing if there is no such step. */
    goTo,
    next: () => goTo(index.peek() + 1),
    /** The same when the lesson is opened again: the step is then not announced as new. */
    resume: (at: number) => {
      goTo(at)
      isResumed = true
    },
    /** Was the lesson reopened at this step? */
    isResumed: () => isResumed,
  }
}

// --- internal ---

/** Can the step begin with the piece on a square? */
function isStart(step: MoveStep, square: Square): boolean {
  const start = startOf(step)
  const isFit = start === undefined || start === square
  return isFit && destinations(step.position, square).length > 0
}

/** The ways to answer; an answer to another kind of step than the current one is ignored. */
function answersTo(step: ReadonlySignal<Step>, answer: (verdict: Verdict) => void) {
  return {
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
  }
}
