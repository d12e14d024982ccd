// @ts-check
/**
 * `node bench/study/exercises.mjs GAMES.hgn…`: finds positions for the exercises of the strategy
 * course whose moves are judged by search, or by proof with few squares, as lines of JSON: the idea,
 * the position, and the points that each move gives away against the best one.
 *
 * `--each 6` for each idea, `--ideas twosInFront,compensation` instead of all, `--nodes 4000000`
 * positions for the search of all moves of a position.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEngine } from '../../packages/engine/dist/node.js'
import {
  formatMove,
  formatPosition,
  isSingle,
  legalMoves,
  movesOf,
  occupiedCount,
  opposite,
  ownerOf,
  parseRecords,
  play,
  replay,
  score,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { mean } from '../engine/figures.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** A move with the final margin of the side that makes it, and the points that it gives away. @typedef {{ readonly move: Move, readonly margin: number, readonly loss: number }} Judged */

helpOn(import.meta.url)

/** A move that gives away at most this keeps the value: searches differ by as much. */
const KEEPS = 3
/** A move that gives away at least this is wrong. */
const WRONG = 6
/** Games give positions from all their plies. */
const SPREAD = 7

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '6' },
    ideas: { type: 'string' },
    nodes: { type: 'string', default: '4000000' },
  },
})
const each = Number(values.each)
const nodes = Number(values.nodes)
const asked = values.ideas?.split(',')

/**
 * What makes a position an exercise of an idea, by plies and by its judged moves.
 * @type {Readonly<Record<string, { readonly from: number, readonly until: number, readonly mayBe: (position: Position) => boolean, readonly shows: (position: Position, right: readonly Move[], judged: readonly Judged[]) => boolean }>>}
 */
const IDEAS = {
  pointsWait: {
    from: 6,
    until: 16,
    mayBe: (position) => spreadOfGains(position) >= 6,
    shows: (position, right, judged) =>
      dearest(position).every((move) => lossOf(judged, move) >= WRONG) &&
      right.every((move) => gainOf(position, move) <= mostGain(position) - 6),
  },
  leaveOwn: {
    from: 4,
    until: 16,
    mayBe: (position) => covering(position, legalMoves(position), true).length >= 4,
    shows: (position, right, judged) =>
      covering(position, right, true).length === 0 &&
      covering(position, legalMoves(position), true).every((move) => lossOf(judged, move) >= WRONG),
  },
  threesCover: {
    from: 8,
    until: 20,
    mayBe: (position) => legalMoves(position).length >= 12,
    shows: (position, right) => right.every((move) => position.board[move.from]?.top.value === 3),
  },
  onesStay: {
    from: 8,
    until: 20,
    mayBe: (position) =>
      legalMoves(position).some((move) => position.board[move.from]?.top.value === 1),
    shows: (position, _right, judged) =>
      judged
        .filter(({ move }) => position.board[move.from]?.top.value === 1)
        .every(({ loss }) => loss >= WRONG) &&
      dearest(position).some((move) => position.board[move.from]?.top.value === 1),
  },
  movesInHand: {
    from: 10,
    until: 22,
    mayBe: (position) => legalMoves(position).length >= 10,
    shows: (position, right, judged) => {
      const wrong = judged.filter(({ loss }) => loss >= WRONG).map(({ move }) => move)
      const spare = (/** @type {readonly Move[]} */ moves) =>
        mean(moves.map((move) => inHand(position, move)))
      return (
        spare(right) >= spare(wrong) + 6 &&
        dearest(position).every((move) => lossOf(judged, move) >= WRONG)
      )
    },
  },
  twosInFront: {
    from: 2,
    until: 14,
    mayBe: (position) => legalMoves(position).length >= 12,
    shows: (position, right) => right.every((move) => position.board[move.from]?.top.value === 2),
  },
  compensation: {
    from: 18,
    until: 30,
    mayBe: (position) => position.compensation > 0 && isProvable(position),
    shows: (position, right, judged) => {
      const best = judged.find(({ loss }) => loss === 0)
      const winsOnBoard = judged.some(
        ({ move, margin }) =>
          margin < 0 && margin + handicapOf(position) > 0 && !right.includes(move),
      )
      return (
        best !== undefined &&
        judged.every(({ move, margin }) => !right.includes(move) || margin > 0) &&
        winsOnBoard &&
        dearest(position).every((move) => lossOf(judged, move) >= WRONG)
      )
    },
  },
  singlesLast: {
    from: 10,
    until: 22,
    mayBe: (position) => legalMoves(position).some((move) => isBySingle(position, move)),
    shows: (position, right, judged) =>
      right.every((move) => !isBySingle(position, move)) &&
      judged.some(({ move, loss }) => isBySingle(position, move) && loss >= WRONG),
  },
}

const engine = startEngine()
/** @type {Record<string, number>} */
const found = Object.fromEntries(Object.keys(IDEAS).map((idea) => [idea, 0]))
for (const game of gamesIn(positionals)) {
  const wanted = Object.entries(IDEAS).filter(
    ([idea]) => (found[idea] ?? 0) < each && asked?.includes(idea) !== false,
  )
  if (wanted.length === 0) break
  const [idea, { from, until, mayBe, shows }] = at(wanted, game.number)
  const candidates = game.positions.slice(from, until).filter(mayBe)
  if (candidates.length === 0) continue
  const position = at(candidates, game.number * SPREAD)
  const judged = await judge(position)
  const right = judged.filter(({ loss }) => Math.round(loss) <= KEEPS).map(({ move }) => move)
  if (right.length * 3 > judged.length || !shows(position, right, judged)) continue
  found[idea] = (found[idea] ?? 0) + 1
  const losses = judged.map(({ move, loss }) => [formatMove(move), Math.round(loss)])
  process.stdout.write(
    `${JSON.stringify({ idea, position: formatPosition(position), endRule: position.endRule, compensation: position.compensation, losses: Object.fromEntries(losses) })}\n`,
  )
}
await engine.close()
tell(JSON.stringify(found))

/**
 * An element of a list that is not empty, counted round and round.
 * @template T
 * @param {readonly T[]} list
 * @param {number} number
 * @returns {T}
 */
function at(list, number) {
  return /** @type {T} */ (list[number % list.length])
}

/** @param {readonly string[]} files */
function gamesIn(files) {
  return files
    .flatMap((file) => parseRecords(readFileSync(file, 'utf8')))
    .flatMap((record, number) => {
      const positions = record.ok ? replay(record.value) : record
      return positions.ok ? [{ number, positions: positions.value }] : []
    })
}

/**
 * What each move gives away against the best one: by proof if there are few squares, and otherwise
 * by one search of all of them.
 * @param {Position} position
 * @returns {Promise<readonly Judged[]>}
 */
async function judge(position) {
  const margins = isProvable(position) ? await proved(position) : await searched(position)
  const best = Math.max(...margins.map(({ margin }) => margin))
  return margins.map(({ move, margin }) => ({ move, margin, loss: best - margin }))
}

/** @param {Position} position */
async function proved(position) {
  const margins = []
  for (const move of legalMoves(position)) {
    const { solved } = await engine.solve(play(position, move))
    margins.push({ move, margin: 0 - (solved?.margin ?? 0) })
  }
  return margins
}

/** @param {Position} position */
async function searched(position) {
  const { info } = await engine.search(position, {
    nodes,
    lines: legalMoves(position).length,
    isAnalysis: true,
  })
  return (info?.lines ?? []).flatMap(({ moves: [move], value }) => {
    const margin = value.kind === 'estimate' ? value.points : (value.margin ?? 0)
    return move === undefined ? [] : [{ move, margin }]
  })
}

/** Can the margins of all moves be proved quickly? @param {Position} position */
function isProvable(position) {
  return occupiedCount(position) <= 16
}

/** What the compensation takes from the side to move. @param {Position} position */
function handicapOf({ turn, compensation }) {
  return turn === 'black' ? compensation : 0 - compensation
}

/** @param {readonly Judged[]} judged @param {Move} move */
function lossOf(judged, move) {
  return judged.find((each) => each.move.from === move.from && each.move.to === move.to)?.loss ?? 0
}

/** @param {Position} position @param {readonly Move[]} moves @param {boolean} isOwn */
function covering(position, moves, isOwn) {
  return moves.filter(({ to }) => {
    const under = position.board[to]
    return under !== undefined && (ownerOf(under) === position.turn) === isOwn
  })
}

/** @param {Position} position @param {Move} move */
function isBySingle(position, { from }) {
  const moved = position.board[from]
  return moved !== undefined && isSingle(moved)
}

/** The moves with the greatest gain. @param {Position} position */
function dearest(position) {
  const most = mostGain(position)
  return legalMoves(position).filter((move) => gainOf(position, move) === most)
}

/** @param {Position} position */
function mostGain(position) {
  return Math.max(...legalMoves(position).map((move) => gainOf(position, move)))
}

/** How much more the dearest move gains than half of all. @param {Position} position */
function spreadOfGains(position) {
  const gains = legalMoves(position)
    .map((move) => gainOf(position, move))
    .sort((a, b) => b - a)
  return (gains[0] ?? 0) - (gains[gains.length >> 1] ?? 0)
}

/** @param {Position} position @param {Move} move */
function gainOf(position, move) {
  const lead = (/** @type {Position} */ at) => {
    const points = score(at)
    return points[position.turn] - points[opposite(position.turn)]
  }
  return lead(play(position, move)) - lead(position)
}

/** How many more moves than the other side a side has after its move. @param {Position} position @param {Move} move */
function inHand(position, move) {
  const after = play(position, move)
  return movesOf(after, position.turn).length - movesOf(after, opposite(position.turn)).length
}
