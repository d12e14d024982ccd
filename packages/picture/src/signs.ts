import type { Color, Move, Path, Position, Square } from '@hokito/rules'
import type { ColorName } from './colors.ts'
import { HOLLOW, isOnStack } from './disc.ts'
import { element } from './element.ts'
import { centerOf, type Point } from './geometry.ts'
import { drawText } from './glyphs.ts'
import type { Paints } from './paints.ts'

/** The rings at the foot of a stack: it is chosen, or the chosen one can land or hop there. */
export type Ring = 'chosen' | 'own' | 'enemy' | 'step'

/** A ring at the foot of a stack that stands at the origin. */
export function drawRing(ring: Ring, { color }: Paints): string {
  const circle = (stroke: ColorName, width: number, dashes = '') =>
    element('circle', {
      r: HOLLOW + 1,
      fill: 'none',
      stroke: color(stroke),
      'stroke-width': width,
      ...(dashes !== '' && { 'stroke-dasharray': dashes }),
      ...(ring === 'step' && { 'stroke-linecap': 'round' }),
    })
  // A rim on both sides sets the ring apart from board and disc, whatever their colours.
  return circle('pathEdge', 11) + circle(ring === 'chosen' ? 'chosen' : 'path', 6, DASHES[ring])
}

/** Marks the squares on which the last move began and ended. */
export function drawEnds({ from, to }: Move, orientation: Color, { color }: Paints): string {
  const circle = (square: Square, r: number, width: number, dashes: string) => {
    const { x, y } = centerOf(square, orientation)
    return element('circle', {
      cx: x,
      cy: y,
      r,
      fill: 'none',
      stroke: color('boardInk'),
      'stroke-width': width,
      ...(dashes !== '' && { 'stroke-linecap': 'round', 'stroke-dasharray': dashes }),
    })
  }
  return circle(from, 38, 3.2, '0.1 8.84') + circle(to, HOLLOW + 3.5, 3, '')
}

/**
 * A path as it is drawn: of a move that could be made, of the last one, of an illegal one, or of one
 * that the other side would like to make.
 */
export type PathKind = 'path' | 'last' | 'missed' | 'threat'

/**
 * The lines of a path from stack to stack, each with an arrow head. They are drawn over the pieces,
 * where they stay visible on a full board, but leave the stacks themselves free.
 */
export function drawPath(
  path: Path,
  { board }: Position,
  orientation: Color,
  kind: PathKind,
  { color }: Paints,
): string {
  const foot = (square: Square) => ({
    at: centerOf(square, orientation),
    height: board[square]?.height ?? 0,
  })
  const line = {
    d: path.map(({ from, to }) => hopLine(foot(from), foot(to))).join(''),
    fill: 'none',
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  }
  const width = kind === 'last' ? 3.6 : 6.5
  return (
    element('path', { ...line, stroke: color(EDGES[kind]), 'stroke-width': width + 5 }) +
    element('path', { ...line, stroke: color(INKS[kind]), 'stroke-width': width })
  )
}

/**
 * A numbered bead at each hop of a path, at the upper left of its stack's foot, where it hides
 * neither marks nor height.
 */
export function drawBeads(
  path: Path,
  orientation: Color,
  kind: PathKind,
  { color }: Paints,
): string {
  return path
    .map(({ to }, index) => {
      const center = centerOf(to, orientation)
      const at = { x: center.x - 31, y: center.y - 29 }
      return element(
        'g',
        { class: 'bead', 'data-hop': index + 1 },
        element('circle', {
          cx: at.x,
          cy: at.y,
          r: 14,
          fill: color(INKS[kind]),
          stroke: color(EDGES[kind]),
          'stroke-width': 2.5,
        }) +
          drawText(String(index + 1), {
            x: at.x,
            y: at.y + 6.5,
            height: 13,
            color: color(EDGES[kind]),
          }),
      )
    })
    .join('')
}

/**
 * The cross where an illegal path ends or a press did nothing. On a stack it is at the lower
 * right of its foot, where it hides neither the marks nor the height nor the number of a hop.
 */
export function drawCross(
  square: Square,
  position: Position,
  orientation: Color,
  { color }: Paints,
): string {
  const center = centerOf(square, orientation)
  const isEmpty = position.board[square] === undefined
  const { x, y } = isEmpty ? center : { x: center.x + 31, y: center.y + 27 }
  return (
    element('circle', {
      class: 'cross',
      cx: x,
      cy: y,
      r: 18,
      fill: color('missed'),
      stroke: color('pathEdge'),
      'stroke-width': 3.5,
    }) +
    element('path', {
      d: `M${x - 8} ${y - 8}l16 16m0 -16l-16 16`,
      fill: 'none',
      stroke: color('pathEdge'),
      'stroke-width': 6,
      'stroke-linecap': 'round',
    })
  )
}

// --- internal ---

const DASHES: Readonly<Record<Ring, string>> = {
  chosen: '',
  own: '',
  enemy: '13 6',
  step: '0.1 12',
}

/** The colours of each kind of path, and of its rim. The last move is drawn in those of the board. */
const INKS = { path: 'path', last: 'boardInk', missed: 'missed', threat: 'missed' } as const
const EDGES = { path: 'pathEdge', last: 'wood', missed: 'pathEdge', threat: 'pathEdge' } as const

/** Where a hop begins or ends: the height of its stack is 0 on an empty square. */
interface Foot {
  readonly at: Point
  readonly height: number
}

const HEAD = 8
/** How far a line reaches over the rims, and how long it is at least. */
const OVERLAP = 5
const LEAST = 22

/** The line of a hop with its arrow head; hops run along ranks and files. */
function hopLine(from: Foot, to: Foot): string {
  const [x, y] = [Math.sign(to.at.x - from.at.x), Math.sign(to.at.y - from.at.y)]
  const long = Math.abs(to.at.x - from.at.x) + Math.abs(to.at.y - from.at.y)
  const last = long - reach(to.height, { x: -x, y: -y })
  const first = Math.min(reach(from.height, { x, y }), last - LEAST)
  const start = along(from.at, first)
  const end = along(from.at, last)
  const wing = (side: 1 | -1) =>
    `${end.x - x * HEAD - y * side * HEAD} ${end.y - y * HEAD + x * side * HEAD}`
  return `M${start.x} ${start.y}L${end.x} ${end.y}M${wing(1)}L${end.x} ${end.y} ${wing(-1)}`

  function along(point: Point, far: number): Point {
    return { x: point.x + x * far, y: point.y + y * far }
  }
}

/** How far a stack reaches from the middle of its foot along a direction, less the overlap. */
function reach(height: number, { x, y }: Point): number {
  let far = 0
  while (height > 0 && isOnStack({ x: x * far, y: y * far }, height)) far++
  return Math.max(0, far - OVERLAP)
}
