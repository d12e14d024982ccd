import { isMissed, type JudgedMove, pointOf } from '@hokito/engine/review'
import { type Position, play, score } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { madeMove } from '../../board/index.ts'
import { hasMore, type PlayedLine, shownIn, withStep } from '../game/played-line.ts'
import type { ReviewModel } from './review-model.ts'

/** The board of a review, on which the reply to a slip and the better line can be played out. */
export interface WhyModel extends Pick<ReviewModel, 'position' | 'lastMade' | 'points'> {
  /** The line that is being played, and its slip; undefined if none is. */
  readonly shown: ReadonlySignal<Why | undefined>
  readonly hasMore: ReadonlySignal<boolean>
  /** Can the point of the line be seen on the board? */
  readonly isAtPoint: ReadonlySignal<boolean>
  /** Plays the first move of the reply to a slip; of the better line if the slip ended the game. */
  readonly ask: (slip: JudgedMove) => void
  /** Plays the better move instead of a slip. */
  readonly showBetter: (slip: JudgedMove) => void
  readonly stepOn: () => void
  /** Takes the line off the board. */
  readonly putAway: () => void
  /** Returns to the position after the slip. */
  readonly leave: () => void
}

export interface Why extends PlayedLine {
  readonly slip: JudgedMove
  /** Is it the better line, which begins before the slip? */
  readonly isInstead: boolean
  /** How many of its moves have to be played until the point can be seen. */
  readonly point: number
}

/**
 * Plays out why a move was a slip: first the best reply to it, then the better move. The line leaves
 * the board when the review shows another position.
 */
export function createWhyModel(
  review: Pick<ReviewModel, 'ply' | 'position' | 'lastMade' | 'walk'>,
): WhyModel {
  const asked = signal<Why | undefined>(undefined)
  const shown = computed(() =>
    asked.value && placeOf(asked.value) === review.ply.value ? asked.value : undefined,
  )
  const played = computed(() => (shown.value === undefined ? [] : shownIn(shown.value)))
  const position = computed(() => played.value.reduce(play, review.position.value))
  const putAway = () => {
    asked.value = undefined
  }
  const begin = (line: Why) => {
    review.walk.go(placeOf(line))
    const start = review.position.peek()
    asked.value = withStep({ ...line, point: pointIn(line, start) }, 1)
  }
  return {
    shown,
    hasMore: computed(() => shown.value !== undefined && hasMore(shown.value)),
    isAtPoint: computed(() => shown.value !== undefined && shown.value.step >= shown.value.point),
    ask: (slip) => begin(slip.reply.length > 0 ? replyTo(slip) : insteadOf(slip)),
    showBetter: (slip) => begin(insteadOf(slip)),
    stepOn: () => {
      const line = shown.peek()
      if (line !== undefined) asked.value = withStep(line, line.step + 1)
    },
    putAway,
    leave: () => {
      const slip = shown.peek()?.slip
      putAway()
      if (slip !== undefined) review.walk.go(slip.ply + 1)
    },
    position,
    points: computed(() => score(position.value)),
    lastMade: computed(() => {
      const last = played.value.at(-1)
      if (last === undefined) return review.lastMade.value
      return madeMove(played.value.slice(0, -1).reduce(play, review.position.value), last)
    }),
  }
}

// --- internal ---

/** The best reply to a slip, before its first move. */
function replyTo(slip: JudgedMove): Why {
  const moves = slip.reply.slice(0, LONGEST_LINE - 1)
  return { slip, moves, step: 0, isInstead: false, point: 1 }
}

/** The better line, before its first move. */
function insteadOf(slip: JudgedMove): Why {
  const moves = slip.line.slice(0, LONGEST_LINE)
  return { slip, moves, step: 0, isInstead: true, point: 1 }
}

/**
 * Of the line that the reason is about, its point; the other one goes on until the board shows what
 * it brings.
 */
function pointIn({ slip, moves, isInstead }: Why, start: Position): number {
  const { reason, mover } = slip
  return reason !== undefined && isMissed(reason.kind) === isInstead
    ? Math.min(reason.point, moves.length)
    : pointOf(isInstead ? 'couldGive' : 'greedy', start, moves, mover)
}

/**
 * Later moves of a line are too uncertain. The slip counts too, so that both lines end after as many
 * moves and can be compared.
 */
const LONGEST_LINE = 8

/** The ply at which a line begins. */
function placeOf({ slip, isInstead }: Why): number {
  return isInstead ? slip.ply : slip.ply + 1
}
