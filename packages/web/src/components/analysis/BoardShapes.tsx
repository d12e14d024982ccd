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
const HEAD = { length: 34, half: 24 }
const SHAFT = 7
/** How far from the middle of its square an arrow begins, and how far beyond it ends. */
const GAP = 12

function OneShape({ shape, orientation }: { readonly shape: Shape; readonly orientation: Color }) {
  const [from, to] = [centerOf(shape.from, orientation), centerOf(shape.to, orientation)]
  const name = shapeText(shape)
  if (!isSquare(shape)) return <path class="shape-arrow" data-shape={name} d={arrow(from, to)} />
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
  const [end, neck] = [length + GAP, length + GAP - HEAD.length]
  const points = [
    ...[at(GAP, SHAFT), at(neck, SHAFT), at(neck, HEAD.half), at(end, 0)],
    ...[at(neck, -HEAD.half), at(neck, -SHAFT), at(GAP, -SHAFT)],
  ]
  return `M${points.join('L')}Z`
}
