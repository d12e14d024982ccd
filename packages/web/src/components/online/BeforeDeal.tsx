import { firstMoveDueAt, type GameView, isLive, type TournamentLink } from '@hokito/protocol'
import { COLORS, opposite } from '@hokito/rules'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { describeCalledOff } from '../../words/online-end.ts'
import { shownName } from '../../words/shown-name.ts'
import { NextBegun } from './NextBegun.tsx'
import { OnlineNotice } from './OnlineNotice.tsx'
import { Onward } from './Onward.tsx'
import { OpenOffers } from './OpenOffers.tsx'
import type { PeopleParts } from './PeopleInGame.tsx'
import { useCalledGame } from './use-called-game.ts'
import { useOnline } from './use-connection.ts'
import { formatCountdown, useCountdown } from './use-countdown.ts'
import { useRematch } from './use-rematch.ts'

interface BeforeDealProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly tournament: TournamentLink | undefined
  readonly connection: Connection
  /** Components that are loaded on demand. */
  readonly people: Pick<PeopleParts, 'OfTournament'>
}

/**
 * A game without a board: it is being dealt, waits for one of its players, or was called off before
 * the deal.
 */
export function BeforeDeal(props: BeforeDealProps) {
  const { model, game, tournament, people } = props
  const t = useTranslate()
  const own = model.own.value
  const other = own && opposite(own)
  const isAlone = other !== undefined && model.presence.value?.seats[other].isHere === false
  if (isAlone && game.ending === undefined) {
    return <OnTheWay {...props} name={shownName(game.seats[other])} />
  }
  if (game.ending !== undefined) return <CalledOff {...{ model, game, tournament, people }} />
  const absent = COLORS.find((color) => model.presence.value?.seats[color].isHere === false)
  return (
    <>
      <h1>
        {absent === undefined
          ? t('online.game.dealing')
          : t('online.onTheWay.title', { name: shownName(game.seats[absent]) })}
      </h1>
      <Players seats={game.seats} />
    </>
  )
}

// --- internal ---

/** Who plays, or was to play. */
function Players({ seats }: Pick<GameView, 'seats'>) {
  const t = useTranslate()
  const names = { black: shownName(seats.black), white: shownName(seats.white) }
  return <p>{t('online.versus', names)}</p>
}

/**
 * Why there was no game, and the ways on. In a tournament it has a winner, as the header and the
 * lists say.
 */
function CalledOff({ model, game, tournament, people }: Omit<BeforeDealProps, 'connection'>) {
  const t = useTranslate()
  const told = useSignal<Saying | undefined>(undefined)
  const { ownGames } = useOnline()
  useEffect(() => ownGames.see(game.id), [ownGames, game.id])
  useRematch(model, game)
  const called = useCalledGame(model, game)
  const isOfTournament = tournament !== undefined
  const own = model.own.value
  const { headline, notes } = describeCalledOff(t, game, own, isOfTournament)
  const title = isOfTournament ? headline : t('online.game.aborted')
  return (
    <>
      <h1>{title}</h1>
      {headline !== title && <p class="lead">{headline}</p>}
      <Players seats={game.seats} />
      {isOfTournament && <people.OfTournament tournament={tournament} />}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div class="offers" aria-live="polite">
        <OpenOffers model={model} game={game} />
      </div>
      <OnlineNotice model={model} told={told} />
      {called !== undefined && <NextBegun {...{ game, called, tournament }} />}
      <div class="button-row called-off">
        <Onward {...{ model, game, called, tournament, told }} />
      </div>
    </>
  )
}

/**
 * Waits for the opponent, whom the server calls on any page; the deal needs both. In a
 * correspondence game it is enough that both are on the site. A player who does not want to wait
 * may call the game off if that costs nothing.
 */
function OnTheWay({
  model,
  game,
  tournament,
  connection,
  name,
}: BeforeDealProps & { readonly name: string }) {
  const t = useTranslate()
  const seconds = useCountdown(firstMoveDueAt(game), connection)
  return (
    <>
      <h1>{t('online.onTheWay.title', { name })}</h1>
      <p>
        {isLive(game.terms.timeControl)
          ? t('online.onTheWay.called', { name })
          : t('online.onTheWay.days', { name })}
      </p>
      {seconds !== undefined && (
        <p class="note" role="timer">
          {tournament === undefined
            ? t('online.onTheWay.seconds', { time: formatCountdown(seconds) })
            : t('online.onTheWay.loses', { time: formatCountdown(seconds), name })}
        </p>
      )}
      {tournament === undefined && game.match?.game !== 2 && (
        <button type="button" class="button" onClick={() => void model.abort()}>
          {t('online.game.abort')}
        </button>
      )}
    </>
  )
}
