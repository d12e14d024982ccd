import { type GameView, phaseOf, turnOf } from '@hokito/protocol'
import { type Color, opposite } from '@hokito/rules'
import { useEffect, useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import type { OnlineGame } from '../../models/online/online-game.ts'
import type { RecordView } from '../../models/record-view.ts'
import { SeatCard } from '../SeatCard.tsx'

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

/** Reads something anew several times a second while it changes by itself. */
export function useTicking<T>(read: () => T, isTicking: boolean): T {
  const [, setTick] = useState(0)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(() => setTick((count) => count + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return read()
}

// --- internal ---

const TICK_MS = 200
