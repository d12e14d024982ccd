import { useTranslate } from '../../i18n/i18n.ts'
import type { Online } from '../../models/site/online.ts'
import { inviteRoute, ROUTES, readAddress } from '../../routes.ts'
import { lazily } from '../../ui/lazily.tsx'
import { describeTime } from '../../words/online.ts'

/** A waiting invitation, a declined challenge, or the player's search for an opponent. */
export function ChallengeCall({ online, path }: { online: Online; path: string }) {
  const t = useTranslate()
  const { ownChallenges, heldChallenge } = online
  const held = heldChallenge.challenge.value
  if (held !== undefined && path !== inviteRoute(held.id)) {
    const { name } = held.challenger
    return (
      <a class="call" href={inviteRoute(held.id)}>
        <strong>
          {t(held.opponent === undefined ? 'online.call.invitation' : 'online.call.challenge')}
        </strong>
        <small title={name}>{t('online.call.from', { name })}</small>
      </a>
    )
  }
  const declined = ownChallenges.declined.value
  if (declined?.opponent !== undefined && path !== inviteRoute(declined.id)) {
    const { name } = declined.opponent
    return (
      <a class="call" href={inviteRoute(declined.id)}>
        <strong>{t('online.invite.declined')}</strong>
        <small title={name}>{t('online.call.by', { name })}</small>
      </a>
    )
  }
  const search = ownChallenges.search.value
  const { route } = readAddress(path)
  if (search !== undefined && route !== ROUTES.online) return <SearchCall search={search} />
  if (ownChallenges.isSearchOver.value && route !== ROUTES.online) return <SearchOverCall />
  const sent = ownChallenges.open.value.findLast(({ isListed }) => !isListed)
  // The pages that make and show invitations need no link to them, and in a game it would disturb.
  const isAside = [ROUTES.invite, ROUTES.play, ROUTES.game].some((other) => route.startsWith(other))
  if (sent === undefined || isAside) return null
  return (
    <a class="call call-search" href={inviteRoute(sent.id)}>
      <strong>
        {t(sent.opponent === undefined ? 'online.call.sent' : 'online.call.challenged')}
      </strong>
      <small>{sent.opponent?.name ?? describeTime(t, sent.terms.timeControl)}</small>
    </a>
  )
}

// --- internal ---

/** Loaded on demand, because few visitors search for an opponent. */
const SearchCall = lazily(async () => (await import('./SearchCall.tsx')).SearchCall)

/** The search has ended, because the player was away and others should not wait for them. */
function SearchOverCall() {
  const t = useTranslate()
  return (
    <a class="call" href={ROUTES.online}>
      <strong>{t('online.call.searchEnded')}</strong>
      <small>{t('online.call.searchAgain')}</small>
    </a>
  )
}
