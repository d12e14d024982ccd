import { type PlayerCard, type PlayerId, playerCardSchema } from '@hokito/protocol'
import type { Kysely } from 'kysely'
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
  return { id, name, ...(botSince !== null && { isBot: true }) }
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
  readonly name: string
  readonly botSince: number | null
}
