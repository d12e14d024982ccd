import type { Challenge, Expected } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchExpected } from '../../models/online/ratings.ts'
import { useServices } from '../../services.ts'
import { describeExpected } from '../../words/ratings.ts'

/** What we can expect of a rated match before we take it; nothing where it is not rated, or we have no account. */
export function ExpectedResult({ challenge }: { readonly challenge: Challenge }) {
  const t = useTranslate()
  const { language } = useServices()
  const [expected, setExpected] = useState<Expected | undefined>(undefined)
  const { id, terms } = challenge
  const isRated = terms.isRated === true
  useEffect(() => {
    if (isRated) void fetchExpected(id).then(setExpected)
  }, [id, isRated])
  if (expected === undefined) return null
  return <p class="note">{describeExpected(t, expected, language.speech.value.language)}</p>
}
