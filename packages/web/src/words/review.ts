import type { JudgedMove, Judgement, Worth } from '@hokito/engine/review'
import {
  type Color,
  formatMove,
  formatSquare,
  type Move,
  numberBefore,
  opposite,
  ownerOf,
  type Position,
  play,
  pointsOf,
} from '@hokito/rules'
import type { Translate } from '../i18n/i18n.ts'
import type { Outlook } from '../models/analysis/analyst.ts'
import type { Answer } from '../models/review/exercise-model.ts'
import type { ReviewTextError } from '../models/review/review-text.ts'
import { describeReplayError } from './errors.ts'
import { joinSentences } from './sentences.ts'

/**
 * The sign of a judgement, as players write it after a move; its name says the same to screen
 * readers.
 */
export function signOfJudgement(judgement: Judgement): string {
  return SIGNS[judgement]
}

/** A move with its number, such as `12... c2d4`. */
export function numberedMove({ ply, move }: JudgedMove, firstTurn: Color): string {
  return `${numberBefore(ply, firstTurn, true)} ${formatMove(move)}`
}

/** A move of a game and its judgement. */
export function describeJudged(t: Translate, judged: JudgedMove, firstTurn: Color): string {
  return t('review.said', {
    move: numberedMove(judged, firstTurn),
    judgement: t(`review.judged.${judged.judgement}`),
  })
}

/**
 * How many of some slips are of the mildest kind, which not everyone would call a mistake; empty if
 * none is.
 */
export function describeMild(t: Translate, slips: readonly JudgedMove[]): string {
  const n = slips.filter(({ judgement }) => judgement === 'inaccuracy').length
  return n === 0 ? '' : t('review.among', { n })
}

/**
 * The cost of a slip, and in a few words why that weighed much or little: its effect on the chance
 * to win.
 */
export function describeLoss(t: Translate, judged: JudgedMove): string {
  return `${t('game.points', { count: judged.pointsLost })} · ${describeReason(t, judged)}`
}

/**
 * The reason for the gravity of a slip: the result that it gave away, if that is proved, or else
 * the lost chance to win. If neither has changed, even many points matter little; the words say so,
 * because they stand beside a mild verdict.
 */
export function describeReason(t: Translate, judged: JudgedMove): string {
  const { best, played, chanceLost, isProved } = judged
  const share = Math.round(100 * chanceLost)
  if (!isProved && share > 0) return t('review.reason.chance', { share })
  if (best.margin < 0) return t(`review.reason.${isProved ? 'lost' : 'behind'}`)
  if (played.margin > 0) return t(`review.reason.${isProved ? 'won' : 'ahead'}`)
  return t(`review.reason.${best.margin > 0 ? 'win' : 'draw'}`)
}

/** The outlook of a worth for a side, in the form of the analysis. */
export function outlookOf({ margin, certainty }: Worth, mover: Color): Outlook {
  const lead = mover === 'black' ? margin : 0 - margin
  if (certainty === 'expected') return { kind: 'expected', lead }
  const winner = lead === 0 ? 'draw' : lead > 0 ? 'black' : 'white'
  return {
    kind: 'proved',
    winner,
    lead: certainty === 'exact' ? lead : undefined,
    plies: undefined,
  }
}

/** A slip with the facts needed to describe it. */
export interface Moment {
  readonly judged: JudgedMove
  /** The position before it. */
  readonly position: Position
  /** The opponent's best move after it, if that is known. */
  readonly reply: Move | undefined
  /** Our colour, if it is a game of ours. */
  readonly own: Color | undefined
}

/** The player that a sentence is about: ours, or a colour. */
export function whose(mover: Color, own: Color | undefined): Color | 'own' {
  return mover === own ? 'own' : mover
}

/**
 * What a slip missed or allowed, whichever was worth more points on the board, and its final cost.
 */
export function describeMoment(t: Translate, moment: Moment): string {
  return joinSentences(
    describeAllowed(t, moment) ?? describeMissed(t, moment),
    describeCost(t, moment.judged),
  )
}

/** The result of a try at a slip. */
export function describeAnswer(t: Translate, answer: Answer): string {
  switch (answer.kind) {
    case 'judging':
      return t('review.retry.judging', { move: formatMove(answer.move) })
    case 'same':
      return t('review.retry.same')
    case 'shown':
      return t('review.retry.shown', { move: formatMove(answer.move) })
    case 'failed':
      return t('notice.computerFailed')
    case 'right':
      return describeRight(t, answer.judged)
    case 'wrong':
      return t(`review.retry.wrong.${saidCostOf(answer.judged)}`, {
        move: formatMove(answer.judged.move),
        count: answer.judged.pointsLost,
      })
  }
}

/** The error in a text to be reviewed. */
export function describeReviewTextError(t: Translate, error: ReviewTextError): string {
  return error.kind === 'noMoves' ? t('review.noMoves') : describeReplayError(t, error)
}

// --- internal ---

const SIGNS: Readonly<Record<Judgement, string>> = {
  best: '★',
  only: '!',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
  missedWin: '✗',
  forced: '□',
}

/**
 * For a move that is nearly the best, also names the best one, because the player no longer has to
 * find it.
 */
function describeRight(t: Translate, { judgement, line }: JudgedMove): string {
  const [best] = line
  if (judgement !== 'good' || best === undefined) return t('review.retry.best')
  return joinSentences(t('review.retry.good'), t('review.retry.shown', { move: formatMove(best) }))
}

/**
 * The stack that the opponent could then cover, if it is worth more than the best move would have
 * brought.
 */
function describeAllowed(t: Translate, moment: Moment): string | undefined {
  const { judged, position, reply, own } = moment
  const [best] = judged.line
  const covered = reply && play(position, judged.move).board[reply.to]
  if (best === undefined || reply === undefined || covered === undefined) return undefined
  if (ownerOf(covered) !== judged.mover || pointsOf(covered) <= pointsBy(moment)) return undefined
  const named = { square: formatSquare(reply.to), move: formatMove(reply) }
  return joinSentences(
    t(`review.thenCould.${whose(opposite(judged.mover), own)}`, {
      ...named,
      count: pointsOf(covered),
    }),
    t('review.better', { move: formatMove(best) }),
  )
}

/** The points of the stack that the best move would have covered or made. */
function pointsBy({ judged: { line, mover }, position }: Moment): number {
  const [best] = line
  const target = best && position.board[best.to]
  if (best === undefined || target === undefined) return 0
  if (ownerOf(target) !== mover) return pointsOf(target)
  const made = play(position, best).board[best.to]
  return made === undefined ? 0 : pointsOf(made)
}

/** What the best move would have covered, or what it would have made of the player's own stack. */
function describeMissed(t: Translate, moment: Moment): string {
  const { mover, line } = moment.judged
  const who = whose(mover, moment.own)
  const [best] = line
  const target = best && moment.position.board[best.to]
  if (best === undefined || target === undefined) return ''
  const named = { square: formatSquare(best.to), move: formatMove(best) }
  // The played move has covered it too, from another square.
  if (best.to === moment.judged.move.to) return t('review.better', named)
  const values = { ...named, count: pointsBy(moment) }
  return ownerOf(target) === mover
    ? t(`review.couldBuild.${who}`, values)
    : t(`review.couldCover.${who}`, values)
}

/**
 * On the board it may have been a piece or two. The final result counts, and only a proof is
 * certain of that.
 */
function describeCost(t: Translate, judged: JudgedMove): string {
  return t(`review.cost.${saidCostOf(judged)}`, { count: judged.pointsLost })
}

/** What a slip gave away; for points, also whether they are proved. */
function saidCostOf(judged: JudgedMove): ReturnType<typeof costOf> | 'about' {
  const cost = costOf(judged)
  return cost === 'points' && !judged.isProved ? 'about' : cost
}

/** What a slip gave away: a proved result, or only points. */
function costOf({ isProved, chanceLost, best }: JudgedMove): 'points' | 'win' | 'draw' {
  if (!isProved || chanceLost === 0) return 'points'
  return best.margin > 0 ? 'win' : 'draw'
}
