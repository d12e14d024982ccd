import { END_RULES, parseDeal, RANDOM_SETUPS } from '@hokito/rules'
import * as z from 'zod/mini'
import { challengeIdSchema, instantSchema, playerIdSchema } from './ids.ts'
import { ratingSchema } from './rating.ts'
import { speedOf } from './speed.ts'
import { timeControlSchema } from './time-control.ts'

/**
 * The source of the deal: chance, a number that someone has chosen, or both players, who each place
 * their own pieces unseen by the other (`placed`).
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
  /** May moves be taken back if the opponent agrees? */
  allowsTakebacks: z.boolean(),
  /** Two games make a match: the same deal with colours swapped. The sum of points decides. */
  games: z.literal([1, 2]),
  /** Does the match count for both ratings? Absent if not. */
  isRated: z.optional(z.literal(true)),
})

/** The terms on which two players agree before a game. */
export const termsSchema = agreedSchema.check(
  z.refine((terms) => terms.isRated !== true || areRatable(terms)),
)
export type Terms = Readonly<z.infer<typeof termsSchema>>

/**
 * Can a match with these terms be rated? Both players must play both colours, from a deal that
 * neither has chosen, with a time limit and without takebacks.
 */
export function areRatable({ games, setup, timeControl, allowsTakebacks }: Agreed): boolean {
  const isFair = games === 2 && setup.kind !== 'given' && !allowsTakebacks
  return isFair && speedOf(timeControl) !== undefined
}

/** The colour that the challenger takes. */
export const COLOR_CHOICES = ['black', 'white', 'random'] as const
export type ColorChoice = (typeof COLOR_CHOICES)[number]

/** Length of a name, in letters as people count them: a letter with its accents is one. */
export const NAME_LENGTH = { shortest: 3, longest: 24 } as const

/** A player as others see them. */
export const playerCardSchema = z.strictObject({
  id: playerIdSchema,
  name: z.string().check(z.maxLength(64)),
  /** Set if a program plays under this name. */
  isBot: z.optional(z.literal(true)),
  /** The rating when a rated challenge is made or a rated match begins. Absent everywhere else. */
  rating: z.optional(ratingSchema),
})
export type PlayerCard = Readonly<z.infer<typeof playerCardSchema>>

/** An offer to play: listed in the lobby, addressed to one player, or known only by its link. */
export const challengeSchema = z.strictObject({
  id: challengeIdSchema,
  challenger: playerCardSchema,
  terms: termsSchema,
  color: z.enum(COLOR_CHOICES),
  isListed: z.boolean(),
  /** The only player, human or BOT, who may accept it. Absent if anyone who knows of it may. */
  opponent: z.optional(playerCardSchema),
  createdAt: instantSchema,
})
export type Challenge = Readonly<z.infer<typeof challengeSchema>>

// --- internal ---

type Agreed = Readonly<z.infer<typeof agreedSchema>>
