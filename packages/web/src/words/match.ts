import { type GameView, matchPoints } from '@hokito/protocol'
import { byColor, type Color, leader, opposite, type Score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
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

/** The winner of a match after its second game, with `points` on the board, and its points. */
export function describeMatchEnd(
  t: Translate,
  game: GameView,
  points: Score,
  own: Color | undefined,
): { readonly winner: string; readonly total: string } {
  const { seats } = game
  const counted = matchPoints(game, points)
  const first = game.match?.first?.points
  // The points of the first game are counted for the players' colours in the second.
  const sums = byColor((color) => counted[color] + (first?.[color] ?? 0))
  return {
    winner: describeWinner(t, game, sums, own),
    total: t('online.twoGames.total', {
      black: shownName(seats.black),
      white: shownName(seats.white),
      blackPoints: sums.black,
      whitePoints: sums.white,
    }),
  }
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

// --- internal ---

function describeWinner(
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
