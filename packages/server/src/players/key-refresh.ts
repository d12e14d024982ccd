import type { PlayerId } from '@hokito/protocol'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../store/database.ts'
import { readFact, writeFact } from '../store/facts.ts'
import type { Tables } from '../store/schema.ts'
import { KEYS_VERSION, keysOf } from './looks.ts'

/**
 * Recomputes the keys of all names if their computation has changed since the last start. This runs
 * before anyone can connect. Names stay as they are. If two now look alike, the older account gets
 * the key, and no third player can take a similar name.
 */
export async function refreshNameKeys({ db, transact }: Database): Promise<void> {
  if ((await readFact(db, KEYS)) === KEYS_VERSION) return
  await transact(async (transaction) => {
    const { changed, held } = await assign(transaction)
    // First set keys that no name has, because a key may pass from one player to another.
    await setKeys(
      transaction,
      changed.map(({ id }) => ({ id, key: `#${id}` })),
    )
    await setKeys(transaction, changed)
    await sql`
      update credentials set "nameKey" = players."nameKey" from players
      where players.id = credentials.player
    `.execute(transaction)
    await transaction.deleteFrom('heldKeys').execute()
    for (const rows of pagesOf(held)) {
      await transaction.insertInto('heldKeys').values(rows).execute()
    }
    await writeFact(transaction, KEYS, KEYS_VERSION)
  })
}

// --- internal ---

const KEYS = 'nameKeys'

/** SQLite allows 32,766 values in a statement. */
const PAGE = 5000

interface NewKey {
  readonly id: PlayerId
  readonly key: string
}

/** Assigns the new keys: first to present names by age, then to former names. */
async function assign(db: Kysely<Tables>) {
  const players = await db
    .selectFrom('players')
    .select(['id', 'name', 'nameKey'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const former = await db
    .selectFrom('heldKeys')
    .selectAll()
    .where('until', 'is not', null)
    .orderBy('until')
    .execute()
  const owners = new Owners()
  const changed: NewKey[] = []
  const held: { key: string; player: PlayerId; name: string; until: number | null }[] = []
  for (const { id, name, nameKey } of players) {
    const [first, ...further] = looksOf(name)
    const key = owners.claimNumbered(first)
    if (key !== nameKey) changed.push({ id, key })
    for (const second of further) {
      if (owners.claim(second)) held.push({ key: second, player: id, name, until: null })
    }
  }
  for (const { key: blocked, player, name, until } of former) {
    // The name of a deleted account is no longer stored.
    for (const key of name === '' ? [blocked] : looksOf(name)) {
      if (owners.claim(key)) held.push({ key, player, name, until })
    }
  }
  return { changed, held }
}

/** A damaged row may hold something other than text. It must not prevent the start. */
function looksOf(name: unknown): ReturnType<typeof keysOf> {
  return keysOf(String(name))
}

/** Keys already assigned. */
class Owners {
  readonly #counts = new Map<string, number>()

  /** Claims a key. Returns whether it was still free. */
  claim(key: string): boolean {
    if (this.#counts.has(key)) return false
    this.#counts.set(key, 1)
    return true
  }

  /** Claims the key, or the key with a number if it is taken. No name contains `#`. */
  claimNumbered(key: string): string {
    if (this.claim(key)) return key
    const count = (this.#counts.get(key) ?? 1) + 1
    this.#counts.set(key, count)
    return `${key}#${count}`
  }
}

async function setKeys(transaction: Kysely<Tables>, keys: readonly NewKey[]): Promise<void> {
  for (const page of pagesOf(keys)) {
    const rows = page.map(({ id, key }) => sql`(${id}, ${key})`)
    await sql`
      with made (id, key) as (values ${sql.join(rows)})
      update players set "nameKey" = made.key from made where players.id = made.id
    `.execute(transaction)
  }
}

function pagesOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const pages = Math.ceil(items.length / PAGE)
  return Array.from({ length: pages }, (_, page) => items.slice(page * PAGE, (page + 1) * PAGE))
}
