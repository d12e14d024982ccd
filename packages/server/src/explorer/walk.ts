import type { GameId } from '@hokito/protocol'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../store/database.ts'
import { readFact, writeFact } from '../store/facts.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Sums, Tables } from '../store/schema.ts'
import { type Explored, exploredOf, sumsOf } from './explored.ts'

/**
 * Walks over all games by their keys and counts those that are over, a bounded part at a time; those that still run are
 * noted, and looked at again. How far it has come is stored with what was counted, so that it goes on there, and each
 * game counts once, whichever node does it.
 */
export class Walk {
  readonly #database: Database
  readonly #store: GameStore

  constructor(database: Database, store: GameStore) {
    this.#database = database
    this.#store = store
  }

  /** One part; says whether there is more to do at once. */
  async run(now: number): Promise<boolean> {
    const ended = await this.#endedOfNoted()
    const next = await this.#next(now)
    const over = [...ended, ...next.filter(({ endedAt }) => endedAt !== null)]
    const explored = await this.#explore(over)
    const alike = await this.#explore(await this.#alone(explored))
    const last = next.at(-1)
    if (over.length + next.length > 0) {
      await this.#database.transact(async (transaction) => {
        await storeGames(transaction, explored, alike)
        await forget(transaction, ended)
        await note(
          transaction,
          next.filter(({ endedAt, damage }) => endedAt === null && damage === null),
        )
        if (last !== undefined) await writeFact(transaction, REACHED, String(last.key))
      })
    }
    return ended.length === PART || next.length === PART
  }

  #endedOfNoted(): Promise<readonly Head[]> {
    return this.#heads()
      .innerJoin('unexplored', 'unexplored.game', 'games.key')
      .where((games) =>
        games.or([games('endedAt', 'is not', null), games('damage', 'is not', null)]),
      )
      .limit(PART)
      .execute()
  }

  /** The next games by their keys. Several nodes give these out before they commit, so that one may come late. */
  async #next(now: number): Promise<readonly Head[]> {
    const until = this.#database.shared === undefined ? now : now - LATE_MS
    const reached = Number((await readFact(this.#database.db, REACHED)) ?? 0)
    const heads = await this.#heads()
      .where('key', '>', reached)
      .orderBy('key')
      .limit(PART)
      .execute()
    const young = heads.findIndex(({ createdAt }) => createdAt > until)
    return young === -1 ? heads : heads.slice(0, young)
  }

  /** Earlier games that began as one of these did and, being alone with it, have not counted their moves. */
  async #alone(explored: readonly Explored[]): Promise<readonly Head[]> {
    const deals = explored.map(({ row }) => row.deal)
    if (deals.length === 0) return []
    return this.#heads()
      .innerJoin('exploredGames', 'exploredGames.game', 'games.key')
      .where('exploredGames.deal', 'in', deals)
      .where('exploredGames.isShared', '=', 0)
      .execute()
  }

  #heads() {
    return this.#database.db
      .selectFrom('games')
      .select(['games.key', 'games.id', 'games.endedAt', 'games.createdAt', 'games.damage'])
  }

  /** Those of some games that the explorer shows; one that is damaged is reported by whoever reads it. */
  async #explore(heads: readonly Head[]): Promise<readonly Explored[]> {
    const explored: Explored[] = []
    for (const { id, key } of heads) {
      const stored = await this.#store.read(id)
      const one = stored?.kind === 'sound' ? exploredOf(stored.game, key) : undefined
      if (one !== undefined) explored.push(one)
      // Players have their turn in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return explored
  }
}

// --- internal ---

/** Games of one part. */
const PART = 50
/** How long after it began a game may still come, as it waited for its commit. */
const LATE_MS = 60_000
const REACHED = 'exploredUpTo'

interface Head {
  readonly key: number
  readonly id: GameId
  readonly endedAt: number | null
  readonly createdAt: number
  readonly damage: string | null
}

/** @param alike earlier games of the same deals, whose moves do not count yet */
async function storeGames(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
  alike: readonly Explored[],
): Promise<void> {
  const fresh = await addGames(transaction, explored)
  await addCounts(transaction, fresh)
  const known = alike.filter(({ row }) => !explored.some((one) => one.row.game === row.game))
  await addMoves(transaction, await shareAmong(transaction, [...known, ...fresh]))
}

/** Gives those that were not there before. */
async function addGames(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
): Promise<readonly Explored[]> {
  if (explored.length === 0) return []
  const added = await transaction
    .insertInto('exploredGames')
    .values(explored.map(({ row }) => ({ ...row, isShared: 0 })))
    .onConflict((conflict) => conflict.column('game').doNothing())
    .returning('game')
    .execute()
  const keys = new Set(added.map(({ game }) => game))
  return explored.filter(({ row }) => keys.has(row.game))
}

/** Marks those that are not the only one of their deal, and gives those that were not marked before. */
async function shareAmong(
  transaction: Transaction<Tables>,
  games: readonly Explored[],
): Promise<readonly Explored[]> {
  if (games.length === 0) return []
  const rows = await transaction
    .updateTable('exploredGames')
    .set({ isShared: 1 })
    .where(
      'game',
      'in',
      games.map(({ row }) => row.game),
    )
    .where('isShared', '=', 0)
    .where((game) =>
      game.exists(
        game
          .selectFrom('exploredGames as other')
          .select('other.game')
          .whereRef('other.deal', '=', 'exploredGames.deal')
          .whereRef('other.game', '<>', 'exploredGames.game'),
      ),
    )
    .returning('game')
    .execute()
  const keys = new Set(rows.map(({ game }) => game))
  return games.filter(({ row }) => keys.has(row.game))
}

async function addCounts(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
): Promise<void> {
  const rows = summed(
    explored.flatMap(({ row, counts }) =>
      counts.map(({ topic, value, total }) => ({
        key: { topic, value },
        sums: sumsOf(row.winner, total),
      })),
    ),
  )
  if (rows.length === 0) return
  await transaction
    .insertInto('exploredCounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['topic', 'value']).doUpdateSet(addedTo('exploredCounts')),
    )
    .execute()
}

async function addMoves(
  transaction: Transaction<Tables>,
  explored: readonly Explored[],
): Promise<void> {
  const rows = summed(
    explored.flatMap(({ row: { endRule, winner, margin }, moves }) =>
      moves.map(({ position, move }) => ({
        key: { endRule, position, move },
        sums: sumsOf(winner, margin),
      })),
    ),
  )
  if (rows.length === 0) return
  await transaction
    .insertInto('exploredMoves')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['endRule', 'position', 'move']).doUpdateSet(addedTo('exploredMoves')),
    )
    .execute()
}

const SUMS = ['games', 'black', 'draws', 'white', 'total'] as const satisfies (keyof Sums)[]

/** One row a key: a statement may not meet a row twice. */
function summed<K extends object>(
  counted: readonly { readonly key: K; readonly sums: Sums }[],
): readonly (K & Sums)[] {
  const rows = new Map<string, K & Sums>()
  for (const { key, sums } of counted) {
    const name = JSON.stringify(key)
    const row = rows.get(name) ?? { ...key, ...NOTHING }
    const more = Object.fromEntries(SUMS.map((sum) => [sum, row[sum] + sums[sum]]))
    rows.set(name, { ...row, ...more })
  }
  return [...rows.values()]
}

const NOTHING: Sums = { games: 0, black: 0, draws: 0, white: 0, total: 0 }

/** What is there and what comes, added up. */
function addedTo(table: 'exploredCounts' | 'exploredMoves') {
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

async function note(db: Kysely<Tables>, heads: readonly Head[]): Promise<void> {
  if (heads.length === 0) return
  await db
    .insertInto('unexplored')
    .values(heads.map(({ key }) => ({ game: key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function forget(db: Kysely<Tables>, heads: readonly Head[]): Promise<void> {
  if (heads.length === 0) return
  const keys = heads.map(({ key }) => key)
  await db.deleteFrom('unexplored').where('game', 'in', keys).execute()
}
