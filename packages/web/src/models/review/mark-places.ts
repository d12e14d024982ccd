/** A point of the graph that has a disc: in percent of the drawing, from the left and from the top. */
export interface MarkPoint {
  readonly x: number
  readonly y: number
  /** How grave what is told there is: the graver stays where it is. */
  readonly weight: number
}

/** The drawing, in pixels: as high as it is everywhere, and as wide as on a small telephone. */
export const PLOT = { width: 300, height: 130 } as const

/** A disc, in pixels. */
export const DISC = { width: 20, height: 20 } as const

/**
 * How far each disc is moved down from its point, or up where that is below zero, in pixels: so that none covers
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
    const shift = SHIFTS.find(isFree) ?? 0
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

/** None, or whole discs up or down, the nearest first. */
const SHIFTS = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5].map((rows) => rows * DISC.height)

function isWithin(top: number): boolean {
  return top >= DISC.height / 2 && top <= PLOT.height - DISC.height / 2
}

function doCover(one: Place, other: Place): boolean {
  return Math.abs(one.left - other.left) < DISC.width && Math.abs(one.top - other.top) < DISC.height
}
