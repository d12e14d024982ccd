import { useRef, useState } from 'preact/hooks'

interface SavedCheckProps {
  readonly label: string
  /** The state that the server last reported. */
  readonly isOn: boolean
  /** Sends it to the server; afterwards `isOn` is the stored state. */
  readonly save: (isOn: boolean) => Promise<void>
  /** The id of a note about it. */
  readonly noteId?: string
}

/**
 * A checkbox stored by the server. It shows a press straight away, sends presses one after another,
 * and shows the stored state once the last one is answered.
 */
export function SavedCheck({ label, isOn, save, noteId }: SavedCheckProps) {
  const [wanted, setWanted] = useState<boolean | undefined>(undefined)
  const last = useRef(Promise.resolve())
  const press = (isWanted: boolean) => {
    setWanted(isWanted)
    const own = last.current
      .then(() => save(isWanted))
      .catch(reportError)
      .then(() => {
        if (last.current === own) setWanted(undefined)
      })
    last.current = own
  }
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={wanted ?? isOn}
        aria-describedby={noteId}
        onChange={({ currentTarget }) => press(currentTarget.checked)}
      />
      {label}
    </label>
  )
}
