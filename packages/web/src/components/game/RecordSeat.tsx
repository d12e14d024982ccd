import {
  type ByColor,
  type Color,
  type GameRecord,
  movesOf,
  outcome,
  type Position,
} from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { nameIn } from '../../words/record.ts'
import { SeatCard } from './SeatCard.tsx'

interface RecordSeatProps {
  readonly record: Pick<GameRecord, 'tags'>
  readonly color: Color
  /** The colour of this device's player, if the game is theirs. */
  readonly own: Color | undefined
  /** The position shown, and its points. */
  readonly position: Position
  readonly points: ByColor<number>
  /** Whether the turn is not shown, because no move is awaited. */
  readonly isStill?: boolean
}

/** Both seats of a recorded game, for a page's layout. */
export function recordSeats(props: Omit<RecordSeatProps, 'color'>) {
  return (color: Color) => <RecordSeat {...props} color={color} />
}

// --- internal ---

/** A seat of a recorded game: no clock runs. */
function RecordSeat(props: RecordSeatProps) {
  const { record, color, own, position, points, isStill = false } = props
  const t = useTranslate()
  const isOver = outcome(position) !== undefined
  return (
    <SeatCard
      color={color}
      name={nameIn(t, record, color, own)}
      points={points[color]}
      compensation={position.compensation}
      movesLeft={isOver ? undefined : movesOf(position, color).length}
      isTurn={!isOver && !isStill && position.turn === color}
      isThinking={false}
      clockMs={undefined}
    />
  )
}
