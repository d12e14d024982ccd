// @ts-check
/** The report of a campaign, in sentences. */

/**
 * @typedef {import('./campaign.mjs').Outcome} Outcome
 * @typedef {import('./schedule.mjs').Fault} Fault
 * @typedef {import('./tournament-run.mjs').Kill} Kill
 * @typedef {{
 *   kills: readonly Kill[],
 *   held: { entries: readonly unknown[] } & import('./tournament-run.mjs').Seen,
 *   told: string,
 *   violations: Outcome['violations'],
 *   harms: Outcome['harms'],
 * }} TournamentOutcome
 */

/**
 * The report of one fault, when it begins.
 * @param {Fault} fault
 */
export function lineOfFault({ fault, node, atMs, forMs, amount }) {
  const place = node === undefined ? 'all' : `node-${node}`
  const unit = fault === 'skew' ? 's' : 'ms'
  const by = amount === undefined ? '' : ` by ${amount} ${unit}`
  return `${secondsOf(atMs).padStart(8)}  ${fault.padEnd(16)} ${place.padEnd(6)} for ${secondsOf(forMs)}${by}`
}

/**
 * The report of what was done and played, and the verdict.
 * @param {Outcome} outcome
 */
export function summaryOf({ entries, stored, faults, restarts, absences, violations, harms }) {
  const count = (/** @type {string} */ kind) =>
    entries.filter((entry) => entry.kind === kind).length
  const kinds = counted(faults.map(({ fault }) => fault))
  const events = counted(stored.events.map(({ event }) => event.kind))
  const endings = counted(
    stored.events.flatMap(({ event }) => (event.kind === 'ended' ? [event.ending.kind] : [])),
  )
  const refusals = counted(
    entries.flatMap((entry) => (entry.kind === 'answered' ? (entry.answer.code ?? []) : [])),
  )
  return [
    '',
    restarts.length > 0 ? `${restarts.length} restarts.` : `${faults.length} faults: ${kinds}.`,
    `${stored.games.length} games, ended: ${endings}. Events: ${events}.`,
    `${count('sent')} messages, ${count('answered')} answers, ${count('unanswered')} without one, ${count('update')} events heard, ${count('session')} lines made. Refused: ${refusals}.`,
    lineOfAbsences(absences),
    ...harms,
    ...byRule(violations),
    isClean({ violations, harms }) ? 'Clean.' : 'NOT CLEAN.',
  ].join('\n')
}

/**
 * The report of one restart, when it is over.
 * @param {import('./rolling.mjs').Restart} restart
 */
export function lineOfRestart({ node, how, atMs, downMs, wellMs }) {
  return `${secondsOf(atMs).padStart(8)}  ${how.padEnd(16)} ${node} ended after ${secondsOf(downMs)}, all well after ${secondsOf(wellMs)}`
}

/**
 * The report of requests and answers, and the verdict.
 * @param {ReadonlyMap<string, number>} counts
 * @param {readonly string[]} harms
 */
export function summaryOfGenerated(counts, harms) {
  const told = [...counts].map(([what, times]) => `${what} ×${times}`).sort()
  return ['', `${told.join(', ')}.`, ...harms, harms.length === 0 ? 'Clean.' : 'NOT CLEAN.'].join(
    '\n',
  )
}

/**
 * The report of one kill in a tournament, when it is done.
 * @param {Kill} kill
 */
export function lineOfKill({ node, atMs, ...kill }) {
  return `${secondsOf(atMs).padStart(8)}  ${node} killed ${momentOf(kill)} ${kill.what} ${kill.step}`
}

/**
 * The report of a tournament, and the verdict.
 * @param {TournamentOutcome} outcome
 */
export function summaryOfTournament({ kills, held, told, violations, harms }) {
  const { entries, stored, looks } = held
  const endings = counted(
    stored.events.flatMap(({ event }) => (event.kind === 'ended' ? [event.ending.kind] : [])),
  )
  return [
    '',
    `${entries.length} players, ${told}, ${kills.length} kills: ${counted(kills.map((kill) => `${momentOf(kill)} a ${kill.what}`))}.`,
    `${stored.games.length} games, ended: ${endings}. Looked at ${looks.length} times.`,
    ...harms,
    ...byRule(violations),
    isClean({ violations, harms }) ? 'Clean.' : 'NOT CLEAN.',
  ].join('\n')
}

/** @param {Pick<Outcome, 'violations' | 'harms'>} outcome */
export function isClean({ violations, harms }) {
  return violations.length === 0 && harms.length === 0
}

// --- internal ---

/** The most violations of one rule that are reported. */
const MOST_TOLD = 10

/** @param {Pick<Kill, 'when' | 'isPaired'>} kill */
function momentOf({ when, isPaired }) {
  if (when === 'middle') return 'in the middle of'
  if (when === 'storing') return 'at the beginning of'
  return `${isPaired ? 'after' : 'before'} pairing after`
}

/** @param {Outcome['absences']} absences longest first */
function lineOfAbsences(absences) {
  const [longest] = absences
  if (longest === undefined) return 'Nobody was without their game.'
  const shareOf = (/** @type {number} */ share) =>
    secondsOf(absences[Math.floor(absences.length * (1 - share))]?.ms ?? longest.ms)
  return `${absences.length} times a player was without their game: ${secondsOf(longest.ms)} at the longest, 99 in 100 up to ${shareOf(0.99)}, half up to ${shareOf(0.5)}.`
}

/** @param {Outcome['violations']} violations */
function byRule(violations) {
  const rules = [...new Set(violations.map(({ rule }) => rule))]
  return rules.flatMap((rule) => {
    const own = violations.filter((violation) => violation.rule === rule)
    const told = own.slice(0, MOST_TOLD).map(({ game, says }) => `  ${game ?? ''} ${says}`)
    const more = own.length > MOST_TOLD ? [`  … and ${own.length - MOST_TOLD} more`] : []
    return [`${rule}: ${own.length}`, ...told, ...more]
  })
}

/** @param {readonly string[]} all */
function counted(all) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  const sorted = [...counts].sort(([, a], [, b]) => b - a)
  return sorted.map(([one, times]) => `${one} ×${times}`).join(', ') || 'none'
}

/** @param {number} ms */
function secondsOf(ms) {
  return `${(ms / 1000).toFixed(2)} s`
}
