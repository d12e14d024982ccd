import { formatSquare, type Move, ownerOf, SIDE, type Square, type Stack } from '@hokito/rules'
import { squareAtPlace } from './geometry.ts'
import { type BoardScene, type BoardState, canChoose } from './state.ts'
import type { BoardTexts, SquareState } from './texts.ts'

interface SquareGridProps {
  readonly scene: BoardScene
  readonly state: BoardState
  readonly landings: readonly Square[]
  readonly lastMove: Move | undefined
  readonly label: string
  readonly texts: BoardTexts
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPress: (square: Square) => void
  readonly onFocus: (square: Square) => void
  readonly onInspect: (square: Square) => void
}

/**
 * What can be pressed, focused and read out: an invisible grid exactly over the drawing. One square at a
 * time can be reached with the tab key; the arrow keys walk from there.
 */
export function SquareGrid(props: SquareGridProps) {
  const { scene, label, onKeyDown } = props
  const { orientation } = scene
  return (
    <div class="squares" role="grid" aria-label={label} onKeyDown={onKeyDown}>
      {ROWS.map((row) => (
        <div key={row} role="row" class="squares-row">
          {ROWS.map((column) => {
            const square = squareAtPlace(column, row, orientation)
            return square === undefined ? null : <Cell key={square} square={square} {...props} />
          })}
        </div>
      ))}
    </div>
  )
}

// --- internal ---

const ROWS = Array.from({ length: SIDE }, (_, index) => index)

function Cell(props: SquareGridProps & { readonly square: Square }) {
  const { scene, state, square, landings, texts } = props
  const stack = scene.position.board[square]
  const isMovable = canChoose(scene, square)
  const isLanding = landings.includes(square)
  const info = {
    square,
    stack,
    state: stateOf(props, isLanding),
    landings: landingsToTell(props, stack),
  }
  return (
    <div
      role="gridcell"
      class={isMovable ? 'square square-movable' : isLanding ? 'square square-landing' : 'square'}
      tabIndex={state.cursor === square ? 0 : -1}
      data-square={formatSquare(square)}
      data-movable={isMovable}
      {...(isLanding && { 'data-destination': true })}
      aria-selected={state.chosen === square}
      aria-label={texts.square(info)}
      onClick={() => props.onPress(square)}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) props.onFocus(square)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        props.onInspect(square)
      }}
    />
  )
}

/** Where a piece can land, for who may move it; not while another is chosen, when it would only confuse. */
function landingsToTell(
  { scene, state, square }: SquareGridProps & { readonly square: Square },
  stack: Stack | undefined,
): readonly Square[] | undefined {
  const { position, targets } = scene
  const isOwn = targets.size > 0 && stack !== undefined && ownerOf(stack) === position.turn
  return isOwn && state.chosen === undefined ? (targets.get(square) ?? []) : undefined
}

function stateOf(
  { scene, state, square, lastMove }: SquareGridProps & { readonly square: Square },
  isLanding: boolean,
): SquareState | undefined {
  const stack = scene.position.board[square]
  if (state.chosen === square) return 'selected'
  if (isLanding && stack !== undefined) {
    return ownerOf(stack) === scene.position.turn ? 'ownLanding' : 'enemyLanding'
  }
  if (lastMove?.to === square) return 'lastTo'
  return lastMove?.from === square ? 'lastFrom' : undefined
}
