// @ts-check
/**
 * `node bench/engine/proof-time.mjs --baseline CHECKOUT`: how long proofs take on one and two threads,
 * beside those of another checkout that is built, on an otherwise idle machine. All prove the same
 * positions in turns. The medians of the ratios are over positions.
 *
 *     --positions 10      of each end rule and number of occupied squares
 *     --squares 20,22     occupied
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../scripts/commands.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { median, short } from './figures.mjs'
import { positionsAt } from './positions.mjs'
import { createProgress } from './progress.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').SolveGoal} SolveGoal */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ readonly seconds: number, readonly value: string }} Proof */

helpOn(import.meta.url)

const HASH_MIB = 128
/** @type {readonly SolveGoal[]} */
const GOALS = ['verdict', 'margin']

const { values } = parseArgs({
  options: {
    baseline: { type: 'string' },
    positions: { type: 'string', default: '10' },
    squares: { type: 'string', default: '20,22' },
  },
})
if (values.baseline === undefined) {
  process.stderr.write('proof-time: --baseline CHECKOUT is missing; --help says more\n')
  process.exit(2)
}
const starters = [await starterOf(ROOT), await starterOf(values.baseline)]
const { tell, clear } = createProgress(process.stderr, () => performance.now())
let others = 0
process.stdout.write(
  'squares, end rule, goal: seconds on 1 and 2 threads; of the baseline; ratios\n',
)
for (const squares of values.squares.split(',').map(Number)) {
  for (const endRule of /** @type {const} */ (['either', 'onTurn'])) {
    for (const goal of GOALS) await compare(squares, endRule, goal)
  }
}
process.stdout.write(`${others} results differ\n`)
process.exitCode = others === 0 ? 0 : 1

/**
 * @param {number} squares
 * @param {import('../../packages/rules/dist/index.js').EndRule} endRule
 * @param {SolveGoal} goal
 */
async function compare(squares, endRule, goal) {
  /** @type {number[][]} */
  const rows = []
  for (const position of positionsAt(Number(values.positions), 36 - squares, endRule)) {
    tell(`proof-time: ${squares} squares, ${endRule}, ${goal}, position ${rows.length + 1}`)
    /** @type {Proof[]} */
    const proofs = []
    for (const start of starters) {
      for (const threads of [1, 2]) proofs.push(await prove(start, threads, position, goal))
    }
    if (new Set(proofs.map(({ value }) => value)).size > 1) others++
    rows.push(proofs.map(({ seconds }) => seconds))
  }
  clear()
  /** @param {(row: readonly number[]) => number} of */
  const middle = (of) => short(median(rows.map(of)))
  const at = (/** @type {number} */ index) => middle((row) => row[index] ?? Number.NaN)
  /** @param {number} a @param {number} b */
  const ratio = (a, b) => middle((row) => (row[a] ?? Number.NaN) / (row[b] ?? Number.NaN))
  process.stdout.write(
    `${squares} ${endRule} ${goal}: ${at(0)}, ${at(1)}; ${at(2)}, ${at(3)}; ` +
      `two threads to one ${ratio(1, 0)}, one to the baseline's one ${ratio(0, 2)}, two to its one ${ratio(1, 2)}\n`,
  )
}

/**
 * @param {() => import('../../packages/engine/dist/index.js').Engine} start
 * @param {number} threads
 * @param {Position} position
 * @param {SolveGoal} goal
 * @returns {Promise<Proof>}
 */
async function prove(start, threads, position, goal) {
  // A fresh engine, so that it remembers nothing.
  const engine = start()
  await engine.configure({ hashMiB: HASH_MIB, threads })
  // Its threads start with the first job.
  await engine.perft(position, 1)
  const { solved, elapsedMs } = await engine.solve(position, { goal })
  await engine.close()
  return { seconds: elapsedMs / 1000, value: JSON.stringify([solved?.verdict, solved?.margin]) }
}

/** @param {string} checkout */
async function starterOf(checkout) {
  /** @type {typeof import('../../packages/engine/dist/node.js')} */
  const { startEngine } = await import(join(resolve(checkout), 'packages/engine/dist/node.js'))
  return startEngine
}
