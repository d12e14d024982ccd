// @ts-check
/** `npm run train`: fits the weights of the evaluation to games of the engine; see README.md. */
import { parseArgs } from 'node:util'
import { Damage, readWeights } from './files.mjs'
import { formatWeights } from './fit.mjs'
import { train } from './rounds.mjs'

const USAGE = `npm run train -- --out FOLDER [options]

  --out FOLDER        where the games and weights of the run are kept
  --rounds 1          rounds of games and a fit
  --games 400         games of a round
  --seed 1            other games for another number
  --nodes 5000        positions that a search visits for a move
  --labels 8          positions of each game that a deeper search judges
  --label-nodes 40000 positions that the deeper search visits
  --match 0           games against the shipped weights after each round, an even number
  --show FILE         only print weights of a run in the form of weights.ts

The same command goes on with a run that was stopped. packages/engine/train/README.md says more.
`
/** How often progress is shown outside a terminal. */
const EVERY_MS = 10_000

process.exitCode = await main()

/** Returns the exit status. */
async function main() {
  try {
    const options = readArguments()
    if (typeof options === 'string') {
      process.stdout.write(options)
      return 0
    }
    return await run(options)
  } catch (error) {
    const isUsage = error instanceof TypeError
    if (!isUsage && !(error instanceof Damage) && !isSystemError(error)) throw error
    process.stderr.write(`train: ${error.message}${isUsage ? ' (--help lists the options)' : ''}\n`)
    return isUsage ? 2 : 1
  }
}

/** @param {import('./rounds.mjs').TrainOptions} options */
async function run(options) {
  const { onProgress, clear } = createProgress()
  let isStopped = false
  process.once('SIGINT', () => {
    isStopped = true
  })
  const onResult = (/** @type {string} */ text) => {
    clear()
    process.stdout.write(`${text}\n`)
  }
  const file = await train(options, { onProgress, onResult, isStopped: () => isStopped })
  clear()
  if (file === undefined) {
    process.stderr.write('Stopped. The same command goes on from here.\n')
    return 130
  }
  process.stdout.write(`${file}\n`)
  return 0
}

/**
 * The options of a run, or a text to print instead.
 * @throws {TypeError} for bad arguments
 */
function readArguments() {
  const text = /** @type {const} */ ({ type: 'string' })
  const { values } = parseArgs({
    options: {
      out: text,
      rounds: { ...text, default: '1' },
      games: { ...text, default: '400' },
      seed: { ...text, default: '1' },
      nodes: { ...text, default: '5000' },
      labels: { ...text, default: '8' },
      'label-nodes': { ...text, default: '40000' },
      match: { ...text, default: '0' },
      show: text,
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return USAGE
  if (values.show !== undefined) return `${formatWeights(readWeights(values.show).weights)}\n`
  if (values.out === undefined) throw new TypeError('--out FOLDER is missing')
  const match = wholeNumber('match', values.match, 0)
  if (match % 2 !== 0) throw new TypeError(`--match must be even, not ${match}`)
  return {
    folder: values.out,
    rounds: wholeNumber('rounds', values.rounds, 1),
    match,
    recipe: {
      seed: wholeNumber('seed', values.seed, 0),
      games: wholeNumber('games', values.games, 1),
      nodes: wholeNumber('nodes', values.nodes, 1),
      labels: wholeNumber('labels', values.labels, 0),
      labelNodes: wholeNumber('label-nodes', values['label-nodes'], 1),
    },
  }
}

/**
 * @param {string} name
 * @param {string} value
 * @param {number} least
 */
function wholeNumber(name, value, least) {
  const number = Number(value)
  if (/^\d+$/.test(value) && number >= least && Number.isSafeInteger(number)) return number
  throw new TypeError(
    `--${name} must be a whole number from ${least}, not ${JSON.stringify(value)}`,
  )
}

/**
 * Did the machine refuse something, such as a file?
 * @param {unknown} error
 * @returns {error is Error}
 */
function isSystemError(error) {
  return error instanceof Error && 'syscall' in error
}

/** Shows progress: on a terminal in one line that is replaced, elsewhere now and then in a new one. */
function createProgress() {
  const out = process.stderr
  const startedAt = performance.now()
  let due = 0
  return {
    onProgress: (/** @type {string} */ text) => {
      const now = performance.now()
      if (out.isTTY !== true && now < due) return
      due = now + EVERY_MS
      const line = `${text}, ${Math.round((now - startedAt) / 1000)} s`
      out.write(out.isTTY === true ? `\r\x1b[K${line}` : `${line}\n`)
    },
    clear: () => {
      if (out.isTTY === true) out.write('\r\x1b[K')
    },
  }
}
