import { BOARD_SIZE, ORIGIN } from '@hokito/picture/parts'
import type { Color, Position } from '@hokito/rules'
import { useMemo } from 'preact/hooks'
import type { Counting } from '../../models/game/counting.ts'
import { countPlaces } from './count-places.ts'

interface CountMarksProps {
  readonly counting: Counting
  readonly position: Position
  readonly orientation: Color
}

/**
 * The points of each stack counted so far, beside its top, over the board. The panel beside the
 * board says the same to screen readers.
 */
export function CountMarks({ counting, position, orientation }: CountMarksProps) {
  const { parts, counted, winner, isDone } = counting
  const places = useMemo(
    () => countPlaces(parts, position, orientation),
    [parts, position, orientation],
  )
  return (
    <div class="count-marks" aria-hidden="true">
      {parts.slice(0, counted.value).map(({ square, color, points }, index) => {
        const { x, y } = places[index] ?? ORIGIN
        const isLatest = !isDone.value && index === counted.value - 1
        const classes = ['count-mark']
        if (isDone.value ? color === winner : isLatest) classes.push('count-mark-won')
        return (
          <span key={square} class={classes.join(' ')} style={{ left: share(x), top: share(y) }}>
            {points}
          </span>
        )
      })}
    </div>
  )
}

// --- internal ---

function share(units: number): string {
  return `${(100 * units) / BOARD_SIZE}%`
}
