import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createFriendChallenge, type InviteObstacle } from '../models/online/friend-challenge.ts'
import { inviteRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useTitle } from '../ui/tab.ts'
import { describeRefusal } from '../words/online.ts'
import '../components/online/online.css'

/** Makes an invitation on friendly terms and leads to its page: one press, and there is a link to send. */
export function NewInvitePage() {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { route, query } = useLocation()
  const { to } = query
  const connection = useConnection()
  const model = useOwned(() => createFriendChallenge({ connection, randomBytes, to }))
  const made = model.made.value
  const obstacle = model.obstacle.value
  useTitle(t('home.invite'))
  useEffect(() => {
    if (made !== undefined) route(inviteRoute(made), true)
  }, [made, route])
  return (
    <div class="page">
      <h1>{t('home.invite')}</h1>
      <ConnectionNotice connection={connection} />
      {/* Whoever has the friend beside them needs no line. */}
      {connection.status.value === 'offline' && (
        <a class="button" href={`${ROUTES.newGame}?opponent=friend`}>
          {t('home.friend')}
        </a>
      )}
      {obstacle !== undefined && (
        <>
          <p class="fault" role="alert">
            {describeObstacle(t, obstacle, to)}
          </p>
          <a class="button" href={ROUTES.online}>
            {t('online.invite.toLobby')}
          </a>
        </>
      )}
    </div>
  )
}

// --- internal ---

function describeObstacle(t: Translate, obstacle: InviteObstacle, to: string | undefined): string {
  if (obstacle === 'unknownPlayer') return t('profile.unknown')
  if (obstacle === 'unanswered') return t('account.unanswered')
  // Friendly terms are not rated: only to challenge somebody an account is needed.
  if (obstacle.code === 'needsAccount' && to !== undefined) return t('people.guest')
  return describeRefusal(t, obstacle.code, obstacle.retryAfterMs)
}
