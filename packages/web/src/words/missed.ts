import { type GameSummary, isLateLoss, type PlayerId } from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { isMissed } from '../models/online/own-games-state.ts'
import { ownColorIn } from '../models/online/own-seat.ts'
import type { AnyGame } from '../models/site/all-games.ts'
import { shownName } from './shown-name.ts'

/**
 * Which player did not begin a game of ours in time, or that we were away too long, if the game was
 * aborted or lost for that. Undefined for any other game.
 */
export function describeMissed(
  t: Translate,
  listed: AnyGame,
  player: PlayerId | undefined,
): string | undefined {
  if (listed.kind === 'local') return undefined
  const { ending, ply, seats } = listed.game
  const { missedBy = isLateLoss(ending, ply) ? loserOf(ending) : [] } = listed.game
  const [color, ...more] = missedBy
  if (color === undefined) return isMissed(listed.game, player) ? t('gamesPage.awayOwn') : undefined
  if (more.length > 0) return t('gamesPage.lateBoth')
  if (color === ownColorIn(listed.game, player)) return t('gamesPage.lateOwn')
  return t('gamesPage.lateOther', { name: shownName(seats[color]) })
}

// --- internal ---

function loserOf(ending: GameSummary['ending']): readonly Color[] {
  const winner = ending?.winner
  return winner === 'black' || winner === 'white' ? [opposite(winner)] : []
}
