import { LEAST_LETTERS, NAMES_SHOWN, type NamesReply, type PlayerId } from '@hokito/protocol'
import { type Kysely, sql } from 'kysely'
import { keysOf } from '../players/looks.ts'
import type { Tables } from '../store/schema.ts'
import type { People } from './people.ts'

/**
 * The accounts whose names begin with some letters, by name, as far as the asking player may find
 * them: no sanctioned account, no pupil of a closed class but classmates, and nobody who has blocked
 * the player or whom the player has blocked.
 */
export async function namesBeginning(
  db: Kysely<Tables>,
  people: Pick<People, 'mayFind'>,
  letters: string,
  asker: PlayerId | undefined,
): Promise<NamesReply['players']> {
  const [key] = keysOf(letters)
  if ([...key].length < LEAST_LETTERS) return []
  const found = new Map<PlayerId, Candidate>()
  for (const one of await candidates(db, key)) found.set(one.id, one)
  // Two letters may look like one when a further one follows: `Ar` begins `Arno`, whose key is `amo`.
  for (const [last, joined] of JOINED) {
    if (!key.endsWith(last)) continue
    for (const one of await candidates(db, `${key.slice(0, -1)}${joined}`)) {
      if (keysOf(one.name.slice(0, letters.trim().length))[0] === key) found.set(one.id, one)
    }
  }
  const may = await people.mayFind([...found.keys()], asker)
  return [...found.values()]
    .filter(({ id }) => may.has(id))
    .toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => ({ name }))
}

// --- internal ---

const JOINED = [
  ['r', 'm'],
  ['v', 'w'],
] as const
/** How many players, guests among them, one search reads: a millisecond or two of work. */
const READ = 1000
/** Some of those found may be hidden. */
const CANDIDATES = 3 * NAMES_SHOWN

interface Candidate {
  readonly id: PlayerId
  readonly name: string
  readonly nameKey: string
}

/** Reads the index of keys from the first that may match, whatever the database's collation. */
async function candidates(db: Kysely<Tables>, key: string): Promise<readonly Candidate[]> {
  const next = db
    .selectFrom('players')
    .select(['id', 'name', 'nameKey'])
    .where('nameKey', '>=', key)
    .orderBy('nameKey')
    .limit(READ)
    .as('next')
  return db
    .selectFrom(next)
    .innerJoin('credentials', 'credentials.player', 'next.id')
    .select(['next.id', 'next.name', 'next.nameKey'])
    .where(
      sql<boolean>`substr(${sql.ref('next.nameKey')}, 1, ${sql.lit([...key].length)}) = ${key}`,
    )
    .orderBy('next.nameKey')
    .limit(CANDIDATES)
    .execute()
}
