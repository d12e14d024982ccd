import type { Piece, Stack } from '@hokito/rules'
import { along, BAR, DOT, DOT_PLACES, heightOf, LEAN, ORIGIN, RADIUS, topOf } from './disc.ts'
import { element } from './element.ts'
import type { Point } from './geometry.ts'
import { drawText, linesOf } from './glyphs.ts'
import type { PictureLook, PictureMarks } from './look.ts'
import { gradient, type Paints } from './paints.ts'

/**
 * A stack whose foot is at {@link ORIGIN}, without shadow and plate: the rim of each disc in its
 * piece's colour, with a seam above it, and the face of the top disc.
 */
export function drawStack(stack: Stack, look: PictureLook, paints: Paints): string {
  const { x, y } = topOf(stack.height)
  return (
    drawSide(stack.pieces, paints) +
    element(
      'g',
      { transform: `translate(${round(x)} ${round(y)})` },
      drawFace(stack.top, look, paints),
    )
  )
}

/** The outline of the shadow of a stack that stands at `at`: it falls to the lower right. */
export function shadowPath(count: number, at: Point): string {
  const long = 10 + 0.62 * heightOf(count)
  const end = { x: at.x + long * SHADOW.x, y: at.y + long * SHADOW.y }
  const across = { x: -SHADOW.y * RADIUS, y: SHADOW.x * RADIUS }
  return capsule(end, at, across)
}

/** A rectangle in the drawing. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The plate of a stack at `at`, about the origin. */
export function drawPlate(stack: Stack, at: Point, { color }: Paints): string {
  const box = plateBox(stack.height, at)
  if (box === undefined) return ''
  const { width, height } = box
  const [x, y] = [box.x - at.x, box.y - at.y]
  return (
    element('rect', {
      class: 'plate',
      x,
      y,
      width,
      height,
      rx: height / 2,
      fill: color('pill'),
      stroke: color('pillInk'),
      'stroke-width': 2,
    }) +
    drawText(`×${stack.height}`, {
      x: x + width / 2,
      y: y + (height + PLATE.digits) / 2,
      height: PLATE.digits,
      color: color('pillInk'),
    })
  )
}

/**
 * The middle of the plate of a stack at `at`: on the front of its side, at the lower left of its
 * top, where it hides nothing that is printed on this top or on a neighbour's.
 */
export function plateMiddle(count: number, at: Point): Point {
  const top = topOf(count, at)
  return { x: top.x + PLATE.x, y: top.y + PLATE.y }
}

// --- internal ---

/** The place of the plate with the height of a stack at `at`. A single has none. */
function plateBox(count: number, at: Point): Box | undefined {
  if (count < 2) return undefined
  const width = count < 10 ? 34 : 50
  const { height } = PLATE
  const { x, y } = plateMiddle(count, at)
  return { x: x - width / 2, y: y - height / 2, width, height }
}

const SHADOW: Point = { x: 0.885, y: 0.465 }
const PLATE = { x: -21, y: 36, height: 28, digits: 17 } as const

/** From the middle of a disc to the end of its rim, at a right angle to {@link LEAN}. */
const ACROSS: Point = { x: -LEAN.y * RADIUS, y: LEAN.x * RADIUS }

/** A seam's part of a rim, and its greatest height. */
const SEAM = { share: 0.28, most: 1 } as const

function drawSide(pieces: Stack['pieces'], paints: Paints): string {
  const { color } = paints
  const rise = heightOf(pieces.length) / pieces.length
  const seam = Math.min(SEAM.most, rise * SEAM.share)
  const bands = (wanted: Piece['color'] | undefined, gap: number) =>
    pieces.map((piece, index) => (piece?.color === wanted ? band(index, rise, gap) : '')).join('')
  const isDark = pieces.some((piece) => piece?.color === 'black')
  const unknown = bands(undefined, seam)
  const fill = (d: string, paint: string) => (d === '' ? '' : element('path', { d, fill: paint }))
  return [
    // Shows through as the seams.
    element('path', {
      d: capsule(topOf(pieces.length), ORIGIN, ACROSS),
      fill: color(isDark ? 'blackSeam' : 'whiteSeam'),
      stroke: color(isDark ? 'blackOutline' : 'whiteOutline'),
      'stroke-width': 2.4,
    }),
    isDark ? fill(bands('white', 0), color('whiteSeam')) : '',
    fill(bands('white', seam), gradient(paints, 'whiteSide')),
    fill(bands('black', seam), gradient(paints, 'blackSide')),
    unknown === ''
      ? ''
      : element('path', {
          d: unknown,
          fill: color('unknownSide'),
          stroke: color('boardInk'),
          'stroke-width': 0.8,
          'stroke-dasharray': '2 3',
        }),
    element('path', {
      d: pieces.map((_, index) => gleam(index, rise, seam)).join(''),
      fill: 'none',
      stroke: gradient(paints, 'gleam'),
      'stroke-width': Math.min(1.1, rise * 0.28),
    }),
  ].join('')
}

/** The rim of the disc at a place in a stack, counted from below, without the gap above it. */
function band(index: number, rise: number, gap: number): string {
  const low = along(aside(index), index * rise)
  const high = along(aside(index), (index + 1) * rise - gap)
  return `M${at(low, 1)}${ARC} 1 ${at(low, -1)}L${at(high, -1)}${ARC} 0 ${at(high, 1)}z`
}

/** The light on the upper edge of a rim. */
function gleam(index: number, rise: number, seam: number): string {
  const middle = along(aside(index), (index + 1) * rise - seam - rise * 0.16)
  return `M${at(middle, 1)}${ARC} 1 ${at(middle, -1)}`
}

const ARC = `A${RADIUS} ${RADIUS} 0 0`

/** One of the two ends of a rim about its middle. */
function at({ x, y }: Point, side: 1 | -1): string {
  return `${round(x + side * ACROSS.x)} ${round(y + side * ACROSS.y)}`
}

/** Discs lie a little aside, as laid by hand, but never the lowest, which has its hollow. */
function aside(index: number): Point {
  const shift = index === 0 ? 0 : (((index * 37) % 15) - 7) / 10
  return { x: -LEAN.y * shift, y: LEAN.x * shift }
}

/** The outline of a disc that is moved between two points; `across` lies clockwise of its way. */
function capsule(to: Point, from: Point, across: Point): string {
  const end = (point: Point, side: 1 | -1) =>
    `${round(point.x + side * across.x)} ${round(point.y + side * across.y)}`
  return `M${end(to, -1)}${ARC} 1 ${end(to, 1)}L${end(from, 1)}${ARC} 1 ${end(from, -1)}z`
}

function drawFace(piece: Piece, look: PictureLook, paints: Paints): string {
  const { color } = piece
  const isBlack = color === 'black'
  const circle = (r: number, attributes: Readonly<Record<string, string | number>>) =>
    element('circle', { r, ...attributes })
  const ring = { fill: 'none', stroke: paints.color(isBlack ? 'blackMark' : 'whiteEdge') }
  return [
    circle(RADIUS, { class: `face face-${color}`, fill: gradient(paints, `${color}Face`) }),
    element('path', {
      class: 'sheen',
      d: isBlack ? BLACK_VEINS : WHITE_VEINS,
      fill: 'none',
      stroke: paints.color(`${color}Vein`),
      'stroke-width': 1.3,
      opacity: 0.34,
    }),
    circle(RADIUS - 2.1, {
      class: 'sheen',
      fill: 'none',
      stroke: gradient(paints, `${color}Bevel`),
      'stroke-width': 4.2,
    }),
    look.isPatterned
      ? circle(RADIUS - 9.5, {
          ...ring,
          ...(isBlack
            ? { 'stroke-width': 8, 'stroke-dasharray': '3 5.48' }
            : { 'stroke-width': 2 }),
        })
      : '',
    circle(RADIUS - 5.5, { ...ring, 'stroke-width': isBlack ? 1.3 : 1, opacity: 0.7 }),
    drawMarks(piece, look, paints),
  ].join('')
}

/**
 * The marks of a value, cut into the face: each is drawn twice, its far or near edge first, so that
 * the light falls into it.
 */
function drawMarks({ color, value }: Piece, { marks }: PictureLook, paints: Paints): string {
  const d = marksOf(color, value, marks)
  const shift = color === 'black' ? -0.9 : 1.1
  const paint = (colored: string) =>
    marks === 'digits'
      ? {
          fill: 'none',
          stroke: colored,
          'stroke-width': 5.5,
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        }
      : { fill: colored }
  return (
    element('path', {
      class: 'sheen',
      d,
      transform: `translate(${shift} ${shift})`,
      ...paint(paints.color(`${color}MarkEdge`)),
    }) + element('path', { class: 'mark', d, ...paint(gradient(paints, `${color}Mark`)) })
  )
}

function marksOf(color: Piece['color'], value: Piece['value'], marks: PictureMarks): string {
  switch (marks) {
    case 'digits':
      return linesOf(String(value), 30)
    case 'dots':
      return DOT_PLACES[value].map(([x, y]) => dot(x * DOT.gap, y * DOT.gap, DOT.radius)).join('')
    case 'bars':
      return Array.from({ length: value }, (_, index) =>
        bar((index - (value - 1) / 2) * BAR.gap, color === 'black' ? BAR.width / 2 : 1),
      ).join('')
  }
}

function dot(x: number, y: number, r: number): string {
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`
}

/** A bar whose corners have a radius. */
function bar(x: number, r: number): string {
  const wide = BAR.width - 2 * r
  const high = BAR.height - 2 * r
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${round(x - BAR.width / 2)} ${-high / 2}${corner(r, -r)}h${wide}${corner(r, r)}v${high}${corner(-r, r)}h${-wide}${corner(-r, -r)}z`
}

/** Lines of grain across a face, slightly bent, from rim to rim. Their number decides their place. */
function veins(angle: number): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const point = (x: number, y: number) => `${round(x * cos - y * sin)} ${round(x * sin + y * cos)}`
  return Array.from({ length: 9 }, (_, line) => {
    const y = -28 + line * 7 + ((line * 11) % 5) - 2
    const half = Math.sqrt(Math.max(0, (RADIUS - 3) ** 2 - y * y))
    const bend = ((line * 7) % 9) - 4
    return `M${point(-half, y)}Q${point(bend * 3, y + bend)} ${point(half, y)}`
  }).join('')
}

const WHITE_VEINS = veins(-1.08)
const BLACK_VEINS = veins(-0.7)

function round(value: number): number {
  return Math.round(value * 100) / 100
}
