// @ts-check
/**
 * Checks puzzles by the rules alone, without the engine, by trying all moves to the end of each
 * game. Takes about eight minutes for the 2,879 shipped puzzles of at most 12 occupied squares, and
 * several times as long for each further square.
 *
 *     node bench/puzzles/by-rules.mjs --squares 11
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readPuzzlePack } from '../../packages/engine/dist/puzzles/index.js'
import { SHIPPED_PACK } from '../../packages/engine/dist/puzzles/making/index.js'
import {
  formatMove,
  legalMoves,
  occupiedCount,
  opposite,
  play,
  score,
} from '../../packages/rules/dist/index.js'

/** @typedef {import('../../packages/engine/dist/puzzles/index.js').Puzzle} Puzzle */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */

const LEAST_AHEAD = 5

const { values, positionals } = parseArgs({
  options: { squares: { type: 'string', default: '11' } },
  allowPositionals: true,
})
const pack = readPuzzlePack(readFileSync(positionals[0] ?? SHIPPED_PACK))
if (!pack.ok) throw new Error(`line ${pack.error.line}: ${pack.error.code}`)
let checked = 0
for (let index = 0; index < pack.value.size; index++) {
  const puzzle = pack.value.puzzle(index)
  if (occupiedCount(puzzle.position) > Number(values.squares)) continue
  checked++
  for (const sentence of whatIsWrong(puzzle)) {
    process.exitCode = 1
    process.stdout.write(`line ${index + 2}: puzzle ${puzzle.id}: ${sentence}\n`)
  }
}
process.stdout.write(`${checked} puzzles of at most ${values.squares} occupied squares checked\n`)

// --- internal ---

/** @param {Puzzle} puzzle */
function whatIsWrong({ position, kind, solution }) {
  /** @type {Map<string, number>} */
  const known = new Map()
  const margin = worthOf(position, known)
  /** @type {string[]} */
  const wrong = []
  let at = position
  for (const [ply, move] of solution.entries()) {
    const [best, next] = ranked(at, known)
    if (ply % 2 === 0) {
      const others = next?.value ?? Number.NEGATIVE_INFINITY
      const isRight =
        kind === 'win'
          ? (best?.value ?? 0) > 0 && others <= 0
          : best?.value === margin && others < (kind === 'draw' ? 0 : margin - LEAST_AHEAD + 1)
      if (!isRight) wrong.push(`another move does as well as ${formatMove(move)}`)
      if (best?.move !== formatMove(move)) wrong.push(`${formatMove(move)} is not the best move`)
    }
    at = play(at, move)
  }
  if (kind === 'draw' ? margin !== 0 : margin <= 0) wrong.push('it is worth something else')
  return wrong
}

/**
 * @param {Position} position
 * @param {Map<string, number>} known
 */
function ranked(position, known) {
  return legalMoves(position)
    .map((move) => ({ move: formatMove(move), value: 0 - worthOf(play(position, move), known) }))
    .sort((a, b) => b.value - a.value)
}

/**
 * The final margin for the side to move.
 * @param {Position} position
 * @param {Map<string, number>} known
 * @returns {number}
 */
function worthOf(position, known) {
  const cells = position.board.map((stack) =>
    stack === undefined ? '' : `${stack.top.color}${stack.top.value}${stack.height}`,
  )
  const key = `${position.turn} ${cells}`
  const before = known.get(key)
  if (before !== undefined) return before
  const moves = legalMoves(position)
  const points = score(position)
  const value =
    moves.length === 0
      ? points[position.turn] - points[opposite(position.turn)]
      : Math.max(...moves.map((move) => 0 - worthOf(play(position, move), known)))
  known.set(key, value)
  return value
}
