// @ts-check
/**
 * Attacks on games that the server itself arranges: bots that play for visitors, the arena of the
 * day, the second game of a match, and games in which White gets points.
 */
import { randomBytes } from 'node:crypto'
import { beginGame } from '../begin.mjs'
import { crowd, GIVEN_TERMS, leave, wiresOf } from '../crowd.mjs'
import { ask, post, signUp } from '../http.mjs'
import { comesTrue } from '../wait.mjs'

/**
 * @typedef {import('../context.mjs').Context} Context
 * @typedef {import('../crowd.mjs').Guest} Guest
 */

/**
 * Visitors ask what can be watched as often as they may, sockets open that game and stop reading,
 * and strangers try to command its bots. It must go on, with moves of its bots alone.
 */
export const show = {
  name: 'show',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 12, sockets: 3, addresses: 4 })
    const [stranger, ...silent] = guests
    const before = await shownGame(context)
    if (before === undefined || stranger === undefined) {
      return context.tally.fail('no bots play for visitors')
    }
    for (const wire of wiresOf(silent)) {
      wire.tell({ type: 'openGame', game: before.id })
      wire.stopReading()
    }
    await context.flood(200, AT_ONCE, (n) => {
      if (n % 10 === 0) void commandAsStranger(context, stranger, before.id)
      const place = `${context.url}/api/watch${n % 2 === 0 ? '?all=yes' : ''}`
      return ask(place, { address: context.address(10 + (n % 4)) })
    })
    const after = await shownGame(context)
    const isSame = after?.id === before.id && after.ply === before.ply
    if (isSame && context.seconds * 1000 > 2 * PACE_MS) {
      context.tally.fail('the bots that play for visitors have stopped')
    }
    context.tally.note(`${before.id} ply ${before.ply}, then ${after?.id} ply ${after?.ply}`)
    leave(guests)
  },
}

/** Accounts join and leave the arena of the day, several times at once, while others look at it. */
export const arenaOfTheDay = {
  name: 'arena-of-the-day',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const address = (/** @type {number} */ n) => context.address(n % ADDRESSES)
    /** @type {string[]} */
    const cookies = []
    for (let n = 0; n < ACCOUNTS; n++) {
      const name = `A${randomBytes(6).toString('hex')}`
      const account = await signUp(context.url, address(n), name)
      if ('cookie' in account) cookies.push(account.cookie)
      else context.tally.heardHttp(account)
    }
    const tournament = await arenaId(context)
    if (tournament === undefined || cookies.length === 0) {
      return context.tally.fail('there is no arena of the day')
    }
    await context.flood(60, AT_ONCE, (n) => {
      const act = context.oneOf(['enter', 'leave', 'look'])
      const from = { address: address(n), cookie: cookies[n % cookies.length] ?? '' }
      const place = `${context.url}/api/tournaments/`
      return act === 'look'
        ? ask(`${place}${tournament}?from=${context.below(2000)}`, from)
        : post(place + act, from, { tournament })
    })
    const place = `${context.url}/api/tournaments/${tournament}`
    const seen = await ask(place, { address: context.address(ADDRESSES) })
    const { entered } = JSON.parse(seen.body).tournament ?? {}
    context.tally.note(`${cookies.length} accounts, ${entered} entered`)
    if (!(entered <= cookies.length)) context.tally.fail(`${entered} of ${cookies.length} entered`)
  },
}

/** Terms in which White gets points that no game can have. */
export const wrongPoints = {
  name: 'wrong-points',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const [guest] = await crowd(context, { guests: 1 })
    const [wire] = guest?.wires ?? []
    await context.atRate(8, async () => {
      context.tally.tried()
      const isPair = context.below(3) === 0
      const right = 0.5 * (1 + context.below(80))
      const compensation = isPair ? right : context.oneOf(WRONG_POINTS)
      const terms = { ...GIVEN_TERMS, games: isPair ? 2 : 1, compensation }
      const offer = { type: 'challenge', id: context.id(), terms, color: 'random', isListed: true }
      const quick = { type: 'quickPair', id: context.id(), timeControl: QUICK }
      const asked = context.below(4) === 0 ? { ...quick, ...context.oneOf(WRONG_WISHES) } : offer
      const reply = await wire?.ask(asked, 1000)
      context.tally.heardReply(reply)
      if (reply?.ok) context.tally.fail(`these terms were taken: ${JSON.stringify(asked)}`)
    })
    leave(guest === undefined ? [] : [guest])
  },
}

/**
 * One player says again and again that they are ready for the second game of a match, a stranger
 * says it too, and the other player says nothing. The pause must not end for it.
 */
export const readyAlone = {
  name: 'ready-alone',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 3, addresses: 3 })
    const [black, white, stranger] = guests
    if (black === undefined || white === undefined || stranger === undefined) return
    const game = await secondGame(context, black, white)
    if (game === undefined) {
      context.tally.fail('the second game of the match did not begin')
      return leave(guests)
    }
    const look = async () => (await white.wires[0]?.ask({ type: 'openGame', game }))?.game
    const before = (await look())?.clock.standsUntil
    await context.atRate(20, async (n) => {
      context.tally.tried()
      const [wire] = n % 2 === 0 ? black.wires : stranger.wires
      const ready = { type: 'ready', game, ply: context.below(3), id: context.id() }
      context.tally.heardReply(await wire?.ask(ready, 1000))
    })
    const view = await look()
    const isOver = view?.clock.standsUntil === undefined
    if (before === undefined || isOver || view.clock.standsUntil !== before) {
      context.tally.fail(`the pause ends at ${view?.clock.standsUntil}, not at ${before}`)
    }
    if (view?.ready?.black !== undefined && view?.ready?.white !== undefined) {
      context.tally.fail('both count as ready, and one has said nothing')
    }
    leave(guests)
  },
}

// --- internal ---

const AT_ONCE = 100
/** The time between two moves of the bots that play for visitors. */
const PACE_MS = 4000
const ACCOUNTS = 8
const ADDRESSES = 4
const QUICK = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 }
const HALF_A_MINUTE = { kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 }

const WRONG_POINTS = [0, -0.5, 0.25, 13.4, 40.5, 1e308, -1e308, 1e-308, true, '13.5', [13.5], {}]
const WRONG_WISHES = [
  { isSingle: false },
  { isSingle: 'yes' },
  { isSingle: 1 },
  { isSingle: true, compensation: 40 },
  { isSingle: true, timeControl: { ...QUICK, initialSeconds: -1 } },
]

const COMMANDS = ['move', 'resign', 'abort', 'claim', 'ready', 'offerDraw', 'acceptOffer']

/**
 * @param {Context} context
 * @param {Guest} stranger
 * @param {string} game
 */
async function commandAsStranger(context, { wires }, game) {
  const type = context.oneOf(COMMANDS)
  const command = { type, game, ply: context.below(30), id: `show-of-${context.below(60)}` }
  const more = type === 'move' ? { from: context.below(36), to: context.below(36) } : {}
  const offer = type === 'acceptOffer' ? { offer: 1 } : {}
  const reply = await wires[0]?.ask({ ...command, ...more, ...offer }, 1000)
  context.tally.heardReply(reply)
  if (reply?.ok) context.tally.fail(`a stranger could ${type} in the game for visitors`)
}

/**
 * The game that is shown to visitors, once there is one.
 * @param {Context} context
 */
async function shownGame(context) {
  /** @type {{ id: string, ply: number } | undefined} */
  let found
  await comesTrue(async () => {
    // Honest players play private games, so that nothing else is shown.
    const { body } = await ask(`${context.url}/api/watch`, { address: context.address(200) })
    found = body.startsWith('{') ? JSON.parse(body).games[0] : undefined
    return found !== undefined
  }, 20_000)
  return found
}

/** @param {Context} context */
async function arenaId(context) {
  const { body } = await ask(`${context.url}/api/tournaments`, { address: context.address(0) })
  const { tournaments = [] } = JSON.parse(body)
  return tournaments.find((/** @type {any} */ { day, endedAt }) => day && !endedAt)?.id
}

/**
 * Plays the first game of a match to its end, and returns the second.
 * @param {Context} context
 * @param {Guest} black
 * @param {Guest} white
 * @returns {Promise<string | undefined>}
 */
async function secondGame(context, black, white) {
  const terms = { ...GIVEN_TERMS, timeControl: HALF_A_MINUTE, games: 2 }
  const wires = [black.wires[0], white.wires[0]]
  const first = (await beginGame(wires, terms, () => context.id()))?.started
  if (first === undefined) return undefined
  const resign = { type: 'resign', game: first, ply: 0, id: context.id() }
  context.tally.heardReply(await white.wires[0]?.ask(resign))
  const seen = await white.wires[0]?.ask({ type: 'openGame', game: first })
  return seen?.game?.next
}
