import {
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  type Position,
  play,
} from '@hokito/rules'
import type { Engine } from '../engine.ts'
import { findReason } from './find-reason.ts'
import type { Finding } from './finding.ts'
import { type JudgedMove, judge } from './judge.ts'
import { createLooker, type Look, type Looker, type LookSettings, Stopped } from './look.ts'
import { betterOf, chanceOf, forOther, isProved, type Worth } from './worth.ts'

/** A game to be reviewed: one position more than moves. */
export interface ReviewedGame {
  readonly positions: readonly Position[]
  readonly moves: readonly Move[]
}

/** How to follow, stop and continue a review. */
export interface ReviewOptions {
  /** Called with each finding, the last move's first. */
  readonly onFinding: (finding: Finding) => void
  readonly signal?: AbortSignal
  /** Findings that are known already, by ply, so that a stopped review can continue. */
  readonly known?: ReadonlyMap<number, Finding>
}

/** Reviews games with an engine that nothing else uses meanwhile. */
export interface Reviewer {
  /** Examines each move from the last to the first. Resolves to whether it reached the first. */
  review(game: ReviewedGame, options: ReviewOptions): Promise<boolean>
  /**
   * Judges another move in a position of a review, given the finding there.
   * @returns undefined if it was stopped
   */
  judgeAnswer(
    position: Position,
    move: Move,
    finding: Finding,
    signal?: AbortSignal,
  ): Promise<JudgedMove | undefined>
}

/** The default depth of a review. */
export const REVIEW_SETTINGS: LookSettings = {
  depth: 9,
  searchNodes: 800_000,
  proofNodes: 24_000_000,
}

/**
 * The version of reviews that can be compared: reviews of one version find the same in the same
 * game. Raise it when anything changes the findings: the settings, the search, the proof, or the
 * worth of an evaluation.
 */
export const REVIEW_VERSION = 7

export function createReviewer(engine: Engine, settings: LookSettings = REVIEW_SETTINGS): Reviewer {
  const looker = createLooker(engine, settings)
  return {
    review: (game, options) => unlessStopped(review(looker, game, options), false),
    judgeAnswer: (position, move, finding, signal) =>
      unlessStopped(judgeAnswer(looker, { position, move, finding }, signal), undefined),
  }
}

// --- internal ---

/** The result of an analysis, or another value if it was stopped. */
function unlessStopped<T, S>(analysis: Promise<T>, stopped: S): Promise<T | S> {
  return analysis.catch((error: unknown) => {
    if (error instanceof Stopped) return stopped
    throw error
  })
}

async function review(
  looker: Looker,
  { positions, moves }: ReviewedGame,
  { known = new Map<number, Finding>(), onFinding, signal }: ReviewOptions,
): Promise<true> {
  let after: Look | undefined
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    if (known.has(ply)) {
      after = undefined
      continue
    }
    const position = at(positions, ply)
    after ??= await looker.look(at(positions, ply + 1), signal)
    const before = await looker.look(position, signal)
    const step = { ply, position, move: at(moves, ply), before, after }
    const finding = await find(looker, step, signal)
    const reason = await findReason(looker, { finding, position }, signal)
    onFinding({ ...finding, reason })
    after = before
  }
  return true
}

async function judgeAnswer(
  looker: Looker,
  { position, move, finding }: { position: Position; move: Move; finding: Finding },
  signal: AbortSignal | undefined,
): Promise<JudgedMove> {
  const after = await looker.look(play(position, move), signal)
  const played = forOther(after.worth)
  const { occupied, best } = finding
  const isBest = betterOf(played, best, occupied) === played
  const line = isBest ? { best: played, line: [move, ...after.line] } : {}
  const own = { move, played, reply: after.line, next: undefined, reason: undefined, ...line }
  const answered = { ...finding, ...own }
  const reason = await findReason(looker, { finding: answered, position }, signal)
  return judge({ ...answered, reason })
}

/** A move of a game, with the analyses of the positions before and after it. */
interface Step {
  readonly ply: number
  readonly position: Position
  readonly move: Move
  readonly before: Look
  readonly after: Look
}

/** Compares a move with the best one. */
async function find(
  looker: Looker,
  { ply, position, move, before, after }: Step,
  signal: AbortSignal | undefined,
): Promise<Finding> {
  const occupied = occupiedCount(position)
  const played = forOther(after.worth)
  const choices = legalMoves(position).length
  const reply = after.line
  const known = { ply, mover: position.turn, move, reply, occupied, played, choices }
  const own: Known = { ...known, line: [move, ...reply] }
  const [wanted = move] = before.line
  const { worth } = before
  if (worth.certainty === 'exact') {
    const isAsGood = isProved(played) && played.margin >= worth.margin
    if (!isAsGood && !isSameMove(wanted, move)) {
      return { ...known, best: worth, line: before.line, next: undefined, worth }
    }
    const next = await looker.nextVerdict(position, move, worth, signal)
    return { ...own, played: worth, best: worth, next, worth }
  }
  if (isSameMove(wanted, move)) {
    return {
      ...own,
      best: played,
      next: nextTo(before, played),
      worth: knownFrom(played, occupied),
    }
  }
  // Analysed in the same way as the played move, so that the comparison is fair.
  const other = await looker.look(play(position, wanted), signal)
  const best = forOther(other.worth)
  if (betterOf(played, best, occupied) === played) {
    return { ...own, best: played, next: best, worth: knownFrom(played, occupied) }
  }
  const line = [wanted, ...other.line]
  return { ...known, best, line, next: undefined, worth: knownFrom(best, occupied) }
}

/** The finding of a move if no better one is known. */
type Known = Omit<Finding, 'best' | 'next' | 'worth'>

function at<T>(values: readonly T[], index: number): T {
  const value = values[index]
  if (value === undefined) throw new Error('a game has one position more than moves')
  return value
}

/** The worth of the second-best move, from how far behind the best the search saw it. */
function nextTo({ worth, next }: Look, best: Worth): Worth | undefined {
  if (next === undefined) return undefined
  if (isProved(next)) return next
  return { margin: best.margin - Math.max(0, worth.margin - next.margin), certainty: 'expected' }
}

/**
 * The worth of a position if not all of its moves are proved: a proved win counts whatever the
 * others are worth.
 */
function knownFrom(best: Worth, occupied: number): Worth {
  const isWon = isProved(best) && chanceOf(best, occupied) === 1
  return { margin: best.margin, certainty: isWon ? 'winner' : 'expected' }
}
