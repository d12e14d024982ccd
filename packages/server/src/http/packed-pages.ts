import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** How pages are packed, the best first. */
const PACKINGS = ['br', 'gzip'] as const
export type Packing = (typeof PACKINGS)[number]

/** A page as somebody asks for it. */
export interface PageWish {
  /** Another one for each document. */
  readonly name: string
  /** The document as it was built. */
  readonly document: string
  /** The site's address, to put into it; absent where it is not known, which leaves paths. */
  readonly base: string | undefined
}

/** Puts into a document what the build has left open. */
export type Fill = (wish: PageWish) => string

/**
 * Pages with everything filled in, packed and kept for who asks next. Packing is done beside the event loop;
 * visitors may ask for any host, so that what is kept has a bound.
 */
export class PackedPages {
  readonly #fill: Fill
  readonly #kept = new LRUCache<string, Buffer, PackedWish>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context: { packing, ...wish } }) =>
      PACK[packing](this.#fill(wish)),
  })

  /** @param fill by default, nothing has been left open */
  constructor(fill: Fill = ({ document }) => document) {
    this.#fill = fill
  }

  /** A page, packed; or as it is, where nothing better is taken. */
  async of(wish: PageWish, packing: Packing | undefined): Promise<Buffer | string> {
    if (packing === undefined) return this.#fill(wish)
    const key = `${packing} ${wish.base ?? ''} ${wish.name}`
    return this.#kept.forceFetch(key, { context: { ...wish, packing } })
  }
}

/** Sends a page, packed as well as the visitor takes it. */
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

/** Nearly as small as can be, in a few milliseconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const PACK: { readonly [P in Packing]: (text: string) => Promise<Buffer> } = {
  br: (text) => promisify(brotliCompress)(text, BROTLI),
  gzip: (text) => promisify(gzip)(text),
}
