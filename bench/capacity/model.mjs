// @ts-check
/**
 * The resources for a number of players, calculated from measurements (`measure.mjs`) and
 * assumptions about people. Processor time is in milliseconds of one core.
 */

/**
 * @typedef {{
 *   nodes: number,
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
 *   bytesKept: { games: number, events: number },
 *   socketBytes: number,
 * }} Measured
 * @typedef {{
 *   decideMs: number,
 *   readMs: number,
 *   hearMs: number,
 *   postgresMs: number,
 *   commits: number,
 *   walBytes: number,
 *   redisMs: number,
 *   hintBytes: number,
 *   eventBytes: number,
 *   gameBytes: number,
 *   socketBytes: number,
 * }} Costs of a move, unless they are bytes of something else. `decideMs`: for the node that takes
 *   it; `readMs`: for the other player's node, if it is another; `hearMs`: for each node that gets
 *   its hint without holding the game
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
  /** The cores of PostgreSQL, of which the same share may be used. */
  postgresCores: 16,
  /** A Node process with its code and a nearly empty heap. */
  nodeMegabytes: 120,
}

/**
 * Derives the costs from the runs with one, two and three nodes.
 * @param {Measured} measured
 * @returns {Costs}
 */
export function costsOf({ runs, bytesKept, socketBytes }) {
  const [one, two, three] = [1, 2, 3].map((nodes) => runWith(runs, nodes))
  if (one === undefined || two === undefined || three === undefined) {
    throw new Error('one, two and three nodes have to be measured')
  }
  return {
    decideMs: one.nodeMs,
    readMs: Math.max(0, two.nodeMs - one.nodeMs),
    hearMs: Math.max(0, three.nodeMs - two.nodeMs),
    postgresMs: Math.max(one.postgresMs, two.postgresMs, three.postgresMs),
    commits: two.commits,
    walBytes: two.walBytes,
    redisMs: two.redisMs,
    hintBytes: two.redisInBytes,
    eventBytes: bytesKept.events,
    gameBytes: bytesKept.games,
    socketBytes,
  }
}

/**
 * The cost of a move for all nodes together, if the two players are on different ones.
 * @param {Costs} costs
 * @param {number} nodes
 */
export function nodeMsOf({ decideMs, readMs, hearMs }, nodes) {
  return decideMs + (nodes > 1 ? readMs : 0) + Math.max(0, nodes - 2) * hearMs
}

/**
 * @typedef {object} Need
 * @property {number} players
 * @property {number} movesPerSecond
 * @property {number | undefined} nodes undefined if hints alone take all that a node may use
 * @property {number} nodeMegabytes memory of each node
 * @property {number} postgresCores
 * @property {number} commitsPerSecond
 * @property {number} walMegabytesPerSecond
 * @property {number} gigabytesAYear
 * @property {number} redisMegabytesPerSecond that Redis sends
 */

/**
 * The resources for a number of simultaneous players.
 * @param {number} players
 * @param {Costs} costs
 * @param {{ readonly areHintsSplit?: boolean, readonly assumed?: Assumed }} [options]
 * `areHintsSplit`: as if each node got hints only for its own games
 * @returns {Need}
 */
export function needOf(players, costs, { areHintsSplit = false, assumed = ASSUMED } = {}) {
  const games = (players * assumed.sharePlaying) / 2
  const movesPerSecond = games / assumed.secondsAMove
  const nodes = nodesFor(movesPerSecond, areHintsSplit ? { ...costs, hearMs: 0 } : costs, assumed)
  const listeners = areHintsSplit ? 2 : (nodes ?? 0)
  const gamesAYear = (movesPerSecond / assumed.movesAGame) * assumed.meanOfPeak * SECONDS_A_YEAR
  const events = assumed.movesAGame + assumed.otherEventsAGame
  return {
    players,
    movesPerSecond,
    nodes,
    nodeMegabytes: assumed.nodeMegabytes + ((players / (nodes ?? 1)) * costs.socketBytes) / 1e6,
    postgresCores: (movesPerSecond * costs.postgresMs) / 1000 / assumed.shareOfCore,
    commitsPerSecond: movesPerSecond * costs.commits,
    walMegabytesPerSecond: (movesPerSecond * costs.walBytes) / 1e6,
    gigabytesAYear: (gamesAYear * (costs.gameBytes + events * costs.eventBytes)) / 1e9,
    redisMegabytesPerSecond: nodes === 1 ? 0 : (movesPerSecond * costs.hintBytes * listeners) / 1e6,
  }
}

/**
 * Moves a second beyond which no number of nodes helps, because each node gets hints of all moves.
 * @param {Costs} costs
 * @param {Assumed} [assumed]
 */
export function mostHeard({ hearMs }, assumed = ASSUMED) {
  return (assumed.shareOfCore * 1000) / hearMs
}

// --- internal ---

const SECONDS_A_YEAR = 365 * 86_400

/**
 * The smallest number of nodes that each have enough processor time.
 * @param {number} movesPerSecond
 * @param {Costs} costs
 * @param {Assumed} assumed
 */
function nodesFor(movesPerSecond, costs, assumed) {
  const spare = assumed.shareOfCore * 1000
  if (movesPerSecond * costs.decideMs <= spare) return 1
  const own = movesPerSecond * (costs.decideMs + costs.readMs - 2 * costs.hearMs)
  const left = spare - movesPerSecond * costs.hearMs
  return left > 0 ? Math.max(2, Math.ceil(own / left)) : undefined
}

/**
 * @param {readonly Run[]} runs
 * @param {number} nodes
 */
function runWith(runs, nodes) {
  return runs.find((run) => run.nodes === nodes)
}
