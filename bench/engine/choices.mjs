// @ts-check
/**
 * `node bench/engine/choices.mjs --baseline CHECKOUT`: are the moves of this engine better than those
 * of another checkout that is built? It costs a thirtieth of a match.
 *
 * Both choose a move at the same positions (20 to 32 squares, from games of the baseline, half of
 * them under each end rule and half with 13.5 points for White), and visit the same number of
 * positions for it. A move is worth the value after it, by a search of the baseline to a fixed depth,
 * in points; a value beyond 30 points, or a proof, counts as 30. Printed are the mean gain over the
 * baseline with its standard error, and what a million positions cost in processor time, measured in
 * turns.
 *
 *     --engine CHECKOUT   the engine to judge; by default this one
 *     --weights FILE      with these weights, of `npm run train`
 *     --nodes 20000       positions visited for a move
 *     --baseline-nodes N  the same for the baseline, if it is to get more or fewer
 *     --positions 494     how many positions
 *     --depth 9           of the search that values a move
 *     --cache FILE        keeps moves and values for further runs
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { seededGame } from '../../packages/rules/dist/debug.js'
import {
  END_RULES,
  FAIR_COMPENSATION,
  formatMove,
  formatPosition,
  occupiedCount,
  outcome,
  parseMove,
  play,
  withCompensation,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { CONTENDERS, loadContenders, watch } from './core.mjs'
import { mean } from './figures.mjs'
import { createProgress } from './progress.mjs'

helpOn(import.meta.url)

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {Awaited<ReturnType<typeof loadContenders>>['baseline']} Player */

const SEED = 30_000
const RANDOM_PLIES = 4
const GAME_NODES = 5000
/** Each game gives positions with these numbers of squares. */
const SQUARES = [32, 29, 26, 23, 20]
/** Values are cut off here, in points: beyond, the game is decided. */
const DECIDED = 30
/** Positions at which processor time is measured. */
const TIMED = 60

const { values } = parseArgs({
  options: {
    ...CONTENDERS,
    nodes: { type: 'string', default: '20000' },
    'baseline-nodes': { type: 'string' },
    positions: { type: 'string', default: '494' },
    depth: { type: 'string', default: '9' },
    cache: { type: 'string' },
  },
})
const { candidate, baseline } = await loadContenders('choices', values)
const nodes = Number(values.nodes)
const baselineNodes = Number(values['baseline-nodes'] ?? nodes)
const cache = openCache(values.cache)
const { tell, clear } = createProgress(process.stderr, () => performance.now())
const positions = positionsFrom(baseline, Number(values.positions))
const gains = positions.map((position, index) => {
  tell(`choices: position ${index + 1} of ${positions.length}`)
  const [own, other] = [
    choice(candidate, position, nodes),
    choice(baseline, position, baselineNodes),
  ]
  if (own === other) return { isOther: false, gain: 0 }
  return { isOther: true, gain: worth(position, own) - worth(position, other) }
})
const points = mean(gains.map(({ gain }) => gain))
const spread = Math.sqrt(mean(gains.map(({ gain }) => (gain - points) ** 2)) / gains.length)
const others = gains.filter(({ isOther }) => isOther).length
const costs = costsOf()
clear()
process.stdout.write(
  `${signed(points)} ± ${spread.toFixed(2)} points at ${positions.length} positions (${others} other moves); ` +
    `processor time of a million positions ${costs.own.toFixed(2)} s, baseline ${costs.other.toFixed(2)} s\n`,
)

/**
 * Positions from games of the baseline.
 * @param {Player} player
 * @param {number} count
 */
function positionsFrom(player, count) {
  /** @type {Position[]} */
  const positions = []
  for (let game = 0; positions.length < count; game++) {
    tell(`choices: game ${game + 1}, ${positions.length} of ${count} positions`)
    const endRule = END_RULES[game % 2] ?? 'either'
    const opening = seededGame(SEED + game, endRule).positions[RANDOM_PLIES]
    if (opening === undefined) throw new Error('no game ends so early')
    let position = withCompensation(opening, (game >> 1) % 2 === 0 ? 0 : FAIR_COMPENSATION)
    while (occupiedCount(position) >= Math.min(...SQUARES) && outcome(position) === undefined) {
      if (SQUARES.includes(occupiedCount(position))) positions.push(position)
      position = moved(position, choice(player, position, GAME_NODES))
    }
  }
  return positions.slice(0, count)
}

/**
 * @param {Player} player
 * @param {Position} position
 * @param {number} visited
 */
function choice({ searcher, name }, position, visited) {
  return cache(`move ${name} ${visited} ${nameOf(position)}`, () => {
    searcher.newGame()
    const packed = packPosition(position)
    const { move } = searcher.search(packed, { nodes: visited }, watch(), () => undefined)
    return formatMove(unpackMove(move))
  })
}

/**
 * The value of a move for the side that makes it, in points.
 * @param {Position} position
 * @param {string} move
 */
function worth(position, move) {
  const after = moved(position, move)
  const value = cache(`value ${baseline.name} ${values.depth} ${nameOf(after)}`, () => {
    const end = outcome(after)
    if (end !== undefined) {
      return end.winner === 'draw' ? 0 : end.winner === after.turn ? DECIDED : -DECIDED
    }
    baseline.searcher.newGame()
    const limits = { depth: Number(values.depth) }
    const { info } = baseline.searcher.search(packPosition(after), limits, watch(), () => undefined)
    const [line] = info?.lines ?? []
    if (line === undefined) throw new Error('a search of a running game reports a line')
    return line.kind === 'solved' ? line.value * DECIDED : line.value
  })
  return -Math.max(-DECIDED, Math.min(DECIDED, value))
}

/** Processor seconds for a million positions, of the two engines in turns. */
function costsOf() {
  const costs = [candidate, baseline].map(() => ({ seconds: 0, visited: 0 }))
  for (const position of positions.slice(0, TIMED)) {
    for (const [index, { searcher }] of [candidate, baseline].entries()) {
      const cost = costs[index]
      if (cost === undefined) continue
      searcher.newGame()
      const before = process.cpuUsage()
      const { info } = searcher.search(packPosition(position), { nodes }, watch(), () => undefined)
      cost.seconds += process.cpuUsage(before).user / 1e6
      cost.visited += info?.nodes ?? 0
    }
  }
  const [own, other] = costs.map(({ seconds, visited }) => (seconds / visited) * 1e6)
  return { own: own ?? Number.NaN, other: other ?? Number.NaN }
}

/**
 * @param {Position} position
 * @param {string} move
 */
function moved(position, move) {
  const parsed = parseMove(move)
  if (!parsed.ok) throw new Error(`${move} is no move`)
  return play(position, parsed.value)
}

/** @param {Position} position */
function nameOf(position) {
  return `${formatPosition(position)} ${position.endRule} ${position.compensation}`
}

/**
 * A function that finds the value for a key, or remembers it.
 * @param {string | undefined} file
 * @returns {<T>(key: string, find: () => T) => T}
 */
function openCache(file) {
  /** @type {Map<string, any>} */
  const known = new Map()
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
      const [key, value] = JSON.parse(line)
      known.set(key, value)
    }
  }
  return (key, find) => {
    if (!known.has(key)) {
      const value = find()
      known.set(key, value)
      if (file !== undefined) appendFileSync(file, `${JSON.stringify([key, value])}\n`)
    }
    return known.get(key)
  }
}

/** @param {number} value */
function signed(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
}
