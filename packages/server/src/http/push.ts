import { pushReplySchema, subscribeSchema, unsubscribeSchema } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import type { Visitors } from '../limiting/visitors.ts'
import type { Push } from '../notify/push/push.ts'
import { isPublicKey } from '../notify/push/push-keys.ts'
import type { Subscriber } from '../notify/push/subscriptions.ts'
import { counted } from './counting.ts'
import { ownPosts } from './own-posts.ts'
import { jsonRoutesOf, REFUSALS, refuse } from './replies.ts'
import { SESSION_COOKIE, type SessionDependencies } from './session.ts'

export interface PushRoutesDependencies {
  readonly sessions: SessionDependencies
  readonly push: Push
  readonly visitors: Visitors
}

/**
 * `GET /api/push`: the key that browsers subscribe with. By a `POST` of our own pages: subscribe or
 * unsubscribe this device for its player, who may be a guest.
 */
export function addPushRoutes(app: FastifyInstance, dependencies: PushRoutesDependencies): void {
  const { sessions, push, visitors } = dependencies
  const { subscriptions } = push
  const post = postIn(app, dependencies)

  jsonRoutesOf(app).get(
    '/api/push',
    {
      onRequest: counted(visitors, visitors.requests),
      schema: { response: { 200: pushReplySchema, ...REFUSALS } },
    },
    async (_, reply) => {
      reply.header('Cache-Control', 'no-store')
      return push.key === undefined ? {} : { key: push.key }
    },
  )

  post('subscribe', subscribeSchema, async (reply, subscriber, wish) => {
    if (push.key === undefined) return refuse(reply, 404, { code: 'noPush' })
    if (!push.isKnown(wish.endpoint)) return refuse(reply, 400, { code: 'unknownPushService' })
    if (!isPublicKey(wish.keys.p256dh)) return refuse(reply, 400, { code: 'badRequest' })
    await subscriptions.add(subscriber, wish, sessions.now())
    return {}
  })

  post('unsubscribe', unsubscribeSchema, async (_, { player }, { endpoint }) => {
    await subscriptions.remove(player, endpoint)
    return {}
  })
}

// --- internal ---

/** Each writes to the database. */
const PRICE = 5
const BODY_BYTES = 4096

/** Adds routes that accept only requests from our own pages, for players with a valid cookie. */
function postIn(app: FastifyInstance, { sessions, visitors }: PushRoutesDependencies) {
  const { players, publicUrl, now } = sessions
  return ownPosts<Subscriber>(app, {
    prefix: '/api/push',
    publicUrl,
    bodyLimit: BODY_BYTES,
    onRequest: counted(visitors, visitors.requests, PRICE),
    askerOf: ({ cookies }) => players.sessions.lastingOf(cookies[SESSION_COOKIE], now()),
    waitMsOf: ({ player }) => visitors.pushChanges.take(player),
  })
}
