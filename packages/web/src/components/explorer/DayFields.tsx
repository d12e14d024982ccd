import { useEffect, useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { type Days, dateOf, daysOf, localDayOf } from '../../models/explorer/wish.ts'

interface DayFieldsProps {
  /** As in the address; empty before anything is chosen. */
  readonly value: string
  readonly onValue: (value: string) => void
}

/** The first and the last day to search, today by default. */
export function DayFields({ value, onValue }: DayFieldsProps) {
  const t = useTranslate()
  const id = useId()
  useEffect(() => {
    if (value === '') onValue(localDayOf(new Date()))
  }, [value, onValue])
  const days = daysOf(value)
  const choose = (chosen: Partial<Days>) => onValue(dateOf({ ...days, ...chosen }))
  const field = { type: 'date', class: 'input', required: true, min: '1971-01-01' } as const
  return (
    <div class="explorer-days">
      <div class="explorer-day">
        <label for={`${id}-first`}>{t('explorer.firstDay')}</label>
        <input
          {...field}
          id={`${id}-first`}
          value={days.first}
          max={days.last}
          onInput={(event) => choose({ first: event.currentTarget.value })}
        />
      </div>
      <div class="explorer-day">
        <label for={`${id}-last`}>{t('explorer.lastDay')}</label>
        <input
          {...field}
          id={`${id}-last`}
          value={days.last}
          onInput={(event) => choose({ last: event.currentTarget.value })}
        />
      </div>
      <button type="submit" class="button button-main">
        {t('explorer.search')}
      </button>
    </div>
  )
}
