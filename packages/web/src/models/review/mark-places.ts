/**
 * A point of the graph that has a disc: in percent of the drawing, from the left and from the top.
 */
export interface MarkPoint {
  readonly x: number
  readonly y: number
  /** The importance of its message: the more important disc stays in place. */
  readonly weight: number
}

/** The size of the drawing in pixels: its constant height, and its width on a small phone. */
export const PLOT = { width: 300, height: 104 } as const

/** The size of a disc in pixels. */
export const DISC = { width: 20, height: 20 } as const

/**
 * How far each disc moves down from its point, or up if negative, in pixels, so that none covers
 * another as long as there is room above or below.
 */
export function shiftsOfMarks(points: readonly MarkPoint[]): readonly number[] {
  const placed: Place[] = []
  const shifts = new Map<MarkPoint, number>()
  for (const point of points.toSorted((a, b) => b.weight - a.weight)) {
    const left = (point.x / 100) * PLOT.width
    const top = (point.y / 100) * PLOT.height
    const isFree = (shift: number) =>
      (shift === 0 || isWithin(top + shift)) &&
      placed.every((other) => !doCover(other, { left, top: top + shift }))
    // A disc that makes way ends up beside one that is placed.
    const beside = placed.flatMap((other) => [
      other.top + DISC.height - top,
      other.top - DISC.height - top,
    ])
    beside.sort((a, b) => Math.abs(a) - Math.abs(b))
    const shift = [0, ...beside].find(isFree) ?? 0
    placed.push({ left, top: top + shift })
    shifts.set(point, shift)
  }
  return points.map((point) => shifts.get(point) ?? 0)
}

// --- internal ---

interface Place {
  readonly left: number
  readonly top: number
}

function isWithin(top: number): boolean {
  return top >= DISC.height / 2 && top <= PLOT.height - DISC.height / 2
}

function doCover(one: Place, other: Place): boolean {
  const across = Math.abs(one.left - other.left)
  const down = Math.abs(one.top - other.top)
  return across < DISC.width - ROUNDING && down < DISC.height - ROUNDING
}

/** Discs that touch do not cover each other, whatever rounding makes of their places. */
const ROUNDING = 1e-9
