import {
  type Color,
  type Move,
  ownerOf,
  type Path,
  type Position,
  SIDE,
  SQUARES,
  type Square,
} from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { BOARD_SIZE, CELL, centerOf, FRAME, placeOf } from './geometry.ts'
import { RADIUS, StackDrawing, topOf } from './StackDrawing.tsx'

/** Everything a drawing of the board can show; all of it is optional but the position. */
export interface BoardDrawingProps {
  readonly position: Position
  readonly orientation: Color
  readonly showCoordinates: boolean
  readonly lastMove?: Move | undefined
  readonly chosen?: Square | undefined
  readonly landings?: readonly Square[]
  /** The hops of the move that is pointed at or suggested. */
  readonly path?: Path | undefined
  /** A way that is not allowed: its hops, crossed out where they would end. */
  readonly missed?: Path | undefined
  readonly highlight?: readonly Square[] | undefined
  /** Squares whose stacks step back. */
  readonly dimmed?: ReadonlySet<Square>
  /** A square whose stack is drawn elsewhere: carried by the pointer, or on its way. */
  readonly lifted?: Square | undefined
  readonly size?: number
  readonly children?: ComponentChildren
}

/** The board and its pieces as one drawing, without anything to press. */
export function BoardDrawing(props: BoardDrawingProps) {
  const {
    position,
    orientation,
    chosen,
    landings = [],
    path,
    missed,
    highlight = [],
    lastMove,
  } = props
  const stackAt = (square: Square) => position.board[square]
  // From the far side to the near one, so that nearer stacks stand before farther ones.
  const order = [...SQUARES].sort(
    (a, b) => placeOf(a, orientation).row - placeOf(b, orientation).row,
  )
  return (
    <svg
      class="board-drawing"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${BOARD_SIZE} ${BOARD_SIZE}`}
      aria-hidden="true"
      {...(props.size !== undefined && { width: props.size, height: props.size })}
    >
      <Wood orientation={orientation} showCoordinates={props.showCoordinates} />
      {lastMove !== undefined && <LastMove move={lastMove} orientation={orientation} />}
      {path !== undefined && <PathLine path={path} orientation={orientation} />}
      {missed !== undefined && <PathLine path={missed} orientation={orientation} isMissed />}
      {order.map((square) => {
        const stack = stackAt(square)
        if (stack === undefined || square === props.lifted) return null
        const center = centerOf(square, orientation)
        const at = square === chosen ? { x: center.x, y: center.y - LIFT } : center
        const classes = ['stack']
        if (props.dimmed?.has(square)) classes.push('stack-dimmed')
        if (highlight.includes(square)) classes.push('stack-lit')
        return (
          <g key={square} class={classes.join(' ')}>
            {highlight.includes(square) && (
              <circle class="glow" {...circleAt(topOf(stack, at), RADIUS + 7)} />
            )}
            {(square === chosen || landings.includes(square)) && (
              <circle class="ring-edge" {...circleAt(topOf(stack, at), RADIUS + 3.5)} />
            )}
            <StackDrawing stack={stack} at={at}>
              {square === chosen && (
                <circle class="ring ring-chosen" {...circleAt(topOf(stack, at), RADIUS + 3)} />
              )}
              {landings.includes(square) && (
                <circle
                  class={`ring ring-${ownerOf(stack) === position.turn ? 'own' : 'enemy'}`}
                  {...circleAt(topOf(stack, at), RADIUS + 4)}
                />
              )}
            </StackDrawing>
          </g>
        )
      })}
      {path !== undefined && <Beads path={path} orientation={orientation} position={position} />}
      {missed !== undefined && (
        <g class="missed">
          <Beads path={missed} orientation={orientation} position={position} />
          <Cross path={missed} orientation={orientation} />
        </g>
      )}
      {props.children}
    </svg>
  )
}

// --- internal ---

/** How far a chosen stack is lifted. */
const LIFT = 8

function circleAt({ x, y }: { x: number; y: number }, r: number) {
  return { cx: x, cy: y, r }
}

interface WoodProps {
  readonly orientation: Color
  readonly showCoordinates: boolean
}

/** Frame, grain and the hollows in which the pieces stand. */
function Wood({ orientation, showCoordinates }: WoodProps) {
  const inner = BOARD_SIZE - FRAME
  return (
    <g>
      <rect class="wood-frame" width={BOARD_SIZE} height={BOARD_SIZE} rx="26" />
      <rect class="wood" x="10" y="10" width={BOARD_SIZE - 20} height={BOARD_SIZE - 20} rx="18" />
      <g class="grain">
        {GRAIN.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      {SQUARES.map((square) => (
        <circle key={square} class="hollow" {...circleAt(centerOf(square, orientation), 43)} />
      ))}
      {showCoordinates && (
        <g class="coordinates">
          {Array.from({ length: SIDE }, (_, index) => {
            const middle = FRAME + (index + 0.5) * CELL
            const file = orientation === 'black' ? index : SIDE - 1 - index
            const rank = orientation === 'black' ? SIDE - index : index + 1
            return (
              <g key={index}>
                <text x={middle} y={inner + 18} text-anchor="middle">
                  {'abcdef'[file]}
                </text>
                <text x="21" y={middle + 6} text-anchor="middle">
                  {rank}
                </text>
              </g>
            )
          })}
        </g>
      )}
    </g>
  )
}

/** Long waves of grain across the board, drawn once; their shape follows from the line's number. */
const GRAIN: readonly string[] = Array.from({ length: 17 }, (_, line) => {
  const y = 30 + line * 37 + ((line * 29) % 17)
  const bend = ((line * 53) % 21) - 10
  const far = BOARD_SIZE - 14
  return `M14 ${y}C${180 + bend * 4} ${y + bend} ${430 - bend * 6} ${y - bend * 1.4} ${far} ${y + bend * 0.6}`
})

function LastMove({ move, orientation }: { move: Move; orientation: Color }) {
  return (
    <g>
      <circle class="last-from" {...circleAt(centerOf(move.from, orientation), 40)} />
      <circle class="last-to" {...circleAt(centerOf(move.to, orientation), 46)} />
    </g>
  )
}

interface PathLineProps {
  readonly path: Path
  readonly orientation: Color
  readonly isMissed?: boolean
}

function PathLine({ path, orientation, isMissed = false }: PathLineProps) {
  const [first] = path
  if (first === undefined) return null
  const squares = [first.from, ...path.map(({ to }) => to)]
  const points = squares
    .map((square) => centerOf(square, orientation))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
  return (
    <g class={isMissed ? 'path missed' : 'path'}>
      <polyline class="path-edge" points={points} />
      <polyline class="path-line" points={points} />
    </g>
  )
}

/** The cross over the square where a way ends that is not allowed. */
function Cross({ path, orientation }: { path: Path; orientation: Color }) {
  const last = path.at(-1)
  if (last === undefined) return null
  const { x, y } = centerOf(last.to, orientation)
  const d = `M${x - 30} ${y - 30}l60 60m0 -60l-60 60`
  return (
    <g>
      <path class="cross-edge" d={d} />
      <path class="cross" d={d} />
    </g>
  )
}

interface BeadsProps {
  readonly path: Path
  readonly orientation: Color
  readonly position: Position
}

/** One numbered bead at each hop, at the upper left of its disc, where it covers neither marks nor height. */
function Beads({ path, orientation, position }: BeadsProps) {
  return (
    <g class="beads">
      {path.map(({ to }, index) => {
        const center = centerOf(to, orientation)
        const stack = position.board[to]
        const top = stack === undefined ? center : topOf(stack, center)
        const at = { x: top.x - 31, y: top.y - 29 }
        return (
          // The same square cannot be hopped on twice, but its number is what a bead stands for.
          <g key={`${index + 1}`}>
            <circle {...circleAt(at, 14)} />
            <text x={at.x} y={at.y + 6.5} text-anchor="middle">
              {index + 1}
            </text>
          </g>
        )
      })}
    </g>
  )
}
