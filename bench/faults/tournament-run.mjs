// @ts-check
/**
 * One tournament on a cluster. Nodes are killed while it is played and while it is paired; then the
 * judge follows. Its {@link Kind} describes the tournament.
 */
import { join } from 'node:path'
import { rebuildStoredRatings } from '@hokito/server'
import pg from 'pg'
import { wait } from '../attack/wait.mjs'
import { Chance } from './chance.mjs'
import { check } from './checker/check.mjs'
import { Client } from './client.mjs'
import { Cluster } from './cluster.mjs'
import { addressOf, press, signUpAll } from './entrant.mjs'
import { History } from './history.mjs'
import { Looks } from './looks.mjs'
import { readStored } from './stored.mjs'

/**
 * @typedef {import('./checker/facts.mjs').Violation} Violation
 * @typedef {'middle' | 'storing' | 'pairing'} Moment of a round or a wave: while its games are played, while it is being
 *   stored, and about when the next is paired
 * @typedef {{ step: number, isOver: boolean, moment: Moment | undefined }} Progress `step`: the round or the wave;
 *   `moment`: at which to kill a node now, unless one was killed at this moment of this step
 * @typedef {{ client: Client, cookie: string, place: number }} Entrant
 * @typedef {{
 *   urls: readonly string[],
 *   entrants: readonly Entrant[],
 *   id: string,
 *   seed: number,
 *   isOver: () => boolean,
 * }} Beside
 * @typedef {{
 *   stored: import('./stored.mjs').Stored,
 *   looks: readonly import('./looks.mjs').Look[],
 * }} Seen all games, and the tournament as it was shown while it was played
 */

/**
 * @template {{ entries: readonly unknown[] }} Rows how it is stored
 * @typedef {{
 *   wish: object,
 *   step: 'round' | 'wave',
 *   delaysMs: Readonly<Record<Moment, readonly [number, number]>>,
 *   longestMs: number,
 *   lingersMs?: number,
 *   startsAt: () => number,
 *   play: (client: Client) => Promise<void>,
 *   beside?: (on: Beside) => Promise<void>,
 *   progress: (store: pg.Client, id: string) => Promise<Progress>,
 *   read: (postgres: import('./postgres.mjs').Postgres, id: string) => Promise<Rows>,
 *   told: (held: Rows & Seen) => string,
 *   judge: (held: Rows & Seen) => readonly Violation[],
 * }} Kind its settings, how it is played and killed, and the rules that must hold afterwards.
 *   `delaysMs`: from a moment to the kill. `startsAt`: when it starts once all have entered.
 *   `lingersMs`: how long play continues after its end. `beside`: what else happens meanwhile
 */

/**
 * @template {{ entries: readonly unknown[] }} Rows
 * @typedef {{
 *   seed: number,
 *   players: number,
 *   nodes: number,
 *   folder: string,
 *   broken: string | undefined,
 *   kind: Kind<Rows>,
 *   onKill: (kill: Kill) => void,
 * }} Plan
 */

/** @typedef {{ when: Moment, what: 'round' | 'wave', step: number, node: string, isPaired: boolean, atMs: number }} Kill */

/**
 * Holds a tournament to its end, and leaves nothing running.
 * @template {{ entries: readonly unknown[] }} Rows
 * @param {Plan<Rows>} plan
 */
export async function runTournament(plan) {
  const { seed, players, nodes, folder, broken, kind } = plan
  const cluster = await Cluster.start({ folder, count: nodes, broken })
  const store = new pg.Client({ connectionString: cluster.postgres.url() })
  await store.connect()
  try {
    const history = new History(join(folder, 'history.ndjson'))
    const urls = cluster.nodes.map(({ url }) => url)
    const life = { isOver: false }
    const cookies = await signUpAll(urls, players)
    const isOver = () => life.isOver || history.isFull
    const entrants = cookies.map((cookie, place) => {
      const chance = new Chance(seed, 1 + place)
      const name = `entrant-${String(place).padStart(3, '0')}`
      const setting = { name, address: addressOf(place), urls, chance, history, isOver, cookie }
      return { client: new Client(setting), cookie, place }
    })
    const id = await holdFor(urls, entrants, kind.wish)
    const looks = new Looks(urls, id)
    const living = [...entrants.map(({ client }) => kind.play(client)), looks.run(isOver)]
    await store.query('update tournaments set "startsAt" = $2 where id = $1', [id, kind.startsAt()])
    if (kind.beside) living.push(kind.beside({ urls, entrants, id, seed, isOver }))
    const { kills, hasEnded } = await killThrough(plan, { cluster, store, id })
    const isWell = await cluster.isWell(RECOVERY_MS)
    await wait(kind.lingersMs ?? 0)
    if (hasEnded) await looks.all()
    life.isOver = true
    await Promise.all(living)
    for (const { client } of entrants) client.leaveNode()
    history.flush()
    const stored = await readStored(cluster.postgres)
    const rows = await kind.read(cluster.postgres, id)
    const held = { ...rows, stored, looks: looks.seen }
    const ratings = await ratingsOf(cluster.postgres.url())
    return {
      kills,
      held,
      told: `${kind.told(held)}, ${ratings.matches} rated matches`,
      violations: [...check(history.entries, stored), ...kind.judge(held)],
      harms: [
        ...(hasEnded ? [] : ['it did not come to its end']),
        ...(isWell ? [] : ['not all nodes were well in the end']),
        ...(history.isFull ? ['the history was full before the end'] : []),
        ...(ratings.differences === 0
          ? []
          : [`${ratings.differences} stored rows of ratings do not follow from the games`]),
        ...cluster.nodes.flatMap(({ name, crashes }) =>
          crashes > 0 ? [`${name} ended by itself ${crashes} times`] : [],
        ),
      ],
    }
  } finally {
    await store.end()
    await cluster.close()
  }
}

// --- internal ---

const RECOVERY_MS = 30_000
const LOOK_MS = 20
/** @type {[number, number]} */
const DOWN_MS = [300, 2500]

/**
 * All ratings, recalculated from the stored games as `hokito ratings rebuild` does.
 * @param {string} databaseUrl
 */
async function ratingsOf(databaseUrl) {
  const rebuilt = await rebuildStoredRatings({ databaseFile: undefined, databaseUrl }, false)
  if (!rebuilt.ok) throw new Error(`The ratings cannot be read: ${rebuilt.error.code}`)
  return rebuilt.value
}

/**
 * Makes a tournament and enters all players.
 * @param {readonly string[]} urls
 * @param {readonly Entrant[]} entrants
 * @param {object} wish
 * @returns {Promise<string>}
 */
async function holdFor([url = ''], entrants, wish) {
  const [maker] = entrants
  if (maker === undefined) throw new Error('a tournament needs players')
  const post = async (
    /** @type {Entrant} */ entrant,
    /** @type {string} */ what,
    /** @type {object} */ body,
  ) => {
    const answer = await press(url, what, entrant, body)
    if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const { tournament } = await post(maker, 'make', { ...wish, startsInMinutes: 60 })
  for (const entrant of entrants) await post(entrant, 'enter', { tournament })
  return tournament
}

/**
 * Kills a node at each moment that the kind of tournament names, and starts it again.
 * @template {{ entries: readonly unknown[] }} Rows
 * @param {Plan<Rows>} plan
 * @param {{ cluster: Cluster, store: pg.Client, id: string }} on
 */
async function killThrough({ seed, kind, onKill }, { cluster, store, id }) {
  const chance = new Chance(seed)
  const startedAt = performance.now()
  /** @type {Kill[]} */
  const kills = []
  const done = new Set()
  /** @type {Map<string, Promise<void>>} */
  const returning = new Map()
  const strike = async (/** @type {Moment} */ when, /** @type {number} */ step) => {
    const up = cluster.nodes.filter(({ name }) => !returning.has(name))
    if (up.length === 0) return
    done.add(`${when} ${step}`)
    await wait(chance.between(...kind.delaysMs[when]))
    const node = chance.oneOf(up)
    await node.kill()
    const isPaired = (await kind.progress(store, id)).step > step
    const atMs = performance.now() - startedAt
    const kill = { when, what: kind.step, step, node: node.name, isPaired, atMs }
    kills.push(kill)
    onKill(kill)
    const isBack = wait(chance.between(...DOWN_MS)).then(() => node.begin())
    returning.set(
      node.name,
      isBack.finally(() => returning.delete(node.name)),
    )
  }
  let hasEnded = false
  while (!hasEnded && performance.now() - startedAt < kind.longestMs) {
    const { step, isOver, moment } = await kind.progress(store, id)
    hasEnded = isOver
    if (moment !== undefined && !done.has(`${moment} ${step}`)) await strike(moment, step)
    await wait(LOOK_MS)
  }
  await Promise.all(returning.values())
  return { kills, hasEnded }
}
