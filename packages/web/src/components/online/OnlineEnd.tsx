import { type GameSummary, type GameView, recordOf, type TournamentLink } from '@hokito/protocol'
import { byColor, formatRecord } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { createOwnSides } from '../../models/online/own-sides.ts'
import { ROUTES, reviewRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { lazily } from '../../ui/lazily.tsx'
import { onlineEndWords } from '../../words/online-end.ts'
import { shownName } from '../../words/shown-name.ts'
import { EndPanel } from '../game/EndPanel.tsx'
import { QuietWays } from '../game/QuietWays.tsx'
import { useKnownGoal } from '../game/use-known-goal.ts'
import { NextBegun } from './NextBegun.tsx'
import { OtherReady } from './OfferBar.tsx'
import { isAlone, Onward } from './Onward.tsx'
import { OpenOffers } from './OpenOffers.tsx'
import { RatedEnd } from './RatedEnd.tsx'
import { useCalledGame } from './use-called-game.ts'
import { useOnline } from './use-connection.ts'
import { useSecondGame, useWatchedSecond } from './use-second-game.ts'
import { useHasNextRound } from './use-tournament-of.ts'

interface OnlineEndProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly tournament: TournamentLink | undefined
  readonly record: RecordView
  readonly counting: Counting
  readonly onShare: () => void
  /** Receives the reason why an action is not possible. */
  readonly told: Signal<Saying | undefined>
}

/** The end of an online game: who won and why, the one way on, and the ways to look at it. */
export function OnlineEnd(props: OnlineEndProps) {
  const { model, game, tournament, record, counting, onShare, told } = props
  const t = useTranslate()
  const { ownGames } = useOnline()
  useEffect(() => ownGames.see(game.id), [ownGames, game.id])
  const own = model.own.value
  useKnownGoal(own !== undefined)
  const { deviceStorage } = useServices()
  useEffect(() => {
    if (own !== undefined) createOwnSides(deviceStorage).keep(game.id, own)
  }, [deviceStorage, game.id, own])
  const called = useCalledGame(model, game)
  const pause = useSecondGame(game, called)
  const watched = useWatchedSecond(game, own)
  // There is no review while the second game of the match runs: it has the same layout, so a review
  // of this game would help in that one.
  const isFirst =
    game.match?.game === 1 &&
    game.next !== undefined &&
    (own === undefined ? watched?.ending === undefined : called?.id === game.next)
  const note = useEndNote(props, { called, isFirst })
  return (
    <EndPanel
      words={onlineEndWords(t, game, {
        last: record.live.value,
        own,
        isOfTournament: tournament !== undefined,
        isFirst,
      })}
      counting={counting}
      names={byColor((color) => (color === own ? t('game.you') : shownName(game.seats[color])))}
      offer={
        <>
          {called !== undefined && <NextBegun {...{ game, called, tournament, pause }} />}
          <RatedEnd game={game} />
          {tournament?.kind === 'arena' && own !== undefined && (
            <ArenaGain game={game} arena={tournament.id} own={own} />
          )}
          <div class="offers" aria-live="polite">
            <OpenOffers model={model} game={game} />
            {pause !== undefined && <OtherReady {...pause} />}
          </div>
        </>
      }
      main={<Onward {...{ model, game, called, pause, tournament, told }} />}
      note={note}
      quiet={
        <>
          <QuietWays review={isFirst ? undefined : reviewOf(model)} onShare={onShare} />
          <NewOpponent {...props} called={called} />
        </>
      }
    />
  )
}

// --- internal ---

const ArenaGain = lazily(async () => (await import('./ArenaGain.tsx')).ArenaGain)

interface NewOpponentProps extends OnlineEndProps {
  readonly called: GameSummary | undefined
}

/** A game with someone else. */
function NewOpponent({ model, game, called, tournament }: NewOpponentProps) {
  const t = useTranslate()
  const mayBeRematch = mayEndInRematch(model, game, called) && tournament === undefined
  if (!mayBeRematch || isAlone(model, game)) return null
  return (
    <a class="button button-text" href={ROUTES.online}>
      {t('online.game.newOpponent')}
    </a>
  )
}

/** Whether the end of the player's game leads to no other one, but to a rematch. */
function mayEndInRematch(
  { own }: OnlineGame,
  { ending, next }: GameView,
  called: GameSummary | undefined,
): boolean {
  const leads = called !== undefined || next !== undefined
  return own.value !== undefined && !leads && ending?.kind !== 'aborted'
}

/** What comes next without the player's doing. */
function useEndNote(
  { model, game, tournament }: OnlineEndProps,
  { called, isFirst }: { readonly called: GameSummary | undefined; readonly isFirst: boolean },
): string | undefined {
  const t = useTranslate()
  const isOwnEnd = model.own.value !== undefined && called === undefined && game.next === undefined
  const mayBeRematch = isOwnEnd && tournament === undefined && game.ending?.kind !== 'aborted'
  const hasRounds = tournament !== undefined && tournament.kind !== 'arena'
  const hasNextRound = useHasNextRound(isOwnEnd && hasRounds ? tournament.id : undefined)
  if (mayBeRematch && game.match === undefined) return t('end.swapped')
  if (isFirst) return t('online.twoGames.reviewLater')
  return hasNextRound ? t('tournaments.nextCalls') : undefined
}

/** The address of the review. */
function reviewOf({ game: { value: game } }: OnlineGame): string | undefined {
  if (game === undefined || game.moves.length === 0) return undefined
  // Records are in English, so it has the names as the server sends them.
  const record = recordOf(game)
  return record && reviewRoute(formatRecord(record))
}
