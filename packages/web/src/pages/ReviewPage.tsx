import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Reviewed } from '../components/review/Reviewed.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { readReviewText } from '../models/review/review-text.ts'
import { plyOfQuery, ROUTES, reviewRoute, textOfHash } from '../routes.ts'
import { lazily } from '../ui/lazily.tsx'
import { useTitle } from '../ui/tab.ts'
import { describeReviewTextError } from '../words/review.ts'

/** Reviews the game whose record is behind `#` in the address. */
export function ReviewPage() {
  const t = useTranslate()
  const { url, route: goTo } = useLocation()
  const [hash, setHash] = useState(location.hash)
  useTitle(t('review.title'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the router shows is one of the occasions.
  useEffect(() => {
    const follow = () => setHash(location.hash)
    follow()
    addEventListener('hashchange', follow)
    addEventListener('popstate', follow)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('popstate', follow)
    }
  }, [url])
  const open = (text: string) => goTo(reviewRoute(text.trim()))
  const text = textOfHash(hash) ?? hash
  const record = readReviewText(text)
  if (record.ok) {
    const ply = plyOfQuery(location.search)
    const close = () => goTo(ROUTES.review)
    return <Reviewed key={text} record={record.value} ply={ply} onClose={close} />
  }
  const isEmpty = record.error.kind === 'empty'
  return (
    <OpenReview
      onOpen={open}
      unread={isEmpty ? undefined : { text, why: describeReviewTextError(t, record.error) }}
    />
  )
}

// --- internal ---

/** Loaded apart, because most reviews come with their record. */
const OpenReview = lazily(
  async () => (await import('../components/review/OpenReview.tsx')).OpenReview,
)
