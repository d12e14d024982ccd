import { createHmac } from 'node:crypto'
import {
  challengeIdSchema,
  DAY_MS,
  gameIdSchema,
  HOUR_MS,
  instantSchema,
  type PlayerId,
  playerIdSchema,
} from '@hokito/protocol'
import type {
  ComparisonOperatorExpression,
  ExpressionBuilder,
  Selectable,
  Transaction,
} from 'kysely'
import * as z from 'zod/mini'
import { addresseeOf } from '../../accounts/mail-store.ts'
import { hashLink } from '../../ground/mail-link.ts'
import type { Metrics } from '../../metrics.ts'
import type { Database } from '../../store/database.ts'
import type { WaitingLettersTable } from '../../store/notice-tables.ts'
import type { RowReader } from '../../store/row-reader.ts'
import type { Tables } from '../../store/schema.ts'
import type { Notice, Way } from '../notices.ts'

/** An e-mail to be written and sent, with the number of tries. */
export type WaitingLetter = Selectable<WaitingLettersTable>

export interface GameLettersDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly secret: string
  readonly now: () => number
  readonly metrics: Metrics
  /** Does this server send e-mails? */
  readonly isOn: boolean
}

/**
 * E-mails about correspondence games: the accounts that want them, and the queue. The queue is in
 * the database and holds only the recipient and the subject. Any node that has time writes and
 * sends the e-mail.
 */
export class GameLetters implements Way {
  readonly #dependencies: GameLettersDependencies
  /** The players who used a page on this node since the last check, and when. */
  readonly #heard = new Map<PlayerId, number>()

  constructor(dependencies: GameLettersDependencies) {
    this.#dependencies = dependencies
  }

  get isOn(): boolean {
    return this.#dependencies.isOn
  }

  /** Switches e-mails on or off for an account; false if it has no address to send them to. */
  async set(player: PlayerId, isOn: boolean): Promise<boolean> {
    return this.#dependencies.database.transact(async (transaction) => {
      if (!isOn) {
        for (const table of ['gameLetters', 'waitingLetters'] as const) {
          await transaction.deleteFrom(table).where('player', '=', player).execute()
        }
        return true
      }
      if ((await addresseeOf(transaction, player)) === undefined) return false
      const now = this.#dependencies.now()
      await transaction
        .insertInto('gameLetters')
        .values({
          player,
          hash: this.#hashOf(this.tokenOf(player)),
          since: now,
          turnsAt: null,
          dayAt: now,
          countOfDay: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return true
    })
  }

  /**
   * Switches them off by the link in an e-mail; does nothing if they are off, or the link is
   * unknown.
   */
  async letGo(token: string): Promise<void> {
    const found = await this.#dependencies.database.db
      .selectFrom('gameLetters')
      .select('player')
      .where('hash', '=', this.#hashOf(token))
      .executeTakeFirst()
    if (found !== undefined) await this.set(found.player, false)
  }

  /**
   * The token in the link of all e-mails to a player, as people open e-mails late, and more than
   * once. It is derived from the secret, and stored nowhere.
   */
  tokenOf(player: PlayerId): string {
    return createHmac('sha256', this.#dependencies.secret)
      .update(`letters about games ${player}`)
      .digest('base64url')
  }

  async find(player: PlayerId, notice: Notice): Promise<(() => Promise<void>) | undefined> {
    const about = aboutOf(notice)
    if (about === undefined) return undefined
    const wish = await this.wishOf(player)
    if (wish === undefined) return undefined
    const madeAt = this.#dependencies.now()
    const dueAt = about.kind === 'turns' ? turnsDueAt(wish, madeAt) : madeAt
    return () => this.#add({ player, ...about, madeAt, dueAt, tries: 0 })
  }

  lost(): void {
    this.#dependencies.metrics.mails.inc({ outcome: 'dropped' })
  }

  /** The settings of an account that wants e-mails; undefined if it does not. */
  async wishOf(player: PlayerId): Promise<Wish | undefined> {
    const { database, rows } = this.#dependencies
    const wish = await database.db
      .selectFrom('gameLetters')
      .select(['turnsAt', 'dayAt', 'countOfDay'])
      .where('player', '=', player)
      .executeTakeFirst()
    return wish && rows.read(wishSchema, wish, { table: 'gameLetters', id: player })
  }

  /** A player is using a page on this node, which shows the waiting games. */
  heard(player: PlayerId): void {
    if (!this.isOn || this.#heard.size >= MOST_HEARD) return
    this.#heard.set(player, this.#dependencies.now())
  }

  /** Drops e-mails about turns that players have seen on the site since. */
  async dropSeen(): Promise<void> {
    const { db } = this.#dependencies.database
    const heard = [...this.#heard]
    this.#heard.clear()
    for (let from = 0; from < heard.length; from += BATCH) {
      const part = new Map(heard.slice(from, from + BATCH))
      const waiting = await db
        .selectFrom('waitingLetters')
        .select(['player', 'madeAt'])
        .where('kind', '=', 'turns')
        .where('player', 'in', [...part.keys()])
        .execute()
      for (const { player, madeAt } of waiting) {
        if (madeAt <= (part.get(player) ?? 0)) await this.drop({ player, madeAt, ...TURNS })
      }
    }
  }

  /**
   * Claims the e-mail that has been due longest for this node. If the node does not finish it, it
   * is tried again after a while. A damaged one is dropped.
   */
  async claim(): Promise<WaitingLetter | 'damaged' | undefined> {
    const { database, rows, now } = this.#dependencies
    return database.transact(async (transaction) => {
      const row =
        (await this.#first(transaction, '<=', now())) ??
        (await this.#first(transaction, '>', LAST_INSTANT))
      if (row === undefined) return undefined
      const { player, kind, subject } = row
      const id = `${player} ${kind} ${subject}`
      const due = rows.read(waitingSchema, row, { table: 'waitingLetters', id })
      if (due === undefined) {
        await transaction
          .deleteFrom('waitingLetters')
          .where('player', '=', player)
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .execute()
        return 'damaged'
      }
      const claimed = { ...due, tries: due.tries + 1, dueAt: now() + CLAIM_MS }
      const { numUpdatedRows } = await transaction
        .updateTable('waitingLetters')
        .set({ tries: claimed.tries, dueAt: claimed.dueAt })
        .where('player', '=', due.player)
        .where('kind', '=', due.kind)
        .where('subject', '=', due.subject)
        // Unless another claim has taken it since it was read.
        .where('tries', '=', due.tries)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n ? claimed : undefined
    })
  }

  /** Counts one more e-mail towards an account's daily limit; false if the limit is reached. */
  async takeFromDay(player: PlayerId): Promise<boolean> {
    const now = this.#dependencies.now()
    // A day that begins later was stored before the clock was put back.
    const isOver = (row: ExpressionBuilder<Tables, 'gameLetters'>) =>
      row.or([row('dayAt', '<=', now - DAY_MS), row('dayAt', '>', now)])
    const taken = await this.#dependencies.database.db
      .updateTable('gameLetters')
      .set((row) => ({
        countOfDay: row
          .case()
          .when(isOver(row))
          .then(1)
          .else(row('countOfDay', '+', 1))
          .end(),
        dayAt: row.case().when(isOver(row)).then(now).else(row.ref('dayAt')).end(),
      }))
      .where('player', '=', player)
      .where((row) => row.or([isOver(row), row('countOfDay', '<', MOST_A_DAY)]))
      .returning('player')
      .execute()
    return taken.length > 0
  }

  /** Makes the link of the e-mail about to be sent valid, even if the secret has changed. */
  async arm(player: PlayerId): Promise<string> {
    const token = this.tokenOf(player)
    const hash = this.#hashOf(token)
    await this.#dependencies.database.db
      .updateTable('gameLetters')
      .set({ hash })
      .where('player', '=', player)
      .where('hash', '!=', hash)
      .execute()
    return token
  }

  /**
   * The mail server has accepted an e-mail. Changes since it was written go into another one, when
   * that is due.
   */
  async sent(letter: WaitingLetter): Promise<void> {
    const { player, kind, subject } = letter
    const { db } = this.#dependencies.database
    const now = this.#dependencies.now()
    await this.drop(letter)
    if (kind !== 'turns') return
    await db.updateTable('gameLetters').set({ turnsAt: now }).where('player', '=', player).execute()
    await db
      .updateTable('waitingLetters')
      .set({ dueAt: now + DAY_MS, tries: 0 })
      .where('player', '=', player)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .execute()
  }

  /**
   * The mail server was unavailable: retries later, a few times; false if that was the last try.
   */
  async putOff(letter: WaitingLetter): Promise<boolean> {
    const afterMs = LATER_MS[letter.tries - 1]
    if (afterMs === undefined) {
      await this.drop(letter)
      return false
    }
    await this.#dependencies.database.db
      .updateTable('waitingLetters')
      .set({ dueAt: this.#dependencies.now() + afterMs })
      .where('player', '=', letter.player)
      .where('kind', '=', letter.kind)
      .where('subject', '=', letter.subject)
      .execute()
    return true
  }

  /** Drops an e-mail, unless there is more to say since. */
  async drop({ player, kind, subject, madeAt }: Made): Promise<void> {
    await this.#dependencies.database.db
      .deleteFrom('waitingLetters')
      .where('player', '=', player)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('madeAt', '=', madeAt)
      .execute()
  }

  async #add(letter: WaitingLetter): Promise<void> {
    const { db } = this.#dependencies.database
    const { count } = await db
      .selectFrom('waitingLetters')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_WAITING) return this.lost()
    await db
      .insertInto('waitingLetters')
      .values(letter)
      .onConflict((conflict) =>
        conflict.columns(['player', 'kind', 'subject']).doUpdateSet(({ eb, ref }) => ({
          madeAt: letter.madeAt,
          // None waits longer than a day, unless it is damaged or the clock was put back.
          dueAt: eb
            .case()
            .when('waitingLetters.dueAt', '>', letter.madeAt + DAY_MS)
            .then(letter.dueAt)
            .else(ref('waitingLetters.dueAt'))
            .end(),
        })),
      )
      .execute()
  }

  /** The row that has been due longest among those due in a range. */
  #first(transaction: Transaction<Tables>, is: ComparisonOperatorExpression, instant: number) {
    const isShared = this.#dependencies.database.shared !== undefined
    return transaction
      .selectFrom('waitingLetters')
      .selectAll()
      .where('dueAt', is, instant)
      .orderBy('dueAt')
      .limit(1)
      .$if(isShared, (query) => query.forUpdate().skipLocked())
      .executeTakeFirst()
  }

  #hashOf(token: string) {
    return hashLink(token, this.#dependencies.secret)
  }
}

// --- internal ---

/** How long a turn waits for its player before an e-mail is sent. */
const PATIENCE_MS = 3 * HOUR_MS
/** The most e-mails about games to one account a day. */
const MOST_A_DAY = 10
const MOST_WAITING = 10_000
/** Longer than a mail server can take for one e-mail. */
const CLAIM_MS = 900_000
/** The delays before each retry. */
const LATER_MS = [300_000, 1_800_000, 2 * HOUR_MS, 4 * HOUR_MS]
/** Nodes that take an e-mail for the last time may fail to finish it, too. */
export const MOST_TRIES = LATER_MS.length + 1
/** No date is later; in SQLite, text and bytes are. */
const LAST_INSTANT = 8.64e15
const BATCH = 500
/** More players than are ever connected here; cleared every few seconds. */
const MOST_HEARD = 50_000

const waitingSchema = z.intersection(
  z.object({
    player: playerIdSchema,
    madeAt: instantSchema,
    dueAt: instantSchema,
    tries: z.int().check(z.nonnegative()),
  }),
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('turns'), subject: z.literal('') }),
    z.object({ kind: z.literal('last'), subject: gameIdSchema }),
    z.object({ kind: z.literal('challenge'), subject: challengeIdSchema }),
  ]),
)

const wishSchema = z.object({
  turnsAt: z.nullable(instantSchema),
  dayAt: instantSchema,
  countOfDay: z.int(),
})
type Wish = Readonly<z.infer<typeof wishSchema>>

type Made = Pick<WaitingLetter, 'player' | 'kind' | 'subject' | 'madeAt'>

const TURNS = { kind: 'turns', subject: '' } as const

/** The kind of e-mail for a notice; undefined if none. */
function aboutOf({
  about,
  subject,
  isLive,
}: Notice): Pick<WaitingLetter, 'kind' | 'subject'> | undefined {
  if (isLive) return undefined
  switch (about.kind) {
    case 'turn':
    case 'begun':
      return TURNS
    case 'last':
    case 'challenge':
      return { kind: about.kind, subject }
    case 'break':
    case 'back':
      return undefined
  }
}

/** One e-mail about turns a day, however many there are. */
function turnsDueAt({ turnsAt }: Wish, now: number): number {
  return Math.max(now + PATIENCE_MS, Math.min(turnsAt ?? 0, now) + DAY_MS)
}
