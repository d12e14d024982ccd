import { useEffect } from 'preact/hooks'
import { useServices } from '../../services.ts'

/**
 * Remembers that the player has played a game to its end, so that the goal is not explained again.
 */
export function useKnownGoal(hasPlayed: boolean): void {
  const { settings, change } = useServices().settings
  const isNews = hasPlayed && !settings.value.knowsGoal
  useEffect(() => {
    if (isNews) change({ knowsGoal: true })
  }, [isNews, change])
}
