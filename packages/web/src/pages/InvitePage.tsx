import type { Challenge, Refusal } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { newCommandId } from '../models/online/online-game.ts'
import { playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useTitle } from '../ui/hooks.ts'
import { describeRefusal, describeTerms } from '../words/online.ts'
import '../components/online/online.css'

/** An invitation by its link: who, on what terms, and one button. */
export function InvitePage({ id }: { id: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { route } = useLocation()
  const connection = useConnection()
  const [challenge, setChallenge] = useState<Challenge | 'gone' | undefined>(undefined)
  const [refused, setRefused] = useState<Refusal | undefined>(undefined)
  const title =
    challenge === undefined || challenge === 'gone'
      ? t('online.title')
      : t('online.invite.title', { name: challenge.challenger.name })
  useTitle(title)
  // Whoever made the invitation and looks at it goes to the game as well as who has taken it.
  useEffect(
    () =>
      connection.on('started', (started) => {
        if (started.challenge === id) route(playRoute(started.game))
      }),
    [connection, id, route],
  )
  useEffect(
    () =>
      connection.whenOnline(() => {
        void connection.send({ type: 'seeChallenge', challenge: id }).then((reply) => {
          if (reply?.ok === false) setChallenge('gone')
          else if (reply?.challenge !== undefined) setChallenge(reply.challenge)
        })
      }),
    [connection, id],
  )
  const accept = async () => {
    const commandId = newCommandId(randomBytes)
    const reply = await connection.send({ type: 'acceptChallenge', id: commandId, challenge: id })
    if (reply?.ok === false) setRefused(reply.refusal)
  }
  return (
    <div class="page">
      {challenge === undefined && <h1>{t('online.title')}</h1>}
      <ConnectionNotice connection={connection} />
      {challenge === 'gone' && (
        <>
          <h1>{t('online.invite.gone')}</h1>
          <p>{t('online.invite.goneText')}</p>
          <a class="button button-main" href={ROUTES.online}>
            {t('online.invite.toLobby')}
          </a>
        </>
      )}
      {challenge !== undefined && challenge !== 'gone' && (
        <>
          <h1>{title}</h1>
          <p class="lead">
            {describeTerms(t, challenge.terms)}. {t(`online.invite.colors.${challenge.color}`)}
          </p>
          {challenge.challenger.id === connection.player.value?.id ? (
            <p>{t('online.invite.own')}</p>
          ) : (
            <button
              type="button"
              class="button button-main button-big"
              onClick={() => void accept()}
            >
              {t('online.accept')}
            </button>
          )}
        </>
      )}
      {refused !== undefined && (
        <p class="fault" role="alert">
          {describeRefusal(t, refused.code, refused.retryAfterMs)}
        </p>
      )}
    </div>
  )
}
