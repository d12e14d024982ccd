import {
  drawBoard,
  type Manner,
  PICTURE_SIZES,
  PICTURE_THEMES,
  PLAIN_MANNER,
  type Scene,
  sceneAt,
  scenesOf,
} from '@hokito/picture'
import { type GameRecord, isSamePosition, type Position, replay } from '@hokito/rules'
import type { GifRequest } from './gif-worker.ts'

/** The scene of a position in a game: with the move that led there, where that is one of the game's. */
export function sceneOf(record: GameRecord, position: Position): Scene {
  const positions = replay(record)
  if (!positions.ok) return { position }
  const ply = positions.value.findIndex((each) => isSamePosition(each, position))
  return sceneAt({ positions: positions.value, moves: record.moves }, ply) ?? { position }
}

/** How pictures are drawn: as the page is now. */
export function mannerNow(manner: Omit<Manner, 'theme' | 'showCoordinates'>): Manner {
  const { theme: current } = document.documentElement.dataset
  const theme = PICTURE_THEMES.find((each) => each === current) ?? PLAIN_MANNER.theme
  return { ...manner, theme, showCoordinates: true }
}

/** A scene as a PNG. */
export async function pngOf(scene: Scene, manner: Manner, size: number): Promise<Blob> {
  const canvas = newCanvas(size)
  await paint(canvas, drawBoard(scene, size, manner))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('no picture came out')) : resolve(blob),
    )
  })
}

/** What a moving picture may do while it is made. */
export interface GifOptions {
  /** Hears how many of its positions are drawn. */
  readonly onFrame: (done: number, of: number) => void
  /** Stops it: then it rejects. */
  readonly signal: AbortSignal
}

/** A whole game as an animated GIF. The page draws its positions, as no worker can; a worker does the rest. */
export async function gifOf(
  record: GameRecord,
  manner: Manner,
  { onFrame, signal }: GifOptions,
): Promise<Blob> {
  const size = PICTURE_SIZES.gif.usual
  const positions = replay(record)
  if (!positions.ok) throw new Error('the game cannot be replayed')
  const scenes = scenesOf({ positions: positions.value, moves: record.moves })
  const encoder = startEncoder(signal)
  try {
    encoder.send({ kind: 'begin', size, theme: manner.theme, frames: scenes.length })
    const canvas = newCanvas(size)
    for (const [ply, scene] of scenes.entries()) {
      signal.throwIfAborted()
      const context = await paint(canvas, drawBoard(scene, size, manner))
      encoder.send({ kind: 'frame', pixels: context.getImageData(0, 0, size, size).data })
      onFrame(ply, scenes.length - 1)
    }
    return await encoder.finished
  } finally {
    encoder.end()
  }
}

// --- internal ---

function newCanvas(size: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  return canvas
}

/** Draws an SVG text over all of a canvas. */
async function paint(canvas: HTMLCanvasElement, svg: string): Promise<CanvasRenderingContext2D> {
  const image = new Image(canvas.width, canvas.height)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('this browser cannot draw pictures')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return context
}

function startEncoder(signal: AbortSignal) {
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' })
  const finished = new Promise<Blob>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) =>
      resolve(new Blob([data], { type: 'image/gif' })),
    )
    worker.addEventListener('error', () => reject(new Error('the GIF was not made')))
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  // Whoever stops drawing hears of it there.
  finished.catch(() => undefined)
  return {
    finished,
    send: (request: GifRequest) =>
      worker.postMessage(request, request.kind === 'frame' ? [request.pixels.buffer] : []),
    end: () => worker.terminate(),
  }
}
