import { MOST_CLASSES, type PlayerCard } from '@hokito/protocol'
import type { Transaction } from 'kysely'
import type { EventStream } from '../live/events.ts'
import { answerRequest } from '../people/teach-requests.ts'
import { isPupil } from '../players/confinement.ts'
import { credentialsNamed } from '../players/credentials.ts'
import { giveName, isTaken, storedNameOf } from '../players/name-keys.ts'
import { playerNamed } from '../players/named.ts'
import { checkName } from '../players/names.ts'
import { endAllSessions } from '../players/sessions.ts'
import type { Database } from '../store/database.ts'
import type { Tables } from '../store/schema.ts'
import { SharedCommits } from '../store/shared-commits.ts'
import { type Order, type OrderAnswer, type OrderRefusal, parseOrder } from './order.ts'

export interface OrdersDependencies {
  readonly database: Database
  readonly now: () => number
  /** Publishes an order to connected players. */
  readonly events: EventStream
}

/**
 * Carries out the owner's orders from `hokito admin`, each in one commit with its line in the log.
 * A running server finds the orders in the database; otherwise the command carries them out itself.
 */
export class Orders {
  readonly #dependencies: OrdersDependencies
  readonly #commits: SharedCommits

  constructor(dependencies: OrdersDependencies) {
    const { database } = dependencies
    this.#dependencies = dependencies
    // Names are assigned one after another, even across nodes.
    this.#commits = new SharedCommits(database, (transaction) => database.holdNames(transaction))
  }

  /** Carries out waiting orders, each exactly once, on the first node that finds it. */
  async performWaiting(): Promise<void> {
    for (let turn = 0; turn < MOST_AT_ONCE; turn++) {
      const taken = await this.#takeNext()
      if (taken === undefined) return
      const order = parseOrder(taken.orderJson)
      let answer: OrderAnswer = FAILED
      try {
        if (order !== undefined) answer = await this.perform(order)
      } finally {
        // The caller learns that the order failed; the reason is for the server's own log.
        await this.#answer(taken.key, answer)
      }
    }
  }

  /** Carries out one order. */
  async perform(order: Order): Promise<OrderAnswer> {
    const done = await this.#commits.run((transaction) => this.#store(transaction, order))
    if (typeof done === 'string') return { ok: false, code: done }
    await this.#publish(order, done.player)
    return { ok: true, outcome: done.outcome }
  }

  async #answer(key: number, answer: OrderAnswer): Promise<void> {
    await this.#dependencies.database.db
      .updateTable('orders')
      .set({ answerJson: JSON.stringify(answer) })
      .where('key', '=', key)
      .execute()
  }

  async #takeNext() {
    const { db } = this.#dependencies.database
    const next = await db
      .selectFrom('orders')
      .select('key')
      .where('takenAt', 'is', null)
      .orderBy('key')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return undefined
    return db
      .updateTable('orders')
      .set({ takenAt: this.#dependencies.now() })
      .where('key', '=', next.key)
      .where('takenAt', 'is', null)
      .returning(['key', 'orderJson'])
      .executeTakeFirst()
  }

  async #store(transaction: Transaction<Tables>, order: Order): Promise<Done | OrderRefusal> {
    const now = this.#dependencies.now()
    const done = await this.#change(transaction, order, now)
    if (typeof done === 'string') return done
    const { admin, why, kind } = order
    await transaction
      .insertInto('adminLog')
      .values({
        at: now,
        admin,
        action: 'limitation' in order ? `${kind} ${order.limitation}` : kind,
        player: done.player?.id ?? null,
        about: done.about,
        why,
        outcome: done.outcome,
      })
      .execute()
    return done
  }

  #change(transaction: Transaction<Tables>, order: Order, now: number) {
    switch (order.kind) {
      case 'limit':
        return this.#limit(transaction, order, now)
      case 'lift':
        return lift(transaction, order)
      case 'rename':
        return rename(transaction, order, now)
      case 'teacher':
        return order.isOn
          ? confirmTeacher(transaction, order, now)
          : this.#dismissTeacher(transaction, order)
      case 'refuseTeacher':
        return refuseTeacher(transaction, order, now)
      case 'answer':
        return answer(transaction, order, now)
    }
  }

  async #limit(
    transaction: Transaction<Tables>,
    { name, limitation, forMs, why }: Extract<Order, { kind: 'limit' }>,
    now: number,
  ): Promise<Done | OrderRefusal> {
    const found = await playerNamed(transaction, name)
    if (found === undefined) return 'unknownPlayer'
    const { card: player } = found
    if (limitation === 'close') {
      if (!found.hasAccount) return 'noAccount'
      await this.#dependencies.database.holdPlayers(transaction, [player.id])
      await endAllSessions(transaction, player.id, now)
    }
    const until = forMs === null ? null : now + forMs
    const row = { why, since: now, until }
    await transaction
      .insertInto('limitations')
      .values({ player: player.id, kind: limitation, ...row })
      .onConflict((conflict) => conflict.columns(['player', 'kind']).doUpdateSet(row))
      .execute()
    const end = until === null ? 'for good' : `until ${new Date(until).toISOString()}`
    return { player, about: player.name, outcome: `${limitation} ${end}` }
  }

  /** Without its teacher, a class goes on but nobody changes it, unless a successor takes it over. */
  async #dismissTeacher(
    transaction: Transaction<Tables>,
    { name, successor }: Extract<Order, { kind: 'teacher' }>,
  ): Promise<Done | OrderRefusal> {
    const account = await accountNamed(transaction, name)
    if (typeof account === 'string') return account
    const heir = successor === undefined ? undefined : await teacherNamed(transaction, successor)
    if (successor !== undefined && (heir === undefined || heir.player === account.id)) {
      return 'noSuccessor'
    }
    // Neither makes a class meanwhile.
    const held = [account.id, ...(heir ? [heir.player] : [])]
    await this.#dependencies.database.holdPlayers(transaction, held)
    let moved = 0n
    if (heir !== undefined) {
      const classes = transaction.selectFrom('classes').select(({ fn }) => fn.countAll().as('n'))
      const { n } = await classes.where('teacher', 'in', held).executeTakeFirstOrThrow()
      if (Number(n) > MOST_CLASSES) return 'tooManyClasses'
      const { numUpdatedRows } = await transaction
        .updateTable('classes')
        .set({ teacher: heir.player })
        .where('teacher', '=', account.id)
        .executeTakeFirstOrThrow()
      moved = numUpdatedRows
    }
    const { numDeletedRows } = await transaction
      .deleteFrom('teachers')
      .where('player', '=', account.id)
      .executeTakeFirstOrThrow()
    // Someone who is no teacher any more may still have classes.
    if (numDeletedRows === 0n && moved === 0n) return 'notTeacher'
    // The former request and its answer are of no use any more.
    await transaction.deleteFrom('teachRequests').where('player', '=', account.id).execute()
    const outcome = `no longer a teacher${heir === undefined ? '' : `; classes to ${heir.name}`}`
    return { player: account, about: account.name, outcome }
  }

  /** Publishes the changes that connected players must see. */
  async #publish(order: Order, player: PlayerCard | undefined): Promise<void> {
    const { events } = this.#dependencies
    if (player === undefined) return
    if (order.kind === 'rename') return events.publishAwaited('renamed', player)
    if (order.kind !== 'limit' && order.kind !== 'lift' && order.kind !== 'teacher') return
    events.publish('peopleChanged', [player.id])
    if (order.kind !== 'limit' || order.limitation === 'mute') return
    await events.publishAwaited('leaving', player.id)
    if (order.limitation === 'close') events.publish('signedOut', player.id)
  }
}

// --- internal ---

/** The action, and the player concerned. */
interface Done {
  /** With the new name, if renamed. */
  readonly player: PlayerCard | undefined
  readonly about: string
  readonly outcome: string
}

/** The most orders carried out in one run. */
const MOST_AT_ONCE = 20

const FAILED: OrderAnswer = { ok: false, code: 'failed' }

async function lift(
  transaction: Transaction<Tables>,
  { name, limitation }: Extract<Order, { kind: 'lift' }>,
): Promise<Done | OrderRefusal> {
  const player = (await playerNamed(transaction, name))?.card
  if (player === undefined) return 'unknownPlayer'
  const { numDeletedRows } = await transaction
    .deleteFrom('limitations')
    .where('player', '=', player.id)
    .where('kind', '=', limitation)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return 'notLimited'
  return { player, about: player.name, outcome: `${limitation} lifted` }
}

/** All rules for names apply, except how often a name may change. */
async function rename(
  transaction: Transaction<Tables>,
  { name, next }: Extract<Order, { kind: 'rename' }>,
  now: number,
): Promise<Done | OrderRefusal> {
  const player = (await playerNamed(transaction, name))?.card
  if (player === undefined) return 'unknownPlayer'
  const checked = checkName(next)
  if (!checked.ok) return checked.error
  if (await isTaken(transaction, checked.value.keys, player.id, now)) return 'nameTaken'
  const former = await storedNameOf(transaction, player.id)
  if (former === undefined) return 'unknownPlayer'
  await giveName(transaction, former, checked.value, now)
  const renamed = { id: player.id, name: checked.value.name }
  return { player: renamed, about: player.name, outcome: `now ${renamed.name}` }
}

/** A pupil cannot be a teacher. */
async function confirmTeacher(
  transaction: Transaction<Tables>,
  { name, why }: Extract<Order, { kind: 'teacher' }>,
  now: number,
): Promise<Done | OrderRefusal> {
  const player = await accountNamed(transaction, name)
  if (typeof player === 'string') return player
  if (await isPupil(transaction, player.id)) return 'ofClass'
  await transaction
    .insertInto('teachers')
    .values({ player: player.id, since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await answerRequest(transaction, player.id, { isGranted: true, why, at: now })
  return { player, about: player.name, outcome: 'teacher confirmed' }
}

async function refuseTeacher(
  transaction: Transaction<Tables>,
  { name, why }: Extract<Order, { kind: 'refuseTeacher' }>,
  now: number,
): Promise<Done | OrderRefusal> {
  const player = await accountNamed(transaction, name)
  if (typeof player === 'string') return player
  const isAnswered = await answerRequest(transaction, player.id, { isGranted: false, why, at: now })
  if (!isAnswered) return 'notAsked'
  return { player, about: player.name, outcome: 'request to teach refused' }
}

async function teacherNamed(transaction: Transaction<Tables>, name: string) {
  const account = await credentialsNamed(transaction, name)
  const row = transaction.selectFrom('teachers').select('player')
  const found = account && (await row.where('player', '=', account.player).executeTakeFirst())
  return found && account
}

async function accountNamed(
  transaction: Transaction<Tables>,
  name: string,
): Promise<PlayerCard | OrderRefusal> {
  const found = await playerNamed(transaction, name)
  if (found === undefined) return 'unknownPlayer'
  return found.hasAccount ? found.card : 'noAccount'
}

async function answer(
  transaction: Transaction<Tables>,
  { report, why }: Extract<Order, { kind: 'answer' }>,
  now: number,
): Promise<Done | OrderRefusal> {
  const row = await transaction
    .selectFrom('reports')
    .select(['name', 'reported', 'closedAt'])
    .where('key', '=', report)
    .executeTakeFirst()
  if (row === undefined) return 'unknownReport'
  if (row.closedAt !== null) return 'answered'
  await transaction
    .updateTable('reports')
    .set({ closedAt: now, answer: why })
    .where('key', '=', report)
    .execute()
  const player = { id: row.reported, name: row.name }
  return { player, about: `report ${report}`, outcome: 'closed' }
}
