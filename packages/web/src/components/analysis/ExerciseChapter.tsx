import { formatMove, formatSquare } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import {
  type ChapterExercise,
  createChapterExercise,
  type ExerciseState,
} from '../../models/analysis/chapter-exercise.ts'
import { type Branch, branchAt, type TreePath } from '../../models/analysis/tree.ts'
import type { Analysis } from '../../models/analysis/tree-record.ts'
import { useOwned } from '../../ui/hooks.ts'
import { describeDoing } from '../../words/status.ts'
import { GameBoard } from '../game/GameBoard.tsx'
import { GameLayout } from '../game/GameLayout.tsx'
import { LegendButton } from '../game/LegendButton.tsx'
import { MoveField } from '../game/MoveField.tsx'
import { recordSeats } from '../game/RecordSeat.tsx'
import { StatusText } from '../game/StatusLine.tsx'
import { useOrientation } from '../game/use-orientation.ts'
import { doingAt, type Pointing, usePointing } from '../game/use-pointing.ts'
import { type Verdict, VerdictSign } from '../game/VerdictSign.tsx'
import { BoardShapes } from './BoardShapes.tsx'
import './analysis.css'
import './shapes.css'

interface ExerciseChapterProps {
  readonly analysis: Analysis
  /** The title of the study that the chapter belongs to. */
  readonly title: string
  /** That study beside the board. */
  readonly study: ComponentChildren
  /** The address of the next chapter, if there is one. */
  readonly next: string | undefined
  /** Shows the whole chapter, at the place that the reader has reached or has to find. */
  readonly onShow: (path: TreePath) => void
  /** Called once the reader has found all its moves. */
  readonly onSolved: () => void
}

/** A chapter whose moves the reader finds. */
export function ExerciseChapter(props: ExerciseChapterProps) {
  const { analysis, title, study, next, onShow, onSolved } = props
  const t = useTranslate()
  const model = useOwned(() => createChapterExercise(analysis, pause))
  const [orientation] = useOrientation(model.solver)
  const pointing = usePointing()
  const position = model.position.value
  const note = model.note.value
  const hinted = model.hinted.value
  const { kind } = model.state.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is called once for each solution.
  useEffect(() => {
    if (kind === 'done') onSolved()
  }, [kind])
  return (
    <GameLayout
      title={title}
      isTitled
      orientation={orientation}
      seatOf={recordSeats({
        record: model.head,
        own: undefined,
        position,
        points: model.points.value,
      })}
      board={
        <div class="analysis-board">
          <GameBoard
            model={{ ...model, play: (move) => void model.play(move) }}
            orientation={orientation}
            pointing={pointing}
            highlight={hinted === undefined ? undefined : [hinted]}
            own={undefined}
          />
          <BoardShapes shapes={model.shapes.value} orientation={orientation} />
        </div>
      }
      points={model.points.value}
      status={<ExerciseStatus model={model} pointing={pointing} />}
      actions={<ExerciseActions {...{ model, next, onShow }} tree={analysis.tree} />}
      side={
        <div class="analysis-side">
          <div class="analysis-lines">
            <div class="exercise-note" role="status">
              {note !== '' && (
                <p class={kind === 'wrong' ? 'exercise-said exercise-why' : 'exercise-said'}>
                  {note}
                </p>
              )}
            </div>
            <p class="note">{t('study.solve.counts')}</p>
            <MoveField
              position={position}
              isMovable={model.movable.value !== 'none'}
              onMove={(move) => void model.play(move)}
            />
          </div>
          <div class="analysis-tools">{study}</div>
        </div>
      }
    />
  )
}

// --- internal ---

/** Long enough to see a move before it is answered or taken back. */
const PAUSE_MS = 900

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}

interface StatusProps {
  readonly model: ChapterExercise
  readonly pointing: Pointing
}

/** The task, or what has come of the last move. */
function ExerciseStatus({ model, pointing }: StatusProps) {
  const t = useTranslate()
  const state = model.state.value
  const task = t(`study.solve.task.${model.solver}`)
  const hinted = model.hinted.value
  const told =
    'move' in state
      ? { text: t(`study.solve.${state.kind}`, { move: formatMove(state.move) }), note: task }
      : hinted !== undefined
        ? { text: t('study.solve.hint', { square: formatSquare(hinted) }), note: task }
        : { text: state.kind === 'done' ? t('study.solve.done') : task }
  const doing = describeDoing(t, doingAt(pointing))
  const verdict = doing === undefined ? VERDICTS[state.kind] : undefined
  return (
    <div class={verdict === undefined ? 'status-line' : `status-line verdict-${verdict}`}>
      {verdict !== undefined && <VerdictSign verdict={verdict} />}
      <div class="status-words" data-testid="status" role="status">
        <StatusText {...(doing ?? told)} />
      </div>
      <LegendButton />
    </div>
  )
}

/** What a try was, by the state of the exercise after it. */
const VERDICTS: Readonly<Record<ExerciseState['kind'], Verdict | undefined>> = {
  asked: undefined,
  right: 'right',
  wrong: 'wrong',
  done: 'right',
}

interface ActionsProps extends Pick<ExerciseChapterProps, 'next' | 'onShow'> {
  readonly model: ChapterExercise
  readonly tree: Branch
}

function ExerciseActions({ model, tree, next, onShow }: ActionsProps) {
  const t = useTranslate()
  const isDone = model.state.value.kind === 'done'
  const show = () => {
    const path = model.path.peek()
    // The move to be found is on the board then.
    const [next] = branchAt(tree, path)?.children ?? []
    onShow(isDone || next === undefined ? path : path + next.id)
  }
  return (
    <div class="actions">
      {isDone && next !== undefined && (
        <a class="button button-main action" href={next}>
          {t('study.solve.next')}
        </a>
      )}
      {!isDone && (
        <button type="button" class="button action" onClick={model.giveHint}>
          {t('game.hint')}
        </button>
      )}
      {/* Quieter than the hint: it ends the exercise. */}
      <button
        type="button"
        class={isDone ? 'button action' : 'button button-text action'}
        onClick={show}
      >
        {t(isDone ? 'study.solve.whole' : 'study.solve.show')}
      </button>
      {model.path.value !== '' && (
        <button type="button" class="button action" onClick={model.again}>
          {t('study.solve.again')}
        </button>
      )}
    </div>
  )
}
