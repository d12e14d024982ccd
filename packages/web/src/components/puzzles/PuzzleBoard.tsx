import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { SolveModel } from '../../models/puzzles/solve-model.ts'
import { describeSolvedBriefly, describeSolving } from '../../words/puzzles.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { doingAt, type Pointing } from '../game/use-pointing.ts'
import { useTheirLandings } from '../game/use-their-landings.ts'
import { type Verdict, VerdictSign } from '../game/VerdictSign.tsx'

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
  readonly pointing: Pointing
  /** The change of the rating by the first try, with its sign. */
  readonly change?: string | undefined
  /** Whether the page says elsewhere why a solution is right. */
  readonly isBrief?: boolean
}

/** The task, and what the last move was. */
export function PuzzleStatus(props: PuzzleStatusProps) {
  const { model, isNew, pointing, change, isBrief = false } = props
  const t = useTranslate()
  // If a hint shows the whole move, the player needs no help with landing.
  const isOpen = model.canPlay.value && model.hint.value === undefined
  const doing = isOpen ? describeDoing(t, doingAt(pointing)) : undefined
  const theirs = useTheirLandings(pointing.refused.value)
  const verdict = doing === undefined ? verdictOf(model) : undefined
  // When it is over, the words have the width for themselves.
  const isOver = isBrief && model.isEnded.value
  return (
    <div class={verdict === undefined ? 'status-line' : `status-line verdict-${verdict}`}>
      {verdict !== undefined && <VerdictSign verdict={verdict} />}
      <div class="status-words" data-testid="status" role="status">
        <StatusText
          {...(doing === undefined
            ? isOver
              ? describeSolvedBriefly(t, model)
              : describeSolving(t, model, isNew)
            : { ...doing, note: theirs?.words ?? doing.note })}
        />
      </div>
      {verdict !== undefined && change !== undefined && <b class="puzzle-change">{change}</b>}
      {!isOver && <LegendButton />}
    </div>
  )
}

/** Whether the last move was right or wrong, as soon as that is all there is to say. */
export function verdictOf({ state }: Pick<SolveModel, 'state'>): Verdict | undefined {
  switch (state.value) {
    case 'solved':
      return 'right'
    case 'wrong':
      return 'wrong'
    default:
      return undefined
  }
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
