import { firstMoveDueAt, type GameView, matchPoints } from '@hokito/protocol'
import { type Color, type Position, score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { describeEnd, describeStuckEnd, type EndWords } from './game-end.ts'
import { describeKeptPoints, describeMatchEnd } from './match.ts'
import { shownName } from './shown-name.ts'

/** Who won an online game and why, as its player of colour `own` or a watcher is told; nothing while it runs. */
export function onlineEndWords(
  t: Translate,
  game: GameView,
  last: Position,
  own: Color | undefined,
): EndWords {
  const { ending, seats } = game
  if (ending === undefined) return { headline: '', notes: [] }
  const { kind, winner } = ending
  if (kind === 'aborted' || winner === 'nobody') {
    return { headline: describeCalledOff(t, game, own), notes: [] }
  }
  const names = { black: shownName(seats.black), white: shownName(seats.white) }
  const headline = describeEnd(t, { ending: { kind, winner }, last, own, names })
  const reason = kind === 'stuck' ? describeStuckEnd(t, { last, own, names }) : t('end.notCounted')
  if (game.match === undefined) return { headline, notes: [reason] }
  const points = score(last)
  return {
    headline,
    notes: [
      ...describeMatchEnd(t, game, points, own),
      kind === 'stuck' ? reason : describeKeptPoints(t, game, matchPoints(game, points), own),
    ],
  }
}

/** Why a game was called off, as its player of colour `own` or a watcher is told. */
export function describeCalledOff(t: Translate, game: GameView, own: Color | undefined): string {
  const { leftBy, seats } = game
  if (leftBy === undefined) return t('online.off.nobody')
  const name = shownName(seats[leftBy])
  if (isLateStart(game)) {
    return leftBy === own ? t('online.off.lateOwn') : t('online.off.lateOther', { name })
  }
  return leftBy === own ? t('online.off.own') : t('online.off.other', { name })
}

// --- internal ---

/** Did time call the game off, and not a player? */
function isLateStart(game: GameView): boolean {
  return game.endedAt !== undefined && game.endedAt >= firstMoveDueAt(game)
}
