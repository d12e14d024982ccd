import { compress, init } from '@bokuweb/zstd-wasm'

/**
 * Compresses texts as they come: every four megabytes or so are a frame of their own, and frames that follow one another
 * are one file for whoever reads it (RFC 8878, 3). The same texts give the same bytes, on every machine.
 */
export async function* zstdFrames(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  await READY
  let waiting: Uint8Array[] = []
  let bytes = 0
  let isEmpty = true
  const frame = () => {
    const made = compress(Buffer.concat(waiting), LEVEL)
    waiting = []
    bytes = 0
    isEmpty = false
    return made
  }
  for await (const text of texts) {
    const encoded = Buffer.from(text)
    waiting.push(encoded)
    bytes += encoded.length
    if (bytes >= FRAME_BYTES) yield frame()
  }
  if (bytes > 0 || isEmpty) yield frame()
}

// --- internal ---

/** Once: what is made ready anew is broken for those who use it meanwhile. */
const READY = init()
const FRAME_BYTES = 4_000_000
/** Higher ones take five times as long for a tenth less. */
const LEVEL = 12
