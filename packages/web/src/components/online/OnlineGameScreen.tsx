import { type GameView, phaseOf } from '@hokito/protocol'
import { type Color, type Move, opposite } from '@hokito/rules'
import { computed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { MovePreview } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { useServices } from '../../services.ts'
import { Announcer } from '../../ui/Announcer.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { describeRefusal } from '../../words/online.ts'
import { endWords } from '../../words/online-end.ts'
import { BalanceBar } from '../game/BalanceBar.tsx'
import { EndPanel } from '../game/EndPanel.tsx'
import { GameBoard } from '../game/GameBoard.tsx'
import { useGameKeys } from '../game/game-keys.ts'
import { MoveField } from '../game/MoveField.tsx'
import { MoveList } from '../game/MoveList.tsx'
import { useCounting } from '../game/use-counting.ts'
import { useGameVoice } from '../game/use-game-voice.ts'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { OfferBar } from './OfferBar.tsx'
import { OnlineActions } from './OnlineActions.tsx'
import { type OnlineDialog, OnlineDialogs } from './OnlineDialogs.tsx'
import { OnlineEndActions } from './OnlineEndActions.tsx'
import { OnlineSeats } from './OnlineSeats.tsx'
import { OnlineStatus } from './OnlineStatus.tsx'
import { Phrases } from './Phrases.tsx'
import { SaidPhrases } from './SaidPhrases.tsx'
import { useOnlineBoard } from './use-online-board.ts'
import { useRematch } from './use-rematch.ts'
import { useTurnSign } from './use-turn-sign.ts'
import { Watchers } from './Watchers.tsx'

interface OnlineGameScreenProps {
  readonly model: OnlineGame
  readonly connection: Connection
  readonly game: GameView
  readonly record: RecordView
}

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
  const { seats } = game
  const names = { black: seats.black.name, white: seats.white.name }
  const isOver = phaseOf(game) === 'over'
  const { headline, reason } = endWords(t, game, record)
  const voice = useGameVoice(
    {
      record,
      isOver,
      clocks: model.clocks,
      nameOf: (color) => names[color],
      endSpeech: () => `${headline}. ${reason}`,
    },
    own,
  )
  const counted = useMemo(
    () => ({ ending: computed(() => model.game.value?.ending), live: record.live }),
    [model, record],
  )
  const counting = useCounting(counted, settings.animation)
  const board = useOnlineBoard(model, record)
  const flip = () => {
    orientation.value = opposite(orientation.value)
  }
  useGameKeys(record, voice, {
    f: flip,
    '?': () => {
      dialog.value = 'keys'
    },
  })
  useTurnSign(t, names, model)
  useRematch(model, game)
  useEffect(() => {
    if (own !== undefined) orientation.value = own
  }, [own, orientation])
  const isShownOver = isOver && record.isLive.value && counting.value !== undefined
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
          reason={reason}
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
        {own !== undefined && isKept(game) && <p class="note">{t('online.game.kept')}</p>}
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
      <OnlineDialogs
        dialog={dialog}
        game={game}
        position={record.position.value}
        orientation={orientation.value}
      />
    </div>
  )
}

// --- internal ---

/** Does the game begin with a deal that is left over from one that was called off? */
function isKept({ keptFrom, commitment, match, moves }: GameView): boolean {
  const isFromThere = keptFrom !== undefined && commitment === undefined && match?.game !== 2
  return isFromThere && moves.length < 2
}

function premoveSquares({ premove }: OnlineGame) {
  const planned = premove.value
  return planned === undefined ? undefined : [planned.from, planned.to]
}
