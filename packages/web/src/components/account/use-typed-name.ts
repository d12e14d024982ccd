import { useState } from 'preact/hooks'
import type { NameRefusal } from '../../models/account/rename.ts'

/**
 * A name being typed, and why the server refused the one that was sent. Typing clears the refusal.
 */
export function useTypedName(before: string) {
  const [text, setText] = useState(before)
  const [refused, setRefused] = useState<NameRefusal | undefined>(undefined)
  const onInput = (next: string) => {
    setText(next)
    setRefused(undefined)
  }
  return { field: { text, refused, onInput }, setRefused }
}
