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
  /** Ours, where it is a game of ours. */
  readonly own: Color | undefined
  /** The position that is looked at, and its points. */
  readonly position: Position
  readonly points: ByColor<number>
  /** Does nobody move now, so that no side is said to be to move? */
  readonly isStill?: boolean
}

/** A side of a game that is looked at and not played: no clock runs. */
export function RecordSeat(props: RecordSeatProps) {
  const { record, color, own, position, points, isStill = false } = props
  const t = useTranslate()
  const isOver = outcome(position) !== undefined
  return (
    <SeatCard
      color={color}
      name={nameIn(t, record, color, own)}
      points={points[color]}
      movesLeft={isOver ? undefined : movesOf(position, color).length}
      isTurn={!isOver && !isStill && position.turn === color}
      isThinking={false}
      clockMs={undefined}
    />
  )
}
