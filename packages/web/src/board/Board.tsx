import {
  type Color,
  formatSquare,
  type Move,
  ownerOf,
  type Position,
  SQUARES,
  type Square,
} from '@hokito/rules'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { BoardDrawing } from './BoardDrawing.tsx'
import { InspectDialog } from './InspectDialog.tsx'
import { SquareGrid } from './SquareGrid.tsx'
import { StackDrawing } from './StackDrawing.tsx'
import './board.css'
import {
  type BoardScene,
  type BoardState,
  canChoose,
  cancel,
  INITIAL_STATE,
  landingsOf,
  type Movable,
  type MovePreview,
  point,
  press,
  previewMove,
  previewOf,
  refusalOf,
  sceneOf,
  WALKING_KEYS,
  walk,
} from './state.ts'
import type { BoardTexts } from './texts.ts'
import { useDrag } from './use-drag.ts'
import { useFlight } from './use-flight.ts'

/** What the board shows and what it tells. */
export interface BoardProps {
  readonly position: Position
  /** Whose side lies below. */
  readonly orientation: Color
  readonly movable: Movable
  /** Called for legal moves only. */
  readonly onMove?: (move: Move) => void
  readonly lastMove?: Move | undefined
  /** Shown with its path until the next choice. */
  readonly hint?: Move | undefined
  readonly highlight?: readonly Square[] | undefined
  /** Are moves shown hop by hop? Never where the person wants little motion. */
  readonly isAnimated?: boolean
  readonly showCoordinates?: boolean
  readonly label: string
  readonly texts: BoardTexts
  readonly onPreview?: (preview: MovePreview | undefined) => void
  /** Called at every press: with why it did nothing, or with nothing when it did something. */
  readonly onRefused?: (why: string | undefined) => void
}

/** The board of Hokito, for playing, replaying and learning. */
export function Board(props: BoardProps) {
  const { position, orientation, movable, lastMove, hint, texts } = props
  const scene = useMemo(
    () => sceneOf(position, movable, orientation),
    [position, movable, orientation],
  )
  const [state, setState] = useState<BoardState>({
    ...INITIAL_STATE,
    cursor: orientation === 'black' ? 0 : SQUARES.length - 1,
  })
  const [inspected, setInspected] = useState<Square | undefined>(undefined)
  const [spoken, setSpoken] = useState('')
  const board = useRef<HTMLDivElement>(null)
  const { flight, ref, skip, suppressNext } = useFlight({
    position,
    lastMove,
    orientation,
    isAnimated: props.isAnimated === true,
  })

  useEffect(() => {
    setState(cancel)
    const made = lastMove && position.board[lastMove.to]
    if (lastMove !== undefined && made !== undefined) {
      setSpoken(texts.moved(lastMove, made, ownerOf(made)))
    }
  }, [position, lastMove, texts])

  const preview = previewOf(scene, state)
  const { onPreview } = props
  useEffect(() => {
    onPreview?.(preview)
    // The preview is a new object at every rendering; what it shows changes with these only.
  }, [position, state.chosen, state.pointed])

  const pressSquare = (square: Square) => {
    skip()
    const pressed = press(scene, state, square)
    const refusal = pressed.move === undefined ? refusalOf(scene, state, square) : undefined
    const refused = refusal && texts.refused(refusal, square, state.chosen)
    setState(pressed.state)
    props.onRefused?.(refused)
    if (refused !== undefined) return setSpoken(refused)
    if (pressed.move !== undefined) return props.onMove?.(pressed.move)
    const { chosen } = pressed.state
    if (chosen !== undefined) setSpoken(texts.chose(chosen, landingsOf(scene, pressed.state)))
    else if (state.chosen !== undefined) setSpoken(texts.cancelled())
  }
  const { drag, eatsClick, ...pointerHandlers } = useDrag(board, orientation, {
    canChoose: (square) => canChoose(scene, square),
    onStart: (square) => setState({ ...state, chosen: square, cursor: square }),
    onOver: (square) => setState((now) => point(now, square)),
    onDrop: (square) => {
      const landed = square === undefined ? undefined : press(scene, state, square)
      setState(cancel)
      if (landed?.move === undefined) return
      suppressNext()
      props.onMove?.(landed.move)
    },
    onLongPress: (square) => inspect(square),
  })
  const inspect = (square: Square) => {
    if (position.board[square] !== undefined) setInspected(square)
  }
  const walkTo = (next: BoardState) => {
    setState(next)
    // At once, not in an effect: a second key may come before that, and would start from the wrong square.
    const cell = board.current?.querySelector(`[data-square="${formatSquare(next.cursor)}"]`)
    if (cell instanceof HTMLElement) cell.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const key = WALKING_KEYS.find((walking) => walking === event.key)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (key !== undefined) walkTo(walk(scene, state, key))
    else if (event.key === 'Enter' || event.key === ' ') pressSquare(state.cursor)
    else if (event.key === 'Escape' && state.chosen !== undefined) {
      setState(cancel(state))
      setSpoken(texts.cancelled())
    } else if (event.key === 'i') inspect(state.cursor)
    else return
    event.preventDefault()
  }

  const landings = landingsOf(scene, state)
  const hinted = hint === undefined ? undefined : previewMove(position, hint)
  const isHintShown = state.chosen === undefined && hinted !== undefined
  const path = (preview ?? (isHintShown ? hinted : undefined))?.path
  const stackInspected = inspected === undefined ? undefined : position.board[inspected]
  return (
    <div class="board" ref={board} {...pointerHandlers} data-flying={flight !== undefined}>
      <BoardDrawing
        position={flight?.before ?? position}
        orientation={orientation}
        showCoordinates={props.showCoordinates !== false}
        lastMove={flight?.move ?? lastMove}
        chosen={state.chosen ?? (isHintShown ? hint?.from : undefined)}
        landings={flight !== undefined ? [] : isHintShown && hint ? [hint.to] : landings}
        path={flight === undefined ? path : undefined}
        highlight={props.highlight}
        dimmed={flight === undefined ? dimmedIn(scene, state, path, movable) : NONE}
        lifted={flight?.move.from ?? drag?.square}
      >
        {drag !== undefined && <Carried position={position} square={drag.square} at={drag.at} />}
        {flight?.points[0] !== undefined && (
          <g ref={ref}>
            <StackDrawing stack={flight.stack} at={flight.points[0]} />
          </g>
        )}
      </BoardDrawing>
      <SquareGrid
        scene={scene}
        state={state}
        landings={landings}
        lastMove={lastMove}
        label={props.label}
        texts={texts}
        onKeyDown={onKeyDown}
        onPress={(square) => {
          if (!eatsClick()) pressSquare(square)
        }}
        onFocus={(square) => setState((now) => ({ ...now, cursor: square, pointed: square }))}
        onInspect={inspect}
      />
      <p class="visually-hidden" role="status">
        {spoken}
      </p>
      {inspected !== undefined && stackInspected !== undefined && (
        <InspectDialog
          square={inspected}
          stack={stackInspected}
          texts={texts}
          onClose={() => setInspected(undefined)}
        />
      )}
    </div>
  )
}

// --- internal ---

const NONE: ReadonlySet<Square> = new Set()

function Carried(props: { position: Position; square: Square; at: { x: number; y: number } }) {
  const stack = props.position.board[props.square]
  return stack === undefined ? null : <StackDrawing stack={stack} at={props.at} />
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
