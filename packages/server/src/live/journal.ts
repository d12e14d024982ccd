import { COLORS, err, ok, type Result } from '@hokito/rules'
import { attempt } from '../store/attempt.ts'
import type { Conflict, RefusedWrite } from '../store/conflict.ts'
import type { Database } from '../store/database.ts'
import { RowReader } from '../store/row-reader.ts'
import { eventRows, type Keys, NO_KEYS, storeUnits } from './store-writes.ts'
import { type Unit, writesOf } from './writes.ts'

/** Called after each commit with its duration and its number of units. */
export type OnCommit = (milliseconds: number, units: number) => void

/**
 * Stores units, many in one commit. All units that arrive during a commit share the next one. On a
 * busy server they also wait a few milliseconds for others, because a commit costs about as much for
 * one unit as for many. A write resolves only when its unit is on the disk, or refused.
 */
export class Journal {
  readonly #database: Database
  readonly #onCommit: OnCommit
  readonly #rows: RowReader
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined
  /** When the latest commit began. */
  #begunAt = Number.NEGATIVE_INFINITY
  /** Begins the commit that still waits for other units. */
  #beginEarly: (() => void) | undefined

  constructor(
    database: Database,
    onCommit: OnCommit = () => undefined,
    rows: RowReader = new RowReader(() => undefined),
  ) {
    this.#database = database
    this.#onCommit = onCommit
    this.#rows = rows
  }

  /** How many units wait for a commit to begin. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Resolves with the keys of new games by their ids, once everything is on the disk. If a
   * precondition does not hold, resolves with the conflict, and nothing of the unit is stored.
   * @throws Error when the database fails; then it is unknown whether the unit is stored
   */
  write(unit: Unit): Promise<Result<Keys, Conflict>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject })
      this.#flushing ??= this.#flushSoon()
      if (this.#waiting.length >= ENOUGH) this.#beginEarly?.()
    })
  }

  /** Resolves when all units handed over so far are on the disk or refused. */
  async written(): Promise<void> {
    if (this.#flushing !== undefined) await this.write([])
  }

  /** Resolves when no unit is waiting. */
  async settle(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
  }

  async #flushSoon(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      await this.#commit(batch)
    }
    this.#flushing = undefined
  }

  /** Lets other units join the batch: those of this turn of the event loop, or of a few more. */
  async #gather(): Promise<void> {
    const earlyMs = this.#begunAt + APART_MS - performance.now()
    if (earlyMs > 0 && this.#waiting.length < ENOUGH) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, earlyMs)
        this.#beginEarly = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#beginEarly = undefined
    }
    await new Promise((resolve) => setImmediate(resolve))
    this.#begunAt = performance.now()
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    try {
      const stored = await this.#store(batch.map(({ unit }) => unit))
      if (!stored.ok) return await this.#refuse(batch, stored.error)
      this.#onCommit(performance.now() - startedAt, batch.length)
      for (const { resolve } of batch) resolve(stored)
    } catch (error) {
      if (batch.length === 1 || this.#database.isFailure(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One unit that cannot be stored must not make the others fail.
      for (const waiting of batch) await this.#commit([waiting])
    }
  }

  /** Answers the units that are refused, and commits the others. */
  async #refuse(batch: readonly Waiting[], refused: readonly RefusedWrite[]): Promise<void> {
    const conflicts = new Map(refused.map(({ write, conflict }) => [write, conflict]))
    const others: Waiting[] = []
    for (const waiting of batch) {
      const write = waiting.unit.find((each) => conflicts.has(each))
      const conflict = write && conflicts.get(write)
      if (conflict === undefined) others.push(waiting)
      else waiting.resolve(err(conflict))
    }
    // Otherwise it would try the same batch for ever.
    if (others.length === batch.length) throw new Error('no unit contains the refused write')
    if (others.length > 0) await this.#commit(others)
  }

  async #store(units: readonly Unit[]): Promise<Result<Keys, readonly RefusedWrite[]>> {
    const { storeEvents } = this.#database
    if (units.every(isLoneEvent)) {
      const writes = units.flat()
      const events = eventRows(writesOf(writes, 'event'), NO_KEYS)
      const withoutLines = writesOf(writes, 'leftLines').map(({ game }) => game)
      if ((await storeEvents(events, withoutLines)) === 'stored') return ok(NO_KEYS)
      // The transaction finds out which units came too late.
    }
    return attempt(this.#database, (transaction) =>
      storeUnits(transaction, units, this.#database, this.#rows),
    )
  }
}

// --- internal ---

/** A commit of fewer than {@link ENOUGH} units begins this long after the one before, or later. */
const APART_MS = 10

/** For so many units, waiting for more hardly makes one cheaper. */
const ENOUGH = 32

/** SQLite allows 32,766 values in a statement; a new game has eight. */
const LARGEST_BATCH = 2000

interface Waiting {
  readonly unit: Unit
  readonly resolve: (written: Result<Keys, Conflict>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Does a unit store one event and nothing else, as most moves do? At most it requires that its game
 * has no conditional lines.
 */
function isLoneEvent([first, second, ...others]: Unit): boolean {
  if (first?.kind !== 'event' || others.length > 0) return false
  if (second === undefined) return true
  return second.kind === 'leftLines' && COLORS.every((color) => second.known[color] === undefined)
}
