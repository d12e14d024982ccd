/**
 * Proof of a position: first a null window around 0 proves win, draw or loss; then windows of one point close
 * in on the exact margin, each helped by what the table learned from the last.
 */
import type { Core } from './core.ts'
import type { PackedMove } from './pack.ts'

/** What a proof has reached. */
export interface RawProof {
  /** Its sign is certain, for the side to move; undefined when not even that is. */
  readonly verdict: number | undefined
  readonly margin: number | undefined
  /** Best play to the end if the margin is known, else the best move known, else nothing. */
  readonly moves: readonly PackedMove[]
}

/** Proves the position that the core has loaded, up to its exact margin or only who wins. */
export function proveFrom(core: Core, wantsMargin: boolean, generation: number): RawProof {
  core.beginProof(generation)
  const verdict = core.prove(-1, 1)
  if (core.isProofAborted()) return { verdict: undefined, margin: undefined, moves: [] }
  if (verdict !== 0 && !wantsMargin)
    return { verdict, margin: undefined, moves: [core.provenMove()] }
  const margin = verdict === 0 ? 0 : closeIn(core, verdict)
  if (margin === undefined) return { verdict, margin, moves: [core.provenMove()] }
  const best = core.provenMove()
  const moves = core.proofLine(margin)
  return { verdict, margin, moves: moves.length > 0 ? moves : [best] }
}

// --- internal ---

/** No margin reaches this. */
const INFINITE = 200

function closeIn(core: Core, bound: number): number | undefined {
  let lower = bound > 0 ? bound : -INFINITE
  let upper = bound > 0 ? INFINITE : bound
  while (lower < upper) {
    // Step outwards from what is known: the truth is seldom far from it.
    const guess = lower === -INFINITE ? upper - 1 : lower
    const value = core.prove(guess, guess + 1)
    if (core.isProofAborted()) return undefined
    if (value > guess) lower = value
    else upper = value
  }
  return lower
}
