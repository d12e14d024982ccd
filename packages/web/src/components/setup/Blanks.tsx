import { centerOf, RADIUS } from '@hokito/picture/parts'
import type { Color, Square } from '@hokito/rules'

interface BlanksProps {
  readonly squares: readonly Square[]
  readonly orientation: Color
  readonly isCovered: boolean
}

/** The squares of the opponent: covered pieces, or empty squares that cannot be used. */
export function Blanks({ squares, orientation, isCovered }: BlanksProps) {
  return (
    <g>
      {squares.map((square) => {
        const { x, y } = centerOf(square, orientation)
        return (
          <circle
            key={square}
            class={isCovered ? 'setup-blank setup-covered' : 'setup-blank'}
            cx={x}
            cy={y}
            r={isCovered ? RADIUS : RADIUS + 7}
          />
        )
      })}
    </g>
  )
}
