import { breakStateSchema, doneReplySchema, takeBreakSchema } from '@hokito/protocol'
import type { Visitors } from '../limiting/visitors.ts'
import type { BreakError, Breaks } from '../notify/breaks.ts'
import { chargeChange } from './charges.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered, type PageRefused, refused, tooMany } from './outcome.ts'

export interface BreakDependencies {
  readonly breaks: Breaks
  readonly visitors: Visitors
}

const BUSY_MS = 1000

const POST = {
  asker: 'ownPlayer',
  method: 'post',
  answer: jsonBy(breakStateSchema),
  cache: 'never',
  bodyLimit: 1024,
  // Each reads and writes all running games of a player.
  price: 10,
  charge: chargeChange,
} as const

const takeBreak = operation({
  ...POST,
  path: '/api/account/break',
  body: { schema: takeBreakSchema },
  handle: async (_, { player, body }, { breaks }: BreakDependencies) => {
    const taken = await breaks.take(player, body.days)
    return taken.ok ? answered(taken.value) : refusedBreak(taken.error)
  },
})

const endBreak = operation({
  ...POST,
  path: '/api/account/break-end',
  body: { schema: doneReplySchema },
  handle: async (_, { player }, { breaks }: BreakDependencies) => {
    const ended = await breaks.end(player)
    return ended.ok ? answered(ended.value) : refusedBreak(ended.error)
  },
})

/** A break of a player from correspondence games: take one, and end it early. */
export const BREAK_OPERATIONS: readonly PageOperation<BreakDependencies>[] = [takeBreak, endBreak]

// --- internal ---

/** Unlike elsewhere, a bot is refused because of what it is, not as forbidden. */
function refusedBreak(code: BreakError): PageRefused {
  if (code === 'busy') return tooMany(BUSY_MS)
  return refused({ code }, code === 'forPeople' ? { status: 409 } : {})
}
