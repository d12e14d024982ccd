import * as z from 'zod/mini'

/** Devices of one player that are notified; one more takes the place of the oldest. */
export const MOST_SUBSCRIPTIONS = 10

/** `GET /api/push`: what a browser needs to subscribe; no key where this server notifies nobody. */
export const pushReplySchema = z.strictObject({ key: z.optional(z.string()) })

const endpointSchema = z.string().check(z.maxLength(1000))

const languageSchema = z.string().check(z.regex(/^[a-z]{2}$/))

/** `POST /api/push/subscribe`: where a browser's push service takes messages, and what they are encrypted with. */
export const subscribeSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    /** A point of P-256, not compressed: 65 bytes. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  /** In which language to notify; absent where it stays as it was. */
  language: z.optional(languageSchema),
  /** The endpoint whose place this one takes. */
  former: z.optional(endpointSchema),
})
export type SubscribeWish = Readonly<z.infer<typeof subscribeSchema>>

/** `POST /api/push/unsubscribe` */
export const unsubscribeSchema = z.strictObject({ endpoint: endpointSchema })

/** What a device is told, encrypted; spaces follow, so that all messages are of one length. */
export const pushMessageSchema = z.strictObject({
  /**
   * The player's turn has come; its time is nearly up (`last`); a game has begun in which the player has something to do; somebody challenges them; the
   * other player of a game is on a break, or back from it before its end.
   */
  kind: z.enum(['turn', 'last', 'begun', 'challenge', 'break', 'back']),
  language: languageSchema,
  /** Of the other player. */
  name: z.string(),
  /** Where it is looked at; a later message about the same takes its place. */
  path: z.string(),
  /** Until when there has to be a move, in milliseconds since 1970. */
  deadline: z.optional(z.int()),
  /** Of `break`: until when. */
  until: z.optional(z.int()),
})
export type PushMessage = Readonly<z.infer<typeof pushMessageSchema>>
