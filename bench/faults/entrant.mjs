// @ts-check
/** Players with accounts who play every game that begins for them, and resign soon. */
import { colorOf, phaseOf, turnOf } from '@hokito/protocol'
import { post, signUp } from '../attack/http.mjs'
import { wait } from '../attack/wait.mjs'
import { movesOf, ownGame } from './player.mjs'

/**
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {{ share: number, ms: readonly [number, number] }} Pace the share of turns that take
 *   this long
 */

/**
 * Makes `count` accounts. Returns their cookies.
 * @param {readonly string[]} urls
 * @param {number} count
 * @returns {Promise<string[]>}
 */
export async function signUpAll(urls, count) {
  /** @type {string[]} */
  const cookies = []
  let next = 0
  const signUpSome = async () => {
    for (let place = next++; place < count; place = next++) {
      cookies[place] = await cookieOf(urls[place % urls.length] ?? '', place)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, signUpSome))
  return cookies
}

/**
 * Sends the request of one button on the tournaments page, once.
 * @param {string} url
 * @param {string} what
 * @param {{ place: number, cookie: string }} by
 * @param {object} body
 */
export function press(url, what, { place, cookie }, body) {
  return post(`${url}/api/tournaments/${what}`, { address: addressOf(place), cookie }, body)
}

/**
 * Plays until the tournament is over.
 * @param {Client} client
 * @param {Pace} [slow]
 */
export async function playAll(client, slow = NEVER) {
  while (!client.isOver()) {
    // The message about a game may have been lost.
    const game = client.started.shift()?.game ?? (await ownGame(client))
    if (game === undefined) await client.hears(IDLE_MS)
    else await playOut(client, game, slow)
  }
}

/**
 * A separate address for each, so that rate limits of one do not affect another.
 * @param {number} place
 */
export function addressOf(place) {
  return `127.9.${20 + Math.floor(place / 200)}.${1 + (place % 200)}`
}

// --- internal ---

const AT_ONCE = 4
const RETRY_MS = 300
const IDLE_MS = 1500
const SILENCE_MS = 4000
/** @type {[number, number]} */
const THINKING_MS = [20, 200]
const MOST_PLIES = 6
/** @type {Pace} */
const NEVER = { share: 0, ms: [0, 0] }

/**
 * @param {string} url
 * @param {number} place
 */
async function cookieOf(url, place) {
  for (;;) {
    const account = await signUp(url, addressOf(place), `Entrant ${place}`)
    if ('cookie' in account) return account.cookie
    await wait(RETRY_MS)
  }
}

/**
 * @param {Client} client
 * @param {string} game
 * @param {Pace} slow
 */
async function playOut(client, game, slow) {
  if (!(await client.open(game))) return
  const plies = client.chance.below(MOST_PLIES + 1)
  while (!client.isOver() && client.view(game)?.ending === undefined) {
    const view = client.view(game)
    const color = view && colorOf(view, /** @type {any} */ (client.id))
    if (view === undefined || color === undefined) break
    await act(client, view, { color, plies, slow })
  }
  await client.leave(game)
}

/**
 * Does one thing, or waits for the other side.
 * @param {Client} client
 * @param {import('@hokito/protocol').GameView} view
 * @param {{ color: 'black' | 'white', plies: number, slow: Pace }} seat after `plies` plies it ends
 * the game
 */
async function act(client, view, { color, plies, slow }) {
  const { chance } = client
  const { id: game, moves, offers, version } = view
  const send = (/** @type {object} */ rest) =>
    client.settle({ game, ply: moves.length, id: client.newId(), ...rest })
  const phase = phaseOf(view)
  if (phase === 'dealing' && view.shares[color] === undefined) {
    return send({ type: 'share', share: chance.hex(16) })
  }
  const theirs = offers.find(({ kind, by }) => kind === 'draw' && by !== color)
  if (theirs !== undefined) return send({ type: 'acceptOffer', offer: theirs.id })
  if (phase === 'playing' && turnOf(view) === color) {
    await wait(chance.between(...(chance.happens(slow.share) ? slow.ms : THINKING_MS)))
    const [move] = movesOf(view)
    if (moves.length < plies && move !== undefined) return send({ type: 'move', ...move })
    if (offers.some(({ by }) => by === color)) return client.hears(SILENCE_MS)
    const isDraw = moves.length > 1 && chance.happens(0.2)
    return send({ type: isDraw ? 'offerDraw' : 'resign' })
  }
  await client.hears(SILENCE_MS)
  return client.view(game)?.version === version ? client.open(game) : undefined
}
