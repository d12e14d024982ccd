import type { Refusal } from '@hokito/protocol'
import { useState } from 'preact/hooks'

/** A name as it is typed, and why the one that was sent may not be; that is said until the name is changed. */
export function useTypedName(before: string) {
  const [text, setText] = useState(before)
  const [refused, setRefused] = useState<Refusal | undefined>(undefined)
  const onInput = (next: string) => {
    setText(next)
    setRefused(undefined)
  }
  return { field: { text, refused, onInput }, setRefused }
}
