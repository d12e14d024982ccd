import { watchReplySchema } from '@hokito/protocol'
import * as z from 'zod/mini'
import type { Showcase } from '../bots/showcase.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'

export interface WatchDependencies {
  readonly showcase: Pick<Showcase, 'shown'>
}

/** What can be watched now. Answered from a text that is the same for all. */
const watch = operation({
  asker: 'anyone',
  path: '/api/watch',
  query: z.strictObject({ all: z.optional(z.literal('yes')) }),
  answer: jsonBy(watchReplySchema),
  cache: 'public, max-age=1',
  price: 1,
  handle: async (_, { query }, { showcase }: WatchDependencies) => {
    const { best, all } = await showcase.shown()
    return { kind: 'file', content: query.all === undefined ? best : all }
  },
})

export const WATCH_OPERATIONS: readonly PageOperation<WatchDependencies>[] = [watch]
