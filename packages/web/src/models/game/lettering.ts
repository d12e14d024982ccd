/** Where a line of words stands on a picture, and how. */
export interface Lettering {
  readonly x: number
  /** The middle of its height. */
  readonly y: number
  readonly size: number
  readonly weight: number
  /** What it must not be wider than: then its letters are made narrower. */
  readonly width: number
  /** Which part of it stands at `x`; the middle if nothing is said. */
  readonly align?: 'left' | 'center' | 'right'
}

/** Writes a line in the colour that the canvas has for what is filled. */
export function letter(context: CanvasRenderingContext2D, text: string, how: Lettering): void {
  const { x, y, size, weight, width, align = 'center' } = how
  // The page's own letters, which are there by now, or else the system's.
  context.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
  context.textAlign = align
  context.textBaseline = 'middle'
  context.fillText(text, x, y, width)
}
