import type { Move, Position, Square } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { type MadeMove, madeMove, type Refused } from '../../board/index.ts'
import type { After, Verdict } from './judge.ts'
import type { Step } from './lesson.ts'

/** Feedback on the learner's last try. */
export type Feedback =
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly why: RefusedHere }
  | { readonly kind: 'answered'; readonly verdict: Verdict }

/** A press that did nothing; `byButtons`: only the buttons answer this step. */
export type RefusedHere = Refused | { readonly kind: 'byButtons' }

/** The last try at the current step of a lesson: its feedback, and the board to show. */
export function createLastTry(step: ReadonlySignal<Step>) {
  const feedback = signal<Feedback>({ kind: 'asking' })
  /**
   * The solution, once the learner asked for it; a new object each time, so that the board shows it
   * again.
   */
  const shown = signal<Move | undefined>(undefined)
  /** The piece of a wrong move, if it was the right piece: it stays chosen for the next try. */
  const kept = signal<Square | undefined>(undefined)
  const verdict = computed(() =>
    feedback.value.kind === 'answered' ? feedback.value.verdict : undefined,
  )
  /** The result of a wrong move, while it is on the board. */
  const after = computed<After | undefined>(() => {
    const why = verdict.value?.isRight === false ? verdict.value.why : undefined
    return why !== undefined && 'after' in why ? why.after : undefined
  })

  function clear(told: Feedback): void {
    batch(() => {
      shown.value = undefined
      kept.value = undefined
      feedback.value = told
    })
  }

  return {
    feedback,
    after,
    kept,
    isSolved: computed(() => verdict.value?.isRight === true),
    position: computed<Position>(() => {
      if (verdict.value?.isRight) return verdict.value.position
      return after.value?.position ?? step.value.position
    }),
    /** The move that was tried, right or wrong. */
    lastMade: computed<MadeMove | undefined>(() => {
      const move = verdict.value?.isRight ? verdict.value.move : after.value?.move
      return move && madeMove(step.value.position, move)
    }),
    /** The piece that was picked correctly. */
    picked: computed<Square | undefined>(() =>
      verdict.value?.isRight ? verdict.value.picked : undefined,
    ),
    /** The solution that the learner asked for and has yet to play. */
    shown: computed(() => (after.value === undefined ? shown.value : undefined)),
    /** The solution, once the learner asked for it, or the reply that refutes a move. */
    hint: computed<Move | undefined>(() =>
      after.value === undefined ? shown.value : after.value.reply,
    ),
    /** Records an answer with its verdict. */
    judged: (given: Verdict) => clear({ kind: 'answered', verdict: given }),
    /** Records why a press did nothing; undefined if it did something. */
    refuse: (why: RefusedHere | undefined) => {
      // A solved step stays solved, whatever is pressed before the next step.
      if (verdict.peek()?.isRight) return
      feedback.value = why === undefined ? { kind: 'asking' } : { kind: 'refused', why }
    },
    show: () => {
      const current = step.peek()
      if (current.kind !== 'move') return
      batch(() => {
        feedback.value = { kind: 'asking' }
        shown.value = { ...current.solutions[0] }
      })
    },
    retry: (chosen = rightPieceOf(step.peek(), after.peek()?.move)) => {
      batch(() => {
        kept.value = chosen
        feedback.value = { kind: 'asking' }
      })
    },
    /** Resets to the state before any try. */
    forget: () => clear({ kind: 'asking' }),
  }
}

// --- internal ---

/** The piece of a wrong move, if another move by it solves the step. */
function rightPieceOf(step: Step, move: Move | undefined): Square | undefined {
  if (step.kind !== 'move' || move === undefined) return undefined
  return step.solutions.some(({ from }) => from === move.from) ? move.from : undefined
}
