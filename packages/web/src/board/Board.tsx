import { ownerOf, type Position, SQUARES, type Square } from '@hokito/rules'
import { useRef } from 'preact/hooks'
import { BoardDrawing } from './BoardDrawing.tsx'
import type { Point } from './geometry.ts'
import { SquareGrid } from './SquareGrid.tsx'
import { StackDrawing } from './StackDrawing.tsx'
import {
  type BoardScene,
  type BoardState,
  canChoose,
  landingsOf,
  type Movable,
  type MovePreview,
  previewMove,
} from './state.ts'
import { type BoardProps, useBoard } from './use-board.ts'
import './board.css'

/** The board of Hokito, for playing, replaying and learning. */
export function Board(props: BoardProps) {
  const { lastMove, texts } = props
  const board = useRef<HTMLDivElement>(null)
  const at = useBoard(props, board)
  return (
    <div class="board" ref={board} {...at.pointerHandlers}>
      <LivingDrawing {...props} at={at} />
      <SquareGrid
        scene={at.scene}
        state={at.state}
        landings={landingsOf(at.scene, at.state)}
        lastMove={lastMove}
        label={props.label}
        texts={texts}
        onKeyDown={at.onKeyDown}
        onPress={at.press}
        onFocus={at.focus}
        onInspect={at.inspect}
      />
      <p class="visually-hidden" role="status">
        {!at.said.isUrgent && at.said.text}
      </p>
      <p class="visually-hidden" role="alert">
        {at.said.isUrgent && at.said.text}
      </p>
    </div>
  )
}

// --- internal ---

type LivingDrawingProps = BoardProps & { readonly at: ReturnType<typeof useBoard> }

/** The drawing with what is going on: a choice or hint and its path, a stack in the hand or on its way. */
function LivingDrawing({ at, ...props }: LivingDrawingProps) {
  const { position, orientation, movable, hint, lastMove } = props
  const { scene, state, preview, drag, missed } = at
  const { flight, ref } = at.running
  const hinted = hint === undefined || state.chosen !== undefined ? undefined : hint
  const path =
    (preview ?? (hinted && previewMove(position, hinted)))?.path ??
    (state.chosen === undefined ? props.shownPath : undefined)
  const isStill = flight === undefined
  const landings = hinted === undefined ? landingsOf(scene, state) : [hinted.to]
  return (
    <BoardDrawing
      position={flight?.before ?? position}
      orientation={orientation}
      showCoordinates={props.showCoordinates !== false}
      lastMove={flight?.move ?? lastMove}
      chosen={state.chosen ?? hinted?.from}
      landings={isStill ? landings : []}
      path={isStill ? path : undefined}
      missed={isStill && path === undefined ? missed : undefined}
      highlight={props.highlight}
      dimmed={isStill ? dimmedIn(scene, state, path, movable) : NONE}
      lifted={flight?.move.from ?? drag?.square}
    >
      {drag !== undefined && <Carried position={position} square={drag.square} at={drag.at} />}
      {flight?.points[0] !== undefined && (
        <g ref={ref}>
          <StackDrawing stack={flight.stack} at={flight.points[0]} />
        </g>
      )}
    </BoardDrawing>
  )
}

const NONE: ReadonlySet<Square> = new Set()

interface CarriedProps {
  readonly position: Position
  readonly square: Square
  readonly at: Point
}

/** The stack in the hand. */
function Carried({ position, square, at }: CarriedProps) {
  const stack = position.board[square]
  return stack === undefined ? null : <StackDrawing stack={stack} at={at} />
}

/** What cannot be chosen or landed on now, so that the rest stands out. */
function dimmedIn(
  scene: BoardScene,
  state: BoardState,
  path: MovePreview['path'] | undefined,
  movable: Movable,
): ReadonlySet<Square> {
  const { position } = scene
  if (movable === 'none') return NONE
  const landings = landingsOf(scene, state)
  const onPath = path?.map(({ to }) => to) ?? []
  return new Set(
    SQUARES.filter((square) => {
      const stack = position.board[square]
      if (stack === undefined || square === state.chosen || onPath.includes(square)) return false
      if (state.chosen !== undefined) return !landings.includes(square)
      return ownerOf(stack) === movable && !canChoose(scene, square)
    }),
  )
}
