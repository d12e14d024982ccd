import { type GameView, isLateLoss, isLateStart, matchPoints } from '@hokito/protocol'
import { type ByColor, type Color, opposite, type Position, score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import { describeEnd, describeStuckEnd, type EndWords } from './game-end.ts'
import { describeKeptPoints, describeMatchEnd } from './match.ts'
import { shownName } from './shown-name.ts'

/** To whom the end of an online game is told, and what belongs to it. */
export interface OnlineEndFacts {
  readonly last: Position
  /** Whose end it is; undefined for a watcher. */
  readonly own: Color | undefined
  /** There, whoever has not come has lost. */
  readonly isOfTournament: boolean
}

/** Who won an online game and why; nothing while it runs. */
export function onlineEndWords(t: Translate, game: GameView, facts: OnlineEndFacts): EndWords {
  const { last, own, isOfTournament } = facts
  const { ending, seats } = game
  if (ending === undefined) return { headline: '', notes: [] }
  const { kind, winner } = ending
  if (kind === 'aborted' || winner === 'nobody') {
    return describeCalledOff(t, game, own, isOfTournament)
  }
  const names = { black: shownName(seats.black), white: shownName(seats.white) }
  const headline = isLateLoss(ending, game.moves.length)
    ? describeLateLoss(t, winner, own, names)
    : describeEnd(t, { ending: { kind, winner }, last, own, names })
  const reason = kind === 'stuck' ? describeStuckEnd(t, { last, own, names }) : t('end.notCounted')
  // The points on the board count in the standings of an arena, however a game of it ends.
  if (game.match === undefined) {
    return { headline, notes: kind === 'stuck' || !isOfTournament ? [reason] : [] }
  }
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
export function describeCalledOff(
  t: Translate,
  game: GameView,
  own: Color | undefined,
  isOfTournament: boolean,
): EndWords {
  const { leftBy, seats } = game
  if (leftBy === undefined) {
    return isOfTournament
      ? { headline: t('online.off.lateBoth'), notes: [t('online.off.inTournament.both')] }
      : { headline: t('online.off.nobody'), notes: [] }
  }
  const name = shownName(seats[leftBy])
  const by = leftBy === own ? 'own' : 'other'
  const counts = by === 'other' && own !== undefined ? 'won' : by
  const notes = isOfTournament ? [t(`online.off.inTournament.${counts}`, { name })] : []
  if (isLateStart(game)) return { headline: t(LATE[by], { name }), notes }
  // Somebody has won it in a tournament.
  const headline = isOfTournament ? t('online.game.aborted') : t(`online.off.${by}`, { name })
  return { headline, notes }
}

// --- internal ---

/** Who has won as the other side did not make its first move, where that is not called off. */
function describeLateLoss(
  t: Translate,
  winner: Color | 'draw',
  own: Color | undefined,
  names: ByColor<string>,
): string {
  if (winner === 'draw') return ''
  if (own === undefined) {
    return t('online.late.named', { winner: names[winner], name: names[opposite(winner)] })
  }
  return t(`online.late.${own === winner ? 'won' : 'lost'}`, { name: names[opposite(own)] })
}

const LATE = { own: 'online.off.lateOwn', other: 'online.off.lateOther' } as const
