// @ts-check
/**
 * No player loses on time before the time is over: neither by the stored instants nor by the
 * clients' clock. The clients know when they sent the previous move and when they heard of the
 * flag.
 */
import { dueAt, statesOf } from './fold.mjs'

/**
 * @typedef {import('./facts.mjs').Facts} Facts
 * @typedef {import('./facts.mjs').Violation} Violation
 */

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
export function timeIsKept(facts) {
  const heardAt = firstHeard(facts)
  return [...facts.events].flatMap(([game, rows]) => {
    const states = statesOf(rows)
    if (states === undefined) return []
    /** @type {string[]} */
    const says = []
    for (const [index, { version, event, command }] of rows.entries()) {
      const heard = heardAt.get(`${game} ${version}`)
      says.push(
        ...instantErrors(facts, { event, command, heard }).map(
          (text) => `version ${version}: ${text}`,
        ),
      )
      const before = states[index - 1]
      if (before === undefined || !isByTime(event, command, facts)) continue
      const due = dueAt(before)
      if (due === undefined) says.push(`version ${version}: time decided where it may not`)
      else if (event.at < due)
        says.push(`version ${version}: time decided ${due - event.at} ms early`)
      const turn = turnBegan(facts, rows, index)
      if (due === undefined || heard === undefined || turn === undefined) continue
      const earlyMs = turn.sentAt + (due - turn.at) - heard
      if (earlyMs > MOST_APART_MS) {
        says.push(
          `version ${version}: by the clients' clock time decided ${Math.round(earlyMs)} ms early`,
        )
      }
    }
    return says.map((text) => ({ rule: 'time', game, says: text }))
  })
}

// --- internal ---

/**
 * The largest difference between the clocks of two nodes: half the round trip of the slowest
 * connection.
 */
const MOST_APART_MS = 1500

/**
 * The instant at which the first client received each event.
 * @param {Facts} facts
 */
function firstHeard({ heardEvents }) {
  /** @type {Map<string, number>} */
  const heardAt = new Map()
  for (const { at, game, version } of heardEvents) {
    const key = `${game} ${version}`
    heardAt.set(key, Math.min(at, heardAt.get(key) ?? Number.POSITIVE_INFINITY))
  }
  return heardAt
}

/**
 * No event is dated before its request or after a client received it, and no player loses time.
 * @param {Facts} facts
 * @param {{ event: any, command: string | null, heard: number | undefined }} row
 */
function instantErrors({ asked }, { event, command, heard }) {
  const errors = []
  const sentAt = command === null ? undefined : asked.get(command)?.attempts[0]?.sentAt
  if (sentAt !== undefined && event.at < sentAt - MOST_APART_MS) {
    errors.push(`it is dated ${Math.round(sentAt - event.at)} ms before it was asked for`)
  }
  if (heard !== undefined && event.at > heard + MOST_APART_MS) {
    errors.push(`it is dated ${Math.round(event.at - heard)} ms after it was heard of`)
  }
  if (event.kind === 'paused' && event.ms < 0) errors.push(`it took ${-event.ms} ms from somebody`)
  return errors
}

/**
 * @param {any} event
 * @param {string | null} command
 * @param {Facts} facts
 */
function isByTime(event, command, { asked }) {
  if (event.kind === 'placed') return event.how === 'byTime'
  if (event.kind !== 'ended') return false
  if (event.ending.kind === 'timeout') return true
  const isCalledOff = event.ending.kind === 'aborted' || event.ending.kind === 'abandoned'
  return isCalledOff && (command === null || !asked.has(command))
}

/**
 * The event that started the turn, and when it was requested; undefined if no client requested it.
 * @param {Facts} facts
 * @param {Facts['stored']['events']} rows
 * @param {number} index
 */
function turnBegan({ asked }, rows, index) {
  const began = rows
    .slice(0, index)
    .findLast(({ event }) => ['moved', 'takenBack', 'dealt'].includes(event.kind))
  const attempts = began?.command == null ? undefined : asked.get(began.command)?.attempts
  const [first] = attempts ?? []
  return began && first && { at: began.event.at, sentAt: first.sentAt }
}
