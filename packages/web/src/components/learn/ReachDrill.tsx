import { formatSquare, missOf, movesOf, type Position, type Square } from '@hokito/rules'
import { useState } from 'preact/hooks'
import { useTranslate } from '../../i18n/i18n.ts'
import { useServices } from '../../services.ts'
import { describeMiss, useBoardTexts } from '../../words/board-texts.ts'
import { InspectableBoard } from '../game/InspectableBoard.tsx'

interface ReachDrillProps {
  readonly position: Position
  /** The piece whose landings are to be found. */
  readonly from: Square
  readonly label: string
}

/** A board on which the reader presses every square that a piece can reach. */
export function ReachDrill({ position, from, label }: ReachDrillProps) {
  const t = useTranslate()
  const { sounds } = useServices()
  const texts = useBoardTexts(position.turn)
  const [found, setFound] = useState<readonly Square[]>([])
  const [pressed, setPressed] = useState<Square | undefined>(undefined)
  const all = movesOf(position, position.turn)
    .filter((move) => move.from === from)
    .map(({ to }) => to)
  const miss = pressed === undefined ? undefined : missOf(position, { from, to: pressed })
  const isDone = found.length === all.length
  return (
    <div class="try-board example-board">
      <p>{t('course.reach.task', { square: formatSquare(from) })}</p>
      <InspectableBoard
        position={position}
        orientation={position.turn}
        movable="none"
        onPick={(square) => {
          const isRight = all.includes(square)
          sounds.play(isRight ? 'own' : 'refused')
          setPressed(isRight || square === from ? undefined : square)
          if (isRight && !found.includes(square)) setFound([...found, square])
        }}
        highlight={[from, ...found]}
        label={label}
        texts={texts}
      />
      <p aria-live="polite" class={isDone ? 'feedback feedback-right' : 'feedback'}>
        {miss === undefined || pressed === undefined
          ? t(isDone ? 'course.reach.all' : 'course.reach.found', {
              done: found.length,
              count: all.length,
            })
          : describeMiss(t, miss, { from, to: pressed }, position)}
      </p>
    </div>
  )
}
