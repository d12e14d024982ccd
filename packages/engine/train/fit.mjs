// @ts-check
/**
 * Fits the weights of the evaluation to games and labels.
 *
 * An estimate of e points stands for a chance to win of 1 / (1 + exp(-e / T)). T, in points, is fitted
 * first, by stage, from the values of deeper searches and the results of their games. Then follow the
 * weights whose chances fit best (least cross entropy) to two kinds of rows: positions of games with
 * their results, and positions with labels. A proved label is certain. Where a position of a game has
 * another label, its row takes the mean of the result and the label's chance.
 */
import { outcome, parseMove, parsePosition, play, withCompensation } from '@hokito/rules'
import { packPosition } from '../dist/pack.js'
import { FEATURES, KNOTS, UNITS } from '../dist/weights.js'
import { module } from './engine.mjs'

/** @typedef {import('@hokito/rules').EndRule} EndRule */
/** @typedef {import('@hokito/rules').Position} Position */
/** @typedef {import('../dist/weights.js').Weights} Weights */
/** @typedef {import('./self-play.mjs').Game} Game */

/**
 * A position as the fit sees it, for the side to move.
 * @typedef {object} Row
 * @property {readonly number[]} features
 * @property {number} squares occupied
 * @property {number} bonus the compensation, in points: negative if the other side gets it
 * @property {number | undefined} result 1, ½ or 0; undefined for positions outside the game
 * @property {number | undefined} proved the same by a proof
 * @property {number | undefined} value the expected margin by a deeper search, in points
 */

/** New weights, and a line on the fit of each end rule. @typedef {{ readonly weights: Weights, readonly summary: readonly string[] }} Fit */

/** Positions with fewer squares are proved, not estimated. */
const FEWEST_SQUARES = 12
/** The weights before count as much as so many rows that have the feature. */
const PRIOR = 800
/** A label says more than a result, which also depends on all later mistakes. */
const LABEL_WEIGHT = 4
/** Keeps an unknown that no row has at its start. */
const LEAST_PULL = 1e-6
/** The T that is expected before any label, in points. */
const USUAL_T = 10
const LEAST_T = 5
const LARGEST_T = 20
/** The most steps of Newton's method, and how often a step is halved if it makes the fit worse. */
const STEPS = 12
const HALVINGS = 8
/** A step that gains less in the mean loss is the last one. */
const LEAST_GAIN = 1e-7
/** One game in so many is not fitted, to compare the old and new weights by it. */
const HELD_OUT = 10

/**
 * @param {readonly Game[]} games
 * @param {Weights} before
 * @returns {Fit}
 */
export function fitWeights(games, before) {
  const measure = featureMeter()
  const fits = /** @type {const} */ (['either', 'onTurn']).map((endRule) => {
    const own = games.filter((game) => game.endRule === endRule)
    return fitOne(endRule, own, before[endRule], measure)
  })
  const [either, onTurn] = fits.map(({ weights }) => weights)
  if (either === undefined || onTurn === undefined) throw new Error('there are two end rules')
  return { weights: { either, onTurn }, summary: fits.map(({ summary }) => summary) }
}

/**
 * Weights in the form of `weights.ts`.
 * @param {Weights} weights
 */
export function formatWeights(weights) {
  return /** @type {const} */ (['either', 'onTurn'])
    .flatMap((endRule) => [
      `  ${endRule}: {`,
      ...FEATURES.map((feature) => `    ${feature}: [${weights[endRule][feature].join(', ')}],`),
      '  },',
    ])
    .join('\n')
}

// --- internal ---

/** @typedef {Weights[EndRule]} OneRule */
/**
 * A row of a logistic regression: the log odds are the sum of values times unknowns, plus an offset.
 * @typedef {object} Sample
 * @property {readonly number[]} columns the numbers of the unknowns
 * @property {readonly number[]} values
 * @property {number} offset
 * @property {number} target the chance that it should have
 * @property {number} weight how much it counts
 */

const STAGES = KNOTS.length

/**
 * @param {EndRule} endRule
 * @param {readonly Game[]} games
 * @param {OneRule} before
 * @param {ReturnType<typeof featureMeter>} measure
 */
function fitOne(endRule, games, before, measure) {
  // Neighbours in number differ in end rule.
  const isHeldOut = (/** @type {Game} */ { game }) => (game >> 1) % HELD_OUT === HELD_OUT - 1
  const rowsIn = (/** @type {readonly Game[]} */ some) =>
    some.flatMap((game) => rowsOf(game, measure))
  const rows = rowsIn(games.filter((game) => !isHeldOut(game)))
  const others = rowsIn(games.filter(isHeldOut))
  const inverseT = fitInverseT(rows)
  const start = Float64Array.from(
    FEATURES.flatMap((feature) => before[feature].map((weight) => weight / UNITS)),
  )
  const sampleOf = (/** @type {Row} */ row) => toSample(row, inverseT)
  const found = regress(rows.map(sampleOf), start).map((each) => Math.round(each * UNITS) / UNITS)
  const checked = others.map(sampleOf)
  const temperatures = KNOTS.map((knot, at) => `${round(1 / (inverseT[at] ?? 1), 1)} at ${knot}`)
  const summary =
    `${endRule}: ${rows.length} rows; T ${temperatures.join(', ')} squares; loss in ` +
    `${checked.length} rows left out ${round(lossOf(checked, start), 4)} before, ` +
    `${round(lossOf(checked, found), 4)} now`
  const entries = FEATURES.map((feature, index) => {
    const own = found.subarray(index * STAGES, (index + 1) * STAGES)
    return [feature, Array.from(own, (each) => each * UNITS)]
  })
  /** @type {OneRule} */
  const weights = Object.fromEntries(entries)
  return { weights, summary }
}

/**
 * The rows of a game.
 * @param {Game} game
 * @param {ReturnType<typeof featureMeter>} measure
 * @returns {readonly Row[]}
 */
function rowsOf(game, measure) {
  const positions = positionsOf(game)
  const end = positions.at(-1)
  const winner = end && outcome(end)?.winner
  if (winner === undefined) throw new RangeError(`game ${game.game} is not over`)
  const resultFor = (/** @type {Position} */ { turn }) =>
    winner === 'draw' ? 0.5 : Number(winner === turn)
  /** @type {Row[]} */
  const rows = []
  for (const [ply, position] of positions.slice(0, -1).entries()) {
    const label = game.labels.find((each) => each.ply === ply && each.move === undefined)
    rows.push({ ...measure(position), result: resultFor(position), ...labelled(label) })
  }
  for (const label of game.labels) {
    const from = positions[label.ply]
    if (label.move === undefined || from === undefined) continue
    rows.push({ ...measure(played(from, label.move)), result: undefined, ...labelled(label) })
  }
  return rows.filter(({ squares }) => squares >= FEWEST_SQUARES)
}

/** Measures the features of positions of running games: `evaluate` with one weight after another. */
function featureMeter() {
  const memory = new WebAssembly.Memory({ initial: 10, maximum: 65_536 })
  const instance = new WebAssembly.Instance(module, { env: { memory }, host: { poll: () => 0 } })
  // The module's exports have no types; the types are in `hot/index.ts`.
  const hot = /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  )
  hot.setThread?.(0)
  hot.fillKeys?.()
  /** @param {Position} position */
  return (position) => {
    const { cells, isEither, isWhiteTurn, compensation } = packPosition(position)
    const [either, squares] = [isEither ? 1 : 0, cells.filter((cell) => cell !== 0).length]
    hot.clear?.(either)
    for (const [square, cell] of cells.entries()) if (cell !== 0) hot.place?.(square, cell)
    hot.link?.(isWhiteTurn ? 1 : 0)
    const features = FEATURES.map((_, feature) => {
      hot.setWeight?.(either, squares, feature, 1)
      const value = hot.evaluate?.() ?? 0
      hot.setWeight?.(either, squares, feature, 0)
      return value
    })
    return { features, squares, bonus: (isWhiteTurn ? compensation : 0 - compensation) / 2 }
  }
}

/** @param {Game['labels'][number] | undefined} label */
function labelled(label) {
  const { verdict, value } = label ?? {}
  return verdict === undefined
    ? { proved: undefined, value }
    : { proved: (Math.sign(verdict) + 1) / 2, value: undefined }
}

/** @param {Game} game */
function positionsOf({ game, start, endRule, compensation, moves }) {
  const parsed = parsePosition(start, endRule)
  if (!parsed.ok) throw new RangeError(`game ${game}: ${start} is no position`)
  const positions = [withCompensation(parsed.value, compensation)]
  for (const move of moves) {
    const last = positions.at(-1)
    if (last !== undefined) positions.push(played(last, move))
  }
  return positions
}

/**
 * @param {Position} position
 * @param {string} move
 */
function played(position, move) {
  const parsed = parseMove(move)
  if (!parsed.ok) throw new RangeError(`${move} is no move`)
  return play(position, parsed.value)
}

/**
 * 1/T at each knot, in steps of odds for a point.
 * @param {readonly Row[]} rows
 */
function fitInverseT(rows) {
  const samples = rows.flatMap(({ value, result, squares }) => {
    if (value === undefined || result === undefined) return []
    const { at, shares } = stagesOf(squares)
    const values = shares.map((share) => share * value)
    return [{ columns: [at, at + 1], values, offset: 0, target: result, weight: 1 }]
  })
  const found = regress(samples, new Float64Array(STAGES).fill(1 / USUAL_T))
  return found.map((each) => Math.min(Math.max(each, 1 / LARGEST_T), 1 / LEAST_T))
}

/**
 * The two knots beside a number of squares, and the share of each.
 * @param {number} squares
 */
function stagesOf(squares) {
  const upper = KNOTS.findIndex((knot) => knot >= squares)
  if (upper <= 0) return { at: 0, shares: [1, 0] }
  const [from = 0, to = 0] = [KNOTS[upper - 1], KNOTS[upper]]
  const share = (squares - from) / (to - from)
  return { at: upper - 1, shares: [1 - share, share] }
}

/**
 * @param {Row} row
 * @param {Float64Array} inverseT
 * @returns {Sample}
 */
function toSample({ features, squares, bonus, result, proved, value }, inverseT) {
  const { at, shares } = stagesOf(squares)
  const [low = 1, high = 0] = shares
  const scale = low * (inverseT[at] ?? 0) + high * (inverseT[at + 1] ?? 0)
  const columns = []
  const values = []
  for (const [index, feature] of features.entries()) {
    columns.push(index * STAGES + at, index * STAGES + at + 1)
    values.push(feature * low * scale, feature * high * scale)
  }
  const expected = value === undefined ? undefined : chanceOf(value * scale)
  const judged = proved ?? mean([result, expected].filter((each) => each !== undefined))
  const isLabelled = proved !== undefined || expected !== undefined
  const weight = isLabelled ? LABEL_WEIGHT : 1
  return { columns, values, offset: bonus * scale, target: judged, weight }
}

/**
 * The unknowns of a logistic regression, by Newton's method. The start counts as {@link PRIOR}
 * average samples.
 * @param {readonly Sample[]} samples
 * @param {Float64Array} start
 */
function regress(samples, start) {
  const pull = pullOf(samples, start.length)
  let found = start.slice()
  let loss = lossOf(samples, found)
  for (let step = 0; step < STEPS; step++) {
    const gradient = found.map((each, at) => (pull[at] ?? 0) * ((start[at] ?? 0) - each))
    const hessian = Array.from(pull, (each, at) => {
      const line = new Float64Array(pull.length)
      line[at] = each
      return line
    })
    for (const sample of samples) addTo(gradient, hessian, sample, found)
    const next = descend(samples, { found, loss, start, pull, change: solve(hessian, gradient) })
    if (next === undefined) return found
    const gain = loss - next.loss
    found = next.found
    loss = next.loss
    if (gain < LEAST_GAIN) return found
  }
  return found
}

/**
 * The unknowns after a change, or after a half, a quarter … of it until the loss is smaller;
 * undefined if it never is.
 * @param {readonly Sample[]} samples
 * @param {{ readonly found: Float64Array, readonly loss: number, readonly start: Float64Array, readonly pull: Float64Array, readonly change: readonly number[] }} from
 */
function descend(samples, { found, loss, start, pull, change }) {
  const all = samples.reduce((sum, { weight }) => sum + weight, 0)
  /** @param {Float64Array} unknowns */
  const held = (unknowns) =>
    unknowns.reduce(
      (sum, each, at) => sum + ((pull[at] ?? 0) * (each - (start[at] ?? 0)) ** 2) / 2,
      0,
    )
  const before = loss + held(found) / all
  for (let share = 1; share > 0.5 ** HALVINGS; share /= 2) {
    const next = found.map((each, at) => each + share * (change[at] ?? 0))
    const nextLoss = lossOf(samples, next)
    if (nextLoss + held(next) / all < before) return { found: next, loss: nextLoss }
  }
  return undefined
}

/**
 * How strongly each unknown is held at its start: as much as {@link PRIOR} of the samples that have
 * it would hold it, so that the start matters more for what few samples have.
 * @param {readonly Sample[]} samples
 * @param {number} size
 */
function pullOf(samples, size) {
  const squares = new Float64Array(size)
  const having = new Float64Array(size)
  for (const { columns, values } of samples) {
    for (const [i, column] of columns.entries()) {
      const value = values[i] ?? 0
      squares[column] = (squares[column] ?? 0) + value ** 2
      having[column] = (having[column] ?? 0) + Number(value !== 0)
    }
  }
  const pull = squares.map((sum, at) =>
    Math.max(LEAST_PULL, (PRIOR * sum) / (4 * Math.max(1, having[at] ?? 0))),
  )
  return pull
}

/**
 * @param {Float64Array} gradient
 * @param {readonly Float64Array[]} hessian
 * @param {Sample} sample
 * @param {Float64Array} unknowns
 */
function addTo(gradient, hessian, sample, unknowns) {
  const { columns, values, target, weight } = sample
  const chance = chanceOf(oddsOf(sample, unknowns))
  const error = weight * (target - chance)
  const curve = weight * chance * (1 - chance)
  // Iterators would make this loop, in which nearly all the time is spent, several times as slow.
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] ?? 0
    const value = values[i] ?? 0
    if (value === 0) continue
    gradient[column] = (gradient[column] ?? 0) + error * value
    const line = hessian[column]
    if (line === undefined) continue
    const slope = curve * value
    for (let k = 0; k < columns.length; k++) {
      const other = columns[k] ?? 0
      line[other] = (line[other] ?? 0) + slope * (values[k] ?? 0)
    }
  }
}

/**
 * The mean cross entropy.
 * @param {readonly Sample[]} samples
 * @param {Float64Array} unknowns
 */
function lossOf(samples, unknowns) {
  let loss = 0
  let weights = 0
  for (const sample of samples) {
    const odds = oddsOf(sample, unknowns)
    const { target, weight } = sample
    loss += weight * (Math.log1p(Math.exp(-Math.abs(odds))) + Math.max(odds, 0) - target * odds)
    weights += weight
  }
  return loss / weights
}

/**
 * @param {Sample} sample
 * @param {Float64Array} unknowns
 */
function oddsOf({ columns, values, offset }, unknowns) {
  let odds = offset
  for (let i = 0; i < columns.length; i++)
    odds += (unknowns[columns[i] ?? 0] ?? 0) * (values[i] ?? 0)
  return odds
}

/** @param {number} odds */
function chanceOf(odds) {
  return 1 / (1 + Math.exp(-odds))
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * @param {number} value
 * @param {number} digits
 */
function round(value, digits) {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}

/**
 * Gaussian elimination. The matrix is positive definite, so it needs no pivoting.
 * @param {readonly Float64Array[]} matrix
 * @param {Float64Array} right
 */
function solve(matrix, right) {
  const size = right.length
  const lines = matrix.map((line, index) => [...line, right[index] ?? 0])
  for (const [index, line] of lines.entries()) {
    const pivot = line[index] ?? 1
    for (let column = index; column <= size; column++) line[column] = (line[column] ?? 0) / pivot
    for (const [other, target] of lines.entries()) {
      const factor = target[index] ?? 0
      if (other === index || factor === 0) continue
      for (let column = index; column <= size; column++) {
        target[column] = (target[column] ?? 0) - factor * (line[column] ?? 0)
      }
    }
  }
  return lines.map((line) => line[size] ?? 0)
}
