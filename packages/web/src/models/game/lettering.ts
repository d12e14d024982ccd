/** The place and style of a line of text on a picture. */
export interface Lettering {
  readonly x: number
  /** The middle of its height. */
  readonly y: number
  readonly size: number
  readonly weight: number
  /** Its greatest width: longer text is drawn with narrower letters. */
  readonly width: number
  /** Which part of it is at `x`; the middle if absent. */
  readonly align?: 'left' | 'center' | 'right'
}

/** Writes a line in the current fill colour of the canvas. */
export function letter(context: CanvasRenderingContext2D, text: string, how: Lettering): void {
  const { x, y, size, weight, width, align = 'center' } = how
  // The page's font, which is loaded by now, or else the system's.
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  context.textAlign = align
  context.textBaseline = 'middle'
  context.fillText(text, x, y, width)
}
