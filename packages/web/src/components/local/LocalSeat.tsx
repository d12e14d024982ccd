import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { GameModel } from '../../models/local/game-model.ts'
import { seatName } from '../../words/names.ts'
import { SeatCard } from '../game/SeatCard.tsx'

/** One side's card in a game on this device. */
export function LocalSeat({ model, color }: { model: GameModel; color: Color }) {
  const t = useTranslate()
  const game = model.game.value
  const ending = model.ending.value
  return (
    <SeatCard
      color={color}
      name={seatName(t, game, color)}
      points={model.points.value[color]}
      compensation={game.record.compensation}
      arePointsVoid={ending !== undefined && ending.kind !== 'stuck'}
      movesLeft={ending === undefined ? model.movesLeft.value[color] : undefined}
      isTurn={ending === undefined && model.position.value.turn === color}
      isThinking={model.isThinking.value && game.seats[color].kind === 'computer'}
      clockMs={model.clocks.value?.[color]}
    />
  )
}
