import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Tables } from './schema.ts'

/** The table of a row, and its key there. */
export interface RowName {
  readonly table: keyof Tables
  readonly id: string
}

/** A database, and the reader of its rows. */
export interface RowSource {
  readonly db: Kysely<Tables>
  readonly rows: RowReader
}

/**
 * Reads rows that something other than a server may have damaged. A caller leaves out a damaged row,
 * so that it harms no other. It is reported once.
 */
export class RowReader {
  readonly #onDamage: (row: RowName) => void
  readonly #reported = new LRUCache<string, true>({ max: MOST_REMEMBERED })

  constructor(onDamage: (row: RowName) => void) {
    this.#onDamage = onDamage
  }

  /** What a schema makes of a row; undefined if the row is damaged. */
  read<S extends z.core.$ZodType>(
    schema: S,
    value: unknown,
    row: RowName,
  ): z.output<S> | undefined {
    const parsed = z.safeParse(schema, value)
    if (parsed.success) return parsed.data
    const name = `${row.table} ${row.id}`
    if (!this.#reported.has(name)) this.#onDamage(row)
    this.#reported.set(name, true)
    return undefined
  }
}

// --- internal ---

/** A row that is still damaged when so many others have been read is reported again. */
const MOST_REMEMBERED = 10_000
