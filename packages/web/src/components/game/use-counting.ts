import type { Color, Position } from '@hokito/rules'
import { effect, type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Counting, type CountingPace, createCounting } from '../../models/game/counting.ts'
import { useServices } from '../../services.ts'

/** The data of a game that counting needs. */
export interface CountedGame {
  readonly ending: ReadonlySignal<{ readonly kind: string } | undefined>
  readonly live: ReadonlySignal<Position>
  readonly isLive: ReadonlySignal<boolean>
  /** Who won, if not only the points of the last position count. */
  readonly winnerAt?: (last: Position) => Color | 'draw' | undefined
}

/**
 * The counting of a game's points, while its end is shown. It runs step by step if the game ended
 * on this page, after the last move has landed; a touch or a key ends it. It is complete straight
 * away if the game was opened finished, was not decided by points, or motion is unwanted.
 */
export function useCounting(
  { ending, live, isLive, winnerAt }: CountedGame,
  isFlying: ReadonlySignal<boolean>,
): Counting | undefined {
  const { animation: isAnimated } = useServices().settings.settings.value
  const counting = useSignal<Counting | undefined>(undefined)
  useEffect(() => {
    let wasRunning = ending.peek() === undefined
    return effect(() => {
      const over = ending.value
      if (over === undefined) {
        wasRunning = true
        return
      }
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
      const pace = paceOf(over.kind, wasRunning && !isStill && isAnimated)
      const last = live.peek()
      const created = createCounting(last, pace, () => isFlying.peek(), winnerAt?.(last))
      counting.value = created
      return () => {
        created.dispose()
        counting.value = undefined
      }
    })
  }, [ending, live, isAnimated, counting, isFlying, winnerAt])
  const shown = isLive.value ? counting.value : undefined
  useSkip(shown)
  return shown
}

// --- internal ---

function paceOf(endedBy: string, isSeen: boolean): CountingPace {
  if (endedBy !== 'stuck') return 'void'
  return isSeen ? 'stepwise' : 'atOnce'
}

/** Ends a running count at a touch or a key anywhere on the page. */
function useSkip(counting: Counting | undefined): void {
  const isRunning = counting?.isDone.value === false
  useEffect(() => {
    if (counting === undefined || !isRunning) return
    const skip = (event: Event) => {
      if (event instanceof KeyboardEvent && PASSIVE_KEYS.includes(event.key)) return
      counting.finish()
    }
    addEventListener('pointerdown', skip)
    addEventListener('keydown', skip)
    return () => {
      removeEventListener('pointerdown', skip)
      removeEventListener('keydown', skip)
    }
  }, [counting, isRunning])
}

/** Keys that move the focus, or that are held for another key. */
const PASSIVE_KEYS = ['Tab', 'Shift', 'Control', 'Alt', 'Meta']
