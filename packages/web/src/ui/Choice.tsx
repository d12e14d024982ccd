import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface ChoiceOption<T extends string> {
  readonly value: T
  readonly label: string
  /** Its name by itself, if the label is unclear without the legend. */
  readonly name?: string
  /** Shown above the label. */
  readonly picture?: ComponentChildren
  /** Whether it has a row of its own, because it is longer than the others. */
  readonly isAlone?: boolean
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
  /** The number of columns; without it, as many as fit. */
  readonly columns?: 2 | 5 | undefined
}

/** A choice of one from a few: radio buttons that look like a row of keys. */
export function Choice<T extends string>({
  legend,
  options,
  value,
  onChange,
  about,
  note,
  columns,
}: ChoiceProps<T>) {
  const name = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <fieldset class="choice">
      <legend>{legend}</legend>
      <div
        class={columns === undefined ? 'choice-row' : `choice-row choice-columns-${columns}`}
        style={columns === undefined ? leastWidth(options) : undefined}
      >
        {options.map((option) => (
          <label
            key={option.value}
            class={option.isAlone ? 'choice-option choice-alone' : 'choice-option'}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.picture}
              {option.label}
            </span>
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

// --- internal ---

/**
 * The width of the longest option, by the average width of a letter, with its padding. The widest
 * is left to the stylesheet, because a page that is built ahead may have no styles in its elements.
 */
function leastWidth(options: readonly ChoiceOption<string>[]) {
  const longest = Math.max(...options.map(({ label }) => label.length))
  return longest < MOST_LETTERS ? { '--least': `${Math.max(44, longest * 8 + 22)}px` } : undefined
}

/** Longer options take two lines. */
const MOST_LETTERS = 18
