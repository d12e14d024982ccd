// @ts-check
/** An arena, as the campaign holds one. */
import { wait } from '../attack/wait.mjs'
import { Chance } from './chance.mjs'
import { checkArena } from './checker/arena.mjs'
import { playAll, press } from './entrant.mjs'

/**
 * An arena with this many minutes left when it begins. If that is less than the shortest arena
 * allowed, the arena counts as begun in the past, before anyone came.
 * @param {number} minutes
 * @returns {import('./tournament-run.mjs').Kind<import('./checker/held.mjs').ArenaRows>}
 */
export function arenaOf(minutes) {
  const lastsMinutes = Math.max(SHORTEST_MINUTES, minutes)
  const timeControl = { kind: 'fischer', initialSeconds: 60, incrementSeconds: 2 }
  const waves = new Waves()
  /** @type {Set<string>} */
  const paused = new Set()
  return {
    wish: { kind: 'arena', lastsMinutes, timeControl, admitsBots: true },
    step: 'wave',
    delaysMs: { middle: [0, 0], storing: [0, 300], pairing: [0, 1100] },
    longestMs: minutes * MINUTE_MS + GRACE_MS,
    lingersMs: LINGERS_MS,
    startsAt: () => Date.now() - (lastsMinutes - minutes) * MINUTE_MS,
    play: (client) => playAll(client, SLOW),
    beside: (on) => pauseInTurn(on, paused),
    progress: (store, id) => waves.look(store, id),
    read: async (postgres, id) => ({ ...(await readArena(postgres, id)), paused }),
    told: tellOf,
    judge: checkArena,
  }
}

// --- internal ---

const MINUTE_MS = 60_000
const SHORTEST_MINUTES = 10
/** Time after the arena's end: nodes may be down, and running games are still checked. */
const GRACE_MS = 60_000
const LINGERS_MS = 15_000
/** Some games last longer than the half minute before the end in which no game begins. */
/** @type {import('./entrant.mjs').Pace} */
const SLOW = { share: 0.02, ms: [20_000, 45_000] }
const AT_ONCE = 3
const RETRY_MS = 500
/** @type {[number, number]} */
const PAUSED_MS = [500, 6000]
/** @type {[number, number]} */
const BETWEEN_MS = [200, 2000]
/** How long after a wave its games are half over, and how long until the next wave is about due. */
const HALF_MS = 2000
const DUE_MS = 3900
/** Used in turn, so that nodes are up most of the time. */
/** @type {readonly (import('./tournament-run.mjs').Moment | undefined)[]} */
const MOMENTS = ['middle', undefined, 'storing', undefined, 'pairing']

/** Counts the waves of pairing, and knows at which moment of a wave to kill a node. */
class Waves {
  #count = 0
  /** @type {number | null} */
  #at = null

  /**
   * @param {import('pg').Client} store
   * @param {string} id
   * @returns {Promise<import('./tournament-run.mjs').Progress>}
   */
  async look(store, id) {
    const { rows } = await store.query(
      `select "wavedAt"::float8 as at, "endedAt" is not null as "isOver",
         extract(epoch from clock_timestamp())::float8 * 1000 as now
       from tournaments where id = $1`,
      [id],
    )
    const { at, isOver, now } = rows[0]
    if (at !== this.#at) {
      this.#at = at
      this.#count++
    }
    return { step: this.#count, isOver, moment: isOver ? undefined : this.#moment(now) }
  }

  /** @param {number} now */
  #moment(now) {
    if (this.#at === null) return undefined
    const sinceMs = now - this.#at
    const moment = MOMENTS[this.#count % MOMENTS.length]
    const fromMs = moment === 'middle' ? HALF_MS : moment === 'pairing' ? DUE_MS : 0
    return sinceMs >= fromMs ? moment : undefined
  }
}

/**
 * Lets some players pause and rejoin a while later, until the arena is over.
 * @param {import('./tournament-run.mjs').Beside} on
 * @param {Set<string>} paused
 */
async function pauseInTurn({ urls, entrants, id, seed, isOver }, paused) {
  const pauseSome = async (/** @type {Chance} */ chance) => {
    while (!isOver()) {
      await wait(chance.between(...BETWEEN_MS))
      const entrant = chance.oneOf(entrants)
      // The client's id is known only once it has a connection.
      if (entrant.client.id === '') continue
      paused.add(entrant.client.id)
      await press(chance.oneOf(urls), 'leave', entrant, { tournament: id })
      await wait(chance.between(...PAUSED_MS))
      while (!isOver() && !(await enters(chance.oneOf(urls), entrant, id))) await wait(RETRY_MS)
    }
  }
  const chances = Array.from({ length: AT_ONCE }, (_, place) => new Chance(seed, 5000 + place))
  await Promise.all(chances.map(pauseSome))
}

/**
 * Rejoins, or learns that the arena is over; false if no node has answered.
 * @param {string} url
 * @param {import('./tournament-run.mjs').Entrant} entrant
 * @param {string} tournament
 */
async function enters(url, entrant, tournament) {
  const { status } = await press(url, 'enter', entrant, { tournament })
  return status === 200 || status === 409
}

/**
 * @param {import('./postgres.mjs').Postgres} postgres
 * @param {string} id
 */
async function readArena(postgres, id) {
  const [[row] = [], entries = [], pairings = []] = await postgres.rows([
    `select "startsAt", "lastsMinutes", "endedAt" from tournaments where id = '${id}'`,
    `select player, players.name, e.at, e."outAt", a.blacks, a.games, a.score, a.wins,
         a.streak, a.points
       from "tournamentEntries" e join "arenaPlayers" a using (tournament, player)
       join players on players.id = player where tournament = '${id}'`,
    `select player, number, opponent, game, "isBlack", score, points, "isAbsent"
       from "arenaPairings" where tournament = '${id}' order by player, number`,
  ])
  return { row, entries, pairings }
}

/** @param {import('./checker/held.mjs').HeldArena} held */
function tellOf({ pairings, paused }) {
  const sides = pairings.length
  const late = pairings.filter(({ score }) => score === null).length
  return `${(sides - late) / 2} games count, ${late / 2} were played on when the time was over, ${paused.size} players paused`
}
