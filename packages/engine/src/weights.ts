/**
 * The weights of a position's features. An estimate is the sum of features times weights, in units
 * of 1/{@link UNITS} point for the side to move. `hot/evaluate.ts` computes the features. Each has
 * a weight at some numbers of occupied squares ({@link KNOTS}); between them the weights are
 * interpolated linearly.
 */
import type { EndRule } from '@hokito/rules'

/** Units in one point. */
export const UNITS = 32

/**
 * In the order of `hot/evaluate.ts`: each for the side to move, minus the same for the other side.
 */
export const FEATURES = [
  'margin',
  'singles1',
  'singles2',
  'singles3',
  'stacks1',
  'stacks2',
  'stacks3',
  'moves',
  'threatened3',
  'exposed3',
  'threatened2',
  'exposed2',
  'threatenedPoints',
  'exposedPoints',
  'movers',
  'tempo',
  'threatenedTwice',
  'exposedTwice',
  'threatenedGuarded',
  'exposedGuarded',
] as const

export type Feature = (typeof FEATURES)[number]

/**
 * Numbers of occupied squares for which weights are given; positions with fewer squares use the
 * first.
 */
export const KNOTS = [12, 17, 22, 28, 36] as const

/** A weight at each of the knots. */
export type Weight = readonly [number, number, number, number, number]

/** The weight for a number of occupied squares. */
export function weightAt(weight: Weight, occupied: number): number {
  const upper = KNOTS.findIndex((knot) => knot >= occupied)
  const [from = 0, to = 0] = [KNOTS[upper - 1], KNOTS[upper]]
  if (upper <= 0) return weight[0]
  const share = (occupied - from) / (to - from)
  return Math.round((weight[upper - 1] ?? 0) * (1 - share) + (weight[upper] ?? 0) * share)
}

/** The weights of all features, for each end rule. */
export type Weights = Readonly<Record<EndRule, Readonly<Record<Feature, Weight>>>>

/** Fitted to games; see docs/engine.md. `npm run train` fits others. */
export const WEIGHTS: Weights = {
  either: {
    margin: [22, 15, 4, -1, 15],
    singles1: [0, 21, 51, 87, 65],
    singles2: [70, 132, 160, 215, 199],
    singles3: [11, 147, 236, 302, 278],
    stacks1: [103, 293, 288, 323, 276],
    stacks2: [198, 456, 465, 521, 428],
    stacks3: [116, 423, 562, 634, 535],
    moves: [87, 28, 12, 2, 8],
    threatened3: [33, 31, 53, 51, 24],
    exposed3: [-46, 21, 26, 38, 7],
    threatened2: [56, 35, 17, 0, -27],
    exposed2: [-14, 12, -9, 7, -42],
    threatenedPoints: [18, 16, 3, -1, 9],
    exposedPoints: [14, 7, 1, -1, 9],
    movers: [43, 72, 70, 41, 37],
    tempo: [147, 323, 227, 311, 235],
    threatenedTwice: [9, 12, 3, 0, 0],
    exposedTwice: [5, 6, 4, 0, 0],
    threatenedGuarded: [-9, -9, -1, 0, 0],
    exposedGuarded: [-6, -1, 2, 0, 0],
  },
  onTurn: {
    margin: [15, 10, 2, -2, 15],
    singles1: [50, 58, 113, 148, 146],
    singles2: [86, 182, 248, 319, 342],
    singles3: [104, 216, 315, 390, 505],
    stacks1: [175, 408, 371, 410, 405],
    stacks2: [280, 570, 555, 627, 599],
    stacks3: [198, 527, 627, 687, 674],
    moves: [121, 42, 18, 3, 1],
    threatened3: [35, 56, 75, 36, 35],
    exposed3: [-53, 28, 39, 32, 21],
    threatened2: [85, 53, 22, 14, -38],
    exposed2: [-11, 42, 7, 18, -44],
    threatenedPoints: [12, 9, 0, -3, 7],
    exposedPoints: [9, 4, 0, -2, 9],
    movers: [64, 79, 59, 26, -31],
    tempo: [141, 410, 281, 366, 325],
    threatenedTwice: [10, 7, 3, 0, 0],
    exposedTwice: [5, 2, 1, 0, 0],
    threatenedGuarded: [-2, -5, -2, 0, 0],
    exposedGuarded: [-1, 1, 0, 0, 0],
  },
}
