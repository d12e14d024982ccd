// @ts-check
/**
 * Each challenge, and each request to be paired, leads to at most one game. A withdrawn one leads
 * to none.
 */
import { grouped, isUndecided } from './facts.mjs'

/**
 * @typedef {import('./facts.mjs').Facts} Facts
 * @typedef {import('./facts.mjs').Violation} Violation
 * @typedef {{ id: string, from: number, isUndecided: boolean }} Seek
 */

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
export function seeksLeadToOneGame(facts) {
  return [
    ...challengesTwice(facts),
    ...withdrawn(facts),
    ...strangeStarts(facts),
    ...seeksTwice(facts),
  ]
}

// --- internal ---

const RULE = 'seeks'

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
function challengesTwice({ games }) {
  const made = grouped(
    [...games.values()].filter(({ challenge }) => challenge !== null),
    ({ challenge }) => challenge ?? '',
  )
  return [...made]
    .filter(([, led]) => led.length > 1)
    .map(([challenge, led]) => {
      const says = `challenge ${challenge} led to ${led.map(({ id }) => id).join(' and ')}`
      return { rule: RULE, game: led[0]?.id, says }
    })
}

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
function withdrawn({ asked, games }) {
  const gameOf = new Map([...games.values()].map((game) => [game.challenge, game]))
  return [...asked.values()].flatMap(({ message, client, attempts }) => {
    const game = message.type === 'withdrawChallenge' ? gameOf.get(message.challenge) : undefined
    // A first withdrawal may have failed without an answer, and a second one then finds the
    // challenge taken.
    if (game === undefined || attempts.every(({ answer }) => answer?.ok !== true)) return []
    const says = `${client} was told that ${message.challenge} is withdrawn, and it led to this game`
    return [{ rule: RULE, game: game.id, says }]
  })
}

/**
 * If a client hears that a game has begun, that game is stored, is the client's own, and comes from
 * that challenge. When two players who both wait are paired, it comes from the challenge of one;
 * the other hears of it under the challenge that their own page waits on, which leads to no game. If
 * the answer to their request was lost, no history names that challenge.
 * @param {Facts} facts
 * @returns {Violation[]}
 */
function strangeStarts({ started, asked, games, playersOf }) {
  const led = new Set([...games.values()].map((game) => game.challenge))
  const requests = [...asked.values()].filter(({ message }) => message.type === 'quickPair')
  const waiting = new Set(
    requests.flatMap(({ client, attempts }) =>
      attempts.map(({ answer }) => `${client} ${answer?.challenge}`),
    ),
  )
  const unanswered = new Set(requests.filter(isUndecided).map(({ client }) => client))
  const answered = new Set(
    [...asked.values()].flatMap(({ attempts }) => attempts.map(({ answer }) => answer?.challenge)),
  )
  const replied = [...asked.values()].flatMap(({ client, message, attempts }) =>
    message.type === 'quickPair' || message.type === 'acceptChallenge'
      ? attempts
          .flatMap(({ answer }) => answer?.started ?? [])
          .map((game) => ({ client, game, challenge: undefined }))
      : [],
  )
  return [...started, ...replied].flatMap(({ client, game, challenge }) => {
    const stored = games.get(game)
    const players = playersOf.get(client)
    const isTheirs =
      stored !== undefined && [stored.black, stored.white].some((player) => players?.has(player))
    const isOwnWait =
      !led.has(challenge ?? null) &&
      (waiting.has(`${client} ${challenge}`) ||
        (unanswered.has(client) && !answered.has(challenge)))
    const isSame = challenge === undefined || stored?.challenge === challenge || isOwnWait
    if (isTheirs && isSame) return []
    const heard = challenge === undefined ? '' : ` from challenge ${challenge}`
    const kept = stored === undefined ? 'nothing' : `a game from ${stored.challenge}`
    const whose = isTheirs || stored === undefined ? '' : ', of other players'
    const says = `${client} heard of a game${heard}, and the database has ${kept}${whose}`
    return [{ rule: RULE, game, says }]
  })
}

/**
 * Checks a player's games from quick pairing against the player's requests for one. Between one
 * request and the next there is at most one game. Only a game from an earlier request without an
 * answer may come late.
 * @param {Facts} facts
 * @returns {Violation[]}
 */
function seeksTwice({ asked, games, events, clientOf }) {
  const seeks = seeksByClient(asked)
  /** @type {Set<string | null>} */
  const invited = new Set()
  /** @type {Set<string>} */
  const taken = new Set()
  for (const { client, message, attempts } of asked.values()) {
    if (message.type === 'challenge')
      for (const { answer } of attempts) invited.add(answer?.challenge ?? null)
    if (message.type === 'acceptChallenge') taken.add(`${client} ${message.challenge}`)
  }
  /** @type {Map<string, { id: string, at: number }[]>} */
  const paired = new Map()
  for (const { id, black, white, challenge } of games.values()) {
    const created = events.get(id)?.[0]?.event
    if (challenge === null || created === undefined || invited.has(challenge) || !isQuick(created))
      continue
    for (const player of [black, white]) {
      const client = clientOf.get(player) ?? ''
      if (taken.has(`${client} ${challenge}`)) continue
      paired.set(client, [...(paired.get(client) ?? []), { id, at: created.at }])
    }
  }
  return [...paired].flatMap(([client, led]) => tooMany(client, seeks.get(client) ?? [], led))
}

/**
 * @param {string} client
 * @param {readonly Seek[]} seeks
 * @param {readonly { id: string, at: number }[]} led
 * @returns {Violation[]}
 */
function tooMany(client, seeks, led) {
  /** @type {Violation[]} */
  const violations = []
  let late = 0
  for (const [place, seek] of seeks.entries()) {
    const until = seeks[place + 1]?.from ?? Number.POSITIVE_INFINITY
    const since = place === 0 ? Number.NEGATIVE_INFINITY : seek.from
    const own = led.filter(({ at }) => at >= since - APART_MS && at < until - APART_MS)
    if (own.length > 1 + late) {
      const says = `${client} was paired by ${seek.id} in ${own.map(({ id }) => id).join(' and ')}`
      violations.push({ rule: RULE, game: own[0]?.id, says })
    }
    late = Math.max(0, late - Math.max(0, own.length - 1))
    if (own.length === 0 && seek.isUndecided) late++
  }
  return violations
}

/** Less than the time between two requests of one client. */
const APART_MS = 50

/**
 * The requests of each client, in their order.
 * @param {Facts['asked']} asked
 */
function seeksByClient(asked) {
  const wishes = [...asked].filter(([, { message }]) => message.type === 'quickPair')
  const byClient = grouped(wishes, ([, { client }]) => client)
  return new Map(
    [...byClient].map(([client, own]) => [
      client,
      own.map(([id, one]) => ({
        id,
        from: one.attempts[0]?.sentAt ?? 0,
        isUndecided: isUndecided(one),
      })),
    ]),
  )
}

/**
 * Does a game have the terms of quick pairing?
 * @param {any} created
 */
function isQuick({ terms, isListed, lot }) {
  const isPlain = terms.setup.kind === 'standard' && terms.endRule === 'either'
  return isPlain && !terms.allowsTakebacks && terms.games === 2 && isListed === true && lot === true
}
