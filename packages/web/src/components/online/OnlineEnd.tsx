import { type GameView, recordOf, type TournamentLink } from '@hokito/protocol'
import { formatRecord } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { analysisRoute, ROUTES, reviewRoute } from '../../routes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { onlineEndWords } from '../../words/online-end.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { useKnownGoal } from '../game/use-known-goal.ts'
import { NextBegun, useSecondGame } from './NextBegun.tsx'
import { Onward } from './Onward.tsx'
import { OpenOffers } from './OpenOffers.tsx'
import { RatedEnd } from './RatedEnd.tsx'
import { useOnline } from './use-connection.ts'
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

/** The end of an online game: who won and why, and the ways on. */
export function OnlineEnd(props: OnlineEndProps) {
  const { model, game, tournament, record, counting, onShare, told } = props
  const t = useTranslate()
  const { ownGames } = useOnline()
  // The second game of a match has the same layout, so an analysis of this game would help in that
  // one.
  const isPlayedAgain = useSecondGame(game.next) !== undefined && game.match !== undefined
  useEffect(() => ownGames.see(game.id), [ownGames, game.id])
  useKnownGoal(model.own.value !== undefined)
  // Records are in English, so it has the names as the server sends them.
  const played = model.game.value && recordOf(model.game.value)
  const mayBeRematch =
    model.own.value !== undefined &&
    tournament === undefined &&
    game.next === undefined &&
    game.ending?.kind !== 'aborted'
  const isOwnRound = model.own.value !== undefined && game.next === undefined
  const hasRounds = tournament !== undefined && tournament.kind !== 'arena'
  const hasNextRound = useHasNextRound(isOwnRound && hasRounds ? tournament.id : undefined)
  const roundNote = hasNextRound ? t('tournaments.nextCalls') : undefined
  return (
    <EndPanel
      words={onlineEndWords(t, game, {
        last: record.live.value,
        own: model.own.value,
        isOfTournament: tournament !== undefined,
      })}
      counting={game.ending?.kind === 'stuck' ? counting : undefined}
      offer={
        <>
          <NextBegun game={game} />
          <RatedEnd game={game} />
          <div class="offers" aria-live="polite">
            <OpenOffers model={model} game={game} />
          </div>
        </>
      }
      actions={
        <>
          <Onward {...{ model, game, tournament, told }} />
          {/* A player who has a next game already is not sent to another one. */}
          {game.next === undefined && (
            <a class="button action" href={ROUTES.online}>
              <Icon name="plus" />
              {t('game.newGame')}
            </a>
          )}
          {record.moves.value.length > 0 && (
            <ActionButton icon="first" label={t('end.review')} onPress={() => record.view(0)} />
          )}
          <ActionButton icon="share" label={t('end.share')} onPress={onShare} opensDialog />
        </>
      }
      note={mayBeRematch && game.match === undefined ? t('end.swapped') : roundNote}
      links={
        <>
          {played !== undefined && played.moves.length > 0 && !isPlayedAgain && (
            <a class="button button-small" href={reviewRoute(formatRecord(played))}>
              {t('end.mistakes')}
            </a>
          )}
          {played !== undefined && !isPlayedAgain && (
            <a
              class="button button-small"
              href={analysisRoute(formatRecord(played), played.moves.length)}
            >
              {t('end.analyse')}
            </a>
          )}
          {!isPlayedAgain && (
            <a
              class="button button-small"
              href={`${ROUTES.newGame}?${new URLSearchParams({ deal: game.deal ?? '' })}`}
            >
              {t('online.game.again')}
            </a>
          )}
        </>
      }
    />
  )
}
