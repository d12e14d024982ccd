import { type Color, type Path, type Position, SIDE, SQUARES, type Square } from '@hokito/rules'
import { topOf } from './disc.ts'
import { element } from './element.ts'
import { BOARD_SIZE, CELL, centerOf, FRAME, type Point, placeOf } from './geometry.ts'
import { drawText } from './glyphs.ts'
import { type Manner, PLAIN_MANNER, type Scene } from './scene.ts'
import { drawStack } from './stack.ts'
import { COLORS_OF, type Colors } from './theme.ts'

/**
 * A board as a whole square SVG document, `size` pixels wide. It needs no font, style sheet or
 * other file, so it looks the same on the site, in link previews and on the command line.
 */
export function drawBoard(scene: Scene, size: number, manner: Manner = PLAIN_MANNER): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: `0 0 ${BOARD_SIZE} ${BOARD_SIZE}`,
  }
  return element('svg', attributes, drawInside(scene, manner))
}

/** The board without the document around it, {@link BOARD_SIZE} units wide. */
export function drawInside({ position, lastMove, lastPath }: Scene, manner: Manner): string {
  const { orientation } = manner
  const colors = COLORS_OF[manner.theme]
  // Draws the far side first, so that nearer stacks cover farther ones.
  const order = [...SQUARES].sort(
    (a, b) => placeOf(a, orientation).row - placeOf(b, orientation).row,
  )
  const stacks = order.map((square) => {
    const stack = position.board[square]
    return stack === undefined
      ? ''
      : drawStack(stack, centerOf(square, orientation), manner.look, colors)
  })
  return [
    drawWood(orientation, colors),
    manner.showCoordinates ? drawCoordinates(orientation, colors) : '',
    lastMove === undefined ? '' : drawEnds(lastMove.from, lastMove.to, orientation, colors),
    lastPath === undefined ? '' : drawPath(lastPath, orientation, colors),
    ...stacks,
    lastPath === undefined ? '' : drawBeads(lastPath, position, orientation, colors),
  ].join('')
}

// --- internal ---

function circle({ x, y }: Point, r: number, look: Readonly<Record<string, string | number>>) {
  return element('circle', { cx: x, cy: y, r, ...look })
}

/** Frame, grain and the hollows in which the pieces stand. */
function drawWood(orientation: Color, colors: Colors): string {
  const { wood, woodFrame, woodLine, hollow, hollowEdge } = colors
  const inner = BOARD_SIZE - 20
  const grain = { fill: 'none', stroke: woodLine, 'stroke-width': 1.5, opacity: 0.35 }
  return [
    element('rect', { width: BOARD_SIZE, height: BOARD_SIZE, rx: 26, fill: woodFrame }),
    element('rect', { x: 10, y: 10, width: inner, height: inner, rx: 18, fill: wood }),
    ...GRAIN.map((d) => element('path', { d, ...grain })),
    ...SQUARES.map((square) =>
      circle(centerOf(square, orientation), 43, {
        fill: hollow,
        stroke: hollowEdge,
        'stroke-width': 1.5,
      }),
    ),
  ].join('')
}

/** Long waves of grain across the board. Each line's number determines its shape. */
const GRAIN: readonly string[] = Array.from({ length: 17 }, (_, line) => {
  const y = 30 + line * 37 + ((line * 29) % 17)
  const bend = ((line * 53) % 21) - 10
  const far = BOARD_SIZE - 14
  return `M14 ${y}C${180 + bend * 4} ${y + bend} ${430 - bend * 6} ${y - bend * 1.4} ${far} ${y + bend * 0.6}`
})

function drawCoordinates(orientation: Color, { boardInk: color }: Colors): string {
  const names = Array.from({ length: SIDE }, (_, index) => {
    const middle = FRAME + (index + 0.5) * CELL
    const file = orientation === 'black' ? index : SIDE - 1 - index
    const rank = orientation === 'black' ? SIDE - index : index + 1
    const below = { x: middle, y: BOARD_SIZE - FRAME + 18, height: 11, color }
    const beside = { x: 21, y: middle + 6, height: 11, color }
    return drawText('abcdef'.charAt(file), below) + drawText(String(rank), beside)
  })
  return names.join('')
}

/** Marks the squares on which the last move began and ended. */
function drawEnds(from: Square, to: Square, orientation: Color, { boardInk }: Colors): string {
  const line = { fill: 'none', stroke: boardInk }
  return (
    circle(centerOf(from, orientation), 40, {
      ...line,
      'stroke-width': 3,
      'stroke-linecap': 'round',
      'stroke-dasharray': '1 8.5',
    }) + circle(centerOf(to, orientation), 46, { ...line, 'stroke-width': 2.5 })
  )
}

function drawPath(path: Path, orientation: Color, { pathEdge, boardInk }: Colors): string {
  const [first] = path
  if (first === undefined) return ''
  const points = [first.from, ...path.map(({ to }) => to)]
    .map((square) => centerOf(square, orientation))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
  const line = {
    points,
    fill: 'none',
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  }
  return (
    element('polyline', { ...line, stroke: pathEdge, 'stroke-width': 9, opacity: 0.6 }) +
    element('polyline', { ...line, stroke: boardInk, 'stroke-width': 4 })
  )
}

/**
 * Draws a numbered bead at each hop, at the upper left of its disc, where it hides neither marks
 * nor height.
 */
function drawBeads(
  path: Path,
  position: Position,
  orientation: Color,
  { boardInk, pathEdge }: Colors,
): string {
  const beads = path.map(({ to }, index) => {
    const center = centerOf(to, orientation)
    const stack = position.board[to]
    const top = stack === undefined ? center : topOf(stack, center)
    const at = { x: top.x - 31, y: top.y - 29 }
    const number = { x: at.x, y: at.y + 6, height: 12, color: pathEdge }
    return (
      circle(at, 14, { fill: boardInk, stroke: pathEdge, 'stroke-width': 2 }) +
      drawText(String(index + 1), number)
    )
  })
  return beads.join('')
}
