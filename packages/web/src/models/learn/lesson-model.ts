import type { Move, Position, Square } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Choice, type MadeMove, madeMove } from '../../board/index.ts'
import { type After, judgeCount, judgeIsOver, judgeMove, judgePick, type Verdict } from './judge.ts'
import {
  afterIn,
  type LastTry,
  offersIn,
  type RefusedHere,
  refuse,
  retry,
  retryAt,
  rightIn,
  showSolution,
  UNTRIED,
} from './last-try-state.ts'
import type { Lesson, Step } from './lesson.ts'

/** A lesson in progress: signals for the page, actions for its board and buttons. */
export interface LessonModel extends ShownTry, Tries, Answers {
  readonly index: ReadonlySignal<number>
  /** The furthest step that the learner has reached. */
  readonly reached: ReadonlySignal<number>
  readonly step: ReadonlySignal<Step>
  readonly count: number
  readonly isLast: ReadonlySignal<boolean>
  /** Feedback on the last try. */
  readonly feedback: ReadonlySignal<LastTry>
  /** The piece chosen on the board, and its hops so far. */
  readonly choice: ReadonlySignal<Choice | undefined>
  readonly choose: (choice: Choice | undefined) => void
  /** Goes to a step by its index, with no try made; does nothing if there is no such step. */
  readonly goTo: (at: number) => void
  readonly next: () => void
  /** The same when the lesson is opened again: the step is then not announced as new. */
  readonly resume: (at: number) => void
  /** Was the lesson reopened at this step? */
  readonly isResumed: () => boolean
}

/** The last try on the board. */
interface ShownTry {
  readonly isSolved: ReadonlySignal<boolean>
  readonly position: ReadonlySignal<Position>
  /** The result of a wrong move, while it is on the board. */
  readonly after: ReadonlySignal<After | undefined>
  /** The move that was tried, right or wrong. */
  readonly lastMade: ReadonlySignal<MadeMove | undefined>
  /** The piece that was picked correctly. */
  readonly picked: ReadonlySignal<Square | undefined>
  /** The piece of a wrong move that stays chosen for the next try. */
  readonly kept: ReadonlySignal<Square | undefined>
  /** The solution that the learner asked for and has yet to play. */
  readonly shown: ReadonlySignal<Move | undefined>
  /** The solution, once the learner asked for it, or the reply that refutes a move. */
  readonly hint: ReadonlySignal<Move | undefined>
}

/** Everything that is no answer yet. */
interface Tries {
  /** Records why a press did nothing; undefined if it did something. */
  readonly refuse: (why: RefusedHere | undefined) => void
  /** Shows the solution. */
  readonly show: () => void
  readonly retry: () => void
  /**
   * A press while the result of a wrong move is on the board: starts the next try, and counts as
   * its first press.
   */
  readonly retryAt: (square: Square) => void
}

/** The ways to answer; an answer to another kind of step than the current one is ignored. */
interface Answers {
  readonly play: (move: Move) => void
  readonly pick: (square: Square) => void
  readonly answerSum: (sum: number) => void
  readonly answerIsOver: (isOver: boolean) => void
}

/** A lesson in progress; it has at least one step. Calls `onDone` when its last step is solved. */
export function createLessonModel({ steps }: Lesson, onDone: () => void): LessonModel {
  const index = signal(0)
  const reached = signal(0)
  const choice = signal<Choice | undefined>(undefined)
  const last = signal(UNTRIED)
  const step = computed<Step>(() => {
    const current = steps[index.value]
    if (current === undefined) throw new Error('a lesson has no such step')
    return current
  })
  const isLast = computed(() => index.value === steps.length - 1)
  const answers = answersTo(step, (verdict) => {
    last.value = { kind: 'answered', verdict }
    if (verdict.isRight && isLast.peek()) onDone()
  })
  let isResumed = false

  function goTo(at: number): void {
    isResumed = false
    if (at === index.peek() || steps[at] === undefined) return
    batch(() => {
      last.value = UNTRIED
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
    feedback: last,
    ...shownOf(step, last),
    choice,
    choose: (next) => {
      choice.value = next
    },
    ...answers,
    ...triesAt(step, last, answers.play),
    goTo,
    next: () => goTo(index.peek() + 1),
    resume: (at) => {
      goTo(at)
      isResumed = true
    },
    isResumed: () => isResumed,
  }
}

// --- internal ---

function shownOf(step: ReadonlySignal<Step>, last: ReadonlySignal<LastTry>): ShownTry {
  const right = computed(() => rightIn(last.value))
  const after = computed(() => afterIn(last.value))
  const shown = computed(() => offersIn(last.value).shown)
  return {
    isSolved: computed(() => right.value !== undefined),
    position: computed(() => (right.value ?? after.value ?? step.value).position),
    after,
    lastMade: computed(() => {
      const { move } = right.value ?? after.value ?? {}
      return move && madeMove(step.value.position, move)
    }),
    picked: computed(() => right.value?.picked),
    kept: computed(() => offersIn(last.value).kept),
    shown,
    hint: computed(() => (after.value === undefined ? shown.value : after.value.reply)),
  }
}

function triesAt(
  step: ReadonlySignal<Step>,
  last: Signal<LastTry>,
  play: (move: Move) => void,
): Tries {
  return {
    refuse: (why) => {
      last.value = refuse(last.peek(), why)
    },
    show: () => {
      last.value = showSolution(last.peek(), step.peek())
    },
    retry: () => {
      last.value = retry(last.peek(), step.peek())
    },
    retryAt: (square) => {
      const next = retryAt(last.peek(), step.peek(), square)
      batch(() => {
        last.value = next.last
        if (next.move !== undefined) play(next.move)
      })
    },
  }
}

function answersTo(step: ReadonlySignal<Step>, answer: (verdict: Verdict) => void): Answers {
  return {
    play: (move) => {
      const current = step.peek()
      if (current.kind === 'move') answer(judgeMove(current, move))
    },
    pick: (square) => {
      const current = step.peek()
      if (current.kind === 'pick') answer(judgePick(current, square))
    },
    answerSum: (sum) => {
      const current = step.peek()
      if (current.kind === 'count') answer(judgeCount(current, sum))
    },
    answerIsOver: (isOver) => {
      const current = step.peek()
      if (current.kind === 'isOver') answer(judgeIsOver(current, isOver))
    },
  }
}
