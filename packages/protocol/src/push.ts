import * as z from 'zod/mini'

/** Most devices on which a player is notified. A further one replaces the oldest. */
export const MOST_SUBSCRIPTIONS = 10

/**
 * `GET /api/push`: the key that a browser needs to subscribe. Absent if this server sends no
 * notifications.
 */
export const pushReplySchema = z.strictObject({ key: z.optional(z.string()) })

/** An address as browsers write it: without spaces, and in ASCII. */
const endpointSchema = z.string().check(z.maxLength(1000), z.regex(/^[!-~]*$/))

const languageSchema = z.string().check(z.regex(/^[a-z]{2}$/))

/**
 * `POST /api/push/subscribe`: where a browser's push service takes messages, and the keys that
 * encrypt them.
 */
export const subscribeSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    /** An uncompressed point of P-256: 65 bytes. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    /** 16 bytes. */
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  /** The language of notifications. Absent to leave it as it was. */
  language: z.optional(languageSchema),
  /** The endpoint that this one replaces. */
  former: z.optional(endpointSchema),
})
export type SubscribeWish = Readonly<z.infer<typeof subscribeSchema>>

/** `POST /api/push/unsubscribe` */
export const unsubscribeSchema = z.strictObject({ endpoint: endpointSchema })

/** A notification, encrypted. Spaces follow it, so that all messages have the same length. */
export const pushMessageSchema = z.strictObject({
  /**
   * It is the player's turn; its time is nearly up (`last`); a game has begun in which the player
   * has something to do; someone challenges the player; the opponent takes a break, or ended it
   * early.
   */
  kind: z.enum(['turn', 'last', 'begun', 'challenge', 'break', 'back']),
  language: languageSchema,
  /** The opponent's name. */
  name: z.string(),
  /** The page to open. A later message with the same path replaces this one. */
  path: z.string(),
  /** The deadline for a move, in milliseconds since 1970. */
  deadline: z.optional(z.int()),
  /** Only of `break`: when it ends. */
  until: z.optional(z.int()),
})
export type PushMessage = Readonly<z.infer<typeof pushMessageSchema>>
