import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'

/**
 * Copies texts and says what came of it. Where the browser forbids it, `byHand` is the text to be shown, so that it can be
 * marked and copied; `tell` says something else in the same place.
 */
export function useCopy() {
  const t = useTranslate()
  const [told, tell] = useState<string | undefined>(undefined)
  const [byHand, setByHand] = useState<string | undefined>(undefined)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      tell(t('notice.copied'))
    } catch {
      tell(t('notice.copyFailed'))
      setByHand(text)
    }
  }
  return { told, tell, byHand, copy }
}
