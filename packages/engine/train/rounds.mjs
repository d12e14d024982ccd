// @ts-check
/**
 * The rounds of a training run. A round plays games with the weights of the round before (the first
 * with the shipped ones), fits weights to all games so far, and, if wanted, plays a match between
 * them and the shipped weights. Everything that is finished lies in the folder of the run, so a run
 * that was cut goes on from there and ends with the same files.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { WEIGHTS } from '../dist/weights.js'
import { ENGINE, fingerprint, startSearcher } from './engine.mjs'
import { append, Damage, readJson, readList, readWeights, replace, writeWeights } from './files.mjs'
import { fitWeights } from './fit.mjs'
import { formatMatch, playPair } from './match.mjs'
import { playGame } from './self-play.mjs'

/** @typedef {import('../dist/weights.js').Weights} Weights */
/** @typedef {import('./self-play.mjs').Game} Game */
/** A line of a match: the half points of the new weights. @typedef {{ readonly pair: number, readonly halfPoints: number }} Pair */

/**
 * @typedef {object} TrainOptions
 * @property {string} folder of the run
 * @property {number} rounds
 * @property {number} match games of the match after each round; 0 for no match
 * @property {import('./files.mjs').RunRecipe} recipe
 */

/**
 * @typedef {object} Reporting
 * @property {(text: string) => void} onProgress called after each game and pair
 * @property {(text: string) => void} onResult called after each fit and match
 * @property {() => boolean} isStopped asked after each game and pair
 */

const RUN_FORMAT = 'hokito training 1'

/**
 * Begins a run or goes on with it. Returns the file of the last weights, or undefined if it was
 * stopped before.
 * @param {TrainOptions} options
 * @param {Reporting} reporting
 * @throws {Damage} if a file of the folder is damaged, or is of another run
 */
export async function train(options, reporting) {
  const { folder, rounds, recipe } = options
  mkdirSync(folder, { recursive: true })
  const free = lock(folder)
  try {
    checkRun(folder, recipe)
    /** @type {Game[]} */
    const games = []
    let file
    for (let round = 1; round <= rounds; round++) {
      const before = file === undefined ? WEIGHTS : readWeights(file).weights
      const played = await playGames(options, round, before, reporting)
      if (played === undefined) return undefined
      games.push(...played)
      file = fitRound(options, round, games, before, reporting)
      if (!(await playMatch(options, round, file, reporting))) return undefined
    }
    return file
  } finally {
    free()
  }
}

// --- internal ---

/**
 * Keeps other processes out of a folder. Returns a function that lets them in.
 * @param {string} folder
 */
function lock(folder) {
  const file = join(folder, 'running.pid')
  const other = existsSync(file) ? Number(readFileSync(file, 'utf8')) : process.pid
  if (other !== process.pid && isRunning(other)) {
    throw new Damage(file, '', `process ${other} is training in this folder`)
  }
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Writes down what the games of a new run are made of. In a run that goes on, it must be the same.
 * @param {string} folder
 * @param {TrainOptions['recipe']} recipe
 */
function checkRun(folder, recipe) {
  const file = join(folder, 'run.json')
  const shipped = fingerprint([JSON.stringify(WEIGHTS)])
  const wanted = { format: RUN_FORMAT, engine: ENGINE, shipped, ...recipe }
  if (!existsSync(file)) return replace(file, wanted)
  const found = Object(readJson(file))
  for (const [name, value] of Object.entries(wanted)) {
    if (found[name] === value) continue
    const began = `the run began with ${JSON.stringify(found[name])} and this is ${JSON.stringify(value)}`
    throw new Damage(file, name, `${began}; take another folder`)
  }
}

/**
 * A list whose lines are numbered from 0.
 * @param {string} file
 * @param {'game' | 'pair'} name of the number
 */
function readNumbered(file, name) {
  const lines = readList(file)
  const wrong = lines.findIndex((line, index) => Object(line)[name] !== index)
  if (wrong >= 0) throw new Damage(file, `line ${wrong + 1}`, `must have ${name} ${wrong}`)
  return lines
}

/**
 * @param {TrainOptions} options
 * @param {number} round
 * @param {Weights} weights
 * @param {Reporting} reporting
 */
async function playGames({ folder, recipe }, round, weights, { onProgress, isStopped }) {
  const file = join(folder, `games-${round}.jsonl`)
  const games = /** @type {Game[]} */ (readNumbered(file, 'game'))
  const searcher = startSearcher(weights)
  while (games.length < recipe.games) {
    const game = playGame(searcher, recipe, round, games.length)
    append(file, game)
    games.push(game)
    onProgress(`round ${round}: ${games.length} of ${recipe.games} games`)
    await setImmediate()
    if (isStopped()) return undefined
  }
  return games.slice(0, recipe.games)
}

/**
 * Fits the weights of a round unless that is done. Returns their file.
 * @param {TrainOptions} options
 * @param {number} round
 * @param {readonly Game[]} games
 * @param {Weights} before
 * @param {Reporting} reporting
 */
function fitRound({ folder, recipe }, round, games, before, { onProgress, onResult }) {
  const file = join(folder, `weights-${round}.json`)
  if (existsSync(file)) {
    const found = readWeights(file)
    const isOwn = JSON.stringify([found.recipe, found.round]) === JSON.stringify([recipe, round])
    if (!isOwn || found.engine !== ENGINE) throw new Damage(file, 'recipe', 'is of another run')
    return file
  }
  onProgress(`round ${round}: fitting`)
  const { weights, summary } = fitWeights(games, before)
  writeWeights(file, { recipe, round, weights })
  for (const line of summary) onResult(`round ${round}, ${line}`)
  return file
}

/**
 * Plays the match of a round. Returns whether it was played to its end.
 * @param {TrainOptions} options
 * @param {number} round
 * @param {string} weights their file
 * @param {Reporting} reporting
 */
async function playMatch(
  { folder, recipe, match },
  round,
  weights,
  { onProgress, onResult, isStopped },
) {
  if (match === 0) return true
  const file = join(folder, `match-${round}.jsonl`)
  const pairs = /** @type {Pair[]} */ (readNumbered(file, 'pair'))
  const players = /** @type {const} */ ([
    startSearcher(readWeights(weights).weights),
    startSearcher(WEIGHTS),
  ])
  while (pairs.length * 2 < match) {
    const pair = { pair: pairs.length, halfPoints: playPair(players, recipe, pairs.length) }
    append(file, pair)
    pairs.push(pair)
    onProgress(`round ${round}: ${pairs.length * 2} of ${match} games against the shipped weights`)
    await setImmediate()
    if (isStopped()) return false
  }
  const results = pairs.slice(0, match / 2).map(({ halfPoints }) => halfPoints)
  onResult(`round ${round} against the shipped weights, ${formatMatch(results)}`)
  return true
}
