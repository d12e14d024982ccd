import { compress, init } from '@bokuweb/zstd-wasm'

/**
 * Compresses texts as they arrive. About every four megabytes form a frame, and consecutive frames
 * make one valid file (RFC 8878, 3). The same texts give the same bytes on every machine.
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

/** Initialised only once, because another initialisation would break compressions in progress. */
const READY = init()
const FRAME_BYTES = 4_000_000
/** Higher levels take five times as long to save a tenth. */
const LEVEL = 12
