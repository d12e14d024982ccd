import type { Point } from '@hokito/picture/measures'
import { type Move, ownerOf, type Path, type Position, SQUARES, type Square } from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { BoardDrawing } from './BoardDrawing.tsx'
import { cellOf } from './cells.ts'
import { SquareGrid } from './SquareGrid.tsx'
import { StackDrawing } from './StackDrawing.tsx'
import { type BoardScene, canChoose, type Movable } from './scene.ts'
import { type BoardState, cancel, previewMove } from './state.ts'
import { isUrgent, wordsOf } from './texts.ts'
import { landingsOf, stepsOf, tracedPath } from './trace.ts'
import { type BoardProps, useBoard } from './use-board.ts'
import './board.css'

/** The board of Hokito, for playing, replaying and learning. */
export function Board(props: BoardProps) {
  const { lastMade, texts } = props
  const board = useRef<HTMLDivElement>(null)
  const at = useBoard(props, board)
  const lastMove = lastMade?.move
  const words = wordsOf(props, at.said)
  return (
    <div class="board" ref={board} {...at.pointerHandlers}>
      <LivingDrawing {...props} at={at} />
      <SquareGrid
        orientation={props.orientation}
        cursor={at.state.cursor}
        cellOf={(square) => cellOf({ scene: at.scene, state: at.state, lastMove, texts }, square)}
        label={props.label}
        onKeyDown={at.onKeyDown}
        onPress={at.press}
        onFocus={at.focus}
        onInspect={at.inspect}
      />
      <p class="visually-hidden" role="status">
        {!isUrgent(at.said) && words}
      </p>
      <p class="visually-hidden" role="alert">
        {isUrgent(at.said) && words}
      </p>
    </div>
  )
}

// --- internal ---

type LivingDrawingProps = BoardProps & { readonly at: ReturnType<typeof useBoard> }

/**
 * The drawing with its interaction: a choice or hint with its path, and a stack carried or in
 * flight.
 */
function LivingDrawing({ at, ...props }: LivingDrawingProps) {
  const { position, orientation, movable, hint, lastMade, highlight: lit = [] } = props
  const { scene, state, preview, drag, missed, wrong } = at
  const { flight, ref } = at.running
  const hinted = hint !== undefined && isHintShown(scene, state, hint) ? hint : undefined
  const path = preview?.path ?? (missed === undefined ? restingPath(at, hinted) : undefined)
  const isStill = flight === undefined
  // A hint shows one landing; once the player takes the piece up, all its landings show.
  const isOnlyShown = hinted !== undefined && (state.chosen === undefined || state.isOffered)
  const taken = isOnlyShown ? cancel(state) : state
  const landings = isOnlyShown ? [hinted.to] : landingsOf(scene, state)
  const steps = state.trace.length === 0 ? [] : stepsOf(scene, state)
  const isResting = isStill && state.chosen === undefined && path === undefined
  return (
    <BoardDrawing
      position={flight?.before ?? position}
      orientation={orientation}
      showCoordinates={props.showCoordinates !== false}
      lastMove={flight?.move ?? lastMade?.move}
      lastPath={isResting && missed === undefined ? at.lastPath : undefined}
      chosen={state.chosen ?? hinted?.from}
      landings={isStill ? landings : []}
      steps={isStill ? steps : []}
      path={isStill ? path : undefined}
      missed={isStill && path === undefined ? missed : undefined}
      wrong={isStill && missed === undefined ? wrong : undefined}
      highlight={lit}
      dimmed={
        isStill
          ? dimmedIn(scene, taken, [...(path ?? []).map(({ to }) => to), ...steps, ...lit], movable)
          : NONE
      }
      lifted={flight?.move.from ?? drag?.source}
    >
      {drag !== undefined && <Carried position={position} square={drag.source} at={drag.at} />}
      {flight?.points[0] !== undefined && (
        <g ref={ref}>
          <StackDrawing stack={flight.stack} at={flight.points[0]} />
        </g>
      )}
    </BoardDrawing>
  )
}

const NONE: ReadonlySet<Square> = new Set()

/**
 * A hint shows while its piece is chosen; if nobody may move that piece, while nothing is chosen.
 */
function isHintShown(scene: BoardScene, { chosen }: BoardState, { from }: Move): boolean {
  return chosen === (canChoose(scene, from) ? from : undefined)
}

/** The path to show while no landing is pointed at: the hint's, or the hops pressed so far. */
function restingPath(
  { scene, state }: ReturnType<typeof useBoard>,
  hinted: Move | undefined,
): Path | undefined {
  if (state.trace.length > 0) return tracedPath(scene, state)
  return hinted && previewMove(scene.position, hinted)?.path
}

interface CarriedProps {
  readonly position: Position
  readonly square: Square
  readonly at: Point
}

/** The stack being dragged. */
function Carried({ position, square, at }: CarriedProps) {
  const stack = position.board[square]
  return stack === undefined ? null : <StackDrawing stack={stack} at={at} />
}

/**
 * Squares that cannot be chosen or landed on now, dimmed so that the rest stands out; never those
 * of `shown`.
 */
function dimmedIn(
  scene: BoardScene,
  state: BoardState,
  shown: readonly Square[],
  movable: Movable,
): ReadonlySet<Square> {
  const { position } = scene
  if (movable === 'none') return NONE
  const landings = landingsOf(scene, state)
  return new Set(
    SQUARES.filter((square) => {
      const stack = position.board[square]
      if (stack === undefined || square === state.chosen || shown.includes(square)) return false
      if (state.chosen !== undefined) return !landings.includes(square)
      return ownerOf(stack) === movable && !canChoose(scene, square)
    }),
  )
}
