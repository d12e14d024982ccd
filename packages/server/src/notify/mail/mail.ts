import type { MailLanguage, OwnMail, PlayerCard, PlayerId } from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Kysely } from 'kysely'
import {
  type Addressee,
  addresseeOf,
  addresseesBy,
  forgetMailOf,
  forgetRecoveries,
  Links,
  mailOf,
  putAddress,
} from '../../accounts/mail-store.ts'
import type { HttpResult } from '../../ground/http-result.ts'
import type { Limits } from '../../ground/limits.ts'
import { keyOfAddress, readAddress } from '../../ground/mail-address.ts'
import { anHour } from '../../limiting/rate.ts'
import { Rates } from '../../limiting/rates.ts'
import { credentialsOf } from '../../players/credentials.ts'
import { hasFinished } from '../../players/name-keys.ts'
import type { Database } from '../../store/database.ts'
import type { RowReader } from '../../store/row-reader.ts'
import type { Tables } from '../../store/schema.ts'
import { type Letter, writeLetter } from './letters.ts'
import { type Delivery, Mailer, type MailerDependencies, type MailOptions } from './mailer.ts'
import type { LetterKind } from './words/words.ts'

export interface MailDependencies extends Omit<MailerDependencies, 'options'> {
  /** If absent, no e-mails are sent. */
  readonly options: MailOptions | undefined
  /** The origin of all links in e-mails. */
  readonly publicUrl: string | undefined
  readonly database: Database
  readonly rows: RowReader
  readonly secret: string
  readonly limits: Pick<Limits, 'mailAccountAgeMs'>
  readonly now: () => number
  readonly onFailure: (what: string, error: unknown) => void
}

/**
 * The e-mail addresses of accounts. A link in an e-mail confirms an address, and another one resets
 * a forgotten password. The caller gets the answer before anything is looked up or sent, so that
 * neither the answer nor its delay reveals who has an account or an address.
 */
export class Mail {
  readonly #database: Database
  readonly #rows: RowReader
  readonly #mailer: Mailer | undefined
  readonly #base: string
  readonly #links: Links
  readonly #accountAgeMs: number
  readonly #now: () => number
  readonly #onFailure: MailDependencies['onFailure']
  readonly #ofAccount = new Rates<PlayerId>(anHour(LETTERS_OF_ACCOUNT))
  readonly #asked = new Set<Promise<void>>()

  constructor(dependencies: MailDependencies) {
    const { options, publicUrl, database, rows, secret, limits, now, onFailure } = dependencies
    this.#database = database
    this.#rows = rows
    const isOn = options !== undefined && publicUrl !== undefined
    this.#mailer = isOn ? new Mailer({ ...dependencies, options }) : undefined
    this.#base = publicUrl === undefined ? '' : new URL(publicUrl).origin
    this.#links = new Links(secret)
    this.#accountAgeMs = limits.mailAccountAgeMs
    this.#now = now
    this.#onFailure = onFailure
  }

  /** Does this server send e-mails at all? */
  get isOn(): boolean {
    return this.#mailer !== undefined
  }

  /** The origin of links. */
  get base(): string {
    return this.#base
  }

  get countWaiting(): number {
    return this.#mailer?.countWaiting ?? 0
  }

  /** The e-mail settings that an account's owner sees. */
  of(player: PlayerId): Promise<OwnMail> {
    return mailOf({ db: this.#database.db, rows: this.#rows }, player, this.#now())
  }

  /**
   * How many milliseconds an account must wait before it may request an e-mail that confirms an
   * address; 0 if it may now.
   */
  async tooSoonMs(player: PlayerId): Promise<number> {
    const { db } = this.#database
    const now = this.#now()
    const createdAt = (await credentialsOf(db, player))?.createdAt ?? 0
    // After a clock was set back, an account may have been made in the future.
    const waitMs = Math.min(createdAt, now) + this.#accountAgeMs - now
    return waitMs <= 0 || (await hasFinished(db, player)) ? 0 : waitMs
  }

  /** Sends an e-mail to an address, so that its owner can confirm it for an account. */
  async add(
    { id: player, name }: PlayerCard,
    wish: { readonly address: string; readonly language: MailLanguage },
  ): HttpResult<void> {
    const address = readAddress(wish.address)
    if (address === undefined) return err({ code: 'badMailAddress' })
    const addressee = { player, name, address, language: wish.language }
    const token = await this.#database.transact((transaction) =>
      this.#links.make(transaction, 'confirm', addressee, this.#now()),
    )
    this.#send('confirm', addressee, `confirm=${token}`)
    return ok(undefined)
  }

  /** Sets an account's address by the link sent to it, and notifies the former address. */
  async confirm({ id: player, name }: PlayerCard, token: string): HttpResult<void> {
    const now = this.#now()
    const done = await this.#database.transact(async (transaction) => {
      const linked = await this.#links.take(transaction, 'confirm', token, { now, player })
      if (linked === undefined) return undefined
      const former = await addresseeOf(transaction, player)
      await putAddress(transaction, linked, now)
      return { linked, former }
    })
    if (done === undefined) return err({ code: 'wrongLink' })
    const { linked, former } = done
    if (former !== undefined && keyOfAddress(former.address) !== keyOfAddress(linked.address)) {
      this.#send('changed', { ...former, name })
    }
    return ok(undefined)
  }

  /** Removes an account's address, and notifies that address. */
  async remove(player: PlayerId): Promise<void> {
    const former = await this.#database.transact(async (transaction) => {
      const found = await addresseeOf(transaction, player)
      await forgetMailOf(transaction, player)
      return found
    })
    if (former !== undefined) this.#send('removed', former)
  }

  /**
   * Sends a recovery e-mail to the accounts with this name or address, if any, after the caller has
   * continued.
   * @returns false if too many requests are waiting; this does not depend on the account
   */
  ask(who: string): boolean {
    if (this.#asked.size >= MOST_ASKED) return false
    const work = this.#recover(who)
      .catch((error: unknown) => this.#onFailure('an e-mail for a forgotten password', error))
      .finally(() => this.#asked.delete(work))
    this.#asked.add(work)
    return true
  }

  /** The player whose password a link may reset. */
  recovering(token: string): Promise<PlayerId | undefined> {
    return this.#links.recovering(this.#database.db, token, this.#now())
  }

  /**
   * Uses up a recovery link, with all other links of that player; false if it is no longer valid.
   */
  async takeRecovery(transaction: Kysely<Tables>, token: string): Promise<boolean> {
    const now = this.#now()
    if ((await this.#links.recovering(transaction, token, now)) === undefined) return false
    const linked = await this.#links.take(transaction, 'recover', token, { now })
    if (linked === undefined) return false
    await forgetRecoveries(transaction, linked.player)
    return true
  }

  /** Notifies the owner of an account that its password has changed. */
  async tellOfPassword(player: PlayerId): Promise<void> {
    if (!this.isOn) return
    const addressee = await addresseeOf(this.#database.db, player)
    if (addressee !== undefined) this.#send('password', addressee)
  }

  /** Sends an e-mail about games now, ahead of the queue, and returns the outcome. */
  async deliver(to: string, letter: Letter): Promise<Delivery> {
    return this.#mailer === undefined ? 'later' : this.#mailer.deliver(to, letter)
  }

  /** Sends nothing more. */
  async close(): Promise<void> {
    await Promise.all(this.#asked)
    this.#mailer?.close()
  }

  async #recover(who: string): Promise<void> {
    for (const addressee of await addresseesBy(this.#database.db, who)) {
      // No one can fill an account's mailbox by asking under its name and its addresses in turn.
      if (this.#ofAccount.take(addressee.player) > 0) continue
      const token = await this.#database.transact((transaction) =>
        this.#links.make(transaction, 'recover', addressee, this.#now()),
      )
      this.#send('recover', addressee, `reset=${token}`)
    }
  }

  /** The token of a link comes after the `#`, which browsers never send to a server. */
  #send(kind: LetterKind, { name, address, language }: Addressee, said?: string): void {
    const link = `${this.#base}/account${said === undefined ? '' : `#${said}`}`
    this.#mailer?.send(address, writeLetter(kind, language, { name, link }))
  }
}

// --- internal ---

const LETTERS_OF_ACCOUNT = 3
/** The most look-ups at the same time. */
const MOST_ASKED = 100
