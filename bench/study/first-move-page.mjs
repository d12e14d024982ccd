// @ts-check
/** The tables of `docs/first-move.md` and its plot, from the results of the study. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { END_RULES, randomIndex, seededBytes } from '../../packages/rules/dist/index.js'
import { ROOT } from '../../scripts/commands.mjs'
import { plotsOf } from '../plot.mjs'

/** @typedef {import('./first-move.mjs').Study} Study */
/** @typedef {import('./first-move.mjs').Played} Played */
/** Where a fitted curve crosses a half, and the middle 68% of that with games drawn again. @typedef {{ readonly value: number, readonly low: number, readonly high: number }} Even */

export const PAGE = join(ROOT, 'docs/first-move.md')
export const PLOT = join(ROOT, 'docs/pictures/first-move.svg')
const BEGIN = '<!-- tables: npm run study -- --first-move -->'
const END = '<!-- end of tables -->'
/** How often the games are drawn again for a range. */
const DRAWS = 200
/** The largest compensation of the rules; a curve that crosses beyond says nothing. */
const MOST = 40
/** Rating points for a factor of e in the odds. */
const PER_LOGIT = 400 / Math.LN10

/** Writes the tables and the plot. @param {string} file of the results */
export function writePage(file) {
  const study = readStudy(file)
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), study))
  writeFileSync(PLOT, plotOf(study))
}

/** @param {string} file @returns {Study} */
export function readStudy(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** The page with the tables of a study. @param {string} page @param {Study} study */
export function withTables(page, study) {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before === -1 || after < before) throw new Error('docs/first-move.md has no place for tables')
  const tables = [sharesTable(study), evenTable(study), leftTable(study)]
  return `${page.slice(0, before)}${BEGIN}\n\n${tables.join('\n\n')}\n\n${page.slice(after)}`
}

/** Black's share without compensation and with 13.5, by the rating of the level. @param {Study} study */
export function plotOf(study) {
  const series = [0, FAIR].flatMap((compensation) =>
    END_RULES.map((endRule) => ({
      name: `${compensation} points, ${endRule}`,
      unit: '%',
      points: levelsOf(study).map((level) => {
        const { black, games } = cellOf(study, { level, endRule, compensation })
        return /** @type {const} */ ([ratingOf(study, level), (100 * black) / games])
      }),
    })),
  )
  return plotsOf(series, { title: 'What Black scores, by strength', xName: 'rating' })
}

/**
 * What is left of the edge of the first move at a level, in rating points, both end rules together,
 * and its standard error.
 * @param {Study} study
 * @param {number} level
 * @param {number} compensation
 */
export function edgeAt(study, level, compensation) {
  const cells = END_RULES.map((endRule) => cellOf(study, { level, endRule, compensation }))
  const black = sum(cells.map((cell) => cell.black))
  const games = sum(cells.map((cell) => cell.games))
  const share = black / games
  const edge = PER_LOGIT * Math.log(share / (1 - share))
  return { share, edge, error: PER_LOGIT / Math.sqrt(games * share * (1 - share)) }
}

// --- internal ---

const FAIR = 13.5
/** Steps between the chances 0 and 1. */
const FINE = 1_000_000

/** @param {Study} study */
function sharesTable(study) {
  const points = [...new Set(study.cells.map(({ compensation }) => compensation))]
  const heads = [...points.map((each) => `White gets ${each}`), 'twos in front']
  return tableOf(
    ['level', 'rating', 'end rule', 'games each', ...heads],
    levelsOf(study).flatMap((level) =>
      END_RULES.map((endRule) => {
        const cells = points.map((compensation) => cellOf(study, { level, endRule, compensation }))
        const twos = cellsAt(study, level, endRule, 'twosInFront')
        const games = cells[0]?.games ?? 0
        const shares = [...cells, ...twos].map(shareOf)
        return [level, ratingOf(study, level), `\`${endRule}\``, games, ...shares]
      }),
    ),
  )
}

/** @param {Study} study */
function evenTable(study) {
  return tableOf(
    ['level', ...END_RULES.map((endRule) => `even at, \`${endRule}\` (68% range)`)],
    levelsOf(study).map((level) => [
      level,
      ...END_RULES.map((endRule) => evenText(cellsAt(study, level, endRule))),
    ]),
  )
}

/** @param {Study} study */
function leftTable(study) {
  return tableOf(
    ['level', 'rating', 'edge without compensation', `edge with ${FAIR} points`],
    levelsOf(study).map((level) => [
      level,
      ratingOf(study, level),
      ...[0, FAIR].map((points) => {
        const { edge, error } = edgeAt(study, level, points)
        return `${Math.round(edge)} ± ${Math.round(error)}`
      }),
    ]),
  )
}

/**
 * @param {readonly string[]} heads
 * @param {readonly (readonly (string | number)[])[]} rows
 */
function tableOf(heads, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---:')), ...rows.map(line)].join('\n')
}

/** @param {Pick<Played, 'black' | 'games'>} cell */
function shareOf({ black, games }) {
  const share = black / games
  const error = Math.sqrt((share * (1 - share)) / games)
  return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}%`
}

/** @param {readonly Played[]} cells */
function evenText(cells) {
  const even = evenOf(cells)
  if (even === undefined) return 'open: too few games'
  return `${even.value.toFixed(1)} (${even.low.toFixed(1)} to ${even.high.toFixed(1)})`
}

/**
 * The compensation at which a level scores half, by a logistic curve through all its cells.
 * @param {readonly Played[]} cells
 * @returns {Even | undefined} undefined if the games do not tell
 */
function evenOf(cells) {
  const value = crossing(cells)
  const bytes = seededBytes(cells.length)
  const again = Array.from({ length: DRAWS }, () =>
    crossing(cells.map((cell) => drawn(cell, bytes))),
  )
    .filter(isKnown)
    .sort((a, b) => a - b)
  const at = (/** @type {number} */ share) => again[Math.floor(share * again.length)]
  const [low, high] = [at(0.16), at(0.84)]
  const isTold = isKnown(value) && again.length > 0.9 * DRAWS
  return isTold && isKnown(low) && isKnown(high) ? { value, low, high } : undefined
}

/** @param {number | undefined} value @returns {value is number} */
function isKnown(value) {
  return value !== undefined
}

/**
 * Where the fitted line of log odds is zero; undefined if it does not fall, or crosses beyond what
 * the rules allow.
 * @param {readonly Pick<Played, 'black' | 'games' | 'compensation'>[]} cells
 */
function crossing(cells) {
  const points = cells.map(({ black, games, compensation }) => {
    // Half a game more on each side, so that no share is 0 or 1.
    const share = (black + 0.5) / (games + 1)
    return {
      x: compensation,
      y: Math.log(share / (1 - share)),
      weight: games * share * (1 - share),
    }
  })
  const all = sum(points.map(({ weight }) => weight))
  const x = sum(points.map((each) => each.weight * each.x)) / all
  const y = sum(points.map((each) => each.weight * each.y)) / all
  const slope =
    sum(points.map((each) => each.weight * (each.x - x) * (each.y - y))) /
    sum(points.map((each) => each.weight * (each.x - x) ** 2))
  const value = x - y / slope
  return slope < 0 && Math.abs(value) <= MOST ? value : undefined
}

/**
 * As many games drawn again with the measured share.
 * @param {Played} cell
 * @param {ReturnType<typeof seededBytes>} bytes
 */
function drawn(cell, bytes) {
  const share = cell.black / cell.games
  const wins = Array.from({ length: cell.games }, () => randomIndex(FINE, bytes) < share * FINE)
  return { ...cell, black: wins.filter(Boolean).length }
}

/** @param {Study} study */
function levelsOf(study) {
  return [...new Set(study.cells.map(({ level }) => level))]
}

/**
 * @param {Study} study
 * @param {number} level
 * @param {string} endRule
 * @param {Played['setup']} [setup]
 */
function cellsAt(study, level, endRule, setup = 'standard') {
  return study.cells.filter(
    (each) => each.level === level && each.endRule === endRule && each.setup === setup,
  )
}

/**
 * @param {Study} study
 * @param {Pick<Played, 'level' | 'endRule' | 'compensation'>} wanted
 * @returns {Played}
 */
function cellOf(study, { level, endRule, compensation }) {
  const cell = cellsAt(study, level, endRule).find((each) => each.compensation === compensation)
  if (cell === undefined) throw new Error(`no games of level ${level} with ${compensation} points`)
  return cell
}

/** @param {Study} study @param {number} level */
function ratingOf({ ratings }, level) {
  return ratings[level] ?? 0
}

/** @param {readonly number[]} values */
function sum(values) {
  return values.reduce((total, each) => total + each, 0)
}
