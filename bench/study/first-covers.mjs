// @ts-check
/**
 * What the first moves should cover: lets a side draw its first four moves at random from those that
 * cover a one, a two or a three of the other side, and both sides play on by search. And by a deep
 * search of all moves of a position: what they give away, by what they cover.
 */
import { startEngine } from '../../packages/engine/dist/node.js'
import {
  COLORS,
  legalMoves,
  outcome,
  play,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
  totals,
} from '../../packages/rules/dist/index.js'
import { mean } from '../engine/figures.mjs'
import { factOf } from './facts.mjs'
import { coveredValue, covers, isOnOwn, moverValue } from './moves.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {import('../../packages/rules/dist/index.js').Color} Color */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */

/** The first moves of both sides together. */
const FIRST = 8
/** Positions searched for each move of a game. */
const NODES = 2000
/** Positions searched for all moves of a position. */
const DEEP = 300_000
const KINDS = /** @type {const} */ (['onesFirst', 'twosFirst', 'threesFirst'])
/** Games of one seed have numbers that no other seed's have. */
const SEED_STEP = 100_000

/**
 * The share of a side that covers only ones, twos or threes with its first moves, a draw as half, in
 * the form of the other studied games. Both sides take turns at it.
 * @param {{ readonly games: number, readonly seed: number }} options
 * @param {(text: string) => void} tell
 */
export async function measureFirstCovers({ games, seed }, tell) {
  const engine = startEngine()
  const studied = []
  for (const [index, kind] of KINDS.entries()) {
    const results = []
    for (let game = 0; game < games; game++) {
      const own = COLORS[game % 2] ?? 'black'
      results.push(
        await playOne(engine, { own, value: index + 1, seed: numberOf(seed, game >> 1) }),
      )
    }
    const scores = factOf(results)
    tell(`${kind}: ${(scores.value * 100).toFixed(1)} ± ${(scores.error * 100).toFixed(1)}%`)
    const terms = /** @type {const} */ ({ endRule: 'either', compensation: 0, nodes: NODES })
    studied.push({ kind, ...terms, games, facts: { scores } })
  }
  await tellLosses(engine, { games, seed }, tell)
  await engine.close()
  return studied
}

// --- internal ---

/**
 * Plays one game. Returns the score of the side: 1, ½ or 0.
 * @param {Engine} engine
 * @param {{ readonly own: Color, readonly value: number, readonly seed: number }} terms
 */
async function playOne(engine, { own, value, seed }) {
  const random = seededBytes(seed)
  await engine.newGame()
  let position = start(randomDeal('standard', random), 'either')
  for (let ply = 0; outcome(position) === undefined; ply++) {
    const isDrawn = ply < FIRST && position.turn === own
    const drawn = isDrawn
      ? legalMoves(position).filter((each) => covers(position, each, value))
      : []
    const move = drawn[drawn.length > 1 ? randomIndex(drawn.length, random) : 0]
    position = play(position, move ?? (await bestOf(engine, position)))
  }
  const points = totals(position)
  const lead = own === 'black' ? points.black - points.white : points.white - points.black
  return (Math.sign(lead) + 1) / 2
}

/**
 * Says what moves give away on average in the first positions of games, by what moves and what it
 * covers.
 * @param {Engine} engine
 * @param {{ readonly games: number, readonly seed: number }} options
 * @param {(text: string) => void} tell
 */
async function tellLosses(engine, { games, seed }, tell) {
  /** @type {Map<string, number[]>} */
  const losses = new Map()
  for (let game = 0; game < games; game++) {
    await engine.newGame()
    let position = start(randomDeal('standard', seededBytes(numberOf(seed, game))), 'either')
    for (let ply = 0; ply < game % FIRST; ply++) {
      position = play(position, await bestOf(engine, position))
    }
    const { info } = await engine.search(position, {
      nodes: DEEP,
      lines: legalMoves(position).length,
      isAnalysis: true,
    })
    const judged = (info?.lines ?? []).flatMap(({ moves: [move], value }) =>
      move !== undefined && value.kind === 'estimate' ? [{ move, points: value.points }] : [],
    )
    const best = Math.max(...judged.map(({ points }) => points))
    for (const { move, points } of judged) {
      const name = isOnOwn(position, move)
        ? 'an own piece'
        : `${moverValue(position, move)} onto ${coveredValue(position, move)}`
      losses.set(name, [...(losses.get(name) ?? []), best - points])
    }
  }
  for (const [name, given] of [...losses].sort()) {
    tell(`${name}: gives away ${mean(given).toFixed(1)} on average (${given.length} moves)`)
  }
}

/** @param {Engine} engine @param {Position} position @returns {Promise<Move>} */
async function bestOf(engine, position) {
  const { info } = await engine.search(position, { nodes: NODES })
  const [move] = info?.lines[0]?.moves ?? []
  if (move === undefined) throw new Error('a search found no move')
  return move
}

/** @param {number} seed @param {number} game */
function numberOf(seed, game) {
  return seed * SEED_STEP + game
}
