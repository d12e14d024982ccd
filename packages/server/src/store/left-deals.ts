import { type GameId, gameIdSchema, type PlayerId } from '@hokito/protocol'
import { parseDeal } from '@hokito/rules'
import type { Kysely, Transaction } from 'kysely'
import { type Kept, type Left, MEMORY_MS } from '../game/fairness.ts'
import type { Tables } from './schema.ts'

/** What a unit changes about deals that were left. */
export interface LeftDealChange {
  /** The key of a game that ends, and what stays of it. */
  readonly left?: { readonly game: number; readonly what: Left } | undefined
  /** The key of a game that was left, and the id of the new one in which it is made good. */
  readonly taken?: { readonly game: number; readonly by: GameId } | undefined
  /** The key of a game that was played to its end: what it took is forgiven. */
  readonly forgiven?: number | undefined
}

/** Deals that somebody has left after seeing them. */
export class LeftDeals {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /**
   * The oldest deal of a kind that two players have left since an instant and not been given again. A row
   * that cannot be read is passed over: their next game is dealt anew rather than not at all.
   */
  async openOf({
    players: [one, other],
    setup,
    since,
    needsDeal,
  }: Open): Promise<Kept | undefined> {
    const rows = await this.#db
      .selectFrom('leftDeals')
      .select(['game', 'black', 'deal', 'origin'])
      .where(({ eb, or }) =>
        or([
          eb('black', '=', one).and('white', '=', other),
          eb('black', '=', other).and('white', '=', one),
        ]),
      )
      .where('setup', '=', setup)
      .where('takenBy', 'is', null)
      .where('at', '>', since)
      .$if(needsDeal, (query) => query.where('deal', 'is not', null))
      .orderBy('at')
      .orderBy('game')
      .limit(MOST_OPEN)
      .execute()
    const row = rows.find(isReadable)
    return row && { ...row, deal: row.deal ?? undefined }
  }

  /** When somebody has left games since an instant, the latest first. */
  async leavingsOf(player: PlayerId, since: number): Promise<readonly number[]> {
    const rows = await this.#db
      .selectFrom('leftDeals')
      .select('at')
      .where('leaver', '=', player)
      .where('at', '>', since)
      .orderBy('at', 'desc')
      .limit(MOST_COUNTED)
      .execute()
    return rows.map(({ at }) => at)
  }
}

/** What {@link LeftDeals.openOf} looks for. */
export interface Open {
  readonly players: readonly [PlayerId, PlayerId]
  readonly setup: Left['setup']
  readonly since: number
  /** Are colours alone of no use, as they are chosen? */
  readonly needsDeal: boolean
}

/**
 * Stores what units change about deals that were left, within their transaction. What cannot matter any
 * more goes when something is added.
 * @param keyOf the key of a game by its id, stored in the same transaction
 */
export async function storeLeftDeals(
  transaction: Transaction<Tables>,
  changes: readonly LeftDealChange[],
  keyOf: (game: GameId) => number,
): Promise<void> {
  for (const { left, taken, forgiven } of changes) {
    if (forgiven !== undefined) {
      await transaction.deleteFrom('leftDeals').where('takenBy', '=', forgiven).execute()
    }
    if (left !== undefined) await insert(transaction, left.game, left.what)
    if (taken !== undefined) {
      await transaction
        .updateTable('leftDeals')
        .set({ takenBy: keyOf(taken.by) })
        .where('game', '=', taken.game)
        .where('takenBy', 'is', null)
        .execute()
    }
  }
}

// --- internal ---

/** More than anybody's waiting could grow by. */
const MOST_COUNTED = 100

/** Two players can have as many games at once as one can have running. */
const MOST_OPEN = 50

function isReadable({ origin, deal }: { readonly origin: string; readonly deal: string | null }) {
  return gameIdSchema.safeParse(origin).success && (deal === null || parseDeal(deal).ok)
}

async function insert(transaction: Transaction<Tables>, game: number, what: Left): Promise<void> {
  const { leaver = null, deal = null, ...rest } = what
  await transaction
    .deleteFrom('leftDeals')
    .where('at', '<=', what.at - MEMORY_MS)
    .execute()
  const row = { ...rest, leaver, deal, takenBy: null }
  await transaction
    .insertInto('leftDeals')
    .values({ ...row, game })
    // A game ends once, so what is there already is no row of ours: it must not keep the game from ending.
    .onConflict((conflict) => conflict.column('game').doUpdateSet(row))
    .execute()
}
