import type { Color } from '@hokito/rules'
import { computed } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { PlayableBoard } from '../game/GameBoard.tsx'

/**
 * The board, on which the player can move their own pieces. During the opponent's turn such a move
 * is a premove.
 */
export function useOnlineBoard(model: OnlineGame, record: RecordView): PlayableBoard {
  return useMemo(() => {
    const mayAct = computed(
      () => model.own.value !== undefined && model.phase.value === 'playing' && record.isLive.value,
    )
    const position = computed(() => {
      const shown = record.position.value
      const own = model.own.value
      // To plan a move, the board acts as if it were the player's turn.
      return mayAct.value && own !== undefined && !model.isSending.value
        ? { ...shown, turn: own }
        : shown
    })
    return {
      position,
      movable: computed<Color | 'none'>(() => {
        const own = model.own.value
        return mayAct.value && own !== undefined && !model.isSending.value ? own : 'none'
      }),
      lastMade: record.lastMade,
      hint: computed(() => undefined),
      play: model.play,
      plan: computed(() => ({
        isOn: mayAct.value && !model.isOurTurn.value,
        move: model.premove.value,
      })),
    }
  }, [model, record])
}
