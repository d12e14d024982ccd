import { type Color, type Position, SQUARES, type Square } from '@hokito/rules'
import { colorsOf } from './colors.ts'
import { SHADE } from './disc.ts'
import { element } from './element.ts'
import { BOARD_SIZE, centerOf, placeOf } from './geometry.ts'
import { drawDefinitions, paintsFrom } from './paints.ts'
import { type Manner, PLAIN_MANNER, type Scene } from './scene.ts'
import { drawBeads, drawEnds, drawPath } from './signs.ts'
import { drawPlate, drawStack, shadowPath } from './stack.ts'
import { drawCoordinates, drawWood } from './wood.ts'

/**
 * A board as a whole square SVG document, `size` pixels wide. It needs no font, style sheet or
 * other file, so it looks the same on the site, in link previews and on the command line.
 */
export function drawBoard(scene: Scene, size: number, manner: Manner = PLAIN_MANNER): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width: size,
    height: size,
    viewBox: `${AROUND.x} ${AROUND.y} ${PICTURE_SIDE} ${PICTURE_SIDE}`,
  }
  return element('svg', attributes, drawInside(scene, manner))
}

/** The board without the document around it: {@link PICTURE_SIDE} wide from {@link AROUND}. */
export function drawInside({ position, lastMove, lastPath }: Scene, manner: Manner): string {
  const { orientation, theme, sets } = manner
  const prefix = ['hokito', theme, sets?.board ?? 'own', sets?.pieces ?? 'own'].join('-')
  const paints = paintsFrom(colorsOf(theme, sets), prefix)
  const placed = (square: Square, drawing: string) => {
    const { x, y } = centerOf(square, orientation)
    return drawing === '' ? '' : element('g', { transform: `translate(${x} ${y})` }, drawing)
  }
  return [
    drawDefinitions(paints),
    ...SOFT.map((opacity, ring) => softShadow(ring, opacity, paints.color('boardShadow'))),
    drawWood(paints),
    manner.showCoordinates ? drawCoordinates(orientation, paints) : '',
    lastMove === undefined ? '' : drawEnds(lastMove, orientation, paints),
    drawShadows(position, orientation, paints.color('boardShadow')),
    ...drawingOrder(orientation).map((square) => {
      const stack = position.board[square]
      return stack === undefined ? '' : placed(square, drawStack(stack, manner.look, paints))
    }),
    lastPath === undefined ? '' : drawPath(lastPath, position, orientation, 'last', paints),
    ...SQUARES.map((square) => {
      const stack = position.board[square]
      const at = centerOf(square, orientation)
      return stack === undefined ? '' : placed(square, drawPlate(stack, at, paints))
    }),
    lastPath === undefined ? '' : drawBeads(lastPath, orientation, 'last', paints),
  ].join('')
}

/**
 * The squares in the order in which their stacks are drawn: from the far side to the near one, and
 * from right to left, so that what is nearer hides what it leans over.
 */
export function drawingOrder(orientation: Color): readonly Square[] {
  const rank = (square: Square) => {
    const { column, row } = placeOf(square, orientation)
    return row * BOARD_SIZE - column
  }
  return SQUARES.toSorted((a, b) => rank(a) - rank(b))
}

/** The shadows of all stacks but the lifted one, as one shape: where two meet, it is no darker. */
export function drawShadows(
  { board }: Position,
  orientation: Color,
  fill: string,
  lifted?: Square,
): string {
  const d = SQUARES.map((square) => {
    const stack = board[square]
    if (stack === undefined || square === lifted) return ''
    return shadowPath(stack.height, centerOf(square, orientation))
  }).join('')
  return d === '' ? '' : element('path', { class: 'shadows', d, fill, opacity: SHADE })
}

/** Around the board there is room for its shadow, and for high stacks on its far side. */
export const AROUND = { x: -22, y: -34 } as const
export const PICTURE_SIDE = BOARD_SIZE + 44

// --- internal ---

/** The shadow of the board on the table, softer at its edge. */
const SOFT = [0.05, 0.07, 0.1]

function softShadow(ring: number, opacity: number, fill: string): string {
  const wide = 7 - ring * 2.5
  return element('rect', {
    x: 3 - wide,
    y: 2 - wide,
    width: BOARD_SIZE - 2 + 2 * wide,
    height: BOARD_SIZE + 2 * wide,
    rx: 20 + wide,
    fill,
    opacity,
  })
}
