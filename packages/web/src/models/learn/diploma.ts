import { drawBoard } from '@hokito/picture'
import type { Position } from '@hokito/rules'
import { imageOf } from '../game/image.ts'
import { newCanvas, pngOfCanvas } from '../game/picture.ts'

/** The words of a diploma, ready to be shown. */
export interface DiplomaWords {
  readonly title: string
  /** Of the learner; an empty one leaves a line to write on. */
  readonly name: string
  /** What has been learnt, in at most two short lines. */
  readonly lines: readonly string[]
  readonly date: string
  /** The address of the site. */
  readonly site: string
}

/** The size of the drawing, in the proportions of a sheet of paper on its side. */
export const DIPLOMA = { width: 1188, height: 840 } as const

/** A diploma as an SVG drawing on white, to be printed or kept. */
export function drawDiploma(words: DiplomaWords, position: Position): string {
  const { width, height } = DIPLOMA
  const middle = width / 2
  const board = drawBoard({ position }, BOARD, {
    theme: 'light',
    orientation: 'black',
    look: { marks: 'bars', isPatterned: false },
    showCoordinates: false,
  })
  const text = (y: number, size: number, content: string, weight = 400) =>
    `<text x="${middle}" y="${y}" font-size="${size}" font-weight="${weight}">${escaped(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="#fffdf8"/>`,
    frame(24, 6),
    frame(40, 2),
    `<g font-family="Georgia, 'Times New Roman', serif" text-anchor="middle" fill="#26211b">`,
    text(136, 62, words.title, 700),
    nested(board, middle - BOARD / 2, 172),
    `<path d="M${middle - 300} 590h600" stroke="#8a6110" stroke-width="2"/>`,
    text(574, 46, words.name, 700),
    ...words.lines.map((line, n) => text(646 + n * 38, 28, line)),
    text(764, 22, `${words.date} · ${words.site}`),
    '</g></svg>',
  ].join('')
}

/** The same as a PNG of twice the size, for fine screens. */
export async function diplomaPng(svg: string): Promise<Blob> {
  const context = newCanvas(DIPLOMA.width * 2, DIPLOMA.height * 2)
  const { canvas } = context
  const image = await imageOf(svg, canvas.width)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return pngOfCanvas(canvas)
}

// --- internal ---

const BOARD = 340

function frame(inset: number, stroke: number): string {
  const { width, height } = DIPLOMA
  const size = `width="${width - 2 * inset}" height="${height - 2 * inset}"`
  return `<rect x="${inset}" y="${inset}" ${size} rx="14" fill="none" stroke="#8a6110" stroke-width="${stroke}"/>`
}

/** A drawing within another, at a place. */
function nested(svg: string, x: number, y: number): string {
  return svg.replace('<svg ', `<svg x="${x}" y="${y}" `)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
