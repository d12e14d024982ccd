// @ts-check
/**
 * How often a side wins with a given expected margin: a logistic curve through the origin, fitted
 * to games between levels. Its slope grows with the number of empty squares.
 */

import { possibleMargin } from '../../packages/engine/dist/index.js'
import { REVIEW_SETTINGS } from '../../packages/engine/dist/review/index.js'
import { occupiedCount, score } from '../../packages/rules/dist/index.js'
import { mean } from '../engine/figures.mjs'
import { playGame } from './games.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {{ readonly occupied: number, readonly margin: number, readonly won: number }} Row */

/** Positions with at most this many squares are proved. */
const PROVED_SQUARES = 22
const ROUNDS = 50
const BANDS = /** @type {const} */ ([
  [33, 36],
  [29, 32],
  [26, 28],
  [23, 25],
])
const MARGINS = /** @type {const} */ ([
  [1, 4],
  [5, 9],
  [10, 14],
  [15, 19],
  [20, 108],
])

/**
 * @param {Engine} engine
 * @param {{ readonly games: number, readonly isEven: boolean }} options
 * @param {(text: string) => void} tell
 */
export async function measureCurve(engine, { games, isEven }, tell) {
  /** @type {Row[]} */
  const rows = []
  /** @type {number[]} */
  const errors = []
  for (let seed = 1; seed <= games; seed++) {
    tell(`game ${seed} of ${games}`)
    await collect(engine, { seed, isEven }, rows, errors)
  }
  const { slope, growth } = fitCurve(rows)
  print(rows, slope, growth)
  const off = mean(errors.map(Math.abs))
  process.stdout.write(
    `\nAt ${PROVED_SQUARES} squares the estimate is off by ${off.toFixed(1)} points on average (${errors.length} positions).\n`,
  )
}

/**
 * @param {Engine} engine
 * @param {{ readonly seed: number, readonly isEven: boolean }} game
 * @param {Row[]} rows
 * @param {number[]} errors
 */
async function collect(engine, { seed, isEven }, rows, errors) {
  const { positions } = await playGame(engine, seed, { isEven })
  const last = positions[positions.length - 1]
  if (last === undefined) throw new Error('a game has a position')
  const { black, white } = score(last)
  for (const position of [...positions].reverse()) {
    const occupied = occupiedCount(position)
    if (occupied < PROVED_SQUARES || position === last) continue
    const { depth } = REVIEW_SETTINGS
    const { info } = await engine.search(position, { depth, lines: 2 })
    const value = info?.lines[0]?.value
    if (value?.kind !== 'estimate') continue
    const margin = possibleMargin(value.points, position)
    if (occupied === PROVED_SQUARES) {
      const { solved } = await engine.solve(position)
      if (solved?.margin !== undefined) errors.push(margin - solved.margin)
      continue
    }
    const lead = position.turn === 'black' ? black - white : white - black
    rows.push({ occupied, margin, won: (Math.sign(lead) + 1) / 2 })
  }
}

/**
 * Newton's method on the two numbers of the curve.
 * @param {readonly Row[]} rows
 */
function fitCurve(rows) {
  let slope = 0.05
  let growth = 0.005
  for (let round = 0; round < ROUNDS; round++) {
    let [g0, g1, h00, h01, h11] = [0, 0, 1e-6, 0, 1e-6]
    for (const { occupied, margin, won } of rows) {
      const x0 = margin
      const x1 = margin * (36 - occupied)
      const p = 1 / (1 + Math.exp(-(slope * x0 + growth * x1)))
      g0 += (won - p) * x0
      g1 += (won - p) * x1
      h00 += p * (1 - p) * x0 * x0
      h01 += p * (1 - p) * x0 * x1
      h11 += p * (1 - p) * x1 * x1
    }
    const det = h00 * h11 - h01 * h01
    slope += (h11 * g0 - h01 * g1) / det
    growth += (h00 * g1 - h01 * g0) / det
  }
  return { slope, growth }
}

/**
 * @param {readonly Row[]} rows
 * @param {number} slope
 * @param {number} growth
 */
function print(rows, slope, growth) {
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |\n`
  let text = `slope ${slope.toFixed(4)}, growth ${growth.toFixed(5)}, ${rows.length} positions\n\n`
  text += line(['expected margin', ...BANDS.map(([from, to]) => `${to}–${from} squares`)])
  text += line(['---', ...BANDS.map(() => '---')])
  for (const [low, high] of MARGINS) {
    const cells = BANDS.map(([from, to]) => {
      const band = rows.filter(
        ({ occupied, margin }) =>
          occupied >= from && occupied <= to && Math.abs(margin) >= low && Math.abs(margin) <= high,
      )
      if (band.length === 0) return '–'
      const share = (/** @type {(row: Row) => number} */ of) => Math.round(100 * mean(band.map(of)))
      const won = share(({ margin, won }) => (margin > 0 ? won : 1 - won))
      const said = share(
        ({ margin, occupied }) =>
          1 / (1 + Math.exp(-Math.abs(margin) * (slope + growth * (36 - occupied)))),
      )
      return `${won}% (${said}%) of ${band.length}`
    })
    text += line([`${low} to ${high}`, ...cells])
  }
  process.stdout.write(text)
}
