import type { SearchLimits } from '@hokito/engine'
import { err, type GameStart, type Move, type Result } from '@hokito/rules'
import type { Player, PlayerError } from '../arena/player.ts'

/** A position in which a bot must move. */
export interface BotTurn extends GameStart {
  /** The id of the game, so that an engine learns when it changes to another. */
  readonly game: string
  readonly moves: readonly Move[]
  readonly limits: SearchLimits
  /** A reply after this time is useless. */
  readonly allowedMs: number
}

/**
 * A few engines for many games. Each thinks about one move at a time. An engine that fails is
 * restarted.
 */
export class Engines {
  readonly #start: () => Promise<Player>
  readonly #free: Seat[]
  readonly #waiting: ((seat: Seat) => void)[] = []

  /** Starts an engine only when it is first needed. */
  constructor(count: number, start: () => Promise<Player>) {
    this.#start = start
    this.#free = Array.from({ length: count }, () => ({ player: undefined, game: undefined }))
  }

  /** The move of an engine, as soon as one is free. */
  async choose(turn: BotTurn): Promise<Result<Move, PlayerError>> {
    const seat = await this.#take()
    try {
      return await this.#ask(seat, turn)
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free.push(seat)
      else next(seat)
    }
  }

  /** Closes all free engines. */
  async close(): Promise<void> {
    await Promise.all(this.#free.map(({ player }) => player?.close()))
  }

  async #ask(seat: Seat, turn: BotTurn): Promise<Result<Move, PlayerError>> {
    try {
      seat.player ??= await this.#start()
      if (seat.game !== turn.game) {
        const ready = await seat.player.newGame(turn)
        if (!ready.ok) return await this.#replace(seat, ready.error)
        seat.game = turn.game
      }
      const chosen = await seat.player.choose(turn)
      return chosen.ok ? chosen : await this.#replace(seat, chosen.error)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return this.#replace(seat, { kind: 'broken', why })
    }
  }

  /** Closes an engine that has failed, because its state is unknown. */
  async #replace(seat: Seat, error: PlayerError): Promise<Result<Move, PlayerError>> {
    await seat.player?.close().catch(() => undefined)
    seat.player = undefined
    seat.game = undefined
    return err(error)
  }

  #take(): Promise<Seat> {
    const free = this.#free.pop()
    if (free !== undefined) return Promise.resolve(free)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }
}

// --- internal ---

interface Seat {
  player: Player | undefined
  game: string | undefined
}
