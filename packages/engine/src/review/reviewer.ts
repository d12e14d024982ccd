import {
  isSameMove,
  legalMoves,
  type Move,
  occupiedCount,
  type Position,
  play,
} from '@hokito/rules'
import type { Engine } from '../engine.ts'
import type { Finding } from './finding.ts'
import { type JudgedMove, judge } from './judge.ts'
import { createLooker, type Look, type LookSettings, Stopped } from './look.ts'
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

export type Reviewer = ReturnType<typeof createReviewer>

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
export const REVIEW_VERSION = 2

/** Reviews games with an engine that nothing else uses meanwhile. */
export function createReviewer(engine: Engine, settings: LookSettings = REVIEW_SETTINGS) {
  const looker = createLooker(engine, settings)

  /** Examines each move from the last to the first. Resolves to whether it reached the first. */
  async function review(game: ReviewedGame, options: ReviewOptions): Promise<boolean> {
    const { known = new Map<number, Finding>(), onFinding, signal } = options
    let after: Look | undefined
    try {
      for (let ply = game.moves.length - 1; ply >= 0; ply--) {
        if (known.has(ply)) {
          after = undefined
          continue
        }
        const position = at(game.positions, ply)
        after ??= await looker.look(at(game.positions, ply + 1), signal)
        const before = await looker.look(position, signal)
        onFinding(await find(position, at(game.moves, ply), { ply, before, after }, signal))
        after = before
      }
      return true
    } catch (error) {
      if (error instanceof Stopped) return false
      throw error
    }
  }

  /** Compares a move with the best one. */
  async function find(
    position: Position,
    move: Move,
    { ply, before, after }: { readonly ply: number; readonly before: Look; readonly after: Look },
    signal: AbortSignal | undefined,
  ): Promise<Finding> {
    const occupied = occupiedCount(position)
    const played = forOther(after.worth)
    const known = { ply, mover: position.turn, move, occupied, played }
    const choices = legalMoves(position).length
    const own: Known = { ...known, choices, line: [move, ...after.line] }
    const [wanted = move] = before.line
    const { worth } = before
    if (worth.certainty === 'exact') {
      const isAsGood = isProved(played) && played.margin >= worth.margin
      if (!isAsGood && !isSameMove(wanted, move)) {
        return { ...known, choices, best: worth, line: before.line, next: undefined, worth }
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
    const wantedWorth = forOther(other.worth)
    if (betterOf(played, wantedWorth, occupied) === played) {
      return { ...own, best: played, next: wantedWorth, worth: knownFrom(played, occupied) }
    }
    return {
      ...known,
      choices,
      best: wantedWorth,
      line: [wanted, ...other.line],
      next: undefined,
      worth: knownFrom(wantedWorth, occupied),
    }
  }

  return {
    review,
    /**
     * Judges another move in a position of a review, given the finding there.
     * @returns undefined if it was stopped
     */
    judgeAnswer: async (
      position: Position,
      move: Move,
      finding: Finding,
      signal?: AbortSignal,
    ): Promise<JudgedMove | undefined> => {
      try {
        const after = await looker.look(play(position, move), signal)
        const played = forOther(after.worth)
        const { occupied, best } = finding
        const isBest = betterOf(played, best, occupied) === played
        const line = isBest ? { best: played, line: [move, ...after.line] } : {}
        return judge({ ...finding, move, played, next: undefined, ...line })
      } catch (error) {
        if (error instanceof Stopped) return undefined
        throw error
      }
    },
  }
}

// --- internal ---

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
