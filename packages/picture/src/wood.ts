import { type Color, SIDE } from '@hokito/rules'
import { element } from './element.ts'
import { BOARD_SIZE, CELL, CORNER } from './geometry.ts'
import { drawText } from './glyphs.ts'
import { gradient, type Paints } from './paints.ts'

/** The board without its pieces: frame, wood with its grain, and the hollows for the pieces. */
export function drawWood(paints: Paints): string {
  const { color } = paints
  const inner = { x: BORDER, y: BORDER, width: INNER, height: INNER, rx: 13 }
  const line = { fill: 'none', stroke: color('woodLine') }
  return [
    element('rect', {
      width: BOARD_SIZE,
      height: BOARD_SIZE,
      rx: 20,
      fill: gradient(paints, 'frame'),
    }),
    element('rect', { ...inner, fill: gradient(paints, 'wood') }),
    element('path', { d: BANDS, ...line, 'stroke-width': 26, opacity: 0.07 }),
    element('path', { d: GRAIN, ...line, 'stroke-width': 1, opacity: 0.24 }),
    element('path', {
      d: PORES,
      ...line,
      'stroke-width': 1.5,
      'stroke-linecap': 'round',
      'stroke-dasharray': '7 43 15 71 4 29 10 53',
      opacity: 0.36,
    }),
    element('rect', {
      ...inner,
      fill: 'none',
      stroke: gradient(paints, 'lip'),
      'stroke-width': 3,
    }),
    element('rect', {
      ...CORNER,
      width: SIDE * CELL,
      height: SIDE * CELL,
      fill: gradient(paints, 'hollows'),
    }),
  ].join('')
}

/** The names of the files below the squares, and of the ranks beside them. */
export function drawCoordinates(orientation: Color, paints: Paints): string {
  const color = paints.color('boardInk')
  const names = Array.from({ length: SIDE }, (_, index) => {
    const middle = (index + 0.5) * CELL
    const file = orientation === 'black' ? index : SIDE - 1 - index
    const rank = orientation === 'black' ? SIDE - index : index + 1
    const below = { x: CORNER.x + middle, y: BOARD_SIZE - 14, height: 12, color }
    const beside = { x: 22, y: CORNER.y + middle + 6, height: 12, color }
    return drawText('abcdef'.charAt(file), below) + drawText(String(rank), beside)
  })
  return names.join('')
}

// --- internal ---

/** Width of the frame, and of the wood inside it. */
const BORDER = 9
const INNER = BOARD_SIZE - 2 * BORDER

/**
 * A line of grain across the board at some height. Neighbouring lines bend alike, as the years of a
 * tree do, round a knot that is at the right.
 */
function grainLine(y: number, seed: number, start: number): string {
  const wave = (x: number) => {
    const knot = Math.exp(-(((x - 455) / 190) ** 2) - ((y - 205) / 120) ** 2)
    const slow = Math.sin(x / 210 + y / 130) * 9 + Math.sin(x / 83 + y / 47) * 2.2
    return y + slow + Math.sign(y - 205) * knot * 26 + (((seed * 29) % 7) - 3) * 0.5
  }
  const left = BORDER + 2 + start
  const step = (BOARD_SIZE - BORDER - 2 - left) / 5
  const at = (x: number) => `${Math.round(x)} ${Math.round(wave(x) * 10) / 10}`
  const others = [2, 3, 4, 5].map((part) => `T${at(left + part * step)}`)
  return `M${at(left)}Q${at(left + step / 2)} ${at(left + step)}${others.join('')}`
}

const inside = (share: number) => BORDER + 16 + share * (INNER - 32)
const times = (count: number, draw: (line: number) => string) =>
  Array.from({ length: count }, (_, line) => draw(line)).join('')

const GRAIN = times(58, (line) =>
  grainLine(inside((line + (((line * 17) % 11) - 5) / 9) / 58), line, 0),
)
// Dashes begin with their line, so no two lines begin alike.
const PORES = times(27, (line) =>
  grainLine(inside((line + 0.5 + (((line * 13) % 7) - 3) / 8) / 27), line, (line * 53) % 97),
)
const BANDS = times(7, (line) =>
  grainLine(inside((line + (((line * 5) % 4) + 1) / 6) / 7), line, 0),
)
