import { randomBytes } from 'node:crypto'
import type { PlayerCard } from '@hokito/protocol'
import { Passwords } from '../accounts/passwords.ts'
import type { Chance } from '../ground/chance.ts'
import { addCredentials } from '../players/credentials.ts'
import { keysOf } from '../players/looks.ts'
import type { Database } from '../store/database.ts'

/** A house bot. */
export interface HouseBot {
  readonly card: PlayerCard
  readonly level: number
}

/**
 * The house bots at these levels. Missing ones are created, with random passwords that no one
 * knows.
 */
export async function houseBotsAt(
  levels: readonly number[],
  { database, chance, now }: { database: Database; chance: Chance; now: () => number },
): Promise<readonly HouseBot[]> {
  const bots: HouseBot[] = []
  for (const level of levels) {
    const id = (await findBot(database, level)) ?? (await makeBot(database, level, chance, now()))
    bots.push({ level, card: { id, name: houseName(level), isBot: true } })
  }
  return bots
}

// --- internal ---

/** The name of a house bot, which no one else can have (`players/reserved.ts`). */
function houseName(level: number): string {
  return `Hokito ${level}`
}

async function findBot({ db }: Database, level: number) {
  const row = await db
    .selectFrom('bots')
    .select('player')
    .where('level', '=', level)
    .executeTakeFirst()
  return row?.player
}

async function makeBot(database: Database, level: number, chance: Chance, now: number) {
  const passwordHash = await new Passwords().hash(randomBytes(32).toString('base64url'))
  if (passwordHash === undefined) throw new Error('a new queue of passwords is never full')
  const id = chance.playerId()
  const name = houseName(level)
  try {
    return await database.transact(async (transaction) => {
      const [nameKey] = keysOf(name)
      await transaction
        .insertInto('players')
        .values({ id, name, nameKey, createdAt: now })
        .execute()
      await addCredentials(transaction, { player: id, createdAt: now, passwordHash })
      await transaction.insertInto('bots').values({ player: id, since: now, level }).execute()
      return id
    })
  } catch (error) {
    // Another node has created it in the meantime.
    const found = await findBot(database, level)
    if (found === undefined) throw error
    return found
  }
}
