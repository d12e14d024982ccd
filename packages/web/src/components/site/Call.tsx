import { type GameSummary, gameIdSchema, isLive } from '@hokito/protocol'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { OwnGames } from '../../models/online/own-games.ts'
import { isAwaited } from '../../models/online/own-games-state.ts'
import { giveSharesForCorrespondence } from '../../models/online/shares-for-correspondence.ts'
import type { Online } from '../../models/site/online.ts'
import { playRoute, ROUTES } from '../../routes.ts'
import { useServices } from '../../services.ts'
import { useTabSign } from '../../ui/tab.ts'
import { ArrivalDialog } from './ArrivalDialog.tsx'
import { ChallengeCall } from './ChallengeCall.tsx'
import { OverCall, RematchCall } from './OverCall.tsx'
import { RunningCall } from './RunningCall.tsx'
import { SignedOutDialog } from './SignedOutDialog.tsx'

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
      {online.isSignedOut.value && <SignedOutDialog online={online} />}
    </>
  )
}

// --- internal ---

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
  if (offered !== undefined && !isUrgent)
    return <RematchCall key={offered.id} {...{ game: offered, player, ownGames }} />
  // A running clock is more urgent than an unread result.
  const isPressing = isUrgent && game !== undefined && isLive(game.terms.timeControl)
  if (over !== undefined && !isPressing)
    return <OverCall key={over.id} {...{ game: over, player, ownGames }} more={earlier.length} />
  if (game !== undefined) {
    const claimableAt = ownGames.claimableAt(game)
    return (
      <RunningCall
        {...{ game, player, isTurn, isUrgent, connection, claimableAt }}
        more={more.length}
      />
    )
  }
  return <ChallengeCall online={online} path={path} />
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
