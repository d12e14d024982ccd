import { type GameSummary, matchPoints, type PlayerId } from '@hokito/protocol'
import { byColor, opposite } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { ownColorIn } from '../models/online/own-seat.ts'
import type { AnyGame } from '../models/site/all-games.ts'
import type { Success } from './games.ts'

/**
 * The kind of a game, if it is not the plain one: its place in a match, in a tournament, rated,
 * correspondence.
 */
export function describeKind(
  t: Translate,
  { kind, game }: AnyGame,
  player: PlayerId | undefined,
): readonly string[] {
  if (kind === 'local') return []
  const { terms, match } = game
  const words: string[] = []
  if (match !== undefined) {
    words.push(t('gamesPage.matchOf', { game: match.game }))
    const result = describeMatch(t, game, player)
    if (result !== undefined) words.push(result.words)
  }
  if (game.isOfTournament) words.push(t('gamesPage.tournament'))
  if (terms.isRated) words.push(t('gamesPage.rated'))
  if (terms.timeControl.kind === 'correspondence') words.push(t('gamesPage.days'))
  return words
}

/** The result of a match with its second game, with the points of both games, our own first. */
export function describeMatch(
  t: Translate,
  game: GameSummary,
  player: PlayerId | undefined,
): { readonly success: Success; readonly words: string } | undefined {
  const { match, points, ending } = game
  const own = ownColorIn(game, player) ?? 'black'
  if (match?.first === undefined || points === undefined || ending === undefined) return undefined
  const last = matchPoints(game, points)
  const { points: first } = match.first
  // The points of the first game are counted for the players' colours in the second.
  const sums = byColor((color) => first[color] + last[color])
  const lead = sums[own] - sums[opposite(own)]
  const result = { points: `${sums[own]}–${sums[opposite(own)]}` }
  if (lead === 0) return { success: 'draw', words: t('gamesPage.matchDrawn', result) }
  return lead > 0
    ? { success: 'won', words: t('gamesPage.matchWon', result) }
    : { success: 'lost', words: t('gamesPage.matchLost', result) }
}
