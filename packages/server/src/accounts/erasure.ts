import { DELETED_NAME, type GameEvent, gameEventSchema, type PlayerId } from '@hokito/protocol'
import { COLORS, type Color } from '@hokito/rules'
import { type Kysely, sql } from 'kysely'
import type { LongTask, LongWork } from '../limiting/long-work.ts'
import type { Database } from '../store/database.ts'
import { parseJson } from '../store/json.ts'
import { gamesOnSide, keyRanges } from '../store/paging.ts'
import { removeStudy } from '../store/remove-study.ts'
import type { Tables } from '../store/schema.ts'

/** Orders the erasure of an account's remaining data, in the commit that deletes the account. */
export async function orderErasure(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
  await transaction
    .insertInto('erasures')
    .values({ player })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Erases the remaining data of deleted accounts, which may be large: the name in all games,
 * conditional lines, messages, follows and blocks of the player, reports about the player, rating
 * changes, and studies. Each page is a commit of its own, so that no player waits. An interrupted
 * erasure starts over and skips what is already erased.
 */
export class Erasures {
  readonly #database: Database
  readonly #work: LongWork

  constructor(database: Database, work: LongWork) {
    this.#database = database
    this.#work = work
  }

  /** Runs all ordered erasures until `signal` ends. */
  async run(signal: AbortSignal): Promise<void> {
    const { db } = this.#database
    const task = this.#work.begin(signal)
    for (;;) {
      const next = await db.selectFrom('erasures').select('player').limit(1).executeTakeFirst()
      if (next === undefined || !(await this.#erase(next.player, task))) return
      await db.deleteFrom('erasures').where('player', '=', next.player).execute()
    }
  }

  /** Returns false if it was interrupted. */
  async #erase(player: PlayerId, task: LongTask): Promise<boolean> {
    const { db } = this.#database
    for (const color of COLORS) {
      for await (const games of gamesOnSide(db, color, player)) {
        if (!(await task.goOn())) return false
        await this.#eraseFrom(
          games.map(({ key }) => key),
          color,
          player,
        )
      }
    }
    while (await this.#eraseStudy(player)) if (!(await task.goOn())) return false
    for (const place of BY_INDEX) {
      while (await deleteSome(db, place, player)) if (!(await task.goOn())) return false
    }
    for (const place of BY_RANGE) {
      for await (const range of keyRanges(db, place[0])) {
        if (!(await task.goOn())) return false
        await deleteIn(db, place, range, player)
      }
    }
    return task.goOn()
  }

  /**
   * Erases the name and conditional lines from some games. Events change nowhere else: deleted
   * personal data must not stay on the disk. Moves, times and the other player stay.
   */
  async #eraseFrom(games: readonly number[], color: Color, player: PlayerId): Promise<void> {
    await this.#database.transact(async (transaction) => {
      await transaction
        .deleteFrom('lines')
        .where('color', '=', color)
        .where('game', 'in', games)
        .execute()
      // Only the first event of a game contains names.
      const rows = await transaction
        .selectFrom('events')
        .select(['key', 'eventJson'])
        .where('game', 'in', games)
        .where('version', '=', 1)
        .execute()
      const erased = rows.flatMap(({ key, eventJson }) => {
        const event = erasedEvent(eventJson, player)
        return event === eventJson ? [] : [sql`(cast(${key} as bigint), cast(${event} as text))`]
      })
      if (erased.length === 0) return
      await sql`
        update events set "eventJson" = erased.column2
        from (values ${sql.join(erased)}) as erased where events.key = erased.column1
      `.execute(transaction)
    })
  }

  /** Erases one study of the player. Returns false when none is left. */
  async #eraseStudy(player: PlayerId): Promise<boolean> {
    const studies = this.#database.db.selectFrom('studies').select('id').where('owner', '=', player)
    const study = await studies.limit(1).executeTakeFirst()
    if (study === undefined) return false
    await this.#database.transact((transaction) => removeStudy(transaction, player, study.id))
    return true
  }
}

// --- internal ---

/** How many rows one statement deletes. */
const SOME = 200

/**
 * Tables with an index on the player: table, column of the player, and the other part of the key.
 */
const BY_INDEX = [
  ['ratingChanges', 'player', 'game'],
  ['follows', 'followed', 'player'],
  ['blocks', 'blocked', 'player'],
  ['studyMembers', 'player', 'study'],
] as const
/** Tables without such an index, which are scanned in full. */
const BY_RANGE = [
  ['sayings', 'player'],
  ['reports', 'reported'],
] as const

/** Returns false when no rows are left. */
async function deleteSome(
  db: Kysely<Tables>,
  [table, whose, other]: (typeof BY_INDEX)[number],
  player: PlayerId,
): Promise<boolean> {
  const some = sql`
    select ${sql.ref(other)} from ${sql.table(table)}
    where ${sql.ref(whose)} = ${player} limit ${SOME}
  `
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where ${sql.ref(whose)} = ${player} and ${sql.ref(other)} in (${some})
  `.execute(db)
  return numAffectedRows > 0n
}

async function deleteIn(
  db: Kysely<Tables>,
  [table, whose]: (typeof BY_RANGE)[number],
  [from, to]: readonly [number, number],
  player: PlayerId,
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where key between ${from} and ${to} and ${sql.ref(whose)} = ${player}
  `.execute(db)
}

/**
 * The event without the name. A damaged event stays unchanged, because its game is shown to nobody.
 */
function erasedEvent(eventJson: string, player: PlayerId): string {
  const parsed = gameEventSchema.safeParse(parseJson(eventJson))
  return parsed.success ? JSON.stringify(withoutName(parsed.data, player)) : eventJson
}

function withoutName(event: GameEvent, player: PlayerId): GameEvent {
  if (event.kind !== 'created') return event
  const { black, white } = event.seats
  const erased = (card: typeof black) =>
    card.id === player ? { id: player, name: DELETED_NAME } : card
  return { ...event, seats: { black: erased(black), white: erased(white) } }
}
