// @ts-check
/**
 * How many of the shipped puzzles each level solves, by puzzle rating: a table, and with `--svg
 * FILE` a plot.
 *
 *     node bench/puzzles/levels.mjs --svg docs/pictures/puzzle-levels.svg
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readPuzzlePack } from '../../packages/engine/dist/puzzles/index.js'
import { SHIPPED_PACK } from '../../packages/engine/dist/puzzles/making/index.js'

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const FROM = 600
const WIDTH = 200
const GRADES = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const LAST = FROM + (GRADES.length - 1) * WIDTH

const { values } = parseArgs({ options: { svg: { type: 'string' } } })
const shares = sharesByGrade(summariesOf(readFileSync(SHIPPED_PACK)))
process.stdout.write(`${tableOf(shares)}\n`)
if (values.svg !== undefined) writeFileSync(values.svg, plotOf(shares))

// --- internal ---

/** @typedef {import('../../packages/engine/dist/puzzles/index.js').PuzzleSummary} PuzzleSummary */
/**
 * @typedef {object} Grade
 * @property {number} from the lowest rating
 * @property {number} count of puzzles
 * @property {readonly number[]} found the share of them that each level solves
 */

/** @param {Uint8Array} bytes */
function summariesOf(bytes) {
  const pack = readPuzzlePack(bytes)
  if (!pack.ok) throw new Error(`line ${pack.error.line}: ${pack.error.code}`)
  const { value } = pack
  return Array.from({ length: value.size }, (_, index) => value.summary(index))
}

/**
 * @param {readonly PuzzleSummary[]} summaries
 * @returns {readonly Grade[]}
 */
function sharesByGrade(summaries) {
  return GRADES.map((grade) => {
    const from = FROM + grade * WIDTH
    // Puzzles that no level solves have the highest possible rating, and belong to the last grade.
    const to = grade === GRADES.length - 1 ? Number.POSITIVE_INFINITY : from + WIDTH
    const within = summaries.filter(({ rating }) => rating >= from && rating < to)
    const found = LEVELS.map(
      (level) => within.filter(({ foundBy }) => foundBy.includes(level)).length / within.length,
    )
    return { from, count: within.length, found }
  }).filter(({ count }) => count > 0)
}

/** @param {readonly Grade[]} grades */
function tableOf(grades) {
  const head = `| rating | puzzles | ${LEVELS.map((level) => `level ${level}`).join(' | ')} |`
  const line = `| --- | ${['', ...LEVELS].map(() => '---:').join(' | ')} |`
  const rows = grades.map(
    ({ from, count, found }) =>
      `| ${from}–${from + WIDTH - (from === LAST ? 0 : 1)} | ${count.toLocaleString('en')} | ${found.map((share) => `${Math.round(share * 100)}%`).join(' | ')} |`,
  )
  return [head, line, ...rows].join('\n')
}

/** @param {readonly Grade[]} grades */
function plotOf(grades) {
  const left = 56
  const right = 690
  const top = 44
  const bottom = 372
  const step = (right - left) / Math.max(1, grades.length - 1)
  /** @param {number} share */
  const y = (share) => bottom - share * (bottom - top)
  const parts = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `<line x1="${left}" x2="${right}" y1="${y(share)}" y2="${y(share)}" stroke="#d8d8d8"/>`,
    `<text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100}%</text>`,
  ])
  for (const [index, { from }] of grades.entries()) {
    const at = (left + index * step).toFixed(1)
    parts.push(`<text x="${at}" y="${bottom + 22}" text-anchor="middle">${from}–</text>`)
  }
  for (const [index, level] of LEVELS.entries()) {
    const hue = 250 - index * 23
    const points = grades.map(
      ({ found }, grade) =>
        `${(left + grade * step).toFixed(1)},${y(found[index] ?? 0).toFixed(1)}`,
    )
    parts.push(
      `<polyline points="${points.join(' ')}" fill="none" stroke="hsl(${hue} 70% 42%)" stroke-width="2.5"/>`,
      `<line x1="712" x2="736" y1="${60 + index * 30}" y2="${60 + index * 30}" stroke="hsl(${hue} 70% 42%)" stroke-width="4"/>`,
      `<text x="744" y="${64 + index * 30}">level ${level}</text>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 430" font-family="sans-serif" font-size="13" fill="#222">
<title>Share of puzzles whose first move each level finds, by the puzzle's rating</title>
<rect width="820" height="430" fill="#fff"/>
<text x="${left}" y="24" font-size="15">Puzzles whose first move a level finds</text>
<text x="${(left + right) / 2}" y="${bottom + 46}" text-anchor="middle">rating of the puzzle</text>
${parts.join('\n')}
</svg>
`
}
