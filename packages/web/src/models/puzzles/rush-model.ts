import type { Puzzle } from '@hokito/engine/puzzles'
import type { Move } from '@hokito/rules'
import { batch, computed, signal } from '@preact/signals'
import { type Catalogue, nextPuzzle } from './catalogue.ts'
import type { PuzzleStore } from './puzzle-store.ts'
import { createSolveModel, type SolveModel } from './solve-model.ts'

/** The duration of a rush. */
export const RUSH_MS = 180_000
/** The number of mistakes that ends it. */
export const MOST_MISTAKES = 3

/** A puzzle with a wrong move, and that move. */
export interface Missed {
  readonly puzzle: Puzzle
  readonly move: Move
}

export type RushModel = ReturnType<typeof createRushModel>

interface RushDependencies {
  readonly catalogue: Catalogue
  readonly store: PuzzleStore
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From 0 up to 1. */
  readonly chance: () => number
  /** A short pause, so that the player sees the board before it changes. */
  readonly pause: () => Promise<void>
  /** Calls back after some milliseconds; the returned function cancels that. */
  readonly after: (ms: number, callBack: () => void) => () => void
}

/**
 * As many puzzles as possible in three minutes, beginning with easy ones; starts straight away.
 * Call `dispose` at the end.
 */
export function createRushModel(dependencies: RushDependencies) {
  const { catalogue, store, now, chance, pause, after } = dependencies
  const endsAt = now() + RUSH_MS
  const met = new Set<string>()
  const score = signal(0)
  const missed = signal<readonly Missed[]>([])
  const isOver = signal(false)
  const best = store.value.peek().rushBest
  const solving = signal(nextModel())

  /** The next puzzle, a little harder after each solved one. */
  function nextModel(): SolveModel | undefined {
    const wish = {
      rating: FIRST_RATING + STEP * score.peek(),
      theme: undefined,
      anyRule: false,
      mostMoves: MOST_MOVES,
      tried: met,
    }
    const next = nextPuzzle(catalogue, wish, chance())
    if (next === undefined || met.has(next.id)) return undefined
    met.add(next.id)
    return modelOf(catalogue.open(next))
  }

  function modelOf(puzzle: Puzzle): SolveModel {
    const model = createSolveModel(puzzle, {
      refuter: undefined,
      pause,
      onTried: (isSolved) => {
        const { value: move } = model.wrong
        if (!isSolved && move !== undefined) void onMissed({ puzzle, move })
      },
      onEnded: (end) => {
        if (end === 'solved') void onSolved()
      },
    })
    return model
  }

  async function onSolved(): Promise<void> {
    if (!isOver.peek() && now() < endsAt) score.value++
    await goOn()
  }

  async function onMissed(one: Missed): Promise<void> {
    missed.value = [...missed.peek(), one]
    await goOn()
  }

  async function goOn(): Promise<void> {
    await pause()
    if (isOver.peek()) return
    if (missed.peek().length >= MOST_MISTAKES || now() >= endsAt) return end()
    const next = nextModel()
    if (next === undefined) return end()
    solving.peek()?.dispose()
    solving.value = next
  }

  function end(): void {
    if (isOver.peek()) return
    callOff()
    batch(() => {
      isOver.value = true
      store.change((before) => ({ ...before, rushBest: Math.max(before.rushBest, score.peek()) }))
    })
  }

  const callOff = after(RUSH_MS, end)
  return {
    /** The current puzzle; undefined only if there are no puzzles. */
    solving,
    score,
    /** Puzzles with a wrong move, in order. */
    missed,
    isOver,
    /** Is the score higher than ever before? */
    isBest: computed(() => score.value > best),
    leftMs: () => Math.max(0, endsAt - now()),
    end,
    dispose: () => {
      // Leaving ends the rush: the solved puzzles count.
      end()
      solving.peek()?.dispose()
    },
  }
}

// --- internal ---

const FIRST_RATING = 600
const STEP = 60
/** Longer puzzles would take most of the time. */
const MOST_MOVES = 2
