import { LEAST_LETTERS, NAMES_SHOWN, type NamesReply, type PlayerId } from '@hokito/protocol'
import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import { isBarred } from '../players/barred.ts'
import { isName } from '../players/cards.ts'
import { shownTo } from '../players/confinement.ts'
import { keysOf, lettersLike } from '../players/looks.ts'
import type { Tables } from '../store/schema.ts'

/** Who asks for names, and when. */
export interface NamesAsker {
  readonly asker: PlayerId | undefined
  readonly now: number
}

/**
 * The accounts whose names begin with some letters, by name, as far as the asking player may find
 * them: no sanctioned account, no pupil of a closed class but classmates, and nobody who has blocked
 * the player or whom the player has blocked.
 */
export async function namesBeginning(
  db: Kysely<Tables>,
  letters: string,
  by: NamesAsker,
): Promise<NamesReply['players']> {
  const [key] = keysOf(letters)
  if ([...key].length < LEAST_LETTERS) return []
  const query = await findable(db, by)
  const begins = (key: string) =>
    query.where('credentials.nameKey', '>=', key).where('credentials.nameKey', '<', key + LAST)
  const found = [...(await begins(key).limit(NAMES_SHOWN).execute())]
  // Two letters may look like one when a further one follows: `Ar` begins `Arno`, whose key is `amo`.
  const typed = letters.trim()
  for (const [last, joined] of JOINED) {
    if (!key.endsWith(last)) continue
    const others = await begins(key.slice(0, -1) + joined)
      .where(letterAt([...typed].length), 'not in', lettersLike(joined))
      .limit(CANDIDATES)
      .execute()
    const looksSo = (name: string) => keysOf(name.slice(0, typed.length))[0] === key
    found.push(...others.filter(({ name }) => isName(name) && looksSo(name)))
  }
  return found
    .filter(({ name }) => isName(name))
    .toSorted((a, b) => (a.nameKey < b.nameKey ? -1 : 1))
    .slice(0, NAMES_SHOWN)
    .map(({ name }) => ({ name }))
}

// --- internal ---

const JOINED = [
  ['r', 'm'],
  ['v', 'w'],
] as const

/** Rare letters with accents may look like a joined one, too. */
const CANDIDATES = 3 * NAMES_SHOWN

/** Sorted behind all letters, in either database. */
const LAST = '\u{10FFFF}'

/**
 * The accounts that a player may find, by the keys of their names. Passing over those that are hidden
 * takes a millisecond or two a thousand.
 */
async function findable(db: Kysely<Tables>, { asker, now }: NamesAsker) {
  const isShown = await shownTo(db, asker)
  const query = db
    .selectFrom('credentials')
    .innerJoin('players', 'players.id', 'credentials.player')
    .select(['players.name', 'credentials.nameKey'])
    .where(({ not }) => not(isBarred('credentials.player', now)))
    .where(isShown('credentials.player'))
    .orderBy('credentials.nameKey')
  return asker === undefined
    ? query
    : query.where(({ not }) => not(isBlocked('credentials.player', asker)))
}

/** For queries: the condition that the player in a column and another one are apart by a block. */
function isBlocked(column: string, from: PlayerId): Expression<SqlBool> {
  const { exists, or, selectFrom } = expressionBuilder<Tables>()
  const player = sql.ref<PlayerId>(column)
  const blocks = selectFrom('blocks').select('blocks.at')
  return or([
    exists(blocks.where('player', '=', from).where('blocked', '=', player)),
    exists(blocks.where('player', '=', player).where('blocked', '=', from)),
  ])
}

function letterAt(place: number) {
  return sql<string>`substr(${sql.ref('players.name')}, ${sql.lit(place)}, 1)`
}
