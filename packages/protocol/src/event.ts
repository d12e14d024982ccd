import { COLORS, ENDING_KINDS, RANDOM_SETUPS } from '@hokito/rules'
import * as z from 'zod/mini'
import { SECRET_BYTES, SHARE_BYTES } from './deal-proof.ts'
import { gameIdSchema, hexSchema, instantSchema, offerIdSchema, plySchema } from './ids.ts'
import { playerCardSchema, termsSchema } from './terms.ts'

export const colorSchema = z.enum(COLORS)
export const pointsSchema = z.strictObject({ black: z.int(), white: z.int() })

export const moveSchema = z.strictObject({
  from: z.int().check(z.minimum(0), z.maximum(35)),
  to: z.int().check(z.minimum(0), z.maximum(35)),
})

/** `aborted`: given up before both had moved, so that nobody won or lost. */
export const GAME_ENDING_KINDS = [...ENDING_KINDS, 'aborted'] as const
export const gameEndingSchema = z.strictObject({
  kind: z.enum(GAME_ENDING_KINDS),
  winner: z.enum([...COLORS, 'draw', 'nobody']),
})
/** How and for whom an online game ended; `nobody` when it was aborted. */
export type GameEnding = Readonly<z.infer<typeof gameEndingSchema>>

export const OFFER_KINDS = ['draw', 'takeback', 'rematch'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

export const offerSchema = z.strictObject({
  id: offerIdSchema,
  kind: z.enum(OFFER_KINDS),
  by: colorSchema,
  /** The ply to which moves would be taken back; only in a takeback. */
  toPly: z.optional(plySchema),
  at: instantSchema,
})
export type Offer = Readonly<z.infer<typeof offerSchema>>

/** A game's place in a match of two. */
export const matchSchema = z.strictObject({
  game: z.literal([1, 2]),
  /**
   * In the second game: the first, the points that each side's player made there, and which of them won; that is
   * absent in games from before ratings.
   */
  first: z.optional(
    z.strictObject({
      game: gameIdSchema,
      points: pointsSchema,
      winner: z.optional(z.enum([...COLORS, 'draw'])),
    }),
  ),
})

/** Who placed a side's pieces: the player all of them, or chance what was left when the time was up. */
export const PLACED_HOW = ['byPlayer', 'byTime'] as const

const at = { at: instantSchema }

/** The first event of every game. */
const createdSchema = z.strictObject({
  kind: z.literal('created'),
  ...at,
  game: gameIdSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  /** Of the secret behind a random deal; absent where the deal is given. */
  commitment: z.optional(hexSchema(32)),
  match: z.optional(matchSchema),
  /** The game of which this is the rematch. */
  previous: z.optional(gameIdSchema),
  /** Colours were drawn by lot; absent where they were chosen or follow from an earlier game. */
  lot: z.optional(z.literal(true)),
  /**
   * An earlier game of the same two that was called off once they had seen what chance gave them: its
   * colours stay, and its deal if that was made. The proof of such a deal is in the earlier game.
   */
  keptFrom: z.optional(gameIdSchema),
  /** It came from a listed challenge, so it is shown to everybody while it runs. Absent, it is not. */
  isListed: z.optional(z.boolean()),
})

/** What can happen in a game. Stored as it is; the whole of a game is its events in order. */
export const gameEventSchema = z.discriminatedUnion('kind', [
  createdSchema,
  z.strictObject({
    kind: z.literal('shared'),
    ...at,
    color: colorSchema,
    share: hexSchema(SHARE_BYTES),
  }),
  /** A side has placed all its pieces. Where they are is told to nobody before both have. */
  z.strictObject({
    kind: z.literal('placed'),
    ...at,
    color: colorSchema,
    how: z.enum(PLACED_HOW),
  }),
  z.strictObject({
    kind: z.literal('dealt'),
    ...at,
    deal: z.string().check(z.maxLength(40)),
    /** Absent where the deal was given, placed, or kept from an earlier game. */
    proof: z.optional(
      z.strictObject({ setup: z.enum(RANDOM_SETUPS), secret: hexSchema(SECRET_BYTES) }),
    ),
  }),
  z.strictObject({
    kind: z.literal('moved'),
    ...at,
    ...moveSchema.shape,
    /** The round trip that the server had measured for the mover, in milliseconds. */
    lagMs: z.int().check(z.nonnegative()),
  }),
  z.strictObject({
    kind: z.literal('offered'),
    ...at,
    offer: offerSchema,
  }),
  z.strictObject({
    kind: z.literal('offerClosed'),
    ...at,
    offer: offerIdSchema,
    how: z.enum(['declined', 'withdrawn']),
  }),
  z.strictObject({ kind: z.literal('takenBack'), ...at, toPly: plySchema }),
  z.strictObject({
    kind: z.literal('paused'),
    ...at,
    /** How far the server's clock went while nobody could move; below zero where it was put back. */
    ms: z.int(),
  }),
  /**
   * A side is on a break until an instant: until then its own turns take no time. Until the event's own instant where
   * the break is over before it should have been.
   */
  z.strictObject({
    kind: z.literal('tookBreak'),
    ...at,
    color: colorSchema,
    until: instantSchema,
  }),
  z.strictObject({
    kind: z.literal('ended'),
    ...at,
    ending: gameEndingSchema,
    /** Who called an aborted game off, or did not begin it in time; absent where that is nobody's doing. */
    by: z.optional(colorSchema),
  }),
  /** A rematch was agreed, or the second game of a match begins. */
  z.strictObject({ kind: z.literal('continued'), ...at, next: gameIdSchema }),
])
export type GameEvent = Readonly<z.infer<typeof gameEventSchema>>
export type CreatedEvent = Extract<GameEvent, { kind: 'created' }>
