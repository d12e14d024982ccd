import { type GameView, phaseOf, turnOf } from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import type { RecordView } from '../../models/game/record-view.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import { SeatCard } from '../game/SeatCard.tsx'
import { useTicking } from './use-ticking.ts'

interface OnlineSeatsProps {
  readonly model: OnlineGame
  readonly game: GameView
  readonly record: RecordView
  readonly orientation: Color
}

/** Both sides' cards with names, clocks and who is there. */
export function OnlineSeats({ model, game, record, orientation }: OnlineSeatsProps) {
  const t = useTranslate()
  const clocks = useTicking(model.clocks, phaseOf(game) === 'playing')
  const { seats } = game
  const presence = model.presence.value
  const card = (color: Color) => {
    const seat = presence?.seats[color]
    return (
      <SeatCard
        color={color}
        name={seats[color].name}
        points={record.points.value[color]}
        movesLeft={record.movesLeft.value[color]}
        isTurn={phaseOf(game) === 'playing' && turnOf(game) === color}
        isThinking={false}
        clockMs={clocks?.[color]}
        presence={
          seat && {
            isHere: seat.isHere,
            label: seat.isHere ? t('online.game.here') : t('online.game.away'),
          }
        }
      />
    )
  }
  return (
    <>
      <div class="seat-far">{card(opposite(orientation))}</div>
      <div class="seat-near">{card(orientation)}</div>
    </>
  )
}
