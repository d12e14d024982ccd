// @ts-check
/**
 * `node bench/study/examples.mjs`: writes into the positions of the strategy course the moves that
 * follow the right move of each example (`line`), and a wrong move with its punishment (`wrong`):
 * among the moves that its chapter warns of, the one with the greatest gain. Beside them it writes
 * what each example is worth. `--worth` leaves the moves as they are.
 *
 * By proof if there are few squares, and otherwise by search; `--nodes 4000000` positions.
 * `--chapters stuck,tower` looks only at these chapters and leaves the others as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startEngine } from '../../packages/engine/dist/node.js'
import {
  formatMove,
  isSameMove,
  legalMoves,
  parseMove,
  parsePosition,
  play,
} from '../../packages/rules/dist/index.js'
import { helpOn } from '../../scripts/help.mjs'
import { tell } from '../../scripts/setup.mjs'
import { isProvable, withLine } from './lines.mjs'
import {
  attacksOn,
  contestedSquare,
  coveredValue,
  dearestStack,
  gainOf,
  isBySingle,
  isLandedOn,
  isOnOwn,
  moverValue,
  opensTo,
} from './moves.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Move} Move */
/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */
/** @typedef {import('./lines.mjs').Judged} Judged */
/** @typedef {{ position: string, endRule: 'either' | 'onTurn', compensation?: number, move: string, line?: string, wrong?: string }} Example */

helpOn(import.meta.url)

const FILE = new URL('../../packages/web/src/models/learn/course/positions.json', import.meta.url)
const WORTH = new URL('../../packages/web/src/models/learn/course/worth.json', import.meta.url)
/** A move that gives away at least this is wrong. */
const WRONG = 6

/**
 * The moves that a chapter warns of; all moves where nothing stands here.
 * @type {Readonly<Record<string, (position: Position, move: Move, line: readonly Move[], right: Move) => boolean>>}
 */
const WARNED = {
  seeComing: (position, move, line) => {
    const square = attacksOn(position)[0]?.square
    return square !== undefined && isLandedOn([move, ...line], square)
  },
  leaveOwn: isOnOwn,
  theirThrees: (position, move) => coveredValue(position, move) !== 3,
  landLast: (position, _move, [reply], right) => reply?.to === contestedSquare(position, right),
  threesCover: (position, move) => moverValue(position, move) !== 3,
  twosInFront: (position, move) => moverValue(position, move) !== 2,
  singlesLast: isBySingle,
  opens: (position, move) => opensTo(position, move, dearestStack(position)?.square ?? 0),
}

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '4000000' },
    worth: { type: 'boolean', default: false },
    chapters: { type: 'string' },
  },
})
const engine = startEngine()
/** @type {Record<string, { examples: Example[] }>} */
const positions = JSON.parse(readFileSync(FILE, 'utf8'))
const chosen = values.chapters?.split(',') ?? Object.keys(positions)
for (const id of chosen) {
  if (positions[id] === undefined) throw new Error(`--chapters: there is no chapter ${id}`)
}
/** @typedef {{ isProved: boolean, right: number, other: number, wrong?: number }} Worth */
/** @type {Record<string, Worth>} */
const known = JSON.parse(readFileSync(WORTH, 'utf8'))
/** @type {Record<string, Worth>} */
const worth = {}
for (const [id, chapter] of Object.entries(positions)) {
  if (!chosen.includes(id)) {
    for (const { position } of chapter.examples) {
      const before = known[position]
      if (before === undefined) throw new Error(`the worth of an example of ${id} is unknown`)
      worth[position] = before
    }
    continue
  }
  for (const [index, example] of chapter.examples.entries()) {
    const { position: hfen, endRule, compensation } = example
    const position = valueIn(parsePosition(hfen, endRule, compensation))
    const move = valueIn(parseMove(example.move))
    // What one position left in the table must not change the next.
    await engine.newGame()
    const judged = await judge(position)
    const best = Math.max(...judged.map(({ margin }) => margin))
    const right = judged.find((each) => isSameMove(each.move, move))
    const loss = best - (right?.margin ?? 0)
    if (!values.worth) {
      const wrong = judged
        .filter(
          (each) =>
            WARNED[id]?.(position, each.move, each.line, move) ?? !isSameMove(each.move, move),
        )
        .filter(({ margin }) => isWrong(position, margin, best))
        .sort((a, b) => gainOf(position, b.move) - gainOf(position, a.move))[0]
      tell(
        `${id} ${index + 1}: ${example.move} gives away ${loss.toFixed(1)}, against ${wrong && formatMove(wrong.move)}`,
      )
      if (right !== undefined)
        example.line = formatLine((await withLine(engine, position, right)).line)
      if (wrong !== undefined) {
        const { line } = await withLine(engine, position, wrong)
        example.wrong = formatLine([wrong.move, ...line])
      }
    }
    const shown = example.wrong?.split(' ')[0]
    worth[hfen] = {
      isProved: isProvable(position),
      right: marginOf(judged, example.move) ?? 0,
      other: Math.max(
        ...judged.filter((each) => !isSameMove(each.move, move)).map(({ margin }) => margin),
      ),
      ...(shown === undefined ? {} : { wrong: marginOf(judged, shown) ?? 0 }),
    }
    tell(`${id} ${index + 1}: ${JSON.stringify(worth[hfen])}`)
  }
}
await engine.close()
if (!values.worth) writeFileSync(FILE, `${JSON.stringify(positions, undefined, 2)}\n`)
writeFileSync(WORTH, `${JSON.stringify(worth, undefined, 2)}\n`)

/** @param {readonly Judged[]} judged @param {string} name of a move */
function marginOf(judged, name) {
  return judged.find(({ move }) => formatMove(move) === name)?.margin
}

/** Does a proved move change who wins, or a searched one give points away? @param {Position} position @param {number} margin @param {number} best */
function isWrong(position, margin, best) {
  return isProvable(position) ? Math.sign(margin) < Math.sign(best) : best - margin >= WRONG
}

/** @param {readonly Move[]} line */
function formatLine(line) {
  return line.map(formatMove).join(' ')
}

/** @param {Position} position @returns {Promise<readonly Judged[]>} */
async function judge(position) {
  const moves = legalMoves(position)
  if (isProvable(position)) {
    const judged = []
    for (const move of moves) {
      const { solved, moves: line } = await engine.solve(play(position, move))
      judged.push({ move, line, margin: 0 - (solved?.margin ?? 0) })
    }
    return judged
  }
  const { info } = await engine.search(position, {
    nodes: Number(values.nodes),
    lines: moves.length,
    isAnalysis: true,
  })
  return (info?.lines ?? []).flatMap(({ moves: [move, ...line], value }) => {
    const margin = value.kind === 'estimate' ? Math.round(value.points) : (value.margin ?? 0)
    return move === undefined ? [] : [{ move, line, margin }]
  })
}

/**
 * @template T
 * @param {import('../../packages/rules/dist/index.js').Result<T, unknown>} result
 */
function valueIn(result) {
  if (!result.ok) throw new Error('a position or move of the course cannot be read')
  return result.value
}
