import {
  ASK_AGAIN_DAYS,
  DAY_MS,
  type HttpRefusal,
  LONGEST_SCHOOL_NAME,
  type PlayerId,
  type TeachAnswer,
  type TeachRequest,
  type TeachWish,
  teachRequestSchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Kysely, Transaction } from 'kysely'
import { plainText } from '../ground/plain-text.ts'
import { isPupil, isTeacher } from '../players/confinement.ts'
import { hasAccount } from '../players/credentials.ts'
import type { RowSource } from '../store/row-reader.ts'
import type { Tables } from '../store/schema.ts'

/** A player's request to be confirmed as a teacher, with its answer. */
export async function requestOf(
  { db, rows }: RowSource,
  player: PlayerId,
): Promise<TeachRequest | undefined> {
  const row = await db
    .selectFrom('teachRequests')
    .selectAll()
    .where('player', '=', player)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { at, purpose, school, answeredAt, isGranted, why } = row
  const answer = answeredAt !== null && {
    answer: { at: answeredAt, isGranted: isGranted === 1, why: why ?? '' },
  }
  const request = { at, purpose, school, ...answer }
  return rows.read(teachRequestSchema, request, { table: 'teachRequests', id: player })
}

/** The answer to a player's request while it is news: a new teacher has not made a class yet. */
export async function answerFor(
  source: RowSource,
  player: PlayerId,
  now: number,
): Promise<TeachAnswer | undefined> {
  const answer = (await requestOf(source, player))?.answer
  if (answer === undefined || now - answer.at > NEWS_MS) return undefined
  const made = source.db.selectFrom('classes').select('id').where('teacher', '=', player).limit(1)
  return answer.isGranted && (await made.executeTakeFirst()) !== undefined ? undefined : answer
}

/**
 * Stores a player's request, replaces one that still waits, or deletes that one. The owner's answer
 * stays for some time; a player whom the owner has refused cannot ask again before.
 */
export async function changeRequest(
  source: RowSource,
  player: PlayerId,
  wish: TeachWish,
  now: number,
): Promise<Result<void, HttpRefusal>> {
  const { db: transaction } = source
  if (wish.type === 'withdraw') {
    await transaction
      .deleteFrom('teachRequests')
      .where('player', '=', player)
      .where('answeredAt', 'is', null)
      .execute()
    return ok(undefined)
  }
  if (!(await hasAccount(transaction, player))) return err({ code: 'noAccount' })
  if (await isPupil(transaction, player)) return err({ code: 'ofClass' })
  if (await isTeacher(transaction, player)) return ok(undefined)
  const answer = (await requestOf(source, player))?.answer
  const waitMs = answer === undefined ? 0 : Math.min(answer.at, now) + ASK_AGAIN_MS - now
  if (answer?.isGranted === false && waitMs > 0) {
    return err({ code: 'tooMany', retryAfterMs: waitMs })
  }
  const school = plainText(wish.school)
  if (school.length > LONGEST_SCHOOL_NAME) return err({ code: 'badClassName' })
  const row = { at: now, purpose: wish.purpose, school }
  const unanswered = { answeredAt: null, isGranted: null, why: null }
  await transaction
    .insertInto('teachRequests')
    .values({ player, ...row, ...unanswered })
    .onConflict((conflict) => conflict.column('player').doUpdateSet({ ...row, ...unanswered }))
    .execute()
  return ok(undefined)
}

/** Stores the owner's answer to a waiting request. Returns false if none waits. */
export async function answerRequest(
  transaction: Transaction<Tables>,
  player: PlayerId,
  { isGranted, why, at }: TeachAnswer,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('teachRequests')
    .set({ answeredAt: at, isGranted: isGranted ? 1 : 0, why })
    .where('player', '=', player)
    .where('answeredAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The requests that wait, the oldest first. A node without requests may have confirmed some. */
export async function waitingRequests(db: Kysely<Tables>, most: number) {
  return db
    .selectFrom('teachRequests')
    .innerJoin('players', 'players.id', 'teachRequests.player')
    .leftJoin('teachers', 'teachers.player', 'teachRequests.player')
    .select(['players.name', 'teachRequests.at', 'purpose', 'school'])
    .where('answeredAt', 'is', null)
    .where('teachers.player', 'is', null)
    .orderBy('teachRequests.at')
    .orderBy('teachRequests.player')
    .limit(most)
    .execute()
}

// --- internal ---

const ASK_AGAIN_MS = ASK_AGAIN_DAYS * DAY_MS
/** How long the pages mention an answer. */
const NEWS_MS = 14 * DAY_MS
