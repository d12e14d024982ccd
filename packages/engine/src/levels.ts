/**
 * The strength of a level. Levels are limited by nodes and depth, not by time, so they are as
 * strong on a slow phone as on a fast machine. They err as people do (`human-errors.ts`): they
 * overlook long paths more easily than short ones, misjudge positions, like to take points at once
 * and cover their own pieces too early, and the weak ones do not look at the reply.
 */
export interface Level {
  readonly nodes: number
  /** In plies. At 1 the level does not look at any reply. */
  readonly depth: number
  /** Chance to overlook a move of one, two or three hops. */
  readonly blindness: readonly [number, number, number]
  /** Largest error of an estimate, in points. */
  readonly misjudgement: number
  /** What tempts the level away from the move that it judges best; absent for nothing. */
  readonly temptation?: Temptation
}

/** What tempts a player who should know better. */
export interface Temptation {
  /** How many of the moves that it judges best can tempt it. */
  readonly among: number
  /** What a point that a move gains at once adds to its worth, in points. */
  readonly gain: number
  /** What covering an own piece adds while many squares are occupied, in points. */
  readonly ownCover: number
}

/** Levels 1 to 10; a level's number is its index plus one. */
export const LEVELS: readonly Level[] = [
  {
    ...{ nodes: 3_000, depth: 1, blindness: [0.15, 0.5, 0.85], misjudgement: 58 },
    temptation: { among: 9, gain: 0.4, ownCover: 16 },
  },
  {
    ...{ nodes: 3_000, depth: 1, blindness: [0.05, 0.32, 0.65], misjudgement: 33 },
    temptation: { among: 7, gain: 0.4, ownCover: 9 },
  },
  {
    ...{ nodes: 3_000, depth: 1, blindness: [0.03, 0.2, 0.4], misjudgement: 17 },
    temptation: { among: 5, gain: 0.3, ownCover: 4 },
  },
  {
    ...{ nodes: 4_000, depth: 2, blindness: [0.02, 0.12, 0.28], misjudgement: 12 },
    temptation: { among: 4, gain: 0.2, ownCover: 2 },
  },
  {
    ...{ nodes: 6_000, depth: 3, blindness: [0, 0.05, 0.15], misjudgement: 6.5 },
    temptation: { among: 3, gain: 0.1, ownCover: 1 },
  },
  { nodes: 10_000, depth: 4, blindness: [0, 0.02, 0.06], misjudgement: 4 },
  { nodes: 15_000, depth: 5, blindness: [0, 0, 0.03], misjudgement: 2 },
  { nodes: 20_000, depth: 7, blindness: [0, 0, 0], misjudgement: 1.2 },
  { nodes: 35_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0.6 },
  { nodes: 150_000, depth: 36, blindness: [0, 0, 0], misjudgement: 0 },
]

/**
 * The rating of each level, by number: how it does against the next ones in games with the fair
 * compensation, with level 5 at 1500 (docs/engine.md). How people compare is a guess.
 */
export const LEVEL_RATINGS = {
  ...{ 1: 690, 2: 880, 3: 1070, 4: 1300, 5: 1500 },
  ...{ 6: 1660, 7: 1860, 8: 1990, 9: 2170, 10: 2380 },
} as const

/** The level with a number from 1 to 10; undefined for any other number. */
export function levelOf(number: number): Level | undefined {
  return Number.isInteger(number) ? LEVELS[number - 1] : undefined
}
