import { type Move, movesOf, type Position, score } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'

/** A game as it runs: its positions from the first on and the moves between them. */
export interface RunningRecord {
  /** Never empty. */
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly moves: ReadonlySignal<readonly Move[]>
}

export type RecordView = ReturnType<typeof createRecordView>

/** What there is to see of a game: the running position, or an earlier one that is looked at. */
export function createRecordView({ positions, moves }: RunningRecord) {
  const viewedPly = signal<number | undefined>(undefined)
  const ply = computed(() => Math.min(viewedPly.value ?? moves.value.length, moves.value.length))
  const live = computed(() => atOrFirst(positions.value, moves.value.length))
  const position = computed(() => atOrFirst(positions.value, ply.value))

  /** Looks at the position after `to` half-moves; the last one is the running game. */
  function view(to: number): void {
    const last = moves.peek().length
    const clamped = Math.max(0, Math.min(to, last))
    viewedPly.value = clamped === last ? undefined : clamped
  }

  return {
    positions,
    moves,
    ply,
    isLive: computed(() => ply.value === moves.value.length),
    live,
    position,
    lastMove: computed(() => (ply.value === 0 ? undefined : moves.value[ply.value - 1])),
    points: computed(() => score(position.value)),
    movesLeft: computed(() => ({
      black: movesOf(position.value, 'black').length,
      white: movesOf(position.value, 'white').length,
    })),
    view,
  }
}

// --- internal ---

function atOrFirst(positions: readonly Position[], ply: number): Position {
  const position = positions[ply] ?? positions[0]
  if (position === undefined) throw new Error('a game has at least its first position')
  return position
}
