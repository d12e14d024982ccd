import { useRef, useState } from 'preact/hooks'

interface SavedCheckProps {
  readonly label: string
  /** As the server last said. */
  readonly isOn: boolean
  /** Sends it to the server; once this is done, `isOn` says what the server has kept. */
  readonly save: (isOn: boolean) => Promise<void>
  /** The id of a note about it. */
  readonly noteId?: string
}

/**
 * A checkbox that the server keeps. It shows a press at once, sends one press after another, and shows what the server
 * has kept when the last was answered.
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
