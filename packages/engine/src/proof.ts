/**
 * Proves a position. First a window around 0, in which no margin but a draw's lies, proves win,
 * draw or loss. Then windows of one point close in on the exact margin; each benefits from what the
 * table has learned from the previous ones.
 */
import type { Core } from './core.ts'
import type { SolveGoal } from './engine.ts'
import type { PackedMove } from './packed.ts'

/** The result of a proof. */
export interface RawProof {
  /** Its sign is certain, for the side to move; undefined if not even the sign is known. */
  readonly verdict: number | undefined
  readonly margin: number | undefined
  /**
   * Best play to the end if the margin is known, otherwise the best known move, otherwise nothing.
   */
  readonly moves: readonly PackedMove[]
}

export interface ProveOptions {
  readonly goal: SolveGoal
  readonly generation: number
  /** Do other threads prove the same position at the same time? */
  readonly isShared: boolean
  /** Called as soon as the verdict is proved. */
  readonly onVerdict?: (verdict: number) => void
}

/** Proves the position that the core has loaded, up to its goal. */
export function proveFrom(
  core: Core,
  { goal, generation, isShared, onVerdict }: ProveOptions,
): RawProof {
  core.beginProof(generation, isShared)
  const verdict = core.prove(-0.5, 0.5)
  if (core.isProofAborted()) return { verdict: undefined, margin: undefined, moves: [] }
  onVerdict?.(verdict)
  // If the game is over, its value is exact in every window.
  if (core.isOver()) return { verdict, margin: verdict, moves: [] }
  if (verdict !== 0 && goal === 'verdict') {
    return { verdict, margin: undefined, moves: [core.provenMove()] }
  }
  const { margin, move } =
    verdict === 0 ? { margin: 0, move: core.provenMove() } : closeIn(core, verdict)
  const moves = margin === undefined ? [] : core.proofLine(margin)
  return { verdict, margin, moves: moves.length > 0 ? moves : [move] }
}

// --- internal ---

/** Larger than any margin. */
const INFINITE = 200

/** The exact margin (undefined if it was stopped), and the move that is proved best until then. */
function closeIn(
  core: Core,
  bound: number,
): { readonly margin: number | undefined; readonly move: PackedMove } {
  let move = core.provenMove()
  let lower = bound > 0 ? bound : -INFINITE
  let upper = bound > 0 ? INFINITE : bound
  while (lower < upper) {
    // Steps outwards from the known bound. Windows that fall short of the true margin cost next to
    // nothing and order the moves for the two windows that matter. Estimates, bisection and wide
    // windows measured slower (docs/engine.md).
    const guess = lower === -INFINITE ? upper - 1 : lower
    const value = core.prove(guess, guess + 1)
    if (core.isProofAborted()) return { margin: undefined, move }
    if (value <= guess) upper = value
    else {
      // Only a move that keeps a bound is proved good; the move that a failed window leaves in the
      // table is not.
      lower = value
      move = core.provenMove()
    }
  }
  return { margin: lower, move }
}
