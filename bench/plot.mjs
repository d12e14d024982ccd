// @ts-check
/** Plots of what benches have measured, as SVG that reads on light and dark pages. */

/**
 * @typedef {{ readonly name: string, readonly unit: string, readonly points: readonly (readonly [number, number])[] }} Series
 *   points come by ascending x
 */

/**
 * Small plots below each other over one x axis, each from 0.
 * @param {readonly Series[]} all
 * @param {{ readonly title: string, readonly xName: string }} words
 * @returns {string}
 */
export function plotsOf(all, { title, xName }) {
  const height = TOP + all.length * ROW + BOTTOM
  const widest = Math.max(1, ...all.flatMap(({ points }) => points.map(([x]) => x)))
  const rows = all.map((series, index) => rowOf(series, widest, TOP + index * ROW))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<g font-family="system-ui, sans-serif" font-size="12" fill="#333">`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="600">${escaped(title)}</text>`,
    ...rows,
    `<text x="${LEFT}" y="${height - 8}">0</text>`,
    `<text x="${WIDTH - RIGHT}" y="${height - 8}" text-anchor="end">${rounded(widest)} ${escaped(xName)}</text>`,
    '</g></svg>\n',
  ].join('\n')
}

// --- internal ---

const WIDTH = 720
const LEFT = 150
const RIGHT = 70
const TOP = 36
const ROW = 70
const GAP = 16
const BOTTOM = 24

/**
 * @param {Series} series
 * @param {number} widest
 * @param {number} top
 */
function rowOf({ name, unit, points }, widest, top) {
  const highest = Math.max(Number.MIN_VALUE, ...points.map(([, y]) => y))
  const bottom = top + ROW - GAP
  const xOf = (/** @type {number} */ x) => LEFT + (x / widest) * (WIDTH - LEFT - RIGHT)
  const yOf = (/** @type {number} */ y) => bottom - (y / highest) * (ROW - GAP)
  const line = points.map(([x, y]) => `${xOf(x).toFixed(1)},${yOf(y).toFixed(1)}`).join(' ')
  return [
    `<text x="${LEFT - 8}" y="${bottom - 18}" text-anchor="end">${escaped(name)}</text>`,
    `<path d="M${LEFT} ${bottom}H${WIDTH - RIGHT}" stroke="#999" fill="none"/>`,
    `<polyline points="${line}" fill="none" stroke="#0b62a4" stroke-width="1.5"/>`,
    `<text x="${WIDTH - RIGHT + 6}" y="${top + 10}">${rounded(highest)} ${escaped(unit)}</text>`,
    `<text x="${WIDTH - RIGHT + 6}" y="${bottom}">0</text>`,
  ].join('\n')
}

/** @param {number} value */
function rounded(value) {
  return value >= 100 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(2))
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
