// @ts-check
/** The histories and the database, indexed for the rules. */

/**
 * @typedef {import('../history.mjs').Entry} Entry
 * @typedef {import('../history.mjs').Answer} Answer
 * @typedef {import('../history.mjs').Seen} Seen
 * @typedef {import('../stored.mjs').Stored} Stored
 * @typedef {import('../stored.mjs').StoredGame} StoredGame
 * @typedef {import('../stored.mjs').StoredEvent} StoredEvent
 * @typedef {{ sentAt: number, answeredAt: number | undefined, answer: Answer | undefined }} Attempt
 * @typedef {{ client: string, message: any, attempts: Attempt[] }} Asked the same message, however
 *   often it was sent
 * @typedef {{ at: number, client: string, game: string, version: number, event: any }} HeardEvent
 * @typedef {{ at: number, sentAt: number, client: string, game: string, seen: Seen, type: string }} HeardGame
 * @typedef {{
 *   stored: Stored,
 *   games: ReadonlyMap<string, StoredGame>,
 *   events: ReadonlyMap<string, readonly StoredEvent[]>,
 *   byCommand: ReadonlyMap<string, readonly StoredEvent[]>,
 *   asked: ReadonlyMap<string, Asked>,
 *   heardEvents: readonly HeardEvent[],
 *   heardGames: readonly HeardGame[],
 *   playersOf: ReadonlyMap<string, ReadonlySet<string>>,
 *   clientOf: ReadonlyMap<string, string>,
 *   started: readonly { client: string, game: string, challenge: string | undefined }[],
 * }} Facts `asked` has commands and requests with an id by that id, and everything else by its send
 *   number
 * @typedef {{ rule: string, game: string | undefined, says: string }} Violation
 */

/**
 * @param {readonly Entry[]} entries in the order in which they happened
 * @param {Stored} stored
 * @returns {Facts}
 */
export function factsOf(entries, stored) {
  /** @type {Map<string, Asked>} */
  const asked = new Map()
  /** @type {Map<number, { asked: Asked, attempt: Attempt }>} */
  const sent = new Map()
  /** @type {HeardEvent[]} */
  const heardEvents = []
  /** @type {HeardGame[]} */
  const heardGames = []
  /** @type {Map<string, Set<string>>} */
  const playersOf = new Map()
  /** @type {Facts['started'][number][]} */
  const started = []
  for (const entry of entries) {
    const { at, client } = entry
    switch (entry.kind) {
      case 'session':
        setOf(playersOf, client).add(entry.player)
        break
      case 'sent': {
        const key = entry.message.id ?? `#${entry.number}`
        const known = asked.get(key) ?? { client, message: entry.message, attempts: [] }
        asked.set(key, known)
        /** @type {Attempt} */
        const attempt = { sentAt: at, answeredAt: undefined, answer: undefined }
        known.attempts.push(attempt)
        sent.set(entry.number, { asked: known, attempt })
        break
      }
      case 'answered': {
        const its = sent.get(entry.number)
        if (its === undefined) throw new Error(`answer ${entry.number} was never asked for`)
        Object.assign(its.attempt, { answeredAt: at, answer: entry.answer })
        const { updates = [] } = entry.answer
        for (const update of updates) heardEvents.push({ at, client, ...update })
        heardGames.push(...gameIn(entry, its))
        break
      }
      case 'update':
        heardEvents.push(entry)
        break
      case 'started':
        started.push(entry)
        break
      case 'unanswered':
        break
    }
  }
  const clientOf = new Map(
    [...playersOf].flatMap(([client, players]) => [...players].map((player) => [player, client])),
  )
  return {
    stored,
    games: new Map(stored.games.map((game) => [game.id, game])),
    events: grouped(stored.events, ({ game }) => game),
    byCommand: grouped(
      stored.events.filter(({ command }) => command !== null),
      ({ command }) => command ?? '',
    ),
    asked,
    heardEvents,
    heardGames,
    playersOf,
    clientOf: /** @type {Map<string, string>} */ (clientOf),
    started,
  }
}

/**
 * @template T
 * @param {Iterable<T>} all
 * @param {(one: T) => string} keyOf
 * @returns {Map<string, T[]>}
 */
export function grouped(all, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/**
 * The same text for the same value, whatever the order of its keys.
 * @param {unknown} value
 * @returns {string}
 */
export function textOf(value) {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/**
 * Did the server accept the message?
 * @param {Asked} asked
 */
export function isAccepted({ attempts }) {
  return attempts.some(({ answer }) => answer?.ok === true)
}

/**
 * Did one of its attempts get no answer, or one that decides nothing?
 * @param {Asked} asked
 */
export function isUndecided({ attempts }) {
  return attempts.some(({ answer }) => answer === undefined || UNDECIDED.has(answer.code ?? ''))
}

/**
 * Does the message belong to one game, which counts it once?
 * @param {any} message
 */
export function isCommand(message) {
  return typeof message.ply === 'number'
}

// --- internal ---

const UNDECIDED = new Set(['internal', 'tooMany', 'closing', 'signedOut'])

/**
 * @param {Map<string, Set<string>>} sets
 * @param {string} key
 */
function setOf(sets, key) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  return set
}

/**
 * The game that an answer shows, if it shows one.
 * @param {Extract<Entry, { kind: 'answered' }>} answered
 * @param {{ asked: Asked, attempt: Attempt }} question
 * @returns {readonly HeardGame[]}
 */
function gameIn({ at, client, answer: { game, seen } }, { asked, attempt }) {
  if (game === undefined || seen === undefined) return []
  return [{ at, sentAt: attempt.sentAt, client, game, seen, type: asked.message.type }]
}
