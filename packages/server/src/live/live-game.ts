import { colorOf, graceMs, type PlayerId, type Presence, phaseOf } from '@hokito/protocol'
import { type ByColor, byColor, type Color } from '@hokito/rules'
import type { Game } from '../game/game.ts'
import type { ConnectionId } from './connection-id.ts'

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
  readonly #connections = new Map<ConnectionId, PlayerId>()
  readonly #goneSince: Record<Color, number>
  #isBusy = false
  readonly #waiting: (() => void)[] = []

  constructor(key: number, game: Game, now: number) {
    this.key = key
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

  hasOpen(connection: ConnectionId): boolean {
    return this.#connections.has(connection)
  }

  /** Since when a side has had the game open on no connection; undefined while it has. */
  goneSince(color: Color): number | undefined {
    return this.#isHere(color) ? undefined : this.#goneSince[color]
  }

  presence(): Presence {
    const { view } = this.game
    const grace = phaseOf(view) === 'playing' ? graceMs(view.terms.timeControl) : undefined
    const seats: ByColor<Presence['seats']['black']> = byColor((color) => {
      const since = this.goneSince(color)
      if (since === undefined) return { isHere: true }
      return grace === undefined ? { isHere: false } : { isHere: false, claimableAt: since + grace }
    })
    const players = [...this.#connections.values()]
    const watchers = players.filter((player) => colorOf(view, player) === undefined).length
    return { game: view.id, seats, watchers }
  }

  #isHere(color: Color): boolean {
    const player = this.game.view.seats[color].id
    for (const other of this.#connections.values()) if (other === player) return true
    return false
  }
}
