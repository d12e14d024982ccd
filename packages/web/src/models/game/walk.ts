import type { Move, Position } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'

/** A game in which one position is looked at. */
export interface WalkedGame {
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly moves: ReadonlySignal<readonly Move[]>
  /** Half-moves played in the position that is looked at. */
  readonly ply: ReadonlySignal<number>
  /** Looks at the position after `to` half-moves, cut to the game. */
  readonly view: (to: number) => void
}

export type Walk = ReturnType<typeof createWalk>

/** Walks through a game, step by step or by itself. Call `dispose` when nobody looks any more. */
export function createWalk({ positions, moves, ply, view }: WalkedGame) {
  const isPlaying = signal(false)
  const last = computed(() => moves.value.length)

  /** The next move's hops are seen to their end before the one after it begins. */
  function stepMs(): number {
    const move = moves.peek()[ply.value - 1]
    const stack = move && positions.peek()[ply.value - 1]?.board[move.from]
    return REST_MS + HOP_MS * (stack?.top.value ?? 0)
  }

  const stop = effect(() => {
    if (!isPlaying.value) return
    if (ply.value === last.value) {
      isPlaying.value = false
      return
    }
    const timer = setTimeout(() => view(ply.peek() + 1), stepMs())
    return () => clearTimeout(timer)
  })

  return {
    ply,
    last,
    isPlaying,
    /** Goes to the position after `to` half-moves, cut to the game. */
    go: (to: number) => {
      isPlaying.value = false
      view(to)
    },
    /** Starts or stops walking by itself; from the end it starts over. */
    togglePlaying: () => {
      if (!isPlaying.peek() && ply.peek() === last.peek()) view(0)
      isPlaying.value = !isPlaying.peek() && last.peek() > 0
    },
    dispose: stop,
  }
}

// --- internal ---

/** How long a position stands still, so that it can be looked at. */
const REST_MS = 900
/** What a hop takes on the board. */
const HOP_MS = 190
