/**
 * What the features of a position are worth: an estimate is the sum of features times weights, in units of
 * 1/{@link UNITS} point for the side to move. `hot/evaluate.ts` computes the features; the weights are linear
 * in the number of occupied squares, between the end (none) and the start (36).
 */
import type { EndRule } from '@hokito/rules'

/** Units of a point. */
export const UNITS = 32

/** In the order of `hot/evaluate.ts`: of the side to move, less the same of the other side. */
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
  'unused',
  'tempo',
] as const

export type Feature = (typeof FEATURES)[number]

/** A weight where no square is occupied and where all are. */
export interface Weight {
  readonly end: number
  readonly start: number
}

const FIRST: Record<Feature, Weight> = {
  margin: { end: 30, start: 4 },
  singles1: { end: 8, start: 8 },
  singles2: { end: 40, start: 40 },
  singles3: { end: 96, start: 110 },
  stacks1: { end: 8, start: 8 },
  stacks2: { end: 40, start: 40 },
  stacks3: { end: 96, start: 110 },
  moves: { end: 20, start: 6 },
  threatened3: { end: 0, start: 0 },
  exposed3: { end: 0, start: 0 },
  threatened2: { end: 0, start: 0 },
  exposed2: { end: 0, start: 0 },
  threatenedPoints: { end: 0, start: 0 },
  exposedPoints: { end: 0, start: 0 },
  unused: { end: 0, start: 0 },
  tempo: { end: 24, start: 24 },
}

/** Fitted to games; see docs/engine.md. */
export const WEIGHTS: Readonly<Record<EndRule, Readonly<Record<Feature, Weight>>>> = {
  either: FIRST,
  onTurn: FIRST,
}
