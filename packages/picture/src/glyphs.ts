import { element } from './element.ts'
import type { Point } from './geometry.ts'

/**
 * Position and style of a text: the middle of its baseline, the height of its digits and the
 * colour.
 */
export interface TextPlace {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly color: string
}

/**
 * A short text of digits, `a` to `f`, `×`, `+` and `.`, drawn as lines. It needs no font, so it
 * looks the same in every browser and on servers without fonts.
 */
export function drawText(text: string, { x, y, height, color }: TextPlace): string {
  return element('path', {
    d: linesOf(text, height, { x, y: y - height / 2 }),
    fill: 'none',
    stroke: color,
    'stroke-width': height * WEIGHT,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  })
}

/** The lines of a text around a middle, in the form of a path. */
export function linesOf(text: string, height: number, { x, y }: Point = { x: 0, y: 0 }): string {
  const scale = height / TALL
  const left = x - ((text.length * ADVANCE - SPACE) * scale) / 2
  return [...text]
    .map((character, index) =>
      moved(GLYPHS.get(character) ?? '', scale, {
        x: left + index * ADVANCE * scale,
        y: y - height / 2,
      }),
    )
    .join('')
}

// --- internal ---

/** Each glyph is ten units wide and sixteen high. */
const TALL = 16
const SPACE = 4
const ADVANCE = 10 + SPACE
const WEIGHT = 0.19

const GLYPHS: ReadonlyMap<string, string> = new Map([
  ['0', 'M5 0C1.5 0 0 3.5 0 8S1.5 16 5 16 10 12.5 10 8 8.5 0 5 0Z'],
  ['1', 'M2 3.5 6.5 0V16'],
  ['2', 'M.5 4.5C.5 1.7 2.4 0 5 0S9.5 1.7 9.5 4.5C9.5 8 4 11 .5 16H10'],
  [
    '3',
    'M.8 2.5C1.8.8 3.2 0 5 0 7.7 0 9.3 1.6 9.3 3.9S7.6 7.6 4.5 7.6C7.9 7.6 10 9.2 10 11.8S7.9 16 4.8 16C2.8 16 1 15 0 13.2',
  ],
  ['4', 'M7.5 16V0L0 11H10'],
  [
    '5',
    'M9 0H2L1.2 7C2.2 6.2 3.4 5.8 4.8 5.8 7.9 5.8 10 7.8 10 10.8S7.9 16 4.7 16C2.8 16 1.2 15.2 0 13.6',
  ],
  [
    '6',
    'M8.8 1.5C7.8.5 6.7 0 5.4 0 2 0 0 3.5 0 8.5S2 16 5 16 10 13.9 10 11 8 6.2 5.2 6.2 1 7.6 .2 10',
  ],
  ['7', 'M0 0H10L3.5 16'],
  [
    '8',
    'M5 7.4C2.4 7.4.8 5.9.8 3.7S2.4 0 5 0 9.2 1.5 9.2 3.7 7.6 7.4 5 7.4C2 7.4 0 9.1 0 11.7S2 16 5 16 10 14.3 10 11.7 8 7.4 5 7.4Z',
  ],
  [
    '9',
    'M1.2 14.5C2.2 15.5 3.3 16 4.6 16 8 16 10 12.5 10 7.5S8 0 5 0 0 2.1 0 5 2 9.8 4.8 9.8 9 8.4 9.8 6',
  ],
  ['×', 'M1.5 6 8.5 13M8.5 6 1.5 13'],
  ['+', 'M5 4V12M1 8H9'],
  ['.', 'M5 15.5V16'],
  ['a', 'M9 6V16M9 11C9 8 7.3 6 4.8 6S.5 8 .5 11 2.3 16 4.8 16 9 14 9 11'],
  ['b', 'M1 0V16M1 11C1 8 2.7 6 5.2 6S9.5 8 9.5 11 7.7 16 5.2 16 1 14 1 11'],
  ['c', 'M9 8C8.2 6.7 7 6 5.3 6 2.5 6 .7 8 .7 11S2.5 16 5.3 16C7 16 8.2 15.3 9 14'],
  ['d', 'M9 0V16M9 11C9 8 7.3 6 4.8 6S.5 8 .5 11 2.3 16 4.8 16 9 14 9 11'],
  ['e', 'M.7 11H9.3C9.3 8 7.6 6 5.1 6S.6 8 .6 11 2.5 16 5.3 16C6.9 16 8.1 15.4 9 14.2'],
  ['f', 'M9 .8C8.3.3 7.6 0 6.8 0 4.8 0 3.5 1.3 3.5 3.6V16M.5 6.3H8'],
])

/** A path, scaled and moved. Only a glyph's vertical lines have numbers that are all `y`. */
function moved(d: string, scale: number, to: Point): string {
  return d.replace(/([A-Z])([^A-Z]*)/g, (_, command: string, numbers: string) => {
    const places = (numbers.match(/-?\d*\.?\d+/g) ?? []).map((number, index) => {
      const isX = command === 'H' || (command !== 'V' && index % 2 === 0)
      return Math.round((Number(number) * scale + (isX ? to.x : to.y)) * 100) / 100
    })
    return command + places.join(' ')
  })
}
