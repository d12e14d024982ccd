import {
  doneReplySchema,
  pushReplySchema,
  subscribeSchema,
  unsubscribeSchema,
} from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import type { Push } from '../notify/push/push.ts'
import { isPublicKey } from '../notify/push/push-keys.ts'
import type { Subscriber } from '../notify/push/subscriptions.ts'
import { jsonBy, operation, type PageAsked, type PageOperation } from './operation.ts'
import { answered, type PageRefused, refused, SIGNED_OUT, tooMany } from './outcome.ts'
import type { SessionDependencies } from './session-cookie.ts'

export interface PushDependencies extends SessionDependencies {
  readonly push: Push
}

const POST = {
  asker: 'ownPage',
  method: 'post',
  answer: jsonBy(doneReplySchema),
  cache: 'never',
  bodyLimit: 4096,
  // Each writes to the database.
  price: 5,
} as const

/** The key that browsers subscribe with. */
const pushKey = operation({
  asker: 'anyone',
  path: '/api/push',
  answer: jsonBy(pushReplySchema),
  cache: 'never',
  price: 1,
  handle: async (_, __, { push }: PushDependencies) =>
    answered(push.key === undefined ? {} : { key: push.key }),
})

const subscribe = operation({
  ...POST,
  path: '/api/push/subscribe',
  body: { schema: subscribeSchema },
  handle: async (_, { session, body }, dependencies: PushDependencies) => {
    const { push, now } = dependencies
    const subscriber = await subscriberOf(session, dependencies)
    if (!subscriber.ok) return subscriber.error
    if (push.key === undefined) return refused({ code: 'noPush' })
    if (!push.isKnown(body.endpoint)) return refused({ code: 'unknownPushService' })
    if (!isPublicKey(body.keys.p256dh)) return refused({ code: 'badRequest' })
    await push.subscriptions.add(subscriber.value, body, now())
    return answered({})
  },
})

const unsubscribe = operation({
  ...POST,
  path: '/api/push/unsubscribe',
  body: { schema: unsubscribeSchema },
  handle: async (_, { session, body }, dependencies: PushDependencies) => {
    const subscriber = await subscriberOf(session, dependencies)
    if (!subscriber.ok) return subscriber.error
    await dependencies.push.subscriptions.remove(subscriber.value.player, body.endpoint)
    return answered({})
  },
})

/** Notifications of a device for its player, who may be a guest. */
export const PUSH_OPERATIONS: readonly PageOperation<PushDependencies>[] = [
  pushKey,
  subscribe,
  unsubscribe,
]

// --- internal ---

/** The device's session with its player, who is charged for the change. */
async function subscriberOf(
  { token }: PageAsked['session'],
  { players, now, visitors }: PushDependencies,
): Promise<Result<Subscriber, PageRefused>> {
  const subscriber = await players.sessions.lastingOf(token, now())
  if (subscriber === undefined) return err(SIGNED_OUT)
  const waitMs = visitors.pushChanges.take(subscriber.player)
  return waitMs > 0 ? err(tooMany(waitMs)) : ok(subscriber)
}
