import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
  /** A sentence about the chosen option. */
  readonly note?: ComponentChildren
}

/** One of a few: radio buttons that look like a row of keys. */
export function Choice<T extends string>({
  legend,
  options,
  value,
  onChange,
  note,
}: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div class="choice-row">
        {options.map((option) => (
          <label key={option.value} class="choice-option">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {note !== undefined && <p class="note">{note}</p>}
    </fieldset>
  )
}
