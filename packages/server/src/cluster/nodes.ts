import type { Challenge, ChallengeId, GameId, GameSummary, PlayerId } from '@hokito/protocol'
import { unreachable } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { Together } from '../keeper.ts'
import type { Others } from '../live/game-writer.ts'
import type { Games } from '../live/games.ts'
import type { LiveGame } from '../live/live-game.ts'
import type { Lobby } from '../live/lobby.ts'
import { isForThisMoment } from '../live/offer-limits.ts'
import type { LobbyOthers } from '../live/open-challenges.ts'
import { isWatchable } from '../live/running-games.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Players } from '../players/players.ts'
import type { PeopleNews } from '../socket/people-news.ts'
import { renameIn } from '../socket/renaming.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { NodeId, Shared } from '../store/shared.ts'
import type { Shifts } from '../store/shifts.ts'
import { type Here, type Hint, MOST_IN_HINT } from './hint.ts'
import { ListedGames } from './listed-games.ts'
import { Makers } from './makers.ts'
import { Neighbours } from './neighbours.ts'
import { Seekers } from './seekers.ts'
import { Signs } from './signs.ts'

/** The parts of this node that hints change. */
export interface World {
  readonly games: Games
  readonly lobby: Lobby
  readonly rooms: Rooms
  readonly players: Players
  readonly summaries: Summaries
  readonly news: PeopleNews
}

export interface NodesDependencies {
  readonly shared: Shared
  readonly redisUrl: string
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
export class Nodes implements Others, LobbyOthers, Together {
  readonly #dependencies: NodesDependencies
  readonly #neighbours: Neighbours
  readonly #signs: Signs
  readonly #makers = new Makers()
  readonly #listed = new ListedGames()
  readonly #seekers = new Seekers()
  /**
   * Makers of challenges who are not connected to any node, since when, and whether their offers
   * were closed.
   */
  readonly #absent = new Map<PlayerId, { readonly since: number; hasLeft: boolean }>()
  #joined: World | undefined
  #isBehind = false
  #meetings = 0

  constructor(dependencies: NodesDependencies) {
    const { shared, now, onTrouble } = dependencies
    this.#dependencies = dependencies
    this.#signs = new Signs({ give: (start) => this.#sign(start) })
    this.#neighbours = new Neighbours({
      node: shared.node,
      now,
      onHint: (hint, from) => this.#hear(hint, from),
      onLoss: () => {
        this.#isBehind = true
      },
      onGone: (node) => this.#part(node),
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
    this.#joined = world
    const channel = await this.#dependencies.shared.channel()
    const { redisUrl } = this.#dependencies
    // Loaded on demand: most servers do not share their database.
    const { openRedisLine } = await import('./redis-line.ts')
    this.#neighbours.start((events) => openRedisLine(redisUrl, channel, events))
  }

  get #world(): World {
    if (this.#joined === undefined) throw new Error('this node has not joined the others yet')
    return this.#joined
  }

  close(): void {
    this.#neighbours.close()
  }

  ensure(): Promise<void> | undefined {
    return this.#signs.ensure()
  }

  giveSign(start?: { readonly graceMs: number }): Promise<number> {
    return this.#signs.give(start)
  }

  claimDue(now: number, limit: number): Promise<readonly GameId[]> {
    return this.#dependencies.shared.claimDue(now, limit)
  }

  unlessOthersDo(...args: Parameters<Shared['unlessOthersDo']>): Promise<void> {
    return this.#dependencies.shared.unlessOthersDo(...args)
  }

  leave(): Promise<void> {
    return this.#dependencies.shared.leave()
  }

  ask(game: GameId): void {
    this.send({ kind: 'ask', games: [game] })
  }

  /** Public games that are open on other nodes, newest first. */
  listedGames(summaries: Summaries): Promise<readonly GameSummary[]> {
    return this.#listed.latest(summaries)
  }

  /**
   * Which of these players are connected to another node, according to the nodes that answer soon;
   * with `used`, only through a page that was used lately.
   */
  findElsewhere(players: readonly PlayerId[], used?: true): Promise<ReadonlySet<PlayerId>> {
    const asked = players.slice(0, MOST_IN_HINT)
    return this.#seekers.seek(asked.length === 0 ? 0 : this.countHeard, (id) =>
      this.send({ kind: 'seek', id, players: asked, ...(used && { used }) }),
    )
  }

  /** Sends a hint to the other nodes, if they can be reached. */
  send(hint: Hint): void {
    this.#neighbours.tell(hint)
  }

  /**
   * May a maker of a challenge be connected to another node? No longer after a few seconds without
   * a report.
   */
  isMaybeElsewhere(player: PlayerId): boolean {
    const absent = this.#absent.get(player)
    return absent === undefined || performance.now() - absent.since < AWAY_AFTER_MS
  }

  /** Changes of these challenges are stored. */
  tell(challenges: readonly ChallengeId[]): void {
    for (const part of partsOf(challenges)) this.send({ kind: 'lobby', challenges: [...part] })
  }

  /** The latest state of a game is stored; `begun` if it is new. */
  tellStored(
    { view }: Game,
    begun: { readonly challenge: ChallengeId | undefined } | undefined,
  ): void {
    const { id: game, version, seats } = view
    const challenge = begun?.challenge
    this.send({
      kind: 'game',
      game,
      version,
      players: [seats.black.id, seats.white.id],
      ...(begun && { begun: challenge === undefined ? {} : { challenge } }),
    })
  }

  /** The connections to a game on this node have changed. */
  tellPresence(live: LiveGame): void {
    this.send({ kind: 'here', games: [hereOf(live)] })
  }

  async catchUp(): Promise<void> {
    if (!this.#isBehind && !this.isDeaf) return
    const { games, lobby, rooms, summaries } = this.#world
    const wasBehind = this.#isBehind
    this.#isBehind = false
    if (wasBehind) summaries.forgetAll()
    try {
      await games.catchUp(wasBehind)
      for (const challenge of await lobby.catchUp()) await this.#tellTaken(challenge)
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
    for (const part of partsOf(open)) this.send({ kind: 'ask', games: [...part] })
  }

  async meet(): Promise<void> {
    const { lobby, rooms } = this.#world
    const here = [...lobby.makers()].filter((player) => rooms.isHere(player))
    for (const hint of Makers.hintsOf(here)) this.send(hint)
    if (++this.#meetings % PRESENCE_TURNS === 0) this.#tellAllPresence()
    await lobby.pairWaiting()
    await this.#closeOfAbsent()
  }

  async #sign(start?: { readonly graceMs: number }): Promise<number> {
    const { shared, shifts } = this.#dependencies
    const { nodes, shifts: stored, stoodMs } = await shared.giveSign(start)
    this.#neighbours.expect(nodes)
    if (shifts.learn(stored)) this.#world.games.refresh()
    return stoodMs
  }

  /**
   * Notifies the challenger that the challenge was accepted on another node whose hint was lost.
   */
  async #tellTaken({ id, challenger }: Challenge): Promise<void> {
    const { rooms, lobby } = this.#world
    if (!rooms.isHere(challenger.id)) return
    const game = await lobby.gameOf(id, challenger.id)
    if (game !== undefined) rooms.started(game, id)
  }

  /** Closes live offers of players who are no longer connected to any node. */
  async #closeOfAbsent(): Promise<void> {
    const { lobby, rooms } = this.#world
    const now = performance.now()
    const makers = new Set(lobby.makers())
    for (const player of this.#absent.keys()) if (!makers.has(player)) this.#absent.delete(player)
    // A node that is not heard may have any player connected.
    if (this.isDeaf) this.#absent.clear()
    for (const player of this.isDeaf ? [] : makers) {
      const isElsewhere = this.#makers.has(player)
      if (isElsewhere) lobby.enter(player)
      if (isElsewhere && this.#absent.has(player)) rooms.cameBack(player)
      if (isElsewhere || rooms.isHere(player)) {
        this.#absent.delete(player)
        continue
      }
      const absent = this.#absent.get(player) ?? { since: now, hasLeft: false }
      this.#absent.set(player, absent)
      if (now - absent.since < LEAVE_AFTER_MS) continue
      if (absent.hasLeft && !lobby.ofPlayer(player).some(isForThisMoment)) continue
      absent.hasLeft = true
      await lobby.leave(player)
    }
  }

  #tellAllPresence(): void {
    const open = [...this.#world.rooms.openGames].filter(({ isOpen }) => isOpen)
    for (const part of partsOf(open)) this.send({ kind: 'here', games: part.map(hereOf) })
  }

  #hear(hint: Hint, from: NodeId): void {
    const { games, lobby, rooms, players, summaries, news } = this.#world
    switch (hint.kind) {
      case 'beat':
        return
      case 'game':
        summaries.forget(hint.game)
        games.hear(hint.game, hint.version)
        return this.#soon('telling players of a game on another node', () =>
          this.#tellPlayers(hint),
        )
      case 'lobby':
        return this.#soon('reading challenges of another node', () => lobby.hear(hint.challenges))
      case 'makers':
        return this.#makers.hear(from, hint)
      case 'here':
        return this.#accompany(from, hint.games)
      case 'ask':
        return this.#answer(hint.games)
      case 'said':
        return rooms.say(hint.message)
      case 'written':
        return this.#soon('reading what was written', () => news.written(hint.game, hint.n))
      case 'people':
        return this.#soon('hearing of a change between people', () => news.changed(hint.players))
      case 'challenged':
        return this.#soon('reading a challenge that another node has sent', () =>
          lobby.hear([hint.message.challenge]),
        )
      case 'seek':
        return this.send({
          kind: 'found',
          to: from,
          id: hint.id,
          players: hint.players.filter((player) =>
            hint.used ? rooms.isUsed(player) : rooms.countOf(player) > 0,
          ),
        })
      case 'found':
        if (hint.to === this.#dependencies.shared.node) this.#seekers.hear(hint.id, hint.players)
        return
      case 'signedOut':
        if (hint.deleted) {
          this.#soon('reading the games of a deleted account', () => games.rereadOf(hint.player))
          summaries.forgetAll()
        }
        return rooms.disconnect(hint.player)
      case 'renamed':
        return this.#soon('reading a name', async () => {
          const card = await players.cardOf(hint.player)
          if (card !== undefined) await renameIn({ lobby, rooms, games, summaries }, card)
        })
      default:
        return unreachable(hint)
    }
  }

  #soon(what: string, task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      this.#isBehind = true
      this.#dependencies.onFailure(what, error)
    })
  }

  /**
   * Sends changes stored by another node to players who are connected here and do not have the game
   * open.
   */
  async #tellPlayers({ game, players, begun }: Extract<Hint, { kind: 'game' }>): Promise<void> {
    const { games, rooms } = this.#world
    if (!players.some((player) => rooms.isHere(player))) return
    // If the game is open here, it is reread for those who have it open.
    if (begun === undefined && games.loaded(game)?.isOpen) return
    const stored = await games.look(game)
    if (stored === undefined) return
    if (begun === undefined) rooms.wentOn(stored)
    else rooms.started(stored, begun.challenge)
  }

  #accompany(node: NodeId, told: readonly Here[]): void {
    const { games, rooms } = this.#world
    for (const here of told) {
      const { game, ...company } = here
      this.#listed.hear(node, here)
      const isAnybody = company.seated.length + company.watchers > 0
      const live = games.loaded(game)
      live?.accompany(node, isAnybody ? company : undefined, this.#dependencies.now())
      if (live !== undefined) rooms.presenceChanged(game)
    }
  }

  #answer(asked: readonly GameId[]): void {
    const { games } = this.#world
    const open = asked.flatMap((id) => games.loaded(id) ?? []).filter(({ isOpen }) => isOpen)
    if (open.length > 0) this.send({ kind: 'here', games: open.map(hereOf) })
  }

  #part(node: NodeId): void {
    const { games, rooms } = this.#world
    this.#makers.forget(node)
    this.#listed.forget(node)
    for (const live of games.allLoaded()) {
      live.accompany(node, undefined, this.#dependencies.now())
      rooms.presenceChanged(live.game.view.id)
    }
  }
}

// --- internal ---

/** A page that is reloaded comes back within seconds, possibly on another node. */
const LEAVE_AFTER_MS = 8000
/** Twice the time within which every node reports its connected players. */
const AWAY_AFTER_MS = 4000
/** After this many meetings, everything is sent again, as a hint may have been lost unnoticed. */
const PRESENCE_TURNS = 5

function hereOf(live: LiveGame): Here {
  const { seated, watchers } = live.ownCompany
  const { id } = live.game.view
  return { game: id, seated: [...seated], watchers, isListed: isWatchable(live.game) }
}

function* partsOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += MOST_IN_HINT) {
    yield all.slice(from, from + MOST_IN_HINT)
  }
}
