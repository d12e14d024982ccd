import { destinations, hopFrom, isLanding, type Path } from './path.ts'
import type { Position } from './position.ts'
import { DIRECTIONS, fileOf, rankOf, reverse } from './square.ts'
import type { Move, Square } from './types.ts'

/**
 * Why a stack cannot land on a square, in terms for a beginner:
 * - `emptyLanding`: the square is empty, and hops end on pieces only.
 * - `wrongKind`: a single on a stack, or a stack on a single. `path` is the way there, if there is
 *   one.
 * - `wrongCount`: `path` leads there, in fewer or more hops than the top has marks. If there is a
 *   `backward` path, turning back once would make the number right.
 * - `diagonal`: the square lies diagonally, and no walk leads there.
 * - `noWay`: no walk leads there.
 */
export type Miss =
  | { readonly code: 'emptyLanding' | 'diagonal' | 'noWay' }
  | { readonly code: 'wrongKind'; readonly path: Path | undefined }
  | { readonly code: 'wrongCount'; readonly path: Path; readonly backward: Path | undefined }

/**
 * Why the stack on `from` cannot land on `to`. Undefined if it can, if `from` is empty, or if `to`
 * is `from`.
 */
export function missOf(position: Position, { from, to }: Move): Miss | undefined {
  const moving = position.board[from]
  if (moving === undefined || from === to) return undefined
  if (destinations(position, from).includes(to)) return undefined
  const below = position.board[to]
  if (below === undefined) return { code: 'emptyLanding' }
  const { value } = moving.top
  const walk = (hops: number, mayReverse: boolean) =>
    walkTo({ position: without(position, from), to, mayReverse }, [], from, hops)
  if (!isLanding(moving, below)) return { code: 'wrongKind', path: walk(value, false) }
  for (const hops of [1, 2, 3, 4].filter((count) => count !== value)) {
    const path = walk(hops, false)
    if (path !== undefined) return { code: 'wrongCount', path, backward: walk(value, true) }
  }
  return { code: isDiagonal(from, to) ? 'diagonal' : 'noWay' }
}

// --- internal ---

interface Search {
  readonly position: Position
  readonly to: Square
  readonly mayReverse: boolean
}

/** The first walk of exactly `hopsLeft` more hops that ends on the wanted square. */
function walkTo(search: Search, path: Path, at: Square, hopsLeft: number): Path | undefined {
  if (hopsLeft === 0) return at === search.to ? path : undefined
  const last = path.at(-1)
  for (const direction of DIRECTIONS) {
    const isReversal = last !== undefined && direction === reverse(last.direction)
    if (isReversal && !search.mayReverse) continue
    const hop = hopFrom(search.position, at, direction)
    const found = hop && walkTo(search, [...path, hop], hop.to, hopsLeft - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The position with the moving stack lifted: its square is empty, so a hop back does not find it.
 */
function without(position: Position, from: Square): Position {
  return {
    ...position,
    board: position.board.map((stack, square) => (square === from ? undefined : stack)),
  }
}

function isDiagonal(a: Square, b: Square): boolean {
  return Math.abs(fileOf(a) - fileOf(b)) === Math.abs(rankOf(a) - rankOf(b))
}
