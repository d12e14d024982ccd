// @ts-check
/**
 * There is one history of each game, and everything that a client was sent of it is a beginning of
 * that history.
 */
import { textOf } from './facts.mjs'
import { statesOf } from './fold.mjs'

/** @typedef {import('./facts.mjs').Violation} Violation */

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
export function oneHistory(facts) {
  return [...gapsIn(facts), ...strangeEvents(facts), ...strangeGames(facts), ...pastGames(facts)]
}

// --- internal ---

const RULE = 'one history'

/**
 * Versions count up from one without gaps or repeats.
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
function gapsIn({ games, events }) {
  return [...games.values()].flatMap(({ id, damage }) => {
    const rows = events.get(id) ?? []
    const wrong = rows.findIndex(({ version }, place) => version !== place + 1)
    const says = []
    if (damage !== null) says.push(`the server set it aside: ${damage}`)
    if (wrong !== -1) says.push(`event ${wrong + 1} has version ${rows[wrong]?.version}`)
    if (rows[0]?.event.kind !== 'created') says.push('it does not begin')
    return says.map((text) => ({ rule: RULE, game: id, says: text }))
  })
}

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
function strangeEvents({ heardEvents, events }) {
  return heardEvents.flatMap(({ client, game, version, event }) => {
    const stored = events.get(game)?.[version - 1]?.event
    if (stored !== undefined && textOf(stored) === textOf(event)) return []
    const says = `${client} heard as version ${version} ${textOf(event)}, and stored is ${textOf(stored)}`
    return [{ rule: RULE, game, says }]
  })
}

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
function strangeGames({ heardGames, events }) {
  /** @type {Map<string, ReturnType<typeof statesOf>>} */
  const folded = new Map()
  return heardGames.flatMap(({ client, game, seen }) => {
    if (!folded.has(game)) folded.set(game, statesOf(events.get(game) ?? []))
    const state = folded.get(game)?.[seen.version - 1]
    const { seats, deal, moves, ending, next } = state ?? {}
    const { version, ...rest } = seen
    if (state !== undefined && textOf({ seats, deal, moves, ending, next }) === textOf(rest))
      return []
    return [
      { rule: RULE, game, says: `${client} was shown a version ${version} that is not stored so` },
    ]
  })
}

/**
 * A client that opens a game sees at least everything that any client had received before.
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
function pastGames({ heardEvents, heardGames }) {
  const told = [
    ...heardEvents.map(({ at, game, version }) => ({ at, game, version })),
    ...heardGames.map(({ at, game, seen }) => ({ at, game, version: seen.version })),
  ].map((one) => ({ ...one, opening: undefined }))
  const openings = heardGames
    .filter(({ type }) => type === 'openGame')
    .map((opening) => ({ at: opening.sentAt, game: opening.game, version: 0, opening }))
  const inOrder = [...told, ...openings].sort((a, b) => a.at - b.at)
  /** @type {Map<string, number>} */
  const latest = new Map()
  /** @type {Violation[]} */
  const violations = []
  for (const { game, version, opening } of inOrder) {
    const known = latest.get(game) ?? 0
    if (opening === undefined) latest.set(game, Math.max(known, version))
    else if (opening.seen.version < known) {
      const says = `${opening.client} was shown version ${opening.seen.version} after another page had heard of ${known}`
      violations.push({ rule: RULE, game, says })
    }
  }
  return violations
}
