import type { Color, Move, Position, Square } from '@hokito/rules'
import type { ReadonlySignal } from '@preact/signals'
import type { BoardProps, MadeMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Counting } from '../../models/game/counting.ts'
import { useServices } from '../../services.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from './InspectableBoard.tsx'
import type { Pointing } from './use-pointing.ts'

/** The data and the callback of a game's board. */
export interface PlayableBoard {
  readonly position: ReadonlySignal<Position>
  readonly movable: ReadonlySignal<Color | 'none'>
  readonly lastMade: ReadonlySignal<MadeMove | undefined>
  readonly hint: ReadonlySignal<Move | undefined>
  readonly play: (move: Move) => void
  /**
   * Whether a move made now is only planned, and the planned move. Absent if moves cannot be
   * planned.
   */
  readonly plan?: ReadonlySignal<{ readonly isOn: boolean; readonly move: Move | undefined }>
}

interface GameBoardProps {
  readonly model: PlayableBoard
  readonly orientation: Color
  /** The signals in which the board reports what the player points at. */
  readonly pointing: Pointing
  readonly highlight: readonly Square[] | undefined
  readonly advice?: BoardProps['advice']
  /** The count of the stacks at the end of the game, shown on them. */
  readonly counting?: Counting | undefined
  /** The colour of the only person playing; undefined if there are two or none. */
  readonly own: Color | undefined
}

/** The board of a running or finished game. */
export function GameBoard(props: GameBoardProps) {
  const { model, orientation, pointing, counting } = props
  const highlight = counting?.lit.value ?? props.highlight
  // The stack that is being counted is held up.
  const counted = counting?.isDone.value === false ? counting.counted.value : 0
  const t = useTranslate()
  const { settings, sounds } = useServices()
  const { coordinates, animation, confirmation } = settings.settings.value
  const { isOn: isPlanning = false, move: planned } = model.plan?.value ?? {}
  const texts = useBoardTexts(props.own, isPlanning)
  return (
    <>
      <InspectableBoard
        position={model.position.value}
        orientation={orientation}
        movable={model.movable.value}
        onMove={model.play}
        lastMade={model.lastMade.value}
        hint={model.hint.value}
        advice={props.advice}
        raised={counting?.parts[counted - 1]?.square}
        highlight={planned === undefined ? highlight : [planned.from, planned.to]}
        // A planned move always needs a second press, because exploring landings would plan moves by
        // mistake.
        confirmation={isPlanning && confirmation === 'one' ? 'two' : confirmation}
        isAnimated={animation}
        showCoordinates={coordinates}
        isMain
        label={t('game.boardLabel')}
        texts={texts}
        onPreview={(preview) => {
          pointing.preview.value = preview
        }}
        onRefused={(why) => {
          pointing.refused.value = why
          if (why !== undefined) sounds.play('refused')
        }}
        onChosen={(choice) => {
          pointing.choice.value = choice
        }}
        onPending={(move) => {
          pointing.pending.value = move
        }}
        onFlying={(isFlying) => {
          pointing.isFlying.value = isFlying
        }}
      />
      {counting !== undefined && counting.parts.length > 0 && (
        <CountMarks counting={counting} position={model.position.value} orientation={orientation} />
      )}
    </>
  )
}

// --- internal ---

/** Loaded when a game ends, like everything about the end. */
const CountMarks = lazily(async () => (await import('./CountMarks.tsx')).CountMarks)
