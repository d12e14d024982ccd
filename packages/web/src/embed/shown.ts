import { parseRecord } from '@hokito/rules'
import * as v from 'valibot'
import { readFragment } from '../models/analysis/open-text.ts'
import { type Analysis, analysisOf } from '../models/analysis/tree-record.ts'
import { analysisRoute, ROUTES, textOfHash } from '../routes.ts'

/** The content of a frame: a game and its address on the site, or why there is nothing to show. */
export type Shown =
  | { readonly kind: 'game'; readonly analysis: Analysis; readonly address: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'broken' }

/**
 * Reads the data that the server has put into the page, or else the game behind `#` in its address.
 */
export async function readShown(page: Document, hash: string): Promise<Shown> {
  const data = page.getElementById('shown')?.textContent
  if (data === undefined || data === null) return readHash(hash)
  const given = v.safeParse(dataSchema, JSON.parse(data))
  if (!given.success) return { kind: 'broken' }
  if ('problem' in given.output) return { kind: 'unknown' }
  const { id, record: text } = given.output
  const record = parseRecord(text)
  if (!record.ok) return { kind: 'broken' }
  return { kind: 'game', analysis: analysisOf(record.value), address: `${ROUTES.play}/${id}` }
}

// --- internal ---

/** The format written by `packages/server/src/http/embed-pages.ts`. */
const dataSchema = v.union([
  v.object({ problem: v.literal('unknownGame') }),
  v.object({ id: v.string(), record: v.string() }),
])

async function readHash(hash: string): Promise<Shown> {
  const text = textOfHash(hash)
  const analysis = text === undefined ? undefined : await readFragment(text)
  if (text === undefined || !analysis?.ok) return { kind: 'broken' }
  return { kind: 'game', analysis: analysis.value, address: analysisRoute(text) }
}
