import type { Manner } from '@hokito/picture'
import { type Gif, type GifSize, shownMs, startGif } from '@hokito/picture/gif'

/**
 * The page's messages to the worker: first the beginning, then that many frames. The answer is the
 * whole GIF.
 */
export type GifRequest =
  | {
      readonly kind: 'begin'
      readonly size: GifSize
      readonly manner: Pick<Manner, 'theme' | 'sets'>
      readonly frames: number
    }
  | { readonly kind: 'frame'; readonly pixels: Uint8ClampedArray<ArrayBuffer> }

let gif: Gif | undefined
let frames = 0
let done = 0

self.addEventListener('message', ({ data }: MessageEvent<GifRequest>) => {
  if (data.kind === 'begin') {
    gif = startGif(data.size, data.manner)
    frames = data.frames
    return
  }
  gif?.add(data.pixels, shownMs(done, frames - 1))
  done++
  if (gif === undefined || done < frames) return
  const bytes = gif.finish()
  self.postMessage(bytes, { transfer: [bytes.buffer] })
})
