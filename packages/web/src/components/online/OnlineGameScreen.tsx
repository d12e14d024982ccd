import { type GameView, matchPoints, phaseOf, recordOf } from '@hokito/protocol'
import { type Color, type Move, opposite, outcome } from '@hokito/rules'
import { computed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { MovePreview } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { describeEnding } from '../../i18n/names.ts'
import { describeRefusal, onlineHeadline } from '../../i18n/online.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { RecordView } from '../../models/record-view.ts'
import { playRoute } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../Announcer.tsx'
import { BalanceBar } from '../BalanceBar.tsx'
import { EndPanel } from '../EndPanel.tsx'
import { GameBoard } from '../GameBoard.tsx'
import { KeysDialog, ShareDialog } from '../lazy-dialogs.ts'
import { MoveField } from '../MoveField.tsx'
import { MoveList } from '../MoveList.tsx'
import { Notice } from '../Notice.tsx'
import { useCounting } from '../use-counting.ts'
import { useGameVoice } from '../use-game-voice.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { OfferBar } from './OfferBar.tsx'
import { OnlineActions } from './OnlineActions.tsx'
import { OnlineEndActions } from './OnlineEndActions.tsx'
import { OnlineSeats } from './OnlineSeats.tsx'
import { OnlineStatus } from './OnlineStatus.tsx'
import { Phrases } from './Phrases.tsx'
import { ProofDialog } from './ProofDialog.tsx'
import { SaidPhrases } from './SaidPhrases.tsx'
import { useOnlineKeys } from './use-online-keys.ts'
import { useTurnSign } from './use-turn-sign.ts'
import { Watchers } from './Watchers.tsx'

interface OnlineGameScreenProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
}

export type OnlineDialog = 'keys' | 'share' | 'proof'

/** An online game once its pieces are dealt: to play, to watch, and afterwards to step through. */
export function OnlineGameScreen({ model, connection, game, record }: OnlineGameScreenProps) {
  const t = useTranslate()
  const settings = useServices().settings.settings.value
  const own = model.own.value
  const orientation = useSignal<Color>(own ?? 'black')
  const preview = useSignal<MovePreview | undefined>(undefined)
  const refused = useSignal<string | undefined>(undefined)
  const pending = useSignal<Move | undefined>(undefined)
  const dialog = useSignal<OnlineDialog | undefined>(undefined)
  const { seats, ending } = game
  const names = { black: seats.black.name, white: seats.white.name }
  const isOver = phaseOf(game) === 'over'
  const endReason =
    ending === undefined
      ? ''
      : ending.kind === 'aborted'
        ? t('online.game.aborted')
        : describeEnding(
            t,
            { kind: ending.kind, winner: winnerOf(ending.winner) },
            outcome(record.live.value),
          )
  const headline = ending === undefined ? '' : onlineHeadline(t, ending, names)
  const voice = useGameVoice(
    {
      record,
      isOver,
      clocks: model.clocks,
      nameOf: (color) => names[color],
      endSpeech: () => `${headline}. ${endReason}`,
    },
    own,
  )
  const counted = useMemo(
    () => ({ ending: computed(() => model.game.value?.ending), live: record.live }),
    [model, record],
  )
  const counting = useCounting(counted, settings.animation)
  const board = useBoardOf(model, record)
  const flip = () => {
    orientation.value = opposite(orientation.value)
  }
  useOnlineKeys(record, voice, { flip, keys: () => (dialog.value = 'keys') })
  useTurnSign(t, names, model)
  useRematch(model, game)
  useEffect(() => {
    if (own !== undefined) orientation.value = own
  }, [own, orientation])
  const isShownOver = isOver && record.isLive.value && counting.value !== undefined
  const played = recordOf(game)
  const share = () => {
    dialog.value = 'share'
  }
  return (
    <div class={isShownOver ? 'game game-over' : 'game'}>
      <h1 class="visually-hidden">{t('game.title', names)}</h1>
      <OnlineSeats model={model} game={game} record={record} orientation={orientation.value} />
      <GameBoard
        model={board}
        orientation={orientation.value}
        preview={preview}
        refused={refused}
        pending={pending}
        shownPath={voice.shownPath.value}
        own={own}
        highlight={isShownOver ? counting.value?.squares.value : premoveSquares(model)}
      />
      <BalanceBar points={record.points.value} />
      {isShownOver && counting.value !== undefined ? (
        <EndPanel
          headline={headline}
          reason={`${endReason} ${matchLine(t, game, record)}`}
          counting={counting.value}
          actions={
            <OnlineEndActions
              model={model}
              game={game}
              onReview={() => record.view(0)}
              onShare={share}
            />
          }
        />
      ) : (
        <div class="status-area">
          <OnlineStatus
            model={model}
            game={game}
            record={record}
            preview={preview.value}
            refused={refused.value}
            pending={settings.confirmation === 'button' ? pending.value : undefined}
          />
          <OfferBar model={model} game={game} connection={connection} />
        </div>
      )}
      <OnlineActions
        model={model}
        game={game}
        connection={connection}
        dialog={dialog}
        onFlip={flip}
      />
      <MoveList
        moves={record.moves.value}
        firstTurn="black"
        ply={record.ply.value}
        onView={record.view}
      >
        <ConnectionNotice connection={connection} />
        <Watchers model={model} />
        <SaidPhrases model={model} names={names} />
        {own !== undefined && <Phrases model={model} />}
        {own !== undefined && !isOver && (
          <MoveField
            position={record.position.value}
            isMovable={model.isOurTurn.value && record.isLive.value}
            onMove={model.play}
          />
        )}
      </MoveList>
      <Announcer announcer={voice.announcer} />
      {model.refused.value !== undefined && (
        <Notice
          text={t('online.game.refused', { reason: describeRefusal(t, model.refused.value) })}
          onAction={model.dismiss}
        />
      )}
      {dialog.value === 'keys' && <KeysDialog onClose={() => (dialog.value = undefined)} />}
      {dialog.value === 'proof' && (
        <ProofDialog game={game} onClose={() => (dialog.value = undefined)} />
      )}
      {dialog.value === 'share' && played !== undefined && (
        <ShareDialog
          record={played}
          position={record.position.value}
          orientation={orientation.value}
          onClose={() => (dialog.value = undefined)}
        />
      )}
    </div>
  )
}

// --- internal ---

/** The board: our pieces while it is our turn; while it is not, in a live game, for planning a move. */
function useBoardOf(model: OnlineGame, record: RecordView) {
  return useMemo(() => {
    const mayAct = computed(
      () => model.own.value !== undefined && model.phase.value === 'playing' && record.isLive.value,
    )
    const position = computed(() => {
      const shown = record.position.value
      const own = model.own.value
      // Who plans a move sees the board as if it were their turn already.
      return mayAct.value && own !== undefined && !model.isSending.value
        ? { ...shown, turn: own }
        : shown
    })
    return {
      position,
      movable: computed<Color | 'none'>(() => {
        const own = model.own.value
        return mayAct.value && own !== undefined && !model.isSending.value ? own : 'none'
      }),
      lastMove: record.lastMove,
      hint: computed(() => undefined),
      play: model.play,
    }
  }, [model, record])
}

/** Goes on to the next game when a rematch is agreed; a match's second game waits to be asked for. */
function useRematch({ own }: OnlineGame, { next, offers }: GameView): void {
  const { route } = useLocation()
  const wasOffered = useRef(false)
  const isOffered = offers.some(({ kind }) => kind === 'rematch')
  useEffect(() => {
    if (next !== undefined && wasOffered.current && own.peek() !== undefined) route(playRoute(next))
    wasOffered.current = isOffered
  }, [next, isOffered, own, route])
}

function premoveSquares({ premove }: OnlineGame) {
  const planned = premove.value
  return planned === undefined ? undefined : [planned.from, planned.to]
}

function winnerOf(winner: Color | 'draw' | 'nobody'): Color | 'draw' {
  return winner === 'nobody' ? 'draw' : winner
}

/** How a match of two stands after this game. */
function matchLine(t: ReturnType<typeof useTranslate>, game: GameView, record: RecordView): string {
  const first = game.match?.first
  if (first === undefined) return ''
  const second = matchPoints(game, record.points.value)
  // The points of the first game are told by the colours of the second.
  return t('online.game.matchScore', {
    first: `${game.seats.black.name} ${first.points.black + second.black}`,
    second: `${game.seats.white.name} ${first.points.white + second.white}`,
  })
}
