import type { GameId } from '@hokito/protocol'
import {
  type ByColor,
  type Color,
  type Ending,
  formatSquare,
  opposite,
  outcome,
  type Position,
  type Score,
  scoreParts,
  totals,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { joinSentences } from './sentences.ts'

/** The words for the end of a game. */
export interface EndWords {
  /** The winner and the reason, in one sentence. */
  readonly headline: string
  /** Why nobody moves any more, and whether the points decide; undefined if the headline says it. */
  readonly reason?: string | undefined
  /** Further facts, most important first. */
  readonly notes: readonly string[]
  /** The points of both games, at the end of a match of two. */
  readonly match?: MatchScore
}

/** The points of a match of two, for the players' colours in its second game. */
export interface MatchScore {
  readonly games: readonly [Score, Score]
  readonly sums: Score
  /** The first game. */
  readonly first: GameId | undefined
}

/** A finished game and its reader. */
export interface FinishedGame {
  readonly ending: Ending
  /** The last position. */
  readonly last: Position
  /** The reader's colour; undefined for watchers, and for two players at one screen. */
  readonly own: Color | undefined
  /**
   * Both names as they stand in the middle of a sentence; undefined if the sides go by their
   * colours.
   */
  readonly names: ByColor<string> | undefined
}

/** The winner and the reason, in one sentence. */
export function describeEnd(t: Translate, { ending, last, own, names }: FinishedGame): string {
  const { kind, winner } = ending
  const points = totals(last)
  if (winner === 'draw') return describeDraw(t, kind, points.black)
  const how = kind === 'stuck' || kind === 'agreed' ? 'points' : kind
  const count = Math.abs(points.black - points.white)
  if (own !== undefined && how === 'points') {
    return t(`end.${winner === own ? 'won' : 'lost'}.points`, { count })
  }
  if (names === undefined) return t(`end.${winner}.${how}`, { count })
  if (own === undefined) {
    const name = names[opposite(winner)]
    return t(`end.named.${how}`, { count, winner: names[winner], name })
  }
  const name = names[opposite(own)]
  return t(`end.${winner === own ? 'won' : 'lost'}.${how}`, { count, name })
}

/**
 * Which player cannot move any more, from the reader's side; the names stand at the beginning of a
 * sentence.
 */
export function describeStuck(
  t: Translate,
  { last, own, names }: Omit<FinishedGame, 'ending'>,
): string {
  const [side, other] = outcome(last)?.stuck ?? []
  if (side === undefined || other !== undefined) return t('end.stuck.both')
  if (side === own) return t('end.stuck.own')
  return names === undefined ? t(`end.stuck.${side}`) : t('end.stuck.named', { name: names[side] })
}

/**
 * Says that a game is over because a player cannot move, and that this does not decide the winner.
 * If it is the other player's turn, who may have moves, it also says why the game ends here.
 */
export function describeStuckEnd(t: Translate, game: Omit<FinishedGame, 'ending'>): string {
  const { last } = game
  const isOnTurn = outcome(last)?.stuck.includes(last.turn) === true
  return `${describeStuck(t, game)} ${t(isOnTurn ? 'end.decides' : 'end.eitherStuck')}`
}

/**
 * The stack that made at least half of the winner's points, if one of several did; undefined after a
 * draw and if the points decided nothing.
 */
export function describeTallest(
  t: Translate,
  { ending, last, own }: Pick<FinishedGame, 'ending' | 'last' | 'own'>,
): string | undefined {
  const { kind, winner } = ending
  if (kind !== 'stuck' || winner === 'draw') return undefined
  const [most] = scoreParts(last)[winner]
  const total = totals(last)[winner]
  if (most === undefined || most.height === 1) return undefined
  if (2 * most.points < total || most.points === total) return undefined
  const facts = { ...most, total, square: formatSquare(most.square) }
  return t(winner === own ? 'end.tallest.own' : 'end.tallest.other', facts)
}

/** The words of an end one after another, to be spoken. */
export function joinEndWords({ headline, reason = '', notes }: EndWords): string {
  return joinSentences(headline, reason, ...notes)
}

// --- internal ---

function describeDraw(t: Translate, kind: Ending['kind'], count: number): string {
  if (kind === 'stuck') return t('end.drawn.points', { count })
  return t(kind === 'agreed' ? 'end.drawn.agreed' : 'end.drawn.plain')
}
