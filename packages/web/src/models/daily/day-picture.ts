import { colorsOf, drawBoard } from '@hokito/picture'
import type { Position } from '@hokito/rules'
import { imageOf } from '../game/image.ts'
import { letter } from '../game/lettering.ts'
import { mannerNow, newCanvas, pngOfCanvas } from '../game/picture.ts'
import { download } from '../game/share.ts'

/** The content of the picture of a day's results. */
export interface DayCard {
  readonly title: string
  readonly date: string
  /** The starting board of the day, which reveals nothing of how it was played. */
  readonly position: Position
  /** One level and margin each, in words. */
  readonly results: readonly string[]
  /** The address where the day can be played. */
  readonly address: string
}

/** Makes a picture of a day's results to share: date, board, levels and margins, but no moves. */
export async function dayPictureOf(
  card: DayCard,
  look: Parameters<typeof mannerNow>[0],
): Promise<Blob> {
  const manner = mannerNow(look)
  const context = newCanvas(WIDTH, HEIGHT)
  const { paper, ink } = colorsOf(manner.theme, manner.sets)
  context.fillStyle = paper
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const board = await imageOf(drawBoard({ position: card.position }, BOARD, manner), BOARD)
  context.drawImage(board, (WIDTH - BOARD) / 2, BOARD_TOP, BOARD, BOARD)
  context.fillStyle = ink
  letter(context, card.title, { x: WIDTH / 2, y: 62, size: 54, weight: 700, width: TEXT_WIDTH })
  letter(context, card.date, { x: WIDTH / 2, y: 126, size: 40, weight: 400, width: TEXT_WIDTH })
  writeResults(context, card.results)
  const foot = { x: WIDTH / 2, y: HEIGHT - 40, size: 30, weight: 400, width: TEXT_WIDTH }
  letter(context, card.address, foot)
  return pngOfCanvas(context.canvas)
}

/** Downloads such a picture. */
export function saveDayPicture(file: File): void {
  download(file.name, file)
}

// --- internal ---

/** Four by five fills a phone's screen best. */
const WIDTH = 1080
const HEIGHT = 1350
const BOARD = 820
const BOARD_TOP = 166
const TEXT_WIDTH = 1000

/** Between the board and the address. */
const RESULTS = { top: BOARD_TOP + BOARD + 24, bottom: HEIGHT - 76 }
/** More results than this take two columns. */
const ONE_COLUMN = 3
const LARGEST = 56

function writeResults(context: CanvasRenderingContext2D, results: readonly string[]): void {
  const columns = results.length > ONE_COLUMN ? 2 : 1
  const rows = Math.ceil(results.length / columns)
  const step = (RESULTS.bottom - RESULTS.top) / rows
  const size = Math.min(LARGEST, step * 0.72)
  for (const [n, result] of results.entries()) {
    const x = (WIDTH * (2 * Math.floor(n / rows) + 1)) / (2 * columns)
    const y = RESULTS.top + step * ((n % rows) + 0.5)
    letter(context, result, { x, y, size, weight: 600, width: TEXT_WIDTH / columns - 20 })
  }
}
