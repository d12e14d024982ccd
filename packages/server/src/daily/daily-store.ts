import {
  DAILY_ROWS,
  type DailyLevel,
  type DailyMoves,
  type DailyTable,
  type Day,
  type PlayerId,
} from '@hokito/protocol'
import type { Position } from '@hokito/rules'
import { type ExpressionBuilder, sql, type Transaction } from 'kysely'
import * as z from 'zod/mini'
import { fold, movesByName } from '../game/fold.ts'
import { isName } from '../players/cards.ts'
import { confinedAmong, hiddenAmong } from '../players/confinement.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** Identifies a counted game; each key has at most one. */
export interface TryKey {
  readonly day: Day
  readonly level: DailyLevel
  readonly player: PlayerId
}

/** A game that passed the examination. */
export interface RightTry extends TryKey {
  readonly moves: readonly string[]
  readonly margin: number
  readonly at: number
  /** The first positions of the game, folded, and the folded name of the move played in each. */
  readonly played: readonly { readonly position: string; readonly move: string }[]
}

/** The place of a margin among all games of the same level and day. */
export interface Standing {
  readonly place: number
  readonly count: number
}

/**
 * The games of the day on the disk. Frequent queries read counters that are updated when a game is
 * stored, so they never scan.
 */
export class DailyStore {
  readonly #database: Database
  readonly #rows: RowReader

  constructor(database: Database, rows: RowReader) {
    this.#database = database
    this.#rows = rows
  }

  async find({
    day,
    level,
    player,
  }: TryKey): Promise<{ moves: string; margin: number } | undefined> {
    return this.#database.db
      .selectFrom('dailyTries')
      .select(['moves', 'margin'])
      .where('day', '=', day)
      .where('level', '=', level)
      .where('player', '=', player)
      .executeTakeFirst()
  }

  /** Does a player have a counted game of a day, at any level? */
  async hasTried(day: Day, player: PlayerId): Promise<boolean> {
    const row = await this.#database.db
      .selectFrom('dailyTries')
      .select('level')
      .where('player', '=', player)
      .where('day', '=', day)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /**
   * Stores a game and updates all counters. Returns false if the player already has a game, stored
   * by any node.
   */
  insert({ played, ...row }: RightTry): Promise<boolean> {
    const { day, level, margin } = row
    return this.#database.transact(async (transaction) => {
      const stored = await transaction
        .insertInto('dailyTries')
        .values({ ...row, moves: row.moves.join(' ') })
        .onConflict((conflict) => conflict.columns(['day', 'level', 'player']).doNothing())
        .returning('player')
        .executeTakeFirst()
      if (stored === undefined) return false
      await countMargin(transaction, { day, level, margin })
      // In the order of the game: any two games update the counters they share in the same order,
      // so they cannot deadlock.
      for (const { position, move } of played) {
        await countMove(transaction, { day, position, move, margin })
      }
      return true
    })
  }

  /** The place of a margin, and the number of games. */
  async standing({ day, level }: Omit<TryKey, 'player'>, margin: number): Promise<Standing> {
    return standingIn(await this.#margins(day, level), margin)
  }

  /** The best games of a day and level, and the asker's own place. */
  async table(day: Day, level: DailyLevel, asker: PlayerId | undefined): Promise<DailyTable> {
    const margins = await this.#margins(day, level)
    const tries = this.#tries(day, level)
    const isSound = (row: { readonly player: PlayerId; readonly margin: number }) => {
      const id = `${day} ${level} ${row.player}`
      return this.#rows.read(z.int(), row.margin, { table: 'dailyTries', id }) !== undefined
    }
    const best = (await tries.execute()).filter(isSound)
    const followed =
      asker === undefined ? [] : (await tries.where(amongFollowed(asker)).execute()).filter(isSound)
    const own = asker && (await this.find({ day, level, player: asker }))
    // To others a pupil who meets nobody outside the class is a player without a name.
    const { db } = this.#database
    const shown = [...best, ...followed].map(({ player }) => player)
    const hidden = await hiddenAmong(db, await confinedAmong(db, shown), asker)
    const placeOf = (margin: number) => standingIn(margins, margin).place
    const rowOf = ({ player, margin, name }: (typeof best)[number]) => ({
      place: placeOf(margin),
      margin,
      isOwn: player === asker,
      ...(isName(name) && !hidden.includes(player) && { name }),
    })
    return {
      rows: best.map(rowOf),
      ...(followed.some(({ player }) => player !== asker) && { followed: followed.map(rowOf) }),
      count: standingIn(margins, 0).count,
      ...(own && { own: { margin: own.margin, place: placeOf(own.margin) } }),
    }
  }

  /** The moves played at a position on a day, the most frequent first. */
  async movesAt(day: Day, position: Position): Promise<DailyMoves['moves']> {
    const folded = fold(position)
    const rows = await this.#database.db
      .selectFrom('dailyMoves')
      .select(['move', 'count', 'total'])
      .where('day', '=', day)
      .where('position', '=', folded.position)
      .execute()
    const real = movesByName(position, folded)
    return rows
      .flatMap(({ move: name, count, total }) => {
        const move = real.get(name)
        return move === undefined ? [] : [{ move, count, average: total / count }]
      })
      .sort((a, b) => b.count - a.count || b.average - a.average)
  }

  /** The best games of a day and level. */
  #tries(day: Day, level: DailyLevel) {
    return this.#database.db
      .selectFrom('dailyTries')
      .leftJoin('players', 'players.id', 'dailyTries.player')
      .select(['dailyTries.player', 'dailyTries.margin', 'players.name'])
      .where('day', '=', day)
      .where('level', '=', level)
      .orderBy('margin', 'desc')
      .orderBy('at')
      .orderBy('dailyTries.player')
      .limit(DAILY_ROWS)
  }

  async #margins(day: Day, level: DailyLevel): Promise<readonly Counted[]> {
    const found = await this.#database.db
      .selectFrom('dailyMargins')
      .select(['margin', 'count'])
      .where('day', '=', day)
      .where('level', '=', level)
      .execute()
    return found.flatMap((row) => {
      const id = `${day} ${level} ${row.margin}`
      return this.#rows.read(countedSchema, row, { table: 'dailyMargins', id }) ?? []
    })
  }
}

// --- internal ---

/** How many games ended with a margin. */
const countedSchema = z.strictObject({ margin: z.int(), count: z.int().check(z.minimum(0)) })
type Counted = Readonly<z.infer<typeof countedSchema>>

/** Was the game played by the player, or by someone the player follows? */
function amongFollowed(player: PlayerId) {
  return ({
    eb,
    or,
    selectFrom,
  }: ExpressionBuilder<Tables & { players: Tables['players'] | null }, 'dailyTries'>) =>
    or([
      eb('dailyTries.player', '=', player),
      eb(
        'dailyTries.player',
        'in',
        selectFrom('follows').select('followed').where('follows.player', '=', player),
      ),
    ])
}

function standingIn(margins: readonly Counted[], margin: number): Standing {
  const countOf = (some: readonly Counted[]) => some.reduce((sum, { count }) => sum + count, 0)
  return {
    place: 1 + countOf(margins.filter((each) => each.margin > margin)),
    count: countOf(margins),
  }
}

async function countMargin(
  transaction: Transaction<Tables>,
  row: Omit<Tables['dailyMargins'], 'count'>,
): Promise<void> {
  await transaction
    .insertInto('dailyMargins')
    .values({ ...row, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'level', 'margin'])
        .doUpdateSet({ count: sql`${sql.ref('dailyMargins.count')} + 1` }),
    )
    .execute()
}

async function countMove(
  transaction: Transaction<Tables>,
  { margin, ...row }: Omit<Tables['dailyMoves'], 'count' | 'total'> & { readonly margin: number },
): Promise<void> {
  await transaction
    .insertInto('dailyMoves')
    .values({ ...row, count: 1, total: margin })
    .onConflict((conflict) =>
      conflict.columns(['day', 'position', 'move']).doUpdateSet({
        count: sql`${sql.ref('dailyMoves.count')} + 1`,
        total: sql`${sql.ref('dailyMoves.total')} + ${margin}`,
      }),
    )
    .execute()
}
