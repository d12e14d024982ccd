// @ts-check
/**
 * A seat belongs to its player: no client becomes another player, and none acts for the other side.
 */
import { statesOf, turnOf } from './fold.mjs'

/**
 * @typedef {import('./facts.mjs').Facts} Facts
 * @typedef {import('./facts.mjs').Violation} Violation
 */

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
export function seatsAreKept(facts) {
  const { playersOf, games, events } = facts
  const changed = [...playersOf]
    .filter(([, players]) => players.size !== 1)
    .map(([client, players]) => `${client} was ${[...players].join(', then ')}`)
  const shared = [...playersOf].filter(([client, players]) =>
    [...players].some((player) => facts.clientOf.get(player) !== client),
  )
  const wrong = [...changed, ...shared.map(([client]) => `${client} was given another's name`)]
  return [
    ...wrong.map((says) => ({ rule: RULE, game: undefined, says })),
    ...[...games.values()].flatMap((game) =>
      seatErrors(facts, game, events.get(game.id) ?? []).map((says) => ({
        rule: RULE,
        game: game.id,
        says,
      })),
    ),
  ]
}

// --- internal ---

const RULE = 'seats'

/**
 * @param {Facts} facts
 * @param {import('./facts.mjs').StoredGame} game
 * @param {Facts['stored']['events']} rows
 */
function seatErrors({ asked, clientOf }, { black, white }, rows) {
  const states = statesOf(rows)
  if (states === undefined) return []
  const { seats } = /** @type {import('./fold.mjs').State} */ (states[0])
  /** @type {string[]} */
  const errors = []
  if (seats.black !== black || seats.white !== white) errors.push('its row names other players')
  if (black === white) errors.push('one player has both seats')
  for (const [index, { version, event, command }] of rows.entries()) {
    const sender = command === null ? undefined : asked.get(command)?.client
    const before = states[index - 1]
    if (sender === undefined || before === undefined) continue
    const own = /** @type {const} */ (['black', 'white']).filter(
      (color) => clientOf.get(seats[color]) === sender,
    )
    const [color] = own
    if (color === undefined) errors.push(`version ${version}: ${sender} has no seat`)
    else if (!isOf(color, before, event)) {
      errors.push(`version ${version}: ${sender} has done what is the other side's to do`)
    }
  }
  return errors
}

/**
 * May this side cause this event?
 * @param {'black' | 'white'} color
 * @param {import('./fold.mjs').State} before
 * @param {any} event
 */
function isOf(color, before, event) {
  switch (event.kind) {
    case 'moved':
      return turnOf(before) === color
    case 'shared':
    case 'placed':
    case 'ready':
      return event.color === color
    case 'offered':
      return event.offer.by === color
    case 'takenBack':
      return before.offers.some(({ kind, by }) => kind === 'takeback' && by !== color)
    case 'ended':
      if (event.ending.kind === 'resigned') return event.ending.winner !== color
      if (event.ending.kind !== 'agreed') return true
      return before.offers.some(({ kind, by }) => kind === 'draw' && by !== color)
    default:
      return true
  }
}
