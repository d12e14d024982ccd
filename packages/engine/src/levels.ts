/**
 * The strength of a level. Levels are limited by nodes and depth, not by time, so they are as
 * strong on a slow phone as on a fast machine. They make mistakes as people do: they overlook long
 * paths more easily than short ones, and misjudge the worth of a stack.
 */
export interface Level {
  readonly nodes: number
  readonly depth: number
  /** Chance to overlook a move of one, two or three hops. */
  readonly blindness: readonly [number, number, number]
  /** Largest error of an estimate, in points. */
  readonly misjudgement: number
}

/** Levels 1 to 10; a level's number is its index plus one. */
export const LEVELS: readonly Level[] = [
  { nodes: 400, depth: 1, blindness: [0.1, 0.45, 0.8], misjudgement: 40 },
  { nodes: 800, depth: 1, blindness: [0.05, 0.3, 0.6], misjudgement: 24 },
  { nodes: 1_000, depth: 1, blindness: [0.03, 0.2, 0.4], misjudgement: 14 },
  { nodes: 2_000, depth: 2, blindness: [0.02, 0.12, 0.28], misjudgement: 11 },
  { nodes: 4_000, depth: 2, blindness: [0, 0.06, 0.18], misjudgement: 7 },
  { nodes: 8_000, depth: 3, blindness: [0, 0.03, 0.1], misjudgement: 5 },
  { nodes: 15_000, depth: 4, blindness: [0, 0, 0.04], misjudgement: 3 },
  { nodes: 20_000, depth: 6, blindness: [0, 0, 0], misjudgement: 1.5 },
  { nodes: 50_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0 },
  { nodes: 300_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0 },
]

/** The level with a number from 1 to 10; undefined for any other number. */
export function levelOf(number: number): Level | undefined {
  return Number.isInteger(number) ? LEVELS[number - 1] : undefined
}
