import {
  type FirstMoveTerms,
  firstMoveMs,
  isLive,
  type PlayerId,
  QUICK_TIME_CONTROLS,
  type Refusal,
  type Terms,
} from '@hokito/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ConnectionNotice } from '../components/online/ConnectionNotice.tsx'
import { GameList } from '../components/online/GameList.tsx'
import { Kept } from '../components/online/Kept.tsx'
import { HouseBots } from '../components/online/lazy-bots.ts'
import { NameForm } from '../components/online/NameForm.tsx'
import { RatedCheck } from '../components/online/RatedCheck.tsx'
import { TermsForm } from '../components/online/TermsForm.tsx'
import { useOnline } from '../components/online/use-connection.ts'
import { useHasAccount } from '../components/online/use-has-account.ts'
import { Waiting } from '../components/online/Waiting.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { createKeptForm, quickLevel } from '../models/local/kept-form.ts'
import { quickTerms, startGame } from '../models/local/start-game.ts'
import type { ConnectionStatus } from '../models/online/connection.ts'
import { createLobby, type LobbyModel } from '../models/online/lobby.ts'
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

/** The lobby: one press finds an opponent; below are challenges and games to watch. */
export function OnlinePage() {
  const t = useTranslate()
  const services = useServices()
  const { route } = useLocation()
  const { connection, ownChallenges, arrival } = useOnline()
  const lobby = useOwned(() =>
    createLobby({ connection, ownChallenges, arrival, randomBytes: services.randomBytes }),
  )
  const [isCustom, setCustom] = useState(false)
  const [isRated, setRated] = useState(false)
  const [areBotsShown, setBots] = useState(false)
  const bots = useRef<HTMLDetailsElement>(null)
  // The list may have been opened before hydration, when its event was lost.
  useEffect(() => setBots(bots.current?.open === true), [])
  const started = lobby.started.value
  const privateOffer = lobby.privateOffer.value
  useTitle(t('online.title'))
  useEffect(() => {
    if (started !== undefined) route(playRoute(started))
  }, [started, route])
  useEffect(() => {
    if (privateOffer !== undefined) route(inviteRoute(privateOffer))
  }, [privateOffer, route])
  const playComputer = () => {
    const level = quickLevel(createKeptForm(() => localStorage))
    route(gameRoute(startGame(services, quickTerms(services, level))))
  }
  const playBot = (terms: Terms, bot: { readonly id: PlayerId }) =>
    void lobby.challengeBot(terms, bot.id)
  const hasAccount = useHasAccount()
  const player = connection.player.value
  const status = connection.status.value
  const waiting = lobby.waiting.value
  const refused = lobby.refused.value
  const isKept = lobby.kept.value !== undefined
  // Nobody sits and waits for a correspondence game, so another search can start meanwhile.
  const isFree = !isKept && (waiting === undefined || !isLive(waiting.terms.timeControl))
  const waitedWith = waiting?.id
  useEffect(() => {
    if (waitedWith !== undefined) setCustom(false)
  }, [waitedWith])
  const firstMove = t('online.quickFirstMove', { count: firstMoveMs(ANYONE) / 60_000 })
  return (
    <div class="page online">
      <h1>{t('online.title')}</h1>
      <p class="lead">
        {t('online.lead')}{' '}
        <span class="ways-on">
          <a href={ROUTES.people}>{t('online.people')}</a>
          <a href={ROUTES.tournaments}>{t('nav.tournaments')}</a>
        </span>
      </p>
      <div class="lobby-self">
        <ConnectionNotice connection={connection} />
        {player !== undefined && <NameForm name={player.name} connection={connection} />}
      </div>
      {refused !== undefined && <Refused refusal={refused} />}
      {ownChallenges.isSearchOver.value && (
        <Notice
          text={t('online.call.searchEnded')}
          isCalm
          onAction={() => ownChallenges.seeSearch()}
        />
      )}
      {isFree && <Challenges lobby={lobby} status={status} player={player?.id} />}
      {isKept && <Kept onCancel={lobby.cancel} />}
      {waiting !== undefined && (
        <Waiting
          challenge={waiting}
          other={lobby.others.value.find(({ terms }) => hasAccount || terms.isRated !== true)}
          onAccept={(other) => void lobby.accept(other.id)}
          // A challenge made here is scrolled into view, because the player is still where its form
          // was.
          isNew={lobby.isMadeHere(waiting.id)}
          onStop={() => void lobby.withdraw(waiting.id)}
          onPlayComputer={services.hasComputer ? playComputer : undefined}
          onPlayBot={playBot}
        />
      )}
      {(isFree || isKept) && (
        // Stays in the document, so that the values survive if the press is cancelled or refused.
        <div class="ways-in" hidden={isKept}>
          <h2>{t('online.quick')}</h2>
          <div class="quick-pairing">
            {QUICK_TIME_CONTROLS.map((timeControl) => {
              const words = describeTime(t, timeControl)
              return (
                <button
                  key={words}
                  type="button"
                  // Offline, a press only waits for a connection, so no button is emphasised.
                  class={`button button-big${isLineLost(status) ? '' : ' button-main'}`}
                  onClick={() => void lobby.pair(timeControl, isRated)}
                >
                  {words}
                </button>
              )
            })}
          </div>
          <p class="note">{joinSentences(t('online.quickNote'), firstMove)}</p>
          {!isCustom && (
            <RatedCheck hasAccount={hasAccount} isRated={isRated} onChange={setRated} />
          )}
          {isCustom ? (
            <TermsForm onOffer={(offered) => void lobby.offer(offered)} />
          ) : (
            <div class="button-row">
              <a class="button" href={ROUTES.invite}>
                <Icon name="friends" />
                {t('home.invite')}
              </a>
              <button type="button" class="button" onClick={() => setCustom(true)}>
                {t('online.custom')}
              </button>
            </div>
          )}
        </div>
      )}
      {!isFree && waiting !== undefined && (
        <Challenges lobby={lobby} status={status} player={player?.id} />
      )}
      <details ref={bots} class="wide lobby-bots" onToggle={() => setBots(true)}>
        <summary>
          <h2>{t('online.bots.title')}</h2>
        </summary>
        {areBotsShown && <HouseBots onPlay={playBot} />}
      </details>
      <section class="wide">
        <h2>{t('online.watch')}</h2>
        <p class="note">{t('online.unlisted')}</p>
        <div class="lobby-list lobby-watch">
          <Running lobby={lobby} status={status} />
        </div>
      </section>
    </div>
  )
}

// --- internal ---

/** The terms of the quick challenges that are listed for everyone. */
const ANYONE: FirstMoveTerms = {
  terms: { timeControl: { kind: 'fischer', initialSeconds: 120, incrementSeconds: 2 } },
  isListed: true,
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

interface ListProps {
  readonly lobby: LobbyModel
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
 * Says that nobody is waiting. If that is not known, it says why, and what else the player can do.
 */
function NoChallenges({ lobby, status }: ListProps) {
  const t = useTranslate()
  if (isLineLost(status)) {
    return (
      <p class="lobby-empty">
        {t('online.noLine')} <a href={ROUTES.newGame}>{t('game.newGame')}</a>
      </p>
    )
  }
  if (status !== 'online' || !lobby.isKnown.value) return <Unknown />
  const text = lobby.waiting.value === undefined ? 'online.noChallenges' : 'online.noOthers'
  return <p class="lobby-empty">{t(text)}</p>
}

function Running({ lobby, status }: ListProps) {
  const t = useTranslate()
  const games = lobby.running.value
  if (games !== undefined && games.length > 0) return <GameList games={games} />
  if (isLineLost(status)) return <p class="lobby-empty">{t('online.runningNoLine')}</p>
  if (status !== 'online' || games === undefined) return <Unknown />
  return <p class="lobby-empty">{t('online.noRunning')}</p>
}

/**
 * Empty until the server has replied. A separate element, because text appearing in the same
 * paragraph would count as a layout shift.
 */
function Unknown() {
  return <div class="lobby-empty" />
}

function isLineLost(status: ConnectionStatus): boolean {
  return status !== 'online' && status !== 'connecting'
}
