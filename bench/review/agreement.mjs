// @ts-check
/**
 * Reviews the same games quickly and in ten times the time: classes, accuracy by level, agreement
 * and times. Also prints a hash of the findings, which must be the same on every machine, however
 * busy it is.
 */
import { createHash } from 'node:crypto'
import {
  createReviewer,
  JUDGEMENTS,
  judge,
  REVIEW_SETTINGS,
  summarise,
} from '../../packages/engine/dist/review/index.js'
import { mean, quantile } from '../engine/figures.mjs'
import { playGame } from './games.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {import('../../packages/engine/dist/review/index.js').JudgedMove} JudgedMove */
/** @typedef {import('../../packages/engine/dist/review/index.js').LookSettings} LookSettings */
/** @typedef {import('./games.mjs').PlayedGame} PlayedGame */

/** Three more plies take about ten times as long. */
const DEEP = {
  depth: REVIEW_SETTINGS.depth + 3,
  searchNodes: 10 * REVIEW_SETTINGS.searchNodes,
  proofNodes: 10 * REVIEW_SETTINGS.proofNodes,
}
const GRAVE = ['blunder', 'missedWin']

/**
 * @param {Engine} engine
 * @param {{ readonly games: number, readonly from: number, readonly isCompared: boolean }} options
 * @param {(text: string) => void} tell
 */
export async function measureAgreement(engine, { games, from, isCompared }, tell) {
  /** @type {JudgedMove[]} */
  const all = []
  /** @type {Map<number, number[]>} */
  const accuracies = new Map()
  /** @type {{ first: number, whole: number, cpu: number, plies: number, deep: number }[]} */
  const times = []
  const pairs = { both: 0, quickOnly: 0, deepOnly: 0, near: 0, same: 0 }
  for (let seed = from; seed < from + games; seed++) {
    tell(`game ${seed - from + 1} of ${games}`)
    const game = await playGame(engine, seed)
    const quick = await reviewOf(engine, game, REVIEW_SETTINGS)
    all.push(...quick.moves)
    const sides = summarise(quick.moves)
    for (const [index, side] of [sides.black, sides.white].entries()) {
      const level = game.levels[index] ?? 0
      accuracies.set(level, [...(accuracies.get(level) ?? []), side.accuracy ?? 100])
    }
    let deepMs = 0
    if (isCompared) {
      await engine.newGame()
      const deep = await reviewOf(engine, game, DEEP)
      deepMs = deep.whole
      for (const [index, move] of quick.moves.entries()) {
        const other = deep.moves[index]
        const isQuick = GRAVE.includes(move.judgement)
        const isDeep = other !== undefined && GRAVE.includes(other.judgement)
        if (isQuick && isDeep) pairs.both++
        else if (isQuick) pairs.quickOnly++
        else if (isDeep) pairs.deepOnly++
        if (isQuick && other !== undefined && !isDeep && other.judgement === 'mistake') pairs.near++
        if (move.judgement === other?.judgement) pairs.same++
      }
      tell(`${describe(pairs)}, ${pairs.same} of ${all.length} judgements the same`)
    }
    const { first, whole, cpu } = quick
    times.push({ first, whole, cpu, plies: game.moves.length, deep: deepMs })
  }
  const found = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
  process.stdout.write(`findings: ${found}\n`)
  print(all, accuracies)
  const median = (/** @type {number[]} */ of) => quantile(of, 0.5)
  const most = (/** @type {number[]} */ of) => Math.max(...of)
  const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(2)
  process.stdout.write(
    `\nfirst verdict: median ${seconds(median(times.map(({ first }) => first)))} s, longest ${seconds(most(times.map(({ first }) => first)))} s\n` +
      `whole review: median ${seconds(median(times.map(({ whole }) => whole)))} s, longest ${seconds(most(times.map(({ whole }) => whole)))} s, of ${median(times.map(({ plies }) => plies))} half-moves (median)\n` +
      `processor time: median ${seconds(median(times.map(({ cpu }) => cpu)))} s, longest ${seconds(most(times.map(({ cpu }) => cpu)))} s\n`,
  )
  if (!isCompared) return
  process.stdout.write(
    `deep: median ${seconds(median(times.map(({ deep }) => deep)))} s\n` +
      `${describe(pairs)}, ${pairs.same} of ${all.length} judgements the same\n`,
  )
}

/** @param {{ both: number, quickOnly: number, deepOnly: number, near: number }} pairs */
function describe({ both, quickOnly, deepOnly, near }) {
  return `blunders and missed wins: both ${both}, only quick ${quickOnly} (of these a mistake when deep: ${near}), only deep ${deepOnly}`
}

/**
 * @param {Engine} engine
 * @param {PlayedGame} game
 * @param {LookSettings} settings
 */
async function reviewOf(engine, game, settings) {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  let first = 0
  /** @type {JudgedMove[]} */
  const moves = []
  await createReviewer(engine, settings).review(game, {
    onFinding: (finding) => {
      if (moves.length === 0) first = performance.now() - startedAt
      moves.unshift(judge(finding))
    },
  })
  const { user, system } = process.cpuUsage(before)
  const cpu = (user + system) / 1000
  return { moves, first, whole: performance.now() - startedAt, cpu }
}

/**
 * @param {readonly JudgedMove[]} moves
 * @param {ReadonlyMap<number, readonly number[]>} accuracies
 */
function print(moves, accuracies) {
  process.stdout.write(`${moves.length} moves\n`)
  for (const judgement of JUDGEMENTS) {
    const count = moves.filter((move) => move.judgement === judgement).length
    process.stdout.write(`| ${judgement} | ${((100 * count) / moves.length).toFixed(1)}% |\n`)
  }
  for (const [level, values] of [...accuracies].sort(([a], [b]) => a - b)) {
    process.stdout.write(`| level ${level} | ${mean(values).toFixed(1)} over ${values.length} |\n`)
  }
}
