import type { PlayerCard } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Tables } from '../store/schema.ts'
import { cardOf, shownName } from './cards.ts'
import { keysOf } from './looks.ts'

/** A player who was found by name. */
export interface NamedPlayer {
  readonly card: PlayerCard
  readonly createdAt: number
  readonly hasAccount: boolean
}

/**
 * The player with a name, in any spelling with the same key; undefined if there is none. If several
 * names look alike, the closest in spelling, then one with an account, then the oldest.
 */
export async function playerNamed(
  db: Kysely<Tables>,
  name: string,
): Promise<NamedPlayer | undefined> {
  const rows = await db
    .selectFrom('players')
    .leftJoin('bots', 'bots.player', 'players.id')
    .leftJoin('credentials', 'credentials.player', 'players.id')
    .select(['players.id', 'players.name', 'players.createdAt', 'bots.since as botSince'])
    .select('credentials.player as account')
    .where('players.nameKey', 'in', keysNumbered(name))
    .orderBy('players.createdAt')
    .execute()
  const withAccount = rows.filter(({ account }) => account !== null)
  const found = closestTo(name, [...withAccount, ...rows])
  return (
    found && {
      card: cardOf(found),
      createdAt: found.createdAt,
      hasAccount: found.account !== null,
    }
  )
}

/**
 * The key of a name, and its numbered forms for names that share it with older ones
 * (`key-refresh.ts`).
 */
export function keysNumbered(name: string): readonly string[] {
  const [key] = keysOf(name)
  return [key, ...Array.from({ length: MOST_NUMBERED }, (_, index) => `${key}#${index + 2}`)]
}

/** The one spelled exactly so, else the one in other letter case, else the first. */
export function closestTo<T extends { readonly name: string }>(
  name: string,
  found: readonly T[],
): T | undefined {
  const asked = name.normalize('NFKC').trim()
  const isSame = ({ name }: T) => shownName(name).toLowerCase() === asked.toLowerCase()
  return found.find((one) => one.name === asked) ?? found.find(isSame) ?? found[0]
}

// --- internal ---

const MOST_NUMBERED = 8
