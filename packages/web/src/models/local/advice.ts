import type { Move } from '@hokito/rules'
import { computed, signal } from '@preact/signals'
import type { Computer } from './computer.ts'
import type { GameView } from './game-view.ts'

/** Hints: one request at a time, dropped as soon as the game moves on. */
export function createAdvice(
  { movable, live }: GameView,
  computer: Computer,
  onFailure: () => void,
) {
  const hint = signal<Move | undefined>(undefined)
  const isAdvising = signal(false)
  let asked = new AbortController()
  const canAsk = computed(
    () => computer.isAvailable && movable.value !== 'none' && !isAdvising.value,
  )

  function drop(): void {
    asked.abort()
    hint.value = undefined
    isAdvising.value = false
  }

  async function ask(): Promise<void> {
    if (!canAsk.peek()) return
    asked = new AbortController()
    const { signal: stopped } = asked
    isAdvising.value = true
    try {
      const move = await computer.advise(live.peek(), stopped)
      if (!stopped.aborted) hint.value = move
    } catch {
      if (!stopped.aborted) onFailure()
    } finally {
      if (!stopped.aborted) isAdvising.value = false
    }
  }

  return { hint, isAdvising, canAsk, ask, drop }
}
