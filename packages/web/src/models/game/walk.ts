import type { Move, Position } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { HOP_MS } from '../../board/flight.ts'

/** A game with one position shown. */
export interface WalkedGame {
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly moves: ReadonlySignal<readonly Move[]>
  /** Plies played in the shown position. */
  readonly ply: ReadonlySignal<number>
  /** Shows the position after `to` plies, limited to the length of the game. */
  readonly view: (to: number) => void
}

export type Walk = ReturnType<typeof createWalk>

/** Steps through a game, by hand or automatically. Call `dispose` at the end. */
export function createWalk({ positions, moves, ply, view }: WalkedGame) {
  const isPlaying = signal(false)
  const last = computed(() => moves.value.length)

  /** The next move's hops finish before the move after it begins. */
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
    /** Goes to the position after `to` plies, limited to the length of the game. */
    go: (to: number) => {
      isPlaying.value = false
      view(to)
    },
    /** Starts or stops automatic play; at the end it starts over. */
    togglePlaying: () => {
      if (!isPlaying.peek() && ply.peek() === last.peek()) view(0)
      isPlaying.value = !isPlaying.peek() && last.peek() > 0
    },
    dispose: stop,
  }
}

// --- internal ---

/** How long each position stays on screen. */
const REST_MS = 900
