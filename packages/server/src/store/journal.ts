import type { Transaction } from 'kysely'
import { type Database, isStorageFailure, type NewEvent } from './database.ts'
import { type LeftDealChange, storeLeftDeals } from './left-deals.ts'
import type { Tables } from './schema.ts'

/** A game that is to be stored for the first time. */
export interface GameRow {
  readonly id: string
  readonly black: string
  readonly white: string
  readonly createdAt: number
  readonly secret: string | undefined
}

/** An event of a game that is stored already (by its key) or in the same unit (by its id). */
export interface EventRow {
  readonly game: number | string
  readonly version: number
  readonly command: string | undefined
  readonly event: unknown
}

/** What has to be stored as a whole or not at all. */
export interface Unit {
  readonly games?: readonly GameRow[]
  readonly events?: readonly EventRow[]
  /** Games that end. */
  readonly ended?: readonly { readonly game: number; readonly at: number }[]
  /** When a game has to be looked at next. */
  readonly deadlines?: readonly { readonly game: number | string; readonly at: number }[]
  /** A challenge that a game comes from. */
  readonly challenge?: string | undefined
  readonly leftDeals?: LeftDealChange | undefined
}

/** Told about each commit: how long it took and how many units it held. */
export type OnCommit = (milliseconds: number, units: number) => void

/**
 * Stores units, many in one commit: all that arrive while the previous commit is on its way to the disk
 * go together, so that a busy server syncs no more often than a quiet one. Whoever writes hears when
 * the unit is on the disk, and not before.
 */
export class Journal {
  readonly #database: Database
  readonly #onCommit: OnCommit
  #waiting: Waiting[] = []
  #flushing: Promise<void> | undefined

  constructor(database: Database, onCommit: OnCommit = () => undefined) {
    this.#database = database
    this.#onCommit = onCommit
  }

  /** How many units wait for a commit to begin. */
  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Resolves with the keys of new games by their ids, once everything is on the disk.
   * @throws VersionTaken when an event's version is there already; then nothing of the unit is stored
   * @throws Error why the database fails; then nobody knows whether the unit is stored
   */
  write(unit: Unit): Promise<ReadonlyMap<string, number>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ unit, resolve, reject })
      this.#flushing ??= this.#flushSoon()
    })
  }

  /** Resolves when all that has been handed over so far is on the disk, or refused. */
  async written(): Promise<void> {
    if (this.#flushing !== undefined) await this.write({})
  }

  /** Resolves when nothing is waiting any more. */
  async settle(): Promise<void> {
    while (this.#flushing !== undefined) await this.#flushing
  }

  async #flushSoon(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Whatever else has arrived from the network in this turn may come along.
      await new Promise((resolve) => setImmediate(resolve))
      const batch = this.#waiting.splice(0, LARGEST_BATCH)
      await this.#commit(batch)
    }
    this.#flushing = undefined
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const startedAt = performance.now()
    try {
      const units = batch.map(({ unit }) => unit)
      const { db, insertEvents } = this.#database
      const keys = await db.transaction().execute(async (transaction) => {
        const made = await insertGames(transaction, units)
        insertEvents(eventsOf(units, made))
        await storeRest(transaction, units, made)
        return made
      })
      this.#onCommit(performance.now() - startedAt, batch.length)
      for (const { resolve } of batch) resolve(keys)
    } catch (error) {
      if (batch.length === 1 || isStorageFailure(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One unit that cannot be stored must not take the others with it.
      for (const waiting of batch) await this.#commit([waiting])
    }
  }
}

// --- internal ---

/** Keys of new games by their ids. */
type Keys = ReadonlyMap<string, number>

/** SQLite takes 32,766 values a statement; a new game has seven. */
const LARGEST_BATCH = 2000

interface Waiting {
  readonly unit: Unit
  readonly resolve: (keys: ReadonlyMap<string, number>) => void
  readonly reject: (error: unknown) => void
}

function eventsOf(units: readonly Unit[], keys: Keys): readonly NewEvent[] {
  return units
    .flatMap((unit) => unit.events ?? [])
    .map(({ game, version, command, event }) => ({
      game: keyOf(game, keys),
      version,
      command: command ?? null,
      eventJson: JSON.stringify(event),
    }))
}

function keyOf(game: number | string, keys: Keys): number {
  return typeof game === 'number' ? game : (keys.get(game) ?? NO_GAME)
}

/** Ends, deadlines and challenges; most commits have none. */
async function storeRest(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
  keys: Keys,
): Promise<void> {
  for (const { game, at } of units.flatMap((unit) => unit.ended ?? [])) {
    await transaction.updateTable('games').set({ endedAt: at }).where('key', '=', game).execute()
    await transaction.deleteFrom('deadlines').where('game', '=', game).execute()
  }
  const deadlines = units
    .flatMap((unit) => unit.deadlines ?? [])
    .map(({ game, at }) => ({ game: keyOf(game, keys), at }))
  if (deadlines.length > 0) {
    await transaction
      .insertInto('deadlines')
      .values(deadlines)
      .onConflict((conflict) =>
        conflict.column('game').doUpdateSet((row) => ({ at: row.ref('excluded.at') })),
      )
      .execute()
  }
  const leftDeals = units.flatMap((unit) => unit.leftDeals ?? [])
  await storeLeftDeals(transaction, leftDeals, (game) => keyOf(game, keys))
  const challenges = units.flatMap(({ challenge }) => challenge ?? [])
  if (challenges.length > 0) {
    await transaction.deleteFrom('challenges').where('id', 'in', challenges).execute()
  }
}

/** No game has this key, so that the foreign key refuses what belongs to none. */
const NO_GAME = 0

async function insertGames(
  transaction: Transaction<Tables>,
  units: readonly Unit[],
): Promise<Keys> {
  const games = units.flatMap((unit) => unit.games ?? [])
  if (games.length === 0) return new Map()
  const rows = games.map((game) => ({
    ...game,
    secret: game.secret ?? null,
    endedAt: null,
    damage: null,
  }))
  const inserted = await transaction
    .insertInto('games')
    .values(rows)
    .returning(['id', 'key'])
    .execute()
  return new Map(inserted.map(({ id, key }) => [id, key]))
}
