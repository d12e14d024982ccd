import type { FastifyReply } from 'fastify'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import type { PageAsked } from './operation.ts'
import { type PageOutcome, tooMany } from './outcome.ts'

/** A file that is written while it is read from the database. */
export interface LongAnswer {
  /** Charges the file's rate limit; returns 0, or the wait in milliseconds. */
  readonly take: () => number
  readonly fileName: string
  readonly chunksOf: (task: LongTask) => AsyncIterable<string>
}

/**
 * Answers a file as it is read, unless the visitor's address or all visitors together are reading
 * too many.
 */
export function longAnswer(
  { address, signal }: Pick<PageAsked, 'address' | 'signal'>,
  { longWork }: Pick<Visitors, 'longWork'>,
  { take, fileName, chunksOf }: LongAnswer,
): PageOutcome<never> {
  const task = longWork.admit(address, signal)
  if (typeof task === 'number') return tooMany(task)
  const waitMs = take()
  if (waitMs > 0) return tooMany(waitMs)
  const headers = { 'Content-Disposition': `attachment; filename="${fileName}"` }
  return { kind: 'stream', chunks: chunksOf(task), headers }
}

/** Aborts when the connection of an answer closes, on either side. */
export function closingOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.closed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
