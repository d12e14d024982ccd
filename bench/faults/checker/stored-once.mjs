// @ts-check
/**
 * Each acknowledged command is stored exactly once, as it was sent; a refused one is not stored.
 */
import { isAccepted, isCommand, isUndecided } from './facts.mjs'

/** @typedef {import('./facts.mjs').Violation} Violation */

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
export function storedOnce({ asked, byCommand }) {
  /** @type {Violation[]} */
  const violations = []
  for (const [id, one] of asked) {
    const { message, client } = one
    if (!isCommand(message)) continue
    const found = (/** @type {string} */ says) =>
      violations.push({
        rule: 'stored once',
        game: message.game,
        says: `${client}'s ${message.type} ${id} ${says}`,
      })
    const rows = byCommand.get(id) ?? []
    if (rows.length > 1) found(`is stored ${rows.length} times`)
    const [row] = rows
    if (row === undefined) {
      // A draft is not stored as an event, nor a word that ends no pause.
      if (isAccepted(one) && message.type !== 'draft' && message.type !== 'ready')
        found('was acknowledged and is not stored')
      continue
    }
    if (row.game !== message.game) found(`is stored in game ${row.game}`)
    if (!isSame(message, row.event)) found(`is stored as ${JSON.stringify(row.event)}`)
    if (!isAccepted(one) && !isUndecided(one)) found('was refused and is stored')
  }
  for (const [id, rows] of byCommand) {
    if (!asked.has(id)) {
      violations.push({
        rule: 'stored once',
        game: rows[0]?.game,
        says: `nobody has sent the command ${id}`,
      })
    }
  }
  return violations
}

// --- internal ---

/**
 * @type {Record<string, readonly string[]>} the kinds of event that each command may be stored as
 * first
 */
const KINDS = {
  share: ['shared'],
  place: ['placed'],
  ready: ['ready'],
  move: ['moved'],
  resign: ['ended'],
  abort: ['ended'],
  claim: ['ended'],
  offerDraw: ['offered'],
  offerTakeback: ['offered'],
  offerRematch: ['offered'],
  acceptOffer: ['ended', 'takenBack', 'continued'],
  declineOffer: ['offerClosed'],
  withdrawOffer: ['offerClosed'],
}

/**
 * @param {any} message
 * @param {any} event
 */
function isSame(message, event) {
  if (!KINDS[message.type]?.includes(event.kind)) return false
  switch (message.type) {
    case 'move':
      return message.from === event.from && message.to === event.to
    case 'share':
      return message.share === event.share
    case 'declineOffer':
      return message.offer === event.offer
    default:
      return true
  }
}
