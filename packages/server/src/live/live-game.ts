import { colorOf, FREE_PLIES, graceMs, type PlayerId, type Presence } from '@hokito/protocol'
import { type ByColor, byColor, COLORS, type Color } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import { leftBySideFrom } from '../game/leaving.ts'
import type { ConnectionId } from './connection-id.ts'

/** What is known of who is connected to other nodes. */
export interface Elsewhere {
  /** Since when all of them are heard, by the server's clock; undefined while one is not. */
  readonly sureSince: number | undefined
}

/** There are no other nodes. */
const NOWHERE_ELSE: Elsewhere = { sureSince: 0 }

/** Who has a game open on another node. */
export interface Company {
  readonly seated: readonly PlayerId[]
  readonly watchers: number
}

/**
 * A game in memory with everything around it that is not stored: who is connected, and the commands that
 * wait for their turn. Its game is always the stored one, never one that is only on its way there.
 */
export class LiveGame {
  readonly key: number
  game: Game
  /** Lower bound of the real deadline, as it is stored; undefined when none is. */
  storedDeadline: number | undefined
  lastUsedAt: number
  /** Has another node written to it since it was read? Then it is read again before anything is decided. */
  isStale = false
  readonly #elsewhere: Elsewhere
  readonly #company = new Map<string, Company>()
  readonly #connections = new Map<ConnectionId, PlayerId>()
  readonly #goneSince: Record<Color, number>
  #isBusy = false
  readonly #waiting: (() => void)[] = []

  constructor(key: number, game: Game, now: number, elsewhere: Elsewhere = NOWHERE_ELSE) {
    this.key = key
    this.#elsewhere = elsewhere
    this.game = game
    this.lastUsedAt = now
    this.#goneSince = { black: now, white: now }
  }

  /** Runs a task when all earlier ones have ended: the commands of one game never overlap. */
  async alone<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isBusy = true
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Busy all the while, so that newcomers cannot overtake the queue.
      if (next === undefined) this.#isBusy = false
      else next()
    }
  }

  get isIdle(): boolean {
    return !this.#isBusy && !this.isOpen
  }

  /** Has anybody got it open? */
  get isOpen(): boolean {
    return this.#connections.size > 0
  }

  /** A player or watcher opens the game on a connection. */
  join(connection: ConnectionId, player: PlayerId): void {
    this.#connections.set(connection, player)
  }

  /** A connection closes the game or is lost. Says whether it had it open. */
  leave(connection: ConnectionId, now: number): boolean {
    const player = this.#connections.get(connection)
    if (player === undefined) return false
    this.#connections.delete(connection)
    this.lastUsedAt = now
    const color = colorOf(this.game.view, player)
    if (color !== undefined && !this.#isHere(color)) this.#goneSince[color] = now
    return true
  }

  /** Another node has it open for somebody, or no longer for anybody. */
  accompany(node: string, company: Company | undefined, now: number): void {
    const wereHere = byColor((color) => this.#isHere(color))
    if (company === undefined) this.#company.delete(node)
    else this.#company.set(node, company)
    for (const color of COLORS) {
      if (wereHere[color] && !this.#isHere(color)) this.#goneSince[color] = now
    }
  }

  /** Who has it open on this node, as others are told. */
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
   * Since when a side has had the game open on no connection of any node; undefined while it has, or while
   * that is not known for sure.
   */
  goneSince(color: Color): number | undefined {
    const { sureSince } = this.#elsewhere
    if (sureSince === undefined || this.#isHere(color)) return undefined
    return Math.max(this.#goneSince[color], sureSince)
  }

  /** Can a change of turn change from when the game may be claimed? */
  get isAnySideGone(): boolean {
    const hasGrace = graceMs(this.game.view.terms.timeControl) !== undefined
    return hasGrace && COLORS.some((color) => this.goneSince(color) !== undefined)
  }

  presence(): Presence {
    const { view } = this.game
    // Before both have moved there is nothing to claim.
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
