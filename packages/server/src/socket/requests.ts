import { colorOf, type GameSummary, type Refusal, type Reply, type Request } from '@hokito/protocol'
import { unreachable } from '@hokito/rules'
import { isLeftToChance } from '../game/fairness.ts'
import type { Fairness } from '../live/fairness.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Players } from '../players/players.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Connection } from './connection.ts'
import type { Rooms } from './rooms.ts'

/** What answers need. */
export interface RequestDoors {
  readonly games: Games
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly players: Players
  readonly rooms: Rooms
  readonly now: () => number
  /** Is the server about to stop, so that nothing new begins? */
  readonly isClosing: () => boolean
}

/** Answers everything that is no command to a game. */
export async function answer(
  request: Request,
  connection: Connection,
  doors: RequestDoors,
): Promise<Reply> {
  switch (request.type) {
    case 'openGame':
      return openGame(request.game, connection, doors)
    case 'closeGame':
      doors.rooms.closeGame(connection, request.game)
      return { ok: true }
    case 'say':
      return say(request, connection, doors)
    case 'openLobby':
      return openLobby(connection, doors)
    case 'closeLobby':
      doors.rooms.closeLobby(connection)
      return { ok: true }
    case 'quickPair':
      return quickPair(request, connection, doors)
    case 'challenge':
      return challenge(request, connection, doors)
    case 'withdrawChallenge': {
      const withdrawn = await doors.lobby.withdraw(connection.player.id, request.challenge)
      return withdrawn.ok ? { ok: true } : refused(withdrawn.error)
    }
    case 'seeChallenge': {
      const found = doors.lobby.find(request.challenge)
      return found === undefined ? refused('unknownChallenge') : { ok: true, challenge: found }
    }
    case 'acceptChallenge':
      return acceptChallenge(request, connection, doors)
    case 'rename':
      return rename(request.name, connection, doors)
    case 'myGames':
      return myGames(connection, doors)
    case 'runningGames':
      return runningGames(doors)
    default:
      return unreachable(request)
  }
}

/** A refusal by its code. */
export function refused(code: Refusal['code']): Extract<Reply, { ok: false }> {
  return { ok: false, refusal: { code } }
}

// --- internal ---

const MOST_LISTED = 50

type RequestOf<T extends Request['type']> = Extract<Request, { type: T }>

async function openGame(
  id: string,
  connection: Connection,
  { games, rooms, now }: RequestDoors,
): Promise<Reply> {
  const table = await games.open(id)
  if (typeof table === 'string') return refused(table)
  if (!rooms.openGame(connection, table)) return refused('tooMany')
  return { ok: true, game: table.game.view, presence: table.presence(), now: now() }
}

function say(
  { game, phrase }: RequestOf<'say'>,
  connection: Connection,
  { games, rooms }: RequestDoors,
): Reply {
  const table = games.tables.get(game)
  if (table === undefined || !table.hasOpen(connection.id)) return refused('unknownGame')
  const color = colorOf(table.game.view, connection.player.id)
  if (color === undefined) return refused('notSeated')
  rooms.say(connection, { game, color, phrase })
  return { ok: true }
}

function openLobby(connection: Connection, { rooms, lobby }: RequestDoors): Reply {
  rooms.openLobby(connection)
  const own = lobby.ofPlayer(connection.player.id)
  return { ok: true, lobby: lobby.news.page, challenges: [...own] }
}

async function quickPair(
  { timeControl }: RequestOf<'quickPair'>,
  { player }: Connection,
  { lobby, fairness, isClosing }: RequestDoors,
): Promise<Reply> {
  if (isClosing()) return refused('closing')
  const refusal = await fairness.refusalFor(player.id)
  if (refusal !== undefined) return { ok: false, refusal }
  const paired = await lobby.pair(player, timeControl)
  if (!paired.ok) return refused(paired.error)
  return 'game' in paired.value
    ? { ok: true, started: paired.value.game.view.id }
    : { ok: true, challenge: paired.value.challenge }
}

async function challenge(
  { terms, color, isListed }: RequestOf<'challenge'>,
  { player }: Connection,
  { lobby, fairness, isClosing }: RequestDoors,
): Promise<Reply> {
  if (isClosing()) return refused('closing')
  const isByChance = isLeftToChance(terms, color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return { ok: false, refusal }
  const offered = await lobby.offer(player, { terms, color, isListed })
  return offered.ok ? { ok: true, challenge: offered.value } : refused(offered.error)
}

async function acceptChallenge(
  request: RequestOf<'acceptChallenge'>,
  { player }: Connection,
  { lobby, fairness, isClosing }: RequestDoors,
): Promise<Reply> {
  if (isClosing()) return refused('closing')
  const wanted = lobby.find(request.challenge)
  const isByChance = wanted !== undefined && isLeftToChance(wanted.terms, wanted.color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return { ok: false, refusal }
  const accepted = await lobby.accept(player, request.challenge)
  return accepted.ok ? { ok: true, started: accepted.value.view.id } : refused(accepted.error)
}

async function rename(
  name: string,
  { player }: Connection,
  { players, lobby, rooms, now }: RequestDoors,
): Promise<Reply> {
  const renamed = await players.rename(player.id, name, now())
  if (!renamed.ok) return { ok: false, refusal: renamed.error }
  lobby.rename(renamed.value)
  rooms.rename(renamed.value)
  return { ok: true, player: renamed.value }
}

async function myGames({ player }: Connection, doors: RequestDoors): Promise<Reply> {
  const ids = await doors.store.ofPlayer(player.id, MOST_LISTED)
  const games: GameSummary[] = []
  for (const id of ids) {
    const summary = await doors.summaries.of(id)
    if (summary !== undefined) games.push(summary)
  }
  return { ok: true, games, now: doors.now() }
}

/** Running games that somebody has open now. */
function runningGames({ rooms, now }: RequestDoors): Reply {
  return { ok: true, games: [...rooms.running.latest()], now: now() }
}
