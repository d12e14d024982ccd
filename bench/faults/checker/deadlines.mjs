// @ts-check
/** Each running game will be checked when its time is over: the stored deadline is never later. */
import { dueAt, statesOf } from './fold.mjs'

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {import('./facts.mjs').Violation[]}
 */
export function deadlinesAreStored({ stored, games, events }) {
  const deadlines = new Map(stored.deadlines.map(({ game, at }) => [game, at]))
  return [...games.values()].flatMap(({ id, endedAt }) => {
    const found = (/** @type {string} */ says) => [{ rule: 'deadlines', game: id, says }]
    const state = statesOf(events.get(id) ?? [])?.at(-1)
    if (state === undefined) return []
    const at = deadlines.get(id)
    if (endedAt !== null) return at === undefined ? [] : found('it is over and has a deadline')
    const inTurn = dueAt(state, true)
    if (inTurn === undefined) return []
    const due = inTurn + owedMs(stored.shifts, events.get(id)?.at(-1)?.key ?? 0)
    // A node that has claimed the game will check it again soon.
    if (at === undefined || at > Math.max(due, stored.at + CLAIMED_MS)) {
      return found(`its deadline is ${at === undefined ? 'nowhere' : `${at - due} ms too late`}`)
    }
    return stored.at - due > OVERDUE_MS
      ? found(`its time was over ${Math.round(stored.at - due)} ms ago`)
      : []
  })
}

// --- internal ---

/**
 * Time in which nobody could play and which the game has not got back yet. The deadline is put off
 * immediately; the game's own event follows when play continues.
 * @param {readonly import('../stored.mjs').StoredShift[]} shifts
 * @param {number} latestEvent the key of the game's latest event
 */
function owedMs(shifts, latestEvent) {
  return shifts
    .filter(({ afterEvent }) => afterEvent >= latestEvent)
    .reduce((sum, { fromAt, toAt }) => sum + toAt - fromAt, 0)
}

/** A claim puts the deadline off by a second, by the clock of some node. */
const CLAIMED_MS = 2500
/** By then every healthy cluster has dealt with the deadline. */
const OVERDUE_MS = 10_000
