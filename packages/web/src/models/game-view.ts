import { type Color, movesOf, type Position, positionOf, score } from '@hokito/rules'
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type LocalGame, positionsOf, undoCount } from './local-game.ts'

export type GameView = ReturnType<typeof createGameView>

/** What there is to see of a game: the running position, or an earlier one that is looked at. */
export function createGameView(game: ReadonlySignal<LocalGame>) {
  const viewedPly = signal<number | undefined>(undefined)
  const positions = computed(() => positionsOf(game.value))
  const moves = computed(() => game.value.record.moves)
  const ending = computed(() => game.value.record.ending)
  const ply = computed(() => Math.min(viewedPly.value ?? moves.value.length, moves.value.length))
  const isLive = computed(() => ply.value === moves.value.length)
  const live = computed(() => positions.value.at(-1) ?? firstPosition(game.value))
  const position = computed(() => positions.value[ply.value] ?? live.value)
  const isComputerTurn = computed(
    () => ending.value === undefined && game.value.seats[live.value.turn].kind === 'computer',
  )

  /** Looks at the position after `to` half-moves; the last one is the running game. */
  function view(to: number): void {
    const last = moves.peek().length
    const clamped = Math.max(0, Math.min(to, last))
    viewedPly.value = clamped === last ? undefined : clamped
  }

  return {
    positions,
    moves,
    ending,
    ply,
    isLive,
    live,
    position,
    isComputerTurn,
    lastMove: computed(() => (ply.value === 0 ? undefined : moves.value[ply.value - 1])),
    points: computed(() => score(position.value)),
    movesLeft: computed(() => ({
      black: movesOf(position.value, 'black').length,
      white: movesOf(position.value, 'white').length,
    })),
    movable: computed<Color | 'none'>(() =>
      isLive.value && ending.value === undefined && !isComputerTurn.value
        ? live.value.turn
        : 'none',
    ),
    canUndo: computed(() => undoCount(game.value) > 0),
    canRedo: computed(() => game.value.undone.length > 0 && !isComputerTurn.value),
    view,
  }
}

// --- internal ---

function firstPosition(game: LocalGame): Position {
  return positionOf(game.record.beginning, game.record.endRule)
}
