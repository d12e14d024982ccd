import type { Position } from '@hokito/rules'
import { effect, type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Counting, type CountingPace, createCounting } from '../../models/game/counting.ts'
import { useServices } from '../../services.ts'

/** The data of a game that counting needs. */
export interface CountedGame {
  readonly ending: ReadonlySignal<{ readonly kind: string } | undefined>
  readonly live: ReadonlySignal<Position>
  readonly isLive: ReadonlySignal<boolean>
}

/**
 * The counting of a game's points, while its end is shown. It runs step by step if the game ended
 * on this page. It is complete straight away if the game was opened finished, was not decided by
 * points, or motion is unwanted.
 */
export function useCounting({ ending, live, isLive }: CountedGame): Counting | undefined {
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
      const created = createCounting(
        live.peek(),
        paceOf(over.kind, wasRunning && !isStill && isAnimated),
      )
      counting.value = created
      return () => {
        created.dispose()
        counting.value = undefined
      }
    })
  }, [ending, live, isAnimated, counting])
  return isLive.value ? counting.value : undefined
}

// --- internal ---

function paceOf(endedBy: string, isSeen: boolean): CountingPace {
  if (endedBy !== 'stuck') return 'void'
  return isSeen ? 'stepwise' : 'atOnce'
}
