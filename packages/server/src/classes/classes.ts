import {
  type ClassChange,
  type ClassesReply,
  type ClassId,
  type HttpRefusal,
  LONGEST_CLASS_NAME,
  MOST_CLASSES,
  MOST_TASKS,
  type PlayerCard,
  type PlayerId,
  type PupilProgress,
  type TeachWish,
} from '@hokito/protocol'
import { err, ok } from '@hokito/rules'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Accounts } from '../accounts/accounts.ts'
import type { HttpResult } from '../ground/http-result.ts'
import { plainText } from '../ground/plain-text.ts'
import type { LongWork } from '../limiting/long-work.ts'
import type { EventStream } from '../live/events.ts'
import { changeRequest, requestOf } from '../people/teach-requests.ts'
import { isTeacher, isTeacherOf } from '../players/confinement.ts'
import { hasAccount } from '../players/credentials.ts'
import type { Database } from '../store/database.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'
import { removeTournamentsOf } from '../tournaments/tournament-store.ts'
import {
  type ClassInParts,
  classesOf,
  mergedProgress,
  ownClassOf,
  progressOf,
  pupilsOf,
} from './class-rows.ts'

export interface ClassesDependencies {
  readonly database: Database
  readonly rows: RowReader
  readonly accounts: Pick<Accounts, 'remove'>
  readonly events: EventStream
  readonly longWork: Pick<LongWork, 'begin'>
  readonly now: () => number
}

/** What a player teaches and attends, with classes that are read as they are written. */
type ClassesReplyInParts = Omit<ClassesReply, 'classes'> & {
  readonly classes: AsyncIterable<ClassInParts> | readonly []
}

/**
 * The classes of teachers. A teacher is an account that the owner of the server has confirmed. Only
 * the teacher of a class reads and changes it: to all others it does not exist. Pupils see their own
 * class without what the others have done.
 */
export class Classes {
  readonly #dependencies: ClassesDependencies

  constructor(dependencies: ClassesDependencies) {
    this.#dependencies = dependencies
  }

  /** What a player teaches and attends, the classes taught one at a time. */
  async of(player: PlayerCard | undefined, signal: AbortSignal): Promise<ClassesReplyInParts> {
    const { database, rows, longWork } = this.#dependencies
    const source = { db: database.db, rows }
    const { db } = source
    if (player === undefined) return { hasAccount: false, isTeacher: false, classes: [] }
    const teaches = await isTeacher(db, player.id)
    const own = await ownClassOf(source, player.id)
    const request = teaches ? undefined : await requestOf(source, player.id)
    return {
      player,
      hasAccount: await hasAccount(db, player.id),
      isTeacher: teaches,
      classes: classesOf(source, player.id, longWork.begin(signal)),
      // An owner may have dismissed a teacher, who can then ask again.
      ...(request?.answer?.isGranted !== true && { request }),
      ...(own && { own }),
    }
  }

  async change(teacher: PlayerId, change: ClassChange): HttpResult<void> {
    const { database } = this.#dependencies
    if (!(await isTeacher(database.db, teacher))) return err({ code: 'notTeacher' })
    if (change.type === 'remove') return this.#remove(teacher, change.class)
    if (change.type === 'removePupil') return this.#removePupil(teacher, change.pupil)
    const changed = await database.transact(async (transaction) => {
      await database.holdPlayers(transaction, [teacher])
      return this.#changeIn(transaction, teacher, change)
    })
    if (changed.ok && change.type === 'open') await this.#tellOfContact(change.class)
    return changed
  }

  /** Asks the owner of the server to confirm the player as a teacher, or takes that back. */
  async ask(player: PlayerId, wish: TeachWish): HttpResult<void> {
    const { database, rows, now } = this.#dependencies
    return database.transact(async (transaction) => {
      await database.holdPlayers(transaction, [player])
      return changeRequest({ db: transaction, rows }, player, wish, now())
    })
  }

  /** Adds what a pupil's device has counted to what is known. */
  async report(pupil: PlayerId, progress: PupilProgress): HttpResult<void> {
    const { database, rows } = this.#dependencies
    return database.transact(async (transaction): HttpResult<void> => {
      await database.holdPlayers(transaction, [pupil])
      const row = await transaction
        .selectFrom('pupils')
        .select('progressJson')
        .where('player', '=', pupil)
        .executeTakeFirst()
      if (row === undefined) return err({ code: 'unknownPupil' })
      const merged = mergedProgress(progressOf(rows, pupil, row.progressJson), progress)
      await transaction
        .updateTable('pupils')
        .set({ progressJson: JSON.stringify(merged) })
        .where('player', '=', pupil)
        .execute()
      return ok(undefined)
    })
  }

  async #changeIn(
    transaction: Transaction<Tables>,
    teacher: PlayerId,
    change: Exclude<ClassChange, { readonly type: 'remove' | 'removePupil' }>,
  ): HttpResult<void> {
    if (change.type === 'make') return this.#make(transaction, teacher, change)
    if (change.type === 'offer') return offer(transaction, teacher, change)
    if (!(await isTeacherOf(transaction, change.class, teacher)))
      return err({ code: 'unknownClass' })
    switch (change.type) {
      case 'open':
        return open(transaction, change)
      case 'addTask':
        return addTask(transaction, change)
      case 'removeTask':
        await transaction
          .deleteFrom('classTasks')
          .where('class', '=', change.class)
          .where('n', '=', change.n)
          .execute()
        return ok(undefined)
    }
  }

  async #make(
    transaction: Transaction<Tables>,
    teacher: PlayerId,
    change: Changing<'make'>,
  ): HttpResult<void> {
    const name = plainText(change.name)
    if (name === '' || name.length > LONGEST_CLASS_NAME) return err({ code: 'badClassName' })
    const found = await transaction
      .selectFrom('classes')
      .select(['id', 'teacher'])
      .where((row) => row.or([row('id', '=', change.class), row('teacher', '=', teacher)]))
      .execute()
    const same = found.find(({ id }) => id === change.class)
    if (same !== undefined) {
      return same.teacher === teacher ? ok(undefined) : err({ code: 'unknownClass' })
    }
    if (found.length >= MOST_CLASSES) return err({ code: 'tooManyClasses' })
    const createdAt = this.#dependencies.now()
    await transaction
      .insertInto('classes')
      .values({ id: change.class, teacher, name, isOpen: 0, createdAt })
      .execute()
    return ok(undefined)
  }

  /** Refused while a pupil plays; those who do not are gone by then. */
  async #remove(teacher: PlayerId, id: ClassId): HttpResult<void> {
    const { database } = this.#dependencies
    if (!(await isTeacherOf(database.db, id, teacher))) return err({ code: 'unknownClass' })
    let refusal: HttpRefusal | undefined
    for (const pupil of await pupilsOf(database.db, id)) {
      const removed = await this.#removePupil(teacher, pupil)
      // One who has taken the account over meanwhile is no pupil any more.
      if (!removed.ok && removed.error.code !== 'unknownPupil') refusal = removed.error
    }
    if (refusal !== undefined) return err(refusal)
    return database.transact(async (transaction): HttpResult<void> => {
      await database.holdPlayers(transaction, [teacher])
      // A pupil may have been added meanwhile.
      if ((await pupilsOf(transaction, id)).length > 0) return err({ code: 'tooManyPupils' })
      await transaction.deleteFrom('classTasks').where('class', '=', id).execute()
      await removeTournamentsOf(transaction, id)
      await transaction.deleteFrom('classes').where('id', '=', id).execute()
      return ok(undefined)
    })
  }

  async #removePupil(teacher: PlayerId, pupil: PlayerId): HttpResult<void> {
    const { accounts, events, now } = this.#dependencies
    const removed = await accounts.remove(
      pupil,
      now(),
      () => events.publishAwaited('leaving', pupil),
      async (db) =>
        (await teachesPupil(db, teacher, pupil)) ? undefined : { code: 'unknownPupil' },
    )
    if (removed.ok) await events.publishAwaited('accountDeleted', pupil)
    return removed
  }

  /** The pupils' pages learn whom they may meet from now on, and their open challenges close. */
  async #tellOfContact(id: ClassId): Promise<void> {
    const { database, events } = this.#dependencies
    const pupils = await pupilsOf(database.db, id)
    for (const pupil of pupils) events.publish('peopleChanged', [pupil])
    for (const pupil of pupils) await events.publishAwaited('leaving', pupil)
  }
}

// --- internal ---

type Changing<T extends ClassChange['type']> = Extract<ClassChange, { readonly type: T }>

async function teachesPupil(
  db: Kysely<Tables>,
  teacher: PlayerId,
  pupil: PlayerId,
): Promise<boolean> {
  const found = await db
    .selectFrom('pupils')
    .innerJoin('classes', 'classes.id', 'pupils.class')
    .select('pupils.player')
    .where('pupils.player', '=', pupil)
    .where('classes.teacher', '=', teacher)
    .executeTakeFirst()
  return found !== undefined
}

/** Closing a class ends all follows of its pupils: nobody outside learns when they are here. */
async function open(
  transaction: Transaction<Tables>,
  { class: id, isOn }: Changing<'open'>,
): HttpResult<void> {
  await transaction
    .updateTable('classes')
    .set({ isOpen: isOn ? 1 : 0 })
    .where('id', '=', id)
    .execute()
  if (isOn) return ok(undefined)
  const pupils = sql`select player from pupils where class = ${id}`
  await sql`
    delete from follows where player in (${pupils}) or followed in (${pupils})
  `.execute(transaction)
  return ok(undefined)
}

async function offer(
  transaction: Transaction<Tables>,
  teacher: PlayerId,
  { pupil, isOn }: Changing<'offer'>,
): HttpResult<void> {
  if (!(await teachesPupil(transaction, teacher, pupil))) return err({ code: 'unknownPupil' })
  await transaction
    .updateTable('pupils')
    .set({ isOffered: isOn ? 1 : 0 })
    .where('player', '=', pupil)
    .execute()
  return ok(undefined)
}

async function addTask(
  transaction: Transaction<Tables>,
  { class: id, n, task }: Changing<'addTask'>,
): HttpResult<void> {
  const tasks = await transaction
    .selectFrom('classTasks')
    .select('n')
    .where('class', '=', id)
    .execute()
  if (tasks.some((other) => other.n === n)) return ok(undefined)
  if (tasks.length >= MOST_TASKS) return err({ code: 'tooManyTasks' })
  await transaction
    .insertInto('classTasks')
    .values({ class: id, n, taskJson: JSON.stringify(task) })
    .execute()
  return ok(undefined)
}
