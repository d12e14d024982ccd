import { arrange, type RandomBytes, randomIndex, SIDE_ARRANGEMENTS } from '@hokito/rules'

/**
 * Chooses how the computer places its own 18 pieces. Returns the number of an arrangement, below
 * {@link SIDE_ARRANGEMENTS}; it suits either colour. Weak levels place at random. Stronger levels
 * draw more arrangements and take the one that has won most, so that no two games begin alike.
 *
 * @param level from 1 to 10
 */
export function chooseArrangement(level: number, randomBytes: RandomBytes): number {
  let best = randomIndex(SIDE_ARRANGEMENTS, randomBytes)
  let bestWorth = arrangementWorth(best)
  for (let draw = 1; draw < (DRAWS[level - 1] ?? 1); draw++) {
    const number = randomIndex(SIDE_ARRANGEMENTS, randomBytes)
    const worth = arrangementWorth(number)
    if (worth > bestWorth) [best, bestWorth] = [number, worth]
  }
  return best
}

/**
 * The worth of an arrangement to its side compared with a random one, in thousandths of a won game,
 * as far as the square of each single piece decides it.
 */
export function arrangementWorth(number: number): number {
  const pieces = arrange({ kind: 'standard', black: number, white: 0 })
  let worth = 0
  for (const [square, { value }] of pieces.slice(0, WORTH.length * FILES).entries()) {
    const rank = Math.floor(square / FILES)
    const file = square % FILES
    worth += WORTH[rank]?.[Math.min(file, FILES - 1 - file)]?.[value - 1] ?? 0
  }
  return worth
}

// --- internal ---

const FILES = 6

/** How many arrangements each level draws. */
const DRAWS = [1, 1, 1, 1, 2, 4, 16, 64, 256, 1024]

/**
 * The worth of a piece with one, two or three marks by its square: the rank from its player's own
 * side, then the file from the edge to the middle. Measured by `bench/engine/worth.mjs`.
 */
const WORTH = [
  [
    [-4, -8, 12],
    [2, -8, 6],
    [3, -10, 7],
  ],
  [
    [-4, 2, 2],
    [3, 2, -5],
    [7, 3, -9],
  ],
  [
    [-2, 3, -2],
    [-3, 7, -5],
    [-3, 9, -6],
  ],
] as const
