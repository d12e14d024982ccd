import { FREE_PLIES, type GameId, type GameSummary, type GameView } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { isAwaited } from '../../models/online/own-games.ts'
import { joinSentences } from '../../words/sentences.ts'
import { URGENT_SECONDS } from './OfferBar.tsx'
import { useOnline } from './use-connection.ts'
import { useCountdown } from './use-countdown.ts'

/**
 * Shown after the first game of the player's match, while the second is running: the time left for
 * their first move, without which they lose it.
 */
export function NextBegun({ game: { match, next } }: { readonly game: GameView }) {
  const t = useTranslate()
  const { connection } = useOnline()
  const second = useSecondGame(next)
  const isDue =
    second !== undefined &&
    second.ply < FREE_PLIES &&
    isAwaited(second, connection.player.value?.id)
  const seconds = useCountdown(isDue ? second.deadline : undefined, connection)
  if (second === undefined || match?.game !== 1) return null
  const begun = t('online.twoGames.begun')
  if (seconds === undefined) return <p>{begun}</p>
  return (
    <p class={seconds <= URGENT_SECONDS ? 'urgent' : undefined}>
      {joinSentences(
        begun,
        t('online.game.firstMove', { seconds }),
        t('online.game.firstMoveThen.game'),
      )}
    </p>
  )
}

/** The running game that follows the player's. */
export function useSecondGame(next: GameId | undefined): GameSummary | undefined {
  const { ownGames } = useOnline()
  return ownGames.running.value.find(({ id }) => id === next)
}
