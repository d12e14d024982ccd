import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface ChoiceOption<T extends string> {
  readonly value: T
  readonly label: string
  /** Its name by itself, if the label is unclear without the legend. */
  readonly name?: string
}

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly options: readonly ChoiceOption<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  /**
   * The meaning of the chosen option. It follows the option's name, because below the options it
   * would seem to be about the last one.
   */
  readonly about?: string | undefined
  /** A sentence about the whole choice. */
  readonly note?: ComponentChildren
}

/** A choice of one from a few: radio buttons that look like a row of keys. */
export function Choice<T extends string>({
  legend,
  options,
  value,
  onChange,
  about,
  note,
}: ChoiceProps<T>) {
  const name = useId()
  const chosen = options.find((option) => option.value === value)
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
      {about !== undefined && chosen !== undefined && (
        <p class="note">
          <strong>{chosen.name ?? chosen.label}</strong> · {about}
        </p>
      )}
      {note !== undefined && <p class="note">{note}</p>}
    </fieldset>
  )
}
