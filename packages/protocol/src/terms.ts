import {
  END_RULES,
  FAIR_COMPENSATION,
  type GameOptions,
  isCompensation,
  parseDeal,
  RANDOM_SETUPS,
} from '@hokito/rules'
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

/** The points that White gets when a game is counted, in halves. */
export const compensationSchema = z.number().check(
  z.minimum(0.5),
  z.refine((points) => isCompensation(points), 'It must be 0.5 to 40 in halves'),
)

const agreedSchema = z.strictObject({
  setup: setupSchema,
  endRule: z.enum(END_RULES),
  /** Absent for none, as in every match of two, in which it would cancel out. */
  compensation: z.optional(compensationSchema),
  timeControl: timeControlSchema,
  /** May moves be taken back if the opponent agrees? */
  allowsTakebacks: z.boolean(),
  /**
   * Divide and choose: Black by lot names the compensation for the deal that both see, and the
   * other player chooses a side. `compensation` is absent until it is named, and for none. Absent
   * if both are agreed before the game.
   */
  isDivided: z.optional(z.literal(true)),
  /** Two games make a match: the same deal with colours swapped. The sum of points decides. */
  games: z.literal([1, 2]),
  /** Does the game or match count for both ratings? Absent if not. */
  isRated: z.optional(z.literal(true)),
})

/** The terms on which two players agree before a game. */
export const termsSchema = agreedSchema.check(
  z.refine((terms) => terms.isRated !== true || areRatable(terms)),
  z.refine((terms) => terms.compensation === undefined || terms.games === 1),
  z.refine((terms) => terms.isDivided === undefined || areDivisible(terms)),
)
export type Terms = Readonly<z.infer<typeof termsSchema>>

/**
 * Can a game or match with these terms be rated? Its terms must be fair, with a time limit and
 * without takebacks. Fair is a match in which both play both colours, from a deal that neither has
 * chosen, and a single game with the fair compensation.
 */
export function areRatable(terms: Agreed): boolean {
  const { games, setup, timeControl, allowsTakebacks } = terms
  const isFair = games === 2 ? setup.kind !== 'given' : isFairGame(terms)
  return isFair && !allowsTakebacks && speedOf(timeControl) !== undefined
}

/** Terms on offer: what is divided has no compensation yet. */
export const offeredTermsSchema = termsSchema.check(
  z.refine(({ isDivided, compensation }) => isDivided !== true || compensation === undefined),
)

/** Terms as they were offered, for another game on them. */
export function offeredTerms(terms: Terms): Terms {
  const { compensation: _, ...offered } = terms
  return terms.isDivided === true ? offered : terms
}

/** What terms say about the rules. */
export function optionsOf({ endRule, compensation = 0 }: Terms): GameOptions {
  return { endRule, compensation }
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

/** The lot decides who divides, so nobody chooses a colour. */
export function isOfferedColor({
  terms,
  color,
}: {
  readonly terms: Terms
  readonly color: ColorChoice
}): boolean {
  return terms.isDivided !== true || color === 'random'
}

/** An offer to play: listed in the lobby, addressed to one player, or known only by its link. */
export const challengeSchema = z
  .strictObject({
    id: challengeIdSchema,
    challenger: playerCardSchema,
    terms: offeredTermsSchema,
    color: z.enum(COLOR_CHOICES),
    isListed: z.boolean(),
    /** The only player, human or bot, who may accept it. Absent if anyone who knows of it may. */
    opponent: z.optional(playerCardSchema),
    createdAt: instantSchema,
  })
  .check(z.refine(isOfferedColor))
export type Challenge = Readonly<z.infer<typeof challengeSchema>>

// --- internal ---

/** The fair compensation was measured for the standard setup, and others differ. */
function isFairGame({ setup, compensation, isDivided }: Agreed): boolean {
  return setup.kind === 'standard' && compensation === FAIR_COMPENSATION && isDivided !== true
}

/** One game, from a deal that both can see before it is divided. */
function areDivisible({ games, setup }: Agreed): boolean {
  return games === 1 && setup.kind !== 'placed'
}

type Agreed = Readonly<z.infer<typeof agreedSchema>>
