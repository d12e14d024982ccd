import type { Color, Move, Position } from '@hokito/rules'
import { render } from 'preact'
import { BoardDrawing } from './BoardDrawing.tsx'
import { type PieceLook, PieceLookContext } from './look.ts'

/** What a picture of a position shows. */
export interface PictureOptions {
  readonly orientation: Color
  readonly lastMove?: Move | undefined
  readonly look: PieceLook
  /** Width and height in pixels. */
  readonly size: number
}

/**
 * The board as a standalone SVG text, drawn by the same component as on the page and in its present
 * theme: every style that the page's sheets give is written into the drawing.
 */
export function renderBoardSvg(position: Position, options: PictureOptions): string {
  const stage = document.createElement('div')
  stage.className = 'visually-hidden'
  document.body.append(stage)
  try {
    render(
      <PieceLookContext.Provider value={options.look}>
        <BoardDrawing
          position={position}
          orientation={options.orientation}
          showCoordinates={true}
          lastMove={options.lastMove}
          size={options.size}
        />
      </PieceLookContext.Provider>,
      stage,
    )
    const svg = stage.querySelector('svg')
    if (svg === null) throw new Error('the board was not drawn')
    for (const element of svg.querySelectorAll<SVGElement>('*')) inlineStyles(element)
    return new XMLSerializer().serializeToString(svg)
  } finally {
    render(null, stage)
    stage.remove()
  }
}

// --- internal ---

const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
] as const

function inlineStyles(element: SVGElement): void {
  const computed = getComputedStyle(element)
  for (const property of PROPERTIES) {
    element.setAttribute(property, computed.getPropertyValue(property))
  }
  element.removeAttribute('class')
}
