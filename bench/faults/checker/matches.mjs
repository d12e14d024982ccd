// @ts-check
/** The matches of a tournament, derived from the stored games without the server. */
import { finalPosition, parseDeal, score } from '@hokito/rules'
import { grouped } from './facts.mjs'
import { statesOf } from './fold.mjs'

/**
 * @typedef {import('./fold.mjs').State} State
 * @typedef {import('../stored.mjs').Stored} Stored
 * @typedef {ReadonlyMap<string, { score: number, points: number }>} Result by player
 * @typedef {{ games: readonly string[], result: Result | undefined, says: readonly string[] }} Match `result` is
 *   undefined while it is not over; `says` lists its errors
 */

/**
 * The state of each game after its last event, by the game's id.
 * @param {Stored} stored
 * @returns {ReadonlyMap<string, State>}
 */
export function lastStates(stored) {
  const byGame = grouped(stored.events, ({ game }) => game)
  return new Map(
    [...byGame].flatMap(([game, rows]) => {
      const last = statesOf(rows)?.at(-1)
      return last === undefined ? [] : [/** @type {const} */ ([game, last])]
    }),
  )
}

/**
 * A match, found by its first game.
 * @param {ReadonlyMap<string, State>} states
 * @param {string | null} id
 * @param {readonly [string, string]} players
 * @returns {Match}
 */
export function matchOf(states, id, players) {
  const first = states.get(id ?? '')
  if (id === null || first === undefined) {
    return { games: [], result: undefined, says: ['its first game is not there'] }
  }
  const says = sameSeats(first, players) ? [] : ['others sit in its first game']
  if (first.ending?.kind === 'aborted') {
    return {
      games: [id],
      result: calledOff(first),
      says: [...says, ...(first.next ? ['it was called off and goes on'] : [])],
    }
  }
  const second = states.get(first.next ?? '')
  if (first.ending === undefined || first.next === undefined)
    return { games: [id], result: undefined, says }
  if (second === undefined)
    return { games: [id], result: undefined, says: [...says, 'its second game is not there'] }
  if (second.seats.black !== first.seats.white || second.seats.white !== first.seats.black) {
    says.push('colours are not swapped')
  }
  if (first.deal === undefined || first.deal !== second.deal) says.push('its games have two deals')
  if (second.next !== undefined) says.push('it has a third game')
  const result = second.ending === undefined ? undefined : summed(first, second)
  return { games: [id, first.next], result, says }
}

/**
 * The result of a game that was called off: the player who called it off, or ran out of time, has
 * lost it.
 * @param {State} state
 * @returns {Result}
 */
export function calledOff({ seats, leftBy }) {
  const of = (/** @type {'black' | 'white'} */ color) => {
    const hasLost = leftBy === undefined || leftBy === color
    return /** @type {const} */ ([seats[color], { score: hasLost ? 0 : 2, points: 0 }])
  }
  return new Map([of('black'), of('white')])
}

/**
 * The points that a game gives each player: the points on the board, but only for the winner if it
 * was not played to its end.
 * @param {State} state
 * @returns {ReadonlyMap<string, number>}
 */
export function pointsOf({ seats, deal = '', terms, moves, ending }) {
  const parsed = parseDeal(deal)
  if (!parsed.ok) return new Map()
  const beginning = /** @type {const} */ ({ kind: 'deal', deal: parsed.value })
  const position = finalPosition({
    beginning,
    endRule: terms.endRule,
    compensation: terms.compensation ?? 0,
    moves: /** @type {any} */ (moves),
  })
  if (!position.ok) return new Map()
  const points = score(position.value)
  const own = (/** @type {'black' | 'white'} */ color) =>
    ending.kind === 'stuck' || ending.winner === color ? points[color] : 0
  return new Map([
    [seats.black, own('black')],
    [seats.white, own('white')],
  ])
}

// --- internal ---

/**
 * @param {State} state
 * @param {readonly string[]} players
 */
function sameSeats({ seats: { black, white } }, players) {
  return players.includes(black) && players.includes(white) && black !== white
}

/**
 * @param {State} first
 * @param {State} second
 */
function summed(first, second) {
  const [one, other] = [pointsOf(first), pointsOf(second)]
  const sum = (/** @type {string} */ player) => (one.get(player) ?? 0) + (other.get(player) ?? 0)
  const { black, white } = first.seats
  const of = (/** @type {string} */ player, /** @type {string} */ rival) =>
    /** @type {const} */ ([
      player,
      { score: 1 + Math.sign(sum(player) - sum(rival)), points: sum(player) },
    ])
  return new Map([of(black, white), of(white, black)])
}
