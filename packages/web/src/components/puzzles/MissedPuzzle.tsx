import { useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Missed } from '../../models/puzzles/rush-model.ts'
import { puzzleRoute } from '../../routes.ts'
import { describeMissed } from '../../words/puzzles.ts'
import { DiagramBoard } from '../game/DiagramBoard.tsx'

interface MissedPuzzleProps {
  readonly missed: Missed
  /** Which mistake of the rush it was, from 1 on. */
  readonly n: number
}

/** A puzzle that was missed: what was asked, what was played, and the solution with its first move on the board. */
export function MissedPuzzle({ missed, n }: MissedPuzzleProps) {
  const t = useTranslate()
  const id = useId()
  const { puzzle } = missed
  const { task, wrong, solution } = describeMissed(t, missed)
  return (
    <li aria-labelledby={id}>
      <h3 id={id}>{t('puzzles.rush.missedOne', { n })}</h3>
      <p>{task}</p>
      {/* Here and not behind a link: on the way back the rush would be gone. */}
      <DiagramBoard position={puzzle.position} label={task} hint={puzzle.solution[0]} />
      <p>{wrong}</p>
      <p>{solution}</p>
      <a class="button button-small" href={puzzleRoute(puzzle.id)} aria-describedby={id}>
        {t('notice.tryAgain')}
      </a>
    </li>
  )
}
