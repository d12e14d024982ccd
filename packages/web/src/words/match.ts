import { type GameView, matchPoints } from '@hokito/protocol'
import { byColor, type Color, leader, opposite, type Score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { MatchScore } from './game-end.ts'
import { shownName } from './shown-name.ts'

/**
 * The current game of a match of two, and what the second game needs; undefined if there is no
 * match.
 */
export function describeMatch(
  t: Translate,
  { match, seats }: GameView,
  own: Color | undefined,
): string | undefined {
  if (match === undefined) return undefined
  if (match.first === undefined) return t('online.twoGames.first')
  const { points } = match.first
  const ahead = leader(points)
  if (ahead === 'draw') return t('online.twoGames.level')
  const count = Math.abs(points.black - points.white)
  if (own === undefined) {
    return t('online.twoGames.needs', { count, name: shownName(seats[opposite(ahead)]) })
  }
  return t(`online.twoGames.${own === ahead ? 'ahead' : 'behind'}`, { count })
}

/** What the second game needs, at the end of the first one with `points` on the board. */
export function describeNeed(
  t: Translate,
  game: GameView,
  points: Score,
  own: Color | undefined,
): string | undefined {
  const first = { game: game.id, points: matchPoints(game, points) }
  return describeMatch(t, { ...game, match: { game: 2, first } }, own)
}

/** The points of a match after its second game, with `points` on the board. */
export function matchScore(game: GameView, points: Score): MatchScore {
  const second = matchPoints(game, points)
  // The points of the first game are counted for the players' colours in the second.
  const before = game.match?.first
  const first = before?.points ?? { black: 0, white: 0 }
  const sums = byColor((color) => first[color] + second[color])
  return { games: [first, second], sums, first: before?.game }
}

/** The winner of a match with these points in both games together. */
export function describeMatchEnd(
  t: Translate,
  { seats }: GameView,
  sums: Score,
  own: Color | undefined,
): string {
  const winner = leader(sums)
  if (winner === 'draw') return t('online.twoGames.full.level')
  const count = Math.abs(sums.black - sums.white)
  if (own === undefined)
    return t('online.twoGames.full.named', { count, winner: shownName(seats[winner]) })
  return t(`online.twoGames.full.${own === winner ? 'ahead' : 'behind'}`, { count })
}

/** The points that a game not played to its end counts in the match. */
export function describeKeptPoints(
  t: Translate,
  { ending, seats }: GameView,
  points: Score,
  own: Color | undefined,
): string {
  const winner = ending?.winner
  if (winner !== 'black' && winner !== 'white') return t('online.twoGames.keeps.nobody')
  const count = points[winner]
  const [name, loser] = [shownName(seats[winner]), shownName(seats[opposite(winner)])]
  if (own === undefined)
    return t('online.twoGames.keeps.named', { count, winner: name, name: loser })
  return own === winner
    ? t('online.twoGames.keeps.own', { count, name: loser })
    : t('online.twoGames.keeps.other', { count, name })
}
