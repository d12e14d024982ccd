/// <reference path="./edmonds-blossom-fixed.d.ts" />
import blossom from 'edmonds-blossom-fixed'

/** Two members of a group by their indexes, the lower first. */
export type Places = readonly [number, number]

/**
 * Forms as many pairs in a group as possible, at the lowest total cost (Edmonds). The time grows
 * with the cube of the size: 32 take some thirty milliseconds.
 * @param most more than any pair costs, below 2 ** 50
 * @param costOf the cost of a pair, an integer; the lower index comes first
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
