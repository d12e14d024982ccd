import { doneReplySchema } from '@hokito/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { isOwnOrigin } from '../ground/origin.ts'
import type { counted } from './counting.ts'
import { REFUSALS, refuse, refuseForNow } from './replies.ts'

/** How requests that only our own pages may send are accepted. */
export interface PagePostsOptions {
  /** The beginning of their paths, such as `/api/people`. */
  readonly prefix: string
  readonly publicUrl: string | undefined
  readonly bodyLimit: number
  readonly onRequest: ReturnType<typeof counted>
}

/** The same, for routes that need a valid cookie. */
export interface OwnPostsOptions<Asker> extends PagePostsOptions {
  /** The owner of the cookie; undefined if it is invalid. */
  readonly askerOf: (request: FastifyRequest) => Promise<Asker | undefined>
  /** How long the asker has to wait, in milliseconds; 0 once the request is charged. */
  readonly waitMsOf: (asker: Asker) => number
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Adds routes that accept only requests from our own pages, with a body of a given shape, and whose
 * answers are never cached. Each answers by its schema, or with a reply of its own.
 */
export function pagePosts(app: FastifyInstance, options: PagePostsOptions) {
  const { prefix, publicUrl, bodyLimit, onRequest } = options
  return <Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
    path: string,
    bodySchema: Body,
    answerSchema: Answer,
    answer: (exchange: Exchange, body: z.output<Body>) => Promise<z.input<Answer> | FastifyReply>,
  ): void => {
    const schema = { response: { 200: answerSchema, ...REFUSALS } }
    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isOwnOrigin(request.raw, publicUrl)) return refuse(reply, 403, { code: 'wrongOrigin' })
      reply.header('Cache-Control', 'no-store')
      const body = bodySchema.safeParse(request.body)
      if (!body.success) return refuse(reply, 400, { code: 'badRequest' })
      return answer({ request, reply }, body.data)
    }
    app.post(`${prefix}/${path}`, { onRequest, schema, bodyLimit }, handle)
  }
}

/** Adds such routes for changes by players with a valid cookie. */
export function ownPosts<Asker>(app: FastifyInstance, options: OwnPostsOptions<Asker>) {
  const { askerOf, waitMsOf } = options
  const post = pagePosts(app, options)
  return <Body extends z.ZodMiniType>(
    path: string,
    bodySchema: Body,
    answer: (
      reply: FastifyReply,
      asker: Asker,
      body: z.output<Body>,
    ) => Promise<object | FastifyReply>,
    answerSchema: z.ZodMiniType = doneReplySchema,
  ): void =>
    post(path, bodySchema, answerSchema, async ({ request, reply }, body) => {
      const asker = await askerOf(request)
      if (asker === undefined) return refuse(reply, 401, { code: 'signedOut' })
      const waitMs = waitMsOf(asker)
      if (waitMs > 0) return refuseForNow(reply, waitMs)
      return answer(reply, asker, body)
    })
}
