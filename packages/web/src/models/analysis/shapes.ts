import { formatSquare, parseSquare, type Square } from '@hokito/rules'

/** An arrow drawn on the board; a highlighted square if it ends where it begins. */
export interface Shape {
  readonly from: Square
  readonly to: Square
}

/** Most arrows and highlighted squares of a position. */
export const MOST_SHAPES = 24

/** A comment as a record has it, taken apart. */
export interface Note {
  /** What is meant to be read. */
  readonly text: string
  readonly shapes: readonly Shape[]
}

/**
 * Takes the shapes out of a comment. They stand in it as in PGN: `[%csl Ga1,Gb2]` highlights squares and
 * `[%cal Ga1c3]` draws arrows. The letter of the colour means nothing here. What cannot be read as
 * such stays in the text, and shapes for which there is no room are left out.
 */
export function readNote(comment: string): Note {
  let shapes: readonly Shape[] = []
  const text = comment.replace(COMMAND, (command, _, list: string) => {
    const read = list.split(',').map(shapeIn)
    if (!read.every((shape) => shape !== undefined)) return command
    shapes = withShapes(shapes, read)
    return ''
  })
  return { text: text.trim(), shapes }
}

/** The comment that {@link readNote} takes apart. */
export function writeNote({ text, shapes }: Note): string {
  const written = (name: string, list: readonly string[]) =>
    list.length === 0 ? '' : `[%${name} ${list.map((each) => `G${each}`).join(',')}]`
  const squares = shapes.filter(isSquare).map(({ to }) => formatSquare(to))
  const arrows = shapes.filter((shape) => !isSquare(shape)).map(shapeText)
  return [written('csl', squares) + written('cal', arrows), text].filter(Boolean).join(' ')
}

/** Whether a shape is a highlighted square, and not an arrow. */
export function isSquare({ from, to }: Shape): boolean {
  return from === to
}

/** A shape as text: `a1`, or `a1c3` for an arrow. */
export function shapeText(shape: Shape): string {
  return (isSquare(shape) ? '' : formatSquare(shape.from)) + formatSquare(shape.to)
}

/** Whether a shape is among others. */
export function hasShape(shapes: readonly Shape[], { from, to }: Shape): boolean {
  return shapes.some((shape) => shape.from === from && shape.to === to)
}

/** Draws a shape, or removes it if it is there; without room for it, nothing changes. */
export function toggled(shapes: readonly Shape[], shape: Shape): readonly Shape[] {
  return hasShape(shapes, shape)
    ? shapes.filter((each) => !hasShape([each], shape))
    : withShapes(shapes, [shape])
}

/** Shapes, and those of others that are not among them, as far as there is room. */
export function withShapes(shapes: readonly Shape[], others: readonly Shape[]): readonly Shape[] {
  const all = [...shapes]
  for (const shape of others) if (!hasShape(all, shape)) all.push(shape)
  return all.length === shapes.length ? shapes : all.slice(0, MOST_SHAPES)
}

/** The shapes after two editors have drawn and removed some since `base`. */
export function mergeShapes(
  base: readonly Shape[],
  mine: readonly Shape[],
  theirs: readonly Shape[],
): readonly Shape[] {
  const kept = theirs.filter((shape) => hasShape(mine, shape) || !hasShape(base, shape))
  return withShapes(
    kept,
    mine.filter((shape) => !hasShape(base, shape)),
  )
}

// --- internal ---

const COMMAND = /\[%(csl|cal) ([^[\]]*)\]/g

/** Reads `Ga1` or `Ga1c3`. */
function shapeIn(written: string): Shape | undefined {
  const [, from = '', to = from] = /^\s*[A-Z](\w\d)(\w\d)?\s*$/.exec(written) ?? []
  const [start, end] = [parseSquare(from), parseSquare(to)]
  return start.ok && end.ok ? { from: start.value, to: end.value } : undefined
}
