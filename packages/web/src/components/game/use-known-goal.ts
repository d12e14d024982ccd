import { useEffect } from 'preact/hooks'
import { useServices } from '../../services.ts'

/** Whoever has played a game to its end knows what it is about: no further one says so. */
export function useKnownGoal(hasPlayed: boolean): void {
  const { settings, change } = useServices().settings
  const isNews = hasPlayed && !settings.value.knowsGoal
  useEffect(() => {
    if (isNews) change({ knowsGoal: true })
  }, [isNews, change])
}
