import { type Move, movesOf, type Position, score } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type MadeMove, madeMove } from '../../board/index.ts'

/** A game as it runs: its positions from the first on and the moves between them. */
export interface RunningRecord {
  /** Never empty. */
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly moves: ReadonlySignal<readonly Move[]>
  /** Why the game is over; absent or undefined while it may go on. */
  readonly ending?: ReadonlySignal<unknown>
}

export type RecordView = ReturnType<typeof createRecordView>

/** What there is to see of a game: the running position or its end, or a position that is looked at. */
export function createRecordView({ positions, moves, ending }: RunningRecord) {
  const viewedPly = signal<number | undefined>(undefined)
  const ply = computed(() => Math.min(viewedPly.value ?? moves.value.length, moves.value.length))
  const live = computed(() => atOrFirst(positions.value, moves.value.length))
  const position = computed(() => atOrFirst(positions.value, ply.value))

  /** Looks at the position after `to` half-moves; the last one of a game that goes on is the running game. */
  function view(to: number): void {
    const last = moves.peek().length
    const clamped = Math.max(0, Math.min(to, last))
    const isRunning = clamped === last && ending?.peek() === undefined
    viewedPly.value = isRunning ? undefined : clamped
  }

  /** Leaves what is looked at for the running game, or for its end. */
  function toLive(): void {
    viewedPly.value = undefined
  }

  return {
    positions,
    moves,
    ply,
    isLive: computed(() => {
      const isLast = ply.value === moves.value.length
      return viewedPly.value === undefined || (isLast && ending?.value === undefined)
    }),
    live,
    position,
    /** What the move that led here made of the position before it, whatever was looked at meanwhile. */
    lastMade: computed(() => madeAt(positions.value, moves.value, ply.value)),
    points: computed(() => score(position.value)),
    movesLeft: computed(() => ({
      black: movesOf(position.value, 'black').length,
      white: movesOf(position.value, 'white').length,
    })),
    view,
    toLive,
  }
}

// --- internal ---

/** The move that led to the position after `ply` half-moves; undefined at the first. */
function madeAt(
  positions: readonly Position[],
  moves: readonly Move[],
  ply: number,
): MadeMove | undefined {
  const before = positions[ply - 1]
  const move = moves[ply - 1]
  return before && move && madeMove(before, move)
}

function atOrFirst(positions: readonly Position[], ply: number): Position {
  const position = positions[ply] ?? positions[0]
  if (position === undefined) throw new Error('a game has at least its first position')
  return position
}
