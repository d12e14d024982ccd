// @ts-check
/** The moves that the strategy course shows after a right or wrong move. */
import { occupiedCount, opposite, outcome, play } from '../../packages/rules/dist/index.js'
import { leadOf } from './moves.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** A move, those that follow it, and the final margin of the side that makes it. @typedef {{ readonly move: Move, readonly line: readonly Move[], readonly margin: number }} Judged */

/** Of a searched line, so many moves are taken as they are. */
const TRUSTED = 3
/** A searched line that does not end within so many moves is cut. */
const LONGEST = 12
/** It then has at least so many. */
const SHORTEST = 5
/** Positions for the search of a move that follows. */
const NODES = 60_000

/** Can the margins of all moves be proved quickly? @param {Position} position */
export function isProvable(position) {
  return occupiedCount(position) <= 18
}

/**
 * A judged move with a line to show: a proved one goes to the end of the game. A searched one ends
 * with the game too if it can, or where the points on the board say best what the search says.
 * @param {Engine} engine @param {Position} position @param {Judged} judged @param {number} [longest] @returns {Promise<Judged>}
 */
export async function withLine(engine, position, judged, longest = LONGEST) {
  const start = play(position, judged.move)
  if (isProvable(position)) {
    return { ...judged, line: await proved(engine, start, judged.line) }
  }
  /** @type {Move[]} */
  const line = []
  let last = start
  for (const move of await followed(engine, start, judged.line, longest)) {
    line.push(move)
    last = play(last, move)
  }
  if (outcome(last) !== undefined && line.length <= longest) return { ...judged, line }
  return { ...judged, line: line.slice(0, clearest(start, line.slice(0, longest), judged.margin)) }
}

/**
 * A proved line to the end of the game: a proof may name only its first moves.
 * @param {Engine} engine @param {Position} start @param {readonly Move[]} line
 */
async function proved(engine, start, line) {
  const moves = [...line]
  let last = line.reduce(play, start)
  while (outcome(last) === undefined) {
    const { moves: next } = await engine.solve(last)
    if (next.length === 0) throw new Error('a proof found no move')
    moves.push(...next)
    last = next.reduce(play, last)
  }
  return moves
}

/**
 * The first moves of a searched line, and those that follow by search and at last by proof.
 * @param {Engine} engine @param {Position} start @param {readonly Move[]} line @param {number} longest
 */
async function followed(engine, start, line, longest) {
  const moves = line.slice(0, TRUSTED)
  /** @type {Position} */
  let last = start
  for (const move of moves) last = play(last, move)
  while (outcome(last) === undefined && moves.length < longest) {
    const { moves: next } = isProvable(last)
      ? await engine.solve(last)
      : await searched(engine, last)
    moves.push(...next)
    for (const move of next) last = play(last, move)
  }
  return moves
}

/** @param {Engine} engine @param {Position} position */
async function searched(engine, position) {
  const { info } = await engine.search(position, { nodes: NODES, isAnalysis: true })
  const moves = info?.lines[0]?.moves.slice(0, 2) ?? []
  if (moves.length === 0) throw new Error('a search found no move')
  return { moves }
}

/**
 * After how many moves is the lead of the side that has moved closest to its final margin?
 * @param {Position} start @param {readonly Move[]} line @param {number} margin
 */
function clearest(start, line, margin) {
  const own = opposite(start.turn)
  const distances = line.map((_, index) =>
    Math.abs(leadOf(line.slice(0, index + 1).reduce(play, start), own) - margin),
  )
  const least = Math.min(...distances.slice(SHORTEST - 1))
  return distances.findIndex((each, index) => index >= SHORTEST - 1 && each === least) + 1
}
