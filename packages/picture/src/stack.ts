import { isSingle, type Piece, type Stack } from '@hokito/rules'
import { BAR, DOT, DOT_PLACES, EDGE, edgePath, MOST_EDGES, pillOf, RADIUS, topOf } from './disc.ts'
import { element } from './element.ts'
import type { Point } from './geometry.ts'
import { drawText } from './glyphs.ts'
import type { Colors } from './theme.ts'

/** The ways in which a piece can show its value. */
export const PICTURE_MARKS = ['bars', 'dots', 'digits'] as const
export type PictureMarks = (typeof PICTURE_MARKS)[number]

/** The look of the pieces. */
export interface PictureLook {
  readonly marks: PictureMarks
  /** Do the sides' discs also differ by a pattern around the rim? */
  readonly isPatterned: boolean
}

/** The default look. */
export const PLAIN_LOOK: PictureLook = { marks: 'bars', isPatterned: false }

/**
 * A stack: the face of the top disc, below it the edges of the uppermost pieces, each in its
 * piece's colour, and the height on a plate. The site's `board/StackDrawing.tsx` draws the same for
 * playing, and a test compares them.
 */
export function drawStack(stack: Stack, at: Point, look: PictureLook, colors: Colors): string {
  const edges = stack.pieces.slice(-MOST_EDGES)
  const top = topOf(stack, at)
  return [
    element('ellipse', {
      cx: at.x,
      cy: top.y + edges.length * EDGE + 3,
      rx: RADIUS + 2,
      ry: RADIUS,
      fill: '#000',
      opacity: 0.16,
    }),
    ...edges.map((piece, index) =>
      drawEdge(piece, { x: top.x, y: top.y + (edges.length - 1 - index) * EDGE }, colors),
    ),
    drawFace(stack.top, top, look, colors),
    isSingle(stack) ? '' : drawPill(stack.height, top, colors),
  ].join('')
}

// --- internal ---

function drawEdge(piece: Piece | undefined, at: Point, colors: Colors): string {
  return element('path', { d: edgePath(at), 'stroke-width': 1.5, ...edgeLook(piece, colors) })
}

function edgeLook(piece: Piece | undefined, colors: Colors) {
  if (piece === undefined) {
    return { fill: colors.unknownSide, stroke: colors.boardInk, 'stroke-dasharray': '3 3' }
  }
  return piece.color === 'black'
    ? { fill: colors.blackSide, stroke: colors.blackEdge }
    : { fill: colors.whiteSide, stroke: colors.whiteEdge }
}

function drawFace(piece: Piece, { x, y }: Point, look: PictureLook, colors: Colors): string {
  const isBlack = piece.color === 'black'
  const circle = (r: number, attributes: Readonly<Record<string, string | number>>) =>
    element('circle', { cx: x, cy: y, r, ...attributes })
  const edge = isBlack ? colors.blackEdge : colors.whiteEdge
  const fill = isBlack ? colors.blackFace : colors.whiteFace
  const ring = isBlack
    ? { fill: 'none', stroke: colors.blackMark, 'stroke-width': 2 }
    : { fill: 'none', stroke: edge, 'stroke-width': 1.2 }
  return [
    circle(RADIUS, { fill, stroke: edge, 'stroke-width': 1.5 }),
    look.isPatterned ? circle(isBlack ? RADIUS - 7 : RADIUS - 13, pattern(isBlack, colors)) : '',
    circle(RADIUS - 5, ring),
    isBlack ? '' : circle(RADIUS - 9, ring),
    drawMarks(piece, { x, y }, look, isBlack ? colors.blackMark : colors.whiteMark),
  ].join('')
}

function pattern(isBlack: boolean, colors: Colors) {
  return isBlack
    ? { fill: 'none', stroke: colors.blackMark, 'stroke-width': 10, 'stroke-dasharray': '3 6.11' }
    : { fill: 'none', stroke: colors.whiteEdge, 'stroke-width': 2 }
}

function drawMarks(
  { color, value }: Piece,
  { x, y }: Point,
  { marks }: PictureLook,
  fill: string,
): string {
  if (marks === 'digits') {
    return drawText(String(value), { x, y: y + 14, height: 27, color: fill })
  }
  if (marks === 'dots') {
    return DOT_PLACES[value]
      .map(([right, down]) => ({ cx: x + right * DOT.gap, cy: y + down * DOT.gap, r: DOT.radius }))
      .map((circle) => element('circle', { ...circle, fill }))
      .join('')
  }
  const bars = Array.from({ length: value }, (_, index) =>
    element('rect', {
      x: x + (index - (value - 1) / 2) * BAR.gap - BAR.width / 2,
      y: y - BAR.height / 2,
      width: BAR.width,
      height: BAR.height,
      rx: color === 'black' ? BAR.width / 2 : 1,
      fill,
    }),
  )
  return bars.join('')
}

function drawPill(height: number, at: Point, colors: Colors): string {
  const plate = pillOf(height, at)
  const { x, y, width } = plate
  return (
    element('rect', { ...plate, fill: colors.pill, stroke: colors.pillInk, 'stroke-width': 1.5 }) +
    drawText(`×${height}`, { x: x + width / 2, y: y + 18.5, height: 12, color: colors.pillInk })
  )
}
