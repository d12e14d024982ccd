import { isSameMove } from '@hokito/rules'
import type { Finding } from './finding.ts'
import { betterOf, chanceOf, forOther, isProved, type Worth } from './worth.ts'

/**
 * How good a move was. `only`: every other move would have been a blunder; `loose`: it lost many
 * points, but they hardly matter for who wins; `missedWin`: it gave away a proved win; `forced`:
 * there was no other.
 */
export const JUDGEMENTS = [
  'best',
  'only',
  'good',
  'loose',
  'inaccuracy',
  'mistake',
  'blunder',
  'missedWin',
  'forced',
] as const
export type Judgement = (typeof JUDGEMENTS)[number]

/** A move and its judgement. */
export interface JudgedMove extends Finding {
  readonly judgement: Judgement
  /**
   * How many more points of final margin the best known move would have brought; never negative.
   */
  readonly pointsLost: number
  /** The chance to win that was lost, 0 to 1. */
  readonly chanceLost: number
  /** Is it proved who wins after the move, and after the best one? */
  readonly isProved: boolean
}

/** Judges a move by its finding. */
export function judge(finding: Finding): JudgedMove {
  const { played, best } = finding
  const lost = {
    pointsLost: isBest(finding) ? 0 : Math.max(0, best.margin - played.margin),
    chanceLost: isBest(finding) ? 0 : dropOf(finding, played),
    isProved: isProved(played) && isProved(best),
  }
  return { ...finding, ...lost, judgement: judgementOf(finding, lost) }
}

/**
 * Judges the moves of a game by all that is known of it, in its order: what is proved of the position
 * after a move counts more than an estimate of the move.
 */
export function judgeGame(findings: Iterable<Finding>): readonly JudgedMove[] {
  const judged: JudgedMove[] = []
  let next: Finding | undefined
  for (const finding of [...findings].sort((a, b) => b.ply - a.ply)) {
    next = next?.ply === finding.ply + 1 ? withProof(finding, next.worth) : finding
    judged.unshift(judge(next))
  }
  return judged
}

/** Would a player want to take this move back? */
export function isSlip({ judgement }: Pick<JudgedMove, 'judgement'>): boolean {
  return SLIPS.includes(judgement)
}

/**
 * How close a move was to the best one, 0 to 100. Both points and chance to win count, so that in a
 * game decided long ago not every move looks perfect.
 */
export function accuracyOf({ pointsLost, chanceLost }: JudgedMove): number {
  return 100 * Math.exp(-pointsLost / ACCURACY_POINTS - chanceLost / ACCURACY_CHANCE)
}

// --- internal ---

const SLIPS: readonly Judgement[] = ['inaccuracy', 'mistake', 'blunder', 'missedWin']

/** The least loss of the chance to win for each judgement; docs/review.md explains the numbers. */
const INACCURACY = 0.06
const MISTAKE = 0.12
const BLUNDER = 0.2
/** A move that loses this many points is not good, however little the chance to win has changed. */
const LOOSE_POINTS = 10
/**
 * The loss that lowers the accuracy of a move to 37: this many points, or this much of the chance
 * to win.
 */
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

/**
 * A move that gives away a proved result is a blunder or a missed win; one that keeps it has lost
 * only points.
 */
function judgeProved({ best }: Finding, lost: Lost): Judgement {
  if (lost.chanceLost === 0) return byPoints(lost)
  return best.margin > 0 ? 'missedWin' : 'blunder'
}

function byPoints({ pointsLost }: Lost): Judgement {
  return pointsLost >= LOOSE_POINTS ? 'loose' : 'good'
}

function isBest({ line: [best], move }: Finding): boolean {
  return best !== undefined && isSameMove(best, move)
}

function isOnly(finding: Finding): boolean {
  return finding.next !== undefined && dropOf(finding, finding.next) >= BLUNDER
}

/** A finding with the proved worth of the position after its move, for the side to move there. */
function withProof(finding: Finding, after: Worth): Finding {
  const { move, played: estimated, best, reply, occupied } = finding
  if (isProved(estimated) || !isProved(after)) return finding
  const played = forOther(after)
  if (!isBest(finding) && betterOf(played, best, occupied) !== played) {
    return { ...finding, played }
  }
  const worth: Worth = played.margin > 0 ? { ...played, certainty: 'winner' } : finding.worth
  return { ...finding, played, best: played, line: [move, ...reply], worth }
}

/** How much less chance to win a move leaves than the best one. */
function dropOf({ best, occupied }: Finding, worth: Worth): number {
  return Math.max(0, chanceOf(best, occupied) - chanceOf(worth, occupied))
}
