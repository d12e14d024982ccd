import { type Move, movesOf, type Position, play, score, totals } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type MadeMove, madeMove } from '../../board/index.ts'

/** A game in progress: its positions from the first on, and the moves between them. */
export interface RunningRecord {
  /** Never empty. */
  readonly positions: ReadonlySignal<readonly Position[]>
  readonly moves: ReadonlySignal<readonly Move[]>
  /** Why the game is over; absent or undefined while it may continue. */
  readonly ending?: ReadonlySignal<unknown>
}

export type RecordView = ReturnType<typeof createRecordView>

/** The shown position of a game: the running one or the end, or an earlier one. */
export function createRecordView({ positions, moves, ending }: RunningRecord) {
  const viewedPly = signal<number | undefined>(undefined)
  const ply = computed(() => Math.min(viewedPly.value ?? moves.value.length, moves.value.length))
  const live = computed(() => atOrFirst(positions.value, moves.value.length))
  const position = computed(() => atOrFirst(positions.value, ply.value))

  /**
   * Shows the position after `to` plies; the last one of a running game means to follow the game.
   */
  function view(to: number): void {
    const last = moves.peek().length
    const clamped = Math.max(0, Math.min(to, last))
    const isRunning = clamped === last && ending?.peek() === undefined
    viewedPly.value = isRunning ? undefined : clamped
  }

  /** Returns to the running game, or to its end. */
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
    /**
     * The effect of the move that led here on the position before it, whichever position was shown
     * in between.
     */
    lastMade: computed(() => madeAt(positions.value, moves.value, ply.value)),
    /** On the board, without compensation. */
    points: computed(() => score(position.value)),
    /** What decides the game at its end. */
    totals: computed(() => totals(position.value)),
    movesLeft: computed(() => ({
      black: movesOf(position.value, 'black').length,
      white: movesOf(position.value, 'white').length,
    })),
    view,
    toLive,
  }
}

/** The positions from the first one on, one more than moves. */
export function positionsAlong(first: Position, moves: readonly Move[]): readonly Position[] {
  const positions = [first]
  for (const move of moves) positions.push(play(positions.at(-1) ?? first, move))
  return positions
}

// --- internal ---

/** The move that led to the position after `ply` plies; undefined at the first position. */
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
