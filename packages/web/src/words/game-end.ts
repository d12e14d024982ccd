import {
  type ByColor,
  type Color,
  type Ending,
  opposite,
  outcome,
  type Position,
  score,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'

/** The words for the end of a game. */
export interface EndWords {
  /** The winner and the reason, in one sentence. */
  readonly headline: string
  /** Further facts, most important first. */
  readonly notes: readonly string[]
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
  const points = score(last)
  if (winner === 'draw') return describeDraw(t, kind, points.black)
  const how = kind === 'resigned' || kind === 'timeout' || kind === 'abandoned' ? kind : 'points'
  const count = Math.abs(points.black - points.white)
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
 */
export function describeStuckEnd(t: Translate, game: Omit<FinishedGame, 'ending'>): string {
  return `${describeStuck(t, game)} ${t('end.decides')}`
}

// --- internal ---

function describeDraw(t: Translate, kind: Ending['kind'], count: number): string {
  if (kind === 'stuck') return t('end.drawn.points', { count })
  return t(kind === 'agreed' ? 'end.drawn.agreed' : 'end.drawn.plain')
}
