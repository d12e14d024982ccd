// @ts-check
/**
 * `npm run budget`: measures what the play page costs a visitor, in a real browser. It fails if a
 * figure is over its limit.
 */

import { gzipSync } from 'node:zlib'
import { setUp, tell } from './setup.mjs'

await setUp()
// Imported after the setup, because these modules need the installed packages.
const { chromium } = await import('@playwright/test')
const { CHROMIUM_ARGS, requireChromium } = await import('./chromium.mjs')
const { serveSite } = await import('./site.mjs')

/** The limit of each figure. */
const LIMITS = {
  scriptKb: 82,
  analysisKb: 120,
  reviewKb: 110,
  embedKb: 60,
  puzzleKb: 110,
  workerKb: 150,
  layoutShift: 0,
  thinkingTaskMs: 50,
  // The limit at which a page counts as responsive (Interaction to Next Paint).
  pressTaskMs: 200,
  moveMs: 1200,
}

/** A game of two moves, from an endgame. */
const REVIEW = `/review#${encodeURI(`[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]
[Result "*"]
[Termination "unterminated"]

1. a2a6 b4f6 *`)}`

/** The same with a variation, in the language with the longest words. */
const EMBED = `/embed/analysis?lang=pl#${encodeURI(`[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]
[Result "*"]
[Termination "unterminated"]

1. a2a6 (1. f1b4) b4f6 *`)}`

const site = await serveSite()
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS })
try {
  const figures = await measure()
  const rows = [
    ['JavaScript of the play page, gzip', figures.scriptKb, LIMITS.scriptKb, 'kB'],
    ['JavaScript of the analysis, gzip', figures.analysisKb, LIMITS.analysisKb, 'kB'],
    ['JavaScript of a review, gzip', figures.reviewKb, LIMITS.reviewKb, 'kB'],
    ['all that a frame on another page loads, gzip', figures.embedKb, LIMITS.embedKb, 'kB'],
    ['JavaScript of a puzzle, gzip', figures.puzzleKb, LIMITS.puzzleKb, 'kB'],
    ["the engine's worker and its hot code, gzip", figures.workerKb, LIMITS.workerKb, 'kB'],
    ['layout shift while loading and playing', figures.layoutShift, LIMITS.layoutShift, ''],
    ['longest task while the computer thinks', figures.thinkingTaskMs, LIMITS.thinkingTaskMs, 'ms'],
    ['longest task of choosing and moving a piece', figures.pressTaskMs, LIMITS.pressTaskMs, 'ms'],
    ['a move of one second at full strength', figures.moveMs, LIMITS.moveMs, 'ms'],
  ]
  for (const [what = '', value = 0, limit = 0, unit = ''] of rows) {
    const verdict = Number(value) <= Number(limit) ? 'ok' : 'TOO MUCH'
    tell(
      `${String(what).padEnd(44)} ${format(value).padStart(7)} of ${format(limit)} ${unit}  ${verdict}`,
    )
    if (verdict !== 'ok') process.exitCode = 1
  }
} finally {
  await browser.close()
  await site.close()
}

async function measure() {
  const { address, storageState } = await fullStrengthGame()
  const context = await browser.newContext({ storageState, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const loaded = readScripts(page)
  await page.addInitScript(observe)
  await page.goto(address)
  await page.waitForSelector('[data-movable="true"]')
  await page.waitForTimeout(500)
  const scriptKb = (await loaded()).scriptBytes / 1000
  // The tasks of loading belong to neither figure.
  await page.evaluate(() => Object.assign(Reflect.get(window, 'seen'), { tasks: [] }))
  /** @type {{ from: number, to: number }[]} */
  const thinking = []
  for (let turn = 0; turn < 3; turn++) {
    await page.locator('[data-movable="true"]').first().click()
    await page.locator('[data-destination]').first().click()
    thinking.push(await timeThinking(page))
    await page.waitForSelector('[data-movable="true"]', { timeout: 20_000 })
  }
  // Later responses are not read, because the page is about to close.
  page.removeAllListeners('response')
  const { workerBytes } = await loaded()
  /** @type {{ shift: number, tasks: { startTime: number, duration: number }[] }} */
  const seen = await page.evaluate(() => Reflect.get(window, 'seen'))
  /** @param {{ startTime: number }} task */
  const isThinking = ({ startTime }) =>
    thinking.some(({ from, to }) => startTime >= from && startTime < to)
  /** @param {(task: { startTime: number }) => boolean} isOurs */
  const longestOf = (isOurs) =>
    Math.max(0, ...seen.tasks.filter(isOurs).map(({ duration }) => duration))
  return {
    scriptKb,
    analysisKb: await measureScripts('/analysis#77.1234567', '.engine-line'),
    reviewKb: await measureScripts(REVIEW, '.review-line'),
    embedKb: await measureLoaded(EMBED, '.tree', () => true),
    puzzleKb: await measureScripts('/puzzles/daily', '[data-movable="true"]'),
    workerKb: workerBytes / 1000,
    layoutShift: seen.shift,
    thinkingTaskMs: longestOf(isThinking),
    pressTaskMs: longestOf((task) => !isThinking(task)),
    moveMs: thinking.map(({ from, to }) => to - from).sort((a, b) => a - b)[1],
  }
}

/** Sets up a game at full strength. A fresh context opens it, as on a first visit. */
async function fullStrengthGame() {
  const setup = await browser.newContext()
  const form = await setup.newPage()
  // Sound is off. The first sound starts the device's audio, once per browser, which takes some 70
  // ms that are not thinking.
  await form.addInitScript(() =>
    localStorage.setItem('hokito:settings', JSON.stringify({ volume: 0 })),
  )
  await form.goto(`${site.url}/new?deal=77.1234567`)
  await form.getByLabel('Full strength').check()
  await form.click('button[type=submit]')
  await form.waitForSelector('[data-movable="true"]')
  return { address: form.url(), storageState: await setup.storageState() }
}

/**
 * Adds up the gzipped bytes of a page's scripts and of its worker. Call what it returns for the
 * sums so far.
 * @param {import('@playwright/test').Page} page
 */
function readScripts(page) {
  let scriptBytes = 0
  let workerBytes = 0
  /** @type {Promise<void>[]} */
  const reading = []
  page.on('response', (response) => {
    if (!/\.(js|wasm)$/.test(response.url())) return
    reading.push(
      response.body().then((body) => {
        const { length } = gzipSync(body)
        if (/worker|\.wasm$/.test(response.url())) workerBytes += length
        else scriptBytes += length
      }),
    )
  })
  return async () => {
    await Promise.all(reading)
    return { scriptBytes, workerBytes }
  }
}

/** In the page: collects layout shifts and long tasks in `window.seen`. */
function observe() {
  /** @type {{ shift: number, tasks: { startTime: number, duration: number }[] }} */
  const seen = { shift: 0, tasks: [] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    // Layout-shift entries have a value that is missing from the types of the DOM.
    for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.tasks.push({ startTime, duration })
    }
  }).observe({ type: 'longtask' })
}

/**
 * Kilobytes of scripts, gzipped, that a page loads on a first visit until it shows something,
 * without the engine's worker.
 * @param {string} address
 * @param {string} shown
 */
function measureScripts(address, shown) {
  return measureLoaded(address, shown, (url) => /\.js$/.test(url) && !/worker/.test(url))
}

/**
 * Kilobytes, gzipped, that a page loads on a first visit until it shows something, from URLs for
 * which `counts` is true.
 * @param {string} address
 * @param {string} shown
 * @param {(url: string) => boolean} counts
 */
async function measureLoaded(address, shown, counts) {
  const page = await browser.newPage()
  let bytes = 0
  /** @type {Promise<void>[]} */
  const reading = []
  page.on('response', (response) => {
    if (!counts(response.url())) return
    reading.push(
      response.body().then((body) => {
        bytes += gzipSync(body).length
      }),
    )
  })
  await page.goto(site.url + address)
  await page.waitForSelector(shown, { state: 'attached' })
  page.removeAllListeners('response')
  await Promise.all(reading)
  await page.close()
  return bytes / 1000
}

/**
 * The interval in which the page says that the computer is thinking, in milliseconds of the page's
 * time. It is measured inside the page, because Playwright checks only every half second.
 * @param {import('@playwright/test').Page} page
 */
function timeThinking(page) {
  return page.evaluate(async () => {
    const isThinking = () =>
      [...document.querySelectorAll('.seat-state')].some((state) =>
        state.textContent?.includes('thinking'),
      )
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (!isThinking()) await nextFrame()
    const from = performance.now()
    while (isThinking()) await nextFrame()
    return { from, to: performance.now() }
  })
}

/** @param {unknown} value */
function format(value) {
  return String(Math.round(Number(value) * 1000) / 1000)
}
