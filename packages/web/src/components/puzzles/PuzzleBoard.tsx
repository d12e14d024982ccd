import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SolveModel } from '../../models/puzzles/solve-model.ts'
import { describeSolving } from '../../words/puzzles.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { doingAt, type Pointing } from '../game/use-pointing.ts'
import { useTheirLandings } from '../game/use-their-landings.ts'

interface PuzzleBoardProps {
  readonly model: SolveModel
  readonly orientation: Color
  readonly pointing: Pointing
}

/** A puzzle to be solved on the board. */
export function PuzzleBoard({ model, orientation, pointing }: PuzzleBoardProps) {
  const { value: hinted } = model.hinted
  const isSquareOnly = model.hints.value === 1
  const theirs = useTheirLandings(pointing.refused.value)
  return (
    <GameBoard
      model={boardOf(model)}
      orientation={orientation}
      pointing={pointing}
      highlight={
        theirs?.squares ?? (isSquareOnly && hinted !== undefined ? [hinted.from] : undefined)
      }
      own={undefined}
    />
  )
}

interface PuzzleStatusProps {
  readonly model: SolveModel
  readonly isNew: boolean
  /** What to think of, said below the task. */
  readonly question?: string | undefined
  readonly pointing: Pointing
}

/** The task, and what the last move was. */
export function PuzzleStatus({ model, isNew, question = '', pointing }: PuzzleStatusProps) {
  const t = useTranslate()
  // If a hint shows the whole move, the player needs no help with landing.
  const isOpen = model.canPlay.value && model.hint.value === undefined
  const doing = isOpen ? describeDoing(t, doingAt(pointing)) : undefined
  const theirs = useTheirLandings(pointing.refused.value)
  return (
    <div class="status-line">
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          {...(doing === undefined
            ? describeSolving(t, model, { isNew, question })
            : { ...doing, note: theirs?.words ?? doing.note })}
        />
      </div>
      <LegendButton />
    </div>
  )
}

// --- internal ---

/** The board of the puzzle; a hint of the whole move is drawn as a path. */
function boardOf(model: SolveModel) {
  const { position, lastMade } = model
  return {
    position,
    lastMade,
    movable: model.movable,
    hint: model.hint,
    play: (move: { readonly from: number; readonly to: number }) => void model.play(move),
  }
}
