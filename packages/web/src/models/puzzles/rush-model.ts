import type { Puzzle } from '@hokito/engine/puzzles'
import type { Move } from '@hokito/rules'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Catalogue, nextPuzzle } from './catalogue.ts'
import { type PuzzleStore, withRush } from './puzzle-store.ts'
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

/** A rush in progress, or its result. */
export interface RushModel {
  /** The current puzzle; undefined only if there are no puzzles. */
  readonly solving: ReadonlySignal<SolveModel | undefined>
  readonly score: ReadonlySignal<number>
  /** Puzzles with a wrong move, in order. */
  readonly missed: ReadonlySignal<readonly Missed[]>
  readonly isOver: ReadonlySignal<boolean>
  /** Is the score higher than ever before? */
  readonly isBest: ReadonlySignal<boolean>
  readonly leftMs: () => number
  readonly end: () => void
  /** Leaving ends the rush: the solved puzzles count. */
  readonly dispose: () => void
}

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
export function createRushModel(dependencies: RushDependencies): RushModel {
  const { catalogue, store, now, chance, pause, after } = dependencies
  const endsAt = now() + RUSH_MS
  const best = store.value.peek().rushBest
  const open = openerOf(catalogue, chance)
  const score = signal(0)
  const missed = signal<readonly Missed[]>([])
  const isOver = signal(false)
  const solving = signal(next())

  function next(): SolveModel | undefined {
    const puzzle = open(score.peek())
    return puzzle && createRushPuzzle(puzzle, { pause, onSolved, onMissed })
  }

  function onSolved(): void {
    if (!isOver.peek() && now() < endsAt) score.value++
    void goOn()
  }

  function onMissed(one: Missed): void {
    missed.value = [...missed.peek(), one]
    void goOn()
  }

  async function goOn(): Promise<void> {
    await pause()
    if (isOver.peek()) return
    const isLast = missed.peek().length >= MOST_MISTAKES || now() >= endsAt
    const model = isLast ? undefined : next()
    if (model === undefined) return end()
    solving.peek()?.dispose()
    solving.value = model
  }

  function end(): void {
    if (isOver.peek()) return
    callOff()
    batch(() => {
      isOver.value = true
      store.change((before) => withRush(before, score.peek(), now()))
    })
  }

  const callOff = after(RUSH_MS, end)
  return {
    solving,
    score,
    missed,
    isOver,
    isBest: computed(() => score.value > best),
    leftMs: () => Math.max(0, endsAt - now()),
    end,
    dispose: () => {
      end()
      solving.peek()?.dispose()
    },
  }
}

// --- internal ---

interface RushPuzzleOptions extends Pick<RushDependencies, 'pause'> {
  readonly onSolved: () => void
  readonly onMissed: (missed: Missed) => void
}

/** One puzzle of a rush, over with the first wrong move. */
function createRushPuzzle(
  puzzle: Puzzle,
  { pause, onSolved, onMissed }: RushPuzzleOptions,
): SolveModel {
  const model = createSolveModel(puzzle, {
    refuter: undefined,
    pause,
    onTried: (isSolved) => {
      const { value: move } = model.wrong
      if (!isSolved && move !== undefined) onMissed({ puzzle, move })
    },
    onEnded: (end) => {
      if (end !== 'shown') onSolved()
    },
  })
  return model
}

/** Opens another puzzle each time, a little harder the higher the score; undefined after the last. */
function openerOf(catalogue: Catalogue, chance: () => number) {
  const met = new Set<string>()
  return (score: number): Puzzle | undefined => {
    const wish = {
      rating: FIRST_RATING + STEP * score,
      theme: undefined,
      anyRule: false,
      mostMoves: MOST_MOVES,
      tried: met,
    }
    const next = nextPuzzle(catalogue, wish, chance())
    if (next === undefined || met.has(next.id)) return undefined
    met.add(next.id)
    return catalogue.open(next)
  }
}

const FIRST_RATING = 600
const STEP = 60
/** Longer puzzles would take most of the time. */
const MOST_MOVES = 2
