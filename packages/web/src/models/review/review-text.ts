import {
  err,
  formatBeginning,
  formatMove,
  type GameRecord,
  type HgnError,
  parseRecord,
  type Result,
} from '@hokito/rules'
import { isLikePosition, isLikeRecord, type Unlike, unlike } from '../game/kind-of-text.ts'

/** Why a text cannot be reviewed. */
export type ReviewTextError =
  | { readonly kind: 'empty' }
  | Unlike
  | { readonly kind: 'noMoves' }
  | { readonly kind: 'record'; readonly error: HgnError }

/** Reads the record of a game that has moves to review. */
export function readReviewText(text: string): Result<GameRecord, ReviewTextError> {
  const trimmed = text.trim()
  if (trimmed === '') return err({ kind: 'empty' })
  if (isLikePosition(trimmed)) return err({ kind: 'noMoves' })
  if (!isLikeRecord(trimmed)) return err(unlike(trimmed))
  const record = parseRecord(text)
  if (!record.ok) return err({ kind: 'record', error: record.error })
  return record.value.moves.length === 0 ? err({ kind: 'noMoves' }) : record
}

/** Identifies a game, no matter who played it: its beginning, end rule and moves. */
export function reviewKey({ beginning, endRule, compensation, moves }: GameRecord): string {
  const rules = compensation === 0 ? endRule : `${endRule} ${compensation}`
  return `${formatBeginning(beginning)} ${rules} ${moves.map(formatMove).join('')}`
}
