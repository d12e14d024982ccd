import { type GameId, gameIdSchema, type PlayerId } from '@hokito/protocol'
import { parseDeal } from '@hokito/rules'
import type { Kysely, Transaction } from 'kysely'
import { type Kept, type Left, MEMORY_MS } from '../game/fairness.ts'
import type { Tables } from './schema.ts'

/** What a unit changes about left deals. */
export interface LeftDealChange {
  /** The key of a game that ends, and the deal or colours that it leaves. */
  readonly left?: { readonly game: number; readonly what: Left } | undefined
  /** The key of a left game, and the id of the new game that uses its deal. */
  readonly taken?: { readonly game: number; readonly by: GameId } | undefined
  /** The key of a game played to its end. The left deal that it used is settled. */
  readonly forgiven?: number | undefined
}

/** Deals that a player has left after seeing them. */
export class LeftDeals {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  /**
   * The oldest deal of a kind that two players have left since an instant and not been given again.
   * Skips unreadable rows: a new deal is better than no game.
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

  /** When a player has left games since an instant, the latest first. */
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

/** The search of {@link LeftDeals.openOf}. */
export interface Open {
  readonly players: readonly [PlayerId, PlayerId]
  readonly setup: Left['setup']
  readonly since: number
  /** Are colours alone useless because the players choose them? */
  readonly needsDeal: boolean
}

/**
 * Stores what units change about deals that were left, within their transaction. Each insertion
 * deletes rows that no longer matter.
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

/** More leavings than can lengthen a player's wait. */
const MOST_COUNTED = 100

/** Two players can have as many games together as one may have running. */
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
    // A game ends only once, so an existing row cannot be ours. It must not keep the game from
    // ending.
    .onConflict((conflict) => conflict.column('game').doUpdateSet(row))
    .execute()
}
