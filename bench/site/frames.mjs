// @ts-check
/**
 * `node bench/site/frames.mjs`: frames a second while a stack hops, lands as a stack of 26, and while the stacks are
 * counted at the end, on a phone with a processor slowed four times; and the nodes of the board with 20 stacks. The
 * machine should be idle. `--url http://localhost:3000` measures a running site, such as an older version.
 */

import { parseArgs } from 'node:util'
import { formatPosition, parseRecord, replay } from '@hokito/rules'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from '../../scripts/chromium.mjs'
import { tell } from '../../scripts/setup.mjs'
import { serveSite } from '../../scripts/site.mjs'

const RUNS = 3
const SLOWED = 4

/** The last move of this game ends it. */
const GAME = `[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]

1. a2a6 b4f6 2. a6a1 e2f4 3. b3f3 f4a1 4. f3a1 f6d2 50-22`

const SCENES = /** @type {const} */ ([
  ['a move of three hops', 'deal=77.1234567', undefined, undefined],
  [
    'a landing as 26',
    `position=${encodeURIComponent('------/ab----/--a2---/--A24---/------/----AB w')}`,
    ['c3', 'c4'],
    undefined,
  ],
  [
    'the count at the end',
    `position=${encodeURIComponent(beforeLast(GAME))}`,
    ['f6', 'd2'],
    '#end-title',
  ],
])

const { values } = parseArgs({ options: { url: { type: 'string' } } })
const site = values.url === undefined ? await serveSite() : undefined
const base = values.url ?? site?.url ?? ''
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS })
try {
  for (const [name, terms, squares, end] of SCENES) {
    /** @type {Frames[]} */
    const runs = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(terms, squares, end))
    const middle = runs.toSorted((a, b) => a.perSecond - b.perSecond)[(RUNS - 1) / 2]
    const { perSecond = 0, longestMs = 0, count = 0 } = middle ?? {}
    tell(
      `${name.padEnd(22)} ${perSecond.toFixed(1)} frames/s, ${count} frames, longest ${longestMs.toFixed(0)} ms`,
    )
  }
  tell(`nodes of a board with 20 stacks: ${await countNodes()}`)
} finally {
  await browser.close()
  await site?.close()
}

/** @typedef {{ perSecond: number, longestMs: number, count: number }} Frames */

/** @param {string} record */
function beforeLast(record) {
  const parsed = parseRecord(record)
  const positions = parsed.ok ? replay(parsed.value) : parsed
  const position = positions.ok ? positions.value.at(-2) : undefined
  if (position === undefined) throw new Error('the game of the bench is wrong')
  return formatPosition(position)
}

/** @param {string} address */
async function open(address) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
  })
  const page = await context.newPage()
  await page.addInitScript(() =>
    localStorage.setItem('hokito:settings', JSON.stringify({ volume: 0 })),
  )
  await page.goto(base + address)
  return page
}

/**
 * @param {string} terms of a game of two on one screen
 * @param {readonly [string, string] | undefined} squares of the move; of the first move of three hops, if absent
 * @param {string | undefined} end when it is over; when the stack has landed, if absent
 * @returns {Promise<Frames>}
 */
async function measure(terms, squares, end) {
  const page = await open(`/new?opponent=friend&${terms}`)
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.locator('[data-movable="true"]').first().waitFor()
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  const from = squares?.[0] ?? (await threeAt(page))
  await page.click(`[data-square="${from}"]`)
  const landing = squares === undefined ? '[data-destination]' : `[data-square="${squares[1]}"]`
  const to = page.locator(landing).first()
  await to.waitFor()
  const frames = await to.evaluate(async (cell, over) => {
    const isOver = () =>
      over === undefined
        ? document.querySelector('.board-layer') === null
        : document.querySelector(over) !== null
    if (!(cell instanceof HTMLElement)) throw new Error('no square')
    cell.click()
    await new Promise((resolve) => setTimeout(resolve, 50))
    /** @type {number[]} */
    const times = []
    await new Promise((resolve) => {
      const step = () => {
        times.push(performance.now())
        if (isOver() && times.length > 2) resolve(undefined)
        else requestAnimationFrame(step)
      }
      requestAnimationFrame(step)
    })
    return times
  }, end)
  await page.context().close()
  const gaps = frames.slice(1).map((time, n) => time - (frames[n] ?? time))
  const lasted = (frames.at(-1) ?? 0) - (frames[0] ?? 0)
  return {
    perSecond: (1000 * gaps.length) / lasted,
    longestMs: Math.max(...gaps),
    count: frames.length,
  }
}

/**
 * A square with a piece of value three that can move.
 * @param {import('@playwright/test').Page} page
 */
async function threeAt(page) {
  const three = page.locator('[data-movable="true"][aria-label*="three"]').first()
  return (await three.getAttribute('data-square')) ?? ''
}

async function countNodes() {
  const page = await open(
    `/analysis#${encodeURIComponent('A2a2B2b2--/C2c2A2a2--/B2b2C2c2--/A2a2B2b2--/a-B-c-/A----- b')}`,
  )
  await page.locator('.board .stack').first().waitFor()
  return page.locator('.board *').count()
}
