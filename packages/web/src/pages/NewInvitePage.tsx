import type { ChallengeId } from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { TermsForm } from '../components/lobby/TermsForm.tsx'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { Kept } from '../components/online/Kept.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createAddressedChallenge } from '../models/lobby/addressed-challenge.ts'
import { createFriendChallenge, type InviteObstacle } from '../models/lobby/friend-challenge.ts'
import { FRIENDLY_TERMS, friendlyOffer, type OfferedTerms } from '../models/lobby/terms-form.ts'
import { inviteRoute, ROUTES, readAddress } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useReplacedRoute } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { describeRefusal, describeTerms } from '../words/online.ts'
import { challengeTitle } from '../words/people.ts'
import '../components/online/online.css'

/** Creates an invitation: for anyone with its link, or for the player in the address. */
export function NewInvitePage() {
  const { path, query } = useLocation()
  const asked = useRef<string | undefined>(undefined)
  // While this page is still shown, the address of the next page names nobody.
  if (readAddress(path).route === ROUTES.invite) asked.current = query.to
  const to = asked.current
  return to === undefined ? <FriendLink /> : <Challenging key={to} to={to} />
}

// --- internal ---

/** Creates an invitation on friendly terms and goes to its page: one press makes a link to send. */
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
      {/* A friend on the same device needs no connection. */}
      {connection.status.value === 'offline' && (
        <a class="button" href={`${ROUTES.newGame}?opponent=friend`}>
          {t('home.friend')}
        </a>
      )}
      {obstacle !== undefined && <Obstacle text={describeObstacle(t, obstacle)} />}
    </div>
  )
}

/**
 * A challenge to one player: one press sends it on friendly terms, or the player chooses others.
 */
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
    <div class="page invite">
      <h1>{title}</h1>
      <PagePicture />
      <ConnectionNotice connection={connection} />
      {obstacle !== undefined && <Obstacle text={describeObstacle(t, obstacle, to)} />}
      {isKept && <Kept onCancel={model.cancel} />}
      {model.opponent.value !== undefined && (
        // Stays in the document, so that the values survive if the press is cancelled or refused.
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

/**
 * Goes to the page of the challenge once it exists, or of one between the same players that exists
 * already.
 */
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
  // Friendly terms are not rated, so only the challenge to a player needs an account.
  if (obstacle.code === 'needsAccount' && to !== undefined) return t('people.guest')
  return describeRefusal(t, obstacle.code, obstacle.retryAfterMs)
}
