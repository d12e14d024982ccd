import { Resvg } from '@resvg/resvg-js'
import { shownMs, startGif } from './gif.ts'
import { COLORS_OF, type PictureTheme } from './theme.ts'

/** What is to be painted: one drawing, or several of them as a moving picture of so many pixels a side. */
export type PaintTask =
  | { readonly kind: 'png'; readonly svg: string }
  | {
      readonly kind: 'gif'
      readonly svgs: readonly string[]
      readonly size: number
      readonly theme: PictureTheme
    }

/** Paints at once, on the thread that asks; `onFrame` hears how many frames of a moving picture are done. */
export function paint(task: PaintTask, onFrame: (done: number) => void): Uint8Array<ArrayBuffer> {
  if (task.kind === 'png') return new Uint8Array(render(task.svg).asPng())
  const { svgs, size, theme } = task
  const gif = startGif({ width: size, height: size }, theme)
  for (const [ply, svg] of svgs.entries()) {
    gif.add(render(svg, COLORS_OF[theme].paper).pixels, shownMs(ply, svgs.length - 1))
    onFrame(ply + 1)
  }
  return gif.finish()
}

// --- internal ---

function render(svg: string, background?: string) {
  const options = { font: { loadSystemFonts: false }, ...(background && { background }) }
  return new Resvg(svg, options).render()
}
