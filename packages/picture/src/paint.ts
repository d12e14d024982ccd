import type { Move, Position } from '@hokito/rules'
import { Resvg } from '@resvg/resvg-js'
import { drawBoard } from './board.ts'
import { colorsOf } from './colors.ts'
import { shownMs, startGif } from './gif.ts'
import { type Manner, scenesOf, walkFrom } from './scene.ts'

/** A drawing, or a game as an animated GIF of a given width in pixels. */
export type PaintTask =
  | { readonly kind: 'png'; readonly svg: string }
  | {
      readonly kind: 'gif'
      readonly start: Position
      readonly moves: readonly Move[]
      readonly size: number
      readonly manner: Manner
    }

/** Number of drawings in a task. */
export function framesOf(task: PaintTask): number {
  return task.kind === 'gif' ? task.moves.length + 1 : 1
}

/**
 * Paints synchronously on the calling thread. `onFrame` gets the number of frames of an animated
 * GIF that are done.
 */
export function paint(task: PaintTask, onFrame: (done: number) => void): Uint8Array<ArrayBuffer> {
  if (task.kind === 'png') return new Uint8Array(render(task.svg).asPng())
  const { start, moves, size, manner } = task
  const { paper } = colorsOf(manner.theme)
  const gif = startGif({ width: size, height: size }, manner)
  for (const [ply, scene] of scenesOf(walkFrom(start, moves)).entries()) {
    gif.add(render(drawBoard(scene, size, manner), paper).pixels, shownMs(ply, moves.length))
    onFrame(ply + 1)
  }
  return gif.finish()
}

// --- internal ---

function render(svg: string, background?: string) {
  const options = { font: { loadSystemFonts: false }, ...(background && { background }) }
  return new Resvg(svg, options).render()
}
