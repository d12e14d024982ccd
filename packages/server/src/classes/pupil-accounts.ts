import {
  CARD_WORDS,
  type Card,
  type ClassId,
  type HttpRefusal,
  MOST_PUPILS,
  NO_PROGRESS,
  PICTURE_WORDS,
  type PlayerId,
  passwordOf,
} from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import type { Transaction } from 'kysely'
import type { Accounts, EnteredWithCodes } from '../accounts/accounts.ts'
import { BUSY } from '../accounts/passwords.ts'
import type { Chance } from '../ground/chance.ts'
import type { HttpResult } from '../ground/http-result.ts'
import { plainText } from '../ground/plain-text.ts'
import type { EventStream } from '../live/events.ts'
import { shownName } from '../players/cards.ts'
import { isTeacher, isTeacherOf } from '../players/confinement.ts'
import { addCredentials } from '../players/credentials.ts'
import { giveName, isTaken } from '../players/name-keys.ts'
import { type CheckedName, checkName, guestName, LONGEST_NUMBER } from '../players/names.ts'
import { endAllSessions } from '../players/sessions.ts'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { pupilsOf } from './class-rows.ts'

export interface PupilAccountsDependencies {
  readonly database: Database
  readonly accounts: Accounts
  readonly chance: Pick<Chance, 'below' | 'playerId'>
  readonly events: EventStream
  readonly now: () => number
}

/**
 * The accounts of pupils, which a teacher makes: a name and a password of a few picture words. They
 * have neither an e-mail address nor recovery codes: the teacher makes a new password.
 */
export class PupilAccounts {
  readonly #dependencies: PupilAccountsDependencies
  readonly #commits: SharedCommits

  constructor(dependencies: PupilAccountsDependencies) {
    const { database } = dependencies
    this.#dependencies = dependencies
    // Names are assigned one after another, even across nodes.
    this.#commits = new SharedCommits(database, (transaction) => database.holdNames(transaction))
  }

  /** Makes accounts in a class, all or none. Returns their cards, in the order of the names. */
  async add(teacher: PlayerId, id: ClassId, names: readonly string[]): HttpResult<readonly Card[]> {
    const { database } = this.#dependencies
    const wishes = names.map(plainText)
    const refused = wishes.map(refusalOf).find((refusal) => refusal !== undefined)
    if (refused !== undefined) return err(refused)
    const refusal = await this.#refusalTo(teacher, id)
    if (refusal !== undefined) return err(refusal)
    const drawn = await this.#draw(names.length)
    if (drawn === undefined) return err(BUSY)
    return this.#commits.run(async (transaction): HttpResult<readonly Card[]> => {
      await database.holdPlayers(transaction, [teacher])
      if (!(await isTeacherOf(transaction, id, teacher))) return err({ code: 'unknownClass' })
      const present = await pupilsOf(transaction, id)
      if (present.length + wishes.length > MOST_PUPILS) return err({ code: 'tooManyPupils' })
      const cards: Card[] = []
      for (const [index, { words, hash }] of drawn.entries()) {
        const name = await this.#insert(transaction, { wish: wishes[index] ?? '', hash, id })
        cards.push({ name, words })
      }
      return ok(cards)
    })
  }

  /** New passwords for pupils. The old cards are worthless, and the pupils' sessions end. */
  async renewCards(
    teacher: PlayerId,
    id: ClassId,
    pupils: readonly PlayerId[],
  ): HttpResult<readonly Card[]> {
    const { database, events, now } = this.#dependencies
    const refusal = await this.#refusalTo(teacher, id)
    if (refusal !== undefined) return err(refusal)
    const drawn = await this.#draw(pupils.length)
    if (drawn === undefined) return err(BUSY)
    const renewed = await database.transact(async (transaction): HttpResult<readonly Card[]> => {
      // A pupil who takes the account over at this moment keeps the password set there.
      await database.holdPlayers(transaction, pupils)
      const found = await transaction
        .selectFrom('pupils')
        .innerJoin('players', 'players.id', 'pupils.player')
        .select(['players.id', 'players.name'])
        .where('pupils.class', '=', id)
        .where('pupils.player', 'in', pupils)
        .orderBy('players.name')
        .execute()
      if (found.length !== pupils.length) return err({ code: 'unknownPupil' })
      const cards: Card[] = []
      for (const [index, { words, hash }] of drawn.entries()) {
        const pupil = found[index]
        if (pupil === undefined) continue
        await transaction
          .updateTable('credentials')
          .set({ passwordHash: hash })
          .where('player', '=', pupil.id)
          .execute()
        await endAllSessions(transaction, pupil.id, now())
        cards.push({ name: shownName(pupil.name), words })
      }
      return ok(cards)
    })
    if (renewed.ok) for (const pupil of pupils) events.publish('signedOut', pupil)
    return renewed
  }

  /**
   * The pupil of an offered account sets a password of their own, gets recovery codes and leaves the
   * class. The card is worthless from then on, and all other sessions end. Works once.
   */
  async takeOver(player: PlayerId, password: string): HttpResult<EnteredWithCodes> {
    const { accounts, now } = this.#dependencies
    const wish = { password, now: now() }
    let codes: readonly string[] = []
    const entered = await accounts.recoverBy(player, wish, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('pupils')
        .where('player', '=', player)
        .where('isOffered', '=', 1)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return false
      codes = await accounts.giveCodes(transaction, player)
      return true
    })
    if (entered.ok) return ok({ ...entered.value, codes })
    return err(entered.error.code === 'wrongLink' ? { code: 'notOffered' } : entered.error)
  }

  async #refusalTo(teacher: PlayerId, id: ClassId): Promise<HttpRefusal | undefined> {
    const { db } = this.#dependencies.database
    if (!(await isTeacher(db, teacher))) return { code: 'notTeacher' }
    return (await isTeacherOf(db, id, teacher)) ? undefined : { code: 'unknownClass' }
  }

  /** New passwords with their hashes; undefined if too many are being hashed. */
  async #draw(count: number): Promise<readonly Drawn[] | undefined> {
    const { chance, accounts } = this.#dependencies
    const drawn: Drawn[] = []
    while (drawn.length < count) {
      const words = Array.from(
        { length: CARD_WORDS },
        () => PICTURE_WORDS[chance.below(PICTURE_WORDS.length)] ?? PICTURE_WORDS[0],
      )
      // One at a time, so that others can sign in meanwhile.
      const hash = await accounts.passwords.hash(passwordOf(words))
      if (hash === undefined) return undefined
      drawn.push({ words, hash })
    }
    return drawn
  }

  /** Makes an account. Returns its name. */
  async #insert(
    transaction: Transaction<Tables>,
    { wish, hash, id }: { readonly wish: string; readonly hash: string; readonly id: ClassId },
  ): Promise<string> {
    const { chance, now } = this.#dependencies
    const player = chance.playerId()
    const checked = await this.#freeName(transaction, wish, player)
    const former = { id: player, name: checked.name, nameKey: checked.keys[0] }
    await transaction
      .insertInto('players')
      .values({ ...former, createdAt: now() })
      .execute()
    await giveName(transaction, former, checked, now())
    await addCredentials(transaction, { player, createdAt: now(), passwordHash: hash })
    const progressJson = JSON.stringify(NO_PROGRESS)
    await transaction
      .insertInto('pupils')
      .values({ player, class: id, since: now(), progressJson, isOffered: 0 })
      .execute()
    return checked.name
  }

  /** The wished name if it is free, else with a number behind it; a drawn one if there is none. */
  async #freeName(
    transaction: Transaction<Tables>,
    wish: string,
    player: PlayerId,
  ): Promise<CheckedName> {
    const { chance, now } = this.#dependencies
    for (let draw = 0; draw < MOST_DRAWS; draw++) {
      const number = draw === 0 ? '' : ` ${2 + chance.below(10 ** Math.min(6, 1 + draw))}`
      const wished = checkName(wish + number)
      const checked = wished.ok ? wished : checkName(guestName(chance, LONGEST_NUMBER))
      if (!checked.ok) continue
      if (!(await isTaken(transaction, checked.value.keys, player, now()))) return checked.value
    }
    throw new Error(`all ${MOST_DRAWS} names drawn for a pupil are taken`)
  }
}

// --- internal ---

interface Drawn {
  readonly words: Card['words']
  readonly hash: string
}

const MOST_DRAWS = 20
const LONGEST_ECHO = 60

/** Why a pupil cannot have a name, and which name; an empty one is drawn. */
function refusalOf(wish: string): HttpRefusal | undefined {
  if (wish === '') return undefined
  const checked = checkName(wish)
  return checked.ok ? undefined : { code: checked.error, why: wish.slice(0, LONGEST_ECHO) }
}
