// @ts-check
/**
 * Plays the training games. A game follows from the seed, the round and its number alone, so it is
 * the same on every machine, and a run that was cut goes on as if nothing had happened.
 */
import {
  END_RULES,
  FAIR_COMPENSATION,
  formatMove,
  formatPosition,
  legalMoves,
  occupiedCount,
  outcome,
  play,
  randomDeal,
  randomIndex,
  seededBytes,
  start,
} from '@hokito/rules'
import { randomPlay } from '@hokito/rules/debug'
import { packPosition, unpackMove } from '../dist/pack.js'
import { fingerprint, untimed } from './engine.mjs'

/** @typedef {import('@hokito/rules').Position} Position */
/** @typedef {import('@hokito/rules').RandomBytes} RandomBytes */
/** @typedef {import('../dist/searcher.js').Searcher} Searcher */

/**
 * How games are played and labelled.
 * @typedef {object} Recipe
 * @property {number} seed
 * @property {number} nodes positions that a search visits for a move
 * @property {number} labels positions of each game that a deeper search judges
 * @property {number} labelNodes positions that this search visits
 */

/**
 * The judgement of a deeper search about a position of a game, for the side to move.
 * @typedef {object} Label
 * @property {number} ply moves of the game before the position
 * @property {string} [move] another move, made after them at random
 * @property {number} [value] the final margin with compensation, in points: expected, or proved
 * @property {number} [verdict] 1, 0 or -1 if a proof decided who wins
 */

/**
 * A finished game. Its first moves were random and are part of `start`.
 * @typedef {object} Game
 * @property {number} game its number in its round
 * @property {string} start the position, in notation
 * @property {import('@hokito/rules').EndRule} endRule
 * @property {number} compensation
 * @property {readonly string[]} moves
 * @property {readonly Label[]} labels
 */

/** Games begin after at least so many random moves, and at most so many more. */
const FEWEST_RANDOM = 2
const MORE_RANDOM = 8
/** Every fourth deal is scattered, half of the games have compensation. */
const SCATTERED = 4
/** Positions with fewer squares need no labels: the search proves them. */
const FEWEST_SQUARES = 14

/**
 * @param {Searcher} searcher with the weights of the round
 * @param {Recipe} recipe
 * @param {number} round from 1
 * @param {number} game from 0
 * @returns {Game}
 */
export function playGame(searcher, recipe, round, game) {
  const bytes = bytesOf(`game/${recipe.seed}/${round}/${game}`)
  const endRule = END_RULES[game % 2] ?? 'either'
  const compensation = (game >> 1) % 2 === 0 ? 0 : FAIR_COMPENSATION
  const kind = (game >> 2) % SCATTERED === SCATTERED - 1 ? 'scattered' : 'standard'
  const first = openingOf(start(randomDeal(kind, bytes), endRule, compensation), bytes)
  const positions = [first]
  const moves = []
  let position = first
  searcher.newGame()
  while (outcome(position) === undefined) {
    const { move } = search(searcher, position, recipe.nodes, moves.length + 1)
    moves.push(formatMove(unpackMove(move)))
    position = play(position, unpackMove(move))
    positions.push(position)
  }
  const labels = labelsOf(searcher, recipe, positions, bytes)
  return { game, start: formatPosition(first), endRule, compensation, moves, labels }
}

/**
 * Random bytes for a purpose.
 * @param {string} purpose
 */
export function bytesOf(purpose) {
  return seededBytes(Number.parseInt(fingerprint([purpose]).slice(0, 8), 16))
}

/**
 * The position after a few random moves.
 * @param {Position} from
 * @param {RandomBytes} bytes
 */
export function openingOf(from, bytes) {
  const { positions } = randomPlay(from, bytes, FEWEST_RANDOM + randomIndex(MORE_RANDOM + 1, bytes))
  const last = positions.findLast((position) => outcome(position) === undefined)
  if (last === undefined) throw new Error('no deal is over before its first move')
  return last
}

/**
 * The result of an untimed search.
 * @param {Pick<Searcher, 'search'>} searcher
 * @param {Position} position
 * @param {number} nodes
 * @param {number} generation
 */
export function search(searcher, position, nodes, generation) {
  return searcher.search(packPosition(position), { nodes }, untimed(generation), () => undefined)
}

// --- internal ---

/**
 * Judges some positions of a game, half of them after a random move: a search meets more positions
 * after bad moves than games do.
 * @param {Searcher} searcher
 * @param {Recipe} recipe
 * @param {readonly Position[]} positions
 * @param {RandomBytes} bytes
 */
function labelsOf(searcher, { labels, labelNodes }, positions, bytes) {
  const plies = positions.flatMap((position, ply) =>
    occupiedCount(position) < FEWEST_SQUARES || outcome(position) !== undefined ? [] : [ply],
  )
  /** @type {Label[]} */
  const judged = []
  searcher.newGame()
  for (let n = 0; n < labels && plies.length > 0; n++) {
    const [ply = 0] = plies.splice(randomIndex(plies.length, bytes), 1)
    const position = positions[ply]
    if (position === undefined) throw new Error(`a game has no ply ${ply}`)
    const moves = n % 2 === 0 ? [] : legalMoves(position)
    const move = moves[randomIndex(Math.max(1, moves.length), bytes)]
    const after = move === undefined ? position : play(position, move)
    if (outcome(after) !== undefined) continue
    judged.push({
      ply,
      ...(move && { move: formatMove(move) }),
      ...judge(searcher, after, labelNodes, n),
    })
  }
  return judged
}

/**
 * @param {Searcher} searcher
 * @param {Position} position
 * @param {number} nodes
 * @param {number} n
 * @returns {Pick<Label, 'value' | 'verdict'>}
 */
function judge(searcher, position, nodes, n) {
  const limits = { nodes, isAnalysis: true }
  const packed = packPosition(position)
  const { info } = searcher.search(packed, limits, untimed(n + 1), () => undefined)
  const [line] = info?.lines ?? []
  if (line === undefined) throw new Error('a search of a running game reports a line')
  if (line.kind === 'estimate') return { value: line.value }
  return { verdict: line.value, ...(line.margin !== undefined && { value: line.margin }) }
}
