import { type Move, outcome, type Position } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Refuter } from './refuter.ts'

/** The best moves of both sides after a solution, played until the game is over. */
export interface PlayOut {
  /** `off`: nothing is left to play, or nothing can find the moves. */
  readonly state: ReadonlySignal<'off' | 'open' | 'working' | 'playing' | 'done' | 'failed'>
  /** The moves on the board so far. */
  readonly moves: ReadonlySignal<readonly Move[]>
  /** Finds the moves and plays them; resolves after the last one. */
  readonly run: () => Promise<void>
  readonly dispose: () => void
}

interface PlayOutOptions {
  readonly refuter: Refuter | undefined
  /** A short pause before each move, so that the player sees it. */
  readonly pause: () => Promise<void>
}

/** Shows what a solution is worth: the game from its last position to the end. */
export function createPlayOut(end: Position, { refuter, pause }: PlayOutOptions): PlayOut {
  const canRun = refuter !== undefined && outcome(end) === undefined
  const working = new AbortController()
  const step = signal<'open' | 'working' | 'playing' | 'done' | 'failed'>('open')
  const moves = signal<readonly Move[]>([])

  async function run(): Promise<void> {
    if (!canRun || (step.peek() !== 'open' && step.peek() !== 'failed')) return
    step.value = 'working'
    const found = await refuter.refute(end, working.signal).catch(() => undefined)
    if (working.signal.aborted) return
    if (found === undefined) {
      step.value = 'failed'
      return
    }
    step.value = 'playing'
    for (const move of found.moves) {
      await pause()
      if (working.signal.aborted) return
      moves.value = [...moves.peek(), move]
    }
    step.value = 'done'
  }

  return {
    state: computed(() => (canRun ? step.value : 'off')),
    moves,
    run,
    dispose: () => working.abort(),
  }
}
