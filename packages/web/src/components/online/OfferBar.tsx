import {
  FREE_PLIES,
  firstMoveDueAt,
  type GameView,
  phaseOf,
  type Terms,
  type TournamentLink,
  turnOf,
} from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import { type Translate, useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { joinSentences } from '../../words/sentences.ts'
import { shownName } from '../../words/shown-name.ts'
import { OpenOffers } from './OpenOffers.tsx'
import { formatCountdown, useCountdown } from './use-countdown.ts'
import { type Pause, useRest } from './use-second-game.ts'
import { useTicking } from './use-ticking.ts'

interface OfferBarProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly tournament: TournamentLink | undefined
  readonly connection: Connection
}

/** Open offers, and the actions when the opponent has left. */
export function OfferBar(props: OfferBarProps) {
  const { model, game } = props
  return (
    <div class="offers" aria-live="polite">
      <OpenOffers model={model} game={game} />
      {phaseOf(game) === 'playing' && <TimeLine {...props} />}
    </div>
  )
}

/** The consequence of missing the time for the first move of a game, or of the second of a match. */
export function outcomeOf(
  { games }: Pick<Terms, 'games'>,
  isSecond: boolean,
  tournament: TournamentLink | undefined,
) {
  if (tournament?.kind === 'arena') return 'arena'
  if (isSecond) return 'game'
  if (tournament === undefined) return 'off'
  // A single game that calls the player of a match in rounds is one of an arena.
  return games === 2 ? 'match' : 'game'
}

/** What ends the pause before the second game of a match. */
export function describePause(
  t: Translate,
  { seconds, game: { seats, ready }, own }: Pause,
): string {
  return ready?.[own] === undefined
    ? t('online.twoGames.begins', { seconds })
    : t('online.twoGames.waits', { name: shownName(seats[opposite(own)]), seconds })
}

/** Says that only the player's own word is missing to end the pause. */
export function OtherReady({ game: { seats, ready }, own }: Pause) {
  const t = useTranslate()
  const other = opposite(own)
  if (ready?.[other] === undefined || ready[own] !== undefined) return null
  return <p>{t('online.twoGames.otherReady', { name: shownName(seats[other]) })}</p>
}

/** A countdown is urgent once no more than this is left. */
export const URGENT_SECONDS = 20

// --- internal ---

/** A countdown: the time for a first move, or the time for which the opponent may be away. */
function TimeLine(props: OfferBarProps) {
  const { model, game } = props
  // Before both have moved there is nothing to claim.
  if (game.moves.length >= FREE_PLIES) return <ClaimLine {...props} />
  return model.own.value === undefined ? null : <FirstMoveLine {...props} />
}

/** Also shown to the waiting player, so that they know what will happen. */
function FirstMoveLine({ model, game, tournament, connection }: OfferBarProps) {
  const t = useTranslate()
  const seconds = useCountdown(firstMoveDueAt(game), connection)
  const rest = useRest(game, connection)
  const own = model.own.value
  if (rest > 0 && own !== undefined) return <RestLine {...{ model, game, own }} seconds={rest} />
  if (seconds === undefined) return null
  const time = formatCountdown(seconds)
  if (!model.isOurTurn.value) {
    const name = shownName(game.seats[turnOf(game)])
    // Not a live region, so that screen readers do not read out the countdown.
    return (
      <p class="runs-out" aria-live="off">
        {t('online.game.firstMoveOther', { name, time })}
      </p>
    )
  }
  const then = t(
    `online.game.firstMoveThen.${outcomeOf(game.terms, game.match?.game === 2, tournament)}`,
  )
  const isUrgent = seconds <= URGENT_SECONDS
  return (
    <p class={isUrgent ? 'runs-out urgent' : 'runs-out'}>
      {joinSentences(t('online.game.firstMove', { time }), then)}
    </p>
  )
}

interface RestLineProps extends Pause {
  readonly model: OnlineGame
}

/** The pause before the second game of a match, which both players can end. */
function RestLine({ model, ...pause }: RestLineProps) {
  const t = useTranslate()
  const { game, own } = pause
  const text = describePause(t, pause)
  if (game.ready?.[own] !== undefined) {
    return (
      <p class="runs-out" aria-live="off">
        {text}
      </p>
    )
  }
  return (
    <>
      <OtherReady {...pause} />
      <div class="offer" aria-live="off">
        <p>{text}</p>
        <button
          type="button"
          class="button button-main button-small"
          onClick={() => void model.ready()}
        >
          {t('online.twoGames.ready')}
        </button>
      </div>
    </>
  )
}

function ClaimLine({ model, game, connection }: OfferBarProps) {
  const t = useTranslate()
  const own = model.own.value
  const other = own && model.presence.value?.seats[opposite(own)]
  // The presence of the opponent may be a moment older than the board.
  const claimableAt = model.isOurTurn.value ? undefined : other?.claimableAt
  const leftMs = useTicking(
    () => (claimableAt === undefined ? undefined : claimableAt - connection.now()),
    claimableAt !== undefined,
  )
  if (own === undefined || leftMs === undefined) return null
  const { name } = game.seats[opposite(own)]
  if (leftMs > 0) {
    return (
      <p class="runs-out">
        {t('online.game.awayLong', { name, seconds: Math.ceil(leftMs / 1000) })}
      </p>
    )
  }
  return (
    <div class="offer">
      <p>{t('online.game.claimNow', { name })}</p>
      <button
        type="button"
        class="button button-main button-small"
        onClick={() => void model.claim()}
      >
        {t('online.game.claim')}
      </button>
    </div>
  )
}
