import {
  base64UrlSchema,
  instantSchema,
  type MadePasskey,
  type PlayerCard,
  type PlayerId,
  type ShownPasskey,
} from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import * as z from 'zod/mini'
import type { HttpResult } from '../ground/http-result.ts'
import { hasAccount } from '../players/credentials.ts'
import { countOf } from '../store/count-of.ts'
import type { Database } from '../store/database.ts'
import { parseJson } from '../store/json.ts'
import type { RowReader } from '../store/row-reader.ts'

const entrySchema = z.object({ id: z.string(), createdAt: instantSchema })
/** A passkey in its owner's list. */
export type PasskeyEntry = Readonly<z.infer<typeof entrySchema>>

/**
 * Passkeys: keys on people's devices that sign one of our challenges, each challenge once. The site
 * is identified by its origin, such as `https://hokito.example`.
 */
export class Passkeys {
  readonly #database: Database
  readonly #rows: RowReader

  constructor(database: Database, rows: RowReader) {
    this.#database = database
    this.#rows = rows
  }

  /** A player's passkeys, the oldest first. */
  async of(player: PlayerId): Promise<readonly PasskeyEntry[]> {
    const found = await this.#database.db
      .selectFrom('passkeys')
      .select(['id', 'createdAt'])
      .where('player', '=', player)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return found.flatMap((row) => this.#read(row) ?? [])
  }

  /** The options with which a device makes a passkey. */
  async askToAdd({ id, name }: PlayerCard, origin: string, now: number) {
    const known = await this.of(id)
    const { generateRegistrationOptions } = await webauthn()
    const options = await generateRegistrationOptions({
      rpName: 'Hokito',
      rpID: new URL(origin).hostname,
      userName: name,
      userDisplayName: name,
      userID: new TextEncoder().encode(id),
      attestationType: 'none',
      excludeCredentials: known.map((passkey) => ({ id: passkey.id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#pose(options.challenge, id, now)
    return options
  }

  /** Stores a passkey that a device has made for this player. */
  async add(
    player: PlayerId,
    response: MadePasskey,
    origin: string,
    now: number,
  ): HttpResult<void> {
    const challenge = await this.#take(response, player, now)
    if (challenge === undefined) return err(WRONG)
    const { verifyRegistrationResponse } = await webauthn()
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
    }).catch(() => undefined)
    if (!verified?.verified) return err(WRONG)
    const { id, publicKey, counter } = verified.registrationInfo.credential
    return this.#database.transact(async (transaction): HttpResult<void> => {
      // Passkeys that arrive together are counted one after another.
      await this.#database.holdPlayers(transaction, [player])
      if (!(await hasAccount(transaction, player))) return err({ code: 'noAccount' })
      if ((await countOf(transaction, 'passkeys', player)) >= MOST_PASSKEYS) {
        return err({ code: 'tooMany' })
      }
      const row = { id, player, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('passkeys')
        .values({ ...row, createdAt: now })
        // An existing id belongs to another passkey and stays unchanged.
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 0n ? err(WRONG) : ok(undefined)
    })
  }

  async remove(player: PlayerId, id: string): Promise<void> {
    await this.#database.db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('player', '=', player)
      .execute()
  }

  /** The options with which a device signs in with any passkey for this site. */
  async askToSignIn(origin: string, now: number) {
    const { generateAuthenticationOptions } = await webauthn()
    const options = await generateAuthenticationOptions({
      rpID: new URL(origin).hostname,
      userVerification: 'required',
    })
    await this.#pose(options.challenge, null, now)
    return options
  }

  /**
   * The player whose passkey has signed an open challenge. Each challenge is used up, whatever the
   * outcome.
   */
  async recognise(response: ShownPasskey, origin: string, now: number): HttpResult<PlayerId> {
    const challenge = await this.#take(response, null, now)
    const passkey = await this.#database.db
      .selectFrom('passkeys')
      .selectAll()
      .where('id', '=', response.id)
      .executeTakeFirst()
    if (challenge === undefined || passkey === undefined) return err(WRONG)
    // Its owner does not see a damaged passkey, and so could not remove it.
    if (this.#read(passkey) === undefined) return err(WRONG)
    const { id, publicKey, counter, player } = passkey
    const { verifyAuthenticationResponse } = await webauthn()
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
    }).catch(() => undefined)
    if (!verified?.verified) return err(WRONG)
    const { newCounter } = verified.authenticationInfo
    await this.#database.db
      .updateTable('passkeys')
      .set({ counter: newCounter })
      .where('id', '=', id)
      .execute()
    return ok(player)
  }

  #read(row: PasskeyEntry): PasskeyEntry | undefined {
    return this.#rows.read(entrySchema, row, { table: 'passkeys', id: row.id })
  }

  async #pose(challenge: string, player: PlayerId | null, now: number): Promise<void> {
    const { db } = this.#database
    await db.deleteFrom('passkeyChallenges').where('until', '<=', now).execute()
    await db
      .insertInto('passkeyChallenges')
      .values({ challenge, player, until: now + OPEN_MS })
      .execute()
  }

  /** Uses up the challenge of a response. Undefined if this player has no such open challenge. */
  async #take(
    { response }: MadePasskey | ShownPasskey,
    player: PlayerId | null,
    now: number,
  ): Promise<string | undefined> {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString()
    const { data } = clientDataSchema.safeParse(parseJson(text))
    if (data === undefined) return undefined
    const { numDeletedRows } = await this.#database.db
      .deleteFrom('passkeyChallenges')
      .where('challenge', '=', data.challenge)
      .where('player', player === null ? 'is' : '=', player)
      .where('until', '>', now)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n ? data.challenge : undefined
  }
}

// --- internal ---

/** Loaded on first use, because loading it takes as long as the rest of the server. */
function webauthn() {
  return import('@simplewebauthn/server')
}

const WRONG = { code: 'wrongPasskey' } as const

/** How long a person may take to unlock the device. */
const OPEN_MS = 5 * 60_000
const MOST_PASSKEYS = 20

const clientDataSchema = z.looseObject({ challenge: base64UrlSchema(200) })
