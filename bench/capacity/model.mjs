// @ts-check
/**
 * The resources for a number of players, calculated from measurements (`measure.mjs`) and
 * assumptions about people. Processor time is in milliseconds of one core.
 */

/**
 * @typedef {{
 *   nodes: number,
 *   seconds: number,
 *   moves: number,
 *   nodeMs: number,
 *   postgresMs: number,
 *   commits: number,
 *   walBytes: number,
 *   redisMs: number,
 *   redisInBytes: number,
 *   redisOutBytes: number,
 * }} Run the costs of a move for all nodes together, PostgreSQL and Redis
 * @typedef {{
 *   runs: readonly Run[],
 *   idleMs: number,
 *   bytesKept: { games: number, events: number },
 *   socketBytes: number,
 * }} Measured
 * @typedef {{ movesPerSecond: number, ms: number }} Load a node's processor time in a second
 * @typedef {{
 *   alone: readonly Load[],
 *   shared: readonly Load[],
 *   postgresMs: number,
 *   commits: number,
 *   walBytes: number,
 *   redisMs: number,
 *   hintOutBytes: number,
 *   eventBytes: number,
 *   gameBytes: number,
 *   socketBytes: number,
 * }} Costs of a move, unless they are bytes of something else. `alone` and `shared`: of a node that
 *   has both players of its games, and of one that has a player of each; by moves a second, rising
 * @typedef {typeof ASSUMED} Assumed
 */

/** The assumptions about people and machines; everything else is measured. */
export const ASSUMED = {
  /**
   * The share of connected players in a game with clocks; the others watch, read, or play the
   * computer.
   */
  sharePlaying: 0.5,
  /** The time between two moves of a game. */
  secondsAMove: 8,
  movesAGame: 26,
  /** Events of a game that are not moves: its beginning, deal and end. */
  otherEventsAGame: 4,
  /** Players connected on average over a year, for each one connected at the busiest hour. */
  meanOfPeak: 0.4,
  /**
   * The share of a core that a node may use before moves are noticeably delayed; the rest is for
   * peaks.
   */
  shareOfCore: 0.5,
  /** Cores of a database server, of which the same share may be used. */
  postgresCores: 64,
  /** Commits a second that one database server syncs to its disk. */
  commitsPerSecond: 5000,
  /** Commits a second of one node, which begin ten milliseconds apart. */
  commitsOfNode: 100,
  /** A Node process with its code and a nearly empty heap. */
  nodeMegabytes: 120,
}

/**
 * The costs from the runs with one node and with two.
 * @param {Measured} measured
 * @returns {Costs}
 */
export function costsOf({ runs, idleMs, bytesKept, socketBytes }) {
  const [alone, shared] = [1, 2].map((nodes) => loadsOf(runs, nodes, idleMs))
  const two = runs.filter(({ nodes }) => nodes === 2).at(-1)
  if (alone === undefined || shared === undefined || two === undefined) {
    throw new Error('one node and two have to be measured')
  }
  return {
    alone,
    shared,
    postgresMs: two.postgresMs,
    commits: two.commits,
    walBytes: two.walBytes,
    redisMs: two.redisMs,
    hintOutBytes: two.redisOutBytes,
    eventBytes: bytesKept.events,
    gameBytes: bytesKept.games,
    socketBytes,
  }
}

/**
 * The cost of a move for all nodes together, if the two players are on different ones. Other nodes
 * hear nothing of it.
 * @param {Costs} costs
 * @param {number} nodes
 * @param {number} movesPerSecond of all nodes
 */
export function nodeMsOf({ alone, shared }, nodes, movesPerSecond) {
  const ms = msOf(nodes === 1 ? alone : shared, movesPerSecond / nodes)
  return (ms * nodes) / movesPerSecond
}

/**
 * @typedef {object} Need
 * @property {number} players
 * @property {number} movesPerSecond
 * @property {number} nodes
 * @property {number} nodeMegabytes memory of each node
 * @property {number} postgresCores
 * @property {number} databases between which games are divided by their ids
 * @property {number} commitsPerSecond
 * @property {number} walMegabytesPerSecond
 * @property {number} gigabytesAYear
 * @property {number} redisMegabytesPerSecond that Redis sends
 */

/**
 * The resources for a number of simultaneous players.
 * @param {number} players
 * @param {Costs} costs
 * @param {Assumed} [assumed]
 * @returns {Need}
 */
export function needOf(players, costs, assumed = ASSUMED) {
  const games = (players * assumed.sharePlaying) / 2
  const movesPerSecond = games / assumed.secondsAMove
  const nodes = nodesFor(movesPerSecond, costs, assumed)
  const postgresCores = (movesPerSecond * costs.postgresMs) / 1000 / assumed.shareOfCore
  const commitsPerSecond = Math.min(movesPerSecond * costs.commits, nodes * assumed.commitsOfNode)
  const gamesAYear = (movesPerSecond / assumed.movesAGame) * assumed.meanOfPeak * SECONDS_A_YEAR
  const events = assumed.movesAGame + assumed.otherEventsAGame
  return {
    players,
    movesPerSecond,
    nodes,
    nodeMegabytes: assumed.nodeMegabytes + ((players / nodes) * costs.socketBytes) / 1e6,
    postgresCores,
    databases: Math.ceil(
      Math.max(postgresCores / assumed.postgresCores, commitsPerSecond / assumed.commitsPerSecond),
    ),
    commitsPerSecond,
    walMegabytesPerSecond: (movesPerSecond * costs.walBytes) / 1e6,
    gigabytesAYear: (gamesAYear * (costs.gameBytes + events * costs.eventBytes)) / 1e9,
    redisMegabytesPerSecond: nodes === 1 ? 0 : (movesPerSecond * costs.hintOutBytes) / 1e6,
  }
}

// --- internal ---

const SECONDS_A_YEAR = 365 * 86_400

/**
 * The smallest number of nodes that each have enough processor time.
 * @param {number} movesPerSecond
 * @param {Costs} costs
 * @param {Assumed} assumed
 */
function nodesFor(movesPerSecond, { alone, shared }, assumed) {
  const spare = assumed.shareOfCore * 1000
  if (msOf(alone, movesPerSecond) <= spare) return 1
  let nodes = 2
  while (msOf(shared, movesPerSecond / nodes) > spare) nodes++
  return nodes
}

/**
 * Between two measured loads a straight line, and beyond the last one the line goes on.
 * @param {readonly Load[]} loads
 * @param {number} movesPerSecond
 */
function msOf(loads, movesPerSecond) {
  const next = loads.findIndex((load) => load.movesPerSecond > movesPerSecond)
  const upper = next === -1 ? loads.length - 1 : next
  const [from, to] = [loads[upper - 1], loads[upper]]
  if (from === undefined || to === undefined) throw new Error('two loads have to be measured')
  const slope = (to.ms - from.ms) / (to.movesPerSecond - from.movesPerSecond)
  return from.ms + slope * (movesPerSecond - from.movesPerSecond)
}

/**
 * @param {readonly Run[]} runs
 * @param {number} nodes
 * @param {number} idleMs
 * @returns {Load[] | undefined} of one node; undefined if there is no such run
 */
function loadsOf(runs, nodes, idleMs) {
  const loads = runs
    .filter((run) => run.nodes === nodes)
    .map(({ nodeMs, moves, seconds }) => ({
      movesPerSecond: moves / seconds / nodes,
      ms: (nodeMs * moves) / seconds / nodes,
    }))
  if (loads.length === 0) return undefined
  return [{ movesPerSecond: 0, ms: idleMs }, ...loads].sort(
    (a, b) => a.movesPerSecond - b.movesPerSecond,
  )
}
