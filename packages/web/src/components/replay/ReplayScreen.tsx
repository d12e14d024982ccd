import type { Color, GameRecord } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { createReplayModel, type ReplayModel } from '../../models/replay/replay-model.ts'
import { useServices } from '../../services.ts'
import { useKeys, useOwned } from '../../ui/hooks.ts'
import { pieceWords, useBoardTexts } from '../../words/board-texts.ts'
import { describeEnd } from '../../words/game-end.ts'
import { nameIn, namesIn } from '../../words/record.ts'
import { describeLastMove } from '../../words/status.ts'
import { GameLayout } from '../game/GameLayout.tsx'
import { InspectableBoard } from '../game/InspectableBoard.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { RecordSeat } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { StepControls } from '../game/StepControls.tsx'
import { useStepKeys } from '../game/step-keys.ts'
import { useOrientation } from '../game/use-orientation.ts'
import { type LoadedRecord, ReplaySide } from './ReplaySide.tsx'

interface ReplayScreenProps extends LoadedRecord {
  readonly record: GameRecord
}

/** One record on the board, with everything to walk through it. */
export function ReplayScreen({ record, ...loadedRecord }: ReplayScreenProps) {
  const t = useTranslate()
  const { coordinates, animation } = useServices().settings.settings.value
  const model = useOwned(() => createReplayModel(record))
  const [orientation, flip] = useOrientation('black')
  const texts = useBoardTexts()
  useStepKeys(model.walk)
  useKeys((event) => {
    if (event.key === 'f') flip()
  })
  return (
    <GameLayout
      title={t('replay.title')}
      orientation={orientation}
      seatOf={(color: Color) => (
        <RecordSeat
          record={record}
          color={color}
          position={model.position.value}
          points={model.points.value}
        />
      )}
      board={
        <InspectableBoard
          position={model.position.value}
          orientation={orientation}
          movable="none"
          lastMove={model.lastMove.value}
          lastPath={model.lastPath.value}
          isAnimated={animation}
          showCoordinates={coordinates}
          texts={texts}
          label={t('game.boardLabel')}
        />
      }
      points={model.points.value}
      status={<ReplayStatus model={model} />}
      actions={<StepControls walk={model.walk} onFlip={flip} />}
      side={<ReplaySide model={model} orientation={orientation} {...loadedRecord} />}
    />
  )
}

// --- internal ---

/** Where in the record one is; at its end, how it ended. */
function ReplayStatus({ model }: { model: ReplayModel }) {
  const t = useTranslate()
  const last = model.walk.last.value
  const ply = model.ply.value
  const { ending } = model.record
  const made = model.lastMade.value
  const names = namesIn(model.record)
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          text={
            ply === last && ending !== undefined
              ? describeEnd(t, { ending, last: model.position.value, own: undefined, names })
              : t('replay.position', { ply, last })
          }
          note={
            made &&
            describeLastMove(t, pieceWords(t, undefined), made, nameIn(t, model.record, made.by))
          }
        />
      </div>
      <LegendButton />
    </div>
  )
}
