import {
  formatPosition,
  occupiedCount,
  type Position,
  play,
  SYMMETRIES,
  transformPosition,
} from '@hokito/rules'
import { createMemory } from '../../core.ts'
import { Searcher } from '../../searcher.ts'
import type { PuzzleParts } from '../puzzle.ts'
import { type Flaw, flawOf } from './check.ts'
import { findPuzzle } from './find.ts'
import { playGame } from './game.ts'
import { gradeOf } from './grade.ts'
import { createProver } from './prover.ts'
import { themesOf } from './themes.ts'

/** Makes and checks puzzles, synchronously, in the caller's thread. */
export interface PuzzleMaker {
  /**
   * The puzzles in the game with this number between two levels. Skips all positions in `taken`,
   * which holds the positions of all puzzles and of their solutions, and adds its own to them. The
   * same seed, number and `taken` give the same puzzles.
   */
  fromGame(seed: number, index: number, taken: Set<string>): readonly PuzzleParts[]
  /** The same for any game, given its positions in order. */
  fromPositions(positions: readonly Position[], taken: Set<string>): readonly PuzzleParts[]
  /** The flaw of a puzzle, found by proving it again; undefined if there is none. */
  check(puzzle: PuzzleParts): Flaw | undefined
}

/** Makes a maker from the compiled hot code (`hot/hokito.wasm`). */
export function createPuzzleMaker(module: WebAssembly.Module): PuzzleMaker {
  const parts = { module, thread: 0, threads: 1, hashMiB: HASH_MIB }
  const prover = createProver({ ...parts, hashMiB: PROOF_HASH_MIB })
  const memory = createMemory(HASH_MIB, false)

  /**
   * Do not use the previous searcher after this: both share one memory, which is cleared, because
   * creating one is slow.
   */
  function freshSearcher(): Searcher {
    new Uint8Array(memory.buffer).fill(0)
    return new Searcher({ ...parts, memory })
  }

  function puzzleIn(position: Position): PuzzleParts | undefined {
    const found = findPuzzle(prover, position)
    if (found === undefined) return undefined
    const { kind, solution } = found
    const grade = gradeOf(freshSearcher, { position, kind, solution })
    return { position, kind, solution, themes: themesOf(position, kind, solution), ...grade }
  }

  function fromPositions(positions: readonly Position[], taken: Set<string>) {
    prover.forget()
    const puzzles: PuzzleParts[] = []
    for (const position of positions) {
      if (puzzles.length >= MOST_OF_GAME) break
      const occupied = occupiedCount(position)
      if (occupied > MOST_SQUARES || occupied < LEAST_SQUARES || taken.has(shapeOf(position)))
        continue
      const puzzle = puzzleIn(position)
      const shapes = puzzle === undefined ? [] : shapesOf(puzzle)
      if (puzzle === undefined || shapes.some((shape) => taken.has(shape))) continue
      puzzles.push(puzzle)
      for (const shape of shapes) taken.add(shape)
    }
    return puzzles
  }

  return {
    fromGame: (seed, index, taken) => fromPositions(playGame(freshSearcher(), seed, index), taken),
    fromPositions,
    check: (puzzle) => flawOf(prover, puzzle),
  }
}

/**
 * The positions in which the solver moves in a puzzle; {@link PuzzleMaker.fromGame} must not use
 * them again.
 */
export function shapesOf({
  position,
  solution,
}: Pick<PuzzleParts, 'position' | 'solution'>): readonly string[] {
  const shapes: string[] = []
  let at = position
  for (const [ply, move] of solution.entries()) {
    if (ply % 2 === 0) shapes.push(shapeOf(at))
    at = play(at, move)
  }
  return shapes
}

// --- internal ---

/**
 * Levels play the same with an empty table of any size that they do not fill, and a small one is
 * faster to clear.
 */
const HASH_MIB = 8
const PROOF_HASH_MIB = 16
/**
 * The most occupied squares of a puzzle. More are expensive to prove, and fewer leave little to
 * find.
 */
const MOST_SQUARES = 18
const LEAST_SQUARES = 7
/** More puzzles from one game would be too similar. */
const MOST_OF_GAME = 3

/** The same text for a position however the board is turned or flipped. */
function shapeOf(position: Position): string {
  const texts = SYMMETRIES.map((symmetry) => formatPosition(transformPosition(position, symmetry)))
  return `${position.endRule} ${texts.sort()[0]}`
}
