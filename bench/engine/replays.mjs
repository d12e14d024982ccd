// @ts-check
/**
 * `node bench/engine/replays.mjs`: lets the levels move in the same positions in Node, in Chromium and
 * in Firefox, as often as `--moves 1000` says, and compares the moves. The daily game and the ratings
 * of levels rely on them being the same everywhere.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import puppeteer from 'puppeteer-core'
import { createLevelPlayer } from '../../packages/engine/dist/index.js'
import { startEngine } from '../../packages/engine/dist/node.js'
import { formatMove, formatPosition, parsePosition } from '../../packages/rules/dist/index.js'
import { CHROMIUM_ARGS, requireChromium } from '../../scripts/chromium.mjs'
import { ROOT } from '../../scripts/commands.mjs'
import { helpOn } from '../../scripts/help.mjs'
import { positionsAt } from './positions.mjs'

helpOn(import.meta.url)

const LEVELS = 10
const PLIES = [0, 3, 7, 12, 17]
const PATIENCE_MS = 600_000

const { values } = parseArgs({ options: { moves: { type: 'string', default: '1000' } } })
const tasks = tasksOf(Number(values.moves))
const here = await movesOf({ createLevelPlayer, startEngine, formatMove, parsePosition }, tasks)
const server = serveModules()
await new Promise((listening) => server.listen(0, 'localhost', () => listening(undefined)))
const address = server.address()
if (address === null || typeof address === 'string') throw new Error('the server has no port')
try {
  for (const browser of /** @type {const} */ (['chrome', 'firefox'])) {
    const there = await movesIn(browser, `http://localhost:${address.port}/`)
    const different = here.filter((move, index) => move !== there[index]).length
    process.stdout.write(`${browser}: ${here.length - different} of ${here.length} as in Node\n`)
    if (different > 0 || there.length !== here.length) process.exitCode = 1
  }
} finally {
  server.close()
}

/**
 * Positions in notation with the level that moves there.
 * @param {number} count
 */
function tasksOf(count) {
  const each = Math.ceil(count / PLIES.length)
  return PLIES.flatMap((ply, index) =>
    positionsAt(each, ply, index % 2 === 0 ? 'either' : 'onTurn').map((position) => ({
      position: formatPosition(position),
      endRule: position.endRule,
    })),
  )
    .slice(0, count)
    .map((task, index) => ({ ...task, level: 1 + (index % LEVELS) }))
}

/**
 * The moves of the levels. Also runs in pages, so it uses nothing from outside.
 * @param {Pick<typeof import('../../packages/engine/dist/index.js'), 'createLevelPlayer'> & Pick<typeof import('../../packages/engine/dist/node.js'), 'startEngine'> & Pick<typeof import('../../packages/rules/dist/index.js'), 'formatMove' | 'parsePosition'>} modules
 * @param {readonly { readonly position: string, readonly endRule: import('../../packages/rules/dist/index.js').EndRule, readonly level: number }[]} tasks
 */
async function movesOf({ createLevelPlayer, startEngine, formatMove, parsePosition }, tasks) {
  const player = await createLevelPlayer(startEngine())
  const moves = []
  for (const { position, endRule, level } of tasks) {
    const parsed = parsePosition(position, endRule)
    if (!parsed.ok) throw new Error(`${position} is no position`)
    const move = await player.move(parsed.value, level)
    moves.push(move === undefined ? '-' : formatMove(move))
  }
  await player.close()
  return moves
}

/**
 * @param {'chrome' | 'firefox'} browser
 * @param {string} url
 * @returns {Promise<readonly string[]>}
 */
async function movesIn(browser, url) {
  const program = await puppeteer.launch({
    browser,
    protocolTimeout: PATIENCE_MS,
    ...(browser === 'chrome'
      ? { executablePath: requireChromium(), args: [...CHROMIUM_ARGS] }
      : { executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' }),
  })
  try {
    const page = await program.newPage()
    await page.goto(url)
    const load = `Promise.all(['engine/dist/index', 'engine/dist/browser', 'rules/dist/index'].map((file) => import('/' + file + '.js')))`
    const run = `${load}.then((all) => (${movesOf})(Object.assign({}, ...all), ${JSON.stringify(tasks)}))`
    return /** @type {readonly string[]} */ (await page.evaluate(run))
  } finally {
    await program.close()
  }
}

/** Serves the built packages as modules, on a page that may share memory. */
function serveModules() {
  const types = new Map([
    ['js', 'text/javascript'],
    ['wasm', 'application/wasm'],
  ])
  return createServer(({ url = '/' }, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
    const type = types.get(url.split('.').at(-1) ?? '')
    response.setHeader('Content-Type', type ?? 'text/html')
    if (type === undefined) {
      response.end('<!doctype html><title>moves of levels</title>')
      return
    }
    const content = readFileSync(join(ROOT, 'packages', url))
    // Workers have no import maps.
    const isCode = type === 'text/javascript'
    response.end(
      isCode ? String(content).replaceAll("'@hokito/rules'", "'/rules/dist/index.js'") : content,
    )
  })
}
