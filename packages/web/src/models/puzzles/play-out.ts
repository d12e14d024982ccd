import { type Move, outcome, type Position } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { hasMore, type PlayedLine, shownIn, withStep } from '../game/played-line.ts'
import type { Refutation, Refuter } from './refuter.ts'

/** The best moves of both sides after a solution, played one by one until the game is over. */
export interface PlayOut {
  /** `off`: nothing is left to play, or nothing can find the moves. */
  readonly state: ReadonlySignal<'off' | 'open' | 'working' | 'playing' | 'done' | 'failed'>
  /** The moves on the board so far. */
  readonly moves: ReadonlySignal<readonly Move[]>
  /** All the moves, and what they prove; undefined until they are found. */
  readonly found: ReadonlySignal<Refutation | undefined>
  /** Finds the moves and plays the first one. */
  readonly run: () => Promise<void>
  /** Plays the next one. */
  readonly stepOn: () => void
  readonly dispose: () => void
}

/** Shows what a solution is worth: the game from its last position to the end. */
export function createPlayOut(end: Position, refuter: Refuter | undefined): PlayOut {
  const canRun = refuter !== undefined && outcome(end) === undefined
  const working = new AbortController()
  const search = signal<'open' | 'working' | 'failed'>('open')
  const line = signal<PlayedLine | undefined>(undefined)
  const proved = signal<Refutation | undefined>(undefined)

  async function run(): Promise<void> {
    if (!canRun || line.peek() !== undefined || search.peek() === 'working') return
    search.value = 'working'
    const found = await refuter.refute(end, working.signal)
    if (working.signal.aborted) return
    proved.value = found
    if (found === undefined) search.value = 'failed'
    else line.value = { moves: found.moves, step: 1 }
  }

  return {
    state: computed(() => {
      if (!canRun) return 'off'
      if (line.value === undefined) return search.value
      return hasMore(line.value) ? 'playing' : 'done'
    }),
    moves: computed(() => (line.value === undefined ? [] : shownIn(line.value))),
    found: proved,
    run,
    stepOn: () => {
      const { value: shown } = line
      if (shown !== undefined) line.value = withStep(shown, shown.step + 1)
    },
    dispose: () => working.abort(),
  }
}
