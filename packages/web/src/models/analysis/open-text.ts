import {
  type DealError,
  err,
  type HfenError,
  type HgnError,
  ok,
  parseDeal,
  parsePosition,
  parseRecord,
  type Result,
} from '@hokito/rules'
import {
  isLikeDeal,
  isLikePosition,
  isLikeRecord,
  type Unlike,
  unlike,
} from '../game/kind-of-text.ts'
import { isPacked, type LinkError, unpackLink } from './analysis-link.ts'
import { LONGEST_ANALYSIS } from './analysis-model.ts'
import { type Analysis, analysisOf, formatAnalysis, newAnalysis } from './tree-record.ts'

/** Why a text cannot be analysed. */
export type OpenError =
  | { readonly kind: 'empty' }
  | Unlike
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'record'; readonly error: HgnError }
  | { readonly kind: 'position'; readonly error: HfenError }
  | { readonly kind: 'deal'; readonly error: DealError }
  | { readonly kind: 'link'; readonly error: LinkError }

/** Reads a pasted text: a record with its variations, a position or a layout number. */
export function readAnalysis(text: string): Result<Analysis, OpenError> {
  const trimmed = text.trim()
  if (trimmed === '') return err({ kind: 'empty' })
  if (isLikeDeal(trimmed)) {
    const deal = parseDeal(trimmed)
    if (!deal.ok) return err({ kind: 'deal', error: deal.error })
    return ok(newAnalysis({ kind: 'deal', deal: deal.value }, 'either'))
  }
  if (isLikePosition(trimmed)) {
    const position = parsePosition(trimmed, 'either')
    if (!position.ok) return err({ kind: 'position', error: position.error })
    return ok(newAnalysis({ kind: 'position', position: position.value }, 'either'))
  }
  if (!isLikeRecord(trimmed)) return err(unlike(trimmed))
  const record = parseRecord(text)
  if (!record.ok) return err({ kind: 'record', error: record.error })
  const analysis = analysisOf(record.value)
  return formatAnalysis(analysis).length > LONGEST_ANALYSIS
    ? err({ kind: 'tooLong' })
    : ok(analysis)
}

/**
 * Reads the text behind `#` in an address, with its escapes already removed: plain text, or a
 * packed link.
 */
export async function readFragment(fragment: string): Promise<Result<Analysis, OpenError>> {
  if (!isPacked(fragment)) return readAnalysis(fragment)
  const text = await unpackLink(fragment)
  return text.ok ? readAnalysis(text.value) : err({ kind: 'link', error: text.error })
}
