import { type Color, opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { seatName } from '../../words/names.ts'
import { SeatCard } from '../game/SeatCard.tsx'

/** Both sides' cards: the far side's above the board, the near side's below. */
export function SeatCards({ model, orientation }: { model: GameModel; orientation: Color }) {
  const t = useTranslate()
  const game = model.game.value
  const isRunning = model.ending.value === undefined
  const { turn } = model.position.value
  const card = (color: Color) => (
    <SeatCard
      color={color}
      name={seatName(t, game, color)}
      points={model.points.value[color]}
      movesLeft={model.movesLeft.value[color]}
      isTurn={isRunning && turn === color}
      isThinking={model.isThinking.value && game.seats[color].kind === 'computer'}
      clockMs={model.clocks.value?.[color]}
    />
  )
  return (
    <>
      <div class="seat-far">{card(opposite(orientation))}</div>
      <div class="seat-near">{card(orientation)}</div>
    </>
  )
}
