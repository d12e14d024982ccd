// @ts-check
/** The stored games of an arena, and their results, worked out without the server. */
import { grouped } from './facts.mjs'
import { calledOff, lastStates, pointsOf } from './matches.mjs'

/**
 * @typedef {import('./fold.mjs').State} State
 * @typedef {import('./held.mjs').HeldArena} HeldArena
 * @typedef {{ games: number, score: number, wins: number, streak: number, points: number }} Tally
 * @typedef {{
 *   id: string,
 *   state: State,
 *   begun: { at: number, key: number },
 *   ended: { at: number, key: number } | undefined,
 *   counts: boolean,
 *   players: readonly [string, string],
 *   results: ReadonlyMap<string, { score: number, points: number, isAbsent: boolean }>,
 * }} Game `key` is the place in the order of storing, independent of any clock
 * @typedef {{
 *   games: readonly Game[],
 *   ofPlayer: ReadonlyMap<string, readonly Game[]>,
 *   tallies: ReadonlyMap<string, readonly Tally[]>,
 * }} Played `tallies`: the sums after each counted game of a player, beginning with those before
 *   any
 */

/**
 * The sums before the first game.
 * @type {Tally}
 */
export const NOTHING = { games: 0, score: 0, wins: 0, streak: 0, points: 0 }

/**
 * The instant at which the arena's time is over.
 * @param {HeldArena['row']} row
 */
export function endOf({ startsAt, lastsMinutes }) {
  return startsAt + lastsMinutes * MINUTE_MS
}

/**
 * All games, in the order in which they began.
 * @param {HeldArena} held
 * @returns {Played}
 */
export function playedIn({ row, entries, stored }) {
  const states = lastStates(stored)
  const rows = grouped(stored.events, ({ game }) => game)
  const games = [...states]
    .map(([id, state]) => gameOf(id, state, { rows: rows.get(id) ?? [], endsAt: endOf(row) }))
    .sort((a, b) => a.begun.key - b.begun.key)
  const ofPlayer = new Map(
    entries.map(({ player }) => [player, games.filter(({ players }) => players.includes(player))]),
  )
  const tallies = new Map([...ofPlayer].map(([player, own]) => [player, talliesOf(player, own)]))
  return { games, ofPlayer, tallies }
}

// --- internal ---

const MINUTE_MS = 60_000
const WIN = 2
/** After this many wins in a row, the next one counts twice. */
const STREAK = 2

/**
 * @param {string} id
 * @param {State} state
 * @param {{ rows: HeldArena['stored']['events'], endsAt: number }} of
 * @returns {Game}
 */
function gameOf(id, state, { rows, endsAt }) {
  const instantOf = (/** @type {string} */ kind) => {
    const found = rows.find(({ event }) => event.kind === kind)
    return found && { at: found.event.at, key: found.key }
  }
  const ended = instantOf('ended')
  const begun = instantOf('created') ?? { at: 0, key: 0 }
  const players = /** @type {const} */ ([state.seats.black, state.seats.white])
  const counts = ended !== undefined && ended.at <= endsAt
  return { id, state, begun, ended, counts, players, results: resultsOf(state) }
}

/**
 * @param {State} state
 * @returns {Game['results']}
 */
function resultsOf(state) {
  const { seats, ending } = state
  if (ending === undefined) return new Map()
  const isCalledOff = ending.kind === 'aborted'
  const off = isCalledOff ? calledOff(state) : undefined
  const points = isCalledOff ? new Map() : pointsOf(state)
  const of = (/** @type {'black' | 'white'} */ color) => {
    const alone = ending.winner === 'draw' ? 1 : ending.winner === color ? WIN : 0
    const score = off?.get(seats[color])?.score ?? alone
    const own = { score, points: points.get(seats[color]) ?? 0 }
    return /** @type {const} */ ([seats[color], { ...own, isAbsent: isCalledOff && score === 0 }])
  }
  return new Map([of('black'), of('white')])
}

/**
 * @param {string} player
 * @param {readonly Game[]} own
 */
function talliesOf(player, own) {
  const tallies = [NOTHING]
  for (const { counts, results } of own) {
    const result = results.get(player)
    if (counts && result !== undefined) tallies.push(added(tallies.at(-1) ?? NOTHING, result))
  }
  return tallies
}

/**
 * @param {Tally} before
 * @param {{ score: number, points: number }} result
 * @returns {Tally}
 */
function added({ games, score, wins, streak, points }, result) {
  const isWon = result.score === WIN
  return {
    games: games + 1,
    score: score + result.score * (isWon && streak >= STREAK ? 2 : 1),
    wins: wins + (isWon ? 1 : 0),
    streak: isWon ? streak + 1 : 0,
    points: points + result.points,
  }
}
