import { type Move, outcome, type Position, play } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { type MadeMove, type MovePreview, madeMove } from '../../board/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { useBoardTexts } from '../../words/board-texts.ts'
import { describePreview } from '../../words/names.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'

interface TryBoardProps {
  readonly start: Position
  /** A move shown until the first piece is chosen. */
  readonly hint: Move | undefined
  readonly label: string
}

/** A small board for trying out a rule; both sides can be moved, and it can be reset. */
export function TryBoard({ start, hint, label }: TryBoardProps) {
  const t = useTranslate()
  const texts = useBoardTexts()
  const { animation, coordinates } = useServices().settings.settings.value
  const [{ position, lastMade }, setPlayed] = useState<Played>({ position: start })
  const [preview, setPreview] = useState<MovePreview | undefined>(undefined)
  return (
    <div class="try-board">
      <InspectableBoard
        position={position}
        orientation="black"
        movable={outcome(position) === undefined ? position.turn : 'none'}
        onMove={(move) => setPlayed(playedOn(position, move))}
        lastMade={lastMade}
        hint={position === start ? hint : undefined}
        isAnimated={animation}
        showCoordinates={coordinates}
        label={label}
        texts={texts}
        onPreview={setPreview}
      />
      <div class="try-board-bar">
        <p>{preview !== undefined && describePreview(t, preview)}</p>
        <button
          type="button"
          class="button button-small"
          disabled={position === start}
          onClick={() => setPlayed({ position: start })}
        >
          {t('rules.reset')}
        </button>
      </div>
    </div>
  )
}

// --- internal ---

interface Played {
  readonly position: Position
  readonly lastMade?: MadeMove | undefined
}

function playedOn(position: Position, move: Move): Played {
  return { position: play(position, move), lastMade: madeMove(position, move) }
}
