// @ts-check
/**
 * `npm run lighthouse`: measures five pages for a first visitor with a phone, by Lighthouse's
 * mobile preset. Figures are the median of three visits. `-- --json figures.json` writes them to a
 * file. `-- --url http://localhost:3000` measures a running site, such as an older version.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '../packages/server/test/helpers/free-port.mjs'
import { installApart } from './install-apart.mjs'
import { setUp, tell } from './setup.mjs'

/** @typedef {Readonly<Record<string, number>>} Figures */

await setUp()
const { chromium } = await import('@playwright/test')
const { CHROMIUM_ARGS, requireChromium } = await import('./chromium.mjs')
const { serveSite } = await import('./site.mjs')
const entry = join(installApart('lighthouse@12.8.2'), 'node_modules/lighthouse/core/index.js')
const { default: lighthouse } = await import(pathToFileURL(entry).href)

const PAGES = {
  home: '/',
  lesson: '/learn/neverBack',
  rules: '/rules',
  lobby: '/online',
  about: '/about',
}
const VISITS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Audits by their names in the table, with the unit of their values. */
const AUDITS = /** @type {const} */ ([
  ['first paint', 'first-contentful-paint', 'ms'],
  ['largest', 'largest-contentful-paint', 'ms'],
  ['blocked', 'total-blocking-time', 'ms'],
  ['shift', 'cumulative-layout-shift', ''],
])

const { values: options } = parseArgs({
  options: { json: { type: 'string' }, url: { type: 'string' } },
})
const site = options.url === undefined ? await serveSite() : undefined
const base = options.url ?? site?.url ?? ''
const port = await freePort()
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
})
/** @type {Record<string, Figures>} */
const table = {}
try {
  for (const [name, path] of Object.entries(PAGES)) {
    const visits = []
    for (let n = 0; n < VISITS; n++) visits.push(await visit(base + path))
    table[name] = medians(visits)
    tell(rowOf(name, table[name]))
  }
} finally {
  await browser.close()
  await site?.close()
}
tellTable()
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify(table, undefined, 2)}\n`)
}

/**
 * One visit without any data from earlier ones.
 * @param {string} url
 * @returns {Promise<Figures>}
 */
async function visit(url) {
  const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' })
  if (result === undefined || result.lhr.runtimeError !== undefined) {
    throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message}`)
  }
  const { categories, audits } = result.lhr
  return Object.fromEntries([
    ...CATEGORIES.map((id) => [id, 100 * (categories[id]?.score ?? Number.NaN)]),
    ...AUDITS.map(([what, id]) => [what, audits[id]?.numericValue ?? Number.NaN]),
  ])
}

/**
 * @param {readonly Figures[]} visits
 * @returns {Figures}
 */
function medians(visits) {
  const [first = {}] = visits
  return Object.fromEntries(
    Object.keys(first).map((what) => {
      const sorted = visits.map((figures) => figures[what] ?? Number.NaN).sort((a, b) => a - b)
      return [what, sorted[Math.floor(sorted.length / 2)] ?? Number.NaN]
    }),
  )
}

function tellTable() {
  const heads = ['page', ...CATEGORIES, ...AUDITS.map(([what]) => what)]
  tell(`\n| ${heads.join(' | ')} |\n|${heads.map(() => ' --- |').join('')}`)
  for (const [name, figures] of Object.entries(table)) tell(rowOf(name, figures))
}

/**
 * @param {string} name
 * @param {Figures} figures
 */
function rowOf(name, figures) {
  const scores = CATEGORIES.map((id) => Math.round(figures[id] ?? Number.NaN))
  const values = AUDITS.map(([what, , unit]) => {
    const value = figures[what] ?? Number.NaN
    return unit === 'ms' ? `${Math.round(value)} ms` : String(Math.round(value * 1000) / 1000)
  })
  return `| ${[name, ...scores, ...values].join(' | ')} |`
}
