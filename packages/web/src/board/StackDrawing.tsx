import { isSingle, type Piece, type Stack, type Value } from '@hokito/rules'
import type { Point } from './geometry.ts'

/**
 * A stack as it is drawn: the top disc's face, below it the edges of the uppermost pieces, each in its
 * piece's colour, and the height on a pill. Faces differ by more than colour: Black's has one inlaid
 * ring and round bars, White's two rings and square bars.
 */
export function StackDrawing({ stack, at }: { stack: Stack; at: Point }) {
  const edges = stack.pieces.slice(-MOST_EDGES)
  const rise = RISE + (edges.length - 1) * EDGE * 0.5
  const top = { x: at.x, y: at.y - rise }
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
      {!isSingle(stack) && <Pill height={stack.height} at={top} />}
    </g>
  )
}

/** The middle of the top face of a stack that stands at `at`. */
export function topOf(stack: Stack, at: Point): Point {
  const edges = Math.min(stack.height, MOST_EDGES)
  return { x: at.x, y: at.y - RISE - (edges - 1) * EDGE * 0.5 }
}

/** Radius of a disc, for rings around it. */
export const RADIUS = 37

// --- internal ---

const MOST_EDGES = 4
/** How much of each disc below the top can be seen. */
const EDGE = 7
/** How far the top disc of a single stands above its square's middle. */
const RISE = 3

const BAR = { width: 7.5, height: 30, gap: 14 } as const
const BAR_OFFSETS: { readonly [V in Value]: readonly number[] } = {
  1: [0],
  2: [-BAR.gap / 2, BAR.gap / 2],
  3: [-BAR.gap, 0, BAR.gap],
}

/** The side of one disc: the part below its face that the discs above do not hide. */
function Edge({ piece, x, y }: { piece: Piece | undefined; x: number; y: number }) {
  const kind = piece?.color ?? 'unknown'
  const d = `M${x - RADIUS} ${y}v${EDGE}a${RADIUS} ${RADIUS} 0 0 0 ${2 * RADIUS} 0v-${EDGE}z`
  return <path class={`edge edge-${kind}`} d={d} />
}

function Face({ piece, at }: { piece: Piece; at: Point }) {
  const { color, value } = piece
  return (
    <g class={`face face-${color}`}>
      <circle class="face-disc" cx={at.x} cy={at.y} r={RADIUS} />
      <circle class="face-ring" cx={at.x} cy={at.y} r={RADIUS - 5} />
      {color === 'white' && <circle class="face-ring" cx={at.x} cy={at.y} r={RADIUS - 9} />}
      {BAR_OFFSETS[value].map((offset) => (
        <rect
          key={offset}
          class="face-bar"
          x={at.x + offset - BAR.width / 2}
          y={at.y - BAR.height / 2}
          width={BAR.width}
          height={BAR.height}
          rx={color === 'black' ? BAR.width / 2 : 1}
        />
      ))}
    </g>
  )
}

function Pill({ height, at }: { height: number; at: Point }) {
  const width = height < 10 ? 32 : 42
  const x = at.x + RADIUS - 10 - width / 2
  const y = at.y + RADIUS - 20
  return (
    <g class="pill">
      <rect x={x} y={y} width={width} height={25} rx={12.5} />
      <text x={x + width / 2} y={y + 18.5} text-anchor="middle">
        ×{height}
      </text>
    </g>
  )
}
