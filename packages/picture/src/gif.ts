import * as gifenc from 'gifenc'
import { paletteOf, type Rgb } from './palette.ts'
import type { Manner } from './scene.ts'

/** An animated GIF under construction, frame by frame. */
export interface Gif {
  /** Adds a frame: its pixels as red, green, blue and opacity, and how long it is shown. */
  readonly add: (pixels: Uint8Array | Uint8ClampedArray, shownMs: number) => void
  /** Completes the file. */
  readonly finish: () => Uint8Array<ArrayBuffer>
}

/** In pixels. */
export interface GifSize {
  readonly width: number
  readonly height: number
}

/**
 * Starts an animated GIF that repeats forever. Each frame stores only the pixels that have changed
 * and leaves the rest transparent. So a whole game takes little more space than its first position.
 */
export function startGif({ width, height }: GifSize, manner: Pick<Manner, 'theme' | 'sets'>): Gif {
  const encoder = GIFEncoder()
  const colors = paletteOf(manner)
  const nearest = quantiser(colors)
  const transparentIndex = colors.length
  const palette: readonly Rgb[] = [...colors, [0, 0, 0]]
  let before: Uint32Array | undefined
  return {
    add: (bytes, shownMs) => {
      const pixels = new Uint32Array(bytes.slice().buffer)
      const indexes = new Uint8Array(pixels.length)
      // Loops by index, because there are half a million pixels and iterating over entries takes
      // four times as long.
      for (let at = 0; at < pixels.length; at++) {
        const pixel = pixels[at] ?? 0
        indexes[at] = before?.[at] === pixel ? transparentIndex : nearest(pixel)
      }
      const isFirst = before === undefined
      encoder.writeFrame(indexes, width, height, {
        ...(isFirst && { palette }),
        transparent: !isFirst,
        transparentIndex,
        delay: shownMs,
        dispose: LEFT_AS_IT_IS,
      })
      before = pixels
    },
    finish: () => {
      encoder.finish()
      return encoder.bytes()
    },
  }
}

/**
 * How long each position of a game is shown. The last one stays until people have understood it.
 */
export function shownMs(ply: number, last: number): number {
  return ply === last ? LAST_MS : STEP_MS
}

// --- internal ---

const STEP_MS = 1200
const LAST_MS = 4000
const LEFT_AS_IT_IS = 1

// Node imports the package as a single value, bundlers as named exports.
const { GIFEncoder, nearestColorIndex } =
  gifenc.GIFEncoder !== undefined && gifenc.nearestColorIndex !== undefined
    ? { GIFEncoder: gifenc.GIFEncoder, nearestColorIndex: gifenc.nearestColorIndex }
    : gifenc.default

/**
 * Finds the index of the nearest colour for a pixel. It caches results, because a picture has few
 * colours.
 */
function quantiser(colors: readonly Rgb[]): (pixel: number) => number {
  const known = new Map<number, number>()
  return (pixel) => {
    const found = known.get(pixel)
    if (found !== undefined) return found
    // Red is the lowest byte, because all machines that we run on are little-endian.
    const index = nearestColorIndex(colors, [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
    known.set(pixel, index)
    return index
  }
}
