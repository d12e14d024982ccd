// @ts-check
/**
 * `node bench/engine/worth.mjs [games]`: the worth of a piece by the square of its own side on
 * which it stands, from games of the engine against itself after random arrangements, in the form
 * of `arrangement.ts`. All arrangements are equally likely, so the average gain of a side with a
 * piece on a square, above the average of its colour, is the worth of that piece there.
 */
import {
  arrange,
  randomIndex,
  SIDE_ARRANGEMENTS,
  seededBytes,
  VALUES,
} from '../../packages/rules/dist/index.js'
import { playArranged } from './arrangements.mjs'
import { startSearcher } from './core.mjs'
import { mean } from './figures.mjs'
import { createProgress } from './progress.mjs'

const NODES = 3_000
const FILES = 6
const RANKS = 3

const games = Number(process.argv[2] ?? 24_000)
if (!Number.isInteger(games) || games < 1) {
  process.stderr.write(`worth: ${process.argv[2]} is no number of games\n`)
  process.exit(2)
}
const { tell, clear } = createProgress(process.stderr, () => performance.now())
const randomBytes = seededBytes(2026)
const searcher = startSearcher(16)
const results = Array.from({ length: games }, (_, game) => {
  tell(`game ${game + 1} of ${games}`)
  const black = randomIndex(SIDE_ARRANGEMENTS, randomBytes)
  const white = randomIndex(SIDE_ARRANGEMENTS, randomBytes)
  return { black, white, points: playArranged(searcher, { black, white }, { nodes: NODES }) }
})
clear()
const average = mean(results.map(({ points }) => points))
/** @type {number[][]} */
const gains = Array.from({ length: (RANKS * FILES * VALUES.length) / 2 }, () => [])
for (const { black, white, points } of results) {
  note(black, points - average)
  note(white, average - points)
}
for (let rank = 0; rank < RANKS; rank++) {
  const squares = Array.from({ length: FILES / 2 }, (_, file) => {
    const worth = VALUES.map((value) =>
      Math.round(mean(gains[placeOf(rank, file, value)] ?? []) * 1000),
    )
    return `    [${worth.join(', ')}],\n`
  })
  process.stdout.write(`  [\n${squares.join('')}  ],\n`)
}

/**
 * Records a side's gain for each of its pieces.
 * @param {number} number of its arrangement
 * @param {number} gain
 */
function note(number, gain) {
  const pieces = arrange({ kind: 'standard', black: number, white: 0 }).slice(0, RANKS * FILES)
  for (const [square, { value }] of pieces.entries()) {
    const file = square % FILES
    const place = placeOf(Math.floor(square / FILES), Math.min(file, FILES - 1 - file), value)
    gains[place]?.push(gain)
  }
}

/**
 * @param {number} rank
 * @param {number} file from the edge
 * @param {number} value
 */
function placeOf(rank, file, value) {
  return ((rank * FILES) / 2 + file) * VALUES.length + value - 1
}
