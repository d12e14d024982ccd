import { parseRecord } from '@hokito/rules'
import * as v from 'valibot'
import { INSTANT } from '../device/instant.ts'
import { parseJson } from '../device/json.ts'
import { keysWith } from '../device/keys-with.ts'
import { unlessRefused } from '../device/unless-refused.ts'
import { type AnalysisPlace, LONGEST_ANALYSIS } from './analysis-model.ts'
import { nodesOn, ROOT } from './tree.ts'
import { type Analysis, analysisOf, formatAnalysis } from './tree-record.ts'

/** An analysis stored on this device. */
export interface KeptAnalysis {
  readonly id: string
  /** Counts the changes, so that a change by another tab is noticed. */
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly changedAt: number
  readonly analysis: Analysis
  readonly place: AnalysisPlace
}

/** The stored state of an analysis: absent, or damaged, in which case it is left as it is. */
export type LoadedAnalysis = KeptAnalysis | 'absent' | 'damaged'

/** The analyses stored on this device, each under its own key. */
export interface AnalysisStore {
  load(id: string): LoadedAnalysis
  /** The readable ones, last changed first, and the number of unreadable ones. */
  list(): { readonly kept: readonly KeptAnalysis[]; readonly damaged: number }
  /**
   * Stores an analysis as its next revision. If another tab has changed it in the meantime, this
   * one becomes a new analysis under `freshId`, so that neither is lost. Undefined if the browser
   * has no room.
   */
  save(kept: KeptAnalysis, now: number, freshId: string): KeptAnalysis | undefined
  /**
   * Stores all of these as they are, replacing those with the same ids; the oldest are dropped if
   * there are too many. Returns a function that undoes it; or undefined, with nothing changed, if
   * there is no room.
   */
  takeIn(kept: readonly KeptAnalysis[]): (() => void) | undefined
  remove(id: string): void
}

/** How many analyses are kept; one more replaces the oldest. */
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
    // With nothing to store, a forbidden storage does not matter.
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

/** Writes an analysis in its stored form, without its id. */
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

/** Reads the text that {@link formatKept} wrote; undefined if it cannot be read. */
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
  changedAt: INSTANT,
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
