import type { PlayerId } from '@hokito/protocol'
import { type Color, opposite, type Score, totals } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { formatPoints } from '../i18n/points.ts'
import { livePosition, soloColor } from '../models/local/local-game.ts'
import { opponentIn, ownColorIn } from '../models/online/own-seat.ts'
import type { AnyGame } from '../models/site/all-games.ts'
import { seatName } from './names.ts'
import { withLocalNames } from './players.ts'
import { shownName } from './shown-name.ts'

/** Our result in a finished game; `other` if two people have played on this device. */
export type Success = 'won' | 'lost' | 'draw' | 'other'

/** A finished game in a few words. */
export interface GameResult {
  readonly success: Success
  /** The winner, with the points if they decided. */
  readonly headline: string
  /** How it ended; empty if that needs no words. */
  readonly how: string
}

/** Our opponent in a game; both sides if both are at this screen. */
export function opponentName(t: Translate, listed: AnyGame, player: PlayerId | undefined): string {
  if (listed.kind === 'online') {
    return shownName(opponentIn(withLocalNames(t, listed.game), player))
  }
  const own = soloColor(listed.game)
  if (own !== undefined) return seatName(t, listed.game, opposite(own))
  const [black, white] = [seatName(t, listed.game, 'black'), seatName(t, listed.game, 'white')]
  return t('home.versus', { black, white })
}

/** Our colour; undefined if both sides are ours. */
export function colorOfOurs(listed: AnyGame, player: PlayerId | undefined): Color | undefined {
  return listed.kind === 'online' ? ownColorIn(listed.game, player) : soloColor(listed.game)
}

/** The progress of a running game. */
export function describeProgress(t: Translate, { kind, game }: AnyGame): string {
  const count = kind === 'local' ? game.record.moves.length : game.ply
  return count === 0 ? t('games.untouched') : t('games.running', { count })
}

/** The result of a finished game; undefined while it runs. */
export function describeResult(
  t: Translate,
  listed: AnyGame,
  player: PlayerId | undefined,
): GameResult | undefined {
  const ending = listed.kind === 'local' ? listed.game.record.ending : listed.game.ending
  if (ending === undefined) return undefined
  const { kind, winner } = ending
  const own = colorOfOurs(listed, player)
  if (winner === 'nobody' || kind === 'aborted') {
    const how = t('games.how.aborted')
    const success = inTournament(listed, own)
    if (success !== undefined) return { success, headline: t(`games.${success}`), how }
    return { success: 'draw', headline: t('games.calledOff'), how }
  }
  const points = kind === 'stuck' ? pointsOf(listed) : undefined
  const shown = points && sumsOf(points, own ?? 'black')
  const how = kind === 'stuck' ? '' : t(`games.how.${kind}`)
  if (winner === 'draw')
    return { success: 'draw', headline: joined(t('end.drawn.plain'), shown), how }
  if (own !== undefined) {
    const success = winner === own ? 'won' : 'lost'
    return { success, headline: joined(t(`games.${success}`), shown), how }
  }
  const name =
    listed.kind === 'local'
      ? seatName(t, listed.game, winner)
      : shownName(withLocalNames(t, listed.game).seats[winner])
  return { success: 'other', headline: joined(t('games.wonBy', { name }), shown), how }
}

/** The points of both sides, those of one player first, as in the words beside them. */
export function sumsOf(points: Score, own: Color): string {
  return `${formatPoints(points[own])}–${formatPoints(points[opposite(own)])}`
}

// --- internal ---

/**
 * Our result in a game aborted because a player did not begin it: in a tournament that player has
 * lost.
 */
function inTournament(listed: AnyGame, own: Color | undefined): 'won' | 'lost' | undefined {
  if (listed.kind === 'local' || own === undefined) return undefined
  const { isOfTournament, missedBy } = listed.game
  if (isOfTournament !== true || missedBy === undefined) return undefined
  return missedBy.includes(own) ? 'lost' : 'won'
}

function pointsOf(listed: AnyGame): Score | undefined {
  if (listed.kind === 'local') return totals(livePosition(listed.game))
  const { points, terms } = listed.game
  return points && { ...points, white: points.white + (terms.compensation ?? 0) }
}

function joined(words: string, points: string | undefined): string {
  return points === undefined ? words : `${words} · ${points}`
}
