import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** The encodings of pages, the best first. */
const PACKINGS = ['br', 'gzip'] as const
export type Packing = (typeof PACKINGS)[number]

/** A request for a page. */
export interface PageWish {
  /** Unique for each document. */
  readonly name: string
  /** The built document. */
  readonly document: string
  /** The site's address to put into it; if absent, it is unknown and paths remain. */
  readonly base: string | undefined
}

/** Fills the placeholders that the build left in a document. */
export type Fill = (wish: PageWish) => string

/**
 * Filled and compressed pages, kept for later requests. Compression does not block the event loop.
 * Visitors may request any host, so the cache has a size limit.
 */
export class PackedPages {
  readonly #fill: Fill
  readonly #kept = new LRUCache<string, Buffer, PackedWish>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: { packing, ...wish } }) =>
      PACK[packing](this.#fill(wish)),
  })

  /** @param fill by default, documents have no placeholders */
  constructor(fill: Fill = ({ document }) => document) {
    this.#fill = fill
  }

  /** A page, compressed; or uncompressed if the client accepts no encoding. */
  async of(wish: PageWish, packing: Packing | undefined): Promise<Buffer | string> {
    if (packing === undefined) return this.#fill(wish)
    const key = `${packing} ${wish.base ?? ''} ${wish.name}`
    return this.#kept.forceFetch(key, { context: { ...wish, packing } })
  }
}

/** Sends a page in the best encoding the client accepts. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: PackedPages,
  wish: PageWish,
): Promise<FastifyReply> {
  const packing = PACKINGS.find((each) => request.encoding([each]) === each)
  if (packing !== undefined) reply.header('Content-Encoding', packing)
  if (!reply.hasHeader('Vary')) reply.header('Vary', 'Accept-Encoding')
  return reply.send(await pages.of(wish, packing))
}

// --- internal ---

const MOST_BYTES = 8_000_000

type PackedWish = PageWish & { readonly packing: Packing }

/** Nearly as small as possible, in a few milliseconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const PACK: { readonly [P in Packing]: (text: string) => Promise<Buffer> } = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text),
}
