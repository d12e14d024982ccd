import { DAY_MS, type PlayerCard, type PlayerId } from '@hokito/protocol'
import type { Kysely } from 'kysely'
import type { Chance } from '../ground/chance.ts'
import {
  hashToken,
  type SessionToken,
  sessionTokenSchema,
  successorOf,
  type TokenHash,
} from '../ground/session-token.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { cardOf, nameIn } from './cards.ts'

/**
 * A player, with the token that the cookie must be set to. No token if the cookie needs no change.
 */
export interface SignedIn {
  readonly player: PlayerCard
  readonly token?: SessionToken
}

export interface SessionsDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly chance: Chance
  readonly secret: string
}

/**
 * Sessions and their cookies. An old session gets a successor. The successor's token is derived
 * from the old one, so tabs that ask at the same time, or again, get the same token. The old
 * session ends a little after the first use of the new one, so a lost reply locks nobody out. So a
 * device has at most three sessions.
 */
export class Sessions {
  readonly #database: Database
  readonly #rows: RowReader
  readonly #chance: Chance
  readonly #secret: string

  constructor({ database, rows, chance, secret }: SessionsDependencies) {
    this.#database = database
    this.#rows = rows
    this.#chance = chance
    this.#secret = secret
  }

  /** Begins a session of a player, within the open transaction. Returns its token. */
  async begin(transaction: Kysely<Tables>, player: PlayerId, now: number): Promise<SessionToken> {
    const token = this.#chance.token()
    await this.#insert(transaction, { token, player, now, replaces: null })
    return token
  }

  /**
   * The player of a session cookie; undefined if the session is unknown, replaced or was unused for
   * too long.
   */
  async recognise(cookie: string | undefined, now: number): Promise<PlayerCard | undefined> {
    return (await this.#use(cookie, now))?.player
  }

  /**
   * The player of a session cookie, and the hash of the session that remains: its successor if it
   * has one. Counts as use.
   */
  async lastingOf(
    cookie: string | undefined,
    now: number,
  ): Promise<{ readonly player: PlayerId; readonly session: TokenHash } | undefined> {
    const used = await this.#use(cookie, now)
    if (used === undefined) return undefined
    const { player, session, token } = used
    const isReplaced = session.endsAt !== null
    const lasting = isReplaced ? successorOf(token, this.#secret) : token
    return { player: player.id, session: hashToken(lasting, this.#secret) }
  }

  /**
   * Like {@link Sessions.recognise}, for replies that can set a cookie. Returns a token when the
   * cookie has to be renewed.
   */
  async signIn(cookie: string | undefined, now: number): Promise<SignedIn | undefined> {
    const used = await this.#use(cookie, now)
    if (used === undefined) return undefined
    const { player, session } = used
    if (session.createdAt < now - ROTATE_MS) {
      const successor = successorOf(used.token, this.#secret)
      const { tokenHash: replaces } = session
      const isThere = await this.#succeed({ token: successor, player: player.id, now, replaces })
      return isThere ? { player, token: successor } : undefined
    }
    if (session.renewedAt >= now - RENEW_MS) return { player }
    await this.#update(session.tokenHash, { renewedAt: now })
    return { player, token: used.token }
  }

  /**
   * Ends the session of a cookie early. Returns its player; undefined if there is no such session.
   */
  async end(cookie: string | undefined, now: number): Promise<PlayerId | undefined> {
    const { data: token } = sessionTokenSchema.safeParse(cookie)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token, this.#secret)
    return this.#database.transact(async (transaction) => {
      const session = await transaction
        .selectFrom('sessions')
        .select(['player', 'replaces'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst()
      if (session === undefined) return undefined
      await this.#database.holdPlayers(transaction, [session.player])
      const own = [tokenHash, hashToken(successorOf(token, this.#secret), this.#secret)]
      const chain = session.replaces === null ? own : [...own, session.replaces]
      await transaction.deleteFrom('sessions').where('tokenHash', 'in', chain).execute()
      await transaction.deleteFrom('pushSubscriptions').where('session', 'in', chain).execute()
      await noteSignOut(transaction, session.player, now)
      return session.player
    })
  }

  /** Ends a player's least recently used sessions if there are more than a person has devices. */
  async endOldest(transaction: Kysely<Tables>, player: PlayerId): Promise<void> {
    const kept = transaction
      .selectFrom('sessions')
      .select('tokenHash')
      .where('player', '=', player)
      .orderBy('seenAt', 'desc')
      .orderBy('tokenHash')
      .limit(MOST_SESSIONS)
    const rows = await kept.execute()
    if (rows.length < MOST_SESSIONS) return
    await transaction
      .deleteFrom('sessions')
      .where('player', '=', player)
      .where(
        'tokenHash',
        'not in',
        rows.map(({ tokenHash }) => tokenHash),
      )
      .execute()
  }

  /** Replaces a session with its successor. Returns false if the old one has ended meanwhile. */
  async #succeed(session: NewSession & { readonly replaces: TokenHash }): Promise<boolean> {
    return this.#database.transact(async (transaction) => {
      await this.#database.holdPlayers(transaction, [session.player])
      const former = await transaction
        .selectFrom('sessions')
        .select('tokenHash')
        .where('tokenHash', '=', session.replaces)
        .executeTakeFirst()
      if (former === undefined) return false
      await this.#insert(transaction, session)
      return true
    })
  }

  async #use(cookie: string | undefined, now: number) {
    const { data: token } = sessionTokenSchema.safeParse(cookie)
    if (token === undefined) return undefined
    const row = await this.#database.db
      .selectFrom('sessions')
      .innerJoin('players', 'players.id', 'sessions.player')
      .leftJoin('bots', 'bots.player', 'sessions.player')
      .selectAll('sessions')
      .select(['players.name', 'bots.since as botSince'])
      .where('tokenHash', '=', hashToken(token, this.#secret))
      .executeTakeFirst()
    if (row === undefined || row.seenAt < now - SESSION_MS) return undefined
    if (row.endsAt !== null && row.endsAt <= now) return undefined
    if (row.replaces !== null) await this.#endReplaced(row.tokenHash, row.replaces, now)
    if (row.seenAt < now - SEEN_MS) await this.#update(row.tokenHash, { seenAt: now })
    const { player: id, name, botSince } = row
    // The player is let in, and can take another name.
    nameIn(this.#rows, { id, name })
    return { player: cardOf({ id, name, botSince }), session: row, token }
  }

  async #endReplaced(tokenHash: TokenHash, replaces: TokenHash, now: number): Promise<void> {
    await this.#database.transact(async (transaction) => {
      await transaction
        .updateTable('sessions')
        .set({ endsAt: now + GRACE_MS })
        .where('tokenHash', '=', replaces)
        .where('endsAt', 'is', null)
        .execute()
      await transaction
        .updateTable('sessions')
        .set({ replaces: null })
        .where('tokenHash', '=', tokenHash)
        .execute()
      await transaction
        .updateTable('pushSubscriptions')
        .set({ session: tokenHash })
        .where('session', '=', replaces)
        .execute()
    })
  }

  async #update(
    tokenHash: TokenHash,
    change: { readonly seenAt: number } | { readonly renewedAt: number },
  ): Promise<void> {
    await this.#database.db
      .updateTable('sessions')
      .set(change)
      .where('tokenHash', '=', tokenHash)
      .execute()
  }

  async #insert(db: Kysely<Tables>, { token, player, now, replaces }: NewSession): Promise<void> {
    await db
      .insertInto('sessions')
      .values({
        tokenHash: hashToken(token, this.#secret),
        player,
        createdAt: now,
        seenAt: now,
        renewedAt: now,
        replaces,
        endsAt: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** How long a cookie stays valid after its last use. */
export const SESSION_MS = 365 * DAY_MS

/** Ends all sessions of a player, within the open transaction, which holds the player. */
export async function endAllSessions(
  transaction: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<void> {
  await transaction.deleteFrom('sessions').where('player', '=', player).execute()
  await transaction.deleteFrom('pushSubscriptions').where('player', '=', player).execute()
  await noteSignOut(transaction, player, now)
}

// --- internal ---

/** The most sessions of an account, on all its devices together. */
const MOST_SESSIONS = 30

/** Records the sign-out for other nodes, which may not hear of it otherwise. */
async function noteSignOut(db: Kysely<Tables>, player: PlayerId, at: number): Promise<void> {
  await db
    .insertInto('signOuts')
    .values({ player, at })
    .onConflict((conflict) => conflict.column('player').doUpdateSet({ at }))
    .execute()
}

interface NewSession {
  readonly token: SessionToken
  readonly player: PlayerId
  readonly now: number
  readonly replaces: TokenHash | null
}

/** The age at which a session is replaced. */
const ROTATE_MS = 30 * DAY_MS

/** How long the old session stays valid for tabs that have not heard of the new one. */
const GRACE_MS = 5 * 60_000

/** How often use is recorded and the cookie renewed, rather than with every page. */
const SEEN_MS = DAY_MS
const RENEW_MS = DAY_MS
