import { FREE_PLIES, type GameSummary, type GameView, type TournamentLink } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { isAwaited } from '../../models/online/own-games-state.ts'
import { joinSentences } from '../../words/sentences.ts'
import { describePause, outcomeOf, URGENT_SECONDS } from './OfferBar.tsx'
import { useOnline } from './use-connection.ts'
import { formatCountdown, useCountdown } from './use-countdown.ts'
import type { Pause } from './use-second-game.ts'

interface NextBegunProps {
  /** A finished game of the player's. */
  readonly game: GameView
  /** The game to which its end leads. */
  readonly called: GameSummary
  readonly tournament: TournamentLink | undefined
  /** The pause before it, if it is the second game of a match. */
  readonly pause?: Pause | undefined
}

/**
 * The player's next game has begun: the pause before it, or the time left for their first move, and
 * what happens without it.
 */
export function NextBegun({ game, called, tournament, pause }: NextBegunProps) {
  const t = useTranslate()
  const { connection } = useOnline()
  const isSecond = game.match?.game === 1 && called.id === game.next
  const { deadline, ply } = called
  const isDue = ply < FREE_PLIES && isAwaited(called, connection.player.value?.id)
  const seconds = useCountdown(isDue ? deadline : undefined, connection)
  if (pause !== undefined) return <p class="note">{describePause(t, pause)}</p>
  const begun = t(isSecond ? 'online.twoGames.begun' : 'online.game.nextBegun')
  if (seconds === undefined) return <p>{begun}</p>
  return (
    <p class={seconds <= URGENT_SECONDS ? 'urgent' : undefined}>
      {joinSentences(
        begun,
        t('online.game.firstMove', { time: formatCountdown(seconds) }),
        t(`online.game.firstMoveThen.${outcomeOf(called.terms, isSecond, tournament)}`),
      )}
    </p>
  )
}
