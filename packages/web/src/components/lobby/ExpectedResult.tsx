import type { Challenge, Expected } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchExpected } from '../../models/people/ratings.ts'
import { useServices } from '../../services.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { describeExpected } from '../../words/ratings.ts'

/**
 * The expected result of a rated match, before the player accepts it. Nothing if the match is not
 * rated, or the player has no account.
 */
export function ExpectedResult({ challenge }: { readonly challenge: Challenge }) {
  const t = useTranslate()
  const { language } = useServices()
  const [expected, setExpected] = useState<Expected | undefined>(undefined)
  const { id, terms } = challenge
  const isRated = terms.isRated === true
  useEffect(() => {
    return isRated ? takeReply(() => fetchExpected(id), setExpected) : undefined
  }, [id, isRated])
  if (expected === undefined) return null
  return (
    <p class="note">
      {describeExpected(t, { ...expected, games: terms.games }, language.speech.value.language)}
    </p>
  )
}
