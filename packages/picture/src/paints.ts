import type { ColorName, Palette } from './colors.ts'
import { HOLLOW } from './disc.ts'
import { element } from './element.ts'
import { CELL, CORNER } from './geometry.ts'

/**
 * How a drawing names its colours and gradients: by their values in a picture, by the variables of
 * the style sheet on the site.
 */
export interface Paints {
  readonly color: (name: ColorName) => string
  /** Distinguishes the gradients of drawings in one document that have different colours. */
  readonly prefix: string
}

/** The paints of a picture, which has its colours inside. */
export function paintsFrom(palette: Palette, prefix: string): Paints {
  return { color: (name) => palette[name], prefix }
}

/** The variable that has a colour in the site's style sheet: `blackFace` is `--black-face`. */
export function variableOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/**
 * The gradients that all drawings share, about the middle of a stack, and the pattern of the hollows.
 */
export type Gradient =
  | 'whiteFace'
  | 'whiteSide'
  | 'whiteBevel'
  | 'whiteMark'
  | 'blackFace'
  | 'blackSide'
  | 'blackBevel'
  | 'blackMark'
  | 'gleam'
  | 'wood'
  | 'frame'
  | 'hollow'
  | 'lip'
  | 'hollows'

/** The paint of a gradient, to fill or stroke with. */
export function gradient({ prefix }: Paints, name: Gradient): string {
  return `url(#${prefix}-${name})`
}

/** The definitions of all gradients and of the pattern. The light comes from the upper left. */
export function drawDefinitions(paints: Paints): string {
  const sides = (['white', 'black'] as const).map((side) => defineSide(side, paints))
  return element('defs', {}, [...sides, defineRest(paints), defineHollows(paints)].join(''))
}

// --- internal ---

type Place = Readonly<Record<string, string | number>>
type Stop = readonly [offset: number, color: ColorName, opacity?: number]

const OWN = { gradientUnits: 'userSpaceOnUse' }
const FACE = { ...OWN, cx: -14, cy: -16, r: 56 }
const ACROSS = { ...OWN, x1: -31.6, y1: -18.2, x2: 31.6, y2: 18.2 }
const BEVEL = { ...OWN, x1: -26, y1: -26, x2: 26, y2: 26 }
const MARK = { ...OWN, x1: -4, y1: -16, x2: 4, y2: 16 }
const DIAGONAL = { x1: 0, y1: 0, x2: 1, y2: 1 }

/** A gradient: radial if its place has a radius. */
function define(
  { color, prefix }: Paints,
  name: Gradient,
  place: Place,
  ...stops: readonly Stop[]
): string {
  const kind = place.r === undefined ? 'linearGradient' : 'radialGradient'
  const drawn = stops.map(([offset, stop, opacity]) =>
    element('stop', {
      offset,
      'stop-color': color(stop),
      ...(opacity !== undefined && { 'stop-opacity': opacity }),
    }),
  )
  return element(kind, { id: `${prefix}-${name}`, ...place }, drawn.join(''))
}

function defineSide(side: 'white' | 'black', paints: Paints): string {
  return [
    define(paints, `${side}Face`, FACE, [0, `${side}Face`], [1, `${side}FaceShade`]),
    define(
      paints,
      `${side}Side`,
      ACROSS,
      [0, `${side}Side`],
      [0.2, `${side}SideLit`],
      [0.55, `${side}Side`],
      [1, `${side}SideShade`],
    ),
    define(
      paints,
      `${side}Bevel`,
      BEVEL,
      [0, `${side}Bevel`],
      [0.48, `${side}FaceShade`],
      [1, `${side}SideShade`],
    ),
    define(paints, `${side}Mark`, MARK, [0, `${side}MarkLit`], [1, `${side}Mark`]),
  ].join('')
}

function defineRest(paints: Paints): string {
  return [
    define(
      paints,
      'gleam',
      ACROSS,
      [0, 'whiteBevel', 0.2],
      [0.22, 'whiteBevel', 0.75],
      [0.6, 'whiteBevel', 0.18],
      [1, 'whiteBevel', 0.02],
    ),
    define(paints, 'wood', DIAGONAL, [0, 'wood'], [1, 'woodShade']),
    define(paints, 'frame', DIAGONAL, [0, 'woodFrame'], [1, 'frameShade']),
    define(paints, 'hollow', DIAGONAL, [0.1, 'hollowShade'], [0.9, 'hollow']),
    define(
      paints,
      'lip',
      DIAGONAL,
      [0.1, 'hollowEdge'],
      [0.5, 'hollowEdge', 0.2],
      [0.6, 'hollowLight', 0.2],
      [0.9, 'hollowLight'],
    ),
  ].join('')
}

function defineHollows(paints: Paints): string {
  const size = { width: CELL, height: CELL, patternUnits: 'userSpaceOnUse' }
  return element(
    'pattern',
    { id: `${paints.prefix}-hollows`, ...CORNER, ...size },
    element('circle', {
      cx: CELL / 2,
      cy: CELL / 2,
      r: HOLLOW,
      fill: gradient(paints, 'hollow'),
      stroke: gradient(paints, 'lip'),
      'stroke-width': 2.6,
    }),
  )
}
