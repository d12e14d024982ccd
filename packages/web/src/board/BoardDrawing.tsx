import {
  along,
  BOARD_SIZE,
  CELL,
  centerOf,
  drawBeads,
  drawCoordinates,
  drawCross,
  drawEnds,
  drawingOrder,
  drawPath,
  drawPlate,
  drawRing,
  drawShadows,
  drawWood,
  type Point,
  RADIUS,
  type Ring,
  topOf,
} from '@hokito/picture/parts'
import {
  type Color,
  type Move,
  ownerOf,
  type Path,
  type Position,
  SQUARES,
  type Square,
  type Stack,
} from '@hokito/rules'
import type { ComponentChildren } from 'preact'
import { useContext, useMemo } from 'preact/hooks'
import { Drawn } from './Drawn.tsx'
import { PaintsContext } from './look.ts'
import { StackBody } from './StackDrawing.tsx'

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
  /** The hops of a move that the other side would like to make. */
  readonly threat?: Path | undefined
  /** An illegal path: its hops, crossed out where they would end. */
  readonly missed?: Path | undefined
  /** The square of a press that did nothing: crossed out for a moment, again for each new count. */
  readonly wrong?: { readonly square: Square; readonly count: number } | undefined
  readonly highlight?: readonly Square[] | undefined
  /** Squares whose stacks are dimmed. */
  readonly dimmed?: ReadonlySet<Square>
  /** A square whose stack is drawn elsewhere: dragged, or in flight. */
  readonly lifted?: Square | undefined
  /** A square whose stack is held a little above the board, like a chosen one but without a ring. */
  readonly raised?: Square | undefined
  readonly size?: number
  /** Two opposite corners of the part to show; the whole board if absent. */
  readonly part?: readonly [Square, Square]
  readonly children?: ComponentChildren
}

/** The board and its pieces as one drawing, without controls. */
export function BoardDrawing(props: BoardDrawingProps) {
  const { position, orientation } = props
  const paints = useContext(PaintsContext)
  const { showCoordinates } = props
  const wood = useMemo(
    () => drawWood(paints) + (showCoordinates ? drawCoordinates(orientation, paints) : ''),
    [paints, orientation, showCoordinates],
  )
  const { lastMove } = props
  const ground =
    (lastMove === undefined ? '' : drawEnds(lastMove, orientation, paints)) +
    drawShadows(position, orientation, paints.color('boardShadow'), props.lifted)
  return (
    <svg
      class="board-drawing"
      xmlns="http://www.w3.org/2000/svg"
      viewBox={props.part === undefined ? WHOLE : viewBoxOf(props.part, props)}
      aria-hidden="true"
      {...(props.size !== undefined && { width: props.size, height: props.size })}
    >
      <Drawn drawing={wood} />
      <Drawn drawing={ground} />
      {drawingOrder(orientation).map((square) => (
        <StackOn key={square} square={square} {...props} />
      ))}
      <Signs {...props} />
      {props.children}
    </svg>
  )
}

// --- internal ---

/** How far a chosen stack is lifted, in units of the drawing; `board.css` moves it. */
const LIFT = 9

const WHOLE = `0 0 ${BOARD_SIZE} ${BOARD_SIZE}`

/** The view box of a rectangle of squares, with room above for the stacks that rise over it. */
function viewBoxOf(
  [one, other]: readonly [Square, Square],
  { position, orientation }: BoardDrawingProps,
): string {
  const [a, b] = [centerOf(one, orientation), centerOf(other, orientation)]
  const left = Math.min(a.x, b.x) - CELL / 2
  const top = Math.min(a.y, b.y) - CELL / 2
  const [width, height] = [Math.abs(a.x - b.x) + CELL, Math.abs(a.y - b.y) + CELL]
  const isShown = ({ x, y }: Point) => x > left && x < left + width && y > top && y < top + height
  const tops = SQUARES.flatMap((square) => {
    const center = centerOf(square, orientation)
    const count = position.board[square]?.height ?? 0
    return count > 0 && isShown(center) ? topOf(count, center).y - LIFT - RADIUS : []
  })
  const above = Math.min(top, ...tops)
  return `${left} ${above} ${width} ${top + height - above}`
}

/** The stack on a square, with the ring at its foot. */
function StackOn({ square, ...props }: BoardDrawingProps & { readonly square: Square }) {
  const { position, orientation, landings = [], steps = [] } = props
  const stack = position.board[square]
  if (stack === undefined || square === props.lifted) return null
  const isLit = props.highlight?.includes(square) === true
  const classes = ['stack']
  if (isRaised(square, props)) classes.push('stack-raised')
  if (props.dimmed?.has(square)) classes.push('stack-dimmed')
  if (isLit) classes.push('stack-lit')
  const owner = ownerOf(stack) === position.turn ? 'own' : 'enemy'
  const rings = [
    square === props.chosen ? 'chosen' : undefined,
    steps.includes(square) ? 'step' : undefined,
    landings.includes(square) ? owner : undefined,
  ] as const
  const ring = rings.find((each) => each !== undefined)
  const at = centerOf(square, orientation)
  return <PlacedStack stack={stack} {...at} class={classes.join(' ')} ring={ring} isLit={isLit} />
}

interface PlacedStackProps extends Point {
  readonly stack: Stack
  readonly class: string
  readonly ring: Ring | undefined
  readonly isLit: boolean
}

/** Compared again only if something has changed: most changes of a board concern few stacks. */
function PlacedStack({ stack, x, y, class: name, ring, isLit }: PlacedStackProps) {
  const paints = useContext(PaintsContext)
  return useMemo(
    () => (
      <g class={name} transform={`translate(${x} ${y})`}>
        {isLit && <circle class="glow" r={RADIUS + 8} />}
        {ring !== undefined && <Drawn class={`ring-${ring}`} drawing={drawRing(ring, paints)} />}
        <StackBody stack={stack} />
      </g>
    ),
    [stack, x, y, name, ring, isLit, paints],
  )
}

function isRaised(square: Square, { chosen, raised }: BoardDrawingProps): boolean {
  return square === chosen || square === raised
}

/** What is drawn over the pieces: paths, the heights of stacks, numbers of hops and crosses. */
function Signs(props: BoardDrawingProps) {
  const { position, orientation, wrong, missed } = props
  const paints = useContext(PaintsContext)
  const paths = (['last', 'path', 'threat', 'missed'] as const).flatMap((kind) => {
    const path = props[PATHS[kind]]
    return path === undefined ? [] : [{ kind, path }]
  })
  const plates = SQUARES.map((square) => {
    const stack = position.board[square]
    if (stack === undefined || square === props.lifted) return ''
    const center = centerOf(square, orientation)
    const plate = drawPlate(stack, center, paints)
    const at = isRaised(square, props) ? along(center, LIFT) : center
    return plate === '' ? '' : `<g transform="translate(${at.x} ${at.y})">${plate}</g>`
  })
  const missedAt = missed?.at(-1)?.to
  return (
    <>
      {paths.map(({ kind, path }) => (
        <Drawn
          key={kind}
          class={`path path-${kind}`}
          drawing={drawPath(path, position, orientation, kind, paints)}
        />
      ))}
      <Drawn class="plates" drawing={plates.join('')} />
      {paths.map(({ kind, path }) => (
        <Drawn
          key={kind}
          class={`beads beads-${kind}`}
          drawing={drawBeads(path, orientation, kind, paints)}
        />
      ))}
      {missedAt !== undefined && (
        <Drawn drawing={drawCross(missedAt, position, orientation, paints)} />
      )}
      {wrong !== undefined && (
        <Drawn
          key={`wrong ${wrong.count}`}
          class="wrong"
          drawing={drawCross(wrong.square, position, orientation, paints)}
        />
      )}
    </>
  )
}

const PATHS = { last: 'lastPath', path: 'path', threat: 'threat', missed: 'missed' } as const
