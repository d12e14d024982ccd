import { type GameView, type PlayerId, type Rating, type Speed, speedOf } from '@hokito/protocol'
import { type ByColor, byColor, type Color, opposite } from '@hokito/rules'
import { edgeLeft, firstMoveEdge } from './first-move.ts'
import { expectedScore, type Played, ratedAfter } from './rating.ts'

/**
 * A finished rated match of two games, or a finished rated single game. Sides are named by their
 * colours in the last game.
 */
export interface RatedMatch {
  readonly speed: Speed
  readonly players: ByColor<PlayerId>
  readonly winners: Winners
  /** When the last game ended. */
  readonly at: number
}

/** The winner of the first game and of the second, or of a single one with fair compensation. */
export type Winners = readonly [first: Winner, second: Winner] | readonly [Winner]

export type Winner = Color | 'draw'

/** The result of a match for one of its players. */
export interface Rated {
  readonly after: Rating
  /** The score of the games that the ratings predict for this player. */
  readonly expected: number
  /** Games won; a draw counts half. */
  readonly scored: number
}

/**
 * The rated match, or rated single game, that ends with this game. Undefined if the game ends none,
 * was aborted, or has the same player on both sides.
 */
export function ratedMatchOf(view: GameView): RatedMatch | undefined {
  const { terms, seats, endedAt } = view
  const speed = speedOf(terms.timeControl)
  const winners = winnersOf(view)
  if (terms.isRated !== true || speed === undefined || !winners || endedAt === undefined) return
  const players = { black: seats.black.id, white: seats.white.id }
  if (players.black === players.white) return
  return { speed, players, winners, at: endedAt }
}

/**
 * Both ratings after a match or a single game. Two games are one rating period, and each expected
 * score includes the first move. So one win each changes nothing between equals, whatever the first
 * move is worth. In a single game, what the compensation leaves of the edge counts.
 */
export function rateMatch(
  { winners }: Pick<RatedMatch, 'winners'>,
  ratings: ByColor<Rating>,
): ByColor<Rated> {
  const strength = (ratings.black.rating + ratings.white.rating) / 2
  const edge = winners.length === 1 ? edgeLeft(strength) : firstMoveEdge(strength)
  return byColor((color) => {
    const opponent = ratings[opposite(color)]
    const games = winners.map((winner, index): Played => {
      // Black in the second game was White in the first.
      const isFirstMover = (color === 'black') === (index === winners.length - 1)
      return { opponent, edge: isFirstMover ? -edge : edge, score: scoreOf(color, winner) }
    })
    return {
      after: ratedAfter(ratings[color], games),
      expected: sum(games.map((game) => expectedScore(ratings[color], game))),
      scored: sum(games.map(({ score }) => score)),
    }
  })
}

/** The winner of a single game that a side wins, or not. */
export function winnerFor(color: Color, won: 0 | 1): Winners {
  return [won === 1 ? color : opposite(color)]
}

/** The winners of a match in which a side wins two games, one or none. */
export function winnersFor(color: Color, won: 0 | 1 | 2): Winners {
  const other = opposite(color)
  if (won === 1) return [other, color]
  return won === 2 ? [color, color] : [other, other]
}

// --- internal ---

/** The winners of a game and of the one before it in a match; undefined while one is missing. */
function winnersOf({ terms, match, ending }: GameView): Winners | undefined {
  const last = ending?.winner
  if (last === undefined || last === 'nobody') return undefined
  if (terms.games === 1) return [last]
  const first = match?.first?.winner
  return first && [first, last]
}

function scoreOf(color: Color, winner: Winner): number {
  if (winner === 'draw') return 1 / 2
  return winner === color ? 1 : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
