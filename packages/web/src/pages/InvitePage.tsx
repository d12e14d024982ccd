import {
  type Challenge,
  type ChallengeId,
  challengeIdSchema,
  type GameSummary,
  type PlayerId,
} from '@hokito/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { PagePicture } from '../components/game/PagePicture.tsx'
import { OfferedChallenge } from '../components/lobby/OfferedChallenge.tsx'
import { OwnChallenge, type OwnChallengeProps } from '../components/lobby/OwnChallenge.tsx'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { useOnline } from '../components/online/use-connection.ts'
import { type Translate, useTranslate } from '../i18n/i18n.ts'
import { createChallengeLink } from '../models/lobby/challenge-link.ts'
import type { Invited, LinkState } from '../models/lobby/challenge-link-state.ts'
import type { HeldChallenge } from '../models/lobby/held-challenge.ts'
import type { OwnChallenges } from '../models/lobby/own-challenges.ts'
import { playerRoute } from '../models/people/ratings.ts'
import { inviteRoute, playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { useReplacedRoute } from '../ui/links.ts'
import { useTitle } from '../ui/tab.ts'
import { useAskedAgain } from '../ui/use-asked-again.ts'
import { describeRefusal } from '../words/online.ts'
import { challengeTitle } from '../words/people.ts'
import { withLocalNames } from '../words/players.ts'
import '../components/online/online.css'
import { shownName } from '../words/shown-name.ts'

/**
 * An invitation by its link, for the challenger, for the invited player, and for others who come
 * too late.
 */
export function InvitePage({ id }: { id: string }) {
  const { data: challenge } = challengeIdSchema.safeParse(id)
  return challenge === undefined ? <NoChallenge /> : <OneLink key={challenge} id={challenge} />
}

// --- internal ---

/** The page asks at this interval, so that it shows a withdrawal before the player answers. */
const ASK_MS = 15_000

/**
 * The id in the address cannot be one of an invitation, for example because the link was cut short.
 */
function NoChallenge() {
  const t = useTranslate()
  useTitle(t('online.invite.gone'))
  return (
    <div class="page">
      <h1>{t('online.invite.gone')}</h1>
      <Gone />
    </div>
  )
}

function OneLink({ id }: { id: ChallengeId }) {
  const t = useTranslate()
  const { randomBytes } = useServices()
  const { connection, ownChallenges, heldChallenge } = useOnline()
  const model = useOwned(() => createChallengeLink({ id, connection, ownChallenges, randomBytes }))
  const card = connection.player.value
  const player = card?.id
  const { invited, refused } = model.state.value
  useAskedAgain(model.lookAgain, ASK_MS)
  useWayOn(model.state.value, player, ownChallenges)
  useWayBack(invited, id, player, heldChallenge)
  const isDeclined = invited?.kind === 'declined'
  useEffect(() => {
    if (isDeclined) ownChallenges.see(id)
  }, [isDeclined, id, ownChallenges])
  // There the refusal stands beside the answer buttons.
  const isOffered = invited !== undefined && isOpenToUs(invited, player)
  const title = titleOf(t, invited, player)
  useTitle(title)
  return (
    <div class="page invite">
      <h1>{title}</h1>
      {/* The invitation shows a board of its own. */}
      {!isOffered && <PagePicture />}
      <ConnectionNotice connection={connection} />
      {invited?.kind === 'gone' && <Gone />}
      {invited?.kind === 'withdrawn' && (
        <div class="button-row">
          <WaysOn />
        </div>
      )}
      {invited?.kind === 'declined' && <Declined challenge={invited.challenge} player={player} />}
      {invited?.kind === 'taken' && <Taken game={invited.game} />}
      {invited?.kind === 'open' && isForOthers(invited, player) && (
        <Over
          text={t('online.invite.forOther', { name: invited.challenge.opponent?.name ?? '' })}
        />
      )}
      {invited?.kind === 'open' && card !== undefined && !isForOthers(invited, player) && (
        <OpenChallenge
          model={model}
          challenge={invited.challenge}
          player={card}
          connection={connection}
        />
      )}
      {refused !== undefined && !isOffered && (
        <p class="fault" role="alert">
          {describeRefusal(t, refused.code, refused.retryAfterMs)}
        </p>
      )}
    </div>
  )
}

/**
 * A player of the game goes on to it; a challenger who has changed the terms goes on to the new
 * challenge.
 */
function useWayOn(
  { started, invited, replacement }: LinkState,
  player: PlayerId | undefined,
  { add }: OwnChallenges,
): void {
  const goOn = useReplacedRoute()
  const taken = invited?.kind === 'taken' ? invited.game : undefined
  const isOurs =
    taken !== undefined && [taken.seats.black.id, taken.seats.white.id].some((id) => id === player)
  const game = started ?? (isOurs ? taken.id : undefined)
  useEffect(() => {
    if (game !== undefined) goOn(playRoute(game))
  }, [game, goOn])
  useEffect(() => {
    if (replacement === undefined) return
    add(replacement)
    goOn(replacement.isListed ? ROUTES.online : inviteRoute(replacement.id))
  }, [replacement, add, goOn])
}

/** Remembers the invitation, so that a player who explores the site first can come back. */
function useWayBack(
  invited: Invited | undefined,
  id: ChallengeId,
  player: PlayerId | undefined,
  { hold, drop }: HeldChallenge,
): void {
  useEffect(() => {
    if (invited === undefined || player === undefined) return
    if (isOpenToUs(invited, player)) hold(invited.challenge)
    else drop(id)
  }, [invited, id, player, hold, drop])
}

/** Whether it is open and this player can accept it. */
function isOpenToUs(
  invited: Invited,
  player: PlayerId | undefined,
): invited is Extract<Invited, { kind: 'open' }> {
  const isOurs = invited.kind === 'open' && invited.challenge.challenger.id === player
  return invited.kind === 'open' && !isOurs && !isForOthers(invited, player)
}

/** Whether it is a challenge between two other players. */
function isForOthers(invited: Invited, player: PlayerId | undefined): boolean {
  if (invited.kind !== 'open' || player === undefined) return false
  const { challenger, opponent } = invited.challenge
  return opponent !== undefined && opponent.id !== player && challenger.id !== player
}

function titleOf(t: Translate, invited: Invited | undefined, player: PlayerId | undefined): string {
  if (invited === undefined) return t('online.title')
  if (invited.kind !== 'open') return t(`online.invite.${invited.kind}`)
  const { challenger, opponent } = invited.challenge
  if (isForOthers(invited, player)) return describeRefusal(t, 'notForYou')
  const { name } = challenger
  if (challenger.id === player) {
    return opponent === undefined ? t('home.invite') : challengeTitle(t, opponent.name)
  }
  return t(opponent === undefined ? 'online.invite.title' : 'online.invite.challenged', { name })
}

/** The player's own invitation, or one to accept. */
function OpenChallenge({ connection, ...offered }: OwnChallengeProps) {
  const isOwn = offered.challenge.challenger.id === offered.player.id
  if (!isOwn) return <OfferedChallenge {...offered} />
  return <OwnChallenge {...offered} connection={connection} />
}

function Taken({ game }: { game: GameSummary }) {
  const t = useTranslate()
  const { black, white } = withLocalNames(t, game).seats
  const isOver = game.ending !== undefined
  return (
    <>
      <p class="lead">{t('online.versus', { black: shownName(black), white: shownName(white) })}</p>
      <p>{t('online.invite.takenText')}</p>
      <div class="button-row">
        <a class="button button-main" href={playRoute(game.id)}>
          {t(isOver ? 'online.invite.seeGame' : 'online.invite.watchGame')}
        </a>
        <WaysOn />
      </div>
    </>
  )
}

function Gone() {
  const t = useTranslate()
  return <Over text={t('online.invite.goneText')} />
}

interface DeclinedProps {
  readonly challenge: Challenge
  readonly player: PlayerId | undefined
}

function Declined({ challenge: { challenger, opponent }, player }: DeclinedProps) {
  const t = useTranslate()
  const isOwn = challenger.id === player
  const name = (isOwn ? opponent : challenger)?.name ?? ''
  return (
    <Over text={t(`online.invite.${isOwn ? 'declinedByThem' : 'declinedByUs'}`, { name })}>
      <a class="button" href={playerRoute(name)}>
        {t('online.invite.profile', { name })}
      </a>
    </Over>
  )
}

interface OverProps {
  readonly text: string
  /** An additional link for this ending only. */
  readonly children?: ComponentChildren
}

function Over({ text, children }: OverProps) {
  return (
    <>
      <p class="lead">{text}</p>
      <div class="button-row">
        {children}
        <WaysOn />
      </div>
    </>
  )
}

/** Alternatives to accepting an invitation. */
function WaysOn() {
  const t = useTranslate()
  return (
    <>
      <a class="button" href={ROUTES.invite}>
        {t('home.invite')}
      </a>
      <a class="button" href={ROUTES.online}>
        {t('online.invite.toLobby')}
      </a>
    </>
  )
}
