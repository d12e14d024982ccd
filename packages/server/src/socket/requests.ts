import {
  type ClientMessages,
  colorOf,
  type GameSummary,
  type GameView,
  type Refusal,
  type RefusalCode,
  type Refused,
  type Reply,
  type Request,
} from '@hokito/protocol'
import type { Cluster } from '../live/cluster.ts'
import type { EventStream } from '../live/events.ts'
import type { Games } from '../live/games.ts'
import { type MeetingDependencies, offerChallenge, takeChallenge } from '../live/meeting.ts'
import type { Summaries } from '../live/summaries.ts'
import { summaryFor } from '../live/summary.ts'
import type { People } from '../people/people.ts'
import type { Talk } from '../people/talk.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Studies } from '../studies/studies.ts'
import type { Connection } from './connection.ts'
import type { Rooms } from './rooms.ts'

export interface RequestDependencies extends MeetingDependencies {
  readonly games: Games
  readonly store: GameStore
  readonly summaries: Summaries
  readonly people: Pick<People, 'apartFrom' | 'refusalToMeetAnyone'>
  readonly talk: Talk
  readonly studies: Pick<Studies, 'look'>
  readonly rooms: Rooms
  readonly now: () => number
  readonly cluster: Pick<Cluster, 'tellSaid' | 'tellWritten' | 'listedGames' | 'followed'>
  readonly events: EventStream
  readonly onFailure: (what: string, error: unknown) => void
}

/** Answers every message that is not a command to a game. */
export async function answer<T extends RequestType>(
  request: { readonly type: T } & ClientMessages[T],
  connection: Connection,
  dependencies: RequestDependencies,
): Promise<Reply<T>> {
  const answerTo: Answer<T> = ANSWERS[request.type]
  return answerTo(request, connection, dependencies)
}

/** A refusal with this code. */
export function refused(code: RefusalCode): Refused {
  return { ok: false, refusal: { code } }
}

// --- internal ---

function refusedAs(refusal: Refusal): Refused {
  return { ok: false, refusal }
}

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
  seeLines,
  say,
  write,
  openLobby,
  closeLobby: (_, connection, { rooms }) => {
    rooms.lobby.leave(connection)
    return { ok: true }
  },
  quickPair,
  challenge,
  withdrawChallenge: async ({ challenge: id }, { player }, { lobby }) => {
    const withdrawn = await lobby.withdraw(player.id, id)
    return withdrawn.ok ? { ok: true } : refused(withdrawn.error)
  },
  declineChallenge: async ({ challenge: id }, { player }, { lobby }) => {
    const declined = await lobby.decline(player.id, id)
    return declined.ok ? { ok: true } : refused(declined.error)
  },
  seeChallenge,
  acceptChallenge,
  rename,
  myGames,
  myChallenges: (_, { player }, { lobby }) => {
    return { ok: true, challenges: [...lobby.ofPlayer(player.id)] }
  },
  followStudy,
  unfollowStudy: (_, connection, { rooms }) => {
    rooms.studies.unfollow(connection)
    return { ok: true }
  },
  runningGames,
}

async function openGame(
  { game: id }: ClientMessages['openGame'],
  connection: Connection,
  { games, rooms, now, talk, onFailure }: RequestDependencies,
): Promise<Reply<'openGame'>> {
  const opened = await games.openLatest(id)
  if (!opened.ok) return refused(opened.error)
  const live = opened.value
  if (!rooms.openGame(connection, live)) return refused('tooMany')
  const { view, arrangements } = live.game
  const color = colorOf(view, connection.player.id)
  if (color !== undefined) tellTalk(view, connection, { talk, onFailure })
  const arrangement = color && arrangements[color]
  return {
    ok: true,
    game: view,
    presence: live.presence(),
    now: now(),
    ...(arrangement !== undefined && { arrangement }),
  }
}

/**
 * Read from the disk: lines are hidden, so they have no version, and may have been set on another
 * node.
 */
async function seeLines(
  { game: id }: ClientMessages['seeLines'],
  { player }: Connection,
  { games, store }: RequestDependencies,
): Promise<Reply<'seeLines'>> {
  const opened = await games.openLatest(id)
  if (!opened.ok) return refused(opened.error)
  const color = colorOf(opened.value.game.view, player.id)
  if (color === undefined) return refused('notSeated')
  const stored = await store.read(id)
  if (stored?.kind !== 'sound') return refused('damagedGame')
  const { view, lines } = stored.game
  const own = lines[color]
  return {
    ok: true,
    ply: view.moves.length,
    lines: own?.set?.lines ?? '',
    played: [...(own?.played ?? [])],
    order: own?.order ?? 0,
    ...(own?.set?.reply && { reply: own.set.reply }),
  }
}

/** Sends a player who has opened a game the chat of the two players, if they have one. */
function tellTalk(
  view: GameView,
  { socket }: Connection,
  { talk, onFailure }: Pick<RequestDependencies, 'talk' | 'onFailure'>,
): void {
  talk.stateOf(view).then(
    (state) => state && socket.emit('talk', state),
    (error: unknown) => onFailure('reading what was written in a game', error),
  )
}

async function say(
  { game, phrase }: ClientMessages['say'],
  connection: Connection,
  { games, rooms, cluster, talk, now, onFailure }: RequestDependencies,
): Promise<Reply<'say'>> {
  const live = games.loaded(game)
  if (live === undefined || !live.hasOpen(connection.id)) return refused('unknownGame')
  const color = colorOf(live.game.view, connection.player.id)
  if (color === undefined) return refused('notSeated')
  const { id: player } = connection.player
  const refusal = await talk.refusalFor(live.game.view, player)
  if (refusal !== undefined) return refused(refusal)
  // Kept for reports. Nothing waits for it, as a phrase is only shown for a moment.
  talk.sayings
    .keepPhrase(game, player, phrase, now())
    .catch((error: unknown) => onFailure('keeping a phrase', error))
  const message = { game, color, phrase }
  rooms.say(message, connection)
  cluster.tellSaid(message)
  return { ok: true }
}

async function write(
  { game, words }: ClientMessages['write'],
  connection: Connection,
  { games, rooms, cluster, talk }: RequestDependencies,
): Promise<Reply<'write'>> {
  const live = games.loaded(game)
  if (live === undefined || !live.hasOpen(connection.id)) return refused('unknownGame')
  const written = await talk.write(live.game.view, connection.player.id, words)
  if (!written.ok) return refused(written.error)
  rooms.written(live.game.view, written.value)
  cluster.tellWritten(game, written.value.n)
  return { ok: true }
}

async function openLobby(
  _: ClientMessages['openLobby'],
  connection: Connection,
  { rooms, lobby, people }: RequestDependencies,
): Promise<Reply<'openLobby'>> {
  const { id } = connection.player
  // A pupil who meets nobody outside the class has nothing to choose from.
  if ((await people.refusalToMeetAnyone(id)) === 'outsideClass') {
    rooms.lobby.leave(connection)
    return { ok: true, lobby: lobby.news.pageOfNone, challenges: [...lobby.ofPlayer(id)] }
  }
  const apart = await people.apartFrom(id)
  connection.apart = apart
  rooms.openLobby(connection)
  const own = lobby.ofPlayer(id)
  const page = apart.size === 0 ? lobby.news.page : lobby.news.pageWithout(apart)
  return { ok: true, lobby: page, challenges: [...own] }
}

async function quickPair(
  { timeControl, isRated, isSingle }: ClientMessages['quickPair'],
  { player }: Connection,
  { lobby, fairness, ratings, isClosing }: RequestDependencies,
): Promise<Reply<'quickPair'>> {
  if (isClosing()) return refused('closing')
  const refusal = await fairness.refusalFor(player.id)
  if (refusal !== undefined) return { ok: false, refusal }
  const card = await ratings.carded(player, { timeControl, isRated })
  if (card === undefined) return refused('needsAccount')
  const paired = await lobby.pair(card, timeControl, { isRated, isSingle })
  if (!paired.ok) return refused(paired.error)
  return 'game' in paired.value
    ? { ok: true, started: paired.value.game.view.id }
    : { ok: true, challenge: paired.value.challenge }
}

async function challenge(
  { terms, color, isListed, opponent }: ClientMessages['challenge'],
  { player }: Connection,
  dependencies: RequestDependencies,
): Promise<Reply<'challenge'>> {
  const wish = { terms, color, isListed: isListed && opponent === undefined, opponent }
  const offered = await offerChallenge(player, wish, dependencies)
  return offered.ok ? { ok: true, challenge: offered.value } : refusedAs(offered.error)
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
  dependencies: RequestDependencies,
): Promise<Reply<'acceptChallenge'>> {
  const accepted = await takeChallenge(connection.player, request.challenge, dependencies)
  if (accepted.ok) return { ok: true, started: accepted.value.view.id }
  const { lobby, rooms } = dependencies
  const wanted = lobby.find(request.challenge)
  if (accepted.error.code === 'opponentAway' && wanted !== undefined) {
    rooms.await(connection, wanted.challenger.id)
  }
  return refusedAs(accepted.error)
}

async function rename(
  { name }: ClientMessages['rename'],
  { player }: Connection,
  { players, now, events }: RequestDependencies,
): Promise<Reply<'rename'>> {
  const renamed = await players.rename(player.id, name, now())
  if (!renamed.ok) {
    const { error } = renamed
    // Older pages can read only the refusals that they know of the socket.
    return error.code === 'ofClass' ? refused('outsideClass') : refusedAs(error)
  }
  await events.publishAwaited('renamed', renamed.value)
  return { ok: true, player: renamed.value }
}

/** Followed before it is read: a change in between reaches the page. */
async function followStudy(
  { study: id }: ClientMessages['followStudy'],
  connection: Connection,
  { studies, rooms }: RequestDependencies,
): Promise<Reply<'followStudy'>> {
  const found = await studies.look(id, connection.player.id)
  if (found !== undefined && !rooms.followStudy(connection, found)) return refused('tooMany')
  const study = found && (await studies.look(id, connection.player.id))
  if (study !== undefined) return { ok: true, study }
  // Nor does it go on with the study that it followed before.
  rooms.studies.unfollow(connection)
  return refused('unknownStudy')
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
    if (summary !== undefined) games.push(summaryTo(player.id, summary, dependencies))
  }
  return { ok: true, games, now: dependencies.now() }
}

/** Adds facts that only the player sees. */
function summaryTo(
  player: Connection['player']['id'],
  summary: GameSummary,
  { games }: RequestDependencies,
): GameSummary {
  const color = colorOf(summary, player)
  return color === undefined ? summary : summaryFor(color, summary, games.loaded(summary.id))
}

/** Running games that someone has open now. */
async function runningGames(
  _request: ClientMessages['runningGames'],
  _connection: Connection,
  { rooms, cluster, now }: RequestDependencies,
): Promise<Reply<'runningGames'>> {
  const running = await rooms.running.everywhere(cluster)
  return { ok: true, games: running.slice(0, MOST_LISTED), now: now() }
}
