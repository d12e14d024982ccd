import type { GameView, RatingChange } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { fetchChanges } from '../../models/people/ratings.ts'
import { useServices } from '../../services.ts'
import { takeReply } from '../../ui/take-reply.ts'
import { describeChange } from '../../words/ratings.ts'

/**
 * The changes of both players' ratings by the rated match that ended with this game, and the
 * reasons.
 */
export function RatingChanges({ game }: { readonly game: GameView }) {
  const t = useTranslate()
  const { language } = useServices()
  const [changes, setChanges] = useState<readonly RatingChange[]>([])
  const { id } = game
  useEffect(() => {
    language.want('account')
    return takeReply(() => fetchChanges(id), setChanges)
  }, [language, id])
  const { speech } = language
  if (changes.length === 0 || !speech.value.parts.has('account')) return null
  return (
    <div class="rating-changes" role="status">
      {changes.map((change) => (
        <p key={change.player}>{describeChange(t, change, game, speech.value.language)}</p>
      ))}
    </div>
  )
}
