/**
 * Puzzles and their pack. Small, without the engine and without Node, for pages that load a pack
 * when they need it.
 * @packageDocumentation
 */

export type { PackError, PackOrigin, PuzzlePack } from './pack.ts'
export { formatPuzzlePack, PACK_ERRORS, readPuzzlePack, readPuzzlePackInSteps } from './pack.ts'
export type { Puzzle, PuzzleKind, PuzzleParts, PuzzleSummary, Theme } from './puzzle.ts'
export { MARGIN_GAP, MOST_OWN_MOVES, PUZZLE_KINDS, puzzleId, puzzleOf, THEMES } from './puzzle.ts'
