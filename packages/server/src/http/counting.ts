import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AddressKey } from '../limiting/addresses.ts'
import type { Rates } from '../limiting/rates.ts'
import type { Visitors } from '../limiting/visitors.ts'
import { refuseForNow } from './replies.ts'

/**
 * Charges a request to a rate limit before any other work, and refuses it if the limit is exceeded.
 */
export function counted(visitors: Visitors, rates: Rates<AddressKey>, price = 1) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const waitMs = rates.take(visitors.addressOf(request.raw), price)
    return waitMs === 0 ? undefined : refuseForNow(reply, waitMs)
  }
}
