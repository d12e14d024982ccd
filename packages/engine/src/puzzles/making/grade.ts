/** How hard a puzzle is: which levels find its first move, and how long the strongest needs. */
import { isSameMove, type Move, type Position } from '@hokito/rules'
import { LEVELS } from '../../levels.ts'
import { packPosition, unpackMove } from '../../pack.ts'
import type { Searcher, Watch } from '../../searcher.ts'
import type { PuzzleKind, PuzzleParts } from '../puzzle.ts'

/** How a puzzle was graded. */
export interface Grade {
  readonly foundBy: readonly number[]
  readonly rating: number
}

/** Grades the first move of a puzzle. Each level is a searcher of its own, so that it says the same each time. */
export function gradeOf(
  freshSearcher: () => Searcher,
  { position, kind, solution: [first] }: Pick<PuzzleParts, 'position' | 'kind' | 'solution'>,
): Grade {
  if (first === undefined) throw new Error('a solution has a move')
  const tries = LEVELS.map((_, index) => tryLevel(freshSearcher(), position, first, index + 1))
  const foundBy = tries.flatMap(({ isFound }, index) => (isFound ? [index + 1] : []))
  return { foundBy, rating: ratingOf(kind, foundBy.length, tries.at(-1)?.nodes ?? MOST_NODES) }
}

/** What a level plays in a position. */
export function playOfLevel(
  searcher: Searcher,
  position: Position,
  level: number,
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
/** Levels look for a win and are content with the first, so that it says less when they miss the most points. */
const PER_LEVEL: Readonly<Record<PuzzleKind, number>> = { win: 165, draw: 165, margin: 120 }
const OF_NODES = 150
/** Of the strongest level. */
const MOST_NODES = 300_000

/** Only nodes and depth end a level's search. */
const UNHURRIED: Watch = { isStopped: () => false, now: () => 0, generation: 1 }

/** The rating a puzzle begins with, from how many levels find it, and the nodes that the strongest needed for it. */
function ratingOf(kind: PuzzleKind, found: number, nodes: number): number {
  const share = Math.min(1, Math.log10(Math.max(1, nodes)) / Math.log10(MOST_NODES))
  return Math.round(EASIEST + (LEVELS.length - found) * PER_LEVEL[kind] + share * OF_NODES)
}

interface Try {
  readonly isFound: boolean
  /** Positions visited until the move was found and kept; all of them where it was not. */
  readonly nodes: number
}

function tryLevel(searcher: Searcher, position: Position, first: Move, level: number): Try {
  let since: number | undefined
  const move = playOfLevel(searcher, position, level, (best, nodes) => {
    if (!isSameMove(best, first)) since = undefined
    else since ??= nodes
  })
  const isFound = isSameMove(move, first)
  return { isFound, nodes: isFound ? (since ?? MOST_NODES) : MOST_NODES }
}
