import type { ShownProgress as Shown } from '@hokito/protocol'
import { useTranslate } from '../../i18n/i18n.ts'
import { shownMarks } from '../../models/site/shown-progress.ts'
import { useServices } from '../../services.ts'
import { describeDay } from '../../words/daily.ts'
import { DaysGrid } from './DaysGrid.tsx'
import { Figures } from './KeyFigures.tsx'
import './hall.css'

/** The days and puzzles that another player shows. */
export function ShownProgress({ progress }: { readonly progress: Shown }) {
  const t = useTranslate()
  const { language } = useServices().language.speech.value
  const { row, longest, puzzles, until } = progress
  return (
    <section class="wide shown-progress">
      <Figures
        figures={[
          longest > 0 && {
            name: t('progress.row'),
            value: `${row}`,
            note: longest > row ? t('progress.best', { count: longest }) : undefined,
          },
          puzzles?.rating !== undefined && {
            name: t('progress.puzzleRating'),
            value: `${puzzles.rating}`,
          },
          puzzles !== undefined &&
            puzzles.tried > 0 && {
              name: t('progress.solved'),
              value: `${puzzles.solved}`,
              of: puzzles.tried,
            },
          puzzles?.rush !== undefined && { name: t('progress.rush'), value: `${puzzles.rush}` },
        ]}
      />
      <DaysGrid marks={shownMarks(progress)} today={until} />
      <p class="note">
        {t('progress.shownNote', { date: describeDay(language, until, 'medium') })}
      </p>
    </section>
  )
}
