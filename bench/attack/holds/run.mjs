// @ts-check
/**
 * Measures how long each kind of expensive request blocks the main thread, on accounts with many
 * games. The server has a pair of honest players, and accounts whose games are copies of one played
 * game.
 */

import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tell } from '../../../scripts/setup.mjs'
import { attack } from '../campaign.mjs'
import { movesOf } from '../figures.mjs'
import { HonestPair } from '../honest-pair.mjs'
import { ask, PASSWORD, post, signUp } from '../http.mjs'
import { makeFolder, Server } from '../server.mjs'
import { comesTrue, wait } from '../wait.mjs'
import { followed } from './followers.mjs'
import { REQUESTS } from './requests.mjs'
import { copiesOf, postgresStore, sqliteStore, UNCOUNTED } from './store.mjs'
import { tournaments } from './tournaments.mjs'

/**
 * @typedef {import('./store.mjs').Store} Store
 * @typedef {{ name: string, id: string, cookie: string, games: number }} Holder
 * @typedef {{ cpuMs: number, wallMs: number, usedMs: number }} Hold
 * @typedef {{
 *   checkout: string,
 *   seed: number,
 *   seconds: number,
 *   counts: readonly number[],
 *   postgres: string | undefined,
 *   only: readonly string[] | undefined,
 * }} Plan
 */

/** @param {Plan} plan */
export async function measureHolds(plan) {
  tell(HEADER.join('\n'))
  const data = makeFolder()
  const { postgres } = plan
  const store = postgres === undefined ? sqliteStore(data) : await postgresStore(postgres)
  try {
    await measureOn(plan, data, store)
  } finally {
    await store.drop()
  }
}

// --- internal ---

const HEADER = [
  '| store | games | what | longest hold, ms computed | by the clock | p50/p99 of moves, ms | answers |',
  `|${' --- |'.repeat(7)}`,
]
const METER = fileURLToPath(new URL('meter.mjs', import.meta.url))
const PATIENCE_MS = 240_000
/** Of those who hold many games. */
const ADDRESS = '127.0.1.5'
const ORIGIN_PAUSE_MS = 500

/** A server under the meter. */
class Measured {
  #plan
  #store
  #file
  #number = 0
  /** @type {Server} */
  server

  /**
   * @param {Plan} plan
   * @param {Store} store
   * @param {string} file
   * @param {Server} server
   */
  constructor(plan, store, file, server) {
    this.#plan = plan
    this.#store = store
    this.#file = file
    this.server = server
  }

  /**
   * @param {Plan} plan
   * @param {string} data
   * @param {Store} store
   */
  static async start(plan, data, store) {
    const file = join(data, 'holds.json')
    const env = { ...store.env, NODE_OPTIONS: `--import ${METER}`, HOLD_FILE: file }
    const server = await Server.start({ checkout: plan.checkout, data, env })
    return new Measured(plan, store, file, server)
  }

  get url() {
    return this.server.url
  }

  /** @param {readonly string[]} statements */
  async fill(statements) {
    await this.server.stop('SIGTERM')
    await this.#store.run(statements)
    rmSync(this.#file, { force: true })
    this.#number = 0
    this.server = await this.server.again()
  }

  /** @returns {Promise<Hold>} the longest hold since the last call */
  async take() {
    this.server.signal('SIGUSR2')
    /** @type {Hold & { number: number } | undefined} */
    let found
    await comesTrue(() => {
      found = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : undefined
      return found !== undefined && found.number > this.#number
    }, PATIENCE_MS)
    if (found === undefined) throw new Error('the meter says nothing')
    this.#number = found.number
    return found
  }

  /**
   * Measures one row: what happened to the main thread and to a pair of players during `act`.
   * @param {string} name
   * @param {number} games
   * @param {() => Promise<Record<string, number>>} act
   */
  async row(name, games, act) {
    if (this.#plan.only?.every((part) => !name.includes(part))) return
    const addresses = /** @type {const} */ (['127.0.1.1', '127.0.1.2'])
    const pair = new HonestPair(this.url, { addresses, seed: this.#plan.seed * 10_000 })
    await pair.start()
    await wait(ORIGIN_PAUSE_MS)
    pair.take()
    await this.take()
    const answers = await act()
    const hold = await this.take()
    const { p50, p99 } = movesOf([pair.take()])
    await pair.stop()
    const words = Object.entries(answers).map(([status, count]) => `${status} ×${count}`)
    const figures = [
      hold.cpuMs.toFixed(1),
      hold.wallMs.toFixed(0),
      `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    ]
    tell(`| ${[this.#store.kind, games, name, ...figures, words.join(', ')].join(' | ')} |`)
  }
}

/**
 * @param {Plan} plan
 * @param {string} data
 * @param {Store} store
 */
async function measureOn(plan, data, store) {
  const measured = await Measured.start(plan, data, store)
  try {
    const game = await playOne(measured.url, plan.seed)
    /** @type {Holder[]} */
    const holders = []
    for (const games of plan.counts) holders.push(await newHolder(measured.url, games))
    const copies = holders.flatMap(({ id: player, games: count }, place) =>
      copiesOf({ game, player, count, place: place + 1 }),
    )
    await measured.fill([...copies, ...tournaments(Date.now())])
    await measured.row('nothing', 0, () => nothing(plan.seconds))
    for (const [place, holder] of holders.entries()) {
      await measureRequests(measured, plan, { game, holder, net: 10 + place * 40 })
    }
    await measured.row('followers of a game', 0, () => followed(measured.url, plan.seconds))
    for (const holder of holders) {
      await measured.row('deleting the account', holder.games, () =>
        remove(measured.url, holder, plan),
      )
    }
    await measured.fill(UNCOUNTED)
    await measured.row('counting for the explorer', plan.counts.at(-1) ?? 0, () =>
      nothing(plan.seconds),
    )
  } finally {
    await measured.server.stop()
  }
}

/**
 * @param {Measured} measured
 * @param {Plan} plan
 * @param {{ game: string, holder: Holder, net: number }} about `net`: the place of the first kind,
 *   from which its addresses follow
 */
async function measureRequests(measured, { seconds, seed }, { game, holder, net }) {
  for (const [n, { name: kind }] of REQUESTS.entries()) {
    const order = { url: measured.url, kind, place: net + n, seconds, seed, game, holder }
    await measured.row(kind, holder.games, async () => (await attack(order)).answers)
    // A server that does not notice the hang-up keeps working on the answer for a while.
    await comesTrue(async () => (await ask(`${measured.url}/healthz`)).status === 200, PATIENCE_MS)
  }
}

/** @param {number} seconds */
async function nothing(seconds) {
  await wait(seconds * 1000)
  return {}
}

/**
 * Plays a game to its end and returns its id.
 * @param {string} url
 * @param {number} seed
 */
async function playOne(url, seed) {
  const addresses = /** @type {const} */ (['127.0.1.3', '127.0.1.4'])
  const pair = new HonestPair(url, { addresses, seed: seed * 10_000 + 7, pauseMs: () => 5 })
  await pair.start()
  const { game } = pair
  await comesTrue(() => pair.game !== game, 60_000)
  await pair.stop()
  return game
}

/**
 * Makes an account that will hold the given number of games.
 * @param {string} url
 * @param {number} games
 * @returns {Promise<Holder>}
 */
async function newHolder(url, games) {
  const name = `Holder ${games}`
  const account = await signUp(url, ADDRESS, name)
  if (!('player' in account)) throw new Error(`no account: ${account.body}`)
  const { cookie, player } = account
  return { name: encodeURIComponent(name), id: player.id, cookie, games }
}

/**
 * Deletes an account, and keeps measuring for a while.
 * @param {string} url
 * @param {Holder} holder
 * @param {Plan} plan
 */
async function remove(url, { cookie }, { seconds }) {
  const from = { address: ADDRESS, cookie, timeoutMs: PATIENCE_MS }
  const { status } = await post(`${url}/api/account/delete`, from, { password: PASSWORD })
  await wait(seconds * 1000)
  return { [status]: 1 }
}
