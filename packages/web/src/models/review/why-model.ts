import { isMissed, type JudgedMove } from '@hokito/engine/review'
import { play, score } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { madeMove } from '../../board/index.ts'
import { hasMore, type PlayedLine, shownIn, withStep } from '../game/played-line.ts'
import type { ReviewModel } from './review-model.ts'

/** The board of a review, on which the best replies to a slip can be played out. */
export interface WhyModel extends Pick<ReviewModel, 'position' | 'lastMade' | 'points'> {
  /** The line that is being played, and the slip that it answers; undefined if none is. */
  readonly shown: ReadonlySignal<Why | undefined>
  readonly hasMore: ReadonlySignal<boolean>
  /** Can the point of the line be seen on the board? */
  readonly isAtPoint: ReadonlySignal<boolean>
  /** Can the review show what a slip leads to? */
  readonly canAsk: (slip: JudgedMove) => boolean
  /** Plays the first move of the line. */
  readonly ask: (slip: JudgedMove) => void
  readonly stepOn: () => void
  /** Returns to the position after the slip. */
  readonly leave: () => void
}

export interface Why extends PlayedLine {
  readonly slip: JudgedMove
  /** Does the line begin before the slip, because a better move is the point? */
  readonly isInstead: boolean
  /** How many of its moves have to be played until the point can be seen. */
  readonly point: number
}

/**
 * Plays out why a move was a slip: the line of its reason, or else the best line that the review
 * found after it. The line leaves the board when the review shows another position.
 */
export function createWhyModel(review: ReviewModel): WhyModel {
  const asked = signal<Why | undefined>(undefined)
  const shown = computed(() =>
    asked.value && placeOf(asked.value) === review.ply.value ? asked.value : undefined,
  )
  const played = computed(() => (shown.value === undefined ? [] : shownIn(shown.value)))
  const position = computed(() => played.value.reduce(play, review.position.value))
  return {
    shown,
    hasMore: computed(() => shown.value !== undefined && hasMore(shown.value)),
    isAtPoint: computed(() => shown.value !== undefined && shown.value.step >= shown.value.point),
    canAsk: (slip) => whyOf(slip, review).moves.length > 0,
    ask: (slip) => {
      const why = withStep(whyOf(slip, review), 1)
      review.walk.go(placeOf(why))
      asked.value = why
    },
    stepOn: () => {
      const line = shown.peek()
      if (line !== undefined) asked.value = withStep(line, line.step + 1)
    },
    leave: () => {
      const slip = shown.peek()?.slip
      asked.value = undefined
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

/** The line that shows why a move was a slip, before its first move. */
function whyOf(slip: JudgedMove, review: Pick<ReviewModel, 'judgedAt'>): Why {
  const { reason } = slip
  if (reason !== undefined && reason.line.length > 0) {
    const { kind, line, point } = reason
    return { slip, moves: line, step: 0, isInstead: isMissed(kind), point }
  }
  const moves = review.judgedAt(slip.ply + 2)?.line ?? []
  return { slip, moves, step: 0, isInstead: false, point: 1 }
}

/** The ply at which a line begins. */
function placeOf({ slip, isInstead }: Why): number {
  return isInstead ? slip.ply : slip.ply + 1
}
