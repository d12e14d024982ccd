import { BOARD_SIZE, ORIGIN, type Point } from '@hokito/picture/parts'
import { type Move, ownerOf, type Path, SQUARES, type Square } from '@hokito/rules'
import type { ComponentChildren, RefObject } from 'preact'
import { useRef } from 'preact/hooks'
import { BoardDrawing } from './BoardDrawing.tsx'
import { cellOf } from './cells.ts'
import type { BoardProps } from './props.ts'
import { SquareGrid } from './SquareGrid.tsx'
import { StackBody, StackDrawing, StackShadow } from './StackDrawing.tsx'
import { type BoardScene, canChoose, type Movable } from './scene.ts'
import { type BoardState, cancel, previewMove } from './state.ts'
import { isUrgent, wordsOf } from './texts.ts'
import { landingsOf, stepsOf, tracedPath } from './trace.ts'
import { type BoardInUse, useBoard } from './use-board.ts'
import './board.css'

/** The board of Hokito, for playing, replaying and learning. */
export function Board(props: BoardProps) {
  const { lastMade, texts } = props
  const board = useRef<HTMLDivElement>(null)
  const at = useBoard(props, board)
  const lastMove = lastMade?.move
  const words = wordsOf(props, at.said)
  return (
    <div
      class={props.isAnimated === true ? 'board board-lively' : 'board'}
      ref={board}
      {...at.pointerHandlers}
    >
      <LivingDrawing {...props} at={at} />
      <Lifted {...props} at={at} />
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

type LivingDrawingProps = BoardProps & { readonly at: BoardInUse }

/**
 * The drawing with its interaction: a choice or hint with its path.
 */
function LivingDrawing({ at, ...props }: LivingDrawingProps) {
  const { position, orientation, movable, hint, lastMade, highlight: lit = [] } = props
  const { scene, state, preview, drag, missed, wrong } = at
  const { flight } = at.running
  const hinted = hint !== undefined && isHintShown(scene, state, hint) ? hint : undefined
  const path = preview?.path ?? (missed === undefined ? restingPath(at, hinted) : undefined)
  const isStill = flight === undefined
  // A hint shows one landing; once the player takes the piece up, all its landings show.
  const isOnlyShown = hinted !== undefined && (state.chosen === undefined || state.isOffered)
  const taken = isOnlyShown ? cancel(state) : state
  const landings = isOnlyShown ? [hinted.to] : landingsOf(scene, state)
  const steps = state.trace.length === 0 ? [] : stepsOf(scene, state)
  const isResting =
    isStill && state.chosen === undefined && path === undefined && missed === undefined
  const advice = isResting ? props.advice : undefined
  return (
    <BoardDrawing
      position={flight?.before ?? position}
      orientation={orientation}
      showCoordinates={props.showCoordinates !== false}
      lastMove={flight?.move ?? lastMade?.move}
      lastPath={isResting && advice === undefined ? at.lastPath : undefined}
      chosen={state.chosen ?? hinted?.from}
      landings={isStill ? landings : []}
      steps={isStill ? steps : []}
      path={isStill ? (path ?? (advice?.isThreat === false ? advice.path : undefined)) : undefined}
      threat={advice?.isThreat === true ? advice.path : undefined}
      missed={isStill && path === undefined ? missed : undefined}
      wrong={isStill && missed === undefined ? wrong : undefined}
      highlight={lit}
      dimmed={
        isStill
          ? dimmedIn(scene, taken, [...(path ?? []).map(({ to }) => to), ...steps, ...lit], movable)
          : NONE
      }
      lifted={flight?.move.from ?? drag?.source}
      raised={props.raised}
    />
  )
}

/**
 * The stack that is carried or in flight, in layers of its own: moving them draws nothing again.
 */
function Lifted({ at, position }: LivingDrawingProps) {
  const { drag, running } = at
  const { flight } = running
  const [start] = flight?.points ?? []
  if (flight !== undefined && start !== undefined) {
    const { stack } = flight
    return (
      <>
        <Layer at={start.ground} layer={running.shadowRef}>
          <StackShadow height={stack.height} />
        </Layer>
        <Layer at={start.ground} layer={running.stackRef}>
          <StackBody stack={stack} />
        </Layer>
      </>
    )
  }
  const carried = drag && position.board[drag.source]
  if (drag === undefined || carried === undefined) return null
  return (
    <Layer at={ORIGIN}>
      <StackDrawing stack={carried} at={drag.at} />
    </Layer>
  )
}

interface LayerProps {
  readonly at: Point
  readonly layer?: RefObject<SVGSVGElement | null>
  readonly children: ComponentChildren
}

/** A layer over the whole board, in its units. */
function Layer({ at, layer, children }: LayerProps) {
  return (
    <svg
      class="board-layer"
      viewBox={`0 0 ${BOARD_SIZE} ${BOARD_SIZE}`}
      aria-hidden="true"
      {...(layer && { ref: layer })}
    >
      <g transform={`translate(${at.x} ${at.y})`}>{children}</g>
    </svg>
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
function restingPath({ scene, state }: BoardInUse, hinted: Move | undefined): Path | undefined {
  if (state.trace.length > 0) return tracedPath(scene, state)
  return hinted && previewMove(scene.position, hinted)?.path
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
