// @ts-check
/**
 * How fast a win, draw or loss is proved, by occupied squares, and whether the yardstick's verdicts
 * agree.
 */
import { packPosition } from '../../packages/engine/dist/pack.js'
import { startSearcher, watch } from './core.mjs'
import { median, short } from './figures.mjs'
import { positionsAt } from './positions.mjs'

/** @typedef {import('../../packages/rules/dist/index.js').Position} Position */

const POSITIONS = 20
const LIMIT_SECONDS = 30
/** The yardstick's own time limit. If it does not finish, only our verdict is known. */
const YARDSTICK_SECONDS = { 18: 30, 20: 30, 22: 30, 24: 5 }
const HASH_MIB = 128

/**
 * @param {import('./yardstick.mjs').Yardstick | undefined} yardstick
 * @param {(text: string) => void} tell
 */
export function measureProof(yardstick, tell) {
  const rows = []
  for (const [occupied, limit] of Object.entries(YARDSTICK_SECONDS)) {
    for (const endRule of /** @type {const} */ (['either', 'onTurn'])) {
      const proofs = positionsAt(POSITIONS, 36 - Number(occupied), endRule).map(
        (position, index) => {
          tell(`proof: ${occupied} squares, ${endRule}, ${index + 1} of ${POSITIONS}`)
          return proofOf(position, yardstick, limit)
        },
      )
      rows.push({ occupied: Number(occupied), endRule, ...summaryOf(proofs), proofs })
    }
  }
  return {
    name: `proof of win, draw or loss, ${POSITIONS} positions each, within ${LIMIT_SECONDS} s; medians in s`,
    columns: [
      'squares',
      'end rule',
      'proved',
      'hokito',
      'yardstick',
      'ratio (≤ 0.5)',
      'other verdicts',
    ],
    rows: rows.map((row) => [
      String(row.occupied),
      row.endRule,
      `${row.proved} of ${POSITIONS}`,
      short(row.seconds),
      // If half of the times reached the limit, the median is unknown.
      row.yardstickUnknown * 2 >= POSITIONS ? '–' : short(row.yardstickSeconds),
      row.yardstickUnknown * 2 >= POSITIONS ? '–' : short(row.ratio),
      String(row.contradictions),
    ]),
    summary: '',
    figures: rows,
  }
}

// --- internal ---

/** @typedef {{ readonly verdict: string, readonly seconds: number }} Verdict */

/**
 * @param {Position} position
 * @param {import('./yardstick.mjs').Yardstick | undefined} yardstick
 * @param {number} limit
 */
function proofOf(position, yardstick, limit) {
  // A fresh searcher, so that it remembers nothing, as in the yardstick.
  const searcher = startSearcher(HASH_MIB)
  const { verdict, elapsedMs } = searcher.solve(
    packPosition(position),
    watch(LIMIT_SECONDS),
    () => undefined,
    { goal: 'verdict' },
  )
  const words = ['loss', 'draw', 'win']
  return {
    verdict: verdict === undefined ? 'unknown' : (words[Math.sign(verdict) + 1] ?? 'unknown'),
    seconds: elapsedMs / 1000,
    yardstick: yardstick?.solve(position, limit),
  }
}

/** @param {readonly (Verdict & { readonly yardstick: Verdict | undefined })[]} proofs */
function summaryOf(proofs) {
  const others = proofs.flatMap(({ yardstick }) => yardstick ?? [])
  const seconds = median(proofs.map((proof) => proof.seconds))
  const yardstickSeconds = others.length === 0 ? undefined : median(others.map((o) => o.seconds))
  return {
    proved: proofs.filter(({ verdict }) => verdict !== 'unknown').length,
    seconds,
    yardstickSeconds,
    ratio: yardstickSeconds === undefined ? undefined : seconds / yardstickSeconds,
    yardstickUnknown: others.filter(({ verdict }) => verdict === 'unknown').length,
    contradictions: proofs.filter(
      ({ verdict, yardstick }) =>
        yardstick !== undefined &&
        verdict !== 'unknown' &&
        yardstick.verdict !== 'unknown' &&
        verdict !== yardstick.verdict,
    ).length,
  }
}
