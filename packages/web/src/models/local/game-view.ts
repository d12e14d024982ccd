import type { Color } from '@hokito/rules'
import { computed, type ReadonlySignal } from '@preact/signals'
import { createRecordView } from '../game/record-view.ts'
import { type LocalGame, positionsOf, undoCount } from './local-game.ts'

export type GameView = ReturnType<typeof createGameView>

/** Everything a page shows of a game on this device, and the actions that it allows. */
export function createGameView(game: ReadonlySignal<LocalGame>) {
  const moves = computed(() => game.value.record.moves)
  const ending = computed(() => game.value.record.ending)
  const positions = computed(() => positionsOf(game.value))
  const record = createRecordView({ positions, moves, ending })
  const isComputerTurn = computed(
    () =>
      ending.value === undefined && game.value.seats[record.live.value.turn].kind === 'computer',
  )
  return {
    ...record,
    ending,
    isComputerTurn,
    movable: computed<Color | 'none'>(() =>
      record.isLive.value && ending.value === undefined && !isComputerTurn.value
        ? record.live.value.turn
        : 'none',
    ),
    canUndo: computed(() => undoCount(game.value) > 0),
    canRedo: computed(() => game.value.undone.length > 0 && !isComputerTurn.value),
  }
}
