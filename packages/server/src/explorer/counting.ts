import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { ExploredGamesTable, ExploredMovesTable, Sums } from '../store/explorer-tables.ts'
import type { Tables } from '../store/schema.ts'
import type { Explored } from './explored.ts'

/** Adds the results of some games to the counts over all games. */
export async function addCounts(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
): Promise<void> {
  const rows = new Summed<Pick<Tables['exploredCounts'], 'topic' | 'value'>>()
  for (const { row, counts } of explored) {
    for (const { topic, value, total } of counts) {
      rows.add(`${topic} ${value}`, { topic, value }, row.winner, total)
    }
  }
  for (const some of rows.batches()) {
    await transaction
      .insertInto('exploredCounts')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['topic', 'value']).doUpdateSet(addedTo('exploredCounts')),
      )
      .execute()
  }
}

/** Adds the first moves of some games to the counts of their positions. */
export async function addMoves(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
): Promise<void> {
  const rows = new Summed<Pick<ExploredMovesTable, 'endRule' | 'position' | 'move'>>()
  for (const { row, firstMoves } of explored) {
    const { endRule, winner, margin } = row
    for (const { position, move } of firstMoves()) {
      const key = { endRule, position, move }
      rows.add(`${endRule} ${position} ${move}`, key, winner, margin)
    }
  }
  for (const some of rows.batches()) {
    await transaction
      .insertInto('exploredMoves')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['endRule', 'position', 'move']).doUpdateSet(addedTo('exploredMoves')),
      )
      .execute()
  }
}

// --- internal ---

type Winner = ExploredGamesTable['winner']

/** The rows of one statement: databases limit the number of values in a statement. */
const BATCH = 500

/** One row per key: a statement may not change a row twice. */
class Summed<K extends object> {
  readonly #rows = new Map<string, { readonly key: K; readonly sums: Counter }>()

  /** Adds one game to the row with this name and key. */
  add(name: string, key: K, winner: Winner, total: number): void {
    const row = this.#rows.get(name) ?? { key, sums: new Counter() }
    row.sums.add(winner, total)
    this.#rows.set(name, row)
  }

  /** Sorted by name, so that neighbours in the index are written one after the other. */
  batches(): readonly (readonly (K & Sums)[])[] {
    const rows = [...this.#rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, sums }]) => ({ ...key, ...sums }))
    const starts = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, n) => n * BATCH)
    return starts.map((at) => rows.slice(at, at + BATCH))
  }
}

/** The sums over games, by winner. */
class Counter implements Sums {
  games = 0
  black = 0
  draws = 0
  white = 0
  total = 0

  add(winner: Winner, total: number): void {
    this.games += 1
    if (winner === 'draw') this.draws += 1
    else this[winner] += 1
    this.total += total
  }
}

/** The stored sums plus the new ones. */
function addedTo(
  table: 'exploredCounts' | 'exploredMoves',
): Readonly<Record<keyof Sums, RawBuilder<number>>> {
  const both = (sum: keyof Sums) =>
    sql<number>`${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`
  return {
    games: both('games'),
    black: both('black'),
    draws: both('draws'),
    white: both('white'),
    total: both('total'),
  }
}
