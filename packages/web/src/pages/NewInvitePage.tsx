import { useEffect } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { createFriendChallenge } from '../models/online/friend-challenge.ts'
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
  const { to, bot } = query
  const connection = useConnection()
  const model = useOwned(() => createFriendChallenge({ connection, randomBytes, to, bot }))
  const made = model.made.value
  const refused = model.refused.value
  useTitle(t('home.invite'))
  useEffect(() => {
    if (made !== undefined) route(inviteRoute(made, to), true)
  }, [made, to, route])
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
      {refused !== undefined && (
        <>
          <p class="fault" role="alert">
            {describeRefusal(t, refused.code, refused.retryAfterMs)}
          </p>
          <a class="button" href={ROUTES.online}>
            {t('online.invite.toLobby')}
          </a>
        </>
      )}
    </div>
  )
}
