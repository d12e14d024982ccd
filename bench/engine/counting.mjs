// @ts-check
/** How fast move sequences are counted: bulk perft 4 of five full deals. */
import { packPosition } from '../../packages/engine/dist/pack.js'
import { startCore } from './core.mjs'
import { median, short } from './figures.mjs'
import { positionsAt } from './positions.mjs'

const DEPTH = 4
const DEALS = 5

/**
 * @param {import('./yardstick.mjs').Yardstick | undefined} yardstick
 * @param {(text: string) => void} tell
 */
export function measureCounting(yardstick, tell) {
  const core = startCore()
  const rows = positionsAt(DEALS, 0, 'either').map((position, index) => {
    core.load(packPosition(position))
    core.perft(DEPTH - 1)
    const startedAt = performance.now()
    const sequences = core.perft(DEPTH) ?? 0
    const mnps = sequences / (performance.now() - startedAt) / 1000
    const yardstickMnps = yardstick?.perft(position, DEPTH)
    tell(`counting: deal ${index + 1} of ${DEALS}`)
    return { sequences, mnps, yardstickMnps, ratio: ratioOf(mnps, yardstickMnps) }
  })
  const ratio = yardstick && median(rows.map((row) => row.ratio ?? Number.NaN))
  return {
    name: `perft ${DEPTH} of ${DEALS} deals, million sequences a second`,
    columns: ['sequences', 'hokito', 'yardstick', 'ratio (≥ 0.5)'],
    rows: rows.map((row) => [
      String(row.sequences),
      short(row.mnps),
      short(row.yardstickMnps),
      short(row.ratio),
    ]),
    summary: ratio === undefined ? '' : `median ratio ${short(ratio)}`,
    figures: { rows, ratio },
  }
}

// --- internal ---

/**
 * @param {number} own
 * @param {number | undefined} other
 */
function ratioOf(own, other) {
  return other === undefined ? undefined : own / other
}
