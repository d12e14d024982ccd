// @ts-check
/**
 * Measures the numbers in docs/review.md.
 *
 *     node bench/review/run.mjs curve --games 125       chance to win by margin and squares; --even: equal levels
 *     node bench/review/run.mjs agreement --games 20    judgements, accuracy, times, and a review ten times as long
 *     node bench/review/run.mjs times --games 20        the same without the long one
 *     node bench/review/run.mjs browser --games 20      the same findings on the site's page? fails if not
 */
import { parseArgs } from 'node:util'
import { startEngine } from '../../packages/engine/dist/node.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    games: { type: 'string', default: '20' },
    // A seed of games that the curve was not fitted to.
    from: { type: 'string', default: '5000' },
    even: { type: 'boolean', default: false },
  },
})
const games = Number(values.games)
const from = Number(values.from)
const [section] = positionals
if (
  !Number.isInteger(games) ||
  games < 1 ||
  !Number.isInteger(from) ||
  from < 0 ||
  section === undefined
) {
  process.stderr.write('review: say curve, agreement, times or browser, --games N and --from N\n')
  process.exit(2)
}
const tell = (/** @type {string} */ text) => process.stderr.write(`${text}\n`)
const engine = startEngine()
try {
  if (section === 'curve') {
    await (await import('./curve.mjs')).measureCurve(engine, { games, isEven: values.even }, tell)
  } else if (section === 'agreement' || section === 'times') {
    const { measureAgreement } = await import('./agreement.mjs')
    await measureAgreement(engine, { games, from, isCompared: section === 'agreement' }, tell)
  } else if (section === 'browser') {
    const { compareWithBrowser } = await import('./browser.mjs')
    if (!(await compareWithBrowser(engine, { games, from }, tell))) process.exitCode = 1
  } else {
    process.stderr.write(`review: there is no section ${section}\n`)
    process.exitCode = 2
  }
} finally {
  await engine.close()
}
