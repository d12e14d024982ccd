import type { Challenge } from '@hokito/protocol'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useOwned, useTitle } from '../components/hooks.ts'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { describeRefusal, describeTerms } from '../i18n/online.ts'
import { createLobby } from '../models/online/lobby.ts'
import { playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import '../styles/online.css'

/** An invitation by its link: who, on what terms, and one button. */
export function InvitePage({ id }: { id: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { route } = useLocation()
  const connection = useConnection()
  const lobby = useOwned(() => createLobby({ connection, randomBytes }))
  const [challenge, setChallenge] = useState<Challenge | 'gone' | undefined>(undefined)
  const started = lobby.started.value
  const title =
    challenge === undefined || challenge === 'gone'
      ? t('online.title')
      : t('online.invite.title', { name: challenge.challenger.name })
  useTitle(title)
  useEffect(() => {
    if (started !== undefined) route(playRoute(started))
  }, [started, route])
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
  const refused = lobby.refused.value
  return (
    <div class="page online">
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
              onClick={() => void lobby.accept(id)}
            >
              {t('online.accept')}
            </button>
          )}
        </>
      )}
      {refused !== undefined && (
        <p class="fault" role="alert">
          {describeRefusal(t, refused)}
        </p>
      )}
    </div>
  )
}
