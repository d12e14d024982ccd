import {
  BAR,
  DOT,
  DOT_PLACES,
  EDGE,
  edgePath,
  MOST_EDGES,
  type Point,
  pillOf,
  RADIUS,
  topOf,
} from '@hokito/picture/measures'
import { isSingle, type Piece, type Stack } from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { PieceLookContext } from './look.ts'

interface StackDrawingProps {
  readonly stack: Stack
  readonly at: Point
  /** Drawn above the face and below the pill with the height, such as a ring. */
  readonly children?: ComponentChildren
}

/**
 * A stack: the face of the top disc, below it the edges of the uppermost pieces, each in its
 * piece's colour, and the height on a pill. Faces differ by more than colour: Black's has one
 * inlaid ring and round bars, White's two rings and square bars.
 */
export function StackDrawing({ stack, at, children }: StackDrawingProps) {
  const edges = stack.pieces.slice(-MOST_EDGES)
  const top = topOf(stack, at)
  return (
    <g>
      <ellipse
        class="stack-shadow"
        cx={at.x}
        cy={top.y + edges.length * EDGE + 3}
        rx={RADIUS + 2}
        ry={RADIUS}
      />
      {edges.map((piece, index) => {
        const y = top.y + (edges.length - 1 - index) * EDGE
        return <Edge key={edges.length - index} piece={piece} x={top.x} y={y} />
      })}
      <Face piece={stack.top} at={top} />
      {children}
      {!isSingle(stack) && <Pill height={stack.height} at={top} />}
    </g>
  )
}

// --- internal ---

/** The side of one disc: the part below its face that the discs above leave visible. */
function Edge({ piece, x, y }: { piece: Piece | undefined; x: number; y: number }) {
  const kind = piece?.color ?? 'unknown'
  return <path class={`edge edge-${kind}`} d={edgePath({ x, y })} />
}

function Face({ piece, at }: { piece: Piece; at: Point }) {
  const { color } = piece
  const { isPatterned } = useContext(PieceLookContext)
  return (
    <g class={`face face-${color}`}>
      <circle class="face-disc" cx={at.x} cy={at.y} r={RADIUS} />
      {isPatterned && (
        <circle
          class="face-pattern"
          cx={at.x}
          cy={at.y}
          r={color === 'black' ? RADIUS - 7 : RADIUS - 13}
        />
      )}
      <circle class="face-ring" cx={at.x} cy={at.y} r={RADIUS - 5} />
      {color === 'white' && <circle class="face-ring" cx={at.x} cy={at.y} r={RADIUS - 9} />}
      <Marks piece={piece} at={at} />
    </g>
  )
}

/** The marks of a piece's value: bars, dots or a digit, as set by the player. */
function Marks({ piece: { color, value }, at }: { piece: Piece; at: Point }) {
  const { marks } = useContext(PieceLookContext)
  switch (marks) {
    case 'digits':
      return (
        <text class="face-mark face-digit" x={at.x} y={at.y + 14} text-anchor="middle">
          {value}
        </text>
      )
    case 'dots':
      return (
        <g>
          {DOT_PLACES[value].map(([x, y]) => (
            <circle
              key={`${x},${y}`}
              class="face-mark"
              cx={at.x + x * DOT.gap}
              cy={at.y + y * DOT.gap}
              r={DOT.radius}
            />
          ))}
        </g>
      )
    case 'bars':
      return (
        <g>
          {Array.from({ length: value }, (_, index) => (
            <rect
              key={index}
              class="face-mark"
              x={at.x + (index - (value - 1) / 2) * BAR.gap - BAR.width / 2}
              y={at.y - BAR.height / 2}
              width={BAR.width}
              height={BAR.height}
              rx={color === 'black' ? BAR.width / 2 : 1}
            />
          ))}
        </g>
      )
  }
}

function Pill({ height, at }: { height: number; at: Point }) {
  const plate = pillOf(height, at)
  return (
    <g class="pill">
      <rect {...plate} />
      <text x={plate.x + plate.width / 2} y={plate.y + 18.5} text-anchor="middle">
        ×{height}
      </text>
    </g>
  )
}
