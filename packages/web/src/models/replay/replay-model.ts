import {
  err,
  type GameRecord,
  type HfenError,
  type HgnError,
  newRecord,
  ok,
  parsePosition,
  parseRecords,
  positionOf,
  type Result,
  replay,
  score,
} from '@hokito/rules'
import { computed, effect, signal } from '@preact/signals'

/** A text that is no record and no position, and why. */
export type ReplayError =
  | { readonly kind: 'empty' }
  | { readonly kind: 'record'; readonly error: HgnError }
  | { readonly kind: 'position'; readonly error: HfenError }

/** The readable games of a text, and what was wrong with the others. */
export interface LoadedText {
  readonly records: readonly GameRecord[]
  readonly faults: readonly HgnError[]
}

/** Reads pasted text: an HGN with any number of games, or an HFEN, which becomes a game of no moves. */
export function parseReplayText(text: string): Result<LoadedText, ReplayError> {
  const trimmed = text.trim()
  if (trimmed === '') return err({ kind: 'empty' })
  if (!trimmed.startsWith('[') && !trimmed.includes('\n')) {
    const position = parsePosition(trimmed, 'either')
    if (!position.ok) return err({ kind: 'position', error: position.error })
    const beginning = { kind: 'position' as const, position: position.value }
    return ok({ records: [newRecord(beginning, 'either')], faults: [] })
  }
  const records: GameRecord[] = []
  const faults: HgnError[] = []
  for (const parsed of parseRecords(text)) {
    if (parsed.ok) records.push(parsed.value)
    else faults.push(parsed.error)
  }
  const [first] = faults
  if (records.length === 0 && first !== undefined) return err({ kind: 'record', error: first })
  return ok({ records, faults })
}

export type ReplayModel = ReturnType<typeof createReplayModel>

/** Walks through one record: signals for the page, actions for its keys and buttons. */
export function createReplayModel(record: GameRecord) {
  const replayed = replay(record)
  if (!replayed.ok) throw new Error(`an unchecked record was opened: ply ${replayed.error.ply}`)
  const positions = replayed.value
  const first = positionOf(record.beginning, record.endRule)
  const last = positions.length - 1
  const ply = signal(0)
  const isPlaying = signal(false)

  function go(to: number): void {
    ply.value = Math.max(0, Math.min(to, last))
  }

  const stop = effect(() => {
    if (!isPlaying.value) return
    const timer = setInterval(() => {
      go(ply.peek() + 1)
      if (ply.peek() === last) isPlaying.value = false
    }, AUTOPLAY_MS)
    return () => clearInterval(timer)
  })

  return {
    record,
    firstTurn: first.turn,
    last,
    ply,
    isPlaying,
    position: computed(() => positions[ply.value] ?? first),
    lastMove: computed(() => (ply.value === 0 ? undefined : record.moves[ply.value - 1])),
    points: positions.map(score),
    /** Goes to the position after `to` half-moves, cut to the game. */
    go: (to: number) => {
      isPlaying.value = false
      go(to)
    },
    /** Starts or stops walking by itself; from the end it starts over. */
    togglePlaying: () => {
      if (!isPlaying.peek() && ply.peek() === last) go(0)
      isPlaying.value = !isPlaying.peek() && last > 0
    },
    dispose: stop,
  }
}

// --- internal ---

const AUTOPLAY_MS = 1400
