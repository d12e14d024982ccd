// @ts-check
/** The campaign's result as a table in Markdown. */

/**
 * @typedef {import('./figures.mjs').Row} Row
 * @typedef {import('./figures.mjs').Moves} Moves
 */

const HEADER = [
  'kind',
  'fault',
  'tries',
  'answers',
  'p50/p99 before, ms',
  'p50/p99 during, ms',
  'memory before → peak, MB',
  'verdict',
]

export function headerLines() {
  return [`| ${HEADER.join(' | ')} |`, `|${' --- |'.repeat(HEADER.length)}`].join('\n')
}

/**
 * @param {Row} row
 * @returns {string}
 */
export function lineOf({ name, fault, tries, answers, quiet, during, memory, ...rest }) {
  const cells = [
    name,
    fault,
    tries === 0 ? '–' : String(tries),
    answersOf(answers),
    movesOf(quiet),
    movesOf(during),
    memory === undefined ? '–' : `${memory.beforeMb.toFixed(0)} → ${memory.peakMb.toFixed(0)}`,
    verdictOf(rest),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

// --- internal ---

const MOST_CODES = 4

/** @param {Record<string, number>} answers */
function answersOf(answers) {
  const all = Object.entries(answers).map(([code, count]) => `${code} ×${count}`)
  const more = all.length > MOST_CODES ? ['…'] : []
  return [...all.slice(0, MOST_CODES), ...more].join(', ') || '–'
}

/** @param {Moves | undefined} moves */
function movesOf(moves) {
  if (moves === undefined || moves.moves === 0) return '–'
  const cuts = moves.cuts > 0 ? ` (cut off ${moves.cuts}×)` : ''
  return `${moves.p50.toFixed(1)} / ${moves.p99.toFixed(1)}${cuts}`
}

/** @param {Pick<Row, 'verdict' | 'harms' | 'failures' | 'notes'>} row */
function verdictOf({ verdict, harms, failures, notes }) {
  const why = verdict === 'busy' ? ['this machine is too busy to tell'] : []
  const words = [...harms, ...failures, ...why, ...notes].join('; ')
  return words === '' ? verdict : `${verdict}: ${words}`
}
