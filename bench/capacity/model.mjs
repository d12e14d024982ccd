// @ts-check
/**
 * What so many players need, as arithmetic from what was measured (`measure.mjs`) and what is assumed of people.
 * Processor time is in milliseconds of one core.
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
 * }} Run what a move cost all nodes together, PostgreSQL and Redis
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
 * }} Costs of a move, unless they are bytes of something else. `decideMs`: for the node that takes it; `readMs`: for that
 *   of the other player, if it is another; `hearMs`: for each node that hears of it and has not got the game
 * @typedef {typeof ASSUMED} Assumed
 */

/** What is assumed of people and machines; everything else is measured. */
export const ASSUMED = {
  /** Of those who are there, so many play a game with clocks; the others watch, read, play the computer. */
  sharePlaying: 0.5,
  /** Between one move of a game and the next. */
  secondsAMove: 8,
  movesAGame: 26,
  /** Events of a game that are no moves: its beginning, deal and end. */
  otherEventsAGame: 4,
  /** How many are there on the mean of a year, for each that is there at the busiest hour. */
  meanOfPeak: 0.4,
  /** Of a core that a node may use before moves wait noticeably: the rest is for peaks. */
  shareOfCore: 0.5,
  /** Of the cores of PostgreSQL likewise. */
  postgresCores: 16,
  /** A process of Node with its code and a heap that is nearly empty. */
  nodeMegabytes: 120,
}

/**
 * The costs that runs with one, two and three nodes have in them.
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
 * What a move costs all of so many nodes, the two players on different ones.
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
 * @property {number | undefined} nodes undefined where hearing of the others' moves takes all that a node may use
 * @property {number} nodeMegabytes memory of each node
 * @property {number} postgresCores
 * @property {number} commitsPerSecond
 * @property {number} walMegabytesPerSecond
 * @property {number} gigabytesAYear
 * @property {number} redisMegabytesPerSecond that Redis sends
 */

/**
 * What so many players need who are there at once.
 * @param {number} players
 * @param {Costs} costs
 * @param {{ readonly areHintsSplit?: boolean, readonly assumed?: Assumed }} [options] `areHintsSplit`: as if each
 *   node heard only of the games that it has
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
 * Moves a second beyond which no number of nodes helps, as each hears of all moves.
 * @param {Costs} costs
 * @param {Assumed} [assumed]
 */
export function mostHeard({ hearMs }, assumed = ASSUMED) {
  return (assumed.shareOfCore * 1000) / hearMs
}

// --- internal ---

const SECONDS_A_YEAR = 365 * 86_400

/**
 * The least number of nodes each of which has time enough.
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
