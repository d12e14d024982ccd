import {
  type Challenge,
  type ChallengeId,
  type GameId,
  type GameSummary,
  type GameView,
  gameIdSchema,
  type PlayerId,
  playerIdSchema,
  type ServerMessages,
  type StudyId,
  studyIdSchema,
} from '@hokito/protocol'
import type { Game } from '../game/game.ts'
import type { StoredNews } from '../live/cluster.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { NodeId, Shared, SharedTask } from '../store/shared.ts'
import type { Shifts } from '../store/shifts.ts'
import { AbsentMakers } from './absent-makers.ts'
import { Hearing } from './hearing.ts'
import { type Hint, MOST_IN_HINT, MOST_LISTED } from './hint.ts'
import { hereOf, newsOf, partsOf, topicsOf } from './hints-of.ts'
import { Homes } from './homes.ts'
import { Lease } from './lease.ts'
import { ListedGames } from './listed-games.ts'
import { Makers } from './makers.ts'
import { Neighbours } from './neighbours.ts'
import type { OwnNode, World } from './own-node.ts'
import { Seekers } from './seekers.ts'

export interface NodesDependencies {
  readonly shared: Shared
  readonly redisUrl: string
  /** The name by which load balancers lead pages to this node, if they do. */
  readonly name: string | undefined
  readonly shifts: Shifts
  readonly now: () => number
  readonly onFailure: (what: string, error: unknown) => void
  readonly onTrouble: (error: unknown) => void
}

/**
 * This node among those that share its database. Only the database is authoritative. Hints through
 * Redis tell other nodes what to read. While a node is not heard, the others compare memory with
 * the database instead.
 */
export class Nodes implements OwnNode {
  readonly hasOthers = true
  readonly #dependencies: NodesDependencies
  readonly #neighbours: Neighbours
  readonly #lease: Lease
  readonly #makers = new Makers()
  readonly #listed = new ListedGames()
  /** How many players are connected to each other node. */
  readonly #crowds = new Map<NodeId, number>()
  readonly #homes: Homes
  readonly #seekers = new Seekers()
  readonly #absent = new AbsentMakers()
  #joined: Joined | undefined
  /** Changed challenges to be sent together. */
  readonly #challenges = new Set<ChallengeId>()
  #lobbyTimer: NodeJS.Timeout | undefined
  /** Challenges of players on this node that other nodes have removed, and since when. */
  readonly #unexplained = new Map<ChallengeId, { readonly maker: PlayerId; readonly at: number }>()
  #isBehind = false
  #meetings = 0
  /** Index of the first game that is compared next. */
  #compared = 0
  /** Newer versions of games whose hints may be on their way or lost. */
  #suspected: ReadonlyMap<GameId, number> = new Map()

  constructor(dependencies: NodesDependencies) {
    const { shared, now, name, onTrouble } = dependencies
    this.#dependencies = dependencies
    this.#homes = new Homes(name)
    this.#lease = new Lease({ beat: (start) => this.#beat(start) })
    this.#neighbours = new Neighbours({
      node: shared.node,
      now,
      onHint: (hint, from) => this.#own.hearing.hear(hint, from),
      onLoss: () => {
        this.#isBehind = true
      },
      onFollowed: (topics) => this.#compareFollowed(topics),
      onGone: (node) => this.#own.hearing.part(node),
      onTrouble,
    })
  }

  get sureSince(): number | undefined {
    return this.#neighbours.sureSince
  }

  get isDeaf(): boolean {
    return this.#neighbours.isDeaf
  }

  get countHeard(): number {
    return this.#neighbours.countHeard
  }

  /** Joins the other nodes, and acts on their hints from then on. */
  async start(world: World): Promise<void> {
    const { shared, redisUrl, now } = this.#dependencies
    const hearing = new Hearing({
      ...{ node: shared.node, world, now, neighbours: this.#neighbours },
      ...{ makers: this.#makers, listed: this.#listed, crowds: this.#crowds },
      ...{ seekers: this.#seekers, homes: this.#homes },
      soon: (what, task) => this.#soon(what, task),
    })
    this.#joined = { world, hearing }
    const channel = await shared.channel()
    // Loaded on demand: most servers do not share their database.
    const { openRedisLine } = await import('./redis-line.ts')
    this.#neighbours.following.follow(shared.node)
    this.#neighbours.start((events) => openRedisLine(redisUrl, channel, events))
  }

  get #own(): Joined {
    if (this.#joined === undefined) throw new Error('this node has not joined the others yet')
    return this.#joined
  }

  get #world(): World {
    return this.#own.world
  }

  close(): void {
    clearTimeout(this.#lobbyTimer)
    this.#sendChallenges()
    this.#neighbours.close()
  }

  takeLease(graceMs: number): Promise<number> {
    return this.#lease.renew({ graceMs })
  }

  async renewLease(): Promise<void> {
    await this.#lease.renew()
  }

  ensureLease(): Promise<void> | undefined {
    return this.#lease.ensure()
  }

  claimDue(now: number, limit: number): Promise<readonly GameId[]> {
    return this.#dependencies.shared.claimDue(now, limit)
  }

  unlessOthersDo(task: SharedTask, run: () => Promise<void>): Promise<void> {
    return this.#dependencies.shared.unlessOthersDo(task, run)
  }

  leave(): Promise<void> {
    return this.#dependencies.shared.leave()
  }

  follow(topic: PlayerId | GameId | StudyId): void {
    this.#neighbours.following.follow(topic)
  }

  unfollow(topic: PlayerId | GameId | StudyId): void {
    this.#neighbours.following.unfollow(topic)
  }

  followed(player: PlayerId): Promise<void> {
    return this.#neighbours.following.followed(player)
  }

  /** While a node may be gone, nobody is led there. */
  homeOf(live: LiveGame): string | undefined {
    return this.isDeaf ? undefined : this.#homes.of(live)
  }

  ask(view: GameView): void {
    this.#sendAbout(view, { kind: 'ask', games: [view.id] })
  }

  get countElsewhere(): number {
    return [...this.#crowds.values()].reduce((sum, players) => sum + players, 0)
  }

  listedGames(): Promise<readonly GameSummary[]> {
    return this.#listed.latest(this.#world.summaries)
  }

  findElsewhere(players: readonly PlayerId[], used?: true): Promise<ReadonlySet<PlayerId>> {
    const asked = players.slice(0, MOST_IN_HINT)
    return this.#seekers.seek(asked.length === 0 ? 0 : this.countHeard, (id) =>
      this.#send({ kind: 'seek', id, players: asked, ...(used && { used }) }),
    )
  }

  isMaybeElsewhere(player: PlayerId): boolean {
    return this.#absent.isMaybeElsewhere(player)
  }

  tellStored(game: Game, stored: StoredNews): void {
    const { steps, ...news } = newsOf(game, stored)
    this.#neighbours.tellFollowers(
      topicsOf(game.view),
      { kind: 'step', ...news, steps },
      { kind: 'game', ...news },
    )
  }

  /** Changes of the same moment are sent together. */
  tellChallenges(challenges: readonly ChallengeId[]): void {
    if (this.#challenges.size === 0) {
      this.#lobbyTimer = setTimeout(() => this.#sendChallenges(), LOBBY_MS)
    }
    for (const challenge of challenges) this.#challenges.add(challenge)
  }

  noteGone(challenges: readonly Challenge[]): void {
    for (const { id, challenger } of challenges) {
      if (!this.#world.rooms.isHere(challenger.id)) continue
      this.#unexplained.set(id, { maker: challenger.id, at: performance.now() })
    }
  }

  #sendChallenges(): void {
    const challenges = [...this.#challenges]
    this.#challenges.clear()
    for (const part of partsOf(challenges)) this.#send({ kind: 'lobby', challenges: [...part] })
  }

  tellPresence(live: LiveGame): void {
    this.#sendAbout(live.game.view, { kind: 'here', games: [hereOf(live)] })
  }

  tellSaid(message: ServerMessages['said']): void {
    this.#sendToFollowers(message.game, { kind: 'said', message })
  }

  tellWritten(game: GameId, n: number): void {
    this.#sendToFollowers(game, { kind: 'written', game, n })
  }

  tellStudy(study: StudyId, n: number | undefined): void {
    this.#neighbours.tellFollowers([study], { kind: 'study', study, ...(n !== undefined && { n }) })
  }

  tellPeople(players: readonly PlayerId[]): void {
    this.#send({ kind: 'people', players: [...players] })
  }

  tellRenamed(player: PlayerId): void {
    this.#send({ kind: 'renamed', player })
  }

  tellSignedOut(player: PlayerId, deleted?: true): void {
    this.#send({ kind: 'signedOut', player, ...(deleted && { deleted }) })
  }

  async catchUp(): Promise<void> {
    if (!this.#isBehind && !this.isDeaf) {
      this.#forgetExplained()
      return this.#compareShared()
    }
    const { games, lobby, rooms, summaries } = this.#world
    const wasBehind = this.#isBehind
    this.#isBehind = false
    if (wasBehind) summaries.forgetAll()
    try {
      await games.current.catchUp(wasBehind)
      await lobby.catchUp()
      await this.#tellTaken()
      const { players } = this.#world
      for (const player of await players.signedOutSince(rooms.connectedSince())) {
        rooms.disconnect(player)
      }
    } catch (error) {
      this.#isBehind = true
      throw error
    }
    if (!wasBehind) return
    this.#tellAllPresence()
    const open = [...rooms.openGames].map(({ game }) => game.view.id)
    for (const part of partsOf(open)) this.#send({ kind: 'ask', games: [...part] })
  }

  async meet(): Promise<void> {
    const { lobby, rooms } = this.#world
    const here = [...lobby.makers()].filter((player) => rooms.isHere(player))
    for (const hint of Makers.hintsOf(here)) this.#send(hint)
    this.#send({ kind: 'crowd', players: rooms.countPlayers })
    const { name } = this.#dependencies
    if (name !== undefined) {
      this.#send({ kind: 'named', name })
      rooms.leadAll()
    }
    this.#tellListed()
    if (++this.#meetings % PRESENCE_TURNS === 0) this.#repeatPresence()
    await lobby.pairWaiting()
    if (this.isDeaf) this.#absent.clear()
    else await this.#absent.close({ lobby, rooms }, this.#makers)
  }

  /** Sends a hint to the other nodes, if they can be reached. */
  #send(hint: Hint): void {
    this.#neighbours.tell(hint)
  }

  /** Sends a hint to the nodes that follow a game or one of its players. */
  #sendAbout(view: GameView, hint: Hint): void {
    this.#neighbours.tellFollowers(topicsOf(view), hint)
  }

  #sendToFollowers(game: GameId, hint: Hint): void {
    const live = this.#world.games.loaded(game)
    if (live === undefined) this.#send(hint)
    else this.#sendAbout(live.game.view, hint)
  }

  /** News may have come just before these topics were followed. */
  #compareFollowed(topics: ReadonlySet<string>): void {
    const { games, rooms, studyNews } = this.#world
    const open = new Set<LiveGame>()
    for (const topic of topics) {
      const game = gameIdSchema.safeParse(topic).data
      const live = game && games.loaded(game)
      if (live !== undefined) open.add(live)
      const study = studyIdSchema.safeParse(topic).data
      if (study !== undefined) {
        this.#soon('reading a study that is followed now', () => studyNews.read(study, undefined))
      }
      const player = playerIdSchema.safeParse(topic).data
      if (player !== undefined) for (const own of rooms.openOf(player)) open.add(own)
    }
    if (open.size === 0) return
    this.#soon('comparing games that are followed now', () => games.current.compare([...open]))
  }

  async #beat(start?: { readonly graceMs: number }): Promise<number> {
    const { shared, shifts } = this.#dependencies
    const { nodes, shifts: stored, stoodMs } = await shared.renewLease(start)
    this.#neighbours.expect(nodes)
    if (shifts.learn(stored)) this.#world.games.current.refresh()
    return stoodMs
  }

  /**
   * Tells players whose challenges were accepted on other nodes that their games have begun, as
   * the hints were lost. Those whom this did not reach come next time.
   */
  async #tellTaken(): Promise<void> {
    const { rooms, lobby } = this.#world
    for (const [id, { maker }] of this.#unexplained) {
      const game = await lobby.gameOf(id, maker)
      if (game !== undefined) rooms.started(game, id)
      this.#unexplained.delete(id)
    }
  }

  /** Forgets gone challenges so old that this node would have noticed by now if their hints were lost. */
  #forgetExplained(): void {
    const now = performance.now()
    for (const [id, { at }] of this.#unexplained) {
      if (now - at > EXPLAINED_MS) this.#unexplained.delete(id)
    }
  }

  /**
   * Compares the games that other nodes may change with the store, half of them at a time, as a hint
   * may have been lost unnoticed. Reads those that were behind a second ago and still are: a busy
   * node is only late.
   */
  async #compareShared(): Promise<void> {
    const { rooms, games } = this.#world
    const shared = [...rooms.openGames].filter((live) => live.isOpen && live.isElsewhere)
    for (const [game, version] of this.#suspected) games.current.hear(game, version)
    const from = this.#compared < shared.length ? this.#compared : 0
    this.#compared = from + Math.max(MOST_IN_HINT, Math.ceil(shared.length / 2))
    this.#suspected = await games.current.newerOf(shared.slice(from, this.#compared))
  }

  /** Tells the other nodes which games they may list. */
  #tellListed(): void {
    const games = this.#world.rooms.running
      .newest(MOST_LISTED)
      .filter(({ isOpen }) => isOpen)
      .map(({ game: { view } }) => ({ game: view.id, at: view.createdAt }))
    this.#send({ kind: 'listed', games })
  }

  /** Sends presence again to the nodes that it concerns, as a hint may have been lost unnoticed. */
  #repeatPresence(): void {
    const byNode = new Map<NodeId, LiveGame[]>()
    for (const live of this.#world.rooms.openGames) {
      if (!live.isOpen) continue
      for (const node of live.otherNodes) {
        const games = byNode.get(node)
        if (games === undefined) byNode.set(node, [live])
        else games.push(live)
      }
      if (!live.areAllHere) this.tellPresence(live)
    }
    for (const [node, games] of byNode) {
      for (const part of partsOf(games)) {
        this.#neighbours.tellNode(node, { kind: 'here', games: part.map(hereOf) })
      }
    }
  }

  #tellAllPresence(): void {
    const open = [...this.#world.rooms.openGames].filter(({ isOpen }) => isOpen)
    for (const part of partsOf(open)) this.#send({ kind: 'here', games: part.map(hereOf) })
  }

  #soon(what: string, task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      this.#isBehind = true
      this.#dependencies.onFailure(what, error)
    })
  }
}

// --- internal ---

/** What exists once the node has joined the others. */
interface Joined {
  readonly world: World
  readonly hearing: Hearing
}

/** After this many meetings, everything is sent again, as a hint may have been lost unnoticed. */
const PRESENCE_TURNS = 5

/** Longer than it takes to notice that another node is not heard. */
const EXPLAINED_MS = 10_000

/** Changes of the lobby within this time are sent together; pages get them later still. */
const LOBBY_MS = 50
