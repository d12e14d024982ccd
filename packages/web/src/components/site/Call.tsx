import { type GameSummary, gameIdSchema, isLateLoss, isLive, type PlayerId } from '@hokito/protocol'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Connection } from '../../models/online/connection.ts'
import type { OwnGames } from '../../models/online/own-games.ts'
import { isAwaited, isMissed, isToPlace } from '../../models/online/own-games-state.ts'
import { opponentIn, ownColorIn } from '../../models/online/own-seat.ts'
import { giveSharesForCorrespondence } from '../../models/online/shares-for-correspondence.ts'
import { goToSignIn } from '../../models/site/account-name.ts'
import type { Online } from '../../models/site/online.ts'
import { inviteRoute, playRoute, ROUTES, readAddress } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useTabSign } from '../../ui/tab.ts'
import { describeResult } from '../../words/games.ts'
import { describeTime } from '../../words/online.ts'
import { formatClock } from '../game/SeatCard.tsx'
import { useTicking } from '../online/use-ticking.ts'
import { useTournamentOf } from '../online/use-tournament-of.ts'
import { ArrivalDialog } from './ArrivalDialog.tsx'

/**
 * The notices in the header about games and challenges, and the dialogs for a game that begins and
 * for being signed out. It also sends the player's shares for correspondence games, so that those
 * can begin.
 */
export function Call({ online }: { online: Online }) {
  const { path } = useLocation()
  const { randomBytes } = useServices()
  const { connection, ownGames } = online
  useEffect(
    () => giveSharesForCorrespondence(connection, ownGames, randomBytes),
    [connection, ownGames, randomBytes],
  )
  return (
    <>
      <Calling online={online} path={path} />
      <ArrivalDialog online={online} path={path} />
      {online.isSignedOut.value && <SignedOut online={online} />}
    </>
  )
}

// --- internal ---

/** How long a result must be visible to count as read. */
const READING_MS = 60_000
/** How long it must be shown to count as read when its page is left. */
const GLANCE_MS = 10_000

/**
 * Shown on any page when the player was signed out from elsewhere, because their games continue
 * without them.
 */
function SignedOut({ online }: { online: Online }) {
  const t = useTranslate()
  const close = () => {
    online.isSignedOut.value = false
  }
  return (
    <Dialog title={t('online.signedOut.title')} onClose={close}>
      <p>{t('online.signedOut.text')}</p>
      <div class="button-row">
        <button type="button" class="button button-main" onClick={goToSignIn}>
          {t('online.signedOut.signIn')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('online.signedOut.guest')}
        </button>
      </div>
    </Dialog>
  )
}

/**
 * The most urgent thing for the player: their online game that needs them first, with the number of
 * others, or something about a challenge.
 */
function Calling({ online, path }: { online: Online; path: string }) {
  const { connection, ownGames, arrival } = online
  const player = connection.player.value?.id
  const elsewhere = ownGames.running.value.filter(({ id }) => path !== playRoute(id))
  const isTurnIn = (game: GameSummary | undefined) => game !== undefined && isAwaited(game, player)
  // A game that has just begun is urgent even if the opponent moves first.
  const isUrgentIn = (game: GameSummary | undefined) =>
    isTurnIn(game) || (game?.ply === 0 && game.isDealt)
  const [first] = elsewhere
  useTabSign(isTurnIn(first) ? 'turn' : isUrgentIn(first) ? 'begun' : undefined)
  // The page shown leads to that one itself.
  const [game, ...more] = elsewhere.filter(({ id }) => id !== arrival.told.value)
  const isTurn = isTurnIn(game)
  const isUrgent = isUrgentIn(game)
  useCallSound(online)
  useRefreshAfterGame(online, path)
  useRefreshOfChallenges(online, path)
  useSeenResults(ownGames, path)
  const [over, ...earlier] = ownGames.over.value
  const offered = ownGames.offered.value.find(({ id }) => path !== playRoute(id))
  // The opponent waits for an answer; the page of that game also shows how it ended.
  if (offered !== undefined && !isUrgent) return <RematchCall game={offered} player={player} />
  // A running clock is more urgent than an unread result.
  const isPressing = isUrgent && game !== undefined && isLive(game.terms.timeControl)
  if (over !== undefined && !isPressing)
    return <OverCall key={over.id} {...{ game: over, player, ownGames }} more={earlier.length} />
  if (game !== undefined) {
    const claimableAt = ownGames.claimableAt(game)
    return (
      <CallOf {...{ game, player, isTurn, isUrgent, connection, claimableAt }} more={more.length} />
    )
  }
  return <ChallengeCall online={online} path={path} />
}

/** A waiting invitation, a declined challenge, or the player's search for an opponent. */
function ChallengeCall({ online, path }: { online: Online; path: string }) {
  const t = useTranslate()
  const { ownChallenges, heldChallenge } = online
  const held = heldChallenge.challenge.value
  if (held !== undefined && path !== inviteRoute(held.id)) {
    const { name } = held.challenger
    return (
      <a class="call" href={inviteRoute(held.id)}>
        <strong>
          {t(held.opponent === undefined ? 'online.call.invitation' : 'online.call.challenge')}
        </strong>
        <small title={name}>{t('online.call.from', { name })}</small>
      </a>
    )
  }
  const declined = ownChallenges.declined.value
  if (declined?.opponent !== undefined && path !== inviteRoute(declined.id)) {
    const { name } = declined.opponent
    return (
      <a class="call" href={inviteRoute(declined.id)}>
        <strong>{t('online.invite.declined')}</strong>
        <small title={name}>{t('online.call.by', { name })}</small>
      </a>
    )
  }
  const isSearching = ownChallenges.search.value !== undefined
  const { route } = readAddress(path)
  if (isSearching && route !== ROUTES.online) return <SearchCall />
  if (ownChallenges.isSearchOver.value && route !== ROUTES.online) return <SearchOverCall />
  const sent = ownChallenges.open.value.findLast(({ isListed }) => !isListed)
  // The pages that make and show invitations need no link to them, and in a game it would disturb.
  const isAside = [ROUTES.invite, ROUTES.play, ROUTES.game].some((other) => route.startsWith(other))
  if (sent === undefined || isAside) return null
  return (
    <a class="call call-search" href={inviteRoute(sent.id)}>
      <strong>
        {t(sent.opponent === undefined ? 'online.call.sent' : 'online.call.challenged')}
      </strong>
      <small>{sent.opponent?.name ?? describeTime(t, sent.terms.timeControl)}</small>
    </a>
  )
}

/** The player is searching for an opponent. */
function SearchCall() {
  const t = useTranslate()
  return (
    <a class="call call-search" href={ROUTES.online}>
      <strong>{t('online.call.searching')}</strong>
      <small>{t('online.call.searchingNote')}</small>
    </a>
  )
}

/** The search has ended, because the player was away and others should not wait for them. */
function SearchOverCall() {
  const t = useTranslate()
  return (
    <a class="call" href={ROUTES.online}>
      <strong>{t('online.call.searchEnded')}</strong>
      <small>{t('online.call.searchAgain')}</small>
    </a>
  )
}

/** The opponent offers a rematch, or a new game after one that was called off. */
function RematchCall({ game, player }: Pick<CallOfProps, 'game' | 'player'>) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  return (
    <a class="call" href={playRoute(game.id)}>
      <strong>
        {t(game.ending?.kind === 'aborted' ? 'online.call.again' : 'online.call.rematch')}
      </strong>
      <small title={name}>{t('online.call.from', { name })}</small>
    </a>
  )
}

interface OverCallProps extends Pick<CallOfProps, 'game' | 'player' | 'more'> {
  readonly ownGames: Pick<OwnGames, 'read'>
}

/** A game of the player's has ended while they were elsewhere; `more` of them have, before it. */
function OverCall({ game, player, ownGames, more }: OverCallProps) {
  const t = useTranslate()
  useReading(ownGames)
  // Asked only about missed games; for other results the tournament makes no difference.
  const isOfTournament = useTournamentOf(game.missedBy && game) !== undefined
  const counted = isOfTournament ? { ...game, isOfTournament } : game
  const result = describeResult(t, { kind: 'online', game: counted }, player)
  const { name } = opponentIn(game, player)
  const own = ownColorIn(game, player)
  const wasLate =
    (own !== undefined && game.missedBy?.includes(own) === true) ||
    (isMissed(game, player) && isLateLoss(game.ending, game.ply))
  const reason = wasLate
    ? t('online.call.late')
    : t(isMissed(game, player) ? 'online.call.awayTooLong' : 'online.call.against', { name })
  return (
    <div class="call call-over">
      <a href={playRoute(game.id)}>
        <strong>{result?.headline}</strong>
        <small title={name}>
          {reason}
          {more > 0 && <span class="call-more"> {t('online.call.more', { count: more })}</span>}
        </small>
      </a>
      <button
        type="button"
        class="button-quiet"
        aria-label={t('game.close')}
        onClick={() => ownGames.read()}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

interface CallOfProps {
  readonly game: GameSummary
  readonly player: PlayerId | undefined
  readonly isTurn: boolean
  readonly isUrgent: boolean
  readonly more: number
  readonly connection: Pick<Connection, 'now'>
  /** When the opponent may claim the win, because the player has left. */
  readonly claimableAt: number | undefined
}

function CallOf(props: CallOfProps) {
  const { game, claimableAt, isTurn } = props
  const ownTimeEnds = isTurn && isLive(game.terms.timeControl) ? game.deadline : undefined
  const isClaimFirst = claimableAt !== undefined && claimableAt < (ownTimeEnds ?? Infinity)
  return isClaimFirst ? <ClaimCall {...props} claimableAt={claimableAt} /> : <TurnCall {...props} />
}

/** The player has left a live game, in which the opponent need not wait for ever. */
function ClaimCall({
  game,
  player,
  claimableAt,
  connection,
}: CallOfProps & { readonly claimableAt: number }) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  const leftMs = useTicking(() => claimableAt - connection.now(), true)
  return (
    <a class="call call-turn" href={playRoute(game.id)}>
      <strong>{t('online.call.return')}</strong>
      {/* Short, because it has to fit on a phone in all languages. */}
      <small title={t('online.call.mayClaim', { name })}>
        {leftMs > 0 && (
          <span class="call-time" role="timer">
            {formatClock(leftMs)}
          </span>
        )}
        {t('online.call.orLose')}
      </small>
    </a>
  )
}

function TurnCall({ game, player, isTurn, isUrgent, more, connection }: CallOfProps) {
  const t = useTranslate()
  const { name } = opponentIn(game, player)
  const { deadline, terms } = game
  const isRunning = isTurn && deadline !== undefined && isLive(terms.timeControl)
  const leftMs = useTicking(() => (deadline ?? 0) - connection.now(), isRunning)
  const isOurMove = isTurn && game.isDealt
  return (
    <a class={isUrgent ? 'call call-turn' : 'call'} href={playRoute(game.id)}>
      <strong>
        {isToPlace(game, player)
          ? t('games.place')
          : t(isOurMove ? 'online.call.yourTurn' : 'online.call.return')}
      </strong>
      <small title={name}>
        {isRunning && (
          <span class="call-time" role="timer">
            {formatClock(Math.max(0, leftMs))}
          </span>
        )}
        {t('online.call.against', { name })}
        {more > 0 && <span class="call-more"> {t('online.call.more', { count: more })}</span>}
      </small>
    </a>
  )
}

/**
 * A result takes the place of running games. After a while in view it counts as read, and only
 * "Your games" lists it. So does a result on a page that the player leaves after a glance: otherwise
 * its time would start again with each page that is loaded.
 */
function useReading(ownGames: Pick<OwnGames, 'read'>): void {
  const { now } = useServices()
  useEffect(() => {
    const since = now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      if (!document.hidden) timer = setTimeout(() => ownGames.read(), READING_MS)
    }
    const leave = () => {
      if (now() - since >= GLANCE_MS) ownGames.read()
    }
    wait()
    document.addEventListener('visibilitychange', wait)
    window.addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wait)
      window.removeEventListener('pagehide', leave)
    }
  }, [ownGames, now])
}

/** Marks a game as opened when its page is shown, because that page shows its result. */
function useSeenResults(ownGames: OwnGames, path: string): void {
  useEffect(() => {
    const game = gameIdSchema.safeParse(path.split('/').at(-1)).data
    if (game !== undefined && path.startsWith(`${ROUTES.play}/`)) ownGames.open(game)
  }, [ownGames, path])
}

/** Plays a sound when a game begins while the player is elsewhere. */
function useCallSound({ connection }: Online): void {
  const { sounds } = useServices()
  const called = connection.called.value
  useEffect(() => {
    if (called !== undefined) sounds.play('call')
  }, [called, sounds])
}

/** The page just left may have made or withdrawn an invitation. */
function useRefreshOfChallenges({ connection, ownChallenges }: Online, path: string): void {
  const before = useRef(path)
  useEffect(() => {
    const isNew = before.current !== path
    before.current = path
    if (isNew && connection.status.peek() === 'online') void ownChallenges.refresh()
  }, [connection, ownChallenges, path])
}

/**
 * The server sends the events of a game only to its page. When that page is left, the game is
 * loaded again before the header shows it.
 */
function useRefreshAfterGame({ ownGames }: Online, path: string): void {
  const before = useRef(path)
  useLayoutEffect(() => {
    const left = gameIdSchema.safeParse(before.current.split('/').at(-1)).data
    const wasGame = before.current.startsWith(`${ROUTES.play}/`) && before.current !== path
    before.current = path
    if (wasGame && left !== undefined) void ownGames.leave(left)
  }, [ownGames, path])
}
