import type { GameId } from '@hokito/protocol'
import type { Kysely, Transaction } from 'kysely'
import type { LongWork } from '../limiting/long-work.ts'
import type { Database } from '../store/database.ts'
import { readFact, writeFact } from '../store/facts.ts'
import type { GameStore } from '../store/game-store.ts'
import type { Tables } from '../store/schema.ts'
import { addCounts, addMoves } from './counting.ts'
import { type Explored, exploredOf } from './explored.ts'

/**
 * Walks over all games by their keys and counts the finished ones, a limited number at a time.
 * Running games are noted and checked again later. The progress is stored in the same commit as the
 * counts. So the walk continues after a restart, and each game counts once, on any node.
 */
export class Walk {
  readonly #database: Database
  readonly #store: GameStore
  readonly #work: LongWork

  constructor(database: Database, store: GameStore, work: LongWork) {
    this.#database = database
    this.#store = store
    this.#work = work
  }

  /** Counts one part; returns whether there is more to do straight away. */
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

  /**
   * The next games by their keys. Nodes assign keys before they commit, so a game with a lower key
   * may appear late.
   */
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

  /** Earlier games that were the only one of their deal, whose moves are not counted yet. */
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

  /** The explorer's data of the games that it shows. Reading a damaged game reports it. */
  async #explore(heads: readonly Head[]): Promise<readonly Explored[]> {
    const explored: Explored[] = []
    const task = this.#work.begin()
    for (let read = 0; read < heads.length; read += READ_TOGETHER) {
      const some = heads.slice(read, read + READ_TOGETHER)
      const stored = await Promise.all(some.map(({ id }) => this.#store.read(id)))
      for (const [n, { key }] of some.entries()) {
        const one = stored[n]
        const shown = one?.kind === 'sound' ? exploredOf(one.game, key) : undefined
        if (shown !== undefined) explored.push(shown)
        await task.goOn()
      }
    }
    return explored
  }
}

// --- internal ---

/**
 * The games of one part. With more, players would wait for the commit; with fewer, the same counts
 * would be written more often.
 */
const PART = 25
/** The games whose events one query reads: a few milliseconds of work. */
const READ_TOGETHER = 10
/** How long after its start a game may still appear, as it waited for its commit. */
const LATE_MS = 60_000
const REACHED = 'exploredUpTo'

interface Head {
  readonly key: number
  readonly id: GameId
  readonly endedAt: number | null
  readonly createdAt: number
  readonly damage: string | null
}

/** @param alike earlier games of the same deals, whose moves are not counted yet */
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

/** Returns the games that were not stored before. */
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

/** Marks games that share their deal with another, and returns the newly marked ones. */
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
