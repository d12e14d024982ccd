import type { ChallengeId } from '@hokito/protocol'
import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { TermsForm } from '../components/lobby/TermsForm.tsx'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { Kept } from '../components/online/Kept.tsx'
import { useConnection } from '../components/online/use-connection.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createAddressedChallenge } from '../models/lobby/addressed-challenge.ts'
import { createFriendChallenge, type InviteObstacle } from '../models/lobby/friend-challenge.ts'
import { FRIENDLY_TERMS, type OfferedTerms } from '../models/lobby/terms-form.ts'
import type { Connection } from '../models/online/connection.ts'
import { inviteRoute, ROUTES, readAddress } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useReplacedRoute } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { describeRefusal } from '../words/online.ts'
import { challengeTitle } from '../words/people.ts'
import '../components/online/online.css'
import './online.css'

/** The terms of a new invitation: for anyone with its link, or for the player in the address. */
export function NewInvitePage() {
  const { path, query } = useLocation()
  const asked = useRef<string | undefined>(undefined)
  // While this page is still shown, the address of the next page names nobody.
  if (readAddress(path).route === ROUTES.invite) asked.current = query.to
  const to = asked.current
  return to === undefined ? <FriendLink /> : <Challenging key={to} to={to} />
}

// --- internal ---

/** The terms of an invitation: one press makes a link to send. */
function FriendLink() {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const connection = useConnection()
  const model = useOwned(() => createFriendChallenge({ connection, randomBytes }))
  useWayTo(model.made.value)
  const title = t('home.invite')
  useTitle(title)
  return (
    <NewInvite
      {...{ title, connection, model }}
      action={t('online.invite.make')}
      onOffer={(offered) => void model.make(offered)}
    >
      {/* A friend on the same device needs no connection. */}
      {connection.status.value === 'offline' && (
        <a class="button" href={`${ROUTES.newGame}?opponent=friend`}>
          {t('home.friend')}
        </a>
      )}
    </NewInvite>
  )
}

/** A challenge to one player: one press sends it. */
function Challenging({ to }: { to: string }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const connection = useConnection()
  const model = useOwned(() => createAddressedChallenge({ connection, randomBytes, to }))
  useWayTo(model.open.value)
  const title = challengeTitle(t, to)
  useTitle(title)
  return (
    <NewInvite
      {...{ title, connection, model, to }}
      action={t('people.send')}
      onOffer={model.opponent.value && ((offered) => void model.send(offered))}
    />
  )
}

interface NewInviteProps {
  readonly title: string
  readonly connection: Connection
  readonly model: {
    readonly obstacle: ReadonlySignal<InviteObstacle | undefined>
    readonly kept: ReadonlySignal<unknown>
    readonly cancel: () => void
  }
  /** The name of the only player who may accept. */
  readonly to?: string
  /** The label of the button. */
  readonly action: string
  /** Undefined until it is known that the player can be challenged. */
  readonly onOffer: ((offered: OfferedTerms) => void) | undefined
  readonly children?: ComponentChildren
}

/** The terms with the usual ones chosen, and a button; nothing is made before it is pressed. */
function NewInvite(props: NewInviteProps) {
  const { title, connection, model, to, action, onOffer, children } = props
  const t = useTranslate()
  const obstacle = model.obstacle.value
  const isKept = model.kept.value !== undefined
  return (
    <div class="page invite">
      <h1>{title}</h1>
      <PagePicture />
      {obstacle !== undefined && <Obstacle text={describeObstacle(t, obstacle, to)} />}
      {isKept && <Kept onCancel={model.cancel} />}
      {onOffer !== undefined && (
        // Stays in the document, so that the values survive if the press is cancelled or refused.
        <div class="challenge-terms" hidden={isKept}>
          <TermsForm first={FRIENDLY_TERMS} isAddressed isBrief {...{ action, onOffer }} />
        </div>
      )}
      {/* Below the terms, which then stay where they are once the page is connected. */}
      <ConnectionNotice connection={connection} />
      {children}
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
  if (obstacle.code === 'needsAccount' && to !== undefined) return t('people.guest')
  return describeRefusal(t, obstacle.code, obstacle.retryAfterMs)
}
