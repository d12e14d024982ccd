import * as gifenc from 'gifenc'
import { paletteOf, type Rgb } from './palette.ts'
import type { PictureTheme } from './theme.ts'

/** A moving picture that is being made, frame by frame. */
export interface Gif {
  /** Adds a frame: its pixels as red, green, blue and opacity, and how long it is to be seen. */
  readonly add: (pixels: Uint8Array | Uint8ClampedArray, shownMs: number) => void
  /** Ends it. */
  readonly finish: () => Uint8Array<ArrayBuffer>
}

/** In pixels. */
export interface GifSize {
  readonly width: number
  readonly height: number
}

/**
 * Begins a moving picture of a size, which is shown over and over. Only what changes from one frame to
 * the next is written; the rest is transparent, so that a whole game takes little more than its first position.
 */
export function startGif({ width, height }: GifSize, theme: PictureTheme): Gif {
  const encoder = GIFEncoder()
  const colors = paletteOf(theme)
  const nearest = quantiser(colors)
  const transparentIndex = colors.length
  const palette: readonly Rgb[] = [...colors, [0, 0, 0]]
  let before: Uint32Array | undefined
  return {
    add: (bytes, shownMs) => {
      const pixels = new Uint32Array(bytes.slice().buffer)
      const indexes = new Uint8Array(pixels.length)
      // Counted, as there are half a million of them: going through entries takes four times as long.
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

/** How long each position of a game is to be seen: the last one until it has been understood. */
export function shownMs(ply: number, last: number): number {
  return ply === last ? LAST_MS : STEP_MS
}

// --- internal ---

const STEP_MS = 1200
const LAST_MS = 4000
const LEFT_AS_IT_IS = 1

// Node gets its package as one value, bundlers as names.
const { GIFEncoder, nearestColorIndex } =
  gifenc.GIFEncoder !== undefined && gifenc.nearestColorIndex !== undefined
    ? { GIFEncoder: gifenc.GIFEncoder, nearestColorIndex: gifenc.nearestColorIndex }
    : gifenc.default

/** Finds the place of the nearest colour for a pixel, and remembers it: a picture has few colours. */
function quantiser(colors: readonly Rgb[]): (pixel: number) => number {
  const known = new Map<number, number>()
  return (pixel) => {
    const found = known.get(pixel)
    if (found !== undefined) return found
    // In memory the lowest byte comes first, which is red; nothing that we run on has it otherwise.
    const index = nearestColorIndex(colors, [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255])
    known.set(pixel, index)
    return index
  }
}
