import { FAIR_COMPENSATION } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Format } from '../../models/lobby/terms-form.ts'
import { Choice } from '../../ui/Choice.tsx'

interface FormatChoiceProps {
  readonly formats: readonly Format[]
  readonly value: Format
  readonly onChange: (format: Format) => void
  readonly note?: string
}

/** What is played: a match of two, a fair game, or one game on other terms. */
export function FormatChoice({ formats, value, onChange, note }: FormatChoiceProps) {
  const t = useTranslate()
  const points = FAIR_COMPENSATION
  return (
    <Choice
      legend={t('online.match')}
      options={formats.map((format) => ({
        value: format,
        label: format === 'fair' ? t('game.fair', { points }) : t(`online.matchOf.${format}`),
      }))}
      value={value}
      onChange={onChange}
      about={value === 'divide' ? t('online.divideNote') : undefined}
      note={note}
      columns={2}
    />
  )
}
