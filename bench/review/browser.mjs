// @ts-check
/**
 * Reviews the same games in Node and on the site's page in Chromium, and compares what they found.
 * Prints how many games have the same findings, and how long the page took.
 */
import { chromium } from '@playwright/test'
import { createReviewer } from '../../packages/engine/dist/review/index.js'
import {
  endingOnBoard,
  formatMove,
  formatRecord,
  newRecord,
  randomDeal,
  seededBytes,
} from '../../packages/rules/dist/index.js'
import { CHROMIUM_ARGS, requireChromium } from '../../scripts/chromium.mjs'
import { serveSite } from '../../scripts/site.mjs'
import { quantile } from '../engine/figures.mjs'
import { playGame } from './games.mjs'

/** @typedef {import('../../packages/engine/dist/index.js').Engine} Engine */
/** @typedef {import('../../packages/engine/dist/review/index.js').Finding} Finding */
/** @typedef {import('./games.mjs').PlayedGame} PlayedGame */

/** The most moves of a line that the site stores. */
const LONGEST_LINE = 8
const PATIENCE_MS = 300_000

/**
 * @param {Engine} engine
 * @param {{ readonly games: number, readonly from: number }} options
 * @param {(text: string) => void} tell
 * @returns {Promise<boolean>} whether all games have the same findings
 */
export async function compareWithBrowser(engine, { games, from }, tell) {
  const site = await serveSite()
  const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS })
  const times = []
  let same = 0
  try {
    for (let seed = from; seed < from + games; seed++) {
      const game = await playGame(engine, seed)
      const here = await findingsOf(engine, game)
      // A context of its own: nothing stored, as at a first visit.
      const context = await browser.newContext({ baseURL: site.url })
      const page = await context.newPage()
      const startedAt = performance.now()
      await page.goto(`/review#${encodeURI(recordOf(game, seed))}`)
      await page.locator('.review-retry').waitFor({ timeout: PATIENCE_MS })
      times.push((performance.now() - startedAt) / 1000)
      const there = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((each) => each.startsWith('hokito:review:'))
        return key === undefined ? [] : JSON.parse(localStorage.getItem(key) ?? '').findings
      })
      const isSame = textOf(here) === textOf(there)
      if (isSame) same++
      tell(`game ${seed - from + 1} of ${games}: ${isSame ? 'the same' : 'DIFFERENT'}`)
      await context.close()
    }
  } finally {
    await browser.close()
    await site.close()
  }
  process.stdout.write(
    `${same} of ${games} reviews the same in Node and in Chromium; a page took ${quantile(times, 0.5).toFixed(1)} s (median)\n`,
  )
  return same === games
}

// --- internal ---

/**
 * @param {PlayedGame} game
 * @param {number} seed the one from which the game was played
 */
function recordOf({ positions, moves }, seed) {
  const beginning = /** @type {const} */ ({
    kind: 'deal',
    deal: randomDeal('standard', seededBytes(seed)),
  })
  const [first, last] = [positions[0], positions.at(-1)]
  if (first === undefined || last === undefined) throw new Error('a game has positions')
  const ending = endingOnBoard(last)
  return formatRecord({ ...newRecord(beginning, first.endRule), moves, ending })
}

/**
 * What the engine finds in Node, in the form in which the site stores it.
 * @param {Engine} engine
 * @param {PlayedGame} game
 */
async function findingsOf(engine, game) {
  /** @type {Finding[]} */
  const findings = []
  await createReviewer(engine).review(game, { onFinding: (finding) => findings.push(finding) })
  return findings.map(({ ply, played, best, worth, next, line, reply, reason }) => ({
    ply,
    played: [played.margin, played.certainty],
    best: [best.margin, best.certainty],
    worth: [worth.margin, worth.certainty],
    ...(next && { next: [next.margin, next.certainty] }),
    line: lineText(line),
    reply: lineText(reply),
    ...(reason && { reason }),
  }))
}

/** @param {Finding['line']} line */
function lineText(line) {
  return line.slice(0, LONGEST_LINE).map(formatMove).join(' ')
}

/** @param {readonly { readonly ply: number }[]} findings */
function textOf(findings) {
  return JSON.stringify(findings.toSorted((a, b) => a.ply - b.ply))
}
