import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LongTask } from '../limiting/long-work.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { refuseForNow } from './replies.ts'

/** A file that is written while it is read from the database. */
export interface LongAnswer {
  /** Charges the file's rate limit; returns 0, or the wait in milliseconds. */
  readonly take: () => number
  readonly headers: Readonly<Record<string, string>>
  readonly chunksOf: (task: LongTask) => AsyncIterable<string>
}

/**
 * Sends a file as it is read, unless the visitor's address or all visitors together are reading too
 * many.
 */
export function sendLong(
  request: FastifyRequest,
  reply: FastifyReply,
  visitors: Pick<Visitors, 'addressOf' | 'longWork'>,
  { take, headers, chunksOf }: LongAnswer,
): FastifyReply {
  const address = visitors.addressOf(request.raw)
  const task = visitors.longWork.admit(address, closingOf(reply))
  if (typeof task === 'number') return refuseForNow(reply, task)
  const waitMs = take()
  if (waitMs > 0) return refuseForNow(reply, waitMs)
  return reply.headers(headers).send(Readable.from(chunksOf(task)))
}

/** Aborts when the connection of an answer closes, on either side. */
export function closingOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (raw.closed) controller.abort()
  else raw.once('close', () => controller.abort())
  return controller.signal
}
