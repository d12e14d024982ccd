import {
  BOARDS,
  type Manner,
  PICTURE_SIZES,
  PICTURE_THEMES,
  PIECES,
  PLAIN_MANNER,
  type Scene,
  sceneAt,
  scenesOf,
} from '@hokito/picture'
import { type GameRecord, isSamePosition, type Position, replay } from '@hokito/rules'
import { type Card, type CardWords, cardHeight, paintCard } from './card.ts'
import type { GifRequest } from './gif-worker.ts'

/**
 * The scene of a position in a game, with the move that led there if the position is one of the
 * game's.
 */
export function sceneOf(record: GameRecord, position: Position): Scene {
  const positions = replay(record)
  if (!positions.ok) return { position }
  const ply = positions.value.findIndex((each) => isSamePosition(each, position))
  return sceneAt({ positions: positions.value, moves: record.moves }, ply) ?? { position }
}

/** The manner of drawing pictures: like the page at the moment. */
export function mannerNow(manner: Omit<Manner, 'theme' | 'sets' | 'showCoordinates'>): Manner {
  const { theme: current, board, pieces } = document.documentElement.dataset
  const theme = PICTURE_THEMES.find((each) => each === current) ?? PLAIN_MANNER.theme
  const sets = {
    board: BOARDS.find((each) => each === board),
    pieces: PIECES.find((each) => each === pieces),
  }
  return { ...manner, theme, sets, showCoordinates: true }
}

/** The card of a position in a game, with the result if the game has ended there. */
export function cardOf(record: GameRecord, position: Position, words: CardWords): Card {
  const positions = replay(record)
  const last = positions.ok ? positions.value.at(-1) : undefined
  const isEnd = last !== undefined && isSamePosition(last, position)
  return { scene: sceneOf(record, position), words, isEnd }
}

/** A card as a PNG, `width` pixels wide. */
export async function pngOf(card: Card, manner: Manner, width: number): Promise<Blob> {
  const context = newCanvas(width, cardHeight(width, card.words))
  await paintCard(context, card, manner)
  return pngOfCanvas(context.canvas)
}

/** An empty canvas to draw on. */
export function newCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser cannot draw pictures')
  return context
}

/** The content of a canvas as a PNG. */
export function pngOfCanvas(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('no picture came out')) : resolve(blob),
    )
  })
}

/** Progress and cancellation of an animated picture. */
export interface GifOptions {
  /** Called with the number of positions drawn so far. */
  readonly onFrame: (done: number, of: number) => void
  /** Aborts it: the promise then rejects. */
  readonly signal: AbortSignal
}

/**
 * A whole game as an animated GIF of its cards. The page draws the positions, which no worker can;
 * a worker does the rest.
 */
export async function gifOf(
  { record, words }: { readonly record: GameRecord; readonly words: CardWords },
  manner: Manner,
  { onFrame, signal }: GifOptions,
): Promise<Blob> {
  const width = PICTURE_SIZES.gif.usual
  const height = cardHeight(width, words)
  const positions = replay(record)
  if (!positions.ok) throw new Error('the game cannot be replayed')
  const scenes = scenesOf({ positions: positions.value, moves: record.moves })
  const last = scenes.length - 1
  const encoder = startEncoder(signal)
  try {
    const size = { width, height }
    encoder.send({ kind: 'begin', size, manner, frames: scenes.length })
    const context = newCanvas(width, height)
    for (const [ply, scene] of scenes.entries()) {
      signal.throwIfAborted()
      await paintCard(context, { scene, words, isEnd: ply === last }, manner)
      encoder.send({ kind: 'frame', pixels: context.getImageData(0, 0, width, height).data })
      onFrame(ply, last)
    }
    return await encoder.finished
  } finally {
    encoder.end()
  }
}

// --- internal ---

function startEncoder(signal: AbortSignal) {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' })
  const finished = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
      resolve(new Blob([data], { type: 'image/gif' })),
    )
    worker.addEventListener('error', () => reject(new Error('the GIF was not made')))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  // The drawing loop itself reports an abort.
  finished.catch(() => undefined)
  return {
    finished,
    send: (request: GifRequest) =>
      worker.postMessage(request, request.kind === 'frame' ? [request.pixels.buffer] : []),
    end: () => worker.terminate(),
  }
}
