import {
  type ChallengeId,
  colorOf,
  type GameId,
  type GameSummary,
  type GameView,
  isLive,
  type PlayerCard,
  type PlayerId,
  PROTOCOL_VERSION,
  type ServerMessages,
  type Study,
  type StudyId,
  type Update,
} from '@hokito/protocol'
import { COLORS } from '@hokito/rules'
import { LRUCache } from 'lru-cache'
import type { Game } from '../game/game.ts'
import type { NodePaths } from '../ground/node-paths.ts'
import type { Cluster } from '../live/cluster.ts'
import type { ConnectionId } from '../live/connection-id.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { LobbyNews } from '../live/lobby-news.ts'
import type { Addressed } from '../live/opponent.ts'
import { RunningGames } from '../live/running-games.ts'
import { summaryFor, summaryOf } from '../live/summary.ts'
import type { Connection, PageServer } from './connection.ts'
import { LobbyRoom } from './lobby-room.ts'
import { Programs } from './programs.ts'
import { StudyRooms } from './study-rooms.ts'

export interface RoomsDependencies {
  readonly io: PageServer
  readonly now: () => number
  readonly cluster: Pick<Cluster, 'tellPresence' | 'follow' | 'unfollow' | 'homeOf'>
  readonly nodePaths: NodePaths
}

/** Decides who receives what: connections by the games and lists they have open, and by player. */
export class Rooms {
  readonly #io: PageServer
  readonly #now: () => number
  readonly #connections = new Map<PlayerId, Set<Connection>>()
  readonly #games = new Map<GameId, LiveGame>()
  readonly #changed = new Set<GameId>()
  /** The changed games whose change the other nodes do not know yet. */
  readonly #changedHere = new Set<GameId>()
  /**
   * When players' sessions ended, by this process's own clock: only the latest, for as long as a
   * handshake takes.
   */
  readonly #ended = new LRUCache<PlayerId, number>({ max: MOST_ENDED })
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly running = new RunningGames(() => performance.now())
  /** Programs that have no socket. */
  readonly programs: Programs
  readonly studies: StudyRooms
  readonly lobby: LobbyRoom
  readonly #cluster: RoomsDependencies['cluster']
  readonly #nodePaths: NodePaths

  constructor({ io, now, cluster, nodePaths }: RoomsDependencies) {
    this.#io = io
    this.#now = now
    this.#cluster = cluster
    this.#nodePaths = nodePaths
    this.programs = new Programs(cluster)
    this.studies = new StudyRooms(io, cluster)
    this.lobby = new LobbyRoom(io)
  }

  enter(connection: Connection): void {
    const { player, socket } = connection
    const others = this.#connections.get(player.id)
    if (others === undefined) this.#connections.set(player.id, new Set([connection]))
    else others.add(connection)
    this.#cluster.follow(player.id)
    void socket.join(roomOfPlayer(player.id))
  }

  /** The first message to a connection. */
  welcome({ socket, player }: Connection): void {
    socket.emit('welcome', { protocol: PROTOCOL_VERSION, player, now: this.#now() })
  }

  /** Sends the server's time to everyone again, after it has jumped. */
  welcomeAll(): void {
    for (const own of this.#connections.values()) {
      for (const connection of own) this.welcome(connection)
    }
  }

  /**
   * Closes all of a player's sockets, because some sessions have ended. Pages with a valid cookie
   * reconnect by themselves, and sockets being admitted are checked again. Programs have their
   * tokens checked.
   */
  disconnect(player: PlayerId): void {
    this.#ended.set(player, performance.now())
    this.programs.doubted(player)
    for (const { socket } of [...(this.#connections.get(player) ?? [])]) socket.disconnect(true)
  }

  /** Have any sessions of a player ended since a moment of this process? */
  hasEndedSince(player: PlayerId, at: number): boolean {
    return (this.#ended.get(player) ?? Number.NEGATIVE_INFINITY) >= at
  }

  /** Since when each connected player has been connected, by the server's clock. */
  *connectedSince(): Generator<readonly [PlayerId, number]> {
    for (const [player, own] of this.#connections) {
      yield [player, Math.min(...[...own].map(({ since }) => since))]
    }
  }

  /** Returns whether it was the player's last connection. */
  leave(connection: Connection): boolean {
    for (const game of connection.openGames.keys()) this.closeGame(connection, game)
    this.studies.unfollow(connection)
    this.lobby.leave(connection)
    const own = this.#connections.get(connection.player.id)
    if (own?.delete(connection)) this.#cluster.unfollow(connection.player.id)
    if (own !== undefined && own.size > 0) return false
    this.#connections.delete(connection.player.id)
    return true
  }

  /** Notifies a connection when a player is connected again; it waits for one player at a time. */
  await(connection: Connection, player: PlayerId): void {
    const { socket, awaited } = connection
    if (awaited !== undefined) void socket.leave(roomOfThoseAwaiting(awaited))
    connection.awaited = player
    void socket.join(roomOfThoseAwaiting(player))
  }

  /**
   * Notifies the pages that wait for a player that the player is connected; they decide what to do.
   */
  cameBack(player: PlayerId): void {
    const room = roomOfThoseAwaiting(player)
    this.#io.to(room).emit('challengerHere', { challenger: player })
  }

  /** The players connected here. */
  get players(): Pick<ReadonlySet<PlayerId>, 'has'> & Iterable<PlayerId> {
    const connections = this.#connections
    return {
      has: (player) => connections.has(player),
      [Symbol.iterator]: () => connections.keys(),
    }
  }

  /** How many players are connected here. */
  get countPlayers(): number {
    return this.#connections.size
  }

  countOf(player: PlayerId): number {
    return this.#connections.get(player)?.size ?? 0
  }

  /**
   * Does a player have a page here that was used within the last minutes? A page may stay open for
   * days.
   */
  isUsed(player: PlayerId): boolean {
    const since = this.#now() - USED_MS
    for (const { heardAt } of this.#connections.get(player) ?? []) if (heardAt >= since) return true
    return false
  }

  /** Is a player here, through a socket or a program? */
  isHere(player: PlayerId): boolean {
    return this.countOf(player) > 0 || this.programs.isHere(player)
  }

  /** Games that someone has open here. */
  get openGames(): Iterable<LiveGame> {
    return this.#games.values()
  }

  /** False if the connection is lost, or has too many games open already. */
  openGame(connection: Connection, live: LiveGame): boolean {
    if (!this.#isConnected(connection)) return false
    const { id } = live.game.view
    if (connection.openGames.size >= MOST_OPEN && !connection.openGames.has(id)) return false
    // A player's own games are followed by the player's id.
    const isWatcher = colorOf(live.game.view, connection.player.id) === undefined
    if (isWatcher && !connection.openGames.has(id)) this.#cluster.follow(id)
    connection.openGames.set(id, live)
    this.#games.set(id, live)
    live.join(connection.id, connection.player.id)
    this.running.consider(live)
    void connection.socket.join(roomOfGame(id))
    this.#tellPresence(id)
    return true
  }

  closeGame(connection: Connection, id: GameId): void {
    const live = connection.openGames.get(id)
    if (live === undefined) return
    connection.openGames.delete(id)
    if (colorOf(live.game.view, connection.player.id) === undefined) this.#cluster.unfollow(id)
    void connection.socket.leave(roomOfGame(id))
    live.leave(connection.id, this.#now())
    this.running.consider(live)
    this.#tellPresence(id)
  }

  /** A program follows a game without a socket. Its player, if it has one, counts as connected to it. */
  attend(connection: ConnectionId, player: PlayerId, live: LiveGame): void {
    const { id } = live.game.view
    this.#games.set(id, live)
    live.join(connection, player)
    this.running.consider(live)
    this.#tellPresence(id)
  }

  unattend(connection: ConnectionId, id: GameId): void {
    const live = this.#games.get(id)
    if (live === undefined || !live.leave(connection, this.#now())) return
    this.running.consider(live)
    this.#tellPresence(id)
  }

  /** Asks pages to move to another node, if they were not asked while it was not heard. */
  leadAll(): void {
    for (const live of this.openGames) this.#lead(live)
  }

  /** The connections to a game on other nodes have changed. */
  presenceChanged(id: GameId): void {
    if (this.#games.has(id)) this.#tellPresence(id, false)
  }

  /** Opens the lobby, unless the connection is lost. */
  openLobby(connection: Connection): void {
    if (this.#isConnected(connection)) this.lobby.open(connection)
  }

  /** Follows a study. False if the connection is lost, or if too many follow the study already. */
  followStudy(connection: Connection, study: Pick<Study, 'id' | 'owner'>): boolean {
    return this.#isConnected(connection) && this.studies.follow(connection, study)
  }

  /** The studies that a player follows here, and those of the player that others follow here. */
  studiesAround(player: PlayerId): readonly StudyId[] {
    const followed = [...(this.#connections.get(player) ?? [])].flatMap(
      ({ study }) => study?.id ?? [],
    )
    return [...followed, ...this.studies.ownedBy(player)]
  }

  /** Makes those of a player's pages that have the lobby open ask for it again. */
  renewLobby(player: PlayerId, news: LobbyNews): void {
    for (const { socket } of this.#connections.get(player) ?? []) socket.emit('lobby', news.gap)
  }

  /** The games that a player has open here, on pages or in programs. */
  *openOf(player: PlayerId): Generator<LiveGame> {
    for (const { openGames } of this.#connections.get(player) ?? []) {
      yield* openGames.values()
    }
    if (this.programs.isHere(player)) yield* this.gamesOf(player)
  }

  /** A player's games that someone, perhaps the opponent, has open here. */
  *gamesOf(player: PlayerId): Generator<LiveGame> {
    for (const live of this.#games.values()) {
      if (colorOf(live.game.view, player) !== undefined) yield live
    }
  }

  /**
   * Tells the two players of a game, if they have it open, whether they may write to each other.
   */
  talk(view: GameView, message: ServerMessages['talk']): void {
    for (const { socket } of this.#seatedIn(view)) socket.emit('talk', message)
  }

  /** Sends both players a message that one of them has written. */
  written(view: GameView, message: ServerMessages['written']): void {
    for (const { socket } of this.#seatedIn(view)) socket.emit('written', message)
  }

  /** Connections of a game's two players that have it open here. */
  *#seatedIn({ id, seats }: GameView): Generator<Connection> {
    for (const { id: player } of [seats.black, seats.white]) {
      for (const connection of this.#connections.get(player) ?? []) {
        if (connection.openGames.has(id)) yield connection
      }
    }
  }

  /** Notifies a player's pages of a challenge to that player. */
  challenged(player: PlayerId, message: ServerMessages['challenged']): void {
    this.#io.to(roomOfPlayer(player)).emit('challenged', message)
  }

  /** Notifies the pages of both players that a challenge is no longer open. */
  challengeGone({ id, challenger, opponent }: Addressed, isDeclined: boolean): void {
    const both = [roomOfPlayer(challenger.id), roomOfPlayer(opponent.id)]
    this.#io.to(both).emit('challengeGone', { challenge: id, ...(isDeclined && { isDeclined }) })
  }

  updates(updates: readonly Update[], except: ConnectionId | undefined): void {
    for (const update of updates) {
      this.#sendUpdate(update, except)
      const live = this.#games.get(update.game)
      if (live === undefined) continue
      this.running.consider(live)
      const mayChangeSeats = update.event.kind === 'chosen'
      if (live.isAnySideGone || mayChangeSeats) this.#tellPresence(update.game, false)
    }
  }

  /** Usually only the opponent gets it, as a message to one socket: that costs less than a broadcast. */
  #sendUpdate(update: Update, except: ConnectionId | undefined): void {
    const { adapter, sockets } = this.#io.sockets
    const room = roomOfGame(update.game)
    const ids = adapter.rooms.get(room)
    if (ids === undefined) return
    if (ids.size > 2) {
      this.#io
        .to(room)
        .except(except ?? [])
        .emit('update', update)
      return
    }
    for (const id of ids) if (id !== except) sockets.get(id)?.emit('update', update)
  }

  /** Sends the state of a game to those pages of its players that do not have it open. */
  wentOn(game: Game): void {
    this.programs.wentOn(game)
    const { id, seats } = game.view
    // Made on demand: after most moves no page needs it, as both players have the game open.
    let summary: GameSummary | undefined
    for (const color of COLORS) {
      for (const { openGames, socket } of this.#connections.get(seats[color].id) ?? []) {
        if (openGames.has(id)) continue
        summary ??= summaryOf(game)
        socket.emit('ownGame', summaryFor(color, summary, this.#games.get(id)))
      }
    }
  }

  /** Tells the players of a game that it has begun, or only one of them. */
  started(game: Game, challenge: ChallengeId | undefined, only?: PlayerId): void {
    this.wentOn(game)
    const { view } = game
    const message = challenge === undefined ? { game: view.id } : { game: view.id, challenge }
    const { black, white } = view.seats
    const players = only === undefined ? [black.id, white.id] : [only]
    this.#io.to(players.map(roomOfPlayer)).emit('started', message)
  }

  say(message: ServerMessages['said'], except?: Connection): void {
    const room = this.#io.to(roomOfGame(message.game))
    const hearers = except === undefined ? room : room.except(except.id)
    hearers.emit('said', message)
  }

  rename(player: PlayerCard): void {
    for (const connection of this.#connections.get(player.id) ?? []) connection.player = player
    this.#io.to(roomOfPlayer(player.id)).emit('renamed', { player })
  }

  /**
   * Asks all pages to reconnect.
   * @param afterMs when the first may; the others follow at random times, so that they do not all
   * come together
   */
  closing(afterMs: number): void {
    const { sockets } = this.#io.sockets
    const spreadMs = Math.min(MOST_SPREAD_MS, sockets.size * SPREAD_MS)
    for (const socket of sockets.values()) {
      const reconnectAfterMs = Math.round(afterMs + Math.random() * spreadMs)
      socket.emit('closing', { reconnectAfterMs })
    }
  }

  close(): void {
    this.lobby.close()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  /** A connection may be lost while its request is read from the disk. */
  #isConnected(connection: Connection): boolean {
    return this.#connections.get(connection.player.id)?.has(connection) === true
  }

  #tellPresence(id: GameId, isOurs = true): void {
    if (isOurs) this.#changedHere.add(id)
    if (this.#changed.has(id)) return
    this.#changed.add(id)
    this.#later(PRESENCE_MS, () => {
      this.#changed.delete(id)
      const live = this.#games.get(id)
      if (live === undefined) return
      if (this.#changedHere.delete(id)) this.#cluster.tellPresence(live)
      const presence = live.presence()
      if (live.isIdle) this.#games.delete(id)
      else this.#io.to(roomOfGame(id)).emit('presence', presence)
      this.#lead(live)
    })
  }

  /**
   * Asks the pages of a player to move to the node of their opponent, if the game lives there. A page
   * with another game in progress stays, because the opponent in that game may be on a third node.
   */
  #lead(live: LiveGame): void {
    const home = this.#cluster.homeOf(live)
    if (home === undefined) return
    const { view } = live.game
    for (const connection of this.#seatedIn(view)) {
      const { player, socket, openGames } = connection
      if (connection.isAstray || connection.ledFor === view.id) continue
      if ([...openGames.values()].some((other) => other !== live && isInProgress(other))) continue
      connection.ledFor = view.id
      socket.emit('nearer', { path: this.#nodePaths.to(home, player.id) })
    }
  }

  #later(milliseconds: number, task: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      task()
    }, milliseconds)
    this.#timers.add(timer)
  }
}

// --- internal ---

const MOST_ENDED = 1000
const PRESENCE_MS = 100
const USED_MS = 600_000
const MOST_OPEN = 20
/** A node can handle one reconnecting page a millisecond, with its handshake and its games. */
const SPREAD_MS = 1
const MOST_SPREAD_MS = 2000

function isInProgress({ game: { view } }: LiveGame): boolean {
  return view.ending === undefined && isLive(view.terms.timeControl)
}

function roomOfGame(id: GameId): string {
  return `game:${id}`
}

function roomOfPlayer(id: PlayerId): string {
  return `player:${id}`
}

function roomOfThoseAwaiting(id: PlayerId): string {
  return `awaiting:${id}`
}
