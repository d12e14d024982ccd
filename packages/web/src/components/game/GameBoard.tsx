import type { Color, Move, Path, Position, Square } from '@hokito/rules'
import type { ReadonlySignal, Signal } from '@preact/signals'
import type { MovePreview } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from './InspectableBoard.tsx'

/** What a board of a game shows and takes. */
export interface PlayableBoard {
  readonly position: ReadonlySignal<Position>
  readonly movable: ReadonlySignal<Color | 'none'>
  readonly lastMove: ReadonlySignal<Move | undefined>
  readonly hint: ReadonlySignal<Move | undefined>
  readonly play: (move: Move) => void
}

interface GameBoardProps {
  readonly model: PlayableBoard
  readonly orientation: Color
  /** Where the move that is pointed at is put, for the status line. */
  readonly preview: Signal<MovePreview | undefined>
  readonly highlight: readonly Square[] | undefined
  /** Where the reason is put when a press did nothing. */
  readonly refused: Signal<string | undefined>
  /** Where the move is put that waits for its confirmation. */
  readonly pending: Signal<Move | undefined>
  readonly shownPath: Path | undefined
  /** Colour of the only person playing, if there is only one. */
  readonly own: Color | undefined
}

/** The board of a running or finished game. */
export function GameBoard(props: GameBoardProps) {
  const { model, orientation, preview, highlight, refused, pending } = props
  const t = useTranslate()
  const texts = useBoardTexts(props.own)
  const { settings, sounds } = useServices()
  const { coordinates, animation, confirmation } = settings.settings.value
  return (
    <div class="game-board">
      <InspectableBoard
        position={model.position.value}
        orientation={orientation}
        movable={model.movable.value}
        onMove={model.play}
        lastMove={model.lastMove.value}
        hint={model.hint.value}
        highlight={highlight}
        shownPath={props.shownPath}
        confirmation={confirmation}
        isAnimated={animation}
        showCoordinates={coordinates}
        label={t('game.boardLabel')}
        texts={texts}
        onPreview={(next) => {
          preview.value = next
        }}
        onRefused={(why) => {
          refused.value = why
          if (why !== undefined) sounds.play('refused')
        }}
        onPending={(move) => {
          pending.value = move
        }}
      />
    </div>
  )
}
