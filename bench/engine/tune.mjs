// @ts-check
/**
 * `node bench/engine/tune.mjs [games]`: fits the weights of the evaluation to games of the engine
 * against itself and prints them in the form of `weights.ts`. A match must then decide whether to
 * keep them. Each position of a game is a row: its features and how the game ended. The weights are
 * those of a logistic regression for the winner, scaled so that an estimate is the final margin in
 * points.
 */
import { readFileSync } from 'node:fs'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { FEATURES, KNOTS, UNITS } from '../../packages/engine/dist/weights.js'
import { seededGame } from '../../packages/rules/dist/debug.js'
import { outcome, play, score } from '../../packages/rules/dist/index.js'
import { startSearcher, watch } from './core.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').EndRule} EndRule */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ readonly columns: readonly number[], readonly values: readonly number[], readonly margin: number }} Row */

const NODES = 8_000
/** Positions with fewer squares are proved, not estimated. */
const FEWEST_SQUARES = 12
/** Keeps weights small if the games say little about them. */
const RIDGE = 20
const ROUNDS = 12
const SIZE = FEATURES.length * KNOTS.length

const games = Number(process.argv[2] ?? 2000)
if (!Number.isInteger(games) || games < 1) {
  process.stderr.write(`tune: ${process.argv[2]} is no number of games\n`)
  process.exit(2)
}
for (const endRule of /** @type {const} */ (['either', 'onTurn'])) {
  const rows = collect(endRule)
  process.stdout.write(`  ${endRule}: {\n`)
  for (const [index, weights] of fitWeights(rows).entries()) {
    process.stdout.write(`    ${FEATURES[index]}: [${weights.join(', ')}],\n`)
  }
  process.stdout.write('  },\n')
}

/**
 * @param {EndRule} endRule
 * @returns {readonly Row[]}
 */
function collect(endRule) {
  const searcher = startSearcher(16)
  const measure = featureMeter()
  /** @type {Row[]} */
  const rows = []
  for (let game = 0; game < games; game++) {
    const kind = game % 4 === 3 ? 'scattered' : 'standard'
    const first = seededGame(50_000 + game, endRule, kind).positions[2 + (game % 9)]
    if (first === undefined) throw new Error('no game ends so early')
    searcher.newGame()
    const seen = []
    let position = first
    while (outcome(position) === undefined) {
      seen.push(position)
      const packed = packPosition(position)
      const { move } = searcher.search(packed, { nodes: NODES }, watch(), () => undefined)
      position = play(position, unpackMove(move))
    }
    const { black, white } = score(position)
    for (const before of seen) {
      const squares = before.board.filter((stack) => stack !== undefined).length
      if (squares < FEWEST_SQUARES) continue
      const margin = before.turn === 'black' ? black - white : white - black
      const features = measure(before)
      if (features !== undefined) rows.push(rowOf(features, squares, margin))
    }
  }
  return rows
}

/**
 * Returns the features of a position, measured by evaluators that each weigh one of them; undefined
 * if the game is over.
 */
function featureMeter() {
  const file = new URL('../../packages/engine/dist/hot/hokito.wasm', import.meta.url)
  const module = new WebAssembly.Module(readFileSync(file))
  const meters = FEATURES.map((_, index) => oneFeature(module, index))
  const over = -(2 ** 31)
  /** @param {Position} position */
  return (position) => {
    const packed = packPosition(position)
    const features = meters.map((meter) => meter(packed))
    return features.includes(over) ? undefined : features
  }
}

/**
 * @param {WebAssembly.Module} module
 * @param {number} feature
 */
function oneFeature(module, feature) {
  const memory = new WebAssembly.Memory({ initial: 10, maximum: 65_536 })
  const instance = new WebAssembly.Instance(module, { env: { memory }, host: { poll: () => 0 } })
  // The module's exports have no types; the types are in `hot/index.ts`.
  const hot = /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  )
  hot.setThread?.(0)
  hot.fillKeys?.()
  for (const either of [0, 1]) {
    for (let squares = 0; squares <= 36; squares++) {
      for (const other of FEATURES.keys()) {
        hot.setWeight?.(either, squares, other, other === feature ? 1 : 0)
      }
    }
  }
  /** @param {ReturnType<typeof packPosition>} position */
  return ({ cells, isEither, isWhiteTurn }) => {
    hot.clear?.(isEither ? 1 : 0)
    for (const [square, cell] of cells.entries()) if (cell !== 0) hot.place?.(square, cell)
    hot.link?.(isWhiteTurn ? 1 : 0)
    return hot.evaluate?.() ?? 0
  }
}

/**
 * Spreads features over the two knots next to the number of squares.
 * @param {readonly number[]} features
 * @param {number} squares
 * @param {number} margin
 * @returns {Row}
 */
function rowOf(features, squares, margin) {
  const upper = Math.max(
    1,
    KNOTS.findIndex((knot) => knot >= squares),
  )
  const [from = 0, to = 0] = [KNOTS[upper - 1], KNOTS[upper]]
  const share = (squares - from) / (to - from)
  const columns = []
  const values = []
  for (const [index, feature] of features.entries()) {
    columns.push(index * KNOTS.length + upper - 1, index * KNOTS.length + upper)
    values.push(feature * (1 - share), feature * share)
  }
  return { columns, values, margin }
}

/**
 * Weights by feature and knot, in units.
 * @param {readonly Row[]} rows
 */
function fitWeights(rows) {
  const weights = new Float64Array(SIZE)
  for (let round = 0; round < ROUNDS; round++) newtonStep(rows, weights)
  let across = 0
  let square = 0
  for (const row of rows) {
    const logit = dot(row, weights)
    across += logit * row.margin
    square += logit * logit
  }
  const scale = (across / square) * UNITS
  return FEATURES.map((_, index) =>
    Array.from(weights.subarray(index * KNOTS.length, (index + 1) * KNOTS.length), (weight) =>
      Math.round(weight * scale),
    ),
  )
}

/**
 * @param {readonly Row[]} rows
 * @param {Float64Array} weights
 */
function newtonStep(rows, weights) {
  const gradient = weights.map((weight) => -RIDGE * weight)
  const hessian = Array.from({ length: SIZE }, (_, index) => {
    const line = new Float64Array(SIZE)
    line[index] = RIDGE
    return line
  })
  for (const row of rows) {
    const chance = 1 / (1 + Math.exp(-dot(row, weights)))
    const error = (Math.sign(row.margin) + 1) / 2 - chance
    const curve = chance * (1 - chance)
    for (const [i, column] of row.columns.entries()) {
      const value = row.values[i] ?? 0
      gradient[column] = (gradient[column] ?? 0) + error * value
      const line = hessian[column]
      if (line === undefined) continue
      for (const [k, other] of row.columns.entries()) {
        line[other] = (line[other] ?? 0) + curve * value * (row.values[k] ?? 0)
      }
    }
  }
  for (const [index, step] of solve(hessian, gradient).entries()) {
    weights[index] = (weights[index] ?? 0) + step
  }
}

/**
 * @param {Row} row
 * @param {Float64Array} weights
 */
function dot({ columns, values }, weights) {
  return columns.reduce((sum, column, i) => sum + (weights[column] ?? 0) * (values[i] ?? 0), 0)
}

/**
 * Gaussian elimination. The matrix is positive definite, so it needs no pivoting.
 * @param {readonly Float64Array[]} matrix
 * @param {Float64Array} right
 */
function solve(matrix, right) {
  const lines = matrix.map((line, index) => [...line, right[index] ?? 0])
  for (const [index, line] of lines.entries()) {
    const pivot = line[index] ?? 1
    for (let column = index; column <= SIZE; column++) line[column] = (line[column] ?? 0) / pivot
    for (const [other, target] of lines.entries()) {
      const factor = target[index] ?? 0
      if (other === index || factor === 0) continue
      for (let column = index; column <= SIZE; column++) {
        target[column] = (target[column] ?? 0) - factor * (line[column] ?? 0)
      }
    }
  }
  return lines.map((line) => line[SIZE] ?? 0)
}
