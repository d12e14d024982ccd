import { fileOf, type Position, rankOf, SQUARES, type Stack, score } from '@hokito/rules'
import { Resvg } from '@resvg/resvg-js'

/** The size that link previews are shown at. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630

/** A position as a PNG: the board, and both scores beside it. It needs no font: digits are lines. */
export function pictureOf(position: Position): Buffer {
  const options = { font: { loadSystemFonts: false } }
  return new Resvg(drawPosition(position), options).render().asPng()
}

// --- internal ---

/** A position as an SVG of the size of a link preview, for {@link pictureOf}. */
function drawPosition(position: Position): string {
  const squares = SQUARES.map((square) => {
    const x = MARGIN + fileOf(square) * CELL
    const y = MARGIN + (5 - rankOf(square)) * CELL
    const stack = position.board[square]
    const inset = GAP / 2
    const cell = `<rect x="${x + inset}" y="${y + inset}" width="${CELL - GAP}" height="${CELL - GAP}" rx="10" fill="${COLORS.card}" stroke="${COLORS.line}" stroke-width="2"/>`
    return stack === undefined ? cell : cell + drawStack(stack, x + CELL / 2, y + CELL / 2)
  })
  const points = score(position)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}">`,
    `<rect width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" fill="${COLORS.paper}"/>`,
    ...squares,
    // White above, as it sits at the top of the board.
    drawPiece('white', SIDE_X, 210, 52),
    drawNumber(points.white, { x: SIDE_X + 100, y: 165, size: 90 }),
    drawPiece('black', SIDE_X, 420, 52),
    drawNumber(points.black, { x: SIDE_X + 100, y: 375, size: 90 }),
    '</svg>',
  ].join('')
}

const MARGIN = 30
const CELL = 95
const GAP = 8
const RADIUS = 34
const SIDE_X = 780

/** The light colours of the site, as in its `ui/themes.css`. */
const COLORS = {
  paper: '#f5ede1',
  card: '#fffaf1',
  line: '#dccfbb',
  ink: '#26211b',
  ebony: '#2c2722',
  brass: '#e8bf5b',
  maple: '#f7ebd2',
  rim: '#5c3f1c',
} as const

const LOOKS = {
  black: { fill: COLORS.ebony, rim: COLORS.brass, mark: COLORS.brass },
  white: { fill: COLORS.maple, rim: COLORS.rim, mark: COLORS.ink },
} as const

/** At most so many pieces are drawn below the top; the height is a number anyway. */
const MOST_EDGES = 3

function drawStack({ top, height }: Stack, x: number, y: number): string {
  const edges = Math.min(height - 1, MOST_EDGES)
  const pieces = Array.from({ length: edges + 1 }, (_, level) => {
    return drawPiece(top.color, x, y + (edges / 2 - level) * 6, RADIUS)
  })
  const topY = y - (edges / 2) * 6
  const bars = Array.from({ length: top.value }, (_, index) => {
    const barX = x + (index - (top.value - 1) / 2) * 14
    const { mark } = LOOKS[top.color]
    return `<path d="M${barX} ${topY - 13}v26" stroke="${mark}" stroke-width="6" stroke-linecap="round"/>`
  })
  return [...pieces, ...bars, height > 1 ? drawHeight(height, x, y) : ''].join('')
}

function drawPiece(color: 'black' | 'white', x: number, y: number, radius: number): string {
  const { fill, rim } = LOOKS[color]
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${rim}" stroke-width="3"/>`
}

function drawHeight(height: number, x: number, y: number): string {
  const size = 20
  const width = String(height).length * size * ADVANCE + 8
  const left = x + CELL / 2 - GAP - width
  const top = y + CELL / 2 - GAP - size - 8
  const plate = `<rect x="${left}" y="${top}" width="${width}" height="${size + 10}" rx="6" fill="${COLORS.paper}" stroke="${COLORS.line}"/>`
  return plate + drawNumber(height, { x: left + 6, y: top + 5, size })
}

/** Width of a digit with the space after it, by its height. */
const ADVANCE = 0.95

/** Each digit in lines over ten units by sixteen. */
const DIGITS = [
  'M0 0H10V16H0Z',
  'M2 0H6V16',
  'M0 0H10V8H0V16H10',
  'M0 0H10V16H0M2 8H10',
  'M0 0V9H10M10 0V16',
  'M10 0H0V8H10V16H0',
  'M10 0H0V16H10V8H0',
  'M0 0H10V16',
  'M0 0H10V16H0ZM0 8H10',
  'M10 8H0V0H10V16H0',
] as const

interface Place {
  readonly x: number
  readonly y: number
  readonly size: number
}

function drawNumber(number: number, { x, y, size }: Place): string {
  const scale = size / 16
  return [...String(number)]
    .map((digit, index) => {
      const at = `translate(${x + index * size * ADVANCE} ${y}) scale(${scale})`
      return `<path transform="${at}" d="${DIGITS[Number(digit)] ?? ''}" fill="none" stroke="${COLORS.ink}" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>`
    })
    .join('')
}
