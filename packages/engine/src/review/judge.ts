import { isSameMove } from '@hokito/rules'
import type { Finding } from './finding.ts'
import { chanceOf, isProved, type Worth } from './worth.ts'

/**
 * How good a move was. `only`: every other one would have been a blunder; `forced`: there was no other; `missedWin`: it
 * gave a proved win away.
 */
export const JUDGEMENTS = [
  'best',
  'only',
  'good',
  'inaccuracy',
  'mistake',
  'blunder',
  'missedWin',
  'forced',
] as const
export type Judgement = (typeof JUDGEMENTS)[number]

/** A move judged. */
export interface JudgedMove extends Finding {
  readonly judgement: Judgement
  /** Points of the final margin that the best move known would have brought more; never negative. */
  readonly pointsLost: number
  /** Part of the chance to win that was lost, 0 to 1. */
  readonly chanceLost: number
  /** Is it proved who wins after the move, and after the best one? */
  readonly isProved: boolean
}

/** Judges a move by what was found out about it. */
export function judge(finding: Finding): JudgedMove {
  const { played, best } = finding
  const lost = {
    pointsLost: isBest(finding) ? 0 : Math.max(0, best.margin - played.margin),
    chanceLost: isBest(finding) ? 0 : dropOf(finding, played),
    isProved: isProved(played) && isProved(best),
  }
  return { ...finding, ...lost, judgement: judgementOf(finding, lost) }
}

/** Is it one that somebody would want to have back? */
export function isSlip({ judgement }: Pick<JudgedMove, 'judgement'>): boolean {
  return SLIPS.includes(judgement)
}

/**
 * How near a move came to the best one, 0 to 100: points and chance to win both tell, so that a game that was won or
 * lost long ago does not make every move look perfect.
 */
export function accuracyOf({ pointsLost, chanceLost }: JudgedMove): number {
  return 100 * Math.exp(-pointsLost / ACCURACY_POINTS - chanceLost / ACCURACY_CHANCE)
}

// --- internal ---

const SLIPS: readonly Judgement[] = ['inaccuracy', 'mistake', 'blunder', 'missedWin']

/** From which part of the chance to win on a loss has which name. Where they come from: docs/review.md. */
const INACCURACY = 0.06
const MISTAKE = 0.12
const BLUNDER = 0.2
/** So many points lost are an inaccuracy, however little the chance to win has changed. */
const INACCURACY_POINTS = 10
/** What takes the accuracy of a move down to 37: so many points, or such a part of the chance to win. */
const ACCURACY_POINTS = 20
const ACCURACY_CHANCE = 0.5

type Lost = Pick<JudgedMove, 'pointsLost' | 'chanceLost' | 'isProved'>

function judgementOf(finding: Finding, lost: Lost): Judgement {
  if (finding.choices === 1) return 'forced'
  if (isBest(finding) || (lost.pointsLost === 0 && lost.chanceLost === 0)) {
    return isOnly(finding) ? 'only' : 'best'
  }
  if (lost.isProved) return judgeProved(finding, lost)
  if (lost.chanceLost >= BLUNDER) return 'blunder'
  if (lost.chanceLost >= MISTAKE) return 'mistake'
  if (lost.chanceLost >= INACCURACY) return 'inaccuracy'
  return byPoints(lost)
}

/** Whoever gives a proved result away has blundered, and whoever keeps it has lost no more than points. */
function judgeProved({ best }: Finding, lost: Lost): Judgement {
  if (lost.chanceLost === 0) return byPoints(lost)
  return best.margin > 0 ? 'missedWin' : 'blunder'
}

function byPoints({ pointsLost }: Lost): Judgement {
  return pointsLost >= INACCURACY_POINTS ? 'inaccuracy' : 'good'
}

function isBest({ line: [best], move }: Finding): boolean {
  return best !== undefined && isSameMove(best, move)
}

function isOnly(finding: Finding): boolean {
  return finding.next !== undefined && dropOf(finding, finding.next) >= BLUNDER
}

/** How much less chance to win a move leaves than the best one. */
function dropOf({ best, occupied }: Finding, worth: Worth): number {
  return Math.max(0, chanceOf(best, occupied) - chanceOf(worth, occupied))
}
