/// <reference path="./edmonds-blossom-fixed.d.ts" />
import blossom from 'edmonds-blossom-fixed'

/** Two of a group, by their places in it, the one who comes first first. */
export type Places = readonly [number, number]

/**
 * Pairs as many of a group as there can be pairs, so that all pairs together cost as little as can be (Edmonds). The
 * time grows with the cube of the size: 32 take some thirty milliseconds.
 * @param most more than any pair costs, below 2 ** 50
 * @param costOf what a pair costs, a whole number; the lower place comes first
 */
export function leastPairs(
  size: number,
  most: number,
  costOf: (one: number, other: number) => number,
): readonly Places[] {
  const edges: (readonly [number, number, number])[] = []
  for (let one = 0; one < size; one++) {
    for (let other = one + 1; other < size; other++) {
      edges.push([one, other, most - costOf(one, other)])
    }
  }
  const mates = blossom(edges, true)
  return mates.flatMap((mate, one): readonly Places[] => (mate > one ? [[one, mate]] : []))
}
