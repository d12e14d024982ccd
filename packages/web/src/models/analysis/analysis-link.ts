import { err, ok, type Result } from '@hokito/rules'
import { analysisRoute } from '../../routes.ts'
import { LONGEST_ANALYSIS } from './analysis-model.ts'

/** Why a link carries no analysis. */
export type LinkError = 'cutOff' | 'tooLong' | 'unsupported'

/**
 * The address of an analysis that carries its HGN, deflated and in base64url; as plain text if the
 * browser cannot deflate.
 */
export async function packedRoute(hgn: string): Promise<string> {
  if (!canPack()) return analysisRoute(hgn)
  const packed = await collect(
    new Blob([hgn]).stream().pipeThrough(new CompressionStream('deflate-raw')),
    Number.POSITIVE_INFINITY,
  )
  return analysisRoute(LINK_MARK + toBase64Url(packed ?? new Uint8Array()))
}

/** Is the text behind `#` an HGN packed by {@link packedRoute}, rather than plain text? */
export function isPacked(fragment: string): boolean {
  return fragment.startsWith(LINK_MARK)
}

/**
 * Unpacks that HGN. Refuses a link that was cut off on its way, and a decompression bomb as too
 * long.
 */
export async function unpackLink(fragment: string): Promise<Result<string, LinkError>> {
  const packed = fromBase64Url(fragment.slice(LINK_MARK.length))
  if (packed === undefined) return err('cutOff')
  if (!canPack()) return err('unsupported')
  try {
    const unpacked = await collect(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      // A character has at most three bytes, or four for two UTF-16 units.
      3 * LONGEST_ANALYSIS,
    )
    if (unpacked === undefined) return err('tooLong')
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(unpacked))
  } catch {
    // The browser says only that these are not deflated bytes, or not text.
    return err('cutOff')
  }
}

// --- internal ---

/** No deal, position or HGN begins with this. */
const LINK_MARK = 'z.'

/** Browsers since 2023 can. */
function canPack(): boolean {
  return 'CompressionStream' in globalThis
}

/** All bytes of a stream; undefined if there are more than `most`. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
    if (length > most) {
      await reader.cancel()
      return undefined
    }
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return undefined
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(bytes, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
