import {
  houseBotsReplySchema,
  isUnrated,
  type PlayerId,
  PROVISIONAL_DEVIATION,
  SPEEDS,
  type Speed,
} from '@hokito/protocol'
import * as z from 'zod/mini'
import type { HouseBot } from '../bots/house-accounts.ts'
import type { HouseBots } from '../bots/house-bots.ts'
import { cardOf } from '../ratings/rating.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { jsonBy, operation, type PageOperation } from './operation.ts'
import { answered } from './outcome.ts'

export interface HouseBotsDependencies {
  readonly houseBots: Pick<HouseBots, 'all'>
  readonly ratings: Ratings
}

/** The house bots with their ratings, and the one closest to the asker's strength. */
const allHouseBots = operation({
  asker: 'visitor',
  path: '/api/bots',
  query: z.strictObject({ speed: z._default(z.enum(SPEEDS), 'fast') }),
  answer: jsonBy(houseBotsReplySchema),
  cache: 'no-store',
  // It queries the rating of each bot.
  price: 5,
  handle: async (_, { player, query }, { houseBots, ratings }: HouseBotsDependencies) => {
    const { speed } = query
    const bots = []
    for (const { card, level } of houseBots.all) {
      bots.push({ ...card, level, rating: cardOf(await ratings.of(card.id, speed)) })
    }
    const strength = await strengthOf(player?.id, speed, ratings)
    const suggested = nearestTo(strength, houseBots.all)
    return answered({ bots, ...(suggested && { suggested: suggested.card.id }) })
  },
})

export const HOUSE_BOTS_OPERATIONS: readonly PageOperation<HouseBotsDependencies>[] = [allHouseBots]

// --- internal ---

/**
 * The approximate strengths of the levels, on the scale of players' ratings, which begin at 1500.
 */
const STRENGTHS = [800, 950, 1150, 1250, 1400, 1500, 1700, 1850, 2050, 2200]

/** For newcomers, most of whom are still learning the game: the weakest bot. */
const NEWCOMER = 0

async function strengthOf(
  player: PlayerId | undefined,
  speed: Speed,
  ratings: Ratings,
): Promise<number> {
  if (player === undefined) return NEWCOMER
  const card = cardOf(await ratings.of(player, speed))
  if (isUnrated(card)) return NEWCOMER
  // A strength that the player very likely has at least, so that the first games are no defeats.
  return card.value - Math.max(0, card.deviation - PROVISIONAL_DEVIATION)
}

function nearestTo(strength: number, bots: readonly HouseBot[]): HouseBot | undefined {
  const distance = ({ level }: HouseBot) => Math.abs((STRENGTHS[level - 1] ?? 0) - strength)
  return bots.toSorted((one, other) => distance(one) - distance(other))[0]
}
