import type { GameSummary, GameView, Terms, TournamentLink } from '@hokito/protocol'
import { opposite } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { searchAgain } from '../../models/lobby/search-again.ts'
import { createKeptPress } from '../../models/online/kept-press.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { tournamentRoute } from '../../models/tournaments/tournament-route.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { describeRefusal } from '../../words/online.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { Kept } from './Kept.tsx'
import { OfferButton } from './OfferButton.tsx'
import { ReadyButton } from './ReadyButton.tsx'
import { useOnline } from './use-connection.ts'
import type { Pause } from './use-second-game.ts'

interface OnwardProps {
  readonly model: OnlineGame
  /** A finished game. */
  readonly game: GameView
  /** The running game to which this one leads. */
  readonly called: GameSummary | undefined
  /** The pause before it, if it is the second game of a match. */
  readonly pause?: Pause | undefined
  /** Its tournament, if it has one. */
  readonly tournament: TournamentLink | undefined
  /** Receives the reason why an action is not possible. */
  readonly told: Signal<Saying | undefined>
}

/**
 * The one way to a next game. This is the game that follows or has begun, or else the tournament;
 * otherwise a rematch is offered, which would not count in a tournament. If the opponent has left,
 * it is another game. After a game that was called off the player can ask the same opponent again.
 * If its challenge was listed in the lobby, they can also search for another one.
 */
export function Onward({ model, game, called, pause, tournament, told }: OnwardProps) {
  const t = useTranslate()
  const own = model.own.value
  const next = game.next ?? called?.id
  if (next !== undefined) {
    const isSecond = game.match?.game === 1 && next === game.next
    const isUnready = pause !== undefined && pause.game.ready?.[pause.own] === undefined
    if (isUnready) return <ReadyButton second={next} />
    return (
      <a class="button action button-main" href={playRoute(next)}>
        <Icon name="next" />
        {t(isSecond ? 'online.game.second' : 'online.game.next')}
      </a>
    )
  }
  if (tournament !== undefined) {
    return (
      <a class="button action button-main" href={tournamentRoute(tournament.id)}>
        <Icon name="previous" />
        {t('online.game.toTournament')}
      </a>
    )
  }
  if (own === undefined) return <NewGame />
  const isOff = game.ending?.kind === 'aborted'
  if (isAlone(model, game)) return <NewGame />
  const mayBeAnyone = isOff && game.isListed === true
  return (
    <>
      {mayBeAnyone && <SearchOn terms={game.terms} told={told} />}
      {/* An offer that waits for an answer stands above, with its own buttons. */}
      {!game.offers.some(({ kind }) => kind === 'rematch') && (
        <OfferButton
          {...{ model, game, own, told }}
          kind="rematch"
          icon="again"
          label={t(isOff ? 'online.game.askAgain' : 'end.rematch')}
          isMain={!mayBeAnyone}
        />
      )}
    </>
  )
}

/** Whether the opponent has left, so that no rematch can be had. */
export function isAlone(
  { own, presence }: OnlineGame,
  { ending, offers, seats }: GameView,
): boolean {
  if (own.value === undefined || ending?.kind === 'aborted' || offers.length > 0) return false
  const other = opposite(own.value)
  // A house bot leaves with its game, and still accepts at once.
  return seats[other].isBot !== true && presence.value?.seats[other].isHere === false
}

// --- internal ---

/** Another game, with anyone. */
function NewGame() {
  const t = useTranslate()
  return (
    <a class="button action button-main" href={ROUTES.online}>
      <Icon name="plus" />
      {t('game.newGame')}
    </a>
  )
}

/** Searches for another opponent, because this one did not come. */
function SearchOn({ terms, told }: Pick<OnwardProps, 'told'> & { readonly terms: Terms }) {
  const t = useTranslate()
  const { route } = useLocation()
  const { randomBytes } = useServices()
  const { connection, ownChallenges } = useOnline()
  const { kept, press, cancel } = useOwned(() => {
    const keeping = createKeptPress(connection)
    return { ...keeping, dispose: keeping.cancel }
  })
  const look = async () => {
    const searched = await searchAgain(terms, { send: press, ownChallenges, randomBytes })
    if (searched === 'waiting') route(ROUTES.online)
    else if (searched !== undefined && 'game' in searched) route(playRoute(searched.game))
    else if (searched !== undefined) {
      told.value = (t) => describeRefusal(t, searched.code, searched.retryAfterMs)
    }
  }
  if (kept.value !== undefined) return <Kept onCancel={cancel} />
  return (
    <ActionButton
      icon="friends"
      label={t('online.game.searchOn')}
      onPress={() => void look()}
      isMain
    />
  )
}
