import {
  type Color,
  type DealError,
  err,
  type GameRecord,
  type HfenError,
  type HgnError,
  newRecord,
  ok,
  parseDeal,
  parsePosition,
  parseRecords,
  positionOf,
  type Result,
  replay,
} from '@hokito/rules'
import { signal } from '@preact/signals'
import {
  isLikeDeal,
  isLikePosition,
  isLikeRecord,
  type Unlike,
  unlike,
} from '../game/kind-of-text.ts'
import { createRecordView } from '../game/record-view.ts'
import { createWalk } from '../game/walk.ts'

/** Why a text is neither a record nor a position. */
export type ReplayError =
  | { readonly kind: 'empty' }
  /** It looks like neither a record nor a position. */
  | Unlike
  | { readonly kind: 'record'; readonly error: HgnError }
  | { readonly kind: 'position'; readonly error: HfenError }
  | { readonly kind: 'deal'; readonly error: DealError }

/** The readable games of a text, and the errors in the others. */
export interface LoadedText {
  readonly records: readonly GameRecord[]
  readonly errors: readonly HgnError[]
}

/**
 * Reads pasted text: an HGN with any number of games, or an HFEN, which becomes a game without
 * moves.
 */
export function parseReplayText(text: string): Result<LoadedText, ReplayError> {
  const trimmed = text.trim()
  if (trimmed === '') return err({ kind: 'empty' })
  if (isLikePosition(trimmed)) {
    const position = parsePosition(trimmed, 'either')
    if (!position.ok) return err({ kind: 'position', error: position.error })
    const beginning = { kind: 'position' as const, position: position.value }
    return ok({ records: [newRecord(beginning, 'either')], errors: [] })
  }
  if (isLikeDeal(trimmed)) {
    const deal = parseDeal(trimmed)
    if (!deal.ok) return err({ kind: 'deal', error: deal.error })
  }
  if (!isLikeRecord(trimmed)) return err(unlike(trimmed))
  const records: GameRecord[] = []
  const errors: HgnError[] = []
  for (const parsed of parseRecords(text)) {
    if (parsed.ok) records.push(parsed.value)
    else errors.push(parsed.error)
  }
  const [first] = errors
  if (records.length === 0 && first !== undefined) return err({ kind: 'record', error: first })
  return ok({ records, errors })
}

export type ReplayModel = ReturnType<typeof createReplayModel>

/**
 * Steps through one record from the position after `ply` plies: signals for the page, actions for
 * its keys and buttons. `own` is our colour, if it is a game of ours.
 */
export function createReplayModel(record: GameRecord, own?: Color, ply = 0) {
  const replayed = replay(record)
  if (!replayed.ok) throw new Error(`an unchecked record was opened: ply ${replayed.error.ply}`)
  const view = createRecordView({
    positions: signal(replayed.value),
    moves: signal(record.moves),
  })
  view.view(ply)
  const firstTurn = positionOf(record).turn
  const walk = createWalk(view)
  return { ...view, record, own, firstTurn, walk, dispose: walk.dispose }
}
