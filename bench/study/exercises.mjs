// @ts-check
/**
 * `node bench/study/exercises.mjs GAMES.hgn…`: finds positions for the exercises of the strategy
 * course whose moves are judged by search, or by proof with few squares, as lines of JSON: the ideas,
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
  outcome,
  ownerOf,
  parsePosition,
  parseRecords,
  play,
  replay,
  scoreParts,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { isProvable, withLine } from './lines.mjs'
import {
  attacksOn,
  covers,
  dearestStack,
  gainOf,
  isBySingle,
  isLandedOn,
  isWithinReach,
  landsLast,
  moverValue,
  opensTo,
  threats,
} from './moves.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {{ position: string, endRule?: 'either' | 'onTurn', compensation?: number }} PositionText */
/** Positions of a game, or one of the course for its idea. @typedef {{ readonly idea?: string, readonly isPuzzle?: boolean, readonly positions: readonly Position[] }} Found */
/** What makes a position an exercise of an idea. @typedef {{ readonly from: number, readonly until: number, readonly mayBe: (position: Position) => boolean, readonly shows: (position: Position, right: readonly Move[], judged: readonly Judged[]) => boolean }} Idea */
/** A move, those that follow it, the final margin of the side that makes it, and the points that it gives away. @typedef {{ readonly move: Move, readonly line: readonly Move[], readonly margin: number, readonly loss: number }} Judged */

helpOn(import.meta.url)

/** A move that gives away at most this keeps the value: searches differ by as much. */
const KEEPS = 3
/** A move that gives away at least this is wrong. */
const WRONG = 6
/** A prepared landing is made at the latest with this move of the line, counted from 0. */
const LANDS_BACK = 5
/** What follows a wrong move shows its punishment, and goes no further if no proof does. */
const LONGEST_WRONG = 7
/** So much less than the greatest gain is a different kind of move. */
const LESS = 3
/** A stack of so many points is worth keeping. */
const LARGE = 12
/** A puzzle with fewer moves than this leaves too little to choose from. */
const CHOICES = 10
/** An easy exercise has at least so many moves, or there is nothing to find. */
const FEWEST = 3
/** In an easy exercise the game ends within so many moves. */
const SHORT = 3
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
 * The ideas by plies and by judged moves: all right moves show the idea, and what it warns of is
 * wrong.
 * @type {Readonly<Record<string, Idea>>}
 */
const IDEAS = {
  pointsWait: {
    from: 6,
    until: 12,
    mayBe: (position) => spreadOfGains(position) >= LESS && isGreedCoverable(position),
    shows: (position, right, judged) =>
      isPunished(position, judged, legalMoves(position)) &&
      right.every((move) => gainOf(position, move) <= mostGain(position) - LESS),
  },
  theirThrees: {
    from: 2,
    until: 10,
    mayBe: (position) => legalMoves(position).some((move) => covers(position, move, 3)),
    shows: (position, right, judged) =>
      right.every((move) => covers(position, move, 3)) &&
      areWrong(
        judged,
        legalMoves(position).filter((move) => covers(position, move, 1)),
      ) &&
      // It takes more than the greatest gain to find it.
      judged.some(
        ({ move, loss }) =>
          Math.round(loss) > KEEPS && gainOf(position, move) >= leastGain(position, right),
      ),
  },
  leaveOwn: {
    from: 6,
    until: 12,
    mayBe: (position) => covering(position, legalMoves(position), true).length >= 4,
    shows: (position, right, judged) =>
      covering(position, right, true).length === 0 &&
      areWrong(judged, dearest(position)) &&
      areWrong(judged, covering(position, legalMoves(position), true)),
  },
  twosInFront: {
    from: 4,
    until: 12,
    mayBe: (position) => legalMoves(position).length >= 12,
    shows: (position, right, judged) =>
      areWrong(judged, dearest(position)) &&
      right.every((move) => moverValue(position, move) === 2),
  },
  seeComing: {
    from: 6,
    until: 15,
    mayBe: isSole,
    shows: (position, right, judged) => {
      const [attack] = attacksOn(position)
      if (attack === undefined || !isSole(position)) return false
      const falls = (/** @type {Judged} */ { move, line }) =>
        isLandedOn([move, ...line], attack.square)
      const wrong = judged.filter(({ loss }) => loss >= WRONG)
      return (
        areWrong(judged, dearest(position)) &&
        wrong.filter(falls).length >= 3 &&
        judged.filter(({ move }) => right.includes(move)).every((each) => !falls(each))
      )
    },
  },
  prepare: {
    from: 6,
    until: 15,
    mayBe: (position) => legalMoves(position).some((move) => threats(position, move).length > 0),
    shows: (position, right, judged) =>
      areWrong(judged, dearest(position)) &&
      right.every((move) => threats(position, move).length > 0) &&
      judged.slice(0, 1).every((each) => isBuilt(position, each)),
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
      // Every move that wins is accepted.
      areWrong(judged, dearest(position)) &&
      judged.filter(({ margin }) => margin > 0).length * 2 <= judged.length &&
      dearest(position).every((move) => (marginOf(judged, move) ?? 0) < 0),
  },
  safe: {
    from: 20,
    until: 27,
    mayBe: isInDanger,
    shows: (position, _right, judged) => {
      const kept = judged.filter(({ move }) => isKept(position, move))
      const lost = judged.filter((each) => !kept.includes(each))
      return (
        kept.length * 2 <= judged.length &&
        kept.every(({ margin }) => margin > 0) &&
        lost.every(({ margin, loss }) => margin < 0 && loss >= WRONG) &&
        areWrong(judged, dearest(position)) &&
        lost.filter(({ move, line }) => line[0]?.to === stackAfter(position, move)).length * 2 >=
          lost.length
      )
    },
  },
  runOut: {
    from: 26,
    until: 34,
    mayBe: (position) => legalMoves(position).length >= FEWEST,
    shows: (position, right, judged) =>
      isDecisive(judged) &&
      areWrong(judged, dearest(position)) &&
      right.every((move) => movesAhead(position, move) > 0),
  },
  endIt: {
    from: 26,
    until: 34,
    mayBe: (position) => legalMoves(position).length >= FEWEST,
    shows: (position, right, judged) =>
      isDecisive(judged) &&
      judged.every(
        ({ move, line }) => !right.includes(move) || endsItself(position, [move, ...line]),
      ),
  },
  endRule: {
    from: 22,
    until: 34,
    mayBe: (position) =>
      position.endRule === 'onTurn' &&
      isProvable(position) &&
      legalMoves(position).length >= FEWEST,
    shows: (position, right, judged) =>
      isDecisive(judged) &&
      judged.every(
        ({ move, line }) => !right.includes(move) || isOtherWinner(position, [move, ...line]),
      ),
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
  /** One position of a game is enough for an idea. @type {Set<string>} */
  const seen = new Set()
  for (const [ply, position] of game.positions.entries()) {
    const open = Object.entries(IDEAS).filter(
      ([idea, { from, until, mayBe }]) =>
        (found[idea] ?? 0) < each &&
        !seen.has(idea) &&
        (asked?.includes(idea) ?? true) &&
        (game.idea === undefined
          ? (game.isPuzzle || (ply >= from && ply < until)) && mayBe(position)
          : game.idea === idea),
    )
    const { judged, ideas } = await judge(position, open)
    if (ideas.length === 0) continue
    const { endRule, compensation } = position
    const moves = []
    for (const each of judged) {
      const longest = Math.round(each.loss) > KEEPS ? LONGEST_WRONG : undefined
      const { line } = await withLine(engine, position, each, longest)
      const said = [Math.round(each.loss), ...line.map(formatMove)].join(' ')
      moves.push([formatMove(each.move), said])
    }
    for (const [idea] of ideas) {
      seen.add(idea)
      found[idea] = (found[idea] ?? 0) + 1
    }
    process.stdout.write(
      `${JSON.stringify({ ideas: ideas.map(([idea]) => idea), position: formatPosition(position), endRule, compensation, moves: Object.fromEntries(moves) })}\n`,
    )
  }
}
await engine.close()
tell(JSON.stringify(found))

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
 * by searches of all of them, the last of which is the deepest. `ideas`: those that every search
 * shows; none if one cannot tell right from wrong.
 * @param {Position} position
 * @param {readonly (readonly [string, Idea])[]} open
 * @returns {Promise<{ readonly judged: readonly Judged[], readonly ideas: readonly (readonly [string, Idea])[] }>}
 */
async function judge(position, open) {
  /** @type {readonly Judged[]} */
  let judged = []
  let ideas = open
  for (const share of isProvable(position) ? [1] : SHARES) {
    if (ideas.length === 0) break
    const margins = isProvable(position)
      ? await proved(position)
      : await searched(position, nodes / share)
    if (margins.length < legalMoves(position).length) return { judged, ideas: [] }
    const best = Math.max(...margins.map(({ margin }) => margin))
    judged = margins
      .map((each) => ({ ...each, loss: best - each.margin }))
      .sort((a, b) => a.loss - b.loss)
    const right = judged.filter(({ loss }) => Math.round(loss) <= KEEPS).map(({ move }) => move)
    // With many moves to choose from, some always lie between right and wrong.
    const isClear =
      !isProvable(position) ||
      judged.every(({ loss }) => Math.round(loss) <= KEEPS || loss >= WRONG)
    if (!isClear || right.length * 3 > judged.length) return { judged, ideas: [] }
    ideas = ideas.filter(([, { shows }]) => shows(position, right, judged))
  }
  return { judged, ideas }
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

/** @param {readonly Judged[]} judged @param {Move} move */
function marginOf(judged, move) {
  return judged.find((each) => isSameMove(each.move, move))?.margin
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

/** Can the other side land on the most valuable stack of the side to move, and is it large? @param {Position} position */
function isInDanger(position) {
  const stack = dearestStack(position)
  return (
    stack !== undefined &&
    stack.points >= LARGE &&
    isWithinReach(position, stack.square, position.turn)
  )
}

/** Does a move keep that stack, out of reach or with an answer to every landing? @param {Position} position @param {Move} move */
function isKept(position, move) {
  return landsLast(play(position, move), stackAfter(position, move))
}

/** Where that stack stands after a move. @param {Position} position @param {Move} move */
function stackAfter(position, move) {
  const square = dearestStack(position)?.square ?? -1
  return move.from === square ? move.to : square
}

/** Do the right moves win, and all others not? @param {readonly Judged[]} judged */
function isDecisive(judged) {
  return judged.every(({ loss, margin }) => margin > 0 === Math.round(loss) <= KEEPS)
}

/** How many more moves the mover has than the other side. @param {Position} position @param {Move} move */
function movesAhead(position, move) {
  const after = play(position, move)
  return movesOf(after, position.turn).length - movesOf(after, after.turn).length
}

/** Does a line end soon, because the side that begins it has no move left? @param {Position} position @param {readonly Move[]} line */
function endsItself(position, line) {
  const stuck = outcome(line.reduce(play, position))?.stuck ?? []
  return line.length <= SHORT && stuck.length === 1 && stuck[0] === position.turn
}

/** Would the usual end rule have ended a line earlier, as a win of the other side? @param {Position} position @param {readonly Move[]} line */
function isOtherWinner(position, line) {
  const usual = line
    .map((_, at) => outcome({ ...line.slice(0, at + 1).reduce(play, position), endRule: 'either' }))
    .find((over) => over !== undefined)
  return usual !== undefined && usual.winner !== 'draw' && usual.winner !== position.turn
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

/** @param {Position} position @param {readonly Move[]} moves */
function leastGain(position, moves) {
  return Math.min(...moves.map((move) => gainOf(position, move)))
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

/** Is one stack worth more than every other one that the other side can reach, now or in two moves? @param {Position} position */
function isSole(position) {
  const [first, second] = attacksOn(position)
  const now = scoreParts(position)[position.turn].find(({ square }) =>
    isWithinReach(position, square, position.turn),
  )
  return first !== undefined && first.points > Math.max(second?.points ?? 0, now?.points ?? 0)
}

/** Does a move make a landing possible on a stack, and does its line make that landing? @param {Position} position @param {Judged} judged */
function isBuilt(position, { move, line }) {
  const found = threats(position, move)
  const at = line.findIndex(({ from, to }) => found.includes(from) || found.includes(to))
  const landing = line[at]
  return at % 2 === 1 && at <= LANDS_BACK && landing !== undefined && found.includes(landing.to)
}
