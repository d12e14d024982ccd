import type { Engine } from '@hokito/engine'
import {
  createReviewer,
  type Finding,
  type JudgedMove,
  judgeGame,
  momentsOf,
  type SideSummary,
  summarise,
} from '@hokito/engine/review'
import type { ByColor, Color, GameRecord, Move } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { startOnce } from '../device/start-once.ts'
import { createReplayModel, type ReplayModel } from '../replay/replay-model.ts'
import type { ReviewStore } from './review-store.ts'
import { reviewKey } from './review-text.ts'

/** `off`: this browser has no computer. */
export type ReviewState = 'off' | 'working' | 'stopped' | 'done' | 'failed'

/** A record that is replayed and reviewed. */
export interface ReviewModel extends Omit<ReplayModel, 'dispose'> {
  readonly state: ReadonlySignal<ReviewState>
  /** The moves judged so far, in the order of the game. */
  readonly judged: ReadonlySignal<readonly JudgedMove[]>
  readonly summary: ReadonlySignal<ByColor<SideSummary>>
  /** The moves of both sides that mattered most, in the order of the game. */
  readonly moments: ReadonlySignal<readonly JudgedMove[]>
  /** Does the browser lack the room to store the review? */
  readonly isUnkept: ReadonlySignal<boolean>
  readonly canJudge: boolean
  /** Begins, or continues after a stop. */
  readonly run: () => Promise<void>
  readonly stop: () => void
  /** The judgement of the move that led to the position after `ply` moves, once it is known. */
  readonly judgedAt: (ply: number) => JudgedMove | undefined
  /**
   * Judges another move in place of a judged one; undefined if it was stopped. Rejects if the
   * computer fails.
   */
  readonly judgeAnswer: (
    judged: JudgedMove,
    move: Move,
    signal: AbortSignal,
  ) => Promise<JudgedMove | undefined>
  readonly dispose: () => void
}

interface ReviewDependencies {
  /** Our colour, if it is a game of ours. */
  readonly own?: Color | undefined
  /** After how many plies it opens; 0 if absent. */
  readonly ply?: number
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
  { own, ply, store, start, now }: ReviewDependencies,
): ReviewModel {
  const replay = createReplayModel(record, own, ply)
  const game = { positions: replay.positions.peek(), moves: record.moves }
  const key = reviewKey(record)
  const findings = signal(store.load(key, game))
  const isUnkept = signal(false)
  const judged = computed(() => judgeGame(findings.value.values()))
  const late = startOnce(start && (() => startReviewer(start)))
  const { state, run, stop } = createRun(async (signal) => {
    const reviewer = await late.get()
    return reviewer.review(game, { signal, known: findings.peek(), onFinding: keep })
  })

  function keep(finding: Finding): void {
    findings.value = new Map([...findings.peek(), [finding.ply, finding]])
    isUnkept.value = !store.save(key, findings.peek(), now())
  }

  if (findings.peek().size === record.moves.length) state.value = 'done'
  else if (start === undefined) state.value = 'off'
  else void run()

  return {
    ...replay,
    state,
    judged,
    summary: computed(() => summarise(judged.value)),
    moments: computed(() => momentsOf(judged.value)),
    isUnkept,
    canJudge: start !== undefined,
    run,
    stop,
    judgedAt: (ply) => judged.value.find((move) => move.ply === ply - 1),
    judgeAnswer: async (asked, move, signal) => {
      const position = game.positions[asked.ply]
      if (position === undefined) throw new Error('a judged move has a position')
      return (await late.get()).judgeAnswer(position, move, asked, signal)
    },
    dispose: () => {
      stop()
      replay.dispose()
      late.close()
    },
  }
}

// --- internal ---

/**
 * Work that can be stopped and continued. `work` returns whether all of it is done, and rejects if
 * the computer fails.
 */
function createRun(work: (signal: AbortSignal) => Promise<boolean>) {
  const state = signal<ReviewState>('stopped')
  let stopped = new AbortController()
  return {
    state,
    run: async () => {
      if (state.peek() === 'working') return
      stopped = new AbortController()
      const { signal: own } = stopped
      state.value = 'working'
      try {
        const isWhole = await work(own)
        if (!own.aborted) state.value = isWhole ? 'done' : 'stopped'
      } catch (error) {
        if (own.aborted) return
        state.value = 'failed'
        reportError(error)
      }
    },
    stop: () => {
      if (state.peek() !== 'working') return
      stopped.abort()
      state.value = 'stopped'
    },
  }
}

/** A reviewer that also closes its engine. */
async function startReviewer(start: () => Promise<Engine>) {
  const engine = await start()
  return { ...createReviewer(engine), close: () => engine.close() }
}
