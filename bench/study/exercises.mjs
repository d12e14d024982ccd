// @ts-check
/**
 * `node bench/study/exercises.mjs GAMES.hgn…`: finds positions for the exercises of the strategy
 * course whose moves are judged by search, or by proof with few squares, as lines of JSON: the idea,
 * the position, and for each move the points that it gives away against the best one and the moves
 * that follow it.
 *
 * `--each 6` for each idea, `--ideas twosInFront,compensation` instead of all, `--nodes 8000000`
 * positions for the last search of all moves of a position; two shorter ones come first. `--again`
 * looks at the positions of the course instead of games, and `--puzzles` at those of the shipped
 * puzzles in which one move wins.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEngine } from '../../packages/engine/dist/node.js'
import { readPuzzlePack } from '../../packages/engine/dist/puzzles/index.js'
import {
  formatMove,
  formatPosition,
  isSameMove,
  legalMoves,
  movesOf,
  opposite,
  ownerOf,
  parsePosition,
  parseRecords,
  play,
  pointsOf,
  replay,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { isProvable, withLine } from './lines.mjs'
import { dearestStack, gainOf, isBySingle, isWithinReach, moverValue, opensTo } from './moves.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ position: string, endRule?: 'either' | 'onTurn', compensation?: number }} PositionText */
/** Positions of a game, or one of the course for its idea. @typedef {{ readonly idea?: string, readonly isPuzzle?: boolean, readonly positions: readonly Position[] }} Found */
/** A move, those that follow it, the final margin of the side that makes it, and the points that it gives away. @typedef {{ readonly move: Move, readonly line: readonly Move[], readonly margin: number, readonly loss: number }} Judged */

helpOn(import.meta.url)

/** A move that gives away at most this keeps the value: searches differ by as much. */
const KEEPS = 3
/** A move that gives away at least this is wrong. */
const WRONG = 6
/** A reply that covers so many points explains itself. */
const COSTLY = 4
/** A stack of so many points is worth keeping. */
const LARGE = 12
/** A puzzle with fewer moves than this leaves too little to choose from. */
const CHOICES = 10
/** Positions of a game to look at, for each idea. */
const TRIES = 8
/** Each search of a position has so many times fewer nodes than the last. */
const SHARES = [80, 5, 1]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    each: { type: 'string', default: '6' },
    again: { type: 'boolean', default: false },
    puzzles: { type: 'boolean', default: false },
    ideas: { type: 'string' },
    nodes: { type: 'string', default: '8000000' },
  },
})
const each = Number(values.each)
const nodes = Number(values.nodes)
const asked = values.ideas?.split(',')

/**
 * What makes a position an exercise of an idea, by plies and by its judged moves: all right moves
 * show the idea, and what it warns of is wrong.
 * @type {Readonly<Record<string, { readonly from: number, readonly until: number, readonly mayBe: (position: Position) => boolean, readonly shows: (position: Position, right: readonly Move[], judged: readonly Judged[]) => boolean }>>}
 */
const IDEAS = {
  pointsWait: {
    from: 6,
    until: 16,
    mayBe: (position) => spreadOfGains(position) >= 6 && isGreedCoverable(position),
    shows: (position, right, judged) =>
      isPunished(position, judged, legalMoves(position)) &&
      right.every((move) => gainOf(position, move) <= mostGain(position) - 6),
  },
  leaveOwn: {
    from: 4,
    until: 16,
    mayBe: (position) => covering(position, legalMoves(position), true).length >= 4,
    shows: (position, right, judged) =>
      covering(position, right, true).length === 0 &&
      areWrong(judged, dearest(position)) &&
      areWrong(judged, covering(position, legalMoves(position), true)),
  },
  threesCover: {
    from: 8,
    until: 20,
    mayBe: (position) => legalMoves(position).length >= 12,
    shows: (position, right, judged) =>
      covering(position, right, true).length === 0 &&
      areWrong(judged, dearest(position)) &&
      right.every((move) => moverValue(position, move) === 3),
  },
  onesStay: {
    from: 8,
    until: 20,
    mayBe: (position) => byOnes(position).length >= 2,
    shows: (position, _right, judged) =>
      areWrong(judged, byOnes(position)) &&
      areWrong(judged, dearest(position)) &&
      isCostly(position, judged, byOnes(position)),
  },
  movesInHand: {
    from: 10,
    until: 22,
    mayBe: (position) => legalMoves(position).some((move) => inHand(position, move) > 0),
    // Its task names no second condition: all moves that meet it are right.
    shows: (position, right, judged) =>
      legalMoves(position).every(
        (move) => inHand(position, move) > 0 === right.some((each) => isSameMove(each, move)),
      ) && areWrong(judged, dearest(position)),
  },
  twosInFront: {
    from: 2,
    until: 14,
    mayBe: (position) => legalMoves(position).length >= 12,
    shows: (position, right, judged) =>
      areWrong(judged, dearest(position)) &&
      right.every((move) => moverValue(position, move) === 2),
  },
  opens: {
    from: 18,
    until: 30,
    mayBe: (position) => isProvable(position) && opening(position).length > 0,
    shows: (position, right, judged) => {
      const tempting = opening(position)
      const most = Math.max(...tempting.map((move) => gainOf(position, move)))
      return (
        areWrong(judged, tempting) &&
        tempting
          .filter((move) => gainOf(position, move) === most)
          .every((move) => replyTo(judged, move)?.to === dearestStack(position)?.square) &&
        right.every((move) => gainOf(position, move) < most && !isLost(position, move))
      )
    },
  },
  compensation: {
    from: 18,
    until: 30,
    mayBe: (position) => position.compensation > 0 && isProvable(position),
    shows: (position, right, judged) =>
      judged.every(({ move, margin }) => !right.includes(move) || margin > 0) &&
      judged.some(
        ({ move, margin }) =>
          margin < 0 && margin + handicapOf(position) > 0 && !right.includes(move),
      ) &&
      areWrong(judged, dearest(position)),
  },
  singlesLast: {
    from: 10,
    until: 22,
    mayBe: (position) => legalMoves(position).some((move) => isBySingle(position, move)),
    shows: (position, _right, judged) => {
      const bySingles = legalMoves(position).filter((move) => isBySingle(position, move))
      return (
        bySingles.length >= 3 && areWrong(judged, dearest(position)) && areWrong(judged, bySingles)
      )
    },
  },
}

const engine = startEngine()
/** @type {Record<string, number>} */
const found = Object.fromEntries(Object.keys(IDEAS).map((idea) => [idea, 0]))
for (const game of sources()) {
  for (const [idea, { from, until, mayBe, shows }] of Object.entries(IDEAS)) {
    if ((found[idea] ?? 0) >= each || asked?.includes(idea) === false) continue
    if (game.idea !== undefined && game.idea !== idea) continue
    const { positions } = game
    const candidates =
      game.idea !== undefined
        ? positions
        : (game.isPuzzle ? positions : positions.slice(from, until)).filter(mayBe)
    for (const position of spread(candidates, TRIES)) {
      const judged = await judge(position, shows)
      if (judged === undefined) continue
      found[idea] = (found[idea] ?? 0) + 1
      const { endRule, compensation } = position
      const moves = []
      for (const each of judged) {
        const { line } = await withLine(engine, position, each)
        const said = [Math.round(each.loss), ...line.map(formatMove)].join(' ')
        moves.push([formatMove(each.move), said])
      }
      process.stdout.write(
        `${JSON.stringify({ idea, position: formatPosition(position), endRule, compensation, moves: Object.fromEntries(moves) })}\n`,
      )
      break
    }
  }
}
await engine.close()
tell(JSON.stringify(found))

/**
 * At most so many elements of a list, from all of it.
 * @template T
 * @param {readonly T[]} list
 * @param {number} most
 */
function spread(list, most) {
  const step = Math.max(1, Math.ceil(list.length / most))
  return list.filter((_, index) => index % step === 0)
}

/** @returns {readonly Found[]} */
function sources() {
  if (values.again) return inCourse()
  return values.puzzles ? inPuzzles() : gamesIn(positionals)
}

/** The shipped puzzles in which one move wins and does not gain most. @returns {readonly Found[]} */
function inPuzzles() {
  const file = new URL('../../packages/engine/puzzles/shipped.txt', import.meta.url)
  const pack = readPuzzlePack(readFileSync(file, 'utf8'))
  if (!pack.ok) throw new Error('the shipped puzzles cannot be read')
  return Array.from({ length: pack.value.size }, (_, index) => pack.value.puzzle(index)).flatMap(
    ({ kind, position, solution: [move] }) =>
      kind === 'win' &&
      position.endRule === 'either' &&
      legalMoves(position).length >= CHOICES &&
      !dearest(position).some((each) => move && isSameMove(each, move))
        ? [{ isPuzzle: true, positions: [position] }]
        : [],
  )
}

/**
 * The positions of the course for which a proof or search speaks, each for its own idea.
 * @returns {readonly Found[]}
 */
function inCourse() {
  const file = new URL('../../packages/web/src/models/learn/course/positions.json', import.meta.url)
  /** @type {Record<string, { examples: readonly PositionText[], searched?: readonly PositionText[] }>} */
  const chapters = JSON.parse(readFileSync(file, 'utf8'))
  return Object.keys(IDEAS).flatMap((idea) => {
    const { examples = [], searched = [] } = chapters[idea] ?? {}
    return [...examples, ...searched].flatMap((each) => {
      const position = parsePosition(each.position, each.endRule ?? 'either', each.compensation)
      return position.ok ? [{ idea, positions: [position.value] }] : []
    })
  })
}

/** @param {readonly string[]} files @returns {readonly Found[]} */
function gamesIn(files) {
  return files
    .flatMap((file) => parseRecords(readFileSync(file, 'utf8')))
    .flatMap((record) => {
      const positions = record.ok ? replay(record.value) : record
      return positions.ok ? [{ positions: positions.value }] : []
    })
}

/**
 * What each move gives away against the best one: by proof if there are few squares, and otherwise
 * by searches of all of them, the last of which is the deepest; undefined if one of them does not
 * show the idea, or cannot tell right from wrong.
 * @param {Position} position
 * @param {(position: Position, right: readonly Move[], judged: readonly Judged[]) => boolean} shows
 * @returns {Promise<readonly Judged[] | undefined>}
 */
async function judge(position, shows) {
  let judged
  for (const share of isProvable(position) ? [1] : SHARES) {
    const margins = isProvable(position)
      ? await proved(position)
      : await searched(position, nodes / share)
    if (margins.length < legalMoves(position).length) return undefined
    const best = Math.max(...margins.map(({ margin }) => margin))
    judged = margins
      .map((each) => ({ ...each, loss: best - each.margin }))
      .sort((a, b) => a.loss - b.loss)
    const right = judged.filter(({ loss }) => Math.round(loss) <= KEEPS).map(({ move }) => move)
    const isClear = judged.every(({ loss }) => Math.round(loss) <= KEEPS || loss >= WRONG)
    if (share === 1 && !isClear) return undefined
    if (right.length * 3 > judged.length || !shows(position, right, judged)) return undefined
  }
  return judged
}

/** @param {Position} position */
async function proved(position) {
  const margins = []
  for (const move of legalMoves(position)) {
    const { solved, moves } = await engine.solve(play(position, move))
    margins.push({ move, line: moves, margin: 0 - (solved?.margin ?? 0) })
  }
  return margins
}

/** @param {Position} position @param {number} most */
async function searched(position, most) {
  const { info } = await engine.search(position, {
    nodes: Math.round(most),
    lines: legalMoves(position).length,
    isAnalysis: true,
  })
  return (info?.lines ?? []).flatMap(({ moves: [move, ...line], value }) => {
    // A proof of who wins says nothing about points.
    const margin = value.kind === 'estimate' ? value.points : value.margin
    return move === undefined || margin === undefined ? [] : [{ move, line, margin }]
  })
}

/** What the compensation takes from the side to move. @param {Position} position */
function handicapOf({ turn, compensation }) {
  return turn === 'black' ? compensation : 0 - compensation
}

/** @param {readonly Judged[]} judged @param {Move} move */
function lossOf(judged, move) {
  return judged.find((each) => each.move.from === move.from && each.move.to === move.to)?.loss ?? 0
}

/** @param {readonly Judged[]} judged @param {readonly Move[]} moves */
function areWrong(judged, moves) {
  return moves.every((move) => lossOf(judged, move) >= WRONG)
}

/**
 * Are the moves with the greatest gain of some wrong because the reply covers what they build?
 * @param {Position} position
 * @param {readonly Judged[]} judged
 * @param {readonly Move[]} moves
 */
function isPunished(position, judged, moves) {
  const most = Math.max(...moves.map((move) => gainOf(position, move)))
  return moves
    .filter((move) => gainOf(position, move) === most)
    .every((move) => {
      const each = judged.find((one) => one.move.from === move.from && one.move.to === move.to)
      return each !== undefined && each.loss >= WRONG && each.line[0]?.to === move.to
    })
}

/**
 * Does the reply to each of the moves with the greatest gain of some cover points?
 * @param {Position} position
 * @param {readonly Judged[]} judged
 * @param {readonly Move[]} moves
 */
function isCostly(position, judged, moves) {
  const most = Math.max(...moves.map((move) => gainOf(position, move)))
  return moves
    .filter((move) => gainOf(position, move) === most)
    .every((move) => {
      const each = judged.find((one) => one.move.from === move.from && one.move.to === move.to)
      const after = play(position, move)
      const under = each?.line[0] && after.board[each.line[0].to]
      return under !== undefined && ownerOf(under) === position.turn && pointsOf(under) >= COSTLY
    })
}

/** The reply to a move. @param {readonly Judged[]} judged @param {Move} move */
function replyTo(judged, move) {
  return judged.find((each) => each.move.from === move.from && each.move.to === move.to)?.line[0]
}

/** The moves that open a way to the most valuable stack of the side to move, if it is large. @param {Position} position */
function opening(position) {
  const stack = dearestStack(position)
  if (stack === undefined || stack.points < LARGE) return []
  return legalMoves(position).filter((move) => opensTo(position, move, stack.square))
}

/** Can the other side land on that stack after a move, wherever it stands? @param {Position} position @param {Move} move */
function isLost(position, move) {
  const square = dearestStack(position)?.square
  const at = move.from === square ? move.to : square
  return at !== undefined && isWithinReach(play(position, move), at, position.turn)
}

/** @param {Position} position */
function byOnes(position) {
  return legalMoves(position).filter((move) => moverValue(position, move) === 1)
}

/** Can the other side cover what each move with the greatest gain builds? @param {Position} position */
function isGreedCoverable(position) {
  return dearest(position).every((move) =>
    legalMoves(play(position, move)).some(({ to }) => to === move.to),
  )
}

/** @param {Position} position @param {readonly Move[]} moves @param {boolean} isOwn */
function covering(position, moves, isOwn) {
  return moves.filter(({ to }) => {
    const under = position.board[to]
    return under !== undefined && (ownerOf(under) === position.turn) === isOwn
  })
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

/** How many more moves than the other side a side has after its move. @param {Position} position @param {Move} move */
function inHand(position, move) {
  const after = play(position, move)
  return movesOf(after, position.turn).length - movesOf(after, opposite(position.turn)).length
}
