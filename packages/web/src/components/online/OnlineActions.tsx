import { type GameView, phaseOf, type TournamentLink } from '@hokito/protocol'
import type { Color } from '@hokito/rules'
import type { Signal } from '@preact/signals'
import { type Saying, useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { ActionButton } from '../game/ActionButton.tsx'
import type { GameDialogKind } from '../game/game-dialogs.tsx'
import { StepBack } from '../game/StepBack.tsx'
import { NextGame } from './NextGame.tsx'
import { OfferButton } from './OfferButton.tsx'

/** The dialogs of an online game. */
export type OnlineDialog = GameDialogKind | 'abort' | 'proof' | 'phrases'

interface OnlineActionsProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly record: Pick<RecordView, 'moves' | 'view'>
  readonly tournament: TournamentLink | undefined
  readonly dialog: Signal<OnlineDialog | undefined>
  readonly onFlip: () => void
  /** Receives the reason why an action is not possible. */
  readonly told: Signal<Saying | undefined>
}

/** The actions besides moving. */
export function OnlineActions(props: OnlineActionsProps) {
  const { model, game, record, tournament, dialog, onFlip, told } = props
  const t = useTranslate()
  const own = model.own.value
  const hasNews = model.unread.said.value || model.unread.written.value
  const open = (kind: OnlineDialog) => () => {
    dialog.value = kind
  }
  return (
    <div class="actions actions-online">
      {own !== undefined && phaseOf(game) === 'playing' && (
        <PlayerActions {...{ model, game, tournament, own, told }} onLeave={open} />
      )}
      {own !== undefined && (
        <ActionButton
          icon="speech"
          label={t(hasNews ? 'online.game.newMessage' : 'online.game.phrases')}
          onPress={open('phrases')}
          isMain={hasNews}
          opensDialog
        />
      )}
      {game.ending !== undefined && <StepBack record={record} />}
      <ActionButton icon="flip" label={t('game.flip')} onPress={onFlip} />
      <ActionButton
        icon="layout"
        label={t('online.proof.deal')}
        onPress={open('proof')}
        opensDialog
      />
      <NextGame model={model} />
    </div>
  )
}

// --- internal ---

interface PlayerActionsProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly tournament: TournamentLink | undefined
  readonly own: Color
  readonly told: Signal<Saying | undefined>
  readonly onLeave: (dialog: 'abort' | 'resign') => () => void
}

/** The actions of a player, while the game runs. */
function PlayerActions({ onLeave, tournament, ...offering }: PlayerActionsProps) {
  const t = useTranslate()
  const { game } = offering
  // In a tournament calling a game off would lose the whole match. Resigning loses no more, so only
  // that is offered.
  const mayAbort = game.moves.length < 2 && game.match?.game !== 2 && tournament === undefined
  return (
    <>
      {game.terms.allowsTakebacks && (
        <OfferButton {...offering} kind="takeback" icon="undo" label={t('online.game.takeback')} />
      )}
      <OfferButton {...offering} kind="draw" icon="draw" label={t('online.game.draw')} />
      {mayAbort ? (
        <ActionButton icon="close" label={t('online.game.abort')} onPress={onLeave('abort')} />
      ) : (
        <ActionButton icon="flag" label={t('game.resign')} onPress={onLeave('resign')} />
      )}
    </>
  )
}
