import { LEAST_LETTERS, NAME_LENGTH, NAMES_SHOWN } from '@hokito/protocol'
import { useEffect, useId, useState } from 'preact/hooks'
import { fetchNames } from '../../models/people/people.ts'
import './name-field.css'
import { takeReply } from '../../ui/take-reply.ts'

interface NameFieldProps {
  readonly id: string
  /** The words of its label, which the caller shows. */
  readonly label: string
  readonly value: string
  readonly onInput: (name: string) => void
  /** Called with a name that was chosen from the list. */
  readonly onChoose?: (name: string) => void
  /** Names that are suggested from the first letter on. */
  readonly known?: readonly string[]
}

/**
 * A field for a player's name, with suggestions while the player types. In this combobox the arrow
 * keys move through the list, Enter or a press chooses, and Escape closes it.
 */
export function NameField({ id, label, value, onInput, onChoose, known = [] }: NameFieldProps) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const names = useNames(value, known)
  const isShown = isOpen && names.length > 0
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (name: string) => {
    onInput(name)
    close()
    onChoose?.(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = isShown ? names[active] : undefined
    if (event.key === 'Escape' && isShown) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      setActive(moved(active, event.key === 'ArrowDown' ? 1 : -1, names.length))
    }
  }
  return (
    <span class="name-field">
      <input
        id={id}
        class="input"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(isShown && active >= 0 && { 'aria-activedescendant': `${listId}-${active}` })}
        required
        maxLength={NAME_LENGTH.longest}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => {
          onInput(event.currentTarget.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {isShown && (
        <div id={listId} class="name-list" role="listbox" aria-label={label}>
          {names.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
            <div
              key={name}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(name)}
            >
              {name}
            </div>
          ))}
        </div>
      )}
    </span>
  )
}

// --- internal ---

/** How long the player has to pause in typing before the page asks the server. */
const PAUSE_MS = 200

/** Known names first, then those that the server finds. */
function useNames(typed: string, known: readonly string[]): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([])
  const letters = typed.trim()
  useEffect(() => {
    setFound([])
    if (letters.length < LEAST_LETTERS) return
    return takeReply(() => fetchNames(letters), setFound, PAUSE_MS)
  }, [letters])
  if (letters === '') return []
  const begins = (name: string) => name.toLowerCase().startsWith(letters.toLowerCase())
  const names = [...new Set([...known.filter(begins), ...found])]
  // A name that is complete needs no suggestion.
  return names.length === 1 && names[0] === letters ? [] : names.slice(0, NAMES_SHOWN)
}

/** The place in a list after a step, in a circle; -1 is the field itself. */
function moved(active: number, by: 1 | -1, length: number): number {
  const places = length + 1
  return ((active + 1 + by + places) % places) - 1
}
