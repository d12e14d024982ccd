import { COLORS, ENDING_KINDS, isCompensation, RANDOM_SETUPS } from '@hokito/rules'
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

/** `aborted`: ended before both sides had moved, without a winner or loser. */
export const GAME_ENDING_KINDS = [...ENDING_KINDS, 'aborted'] as const
export const gameEndingSchema = z.strictObject({
  kind: z.enum(GAME_ENDING_KINDS),
  winner: z.enum([...COLORS, 'draw', 'nobody']),
})
/** How an online game ended and who won; `nobody` if it was aborted. */
export type GameEnding = Readonly<z.infer<typeof gameEndingSchema>>

export const OFFER_KINDS = ['draw', 'takeback', 'rematch'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]

export const offerSchema = z.strictObject({
  id: offerIdSchema,
  kind: z.enum(OFFER_KINDS),
  by: colorSchema,
  /** The ply to which moves would be taken back. Only in a takeback. */
  toPly: z.optional(plySchema),
  at: instantSchema,
})
export type Offer = Readonly<z.infer<typeof offerSchema>>

/** The points that one player names for White when a game is divided; 0 for none. */
export const namedPointsSchema = z
  .number()
  .check(z.refine((points) => isCompensation(points), 'It must be 0 to 40 in halves'))

/** A game's place in a match of two. */
export const matchSchema = z.strictObject({
  game: z.literal([1, 2]),
  /**
   * Only in the second game: the first game, each player's points in it, and its winner. The winner
   * is absent in games from before ratings.
   */
  first: z.optional(
    z.strictObject({
      game: gameIdSchema,
      points: pointsSchema,
      winner: z.optional(z.enum([...COLORS, 'draw'])),
    }),
  ),
})

/** How a side's pieces were placed: all by the player, or the rest at random when time was up. */
export const PLACED_HOW = ['byPlayer', 'byTime'] as const

const at = { at: instantSchema }

/** The first event of every game. */
const createdSchema = z.strictObject({
  kind: z.literal('created'),
  ...at,
  game: gameIdSchema,
  terms: termsSchema,
  seats: z.strictObject({ black: playerCardSchema, white: playerCardSchema }),
  /** The commitment to the secret of a random deal. Absent if the deal is given. */
  commitment: z.optional(hexSchema(32)),
  match: z.optional(matchSchema),
  /** The game of which this is the rematch. */
  previous: z.optional(gameIdSchema),
  /** Colours were drawn by lot. Absent if they were chosen or follow from an earlier game. */
  lot: z.optional(z.literal(true)),
  /**
   * An earlier game of the same two players that was called off after they had seen what chance
   * gave them. This game keeps its colours, and its deal if that was made. The proof of such a deal
   * is in the earlier game.
   */
  keptFrom: z.optional(gameIdSchema),
  /** Set if the game came from a listed challenge, so that everyone may see it while it runs. */
  isListed: z.optional(z.boolean()),
})

/**
 * Everything that can happen in a game. Events are stored as they are; a game is its events in
 * order.
 */
export const gameEventSchema = z.discriminatedUnion('kind', [
  createdSchema,
  z.strictObject({
    kind: z.literal('shared'),
    ...at,
    color: colorSchema,
    share: hexSchema(SHARE_BYTES),
  }),
  /**
   * A side has placed all its pieces. The server shows no one where they are before both sides
   * have.
   */
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
    /** Absent if the deal was given, placed, or kept from an earlier game. */
    proof: z.optional(
      z.strictObject({ setup: z.enum(RANDOM_SETUPS), secret: hexSchema(SECRET_BYTES) }),
    ),
  }),
  /** Divide and choose: Black by lot has named what White gets. */
  z.strictObject({ kind: z.literal('divided'), ...at, compensation: namedPointsSchema }),
  /** The other player has chosen this side. The seats change if it is not their own yet. */
  z.strictObject({ kind: z.literal('chosen'), ...at, color: colorSchema }),
  /** A player is ready for the second game of a match. Ends the pause before it once both are. */
  z.strictObject({ kind: z.literal('ready'), ...at, color: colorSchema }),
  z.strictObject({
    kind: z.literal('moved'),
    ...at,
    ...moveSchema.shape,
    /** The mover's round trip as measured by the server, in milliseconds. */
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
    /** How far the server's clock advanced while no one could move. Negative if it was put back. */
    ms: z.int(),
  }),
  /**
   * A side is on a break until an instant. Until then, its own turns take no time. If `until`
   * equals the event's own instant, the break ended early.
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
    /** The side that aborted the game or did not begin it in time. Absent if neither side did. */
    by: z.optional(colorSchema),
  }),
  /** A rematch was agreed, or the second game of a match begins. */
  z.strictObject({ kind: z.literal('continued'), ...at, next: gameIdSchema }),
])
export type GameEvent = Readonly<z.infer<typeof gameEventSchema>>
export type CreatedEvent = Extract<GameEvent, { kind: 'created' }>
