import type { SearchLimits } from '@hokito/engine'
import { type Beginning, type EndRule, err, type Move, type Result } from '@hokito/rules'
import type { Player, PlayerError } from '../arena/player.ts'

/** A position in which a bot has to move. */
export interface BotTurn {
  /** Which game it is, so that an engine is told when it goes on to another. */
  readonly game: string
  readonly beginning: Beginning
  readonly endRule: EndRule
  readonly moves: readonly Move[]
  readonly limits: SearchLimits
  /** After this there is no use in an answer. */
  readonly allowedMs: number
}

/** A few engines for many games: each thinks about one move at a time, and those that fail are started anew. */
export class Engines {
  readonly #start: () => Promise<Player>
  readonly #free: Seat[]
  readonly #waiting: ((seat: Seat) => void)[] = []

  /** No engine is started before it is needed. */
  constructor(count: number, start: () => Promise<Player>) {
    this.#start = start
    this.#free = Array.from({ length: count }, () => ({ player: undefined, game: undefined }))
  }

  /** The move of an engine, once one is free. */
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

  /** Closes those that nobody waits for. */
  async close(): Promise<void> {
    await Promise.all(this.#free.map(({ player }) => player?.close()))
  }

  async #ask(seat: Seat, turn: BotTurn): Promise<Result<Move, PlayerError>> {
    try {
      seat.player ??= await this.#start()
      if (seat.game !== turn.game) {
        const ready = await seat.player.newGame(turn.endRule)
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

  /** An engine that fails once may be anywhere by then. */
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
