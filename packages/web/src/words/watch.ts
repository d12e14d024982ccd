import type { WatchedGame, WatchReply } from '@hokito/protocol'
import type { Translate } from '../i18n/i18n.ts'
import { localName } from './players.ts'

/** The players of a game and their points in one sentence, for those who cannot see the board. */
export function describeWatched(t: Translate, { seats, points }: WatchedGame): string {
  return t('watch.board', {
    black: localName(t, seats.black.name),
    white: localName(t, seats.white.name),
    blackPoints: points.black,
    whitePoints: points.white,
  })
}

/**
 * How many people are here, guests and watchers too, and how many public games are played, as far
 * as there are any.
 */
export function describeCrowd(t: Translate, { players, running }: WatchReply): string {
  const parts = [
    players > 0 ? t('watch.people', { count: players }) : undefined,
    running > 0 ? t('watch.running', { count: running }) : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
