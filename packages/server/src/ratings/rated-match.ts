import { type GameView, type PlayerId, type Rating, type Speed, speedOf } from '@hokito/protocol'
import { type ByColor, byColor, type Color, opposite } from '@hokito/rules'
import { firstMoveEdge } from './first-move.ts'
import { expectedScore, type Played, ratedAfter } from './rating.ts'

/** A finished rated match of two games. Sides are named by their colours in the second game. */
export interface RatedMatch {
  readonly speed: Speed
  readonly players: ByColor<PlayerId>
  /** The winner of the first game and of the second. */
  readonly winners: readonly [Winner, Winner]
  /** When the second game ended. */
  readonly at: number
}

export type Winner = Color | 'draw'

/** The result of a match for one of its players. */
export interface Rated {
  readonly after: Rating
  /** The score of the two games that the ratings predict for this player. */
  readonly expected: number
  /** Games won; a draw counts half. */
  readonly scored: number
}

/**
 * The rated match that ends with this game. Undefined if the game ends no match, was aborted, or
 * has the same player on both sides.
 */
export function ratedMatchOf({ terms, match, ending, seats, endedAt }: GameView) {
  const speed = speedOf(terms.timeControl)
  const first = match?.first?.winner
  const second = ending?.winner
  const isOver = first !== undefined && second !== undefined && endedAt !== undefined
  if (terms.isRated !== true || speed === undefined || !isOver || second === 'nobody') return
  const players = { black: seats.black.id, white: seats.white.id }
  if (players.black === players.white) return
  return { speed, players, winners: [first, second], at: endedAt } as const satisfies RatedMatch
}

/**
 * Both ratings after a match. Its two games are one rating period, and each expected score includes
 * the first move. So one win each changes nothing between equals, whatever the first move is worth.
 */
export function rateMatch(
  { winners: [first, second] }: Pick<RatedMatch, 'winners'>,
  ratings: ByColor<Rating>,
): ByColor<Rated> {
  const edge = firstMoveEdge((ratings.black.rating + ratings.white.rating) / 2)
  return byColor((color) => {
    const opponent = ratings[opposite(color)]
    // Black in the second game was White in the first.
    const isFirstMover = color === 'black'
    const games: readonly Played[] = [
      { opponent, edge: isFirstMover ? edge : -edge, score: scoreOf(color, first) },
      { opponent, edge: isFirstMover ? -edge : edge, score: scoreOf(color, second) },
    ]
    return {
      after: ratedAfter(ratings[color], games),
      expected: sum(games.map((game) => expectedScore(ratings[color], game))),
      scored: sum(games.map(({ score }) => score)),
    }
  })
}

/** The winners of a match in which a side wins two games, one or none. */
export function winnersFor(color: Color, won: 0 | 1 | 2): RatedMatch['winners'] {
  const other = opposite(color)
  if (won === 1) return [other, color]
  return won === 2 ? [color, color] : [other, other]
}

// --- internal ---

function scoreOf(color: Color, winner: Winner): number {
  if (winner === 'draw') return 1 / 2
  return winner === color ? 1 : 0
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
