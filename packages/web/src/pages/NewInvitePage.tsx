import type { ChallengeId } from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { Kept } from '../components/online/Kept.tsx'
import { TermsForm } from '../components/online/TermsForm.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createAddressedChallenge } from '../models/online/addressed-challenge.ts'
import { createFriendChallenge, type InviteObstacle } from '../models/online/friend-challenge.ts'
import { FRIENDLY_TERMS, friendlyOffer, type OfferedTerms } from '../models/online/terms-form.ts'
import { inviteRoute, ROUTES, readAddress } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useReplacedRoute } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { describeRefusal, describeTerms } from '../words/online.ts'
import { challengeTitle } from '../words/people.ts'
import '../components/online/online.css'

/** Makes an invitation: for whoever is given its link, or for the player whom the address names. */
export function NewInvitePage() {
  const { path, query } = useLocation()
  const asked = useRef<string | undefined>(undefined)
  // The address of the page that comes next names nobody, while this one is still shown.
  if (readAddress(path).route === ROUTES.invite) asked.current = query.to
  const to = asked.current
  return to === undefined ? <FriendLink /> : <Challenging key={to} to={to} />
}

// --- internal ---

/** Invites on friendly terms and leads to the page of the invitation: one press, and there is a link to send. */
function FriendLink() {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const connection = useConnection()
  const model = useOwned(() => createFriendChallenge({ connection, randomBytes }))
  useWayTo(model.made.value)
  const obstacle = model.obstacle.value
  useTitle(t('home.invite'))
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
      {obstacle !== undefined && <Obstacle text={describeObstacle(t, obstacle)} />}
    </div>
  )
}

/** What is about to be offered to somebody: sent as it is by one press, or on other terms. */
function Challenging({ to }: { to: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const connection = useConnection()
  const model = useOwned(() => createAddressedChallenge({ connection, randomBytes, to }))
  const [isChoosing, setChoosing] = useState(false)
  useWayTo(model.open.value)
  const obstacle = model.obstacle.value
  const isKept = model.kept.value !== undefined
  const title = challengeTitle(t, to)
  useTitle(title)
  return (
    <div class="page">
      <h1>{title}</h1>
      <ConnectionNotice connection={connection} />
      {obstacle !== undefined && <Obstacle text={describeObstacle(t, obstacle, to)} />}
      {isKept && <Kept onCancel={model.cancel} />}
      {model.opponent.value !== undefined && (
        // What was filled in is still there if the press is given up or refused.
        <div class="challenge-terms" hidden={isKept}>
          <Terms
            isChoosing={isChoosing}
            onChoose={() => setChoosing(true)}
            onSend={(offered) => void model.send(offered)}
          />
        </div>
      )}
    </div>
  )
}

/** Whoever has made a challenge, or is between two of whom one has, goes to its page. */
function useWayTo(challenge: ChallengeId | undefined): void {
  const goOn = useReplacedRoute()
  useEffect(() => {
    if (challenge !== undefined) goOn(inviteRoute(challenge))
  }, [challenge, goOn])
}

interface TermsProps {
  readonly isChoosing: boolean
  readonly onChoose: () => void
  readonly onSend: (offered: OfferedTerms) => void
}

function Terms({ isChoosing, onChoose, onSend }: TermsProps) {
  const t = useTranslate()
  const friendly = friendlyOffer()
  const send = t('people.send')
  if (isChoosing) {
    return <TermsForm first={FRIENDLY_TERMS} action={send} isAddressed onOffer={onSend} />
  }
  return (
    <>
      <p class="lead">
        {describeTerms(t, friendly.terms)} · {t('online.matchOf.1')}
      </p>
      <div class="button-row">
        <button type="button" class="button button-main" onClick={() => onSend(friendly)}>
          {send}
        </button>
        <button type="button" class="button" onClick={onChoose}>
          {t('online.custom')}
        </button>
      </div>
    </>
  )
}

function Obstacle({ text }: { text: string }) {
  const t = useTranslate()
  return (
    <>
      <p class="fault" role="alert">
        {text}
      </p>
      <a class="button" href={ROUTES.online}>
        {t('online.invite.toLobby')}
      </a>
    </>
  )
}

function describeObstacle(t: Translate, obstacle: InviteObstacle, to?: string): string {
  if (obstacle === 'unknownPlayer') return t('profile.unknown')
  if (obstacle === 'unanswered') return t('account.unanswered')
  // Friendly terms are not rated: only to challenge somebody an account is needed.
  if (obstacle.code === 'needsAccount' && to !== undefined) return t('people.guest')
  return describeRefusal(t, obstacle.code, obstacle.retryAfterMs)
}
