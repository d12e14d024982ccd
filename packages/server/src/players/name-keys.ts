import { DAY_MS, DELETED_NAME, FREE_PLIES, type PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { shownName } from './cards.ts'
import { hasAccount } from './credentials.ts'
import { keysOf } from './looks.ts'
import type { CheckedName } from './names.ts'

/** A stored player, with the unique key of the name. */
export interface StoredName {
  readonly id: PlayerId
  readonly name: string
  readonly nameKey: string
}

/** A player's stored name; undefined if the id is unknown. */
export async function storedNameOf(
  db: Kysely<Tables>,
  player: PlayerId,
): Promise<StoredName | undefined> {
  const row = await db
    .selectFrom('players')
    .select(['id', 'name', 'nameKey'])
    .where('id', '=', player)
    .executeTakeFirst()
  return row && { ...row, name: shownName(row.name) }
}

/** Does another player have, or still hold, a name that looks the same? */
export async function isTaken(
  db: Kysely<Tables>,
  keys: readonly string[],
  player: PlayerId,
  now: number,
): Promise<boolean> {
  const named = await db
    .selectFrom('players')
    .select('id')
    .where('nameKey', 'in', keys)
    .where('id', '!=', player)
    .executeTakeFirst()
  if (named !== undefined) return true
  const held = await db
    .selectFrom('heldKeys')
    .select('player')
    .where('key', 'in', keys)
    .where('player', '!=', player)
    .where((held) => held.or([held('until', 'is', null), held('until', '>', now)]))
    .executeTakeFirst()
  return held !== undefined
}

/**
 * Gives a player a free name, within the open transaction. The former name stays reserved for the
 * player for a while if games show it or an account had it.
 */
export async function giveName(
  transaction: Kysely<Tables>,
  former: StoredName,
  { name, keys }: CheckedName,
  now: number,
): Promise<void> {
  const { id: player } = former
  const [nameKey, ...further] = keys
  await transaction
    .deleteFrom('heldKeys')
    .where((held) =>
      held.or([
        held.and([held('player', '=', player), held('until', 'is', null)]),
        held.and([
          held('key', 'in', keys),
          held.or([held('player', '=', player), held('until', '<=', now)]),
        ]),
      ]),
    )
    .execute()
  await transaction.updateTable('players').set({ name, nameKey }).where('id', '=', player).execute()
  await transaction
    .updateTable('credentials')
    .set({ nameKey })
    .where('player', '=', player)
    .execute()
  await hold(transaction, { player, name, keys: further, until: null })
  if (await isKnown(transaction, player)) await holdFormer(transaction, former, keys, now)
}

/** How long a former name stays reserved for its player, and how many such names a player holds. */
const HELD_MS = 90 * DAY_MS
const MOST_HELD = 3

/** Has a player had a seat in any game? */
export async function hasPlayed(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  const game = await db
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .limit(1)
    .executeTakeFirst()
  return game !== undefined
}

/** Has a player had a seat in a finished game that both sides had begun? */
export async function hasFinished(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  const game = await db
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .where('endedAt', 'is not', null)
    .where((games) =>
      games(
        games
          .selectFrom('events')
          .select(({ fn }) => fn.countAll<number>().as('moves'))
          .whereRef('events.game', '=', 'games.key')
          .where('eventJson', 'like', '%"kind":"moved"%'),
        '>=',
        FREE_PLIES,
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return game !== undefined
}

/** Removes a player's name and keeps it blocked for other players for a while. */
export async function giveUpName(
  transaction: Kysely<Tables>,
  { id: player, name }: Pick<StoredName, 'id' | 'name'>,
  now: number,
): Promise<void> {
  await transaction.deleteFrom('heldKeys').where('player', '=', player).execute()
  await transaction
    .updateTable('players')
    .set({ name: DELETED_NAME, nameKey: deletedKeyOf(player) })
    .where('id', '=', player)
    .execute()
  // Stored without the name: the keys alone say which names are blocked.
  const held = { player, name: '', keys: keysOf(name), until: now + HELD_MS }
  await hold(transaction, held)
}

/** Is this the key of a deleted account? */
export function isDeletedKey(player: PlayerId, nameKey: string): boolean {
  return nameKey === deletedKeyOf(player)
}

// --- internal ---

/** No name has such a key, because names cannot contain `#`. */
function deletedKeyOf(player: PlayerId): string {
  return `#${player}`
}

async function isKnown(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  return (await hasPlayed(db, player)) || (await hasAccount(db, player))
}

async function holdFormer(
  transaction: Kysely<Tables>,
  { id: player, name, nameKey }: StoredName,
  present: readonly string[],
  now: number,
): Promise<void> {
  const [own, ...further] = keysOf(name)
  // Another player has had a similar name for longer, so this name was never this player's alone.
  if (nameKey !== own) return
  const keys = [own, ...further].filter((key) => !present.includes(key))
  await hold(transaction, { player, name, keys, until: now + HELD_MS })
  await releaseOldest(transaction, player)
}

async function hold(
  transaction: Kysely<Tables>,
  held: {
    readonly player: PlayerId
    readonly name: string
    readonly keys: readonly string[]
    readonly until: number | null
  },
): Promise<void> {
  const { player, name, keys, until } = held
  if (keys.length === 0) return
  await transaction
    .insertInto('heldKeys')
    .values(keys.map((key) => ({ key, player, name, until })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function releaseOldest(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
  const kept = await transaction
    .selectFrom('heldKeys')
    .select('until')
    .distinct()
    .where('player', '=', player)
    .where('until', 'is not', null)
    .orderBy('until', 'desc')
    .limit(MOST_HELD)
    .execute()
  const oldest = kept.at(-1)?.until
  if (oldest === undefined || oldest === null) return
  await transaction
    .deleteFrom('heldKeys')
    .where('player', '=', player)
    .where('until', '<', oldest)
    .execute()
}
