import { useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Missed } from '../../models/puzzles/rush-model.ts'
import { puzzleRoute } from '../../routes.ts'
import { describeMissed } from '../../words/puzzles.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'

interface MissedPuzzleProps {
  readonly missed: Missed
  /** The number of the mistake in the rush, from 1. */
  readonly n: number
}

/**
 * A missed puzzle: the task, the move played, and the solution with its first move on the board.
 */
export function MissedPuzzle({ missed, n }: MissedPuzzleProps) {
  const t = useTranslate()
  const id = useId()
  const { puzzle } = missed
  const { task, wrong, solution } = describeMissed(t, missed)
  return (
    <li aria-labelledby={id}>
      <h3 id={id}>{t('puzzles.rush.missedOne', { n })}</h3>
      <p>{task}</p>
      <DiagramBoard
        position={puzzle.position}
        label={task}
        orientation={puzzle.position.turn}
        hint={puzzle.solution[0]}
      />
      <p>{wrong}</p>
      <p>{solution}</p>
      <a class="button button-small" href={puzzleRoute(puzzle.id)} aria-describedby={id}>
        {t('notice.tryAgain')}
      </a>
    </li>
  )
}
