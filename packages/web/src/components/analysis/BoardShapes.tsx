import { BOARD_SIZE, CELL, centerOf, type Point } from '@hokito/picture/parts'
import type { Color } from '@hokito/rules'
import { useTranslate } from '../../i18n/i18n.ts'
import { isSquare, type Shape, shapeText } from '../../models/analysis/shapes.ts'
import { describeShape } from '../../words/shapes.ts'

interface BoardShapesProps {
  readonly shapes: readonly Shape[]
  /** The shape that is being drawn, shown fainter. */
  readonly begun?: Shape | undefined
  readonly orientation: Color
}

/** Arrows and highlighted squares over the board. They take no presses; screen readers have a list. */
export function BoardShapes({ shapes, begun, orientation }: BoardShapesProps) {
  const t = useTranslate()
  return (
    <>
      <svg class="board-shapes" viewBox={`0 0 ${BOARD_SIZE} ${BOARD_SIZE}`} aria-hidden="true">
        {shapes.map((shape) => (
          <OneShape key={shapeText(shape)} shape={shape} orientation={orientation} />
        ))}
        {begun !== undefined && (
          <g class="shape-begun">
            <OneShape shape={begun} orientation={orientation} />
          </g>
        )}
      </svg>
      {shapes.length > 0 && (
        <p class="visually-hidden">
          {t('analysis.draw.list', {
            shapes: shapes.map((shape) => describeShape(t, shape)).join(', '),
          })}
        </p>
      )}
    </>
  )
}

// --- internal ---

/** How far a highlighted square's frame stands within the square, in units of the drawing. */
const INSET = 8
/** The head of an arrow: its length, and half its width; and half the width of the shaft. */
const HEAD = { length: 32, half: 24 }
const SHAFT = 7
/**
 * How far from the middles of its squares an arrow begins and ends, so that the marks there are in
 * view.
 */
const GAP = { from: 26, to: 20 }

function OneShape({ shape, orientation }: { readonly shape: Shape; readonly orientation: Color }) {
  const [from, to] = [centerOf(shape.from, orientation), centerOf(shape.to, orientation)]
  const name = shapeText(shape)
  if (!isSquare(shape)) {
    const outline = arrow(from, to)
    return (
      <g data-shape={name}>
        <path class="shape-edge" d={outline} />
        <path class="shape-arrow" d={outline} />
      </g>
    )
  }
  const square = {
    ...{ x: to.x - CELL / 2 + INSET, y: to.y - CELL / 2 + INSET, rx: 10 },
    ...{ width: CELL - 2 * INSET, height: CELL - 2 * INSET },
  }
  return (
    <g data-shape={name}>
      <rect class="shape-edge" {...square} />
      <rect class="shape-square" {...square} />
    </g>
  )
}

/** The outline of an arrow from one point to another. */
function arrow(from: Point, to: Point): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const [along, across] = [
    { x: dx / length, y: dy / length },
    { x: -dy / length, y: dx / length },
  ]
  const at = (far: number, side: number) => {
    const x = from.x + along.x * far + across.x * side
    const y = from.y + along.y * far + across.y * side
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  const [start, end] = [GAP.from, length - GAP.to]
  const neck = end - HEAD.length
  const points = [
    ...[at(start, SHAFT), at(neck, SHAFT), at(neck, HEAD.half), at(end, 0)],
    ...[at(neck, -HEAD.half), at(neck, -SHAFT), at(start, -SHAFT)],
  ]
  return `M${points.join('L')}Z`
}
