import type { Engine } from '@hokito/engine'
import {
  createReviewer,
  type Finding,
  type JudgedMove,
  judge,
  momentsOf,
  type Reviewer,
  summarise,
} from '@hokito/engine/review'
import type { Color, GameRecord, Move } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import { createReplayModel } from '../replay/replay-model.ts'
import type { ReviewStore } from './review-store.ts'
import { reviewKey } from './review-text.ts'

/** `off`: this browser has no computer. */
export type ReviewState = 'off' | 'working' | 'stopped' | 'done' | 'failed'

export type ReviewModel = ReturnType<typeof createReviewModel>

interface ReviewDependencies {
  /** Our colour, if it is a game of ours. */
  readonly own?: Color | undefined
  readonly store: ReviewStore
  /** Starts an engine; undefined if this browser cannot run one. */
  readonly start: (() => Promise<Engine>) | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * The review of a record with moves: stored findings straight away, the rest as they are found,
 * from the last move to the first. Call `dispose` at the end.
 */
export function createReviewModel(
  record: GameRecord,
  { own, store, start, now }: ReviewDependencies,
) {
  const replay = createReplayModel(record, own)
  const game = { positions: replay.positions.peek(), moves: record.moves }
  const key = reviewKey(record)
  const findings = signal(store.load(key, game))
  const state = signal<ReviewState>('stopped')
  const isUnkept = signal(false)
  const moves = computed(() =>
    [...findings.value.values()].sort((a, b) => a.ply - b.ply).map(judge),
  )
  let stopped = new AbortController()
  let engine: Promise<Engine> | undefined
  let reviewer: Promise<Reviewer> | undefined

  function reviewing(): Promise<Reviewer> {
    if (start === undefined) throw new Error('this browser cannot run the computer')
    engine ??= start()
    reviewer ??= engine
      .then((started) => createReviewer(started))
      .catch((error: unknown) => {
        // Not kept, so that the next attempt starts again: the network may be back by then.
        engine = undefined
        reviewer = undefined
        throw error
      })
    return reviewer
  }

  function keep(finding: Finding): void {
    findings.value = new Map([...findings.peek(), [finding.ply, finding]])
    isUnkept.value = !store.save(key, findings.peek(), now())
  }

  /** Begins, or continues after a stop. */
  async function run(): Promise<void> {
    if (state.peek() === 'working') return
    stopped = new AbortController()
    const { signal: own } = stopped
    state.value = 'working'
    try {
      const ready = await reviewing()
      const isWhole = await ready.review(game, {
        signal: own,
        known: findings.peek(),
        onFinding: keep,
      })
      if (!own.aborted) state.value = isWhole ? 'done' : 'stopped'
    } catch {
      if (!own.aborted) state.value = 'failed'
    }
  }

  function stop(): void {
    if (state.peek() !== 'working') return
    stopped.abort()
    state.value = 'stopped'
  }

  if (findings.peek().size === record.moves.length) state.value = 'done'
  else if (start === undefined) state.value = 'off'
  else void run()

  return {
    ...replay,
    state,
    /** The moves judged so far, in the order of the game. */
    judged: moves,
    summary: computed(() => summarise(moves.value)),
    moments: computed(() => momentsOf(moves.value)),
    /** Does the browser lack the room to store the review? */
    isUnkept,
    run,
    stop,
    /** The judgement of the move that led to the position after `ply` moves, once it is known. */
    judgedAt: (ply: number): JudgedMove | undefined =>
      moves.value.find((move) => move.ply === ply - 1),
    /** Judges another move in place of a judged one; rejects if the computer fails. */
    judgeAnswer: async (judged: JudgedMove, move: Move, signal: AbortSignal) => {
      const position = game.positions[judged.ply]
      if (position === undefined) throw new Error('a judged move has a position')
      return (await reviewing()).judgeAnswer(position, move, judged, signal)
    },
    canJudge: start !== undefined,
    dispose: () => {
      stopped.abort()
      replay.dispose()
      // A failed start has already been reported.
      engine?.then((started) => started.close()).catch(() => undefined)
    },
  }
}
