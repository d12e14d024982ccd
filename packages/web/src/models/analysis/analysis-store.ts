import { parseRecord } from '@hokito/rules'
import * as v from 'valibot'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import { type AnalysisPlace, LONGEST_ANALYSIS } from './analysis-model.ts'
import { nodesOn, ROOT } from './tree.ts'
import { type Analysis, analysisOf, formatAnalysis } from './tree-record.ts'

/** An analysis that is kept on this device. */
export interface KeptAnalysis {
  readonly id: string
  /** Counts its changes, so that another tab's are noticed. */
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly changedAt: number
  readonly analysis: Analysis
  readonly place: AnalysisPlace
}

/** What the device has of an analysis: nothing, or what cannot be read, which is left as it is. */
export type LoadedAnalysis = KeptAnalysis | 'absent' | 'damaged'

/** The analyses kept on this device, each under a key of its own. */
export interface AnalysisStore {
  load(id: string): LoadedAnalysis
  /** Those that can be read, the last changed first, and how many cannot. */
  list(): { readonly kept: readonly KeptAnalysis[]; readonly damaged: number }
  /**
   * Keeps an analysis as its next revision. Where another tab has changed it meanwhile, this one becomes a new
   * analysis under `freshId`, so that neither is lost. Undefined where the browser has no room.
   */
  save(kept: KeptAnalysis, now: number, freshId: string): KeptAnalysis | undefined
  /**
   * Takes in all of these as they are, in place of those with the same ids; the oldest go where they are too many.
   * What comes back undoes it. Undefined, and nothing changed, where there is no room.
   */
  takeIn(kept: readonly KeptAnalysis[]): (() => void) | undefined
  remove(id: string): void
}

/** How many analyses are kept; for another one the oldest goes. */
export const MOST_KEPT = 50

/** The store over the browser's local storage, which it may forbid. */
export function createAnalysisStore(storage: () => Storage): AnalysisStore {
  const load = (id: string): LoadedAnalysis => {
    const text = unlessRefused(() => storage().getItem(PREFIX + id)) ?? null
    return text === null ? 'absent' : (readKept(id, text) ?? 'damaged')
  }
  const list = () => {
    const loaded = (unlessRefused(() => idsIn(storage())) ?? []).map(load)
    const kept = loaded.filter((each) => typeof each !== 'string')
    return {
      kept: kept.sort((a, b) => b.changedAt - a.changedAt),
      damaged: loaded.filter((each) => each === 'damaged').length,
    }
  }
  const remove = (id: string) => unlessRefused(() => storage().removeItem(PREFIX + id))
  return {
    load,
    list,
    remove,
    // Where nothing comes, a storage that is forbidden does no harm.
    takeIn: (kept) =>
      kept.length === 0 ? () => undefined : unlessRefused(() => takeInto(storage(), kept)),
    save: (kept, now, freshId) => {
      const stored = load(kept.id)
      const isStale = stored !== 'absent' && revisionOf(stored) !== kept.revision
      const id = isStale ? freshId : kept.id
      const next = { ...kept, id, revision: kept.revision + 1, changedAt: now }
      if (stored === 'absent' || isStale) {
        for (const old of list().kept.slice(MOST_KEPT - 1)) remove(old.id)
      }
      return unlessRefused(() => {
        storage().setItem(PREFIX + id, formatKept(next))
        return next
      })
    },
  }
}

/** Writes an analysis, without its id, as it is kept. */
export function formatKept({ revision, changedAt, analysis, place }: KeptAnalysis): string {
  const { path, folded } = place
  return JSON.stringify({
    version: 1,
    revision,
    changedAt,
    hgn: formatAnalysis(analysis),
    path,
    folded,
  })
}

/** Reads what {@link formatKept} wrote; undefined where it cannot be read. */
export function readKept(id: string, text: string): KeptAnalysis | undefined {
  const shape = v.safeParse(SHAPE, parseJson(text))
  if (!shape.success) return undefined
  const { revision, changedAt, hgn, path, folded } = shape.output
  const record = parseRecord(hgn)
  if (!record.ok) return undefined
  const analysis = analysisOf(record.value)
  const isThere = (each: string) => nodesOn(analysis.tree, each) !== undefined
  const place = { path: isThere(path) ? path : ROOT, folded: folded.filter(isThere) }
  return { id, revision, changedAt, analysis, place }
}

// --- internal ---

const PREFIX = 'hokito:analysis:'

const SHAPE = v.object({
  version: v.literal(1),
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  changedAt: v.number(),
  hgn: v.pipe(v.string(), v.maxLength(LONGEST_ANALYSIS)),
  path: v.string(),
  folded: v.pipe(v.array(v.string()), v.maxLength(LONGEST_ANALYSIS)),
})

function idsIn(storage: Storage): readonly string[] {
  return keysWith(storage, PREFIX).map((key) => key.slice(PREFIX.length))
}

function takeInto(storage: Storage, kept: readonly KeptAnalysis[]): () => void {
  const before = idsIn(storage).map((id) => [PREFIX + id, storage.getItem(PREFIX + id)] as const)
  const undo = () => {
    for (const { id } of kept) storage.removeItem(PREFIX + id)
    for (const [key, text] of before) if (text !== null) storage.setItem(key, text)
  }
  try {
    for (const each of kept) storage.setItem(PREFIX + each.id, formatKept(each))
    const readable = idsIn(storage).flatMap(
      (id) => readKept(id, storage.getItem(PREFIX + id) ?? '') ?? [],
    )
    const oldestFirst = readable.sort((a, b) => a.changedAt - b.changedAt)
    for (const { id } of oldestFirst.slice(0, -MOST_KEPT)) storage.removeItem(PREFIX + id)
    return undo
  } catch (error) {
    undo()
    throw error
  }
}

function revisionOf(stored: KeptAnalysis | 'damaged'): number | undefined {
  return stored === 'damaged' ? undefined : stored.revision
}
