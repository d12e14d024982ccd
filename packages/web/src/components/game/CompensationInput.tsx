import { FAIR_COMPENSATION, MOST_COMPENSATION } from '@hokito/rules'
import { useId } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

interface CompensationInputProps {
  readonly value: number
  readonly onChange: (compensation: number) => void
}

/** The points that White gets at the end, and what they are good for. */
export function CompensationInput(props: CompensationInputProps) {
  const t = useTranslate()
  const noteId = useId()
  return (
    <div class="compensation">
      <PointsInput {...props} label={t('terms.compensation')} noteId={noteId} />
      <p class="note" id={noteId}>
        {t('terms.compensationNotes.other', { points: FAIR_COMPENSATION })}
      </p>
    </div>
  )
}

interface PointsInputProps extends CompensationInputProps {
  readonly label: string
  readonly noteId?: string
}

/** Points for White in halves; the nearest possible ones, whatever is typed. */
export function PointsInput({ value, onChange, label, noteId }: PointsInputProps) {
  return (
    <label class="field">
      {label}
      <input
        type="number"
        min={0}
        max={MOST_COMPENSATION}
        step={0.5}
        value={value}
        aria-describedby={noteId}
        onInput={({ currentTarget }) => {
          const typed = currentTarget.valueAsNumber
          if (!Number.isNaN(typed)) onChange(nearest(typed))
        }}
        onBlur={({ currentTarget }) => {
          currentTarget.value = String(value)
        }}
      />
    </label>
  )
}

// --- internal ---

function nearest(points: number): number {
  return Math.min(MOST_COMPENSATION, Math.max(0, Math.round(points * 2) / 2))
}
