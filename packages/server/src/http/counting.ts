import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Rates } from '../limiting/rates.ts'
import type { Visitors } from '../limiting/visitors.ts'

/** Takes from a rate for a request, before anything else is done for it; refuses it when that is used up. */
export function counted(visitors: Visitors, rates: Rates, price = 1) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const waitMs = rates.take(visitors.addressOf(request.raw), price)
    return waitMs === 0 ? undefined : refuseForNow(reply, waitMs)
  }
}

/** Answers that this is too much, and when to come again. */
export function refuseForNow(reply: FastifyReply, waitMs: number): FastifyReply {
  return reply
    .code(429)
    .header('Retry-After', Math.ceil(waitMs / 1000))
    .send({ code: 'tooMany', retryAfterMs: waitMs })
}
