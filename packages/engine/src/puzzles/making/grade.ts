/**
 * The difficulty of a puzzle: which graders find its first move, and how long the strongest needs.
 */
import { isSameMove, type Move, type Position } from '@hokito/rules'
import type { Level } from '../../levels.ts'
import { packPosition, unpackMove } from '../../pack.ts'
import type { Searcher, Watch } from '../../searcher.ts'
import type { PuzzleKind, PuzzleParts } from '../puzzle.ts'
import { GRADERS } from './graders.ts'

/** The grade of a puzzle. */
export interface Grade {
  readonly foundBy: readonly number[]
  readonly rating: number
}

/**
 * Grades the first move of a puzzle. Each grader has its own searcher, so that it gives the same
 * answer each time.
 */
export function gradeOf(
  freshSearcher: () => Searcher,
  { position, kind, solution: [first] }: Pick<PuzzleParts, 'position' | 'kind' | 'solution'>,
): Grade {
  if (first === undefined) throw new Error('a solution has a move')
  const tries = GRADERS.map((grader) => tryGrader(freshSearcher(), position, first, grader))
  const foundBy = tries.flatMap(({ isFound }, index) => (isFound ? [index + 1] : []))
  return { foundBy, rating: ratingOf(kind, foundBy.length, tries.at(-1)?.nodes ?? MOST_NODES) }
}

/** The move that a grader plays in a position. */
export function playOfGrader(
  searcher: Searcher,
  position: Position,
  level: Level,
  onMove: (move: Move, nodes: number) => void = () => undefined,
): Move {
  const { move } = searcher.search(packPosition(position), { level }, UNHURRIED, (info) => {
    const best = info.lines[0]?.moves[0]
    if (best !== undefined) onMove(unpackMove(best), info.nodes)
  })
  return unpackMove(move)
}

// --- internal ---

const EASIEST = 600
/** Levels look for a win and are content with the first, so missing the most points means less. */
const PER_LEVEL: Readonly<Record<PuzzleKind, number>> = { win: 165, draw: 165, margin: 120 }
const OF_NODES = 150
/** For the strongest level. */
const MOST_NODES = 300_000

/** Only nodes and depth end a level's search. */
const UNHURRIED: Watch = { isStopped: () => false, now: () => 0, generation: 1 }

/**
 * The initial rating of a puzzle, from how many graders find it and how many nodes the strongest
 * needed.
 */
function ratingOf(kind: PuzzleKind, found: number, nodes: number): number {
  const share = Math.min(1, Math.log10(Math.max(1, nodes)) / Math.log10(MOST_NODES))
  return Math.round(EASIEST + (GRADERS.length - found) * PER_LEVEL[kind] + share * OF_NODES)
}

interface Try {
  readonly isFound: boolean
  /** Positions visited until the move was found and kept; all of them if it was not. */
  readonly nodes: number
}

function tryGrader(searcher: Searcher, position: Position, first: Move, grader: Level): Try {
  let since: number | undefined
  const move = playOfGrader(searcher, position, grader, (best, nodes) => {
    if (!isSameMove(best, first)) since = undefined
    else since ??= nodes
  })
  const isFound = isSameMove(move, first)
  return { isFound, nodes: isFound ? (since ?? MOST_NODES) : MOST_NODES }
}
