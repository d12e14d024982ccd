import { useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../i18n/i18n.ts'

/** The message that a page shows until the next one, in the current language of the page. */
export function useSaying(
  first?: Saying,
): readonly [told: string | undefined, tell: (saying: Saying | undefined) => void] {
  const t = useTranslate()
  const [kept, keep] = useState({ saying: first })
  return [kept.saying?.(t), (saying) => keep({ saying })]
}
