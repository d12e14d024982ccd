import { useTranslate } from '../../i18n/i18n.ts'

/** The id of the note, which describes the buttons that it is about. */
export const COUNTS_NOTE = 'puzzle-counts'

/** What counts as not solved, said before it does. */
export function CountsNote() {
  const t = useTranslate()
  return (
    <p id={COUNTS_NOTE} class="note puzzle-counts">
      {t('puzzles.rating.missed')}
    </p>
  )
}
