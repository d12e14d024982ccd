import { useState } from 'preact/hooks'
import { type Saying, useTranslate } from '../i18n/i18n.ts'

/** What a page tells until it tells something else, in the language that it speaks now. */
export function useSaying(
  first?: Saying,
): readonly [told: string | undefined, tell: (saying: Saying | undefined) => void] {
  const t = useTranslate()
  const [kept, keep] = useState({ saying: first })
  return [kept.saying?.(t), (saying) => keep({ saying })]
}
