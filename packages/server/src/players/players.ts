import type { PlayerCard, RefusalCode } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { type Chance, hashToken } from '../chance.ts'
import type { Tables } from '../store/schema.ts'
import { checkName, guestName, nameKey } from './names.ts'

/** A player with the cookie that proves it; the token is known to that cookie alone. */
export interface Guest {
  readonly player: PlayerCard
  readonly token: string
}

/** Who plays, and by which cookie they are known. Everybody is a guest with a name. */
export class Players {
  readonly #db: Kysely<Tables>
  readonly #chance: Chance
  readonly #secret: string

  constructor(db: Kysely<Tables>, chance: Chance, secret: string) {
    this.#db = db
    this.#chance = chance
    this.#secret = secret
  }

  /** A new player with a session. */
  async welcome(now: number): Promise<Guest> {
    const token = this.#chance.token()
    const player = await this.#insertGuest(now)
    const tokenHash = hashToken(token, this.#secret)
    await this.#db
      .insertInto('sessions')
      .values({ tokenHash, player: player.id, createdAt: now, seenAt: now })
      .execute()
    return { player, token }
  }

  /** Whose session a cookie is; undefined for one that is unknown or was not used for too long. */
  async recognise(token: string | undefined, now: number): Promise<PlayerCard | undefined> {
    if (token === undefined || !TOKEN.test(token)) return undefined
    const tokenHash = hashToken(token, this.#secret)
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('players', 'players.id', 'sessions.player')
      .select(['players.id', 'players.name', 'sessions.seenAt'])
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst()
    if (row === undefined || row.seenAt < now - SESSION_MS) return undefined
    if (row.seenAt < now - DAY_MS) {
      await this.#db
        .updateTable('sessions')
        .set({ seenAt: now })
        .where('tokenHash', '=', tokenHash)
        .execute()
    }
    return { id: row.id, name: row.name }
  }

  /** Gives a player another name, if it may be had. */
  async rename(player: string, text: string): Promise<Result<PlayerCard, RefusalCode>> {
    const checked = checkName(text)
    if (!checked.ok) return checked
    const { name, key } = checked.value
    const holder = await this.#db
      .selectFrom('players')
      .select('id')
      .where('nameKey', '=', key)
      .executeTakeFirst()
    if (holder !== undefined && holder.id !== player) return err('nameTaken')
    const { numUpdatedRows } = await this.#db
      .updateTable('players')
      .set({ name, nameKey: key })
      .where('id', '=', player)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('players as other')
              .select('other.id')
              .where('other.nameKey', '=', key)
              .where('other.id', '!=', player),
          ),
        ),
      )
      .executeTakeFirst()
    return numUpdatedRows === 0n ? err('nameTaken') : ok({ id: player, name })
  }

  async #insertGuest(now: number): Promise<PlayerCard> {
    for (;;) {
      const player = { id: this.#chance.id(), name: guestName(this.#chance) }
      const { numInsertedOrUpdatedRows } = await this.#db
        .insertInto('players')
        .values({ ...player, nameKey: nameKey(player.name), createdAt: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      // A name that somebody else has already: draw again.
      if (numInsertedOrUpdatedRows !== 0n) return player
    }
  }
}

/** How long a cookie is good for after its last use. */
export const SESSION_MS = 365 * 86_400_000

// --- internal ---

const DAY_MS = 86_400_000
const TOKEN = /^[\w-]{43}$/
