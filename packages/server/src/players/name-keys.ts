import { DELETED_NAME, FREE_PLIES, type PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { hasAccount } from './credentials.ts'
import { keysOf } from './looks.ts'
import type { CheckedName } from './names.ts'

/** A player as stored, with the key under which the name is the only one. */
export interface StoredName {
  readonly id: PlayerId
  readonly name: string
  readonly nameKey: string
}

/** Does somebody else have a name that looks the same, or hold it since giving it up? */
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
 * Gives a player a name that is not taken, within the transaction that is open. The former name stays
 * this player's for a while if games show it, or if it was that of an account.
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
  await hold(transaction, { player, name, keys: further, until: null })
  if (await isKnown(transaction, player)) await holdFormer(transaction, former, keys, now)
}

/** How long a name that is given up stays with its former holder, and how many of them. */
const HELD_MS = 90 * 86_400_000
const MOST_HELD = 3

/** Has a player sat in any game? */
export async function hasPlayed(db: Kysely<Tables>, player: PlayerId): Promise<boolean> {
  const game = await db
    .selectFrom('games')
    .select('key')
    .where((games) => games.or([games('black', '=', player), games('white', '=', player)]))
    .limit(1)
    .executeTakeFirst()
  return game !== undefined
}

/** Has a player sat in a game that both have begun, and that is over? */
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

/** Takes a player's name away, and keeps anybody else from having it for a while. */
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
  // Under no name: the keys alone say what is blocked.
  const held = { player, name: '', keys: keysOf(name), until: now + HELD_MS }
  await hold(transaction, held)
}

/** Is this the key of a player whose account was deleted? */
export function isDeletedKey(player: PlayerId, nameKey: string): boolean {
  return nameKey === deletedKeyOf(player)
}

// --- internal ---

/** No name has such a key: `#` is not among the characters of names. */
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
  // Somebody else has had a name like it for longer, so it was never this player's alone.
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
