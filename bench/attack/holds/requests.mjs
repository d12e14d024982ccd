// @ts-check
/** Requests that are expensive to answer, sent as an attacker would send them. */
import { get } from 'node:http'
import { dayAt } from '@hokito/protocol'
import { ask } from '../http.mjs'
import { wait } from '../wait.mjs'
import { ARENA, SWISS } from './tournaments.mjs'

/**
 * @typedef {import('../context.mjs').Context} Context
 * @typedef {import('../context.mjs').Kind} Kind
 */

/** @type {readonly Kind[]} */
export const REQUESTS = [
  file('a player’s games as HGN', ({ holder }) => `/api/players/${holder.name}/games.hgn`),
  file('export by the API', ({ holder }) => `/api/v1/players/${holder.name}/games/export`),
  file('own games as HGN', () => '/api/account/games.hgn', true),
  file('all own data', () => '/api/account/data', true),
  burst(
    'search in games',
    20,
    ({ holder }, n) => `/api/players/${holder.name}/games?to=2000-01-${10 + n}`,
  ),
  burst('opponents', 20, ({ holder }) => `/api/players/${holder.name}/opponents`),
  burst('profile', 20, ({ holder }) => `/api/players/${holder.name}`),
  burst('list of own games', 20, () => '/api/games', true),
  burst('one GIF', 100, ({ game }) => `/picture/game/${game}.gif`),
  burst('other GIFs', 100, ({ game }, n) => `/picture/game/${game}.gif?size=${300 + n}`),
  burst('other PNGs', 100, ({ game }, n) => `/picture/game/${game}.png?size=${300 + n}`),
  burst('SVG', 200, ({ game }, n) => `/picture/game/${game}.svg?ply=${n % 10}`),
  burst('OpenAPI', 200, () => '/api/v1/openapi.json'),
  burst('page in a frame', 200, ({ game }) => `/embed/game/${game}`),
  burst('explorer', 100, ({ holder }) => `/api/explorer/games?player=${holder.name}`),
  burst('statistics', 100, () => '/api/explorer/statistics'),
  burst('leaderboard', 100, () => '/api/leaders/fast'),
  burst('what can be watched', 100, () => '/api/watch?all=yes'),
  burst('one game', 100, ({ game }) => `/api/games/${game}`),
  burst('list of tournaments', 100, () => '/api/tournaments'),
  burst('game of the day', 100, () => `/api/daily/${dayAt(Date.now())}?level=5`),
  burst('games by the API', 20, ({ holder }) => `/api/v1/players/${holder.name}/games`),
  burst('tournament of 1000', 100, (_, n) => `/api/tournaments/${SWISS}?round=${1 + (n % 11)}`),
  burst('arena of 1000', 100, (_, n) => `/api/tournaments/${ARENA}?from=${1 + n}`),
]

// --- internal ---

/**
 * Three addresses request a file again and again; a refused address waits. A player gets few files
 * of their own in an hour, so one address requests one of those.
 * @param {string} name
 * @param {(context: Context) => string} pathOf
 * @param {boolean} [isOwn]
 * @returns {Kind}
 */
function file(name, pathOf, isOwn = false) {
  return {
    name,
    fault: '–',
    run: async (context) => {
      const take = async (/** @type {number} */ n) => {
        while (!context.isOver) {
          const status = await read(context, pathOf(context), n, isOwn)
          context.tally.heard(`${status}`)
          if (isOwn) return
          if (status !== 200) await wait(500)
        }
      }
      await Promise.all((isOwn ? [0] : [0, 1, 2]).map(take))
    },
  }
}

/**
 * One address sends `count` requests at the same time, again and again.
 * @param {string} name
 * @param {number} count
 * @param {(context: Context, n: number) => string} pathOf
 * @param {boolean} [isOwn]
 * @returns {Kind}
 */
function burst(name, count, pathOf, isOwn = false) {
  return {
    name,
    fault: '–',
    run: async (context) => {
      for (let round = 0; !context.isOver; round++) {
        const all = Array.from({ length: count }, (_, n) =>
          ask(context.url + pathOf(context, n), {
            address: context.address(round),
            headers: headersOf(context, isOwn),
            timeoutMs: PATIENCE_MS,
          }),
        )
        for (const { status } of await Promise.all(all)) context.tally.heard(`${status}`)
      }
    },
  }
}

const PATIENCE_MS = 60_000

/**
 * @param {Context} context
 * @param {boolean} isOwn
 */
function headersOf({ holder }, isOwn) {
  return { 'accept-encoding': 'gzip', ...(isOwn && { cookie: holder.cookie }) }
}

/**
 * Reads a file to its end, or hangs up when the attack is over. Returns its status, 0 if there was
 * no answer.
 * @param {Context} context
 * @param {string} path
 * @param {number} n
 * @param {boolean} isOwn
 * @returns {Promise<number>}
 */
function read(context, path, n, isOwn) {
  return new Promise((resolve) => {
    let status = 0
    const from = { localAddress: context.address(n), headers: headersOf(context, isOwn) }
    const asked = get(context.url + path, { agent: false, ...from }, (response) => {
      status = response.statusCode ?? 0
      response.resume()
    })
    const timer = setInterval(() => context.isOver && asked.destroy(), 50)
    asked.once('error', () => undefined)
    asked.once('close', () => {
      clearInterval(timer)
      resolve(status)
    })
  })
}
