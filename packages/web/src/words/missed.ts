import type { PlayerId } from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { ownColorIn } from '../models/online/own-seat.ts'
import type { AnyGame } from '../models/site/all-games.ts'
import { shownName } from './shown-name.ts'

/** Who did not begin a game of ours in time that was called off for it; undefined of any other game. */
export function describeMissed(
  t: Translate,
  listed: AnyGame,
  player: PlayerId | undefined,
): string | undefined {
  if (listed.kind === 'local') return undefined
  const { missedBy: [color, ...more] = [], seats } = listed.game
  if (color === undefined) return undefined
  if (more.length > 0) return t('gamesPage.lateBoth')
  if (color === ownColorIn(listed.game, player)) return t('gamesPage.lateOwn')
  return t('gamesPage.lateOther', { name: shownName(seats[color]) })
}
