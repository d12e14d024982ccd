import { DELETED_NAME, type PlayerCard, type PlayerId, playerCardSchema } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** A player as others see them; undefined if the id is unknown. */
export async function cardIn(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<PlayerCard | undefined> {
  const row = await db
    .selectFrom('players')
    .leftJoin('bots', 'bots.player', 'players.id')
    .select(['players.id', 'players.name', 'bots.since as botSince'])
    .where('players.id', '=', player)
    .executeTakeFirst()
  return row && cardOf(row)
}

/** A player's card from a row. `botSince` is null unless the player is a bot. */
export function cardOf({ id, name, botSince }: CardRow): PlayerCard {
  return { id, name: shownName(name), ...(botSince !== null && { isBot: true }) }
}

/** A stored name as others see it. That of a deleted player is null; a damaged one is not shown. */
export function shownName(name: string | null): string {
  return isName(name) ? name : DELETED_NAME
}

/** Is this a name, or damaged? */
export function isName(name: string | null): name is string {
  return z.safeParse(playerCardSchema.shape.name, name).success
}

/** The id and the name in a row of a player; undefined if one of them is damaged. */
export function nameIn(
  rows: RowReader,
  { id, name }: Pick<PlayerCard, 'id' | 'name'>,
): Pick<PlayerCard, 'id' | 'name'> | undefined {
  return rows.read(playerCardSchema, { id, name }, { table: 'players', id })
}

// --- internal ---

interface CardRow {
  readonly id: PlayerId
  readonly name: string | null
  readonly botSince: number | null
}
