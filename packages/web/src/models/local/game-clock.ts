import type { ByColor } from '@hokito/rules'
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { type LocalGame, livePosition, remainingMs } from './local-game.ts'

/**
 * Measures the current turn of a game. `restart` begins a turn, `usedMs` of which is already used.
 * Calls `onFlag` when the side to move has no time left.
 */
export function createGameClock(
  game: ReadonlySignal<LocalGame>,
  now: () => number,
  onFlag: () => void,
) {
  let turnStartedAt = now() - game.peek().turnElapsedMs
  const elapsed = signal(game.peek().turnElapsedMs)

  function elapsedMs(): number {
    return game.peek().timeControl === undefined ? 0 : Math.max(0, now() - turnStartedAt)
  }

  function restart(usedMs: number): void {
    turnStartedAt = now() - usedMs
    elapsed.value = usedMs
  }

  const stop = effect(() => {
    if (game.value.timeControl === undefined || game.value.record.ending !== undefined) return
    const timer = setInterval(() => {
      elapsed.value = elapsedMs()
      const left = remainingMs(game.peek(), elapsed.peek())
      if (left !== undefined && left[livePosition(game.peek()).turn] <= 0) onFlag()
    }, TICK_MS)
    return () => clearInterval(timer)
  })

  return {
    /** Time left for each side; undefined if the game has no clock. */
    remaining: computed<ByColor<number> | undefined>(() => remainingMs(game.value, elapsed.value)),
    elapsedMs,
    restart,
    stop,
  }
}

// --- internal ---

const TICK_MS = 100
