import { BOARD_SIZE, CELL, centerOf, FRAME, placeOf, RADIUS, topOf } from '@hokito/picture/measures'
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
import { StackDrawing } from './StackDrawing.tsx'

/** Everything a drawing of the board can show; only the position is required. */
export interface BoardDrawingProps {
  readonly position: Position
  readonly orientation: Color
  readonly showCoordinates: boolean
  readonly lastMove?: Move | undefined
  /** The hops of the last move, drawn more quietly than those of a move still to be made. */
  readonly lastPath?: Path | undefined
  readonly chosen?: Square | undefined
  readonly landings?: readonly Square[]
  /** Squares where a path that has been begun may continue without landing. */
  readonly steps?: readonly Square[]
  /** The hops of the move that is pointed at or suggested. */
  readonly path?: Path | undefined
  /** An illegal path: its hops, crossed out where they would end. */
  readonly missed?: Path | undefined
  /** The square of a press that did nothing: crossed out for a moment, again for each new count. */
  readonly wrong?: { readonly square: Square; readonly count: number } | undefined
  readonly highlight?: readonly Square[] | undefined
  /** Squares whose stacks are dimmed. */
  readonly dimmed?: ReadonlySet<Square>
  /** A square whose stack is drawn elsewhere: dragged, or in flight. */
  readonly lifted?: Square | undefined
  readonly size?: number
  /** Two opposite corners of the part to show; the whole board if absent. */
  readonly part?: readonly [Square, Square]
  readonly children?: ComponentChildren
}

/** The board and its pieces as one drawing, without controls. */
export function BoardDrawing(props: BoardDrawingProps) {
  const {
    position,
    orientation,
    chosen,
    landings = [],
    steps = [],
    path,
    missed,
    highlight = [],
    lastMove,
    lastPath,
  } = props
  const stackAt = (square: Square) => position.board[square]
  // From the far side to the near one, so that nearer stacks are drawn in front of farther ones.
  const order = [...SQUARES].sort(
    (a, b) => placeOf(a, orientation).row - placeOf(b, orientation).row,
  )
  return (
    <svg
      class="board-drawing"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={props.part === undefined ? WHOLE : viewBoxOf(props.part, orientation)}
      aria-hidden="true"
      {...(props.size !== undefined && { width: props.size, height: props.size })}
    >
      <Wood orientation={orientation} showCoordinates={props.showCoordinates} />
      {lastMove !== undefined && <LastMove move={lastMove} orientation={orientation} />}
      {lastPath !== undefined && (
        <PathLine path={lastPath} orientation={orientation} kind="last-path" />
      )}
      {path !== undefined && <PathLine path={path} orientation={orientation} />}
      {missed !== undefined && <PathLine path={missed} orientation={orientation} kind="missed" />}
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
            <StackDrawing stack={stack} at={at}>
              {(square === chosen || landings.includes(square) || steps.includes(square)) && (
                <circle class="ring-edge" {...circleAt(topOf(stack, at), RADIUS + 4)} />
              )}
              {square === chosen && (
                <circle class="ring ring-chosen" {...circleAt(topOf(stack, at), RADIUS + 3)} />
              )}
              {steps.includes(square) && (
                <circle class="ring ring-step" {...circleAt(topOf(stack, at), RADIUS + 4)} />
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
      {lastPath !== undefined && (
        <g class="last-path">
          <Beads path={lastPath} orientation={orientation} position={position} />
        </g>
      )}
      {path !== undefined && <Beads path={path} orientation={orientation} position={position} />}
      {missed !== undefined && (
        <g class="missed">
          <Beads path={missed} orientation={orientation} position={position} />
          <Cross square={missed.at(-1)?.to} orientation={orientation} position={position} />
        </g>
      )}
      {props.wrong !== undefined && (
        <g key={`wrong ${props.wrong.count}`} class="wrong">
          <Cross square={props.wrong.square} orientation={orientation} position={position} />
        </g>
      )}
      {props.children}
    </svg>
  )
}

// --- internal ---

/** How far a chosen stack is lifted, in units of the drawing. */
const LIFT = 8
/** The room that a lifted stack, its ring and its bead need above their square. */
const HEADROOM = 14

const WHOLE = `0 0 ${BOARD_SIZE} ${BOARD_SIZE}`

/** The view box of a rectangle of squares, with room above for a lifted stack. */
function viewBoxOf(corners: readonly [Square, Square], orientation: Color): string {
  const [a, b] = corners.map((square) => centerOf(square, orientation))
  if (a === undefined || b === undefined) return WHOLE
  const left = Math.min(a.x, b.x) - CELL / 2
  const top = Math.min(a.y, b.y) - CELL / 2 - HEADROOM
  return `${left} ${top} ${Math.abs(a.x - b.x) + CELL} ${Math.abs(a.y - b.y) + CELL + HEADROOM}`
}

function circleAt({ x, y }: { x: number; y: number }, r: number) {
  return { cx: x, cy: y, r }
}

interface WoodProps {
  readonly orientation: Color
  readonly showCoordinates: boolean
}

/** The frame, the grain and the hollows in which the pieces stand. */
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

/** Long waves of grain across the board, computed once; a line's number decides its shape. */
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
  /** What the path is; absent for the path of a move that could be made. */
  readonly kind?: 'missed' | 'last-path'
}

function PathLine({ path, orientation, kind }: PathLineProps) {
  const [first] = path
  if (first === undefined) return null
  const squares = [first.from, ...path.map(({ to }) => to)]
  const points = squares
    .map((square) => centerOf(square, orientation))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
  return (
    <g class={kind === undefined ? 'path' : `path ${kind}`}>
      <polyline class="path-edge" points={points} />
      <polyline class="path-line" points={points} />
    </g>
  )
}

interface CrossProps {
  readonly square: Square | undefined
  readonly orientation: Color
  readonly position: Position
}

/**
 * The cross on a square, where an illegal path ends or a press did nothing. On a stack it lies at
 * the upper right, where it covers neither the marks, the height nor the number of a hop.
 */
function Cross({ square, orientation, position }: CrossProps) {
  if (square === undefined) return null
  const center = centerOf(square, orientation)
  const stack = position.board[square]
  const top = stack && topOf(stack, center)
  const { x, y } = top === undefined ? center : { x: top.x + 30, y: top.y - 28 }
  return (
    <g>
      <circle class="cross-disc" cx={x} cy={y} r="18" />
      <path class="cross" d={`M${x - 8} ${y - 8}l16 16m0 -16l-16 16`} />
    </g>
  )
}

interface BeadsProps {
  readonly path: Path
  readonly orientation: Color
  readonly position: Position
}

/**
 * One numbered bead for each hop, at the upper left of its disc, where it covers neither marks nor
 * height.
 */
function Beads({ path, orientation, position }: BeadsProps) {
  return (
    <g class="beads">
      {path.map(({ to }, index) => {
        const center = centerOf(to, orientation)
        const stack = position.board[to]
        const top = stack === undefined ? center : topOf(stack, center)
        const at = { x: top.x - 31, y: top.y - 29 }
        return (
          // A path never hops on a square twice, but the number identifies the bead.
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
