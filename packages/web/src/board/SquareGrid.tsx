import { type Color, formatSquare, SIDE, type Square } from '@hokito/rules'
import type { CellView } from './cells.ts'
import { squareAtPlace } from './geometry.ts'

interface SquareGridProps {
  readonly orientation: Color
  /** The square that has the keyboard focus. */
  readonly cursor: Square
  readonly cellOf: (square: Square) => CellView
  readonly label: string
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onPress: (square: Square, event: MouseEvent) => void
  readonly onFocus: (square: Square) => void
  readonly onInspect: (square: Square, event: MouseEvent) => void
}

/**
 * The part that can be pressed, focused and read out: an invisible grid exactly over the drawing.
 * The tab key reaches one square at a time; the arrow keys move from there.
 */
export function SquareGrid(props: SquareGridProps) {
  const { orientation, label, onKeyDown } = props
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
  const { cursor, square, cellOf } = props
  const { label, isChosen, isMovable, isLanding, isStep } = cellOf(square)
  return (
    <div
      role="gridcell"
      class={
        isMovable
          ? 'square square-movable'
          : isLanding || isStep === true
            ? 'square square-landing'
            : 'square'
      }
      tabIndex={cursor === square ? 0 : -1}
      data-square={formatSquare(square)}
      data-movable={isMovable}
      {...(isLanding && { 'data-destination': true })}
      {...(isStep === true && { 'data-step': true })}
      aria-selected={isChosen}
      aria-label={label}
      onClick={(event) => props.onPress(square, event)}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) props.onFocus(square)
      }}
      onContextMenu={(event) => {
        event.preventDefault()
        props.onInspect(square, event)
      }}
    />
  )
}
