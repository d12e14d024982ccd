// @ts-check
/**
 * `npm run bench`: the engine's speed on this machine, compared with the native yardstick in the
 * same run.
 *
 *     npm run bench                      counting, proof, depth and threads
 *     npm run bench -- margin            the exact margin beside the verdict
 *     npm run bench -- levels strength   games of levels, and against greed and random playouts
 *     npm run bench -- arrangements --games 400   chosen arrangements against random ones
 *     npm run bench -- counting --json   one section, its figures as JSON
 *
 * Each section is printed as soon as it is done; progress goes to standard error.
 */
import { parseArgs } from 'node:util'
import { helpOn } from '../../scripts/help.mjs'
import { setUp } from '../../scripts/setup.mjs'
import { createProgress } from './progress.mjs'

helpOn(import.meta.url)

const SECTIONS = [
  'counting',
  'proof',
  'depth',
  'threads',
  'margin',
  'levels',
  'strength',
  'arrangements',
]

/** @typedef {{ readonly name: string, readonly columns: readonly string[], readonly rows: readonly (readonly string[])[], readonly summary: string, readonly figures: unknown }} Section */

const { values, positionals } = readArguments()
const { tell, clear } = createProgress(process.stderr, () => performance.now())
await setUp()
const { buildYardstick } = await import('./yardstick.mjs')
const built = buildYardstick()
const yardstick = 'yardstick' in built ? built.yardstick : undefined
if ('why' in built) process.stderr.write(`Figures stand alone: ${built.why}.\n`)

/** @type {Record<string, unknown>} */
const figures = {}
for (const name of positionals) {
  const section = await measure(name)
  clear()
  figures[name] = section.figures
  if (!values.json) process.stdout.write(`${formatSection(section)}\n`)
}
if (values.json) process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`)

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      games: { type: 'string', default: '200' },
    },
  })
  const unknown = positionals.find((name) => !SECTIONS.includes(name))
  if (unknown !== undefined || !/^[1-9]\d*$/.test(values.games)) {
    const what = unknown === undefined ? `--games ${values.games}` : unknown
    process.stderr.write(
      `bench: cannot make sense of ${what}; sections are ${SECTIONS.join(', ')}\n`,
    )
    process.exit(2)
  }
  return { values, positionals: positionals.length > 0 ? positionals : SECTIONS.slice(0, 4) }
}

/**
 * @param {string} name
 * @returns {Promise<Section>}
 */
async function measure(name) {
  switch (name) {
    case 'counting':
      return (await import('./counting.mjs')).measureCounting(yardstick, tell)
    case 'proof':
      return (await import('./proof.mjs')).measureProof(yardstick, tell)
    case 'depth':
      return (await import('./depth.mjs')).measureDepth(tell)
    case 'threads':
      return (await import('./depth.mjs')).measureThreads(tell)
    case 'margin':
      return (await import('./margin.mjs')).measureMargin(tell)
    case 'levels':
      return (await import('./levels.mjs')).measureLevels(Number(values.games), tell)
    case 'arrangements':
      return (await import('./arrangements.mjs')).measureArrangements(Number(values.games), tell)
    default:
      return (await import('./strength.mjs')).measureStrength(Number(values.games), tell)
  }
}

/** @param {Section} section */
function formatSection({ name, columns, rows, summary }) {
  const table = [columns, ...rows]
  const widths = columns.map((_, index) => Math.max(...table.map((row) => row[index]?.length ?? 0)))
  const lines = table.map((row) =>
    row.map((text, index) => text.padStart(widths[index] ?? 0)).join('  '),
  )
  return ['', name, ...lines, ...(summary === '' ? [] : [summary])].join('\n')
}
