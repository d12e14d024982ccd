import { type HttpRefusal, httpRefusalSchema } from '@hokito/protocol'
import type { FastifyReply, FastifyServerOptions } from 'fastify'
import type * as z from 'zod/mini'

/**
 * Makes an application write its JSON by the schemas of its routes. Set on creation, so that
 * Fastify does not load the compilers for JSON schemas.
 */
export const BY_SCHEMA: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    buildValidator: () => {
      throw new Error(
        'no route may have a schema of what it is asked: operations are parsed before their handlers',
      )
    },
    buildSerializer: () => (route) => {
      const schema = route.schema as unknown as z.ZodMiniType
      return (answer) => JSON.stringify(schema.parse(answer))
    },
  },
}

/** The schemas of all refusals, to which a route adds those of its answers. */
export const REFUSALS = { '4xx': httpRefusalSchema, '5xx': httpRefusalSchema } as const

/** How much of an address is repeated in an answer, or in the log. */
export const LONGEST_ECHO = 200

/** Refuses a request, from any hook or route. */
export function refuse(reply: FastifyReply, status: number, refusal: HttpRefusal): FastifyReply {
  return reply.code(status).send(refusal)
}

/** Refuses because of a rate limit, with the retry delay. */
export function refuseForNow(reply: FastifyReply, waitMs: number): FastifyReply {
  const retryAfterMs = Math.ceil(waitMs)
  reply.header('Retry-After', Math.ceil(retryAfterMs / 1000))
  return refuse(reply, 429, { code: 'tooMany', retryAfterMs })
}
