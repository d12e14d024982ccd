import { parseRecord } from '@hokito/rules'
import * as v from 'valibot'
import { readFragment } from '../models/analysis/open-text.ts'
import { type Analysis, analysisOf } from '../models/analysis/tree-record.ts'
import { analysisRoute, ROUTES, textOfHash } from '../routes.ts'

/**
 * The content of a frame: a game or a chapter of a study, with its address on the site, or why there
 * is nothing to show.
 */
export type Shown =
  | {
      readonly kind: 'game' | 'chapter' | 'exercise'
      readonly analysis: Analysis
      readonly address: string
    }
  | { readonly kind: 'unknown' | 'unknownStudy' | 'broken' }

/**
 * Reads the data that the server has put into the page, or else the game behind `#` in its address.
 */
export async function readShown(page: Document, hash: string): Promise<Shown> {
  const data = page.getElementById('shown')?.textContent
  if (data === undefined || data === null) return readHash(hash)
  const given = v.safeParse(dataSchema, JSON.parse(data))
  if (!given.success) return { kind: 'broken' }
  if ('problem' in given.output) {
    return { kind: given.output.problem === 'unknownGame' ? 'unknown' : 'unknownStudy' }
  }
  const record = parseRecord(given.output.record)
  if (!record.ok) return { kind: 'broken' }
  const analysis = analysisOf(record.value)
  if ('id' in given.output) {
    return { kind: 'game', analysis, address: `${ROUTES.play}/${given.output.id}` }
  }
  const { study, n, isExercise } = given.output
  const address = `${ROUTES.study}/${study}?chapter=${n}`
  return isExercise
    ? { kind: 'exercise', analysis: beginningOf(analysis), address }
    : { kind: 'chapter', analysis, address }
}

// --- internal ---

/** The format written by `packages/server/src/http/embed-pages.ts`. */
const dataSchema = v.union([
  v.object({ problem: v.picklist(['unknownGame', 'unknownStudy']) }),
  v.object({ id: v.string(), record: v.string() }),
  v.object({ study: v.string(), n: v.number(), record: v.string(), isExercise: v.boolean() }),
])

/** An exercise without the moves that its readers find. */
function beginningOf({ head, tree }: Analysis): Analysis {
  return { head, tree: { ...tree, children: [] }, ended: undefined }
}

async function readHash(hash: string): Promise<Shown> {
  const text = textOfHash(hash)
  const analysis = text === undefined ? undefined : await readFragment(text)
  if (text === undefined || !analysis?.ok) return { kind: 'broken' }
  return { kind: 'game', analysis: analysis.value, address: analysisRoute(text) }
}
