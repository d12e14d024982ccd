import { useState } from 'preact/hooks'
import { useSaying } from '../../ui/use-saying.ts'

/**
 * Copies a text and reports whether that worked. If the browser forbids it, `byHand` is the text to
 * show, so that it can be copied by hand. `tell` shows other words in the same place.
 */
export function useCopy() {
  const [told, tell] = useSaying()
  const [byHand, setByHand] = useState<string | undefined>(undefined)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      tell((t) => t('notice.copied'))
    } catch {
      tell((t) => t('notice.copyFailed'))
      setByHand(text)
    }
  }
  return { told, tell, byHand, copy }
}
