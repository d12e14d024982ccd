import {
  type Expected,
  type PlayerCard,
  type PlayerId,
  type Rating,
  type Speed,
  STAKES,
  speedOf,
  type Terms,
} from '@hokito/protocol'
import type { ByColor } from '@hokito/rules'
import type { Kysely } from 'kysely'
import { hasAccount } from '../players/credentials.ts'
import type { Tables } from '../store/schema.ts'
import { rateMatch, winnersFor } from './rated-match.ts'
import { cardOf } from './rating.ts'
import { ratingAt, readRating } from './store-ratings.ts'

type RatedTerms = { readonly [K in 'timeControl' | 'isRated']?: Terms[K] | undefined }

/** Reads the ratings of players. */
export class Ratings {
  readonly #db: Kysely<Tables>
  readonly #now: () => number

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db
    this.#now = now
  }

  /**
   * A player's card with the rating for these terms. Undefined if the terms require an account and
   * the player has none.
   */
  async carded(player: PlayerCard, terms: RatedTerms): Promise<PlayerCard | undefined> {
    const { rating: _, ...card } = player
    const speed = speedOfRated(terms)
    if (speed === undefined) return card
    if (!(await hasAccount(this.#db, card.id))) return undefined
    return { ...card, rating: cardOf(await this.of(card.id, speed)) }
  }

  /** Both players with their current ratings, if the terms are rated. */
  async seated(seats: ByColor<PlayerCard>, terms: Terms): Promise<ByColor<PlayerCard>> {
    const speed = speedOfRated(terms)
    if (speed === undefined) return seats
    const [black, white] = [
      await this.of(seats.black.id, speed),
      await this.of(seats.white.id, speed),
    ]
    return {
      black: { ...seats.black, rating: cardOf(black) },
      white: { ...seats.white, rating: cardOf(white) },
    }
  }

  async of(player: PlayerId, speed: Speed): Promise<Rating> {
    return ratingAt(await readRating(this.#db, player, { speed }), this.#now())
  }

  /** The predicted score of a rated match between two players, and the change for each result. */
  async expected(player: PlayerId, opponent: PlayerId, speed: Speed): Promise<Expected> {
    const ratings = { black: await this.of(player, speed), white: await this.of(opponent, speed) }
    const rated = STAKES.map(
      (won) => rateMatch({ winners: winnersFor('black', won) }, ratings).black,
    )
    return {
      own: cardOf(ratings.black),
      expected: rated[0]?.expected ?? 1,
      changes: rated.map(
        ({ after }) => Math.round(after.rating) - Math.round(ratings.black.rating),
      ),
    }
  }
}

// --- internal ---

function speedOfRated({ timeControl, isRated }: RatedTerms): Speed | undefined {
  return isRated === true && timeControl !== undefined ? speedOf(timeControl) : undefined
}
