import {
  type ClientMessages,
  colorOf,
  type GameSummary,
  type RefusalCode,
  type Refused,
  type Reply,
  type Request,
} from '@hokito/protocol'
import { isLeftToChance } from '../game/fairness.ts'
import type { Fairness } from '../live/fairness.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { Players } from '../players/players.ts'
import type { Ratings } from '../ratings/ratings.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Connection } from './connection.ts'
import type { Rooms } from './rooms.ts'

/** What answers need. */
export interface RequestDependencies {
  readonly games: Games
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly players: Players
  readonly ratings: Ratings
  readonly rooms: Rooms
  readonly now: () => number
  /** The other nodes; absent where there are none. */
  readonly others?: Pick<Nodes, 'send' | 'listedGames'> | undefined
  /** Is the server about to stop, so that nothing new begins? */
  readonly isClosing: () => boolean
}

/** Answers everything that is no command to a game. */
export async function answer<T extends RequestType>(
  request: { readonly type: T } & ClientMessages[T],
  connection: Connection,
  dependencies: RequestDependencies,
): Promise<Reply<T>> {
  const answerTo: Answer<T> = ANSWERS[request.type]
  return answerTo(request, connection, dependencies)
}

/** A refusal by its code. */
export function refused(code: RefusalCode): Refused {
  return { ok: false, refusal: { code } }
}

// --- internal ---

const MOST_LISTED = 50

type RequestType = Request['type']
type Answer<T extends RequestType> = (
  request: ClientMessages[T],
  connection: Connection,
  dependencies: RequestDependencies,
) => Reply<T> | Promise<Reply<T>>

const ANSWERS: { readonly [T in RequestType]: Answer<T> } = {
  openGame,
  closeGame: ({ game }, connection, { rooms }) => {
    rooms.closeGame(connection, game)
    return { ok: true }
  },
  say,
  openLobby,
  closeLobby: (_, connection, { rooms }) => {
    rooms.closeLobby(connection)
    return { ok: true }
  },
  quickPair,
  challenge,
  withdrawChallenge: async ({ challenge: id }, { player }, { lobby }) => {
    const withdrawn = await lobby.withdraw(player.id, id)
    return withdrawn.ok ? { ok: true } : refused(withdrawn.error)
  },
  seeChallenge,
  acceptChallenge,
  rename,
  myGames,
  myChallenges: (_, { player }, { lobby }) => {
    return { ok: true, challenges: [...lobby.ofPlayer(player.id)] }
  },
  runningGames,
}

async function openGame(
  { game: id }: ClientMessages['openGame'],
  connection: Connection,
  { games, rooms, now }: RequestDependencies,
): Promise<Reply<'openGame'>> {
  const opened = await games.openLatest(id)
  if (!opened.ok) return refused(opened.error)
  const live = opened.value
  if (!rooms.openGame(connection, live)) return refused('tooMany')
  const { view, arrangements } = live.game
  const color = colorOf(view, connection.player.id)
  const arrangement = color && arrangements[color]
  return {
    ok: true,
    game: view,
    presence: live.presence(),
    now: now(),
    ...(arrangement !== undefined && { arrangement }),
  }
}

function say(
  { game, phrase }: ClientMessages['say'],
  connection: Connection,
  { games, rooms, others }: RequestDependencies,
): Reply<'say'> {
  const live = games.loaded(game)
  if (live === undefined || !live.hasOpen(connection.id)) return refused('unknownGame')
  const color = colorOf(live.game.view, connection.player.id)
  if (color === undefined) return refused('notSeated')
  const message = { game, color, phrase }
  rooms.say(message, connection)
  others?.send({ kind: 'said', message })
  return { ok: true }
}

function openLobby(
  _: ClientMessages['openLobby'],
  connection: Connection,
  { rooms, lobby }: RequestDependencies,
): Reply<'openLobby'> {
  rooms.openLobby(connection)
  const own = lobby.ofPlayer(connection.player.id)
  return { ok: true, lobby: lobby.news.page, challenges: [...own] }
}

async function quickPair(
  { timeControl, isRated }: ClientMessages['quickPair'],
  { player }: Connection,
  { lobby, fairness, ratings, isClosing }: RequestDependencies,
): Promise<Reply<'quickPair'>> {
  if (isClosing()) return refused('closing')
  const refusal = await fairness.refusalFor(player.id)
  if (refusal !== undefined) return { ok: false, refusal }
  const card = await ratings.carded(player, { timeControl, isRated })
  if (card === undefined) return refused('needsAccount')
  const paired = await lobby.pair(card, timeControl, isRated)
  if (!paired.ok) return refused(paired.error)
  return 'game' in paired.value
    ? { ok: true, started: paired.value.game.view.id }
    : { ok: true, challenge: paired.value.challenge }
}

async function challenge(
  { terms, color, isListed }: ClientMessages['challenge'],
  { player }: Connection,
  { lobby, fairness, ratings, isClosing }: RequestDependencies,
): Promise<Reply<'challenge'>> {
  if (isClosing()) return refused('closing')
  const isByChance = isLeftToChance(terms, color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return { ok: false, refusal }
  const card = await ratings.carded(player, terms)
  if (card === undefined) return refused('needsAccount')
  const offered = await lobby.offer(card, { terms, color, isListed })
  return offered.ok ? { ok: true, challenge: offered.value } : refused(offered.error)
}

async function seeChallenge(
  { challenge: id }: ClientMessages['seeChallenge'],
  _: Connection,
  { lobby, store, summaries }: RequestDependencies,
): Promise<Reply<'seeChallenge'>> {
  const found = await lobby.lookUp(id)
  if (found !== undefined) return { ok: true, challenge: found }
  const game = await store.ofChallenge(id)
  const taken = game && (await summaries.of(game))
  return taken ? { ok: true, taken } : refused('unknownChallenge')
}

async function acceptChallenge(
  request: ClientMessages['acceptChallenge'],
  connection: Connection,
  { lobby, fairness, ratings, rooms, isClosing }: RequestDependencies,
): Promise<Reply<'acceptChallenge'>> {
  const { player } = connection
  if (isClosing()) return refused('closing')
  const wanted = await lobby.lookUp(request.challenge)
  const isByChance = wanted !== undefined && isLeftToChance(wanted.terms, wanted.color)
  const refusal = isByChance ? await fairness.refusalFor(player.id) : undefined
  if (refusal !== undefined) return { ok: false, refusal }
  const card = wanted === undefined ? player : await ratings.carded(player, wanted.terms)
  if (card === undefined) return refused('needsAccount')
  const accepted = await lobby.accept(card, request.challenge)
  if (!accepted.ok && accepted.error === 'opponentAway' && wanted !== undefined) {
    rooms.await(connection, wanted.challenger.id)
  }
  return accepted.ok ? { ok: true, started: accepted.value.view.id } : refused(accepted.error)
}

async function rename(
  { name }: ClientMessages['rename'],
  { player }: Connection,
  { players, lobby, rooms, now, others }: RequestDependencies,
): Promise<Reply<'rename'>> {
  const renamed = await players.rename(player.id, name, now())
  if (!renamed.ok) return { ok: false, refusal: renamed.error }
  lobby.rename(renamed.value)
  rooms.rename(renamed.value)
  others?.send({ kind: 'renamed', player: player.id })
  return { ok: true, player: renamed.value }
}

async function myGames(
  _: ClientMessages['myGames'],
  { player }: Connection,
  dependencies: RequestDependencies,
): Promise<Reply<'myGames'>> {
  const ids = await dependencies.store.ofPlayer(player.id, MOST_LISTED)
  const games: GameSummary[] = []
  for (const id of ids) {
    const summary = await dependencies.summaries.of(id)
    if (summary !== undefined) games.push(asToldTo(player.id, summary, dependencies))
  }
  return { ok: true, games, now: dependencies.now() }
}

/** With what only its player is told of a game. */
function asToldTo(
  player: Connection['player']['id'],
  summary: GameSummary,
  { games }: RequestDependencies,
): GameSummary {
  const color = colorOf(summary, player)
  const presence = color && games.loaded(summary.id)?.presence().seats[color]
  const claimableAt = presence?.claimableAt
  return claimableAt === undefined ? summary : { ...summary, claimableAt }
}

/** Running games that somebody has open now. */
async function runningGames(
  _request: ClientMessages['runningGames'],
  _connection: Connection,
  { rooms, others, summaries, now }: RequestDependencies,
): Promise<Reply<'runningGames'>> {
  const own = rooms.running.latest()
  const known = new Set(own.map(({ id }) => id))
  const elsewhere = (await others?.listedGames(summaries)) ?? []
  const games = [...own, ...elsewhere.filter(({ id }) => !known.has(id))].slice(0, MOST_LISTED)
  return { ok: true, games, now: now() }
}
