import { FAIR_COMPENSATION, MOST_COMPENSATION } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { formatPoints } from '../../i18n/points.ts'

interface CompensationSelectProps {
  readonly value: number
  readonly onChange: (compensation: number) => void
  /** Does the list include the fair points? Otherwise there is a separate choice for them. */
  readonly hasFair?: boolean
}

/** The points that White gets at the end. */
export function CompensationSelect({ value, onChange, hasFair = false }: CompensationSelectProps) {
  const t = useTranslate()
  return (
    <label class="field">
      {t('terms.compensation')}
      <select
        class="select"
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        <option value={0}>{t('terms.noCompensation')}</option>
        {POINTS.filter((points) => hasFair || points !== FAIR_COMPENSATION).map((points) => (
          <option key={points} value={points}>
            {formatPoints(points)}
          </option>
        ))}
      </select>
    </label>
  )
}

// --- internal ---

const POINTS = Array.from({ length: 2 * MOST_COMPENSATION }, (_, half) => (half + 1) / 2)
