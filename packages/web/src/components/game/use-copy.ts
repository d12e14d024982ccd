import { useState } from 'preact/hooks'
import { useSaying } from '../../ui/use-saying.ts'

/**
 * Copies texts and says what came of it. Where the browser forbids it, `byHand` is the text to be shown, so that it can be
 * marked and copied; `tell` says something else in the same place.
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
