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
    margin: [21, 16, 3, -2, 2],
    singles1: [-2, -9, 47, 93, 78],
    singles2: [34, 69, 136, 213, 148],
    singles3: [52, 115, 209, 323, 262],
    stacks1: [106, 294, 264, 306, 309],
    stacks2: [207, 439, 417, 492, 417],
    stacks3: [201, 454, 513, 610, 509],
    moves: [104, 29, 12, 3, 4],
    threatened3: [-28, 12, 44, 46, 14],
    exposed3: [-81, 14, 28, 35, 11],
    threatened2: [29, 19, 5, -5, -29],
    exposed2: [-20, 5, -10, 0, -45],
    threatenedPoints: [17, 13, 2, -1, 4],
    exposedPoints: [15, 9, 1, -1, 6],
    movers: [59, 99, 29, 26, 23],
    tempo: [140, 236, 171, 284, 217],
    threatenedTwice: [0, 0, 0, 0, 0],
    exposedTwice: [0, 0, 0, 0, 0],
    threatenedGuarded: [0, 0, 0, 0, 0],
    exposedGuarded: [0, 0, 0, 0, 0],
  },
  onTurn: {
    margin: [15, 10, 1, -1, 3],
    singles1: [49, 89, 102, 161, 221],
    singles2: [114, 189, 226, 319, 355],
    singles3: [86, 169, 258, 362, 459],
    stacks1: [183, 398, 349, 403, 378],
    stacks2: [313, 575, 517, 596, 542],
    stacks3: [221, 523, 553, 637, 668],
    moves: [137, 40, 10, 3, -1],
    threatened3: [-9, 55, 58, 29, 31],
    exposed3: [-53, 44, 37, 27, 28],
    threatened2: [68, 68, 35, 28, -39],
    exposed2: [-7, 54, 23, 29, -40],
    threatenedPoints: [12, 8, 0, -3, 8],
    exposedPoints: [10, 6, 0, -3, 7],
    movers: [74, 92, 50, 27, -32],
    tempo: [151, 291, 227, 326, 296],
    threatenedTwice: [0, 0, 0, 0, 0],
    exposedTwice: [0, 0, 0, 0, 0],
    threatenedGuarded: [0, 0, 0, 0, 0],
    exposedGuarded: [0, 0, 0, 0, 0],
  },
}
