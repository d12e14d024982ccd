import { END_RULES, parseDeal, RANDOM_SETUPS } from '@hokito/rules'
import * as z from 'zod/mini'
import { challengeIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { ratingSchema } from './rating.ts'
import { speedOf } from './speed.ts'
import { timeControlSchema } from './time-control.ts'

/**
 * Where the deal comes from: chance; a number that somebody has chosen; or both players, each of whom
 * places their own pieces unseen by the other (`placed`).
 */
const setupSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum([...RANDOM_SETUPS, 'placed']) }),
  z.strictObject({
    kind: z.literal('given'),
    deal: z.string().check(
      z.maxLength(40),
      z.refine((text) => parseDeal(text).ok),
    ),
  }),
])

const agreedSchema = z.strictObject({
  setup: setupSchema,
  endRule: z.enum(END_RULES),
  timeControl: timeControlSchema,
  /** May moves be taken back, if the other agrees? */
  allowsTakebacks: z.boolean(),
  /** Two games make a match: the same deal with colours swapped, and the sum of points decides. */
  games: z.literal([1, 2]),
  /** Does the match count for the ratings of both? Absent, it does not. */
  isRated: z.optional(z.literal(true)),
})

/** What two players agree on before a game. */
export const termsSchema = agreedSchema.check(
  z.refine((terms) => terms.isRated !== true || areRatable(terms)),
)
export type Terms = Readonly<z.infer<typeof termsSchema>>

/**
 * Can a match on such terms be rated? Both play both colours from a deal that neither has chosen, against time, and
 * what is moved stays moved.
 */
export function areRatable({ games, setup, timeControl, allowsTakebacks }: Agreed): boolean {
  const isFair = games === 2 && setup.kind !== 'given' && !allowsTakebacks
  return isFair && speedOf(timeControl) !== undefined
}

/** Which side the challenger takes. */
export const COLOR_CHOICES = ['black', 'white', 'random'] as const
export type ColorChoice = (typeof COLOR_CHOICES)[number]

/** How many letters a name has, as people count them: a letter with its accents is one. */
export const NAME_LENGTH = { shortest: 3, longest: 24 } as const

/** A player as others see them. */
export const playerCardSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string().check(z.maxLength(64)),
  /** A program plays, and says so. */
  isBot: z.optional(z.literal(true)),
  /** As it is when a rated challenge is made or a rated match begins; absent everywhere else. */
  rating: z.optional(ratingSchema),
})
export type PlayerCard = Readonly<z.infer<typeof playerCardSchema>>

/** An offer to play: listed in the lobby, for one player alone, or known by its link alone. */
export const challengeSchema = z.strictObject({
  id: challengeIdSchema,
  challenger: playerCardSchema,
  terms: termsSchema,
  color: z.enum(COLOR_CHOICES),
  isListed: z.boolean(),
  /** Who alone may take it, a person or a BOT; absent where anybody may who knows of it. */
  opponent: z.optional(playerCardSchema),
  createdAt: instantSchema,
})
export type Challenge = Readonly<z.infer<typeof challengeSchema>>

// --- internal ---

type Agreed = Readonly<z.infer<typeof agreedSchema>>
