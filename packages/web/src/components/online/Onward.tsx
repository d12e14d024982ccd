import type { GameView, Terms, TournamentLink } from '@hokito/protocol'
import type { Signal } from '@preact/signals'
import { useLocation } from 'preact-iso'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import { createKeptPress } from '../../models/online/kept-press.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { searchAgain } from '../../models/online/search-again.ts'
import { tournamentRoute } from '../../models/online/tournament-route.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useOwned } from '../../ui/hooks.ts'
import { Icon } from '../../ui/Icon.tsx'
import { describeRefusal } from '../../words/online.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { Kept } from './Kept.tsx'
import { OfferButton } from './OfferButton.tsx'
import { useOnline } from './use-connection.ts'

interface OnwardProps {
  readonly model: OnlineGame
  /** A finished game. */
  readonly game: GameView
  /** Its tournament, if it has one. */
  readonly tournament: TournamentLink | undefined
  /** Receives the reason why an action is not possible. */
  readonly told: Signal<Saying | undefined>
}

/**
 * The way to a next game. This is the following game if there is one, or else the tournament;
 * otherwise a rematch is offered, which would not count in a tournament. After a game that was
 * called off the player can ask the same opponent again. If its challenge was listed in the lobby,
 * they can also search for another one.
 */
export function Onward({ model, game, tournament, told }: OnwardProps) {
  const t = useTranslate()
  const own = model.own.value
  if (game.next !== undefined) {
    return (
      <a class="button action button-main" href={playRoute(game.next)}>
        <Icon name="next" />
        {t(game.match?.game === 1 ? 'online.game.second' : 'online.game.next')}
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
  if (own === undefined) return null
  const isOff = game.ending?.kind === 'aborted'
  const mayBeAnyone = isOff && game.isListed === true
  return (
    <>
      {mayBeAnyone && <SearchOn terms={game.terms} told={told} />}
      <OfferButton
        {...{ model, game, own, told }}
        kind="rematch"
        icon="again"
        label={t(isOff ? 'online.game.askAgain' : 'end.rematch')}
        isMain={!mayBeAnyone}
      />
    </>
  )
}

// --- internal ---

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
