import type { Color, Move } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useTranslate } from '../../i18n/i18n.ts'
import type { ReplayModel } from '../../models/replay/replay-model.ts'
import { useServices } from '../../services.ts'
import { useKeys } from '../../ui/hooks.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { GameLayout } from './GameLayout.tsx'
import { type GameTab, GameTabs } from './GameTabs.tsx'
import { InspectableBoard } from './InspectableBoard.tsx'
import { recordSeats } from './RecordSeat.tsx'
import { StepControls } from './StepControls.tsx'
import { useStepKeys } from './step-keys.ts'
import { useOrientation } from './use-orientation.ts'

interface RecordScreenProps {
  readonly title: string
  /** Which view of the game it is. */
  readonly tab: GameTab
  readonly model: Pick<
    ReplayModel,
    'record' | 'ply' | 'own' | 'walk' | 'position' | 'points' | 'lastMade'
  >
  /** A move to draw on the board. */
  readonly hint?: Move | undefined
  /** A bar in the place of the one of the points. */
  readonly bar?: ComponentChildren
  readonly status: ComponentChildren
  /** Moves above the buttons that step through them. */
  readonly strip?: ComponentChildren
  /** The content beside the board, which may be seen from either side. */
  readonly side: (orientation: Color) => ComponentChildren
}

/** One record on the board, to step through but not to change. */
export function RecordScreen(props: RecordScreenProps) {
  const { title, tab, model, hint, bar, status, strip, side } = props
  const t = useTranslate()
  const { coordinates, animation } = useServices().settings.settings.value
  const [orientation, flip] = useOrientation(model.own ?? 'black')
  const texts = useBoardTexts()
  useStepKeys(model.walk)
  useKeys((event) => {
    if (event.key === 'f') flip()
  })
  return (
    <GameLayout
      title={title}
      orientation={orientation}
      tabs={<GameTabs record={model.record} ply={model.ply.value} current={tab} />}
      seatOf={recordSeats({
        record: model.record,
        own: model.own,
        position: model.position.value,
        points: model.points.value,
      })}
      board={
        <InspectableBoard
          position={model.position.value}
          orientation={orientation}
          movable="none"
          lastMade={model.lastMade.value}
          hint={hint}
          isAnimated={animation}
          showCoordinates={coordinates}
          texts={texts}
          label={t('game.boardLabel')}
        />
      }
      points={model.points.value}
      bar={bar}
      status={status}
      actions={
        <>
          {strip}
          <StepControls walk={model.walk} onFlip={flip} />
        </>
      }
      side={side(orientation)}
    />
  )
}
