import { colorOf, FREE_PLIES, graceMs, type PlayerId, type Presence } from '@hokito/protocol'
import { type ByColor, byColor, COLORS, type Color } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import { leftBySideFrom } from '../game/leaving.ts'
import type { ConnectionId } from './connection-id.ts'

/** Knowledge about connections to other nodes. */
export interface Elsewhere {
  /**
   * Since when this node hears all others, by the server's clock; undefined while it does not hear
   * one of them.
   */
  readonly sureSince: number | undefined
}

/** The players and watchers who have a game open on another node. */
export interface Company {
  readonly seated: readonly PlayerId[]
  readonly watchers: number
}

/**
 * A game in memory with its connections and waiting commands, which are not stored. Its `game` is
 * always the stored state, never one that is still being written.
 */
export class LiveGame {
  readonly key: number
  game: Game
  /** A lower bound of the real deadline, as stored; undefined if none is stored. */
  storedDeadline: number | undefined
  lastUsedAt: number
  /**
   * Has another node written to the game since it was read? If so, it is reread before the next
   * decision.
   */
  isStale = false
  readonly #elsewhere: Elsewhere
  readonly #company = new Map<string, Company>()
  /** Since when this node heard all others, as of the latest news of company. */
  #sureSince: number | undefined
  readonly #connections = new Map<ConnectionId, PlayerId>()
  /** Since when players have been away whom this node has seen leave. Others: since the start. */
  readonly #goneSince = new Map<PlayerId, number>()
  readonly #loadedAt: number
  #isBusy = false
  readonly #waiting: (() => void)[] = []

  constructor(key: number, game: Game, now: number, elsewhere: Elsewhere) {
    this.key = key
    this.#elsewhere = elsewhere
    this.game = game
    this.lastUsedAt = now
    this.#loadedAt = now
  }

  /** Runs a task after all earlier ones. The commands of a game never overlap. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Stays busy meanwhile, so that new tasks cannot overtake the queue.
      if (next === undefined) this.#isBusy = false
      else next()
    }
  }

  get isIdle(): boolean {
    return !this.#isBusy && !this.isOpen
  }

  /** Does any connection have the game open? */
  get isOpen(): boolean {
    return this.#connections.size > 0
  }

  /** A player or watcher opens the game on a connection. */
  join(connection: ConnectionId, player: PlayerId): void {
    this.#connections.set(connection, player)
  }

  /** A connection closes the game or is lost. Returns whether it had the game open. */
  leave(connection: ConnectionId, now: number): boolean {
    const player = this.#connections.get(connection)
    if (player === undefined) return false
    this.#connections.delete(connection)
    this.lastUsedAt = now
    const color = colorOf(this.game.view, player)
    if (color !== undefined && !this.#isHere(color)) this.#goneSince.set(player, now)
    return true
  }

  /**
   * Updates who has the game open on another node; undefined means nobody. Returns whether that may
   * change the presence.
   */
  accompany(node: string, company: Company | undefined, now: number): boolean {
    const { sureSince } = this.#elsewhere
    // After a time without hints from a node, the same news makes sure what was uncertain.
    const isSure = sureSince === this.#sureSince
    if (isSure && isSame(this.#company.get(node), company)) return false
    this.#sureSince = sureSince
    const wereHere = byColor((color) => this.#isHere(color))
    if (company === undefined) this.#company.delete(node)
    else this.#company.set(node, company)
    for (const color of COLORS) {
      const { id } = this.game.view.seats[color]
      if (wereHere[color] && !this.#isHere(color)) this.#goneSince.set(id, now)
    }
    return true
  }

  /** The other nodes on which someone has the game open. */
  get otherNodes(): Iterable<string> {
    return this.#company.keys()
  }

  /**
   * The other node on which the opponent of a player on this node has the game open; undefined if
   * any of the two players has it open on both nodes or on none, or on a third.
   */
  get opponentsNode(): string | undefined {
    const [own, ...alsoHere] = this.ownCompany.seated
    if (own === undefined || alsoHere.length > 0) return undefined
    const elsewhere = [...this.#company].filter(([, { seated }]) => seated.length > 0)
    const [first, ...more] = elsewhere
    if (first === undefined || more.length > 0) return undefined
    const [node, { seated }] = first
    return seated.length === 1 && seated[0] !== own ? node : undefined
  }

  /** May another node change the game? Not if both players have it open here alone. */
  get isElsewhere(): boolean {
    return this.#company.size > 0 || !this.areAllHere
  }

  /** Does every side have the game open on some node? */
  get areAllHere(): boolean {
    return COLORS.every((color) => this.#isHere(color))
  }

  /** Who has the game open on this node, as reported to other nodes. */
  get ownCompany(): Company {
    const { view } = this.game
    const players = [...new Set(this.#connections.values())]
    const seated = players.filter((player) => colorOf(view, player) !== undefined)
    return { seated, watchers: this.#countWatchers() }
  }

  hasOpen(connection: ConnectionId): boolean {
    return this.#connections.has(connection)
  }

  /**
   * Since when a side has had no connection to the game on any node. Undefined while it has one, or
   * while that is uncertain.
   */
  goneSince(color: Color): number | undefined {
    const { sureSince } = this.#elsewhere
    if (sureSince === undefined || this.#isHere(color)) return undefined
    const { id } = this.game.view.seats[color]
    return Math.max(this.#goneSince.get(id) ?? this.#loadedAt, sureSince)
  }

  /** Can a change of turn change when the game may be claimed? */
  get isAnySideGone(): boolean {
    const hasGrace = graceMs(this.game.view.terms.timeControl) !== undefined
    return hasGrace && COLORS.some((color) => this.goneSince(color) !== undefined)
  }

  presence(): Presence {
    const { view } = this.game
    // A game can be claimed only after both sides have moved.
    const isClaimable = view.moves.length >= FREE_PLIES
    const seats: ByColor<Presence['seats']['black']> = byColor((color) => {
      const since = this.goneSince(color)
      if (since === undefined) return { isHere: true }
      const claimableAt = isClaimable ? leftBySideFrom(view, color, since) : undefined
      return { isHere: false, ...(claimableAt !== undefined && { claimableAt }) }
    })
    let watchers = this.#countWatchers()
    for (const company of this.#company.values()) watchers += company.watchers
    return { game: view.id, seats, watchers }
  }

  #countWatchers(): number {
    const players = [...this.#connections.values()]
    return players.filter((player) => colorOf(this.game.view, player) === undefined).length
  }

  #isHere(color: Color): boolean {
    const player = this.game.view.seats[color].id
    for (const other of this.#connections.values()) if (other === player) return true
    for (const { seated } of this.#company.values()) if (seated.includes(player)) return true
    return false
  }
}

// --- internal ---

function isSame(a: Company | undefined, b: Company | undefined): boolean {
  return a?.watchers === b?.watchers && a?.seated.join() === b?.seated.join()
}
