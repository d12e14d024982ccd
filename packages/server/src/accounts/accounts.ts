import type { AccountReply, HttpRefusal, PlayerCard, PlayerId } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Kysely, Transaction } from 'kysely'
import type { Chance } from '../ground/chance.ts'
import type { HttpResult } from '../ground/http-result.ts'
import { drawCodes, hashCode } from '../ground/recovery-codes.ts'
import type { SessionToken } from '../ground/session-token.ts'
import { limitationOf } from '../people/limitations.ts'
import { breakStateOf } from '../players/break-store.ts'
import { isPupil } from '../players/confinement.ts'
import {
  addCredentials,
  type Credentials,
  credentialsNamed,
  credentialsOf,
  datesOf,
  hasAccount,
} from '../players/credentials.ts'
import { giveName, hasPlayed, isTaken, storedNameOf } from '../players/name-keys.ts'
import { checkName } from '../players/names.ts'
import { renameAtOf } from '../players/rename-rate.ts'
import { endAllSessions, type Sessions } from '../players/sessions.ts'
import { countOf } from '../store/count-of.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { AccessTokens } from './access-tokens.ts'
import { Passkeys } from './passkeys.ts'
import { BUSY, checkPassword, Passwords } from './passwords.ts'
import { refusalToRemove, removeRows } from './removal.ts'

/** A player whose new session has just begun. The earlier sessions that had to end have ended. */
export interface Entered {
  readonly player: PlayerCard
  readonly token: SessionToken
}

/** Like {@link Entered}, with recovery codes that cannot be shown again. */
export interface EnteredWithCodes extends Entered {
  readonly codes: readonly string[]
}

/** The parts that accounts work with. */
export interface AccountsDependencies {
  readonly database: Database
  readonly sessions: Sessions
  readonly rows: RowReader
  readonly chance: Pick<Chance, 'below'>
  readonly secret: string
}

/**
 * Accounts: a name and a password with which a former guest can sign in on any device. The player
 * id stays the same, so nothing has to be moved.
 */
export class Accounts {
  readonly #database: Database
  readonly #rows: RowReader
  readonly #commits: SharedCommits
  readonly #sessions: Sessions
  readonly #chance: Pick<Chance, 'below'>
  readonly #secret: string
  /** Hashes the passwords of all accounts, so that no more than a few are hashed at a time. */
  readonly passwords = new Passwords()
  readonly passkeys: Passkeys
  readonly tokens: AccessTokens

  constructor({ database, rows, sessions, chance, secret }: AccountsDependencies) {
    this.#database = database
    this.#rows = rows
    this.passkeys = new Passkeys(database, rows)
    this.tokens = new AccessTokens(database, rows, secret)
    this.#commits = new SharedCommits(database, (transaction) => database.holdNames(transaction))
    this.#sessions = sessions
    this.#chance = chance
    this.#secret = secret
  }

  /** A player's account data. */
  async of(player: PlayerCard | undefined, now: number): Promise<AccountReply> {
    if (player === undefined) return { hasPlayed: false }
    const { db } = this.#database
    const source = { db, rows: this.#rows }
    const credentials = await credentialsOf(db, player.id)
    const dates = credentials && datesOf(this.#rows, credentials)
    return {
      player,
      hasPlayed: await hasPlayed(db, player.id),
      ...(dates && {
        account: {
          createdAt: dates.createdAt,
          codesLeft: await countOf(db, 'recoveryCodes', player.id),
          passkeys: [...(await this.passkeys.of(player.id))],
          tokens: [...(await this.tokens.of(player.id))],
          renameAt: renameAtOf(dates, now),
          ...(!player.isBot && { breaks: await breakStateOf(source, player.id, now) }),
          ...((await isPupil(db, player.id)) && { isPupil: true as const }),
        },
      }),
    }
  }

  /** Does this player have an account? */
  has(player: PlayerId): Promise<boolean> {
    return hasAccount(this.#database.db, player)
  }

  /** Gives a guest an account. Ends the guest's other sessions. */
  async signUp(
    player: PlayerId,
    wish: { readonly name: string; readonly password: string },
    now: number,
  ): HttpResult<EnteredWithCodes> {
    const checked = checkName(wish.name)
    if (!checked.ok) return err({ code: checked.error })
    const { name, keys } = checked.value
    const password = checkPassword(wish.password, name)
    if (!password.ok) return err({ code: password.error })
    const passwordHash = await this.passwords.hash(password.value)
    if (passwordHash === undefined) return err(BUSY)
    return this.#commits.run(async (transaction): HttpResult<EnteredWithCodes> => {
      await this.#database.holdPlayers(transaction, [player])
      if ((await credentialsOf(transaction, player)) !== undefined)
        return err({ code: 'hasAccount' })
      if (await isTaken(transaction, keys, player, now)) return err({ code: 'nameTaken' })
      const former = await storedNameOf(transaction, player)
      if (former === undefined) return err({ code: 'signedOut' })
      if (former.name !== name) await giveName(transaction, former, checked.value, now)
      await addCredentials(transaction, { player, createdAt: now, passwordHash })
      const codes = await this.giveCodes(transaction, player)
      const token = await this.#enterAlone(transaction, player, now)
      return ok({ player: { id: player, name }, token, codes })
    })
  }

  /**
   * Begins a session if the password is right. An unknown name takes as long and gets the same
   * reply.
   */
  async signIn(name: string, password: string, now: number): HttpResult<Entered> {
    const found = await credentialsNamed(this.#database.db, name)
    const isRight = await this.passwords.verify(found?.passwordHash, password)
    if (isRight === undefined) return err(BUSY)
    if (found === undefined || !isRight) return err({ code: 'wrongSignIn' })
    return this.#held(found.player, async (transaction, current): HttpResult<Entered> => {
      if (current?.passwordHash !== found.passwordHash) return err({ code: 'wrongSignIn' })
      const closed = await closedIn(transaction, found.player, now)
      if (closed !== undefined) return err(closed)
      return ok(await this.#enterBeside(transaction, current, now))
    })
  }

  /** Begins a session for a player who has proved a passkey. */
  async enter(player: PlayerId, now: number): HttpResult<Entered> {
    return this.#held(player, async (transaction, current): HttpResult<Entered> => {
      if (current === undefined) return err({ code: 'wrongPasskey' })
      const closed = await closedIn(transaction, player, now)
      if (closed !== undefined) return err(closed)
      return ok(await this.#enterBeside(transaction, current, now))
    })
  }

  /** Sets a new password with a recovery code, which is used up. All other sessions end. */
  async recover(
    name: string,
    code: string,
    { password, now }: { readonly password: string; readonly now: number },
  ): HttpResult<Entered> {
    const checked = checkPassword(password, name)
    if (!checked.ok) return err({ code: checked.error })
    const passwordHash = await this.passwords.hash(checked.value)
    if (passwordHash === undefined) return err(BUSY)
    const found = await credentialsNamed(this.#database.db, name)
    if (found === undefined) return err({ code: 'wrongCode' })
    return this.#held(found.player, async (transaction, current): HttpResult<Entered> => {
      if (current === undefined || !(await this.#hasCode(transaction, current.player, code))) {
        return err({ code: 'wrongCode' })
      }
      return this.#reset(transaction, current, { passwordHash, now }, async () =>
        (await this.#takeCode(transaction, current.player, code)) ? undefined : 'wrongCode',
      )
    })
  }

  /**
   * Sets a new password for an account whose owner has proved it in another way. All other sessions
   * end.
   * @param take uses up the proof within the transaction; returns false if it is no longer valid
   */
  async recoverBy(
    player: PlayerId,
    { password, now }: { readonly password: string; readonly now: number },
    take: (transaction: Kysely<Tables>) => Promise<boolean>,
  ): HttpResult<Entered> {
    const found = await credentialsOf(this.#database.db, player)
    if (found === undefined) return err({ code: 'wrongLink' })
    const checked = checkPassword(password, found.name)
    if (!checked.ok) return err({ code: checked.error })
    const passwordHash = await this.passwords.hash(checked.value)
    if (passwordHash === undefined) return err(BUSY)
    return this.#held(player, async (transaction, current): HttpResult<Entered> => {
      if (current === undefined) return err({ code: 'wrongLink' })
      return this.#reset(transaction, current, { passwordHash, now }, async () =>
        (await take(transaction)) ? undefined : 'wrongLink',
      )
    })
  }

  /** Ends the session of a cookie. Returns its player. */
  signOut(cookie: string | undefined, now: number): Promise<PlayerId | undefined> {
    return this.#sessions.end(cookie, now)
  }

  async signOutEverywhere(player: PlayerId, now: number): Promise<void> {
    await this.#held(player, (transaction) => endAllSessions(transaction, player, now))
  }

  /** Changes the password if the present one is right. All other sessions end. */
  async changePassword(
    player: PlayerId,
    wish: { readonly password: string; readonly next: string },
    now: number,
  ): HttpResult<Entered> {
    const found = await credentialsOf(this.#database.db, player)
    if (found === undefined) return err({ code: 'noAccount' })
    const checked = checkPassword(wish.next, found.name)
    if (!checked.ok) return err({ code: checked.error })
    return this.#confirmed(found, wish.password, async () => {
      const passwordHash = await this.passwords.hash(checked.value)
      if (passwordHash === undefined) return err(BUSY)
      return this.#held(player, async (transaction, current): HttpResult<Entered> => {
        const refusal = refusalSince(found, current)
        if (refusal !== undefined) return err(refusal)
        await setPassword(transaction, player, passwordHash)
        const token = await this.#enterAlone(transaction, player, now)
        return ok({ player: { id: player, name: found.name }, token })
      })
    })
  }

  /** Checks the password of a player with an account. */
  async confirm(player: PlayerId, password: string): HttpResult<void> {
    const found = await credentialsOf(this.#database.db, player)
    if (found === undefined) return err({ code: 'noAccount' })
    return this.#confirmed(found, password, async () => ok(undefined))
  }

  /** Replaces all recovery codes if the password is right. */
  async renewCodes(player: PlayerId, password: string): HttpResult<readonly string[]> {
    const found = await credentialsOf(this.#database.db, player)
    if (found === undefined) return err({ code: 'noAccount' })
    return this.#confirmed(found, password, () =>
      this.#held(player, async (transaction, current): HttpResult<readonly string[]> => {
        const refusal = refusalSince(found, current)
        return refusal ? err(refusal) : ok(await this.giveCodes(transaction, player))
      }),
    )
  }

  /**
   * Deletes an account if the password is right. Its games stay without its name. The account
   * closes and its name is removed straight away; data that may be large is erased afterwards
   * (`erasure.ts`). Refused while one of its games runs, or while it looks after a class.
   * @param before runs first, once the password is known to be right
   */
  async delete(
    player: PlayerId,
    password: string,
    now: number,
    before: () => Promise<void>,
  ): HttpResult<void> {
    const found = await credentialsOf(this.#database.db, player)
    if (found === undefined) return err({ code: 'noAccount' })
    return this.#confirmed(found, password, () =>
      this.remove(player, now, before, async (db) =>
        refusalSince(found, await credentialsOf(db, player)),
      ),
    )
  }

  /**
   * Deletes an account, like {@link delete}, for someone who may without its password.
   * @param refusalIn why they may not, read also in the transaction that deletes
   */
  async remove(
    player: PlayerId,
    now: number,
    before: () => Promise<void>,
    refusalIn: (db: Kysely<Tables>) => Promise<HttpRefusal | undefined> = async () => undefined,
  ): HttpResult<void> {
    const refusalTo = async (db: Kysely<Tables>) =>
      (await refusalIn(db)) ?? refusalToRemove(db, player)
    const refusal = await refusalTo(this.#database.db)
    if (refusal !== undefined) return err(refusal)
    await before()
    return this.#commits.run(async (transaction): HttpResult<void> => {
      await this.#database.holdPlayers(transaction, [player])
      const found = await credentialsOf(transaction, player)
      if (found === undefined) return err({ code: 'noAccount' })
      const late = await refusalTo(transaction)
      if (late !== undefined) return err(late)
      await endAllSessions(transaction, player, now)
      await removeRows(transaction, found, now)
      return ok(undefined)
    })
  }

  /** Replaces all recovery codes of an account, within the open transaction. */
  async giveCodes(transaction: Kysely<Tables>, player: PlayerId): Promise<readonly string[]> {
    const codes = drawCodes(this.#chance)
    await transaction.deleteFrom('recoveryCodes').where('player', '=', player).execute()
    const rows = codes.map((code) => ({ codeHash: hashCode(code, this.#secret), player }))
    await transaction.insertInto('recoveryCodes').values(rows).execute()
    return codes
  }

  /**
   * Runs a task with the player's credentials as they are now: meanwhile the password may have
   * changed, or the account may have been deleted. Neither happens until the task ends.
   */
  #held<T>(
    player: PlayerId,
    task: (transaction: Transaction<Tables>, current: Credentials | undefined) => Promise<T>,
  ): Promise<T> {
    return this.#database.transact(async (transaction) => {
      await this.#database.holdPlayers(transaction, [player])
      return task(transaction, await credentialsOf(transaction, player))
    })
  }

  /** Runs a task if the password is right. It may change before the task stores anything. */
  async #confirmed<T>(
    { passwordHash }: Credentials,
    password: string,
    task: () => HttpResult<T>,
  ): HttpResult<T> {
    const isRight = await this.passwords.verify(passwordHash, password)
    if (isRight === undefined) return err(BUSY)
    return isRight ? task() : err({ code: 'wrongPassword' })
  }

  /**
   * Sets the password of an account that is not closed, and begins its only session.
   * @param take uses up the proof if nothing else prevents the change; returns why it is no longer
   * valid
   */
  async #reset(
    transaction: Kysely<Tables>,
    { player, name }: Credentials,
    { passwordHash, now }: { readonly passwordHash: string; readonly now: number },
    take: () => Promise<HttpRefusal['code'] | undefined>,
  ): HttpResult<Entered> {
    const closed = await closedIn(transaction, player, now)
    if (closed !== undefined) return err(closed)
    const refusal = await take()
    if (refusal !== undefined) return err({ code: refusal })
    await setPassword(transaction, player, passwordHash)
    const token = await this.#enterAlone(transaction, player, now)
    return ok({ player: { id: player, name }, token })
  }

  /** Begins another session of a player, in addition to those on other devices. */
  async #enterBeside(
    transaction: Kysely<Tables>,
    { player, name }: Credentials,
    now: number,
  ): Promise<Entered> {
    const token = await this.#sessions.begin(transaction, player, now)
    await this.#sessions.endOldest(transaction, player)
    return { player: { id: player, name }, token }
  }

  /** Begins a session of a player and ends all others. */
  async #enterAlone(
    transaction: Kysely<Tables>,
    player: PlayerId,
    now: number,
  ): Promise<SessionToken> {
    await endAllSessions(transaction, player, now)
    return this.#sessions.begin(transaction, player, now)
  }

  async #hasCode(transaction: Kysely<Tables>, player: PlayerId, code: string): Promise<boolean> {
    const row = await transaction
      .selectFrom('recoveryCodes')
      .select('player')
      .where('codeHash', '=', hashCode(code, this.#secret))
      .where('player', '=', player)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Uses up a code. Returns false if it is not this player's. */
  async #takeCode(transaction: Kysely<Tables>, player: PlayerId, code: string): Promise<boolean> {
    const { numDeletedRows } = await transaction
      .deleteFrom('recoveryCodes')
      .where('codeHash', '=', hashCode(code, this.#secret))
      .where('player', '=', player)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

// --- internal ---

/** Why the password that was right for an account is right no more. */
function refusalSince(
  found: Credentials,
  current: Credentials | undefined,
): HttpRefusal | undefined {
  if (current === undefined) return { code: 'noAccount' }
  return current.passwordHash === found.passwordHash ? undefined : { code: 'wrongPassword' }
}

/** Why nobody can enter an account that the owner of the server has closed, with the reason. */
async function closedIn(
  db: Kysely<Tables>,
  player: PlayerId,
  now: number,
): Promise<HttpRefusal | undefined> {
  const closed = await limitationOf(db, player, 'close', now)
  return closed && { code: 'accountClosed', why: closed.why }
}

async function setPassword(
  transaction: Kysely<Tables>,
  player: PlayerId,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({ passwordHash })
    .where('player', '=', player)
    .execute()
}
