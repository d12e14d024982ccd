/**
 * The proofs that puzzles need, on a core of their own: whether a move achieves a number of points,
 * which moves do, and the exact margin. Values are final margins for the side to move.
 */
import type { Position } from '@hokito/rules'
import { type Core, type CoreParts, createCore } from '../../core.ts'
import { packPosition } from '../../pack.ts'
import type { PackedMove } from '../../packed.ts'

/** Thrown if a proof would take too many nodes. */
export class TooDear extends Error {}

/** A board to prove from; moves can be played on it and undone. */
export interface Prover {
  /** Sets up a position; all proofs from it together may visit this many nodes. */
  load(position: Position, mostNodes: number): void
  play(move: PackedMove): void
  undo(): void
  isOver(): boolean
  /** The legal moves. */
  moves(): readonly PackedMove[]
  /** 1 for a win, 0 for a draw, -1 for a loss. @throws TooDear */
  sign(): number
  /** Does best play achieve this margin or more? @throws TooDear */
  isAtLeast(margin: number): boolean
  /** The exact margin of a won position. @throws TooDear */
  wonMargin(): number
  /** The first `most` moves that achieve this margin or more. @throws TooDear */
  movesFor(margin: number, most: number): readonly PackedMove[]
  /** Forgets everything proved, so that later proofs cost the same each time. */
  forget(): void
}

/** Makes a prover. */
export function createProver(parts: CoreParts): Prover {
  let mostNodes = 0
  let generation = 0
  const core: Core = createCore(parts, () => core.proofNodes() >= mostNodes)

  function prove(alpha: number, beta: number): number {
    const value = core.prove(alpha, beta)
    if (core.isProofAborted()) throw new TooDear()
    return value
  }

  /** Does a move achieve this margin? A window of one point on the position after it is enough. */
  function comesTo(move: PackedMove, margin: number): boolean {
    core.play(move)
    try {
      return prove(-margin, -margin + 1) <= -margin
    } finally {
      core.undo()
    }
  }

  const moves = () => (core.isOver() ? [] : Array.from(core.moves()))

  return {
    load(position, most) {
      mostNodes = most
      generation++
      core.load(packPosition(position))
      core.beginProof(generation)
    },
    play: core.play,
    undo: core.undo,
    isOver: core.isOver,
    moves,
    sign: () => Math.sign(prove(-1, 1)),
    isAtLeast: (margin) => prove(margin - 1, margin) >= margin,
    wonMargin() {
      // Each window that is passed gives a lower bound for the next.
      let margin = prove(0, 1)
      for (;;) {
        const value = prove(margin, margin + 1)
        if (value <= margin) return margin
        margin = value
      }
    },
    movesFor(margin, most) {
      const found: PackedMove[] = []
      for (const move of moves()) {
        if (found.length >= most) break
        if (comesTo(move, margin)) found.push(move)
      }
      return found
    },
    forget() {
      generation = 0
      core.clear()
    },
  }
}
