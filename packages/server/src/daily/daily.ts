import { nodesOfLevel } from '@hokito/engine'
import {
  DAILY_TREE_PLIES,
  type DailyLevel,
  type DailyMoves,
  type DailyTable,
  type DailyTry,
  type DailyTryReply,
  type Day,
  type HttpRefusal,
  type PlayerId,
  positionOfDay,
  stateOfDay,
} from '@hokito/protocol'
import { err, ok, parseMove, type Result, tryPlay } from '@hokito/rules'
import { LRUCache } from 'lru-cache'
import { fold } from '../game/fold.ts'
import type { AddressKey } from '../limiting/addresses.ts'
import { takeFromAll } from '../limiting/rate.ts'
import { Turns } from '../limiting/turns.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import { DailyStore, type TryKey } from './daily-store.ts'
import { Examiner } from './examiner.ts'
import { type PlayedDay, replayTry } from './replay-try.ts'

export interface DailyDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly visitors: Pick<Visitors, 'dailyAddresses' | 'dailyPlayers'>
  readonly now: () => number
  readonly onFailure: (what: string, error: unknown) => void
}

/** The sender of a game. */
export interface Sender {
  readonly player: PlayerId
  readonly address: AddressKey
}

type Verdict = Result<DailyTryReply, HttpRefusal>

/**
 * The games of the day. A game counts only once it has been replayed and the engine has reproduced
 * the computer's moves.
 */
export class Daily {
  readonly #store: DailyStore
  readonly #examiner = new Examiner()
  readonly #waiting = new Turns<AddressKey, Examination>(MOST_WAITING, MOST_OF_ADDRESS)
  readonly #known = new Map<string, Examination>()
  /** Games refused after an examination, so that sending one again costs nothing. */
  readonly #refused = new LRUCache<string, HttpRefusal>({ max: MOST_REMEMBERED })
  readonly #dependencies: DailyDependencies
  #isWorking = false
  #isClosed = false

  constructor(dependencies: DailyDependencies) {
    this.#dependencies = dependencies
    this.#store = new DailyStore(dependencies.database, dependencies.rows)
  }

  /**
   * Counts a game, or says why not. If the examination takes long, returns `checking` and continues
   * in the background. A client may send the same game again.
   */
  async count(attempt: DailyTry, sender: Sender): Promise<Verdict> {
    const stored = await this.#standing({ ...attempt, player: sender.player })
    if (stored !== undefined) return stored
    const state = stateOfDay(attempt.day, this.#dependencies.now())
    if (state !== 'open') return err({ code: state === 'future' ? 'futureDay' : 'closedDay' })
    const name = nameOf(attempt, sender.player)
    const known = this.#known.get(name)
    if (known !== undefined) return soon(known)
    const refused = this.#refused.get(name)
    if (refused !== undefined) return err(refused)
    const played = replayTry(attempt)
    if (!played.ok) return played
    const waitMs = this.#charge(sender, costOf(attempt))
    if (waitMs > 0) return err({ code: 'tooMany', retryAfterMs: waitMs })
    const examination = new Examination(name, attempt, sender, played.value)
    this.#enqueue(examination)
    return soon(examination)
  }

  /** The table of a level on a day. */
  table(day: Day, level: DailyLevel, asker: PlayerId | undefined): Promise<DailyTable> {
    return this.#store.table(day, level, asker)
  }

  /** The moves played after some moves; secret to players who can still play that day. */
  async movesAfter(
    day: Day,
    after: readonly string[],
    asker: PlayerId | undefined,
  ): Promise<Result<DailyMoves, HttpRefusal>> {
    const isClosed = stateOfDay(day, this.#dependencies.now()) === 'closed'
    if (!isClosed && (asker === undefined || !(await this.#store.hasTried(day, asker)))) {
      return err({ code: 'notTried' })
    }
    let position = positionOfDay(day)
    for (const [ply, text] of after.entries()) {
      const move = parseMove(text)
      const next = move.ok ? tryPlay(position, move.value) : move
      if (!next.ok) return err({ code: 'illegalGame', ply })
      position = next.value
    }
    const isTold = after.length < DAILY_TREE_PLIES
    return ok({ moves: isTold ? [...(await this.#store.movesAt(day, position))] : [] })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (let left = this.#waiting.next(); left !== undefined; left = this.#waiting.next()) {
      this.#settle(left, err(BUSY))
    }
    await this.#examiner.close()
  }

  /**
   * The standing of a player's stored game of that day and level; a refusal if it was a different
   * game.
   */
  async #standing(attempt: DailyTry & TryKey): Promise<Verdict | undefined> {
    const stored = await this.#store.find(attempt)
    if (stored === undefined) return undefined
    if (stored.moves !== attempt.moves.join(' ')) return err({ code: 'alreadyTried' })
    const { margin } = stored
    return ok({ status: 'counted', margin, ...(await this.#store.standing(attempt, margin)) })
  }

  #charge({ player, address }: Sender, cost: number): number {
    const { dailyAddresses, dailyPlayers } = this.#dependencies.visitors
    const rates = [dailyAddresses.of(address), dailyPlayers.of(player)]
    return takeFromAll(rates, performance.now(), cost)
  }

  #enqueue(examination: Examination): void {
    this.#known.set(examination.name, examination)
    const dropped = this.#waiting.add(examination.sender.address, examination)
    if (dropped !== undefined) this.#settle(dropped, err(BUSY))
    void this.#work()
  }

  /** Examines one game after another. A failure is reported, and the sender asked to retry. */
  async #work(): Promise<void> {
    if (this.#isWorking || this.#isClosed) return
    this.#isWorking = true
    for (let next = this.#waiting.next(); next !== undefined; next = this.#waiting.next()) {
      const verdict = await this.#examine(next).catch((error: unknown): Verdict => {
        if (!this.#isClosed) this.#dependencies.onFailure('examining a game of the day', error)
        return err(BUSY)
      })
      this.#settle(next, verdict)
    }
    this.#isWorking = false
  }

  async #examine({ attempt, sender, played, name }: Examination): Promise<Verdict> {
    const { day, level, moves } = attempt
    const examined = await this.#examiner.examine(played, level)
    if (!examined.ok) {
      this.#refused.set(name, examined.error)
      // No one sends such a game by mistake, and examining it cost as much as examining a right
      // one.
      this.#dependencies.visitors.dailyAddresses.of(sender.address).spend(FINE * costOf(attempt))
      return examined
    }
    const key = { day, level, player: sender.player }
    const first = played.moves.slice(0, DAILY_TREE_PLIES).flatMap((move, ply) => {
      const position = played.positions[ply]
      if (position === undefined) return []
      const folded = fold(position)
      return [{ position: folded.position, move: folded.nameOf(move) }]
    })
    const at = this.#dependencies.now()
    await this.#store.insert({ ...key, moves, margin: played.margin, at, played: first })
    // Another node may have stored another game meanwhile: the stored one decides.
    return (await this.#standing({ ...attempt, ...key })) ?? err(BUSY)
  }

  #settle(examination: Examination, verdict: Verdict): void {
    this.#known.delete(examination.name)
    examination.settle(verdict)
  }
}

// --- internal ---

/** The most games waiting in all, and from one address. */
const MOST_WAITING = 200
const MOST_OF_ADDRESS = 10
const MOST_REMEMBERED = 5000
/** How many times more a wrong game costs its address than a right one. */
const FINE = 3
/** How long a request waits for the verdict on its game. */
const WAIT_MS = 8000
const RETRY_MS = 3000
const BUSY: HttpRefusal = { code: 'busy', retryAfterMs: 10_000 }

/** A game that is waiting for its examination, or is being examined. */
class Examination {
  readonly name: string
  readonly attempt: DailyTry
  readonly sender: Sender
  readonly played: PlayedDay
  readonly done: Promise<Verdict>
  settle: (verdict: Verdict) => void = () => undefined

  constructor(name: string, attempt: DailyTry, sender: Sender, played: PlayedDay) {
    this.name = name
    this.attempt = attempt
    this.sender = sender
    this.played = played
    this.done = new Promise((resolve) => {
      this.settle = resolve
    })
  }
}

function nameOf({ day, level, moves }: DailyTry, player: PlayerId): string {
  return [player, day, level, ...moves].join(' ')
}

/** The upper bound of the work to reproduce the computer's moves, in thousands of positions. */
function costOf({ level, moves }: DailyTry): number {
  return (nodesOfLevel(level) * Math.floor(moves.length / 2)) / 1000
}

/** The verdict on a game, or `checking` if there is none soon. */
async function soon({ done }: Examination): Promise<Verdict> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => resolve(ok({ status: 'checking', retryAfterMs: RETRY_MS })), WAIT_MS)
  })
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
