import {
  type Challenge,
  type FirstMoveTerms,
  firstMoveMs,
  formatTimeControl,
  isLive,
  QUICK_TIME_CONTROLS,
  type Refusal,
  USUAL_TIME_CONTROL,
} from '@hokito/protocol'
import { FAIR_COMPENSATION } from '@hokito/rules'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { NameForm } from '../components/account/NameForm.tsx'
import { isLikelyMember, useHasAccount } from '../components/account/use-has-account.ts'
import { FormatChoice } from '../components/lobby/FormatChoice.tsx'
import { HouseBots } from '../components/lobby/lazy-bots.ts'
import { NeedsAccount, RatedCheck } from '../components/lobby/RatedCheck.tsx'
import { TermsForm } from '../components/lobby/TermsForm.tsx'
import { Waiting } from '../components/lobby/Waiting.tsx'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { Kept } from '../components/online/Kept.tsx'
import { useOnline } from '../components/online/use-connection.ts'
import { LiveGame } from '../components/site/live-game.ts'
import { NextTournament } from '../components/site/next-tournament.ts'
import { useTranslate } from '../i18n/i18n.ts'
import { createLobby, type LobbyModel } from '../models/lobby/lobby.ts'
import type { PairingWish } from '../models/lobby/lobby-requests.ts'
import { quickTerms, startGame } from '../models/local/start-game.ts'
import type { Connection, ConnectionStatus } from '../models/online/connection.ts'
import { nextLevelHere } from '../models/site/next-level-here.ts'
import { gameRoute, inviteRoute, playRoute, ROUTES } from '../routes.ts'
import { useServices } from '../services.ts'
import { useOwned } from '../ui/hooks.ts'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useTitle } from '../ui/tab.ts'
import { useSeen } from '../ui/use-seen.ts'
import { describeRefusal, describeTerms, describeTime, nameWithRating } from '../words/online.ts'
import { joinSentences } from '../words/sentences.ts'
import '../components/online/online.css'
import './online.css'

/** The lobby: one press finds an opponent; beside it are challenges, bots and a game to watch. */
export function OnlinePage() {
  const t = useTranslate()
  const { randomBytes, accountName } = useServices()
  const { connection, ownChallenges, arrival } = useOnline()
  const lobby = useOwned(() => createLobby({ connection, ownChallenges, arrival, randomBytes }))
  const [pairing, setPairing] = useState<PairingWish>({ isRated: false, isSingle: false })
  useTitle(t('online.title'))
  useLeadOn(lobby)
  const hasAccount = useHasAccount()
  const isMember = isLikelyMember(hasAccount, accountName.value)
  const status = connection.status.value
  const isOffline = status !== 'online' && status !== 'connecting'
  const waiting = lobby.waiting.value
  const refused = lobby.refused.value
  const isKept = lobby.kept.value !== undefined
  // Nobody sits and waits for a correspondence game, so another search can start meanwhile.
  const isFree = !isKept && (waiting === undefined || !isLive(waiting.terms.timeControl))
  const canChoose = isFree || isKept
  const [isCustom, setCustom] = useCustom(waiting?.id)
  return (
    <div class="page online lobby">
      <h1>{t('online.title')}</h1>
      <p class="lead">{t('online.lead')}</p>
      <LobbySelf {...{ connection, isOffline }} />
      {refused !== undefined && <Refused refusal={refused} />}
      <SearchEnded />
      <div class="online-main">
        {isKept && <Kept onCancel={lobby.cancel} />}
        {waiting !== undefined && <LobbyWaiting {...{ lobby, hasAccount }} challenge={waiting} />}
        {canChoose && isCustom && (
          <CustomTerms {...{ lobby, isKept }} onCancel={() => setCustom(false)} />
        )}
        {canChoose && !isCustom && (
          <QuickPairing
            {...{ lobby, isKept, pairing, hasAccount, isMember }}
            onPairing={setPairing}
          />
        )}
        {!isOffline && (
          <Challenges lobby={lobby} status={status} player={connection.player.value?.id} />
        )}
        {canChoose && !isCustom && (
          <OtherWays {...{ isKept, isMember }} onCustom={() => setCustom(true)} />
        )}
        <p class="ways-on">
          <a href={ROUTES.people}>{t('online.people')}</a>
          <a href={ROUTES.tournaments}>{t('nav.tournaments')}</a>
        </p>
      </div>
      {!isOffline && <LobbyBots {...{ lobby, hasAccount }} />}
      <div class="lobby-more">
        <LiveGame />
        <NextTournament />
      </div>
    </div>
  )
}

// --- internal ---

/** The terms of the quick challenges that are listed for everyone. */
const ANYONE: FirstMoveTerms = {
  terms: { timeControl: { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 } },
  isListed: true,
}

/** Leads on to a game that has started, or to the page of a private challenge. */
function useLeadOn(lobby: LobbyModel): void {
  const { route } = useLocation()
  const started = lobby.started.value
  const privateOffer = lobby.privateOffer.value
  useEffect(() => {
    if (started !== undefined) route(playRoute(started))
  }, [started, route])
  useEffect(() => {
    if (privateOffer !== undefined) route(inviteRoute(privateOffer))
  }, [privateOffer, route])
}

/** Whether the player chooses other terms, which ends with a wait for an opponent. */
function useCustom(waitedWith: string | undefined) {
  const [isCustom, setCustom] = useState(false)
  useEffect(() => {
    if (waitedWith !== undefined) setCustom(false)
  }, [waitedWith])
  return [isCustom, setCustom] as const
}

interface LobbySelfProps {
  readonly connection: Connection
  readonly isOffline: boolean
}

/** The player's line to the server, and the name that others see. */
function LobbySelf({ connection, isOffline }: LobbySelfProps) {
  const t = useTranslate()
  const player = connection.player.value
  return (
    <div class="lobby-self">
      <ConnectionNotice connection={connection} />
      {isOffline && (
        <p class="lobby-offline">
          {t('online.noLine')} <a href={ROUTES.newGame}>{t('game.newGame')}</a>
        </p>
      )}
      {player !== undefined && <NameForm name={player.name} connection={connection} />}
    </div>
  )
}

/** Says, until it is seen, that a search has ended without an opponent. */
function SearchEnded() {
  const t = useTranslate()
  const { ownChallenges } = useOnline()
  if (!ownChallenges.isSearchOver.value) return null
  return (
    <Notice text={t('online.call.searchEnded')} isCalm onAction={() => ownChallenges.seeSearch()} />
  )
}

/** Why a press was refused. Scrolled into view, because the button may be further down. */
function Refused({ refusal }: { refusal: Refusal }) {
  const t = useTranslate()
  const line = useRef<HTMLParagraphElement>(null)
  useSeen(line)
  return (
    <p ref={line} class="fault" role="alert">
      {describeRefusal(t, refusal.code, refusal.retryAfterMs)}
    </p>
  )
}

interface LobbyProps {
  readonly lobby: LobbyModel
}

interface AccountProps extends LobbyProps {
  /** Undefined until the server has replied. */
  readonly hasAccount: boolean | undefined
}

/** The bots of the house, to play at once. */
function LobbyBots({ lobby, hasAccount }: AccountProps) {
  return (
    <aside class="online-aside lobby-bots">
      <HouseBots
        hasAccount={hasAccount}
        onPlay={(terms, bot) => void lobby.challengeBot(terms, bot.id)}
      />
    </aside>
  )
}

interface LobbyWaitingProps extends AccountProps {
  /** The challenge with which the player waits. */
  readonly challenge: Challenge
}

/** The wait for an opponent, and what the player can do instead. */
function LobbyWaiting({ lobby, hasAccount, challenge }: LobbyWaitingProps) {
  const services = useServices()
  const { route } = useLocation()
  const playComputer = () => {
    const { level } = nextLevelHere(services)
    route(gameRoute(startGame(services, quickTerms(services, level))))
  }
  return (
    <Waiting
      challenge={challenge}
      other={lobby.others.value.find(({ terms }) => hasAccount || terms.isRated !== true)}
      onAccept={(other) => void lobby.accept(other.id)}
      // A challenge made here is scrolled into view, because the player is still where its form
      // was.
      isNew={lobby.isMadeHere(challenge.id)}
      onStop={() => void lobby.withdraw(challenge.id)}
      onPlayComputer={services.hasComputer ? playComputer : undefined}
      onPlayBot={(terms, bot) => void lobby.challengeBot(terms, bot.id)}
    />
  )
}

interface QuickPairingProps extends LobbyProps {
  /** Whether a press waits for a connection. */
  readonly isKept: boolean
  readonly pairing: PairingWish
  readonly hasAccount: boolean | undefined
  readonly isMember: boolean
  readonly onPairing: (pairing: PairingWish) => void
}

/**
 * What is played, then the times: one press at a time pairs two players. Stays in the document while
 * a press waits, like the other ways, so that nothing is lost if it is cancelled or refused.
 */
function QuickPairing(props: QuickPairingProps) {
  const { lobby, isKept, pairing, hasAccount, isMember, onPairing } = props
  const t = useTranslate()
  const firstMove = t('online.quickFirstMove', { count: firstMoveMs(ANYONE) / 60_000 })
  const about = pairing.isSingle
    ? t('terms.compensationNotes.fair', { points: FAIR_COMPENSATION })
    : t('online.quickNote')
  // These come after the times, so that a phone shows the times without scrolling.
  const notes = joinSentences(firstMove, isMember ? t('online.ratedNote') : '')
  return (
    <section class="ways-in" hidden={isKept}>
      <h2>{t('online.quick')}</h2>
      <FormatChoice
        formats={['2', 'fair']}
        value={pairing.isSingle ? 'fair' : '2'}
        onChange={(format) => onPairing({ ...pairing, isSingle: format === 'fair' })}
        note={about}
      />
      {isMember && (
        <RatedCheck
          hasAccount={hasAccount}
          isRated={pairing.isRated}
          onChange={(isRated) => onPairing({ ...pairing, isRated })}
        />
      )}
      <div class="quick-pairing">
        {QUICK_TIME_CONTROLS.map((timeControl) => (
          <button
            key={formatTimeControl(timeControl)}
            type="button"
            class="button button-big"
            onClick={() => void lobby.pair(timeControl, pairing)}
          >
            <span>
              {describeTime(t, timeControl)}
              {timeControl === USUAL_TIME_CONTROL && <small>{t('online.usual')}</small>}
            </span>
          </button>
        ))}
      </div>
      <p class="note">{notes}</p>
    </section>
  )
}

interface CustomTermsProps extends LobbyProps {
  /** Whether a press waits for a connection. */
  readonly isKept: boolean
  readonly onCancel: () => void
}

/** A challenge on the player's own terms, in place of the other ways. */
function CustomTerms({ lobby, isKept, onCancel }: CustomTermsProps) {
  return (
    <section class="ways-in" hidden={isKept}>
      <TermsForm onOffer={(offered) => void lobby.offer(offered)} onCancel={onCancel} />
    </section>
  )
}

interface OtherWaysProps {
  /** Whether a press waits for a connection. */
  readonly isKept: boolean
  readonly isMember: boolean
  /** Called when the player wants to choose other terms. */
  readonly onCustom: () => void
}

/** Games with a friend, and on other terms. */
function OtherWays({ isKept, isMember, onCustom }: OtherWaysProps) {
  const t = useTranslate()
  return (
    <section class="ways-more" hidden={isKept}>
      <div class="button-row">
        <a class="button" href={ROUTES.invite}>
          <Icon name="friends" />
          {t('home.invite')}
        </a>
        <button type="button" class="button" onClick={onCustom}>
          {t('online.custom')}
        </button>
      </div>
      {!isMember && <NeedsAccount />}
    </section>
  )
}

interface ListProps extends LobbyProps {
  readonly status: ConnectionStatus
}

interface ChallengesProps extends ListProps {
  readonly player: string | undefined
}

/** The challenges of others, to accept, and the player's own, to withdraw. */
function Challenges({ lobby, status, player }: ChallengesProps) {
  const t = useTranslate()
  const challenges = lobby.challenges.value
  const more = lobby.more.value
  return (
    <section class="wide">
      <h2>{t('online.challenges')}</h2>
      <div class="lobby-list">
        {challenges.length === 0 && <NoChallenges lobby={lobby} status={status} />}
        <ul class="card-list">
          {challenges.map(({ id, challenger, terms }) => (
            <li key={id} class="challenge">
              <span>
                <strong>{nameWithRating(t, challenger)}</strong> · {describeTerms(t, terms)}
              </span>
              {challenger.id === player ? (
                <button type="button" class="button" onClick={() => void lobby.withdraw(id)}>
                  {t('online.stopWaiting')}
                </button>
              ) : (
                <button type="button" class="button" onClick={() => void lobby.accept(id)}>
                  {t('online.accept')}
                </button>
              )}
            </li>
          ))}
        </ul>
        {more > 0 && <p class="note">{t('online.moreChallenges', { count: more })}</p>}
      </div>
    </section>
  )
}

/**
 * What to do in an empty lobby: true before the server has replied, too, so the built page has it.
 * That nobody is waiting has its own line, in its place from the start, so that nothing moves.
 */
function NoChallenges({ lobby, status }: ListProps) {
  const t = useTranslate()
  if (lobby.waiting.value !== undefined) return <p class="lobby-empty">{t('online.noOthers')}</p>
  const isKnown = status === 'online' && lobby.isKnown.value
  return (
    <div class="lobby-empty">
      <p class={isKnown ? undefined : 'lobby-asking'}>{t('online.noChallenges')}</p>
      <p>{joinSentences(t('online.anyone'), t('online.promise'))}</p>
    </div>
  )
}
