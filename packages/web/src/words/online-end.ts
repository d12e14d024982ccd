import { type GameView, isLateLoss, isLateStart, matchPoints } from '@hokito/protocol'
import { type ByColor, type Color, opposite, type Position, score } from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import {
  describeEnd,
  describeStuck,
  describeStuckEnd,
  describeTallest,
  type EndWords,
} from './game-end.ts'
import { describeKeptPoints, describeMatchEnd, describeNeed, matchScore } from './match.ts'
import { joinSentences } from './sentences.ts'
import { shownName } from './shown-name.ts'

/** The reader of the end of an online game, and related facts. */
export interface OnlineEndFacts {
  readonly last: Position
  /** The reader's colour; undefined for a watcher. */
  readonly own: Color | undefined
  /** In a tournament a player who has not come has lost. */
  readonly isOfTournament: boolean
  /** Whether the second game of its match has not ended yet. */
  readonly isFirst?: boolean
}

/** The winner of an online game and the reason; empty while it runs. */
export function onlineEndWords(t: Translate, game: GameView, facts: OnlineEndFacts): EndWords {
  const { last, own, isOfTournament, isFirst } = facts
  const { ending } = game
  if (ending === undefined) return { headline: '', notes: [] }
  const { kind, winner } = ending
  if (kind === 'aborted' || winner === 'nobody') {
    return describeCalledOff(t, game, own, isOfTournament)
  }
  const names = namesIn(game)
  const headline = isLateLoss(ending, game.moves.length)
    ? describeLateLoss(t, winner, own, names)
    : describeEnd(t, { ending: { kind, winner }, last, own, names })
  const reason = kind === 'stuck' ? describeStuckEnd(t, { last, own, names }) : t('end.notCounted')
  if (game.match === undefined) {
    const tallest = describeTallest(t, { ending: { kind, winner }, last, own })
    const notes = tallest === undefined ? [] : [tallest]
    // The points on the board count in the standings of an arena, however a game ends.
    return { headline, notes, ...((kind === 'stuck' || !isOfTournament) && { reason }) }
  }
  const points = score(last)
  const kept = describeKeptPoints(t, game, matchPoints(game, points), own)
  const isCounted = kind === 'stuck'
  const told = isCounted ? { reason } : {}
  if (game.match.game === 1) {
    // What the second game needs says enough about the points kept.
    const need = isFirst === true ? describeNeed(t, game, points, own) : undefined
    const note = need ?? (isCounted ? undefined : kept)
    return {
      headline: `${t('online.twoGames.game', { n: 1 })} · ${headline}`,
      notes: note === undefined ? [] : [note],
      ...told,
    }
  }
  const match = matchScore(game, points)
  const ended = isCounted ? describeStuck(t, { last, own, names }) : ''
  return {
    headline: describeMatchEnd(t, game, match.sums, own),
    reason: `${t('online.twoGames.game', { n: 2 })} · ${joinSentences(ended, headline)}`,
    notes: isCounted ? [] : [kept],
    match,
  }
}

/** Why a game was aborted, for its player of colour `own` or a watcher. */
export function describeCalledOff(
  t: Translate,
  game: GameView,
  own: Color | undefined,
  isOfTournament: boolean,
): EndWords {
  const { leftBy, seats } = game
  if (leftBy === undefined) {
    return { headline: t(isOfTournament ? 'online.off.lateBoth' : 'online.off.nobody'), notes: [] }
  }
  const name = shownName(seats[leftBy])
  const by = leftBy === own ? 'own' : 'other'
  if (isLateStart(game)) {
    // In a tournament that is a loss and a win, as in the second game of a match.
    const headline = isOfTournament
      ? describeLateLoss(t, opposite(leftBy), own, namesIn(game))
      : t(LATE[by], { name })
    return { headline, notes: [] }
  }
  const counts = by === 'other' && own !== undefined ? 'won' : by
  const notes = isOfTournament ? [t(`online.off.inTournament.${counts}`, { name })] : []
  // In a tournament one player has won it.
  const headline = isOfTournament ? t('online.game.aborted') : t(`online.off.${by}`, { name })
  return { headline, notes }
}

// --- internal ---

function namesIn({ seats }: GameView): ByColor<string> {
  return { black: shownName(seats.black), white: shownName(seats.white) }
}

/** The winner because the opponent did not make the first move, if that game was not aborted. */
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
