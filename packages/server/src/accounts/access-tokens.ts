import { randomBytes } from 'node:crypto'
import {
  type HttpRefusal,
  instantSchema,
  type KeptToken,
  MOST_TOKENS,
  type PlayerCard,
  type PlayerId,
  TOKEN_SCOPES,
  type TokenScope,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import * as z from 'zod/mini'
import {
  type AccessToken,
  accessTokenSchema,
  drawAccessToken,
  hashAccessToken,
} from '../ground/access-token.ts'
import { mayAct, standingOf } from '../people/standing.ts'
import { cardIn } from '../players/cards.ts'
import { hasAccount } from '../players/credentials.ts'
import { countOf } from '../store/count-of.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'

/** The player for whom a program acts, and what it may do. */
export interface Bearer {
  readonly player: PlayerCard
  readonly scopes: readonly TokenScope[]
}

/** A request for a token. */
export interface TokenWish {
  readonly name: string
  readonly scopes: readonly TokenScope[]
}

/**
 * Tokens with which programs act for players with accounts. Each has scopes and is valid until
 * revoked.
 */
export class AccessTokens {
  readonly #database: Database
  readonly #rows: RowReader
  readonly #secret: string

  constructor(database: Database, rows: RowReader, secret: string) {
    this.#database = database
    this.#rows = rows
    this.#secret = secret
  }

  /** A player's tokens, the latest first. */
  async of(player: PlayerId): Promise<readonly KeptToken[]> {
    const rows = await this.#database.db
      .selectFrom('accessTokens')
      .select(['id', 'name', 'scopes', 'createdAt', 'usedAt'])
      .where('player', '=', player)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute()
    return rows.flatMap((row) => this.#keptOf(row) ?? [])
  }

  /** Makes a token for an account. The token cannot be shown again. */
  async make(
    player: PlayerId,
    { name, scopes }: TokenWish,
    now: number,
  ): Promise<Result<AccessToken, HttpRefusal>> {
    const token = drawAccessToken()
    return this.#database.transact(async (transaction) => {
      // Requests of a player that arrive together are counted one after another.
      await this.#database.holdPlayers(transaction, [player])
      if (!(await hasAccount(transaction, player))) return err({ code: 'noAccount' })
      if ((await countOf(transaction, 'accessTokens', player)) >= MOST_TOKENS) {
        return err({ code: 'tooManyTokens' })
      }
      await transaction
        .insertInto('accessTokens')
        .values({
          tokenHash: hashAccessToken(token, this.#secret),
          id: randomBytes(9).toString('base64url'),
          player,
          name,
          scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
          createdAt: now,
          usedAt: null,
        })
        .execute()
      return ok(token)
    })
  }

  /** Revokes a token of a player. Does nothing if it is not that player's. */
  async remove(player: PlayerId, id: string): Promise<void> {
    await this.#database.db
      .deleteFrom('accessTokens')
      .where('player', '=', player)
      .where('id', '=', id)
      .execute()
  }

  /**
   * The bearer of a token; undefined if it is invalid, revoked or damaged, or its account is closed.
   * Counts as use.
   */
  async recognise(text: string, now: number): Promise<Bearer | undefined> {
    const { data: token } = accessTokenSchema.safeParse(text)
    if (token === undefined) return undefined
    const tokenHash = hashAccessToken(token, this.#secret)
    const row = await this.#database.db
      .selectFrom('accessTokens')
      .select(['player', 'id', 'name', 'scopes', 'createdAt', 'usedAt'])
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst()
    // Its owner does not see a damaged token, and so could not revoke it.
    const kept = row && this.#keptOf(row)
    if (row === undefined || kept === undefined) return undefined
    if (!mayAct(await standingOf(this.#database.db, row.player, now))) return undefined
    const player = await cardIn(this.#database.db, row.player)
    if (player === undefined) return undefined
    if (row.usedAt === null || row.usedAt < now - USED_MS) {
      await this.#database.db
        .updateTable('accessTokens')
        .set({ usedAt: now })
        .where('tokenHash', '=', tokenHash)
        .execute()
    }
    return { player, scopes: kept.scopes }
  }

  /** A token as its owner sees it; undefined if it is damaged. */
  #keptOf(row: TokenRow): KeptToken | undefined {
    const sound = this.#rows.read(rowSchema, row, { table: 'accessTokens', id: row.id })
    if (sound === undefined) return undefined
    const { id, name, createdAt, usedAt } = sound
    const words = sound.scopes.split(' ')
    return {
      ...{ id, name, createdAt },
      scopes: TOKEN_SCOPES.filter((scope) => words.includes(scope)),
      ...(usedAt !== null && { usedAt }),
    }
  }
}

// --- internal ---

/** How often use is recorded, rather than with every request. */
const USED_MS = 5 * 60_000

/** What a row must have, so that its owner can see and revoke the token. */
const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.string(),
  createdAt: instantSchema,
  usedAt: z.nullable(instantSchema),
})
type TokenRow = z.infer<typeof rowSchema>
