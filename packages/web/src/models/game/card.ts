import { colorsOf, drawBoard, type Manner, type Scene } from '@hokito/picture'
import { type ByColor, type Color, opposite, totals } from '@hokito/rules'
import { formatPoints } from '../../i18n/points.ts'
import { imageOf } from './image.ts'
import { letter } from './lettering.ts'

/** The words around a shared picture of the board. */
export interface CardWords {
  readonly names: ByColor<string>
  /** The result, for the last position; undefined while the game runs. */
  readonly result: string | undefined
}

/** A position of a game, for viewers who were not there. */
export interface Card {
  readonly scene: Scene
  readonly words: CardWords
  /** Is it the final position? Then the card shows the result. */
  readonly isEnd: boolean
}

/** The height of a card of some width: the same for all positions of a game. */
export function cardHeight(width: number, { result }: CardWords): number {
  return width + 2 * stripOf(width) + (result === undefined ? 0 : stripOf(width))
}

/**
 * Fills a canvas of that size: the board between its players with their points, and the result
 * below.
 */
export async function paintCard(
  context: CanvasRenderingContext2D,
  { scene, words, isEnd }: Card,
  manner: Manner,
): Promise<void> {
  const { width, height } = context.canvas
  const strip = stripOf(width)
  const board = await imageOf(drawBoard(scene, width, manner), width)
  const { paper, ink } = colorsOf(manner.theme, manner.sets)
  // The corners of the board are round, and the area behind them is not transparent.
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.drawImage(board, 0, strip, width, width)
  const points = totals(scene.position)
  const near = manner.orientation
  for (const [color, y] of [
    [opposite(near), strip / 2],
    [near, strip * 1.5 + width],
  ] as const) {
    paintDisc(context, color, { y, strip, manner })
    context.fillStyle = ink
    paintSeat(context, y, { name: words.names[color], points: points[color] })
  }
  if (!isEnd || words.result === undefined) return
  const place = { x: width / 2, y: height - strip / 2, width: width - strip }
  letter(context, words.result, { ...place, size: strip * 0.42, weight: 650 })
}

// --- internal ---

function stripOf(width: number): number {
  return Math.round(width * 0.1)
}

interface DiscPlace {
  readonly y: number
  readonly strip: number
  readonly manner: Manner
}

/** A side's disc, as the site draws it beside a name. */
function paintDisc(
  context: CanvasRenderingContext2D,
  color: Color,
  { y, strip, manner }: DiscPlace,
): void {
  const colors = colorsOf(manner.theme, manner.sets)
  const isBlack = color === 'black'
  context.beginPath()
  context.arc(strip / 2, y, strip * 0.28, 0, 2 * Math.PI)
  context.fillStyle = isBlack ? colors.blackFace : colors.whiteFace
  context.fill()
  context.strokeStyle = isBlack ? colors.blackMark : colors.whiteEdge
  context.lineWidth = strip * 0.06
  context.stroke()
}

function paintSeat(
  context: CanvasRenderingContext2D,
  y: number,
  { name, points }: { readonly name: string; readonly points: number },
): void {
  const { width } = context.canvas
  const strip = stripOf(width)
  const wide = width - strip * 3
  letter(context, name, {
    x: strip,
    y,
    size: strip * 0.44,
    weight: 600,
    width: wide,
    align: 'left',
  })
  const right = { x: width - strip * 0.3, width: strip * 1.5, align: 'right' } as const
  letter(context, formatPoints(points), { ...right, y, size: strip * 0.56, weight: 750 })
}
