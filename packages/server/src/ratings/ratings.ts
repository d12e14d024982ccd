import {
  type Challenge,
  type Expected,
  type PlayerCard,
  type PlayerId,
  type Rating,
  type Speed,
  STAKES,
  speedOf,
  type Terms,
} from '@hokito/protocol'
import { type ByColor, COLORS, type Color, opposite } from '@hokito/rules'
import { hasAccount } from '../players/credentials.ts'
import type { RowSource } from '../store/row-reader.ts'
import { type Rated, rateMatch, winnerFor, winnersFor } from './rated-match.ts'
import { cardOf } from './rating.ts'
import { ratingAt, readRating } from './store-ratings.ts'

type RatedTerms = { readonly [K in 'timeControl' | 'isRated']?: Terms[K] | undefined }

/** Reads the ratings of players. */
export class Ratings {
  readonly #source: RowSource
  readonly #now: () => number

  constructor(source: RowSource, now: () => number) {
    this.#source = source
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
    if (!(await hasAccount(this.#source.db, card.id))) return undefined
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
    return ratingAt(await readRating(this.#source, player, { speed }), this.#now())
  }

  /**
   * The predicted score of a rated match or single game against a challenger, and the change for
   * each result.
   */
  async expected(
    player: PlayerId,
    { challenger, terms, color }: Challenge,
    speed: Speed,
  ): Promise<Expected> {
    const own = await this.of(player, speed)
    const theirs = await this.of(challenger.id, speed)
    // In a match both play both colours, so either stands for it.
    const colors =
      terms.games === 2 ? (['black'] as const) : color === 'random' ? COLORS : [opposite(color)]
    const rated = colors.map((each) => stakesOf(each, own, theirs, terms.games))
    const change = ({ after }: Rated) => Math.round(after.rating) - Math.round(own.rating)
    const [first = []] = rated
    return {
      own: cardOf(own),
      expected: meanOf(rated.map(([stake]) => stake?.expected ?? 0)),
      changes: first.map((stake, index) =>
        Math.round(meanOf(rated.map((stakes) => change(stakes[index] ?? stake)))),
      ),
    }
  }
}

// --- internal ---

/** How each result of a match or single game rates a player with a colour. */
function stakesOf(color: Color, own: Rating, theirs: Rating, games: 1 | 2): readonly Rated[] {
  const ratings = color === 'black' ? { black: own, white: theirs } : { black: theirs, white: own }
  const results =
    games === 1
      ? STAKES[1].map((won) => winnerFor(color, won))
      : STAKES[2].map((won) => winnersFor(color, won))
  return results.map((winners) => rateMatch({ winners }, ratings)[color])
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function speedOfRated({ timeControl, isRated }: RatedTerms): Speed | undefined {
  return isRated === true && timeControl !== undefined ? speedOf(timeControl) : undefined
}
