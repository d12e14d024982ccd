import type { GameView } from '@hokito/protocol'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/**
 * The rating changes of a finished rated match. Loaded only then, because most games are not rated.
 */
export function RatedEnd({ game }: { readonly game: GameView }) {
  const [Loaded, setLoaded] = useState<ComponentType<{ game: GameView }> | undefined>(undefined)
  const isLast = game.terms.games === 1 || game.match?.game === 2
  const isRated = game.terms.isRated === true && isLast
  useEffect(() => {
    if (!isRated) return
    import('./RatingChanges.tsx').then(
      ({ RatingChanges }) => setLoaded(() => RatingChanges),
      // Offline, nothing is shown; the profile shows it later.
      () => undefined,
    )
  }, [isRated])
  return Loaded === undefined ? null : <Loaded game={game} />
}
