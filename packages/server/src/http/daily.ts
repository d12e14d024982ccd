import {
  DAILY_LEVELS,
  DAILY_TREE_PLIES,
  dailyMovesSchema,
  dailyTableSchema,
  dailyTryReplySchema,
  dailyTrySchema,
  daySchema,
  textSchema,
} from '@hokito/protocol'
import * as z from 'zod/mini'
import type { Daily } from '../daily/daily.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, refused } from './outcome.ts'

export interface DailyDependencies {
  readonly daily: Daily
}

/** Each queries the database. */
const PRICE = 5
const LONGEST_AFTER = 5 * DAILY_TREE_PLIES

const DAY = { schema: daySchema }

/** Counts a game of the day, or answers 202 while it is being checked. */
const sendTry = operation({
  asker: 'ownPlayer',
  method: 'post',
  path: '/api/daily',
  body: { schema: dailyTrySchema },
  answer: jsonBy(dailyTryReplySchema, { 202: dailyTryReplySchema }),
  cache: 'never',
  price: PRICE,
  handle: async (_, { player, address, body }, { daily }: DailyDependencies) => {
    const verdict = await daily.count(body, { player: player.id, address })
    if (!verdict.ok) return refused(verdict.error)
    return answered(verdict.value, { status: verdict.value.status === 'checking' ? 202 : 200 })
  },
})

const tableOfDay = operation({
  asker: 'visitor',
  path: '/api/daily/{day}',
  parameters: { day: DAY, level: { schema: z.optional(z.string()) } },
  answer: jsonBy(dailyTableSchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ day, level: text }, { player }, { daily }: DailyDependencies) => {
    const level = DAILY_LEVELS.find((each) => String(each) === text)
    if (level === undefined) return refused({ code: 'badRequest' })
    return answered(await daily.table(day, level, player?.id))
  },
})

const movesOfDay = operation({
  asker: 'visitor',
  path: '/api/daily/{day}/moves',
  parameters: {
    day: DAY,
    after: { schema: z._default(textSchema(LONGEST_AFTER), '') },
  },
  answer: jsonBy(dailyMovesSchema),
  cache: 'never',
  price: PRICE,
  handle: async ({ day, after }, { player }, { daily }: DailyDependencies) => {
    const found = await daily.movesAfter(day, after === '' ? [] : after.split(','), player?.id)
    return found.ok ? answered(found.value) : refused(found.error)
  },
})

/**
 * The game of the day: our own pages send a game; anyone reads the table of a day and level, and
 * the moves that others played.
 */
export const DAILY_OPERATIONS: readonly PageOperation<DailyDependencies>[] = [
  sendTry,
  tableOfDay,
  movesOfDay,
]
