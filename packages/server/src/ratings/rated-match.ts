import { type GameView, type PlayerId, type Rating, type Speed, speedOf } from '@hokito/protocol'
import { type ByColor, byColor, type Color, opposite } from '@hokito/rules'
import { firstMoveEdge } from './first-move.ts'
import { expectedScore, type Played, ratedAfter } from './rating.ts'

/** A rated match of two that is over. Sides are named by their colours in the second game. */
export interface RatedMatch {
  readonly speed: Speed
  readonly players: ByColor<PlayerId>
  /** Who won the first game, and who the second. */
  readonly winners: readonly [Winner, Winner]
  /** When the second ended. */
  readonly at: number
}

export type Winner = Color | 'draw'

/** What a match comes to for one of its players. */
export interface Rated {
  readonly after: Rating
  /** Games that the ratings let this player expect, of two. */
  readonly expected: number
  /** Games won, a draw half. */
  readonly scored: number
}

/**
 * The rated match that ends with this game; undefined where the game ends none, was called off, or is played by
 * somebody against themselves.
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
 * Both ratings after a match: its two games are one rating period, each expected with the first move taken into
 * account. So one game each moves nothing between equals, however much the first move is worth.
 */
export function rateMatch(
  { winners: [first, second] }: Pick<RatedMatch, 'winners'>,
  ratings: ByColor<Rating>,
): ByColor<Rated> {
  const edge = firstMoveEdge((ratings.black.rating + ratings.white.rating) / 2)
  return byColor((color) => {
    const opponent = ratings[opposite(color)]
    // The second game's Black was White in the first.
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

/** The outcomes of a match by the games that a side wins of it: two, one each, none. */
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
