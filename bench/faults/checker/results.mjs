// @ts-check
/**
 * No result changes, and each follows from its game. Only this rule uses the rules library, to
 * check whether moves are legal and whether the board ends a game.
 */
import { endingOnBoard, parseDeal, start, tryPlay } from '@hokito/rules'
import { FREE_PLIES, statesOf, turnOf } from './fold.mjs'

/**
 * @typedef {import('./facts.mjs').Violation} Violation
 * @typedef {import('./fold.mjs').State} State
 */

/**
 * @param {import('./facts.mjs').Facts} facts
 * @returns {Violation[]}
 */
export function resultsStay({ games, events, asked }) {
  return [...games.values()].flatMap((game) => {
    const rows = events.get(game.id) ?? []
    const states = statesOf(rows)
    // Another rule reports that it does not begin.
    if (states === undefined) return []
    /** @type {string[]} */
    const says = []
    for (const [index, { version, event, command }] of rows.entries()) {
      const before = states[index - 1]
      if (before === undefined) continue
      const by = command === null ? undefined : asked.get(command)?.message.type
      const wrong = wrongWith(before, event, by)
      if (wrong !== undefined) says.push(`version ${version}: ${wrong}`)
    }
    says.push(...boardErrors(rows, states))
    const isOver = states.at(-1)?.ending !== undefined
    if (isOver !== (game.endedAt !== null))
      says.push(`ended by its events: ${isOver}; by its row: ${!isOver}`)
    return says.map((text) => ({ rule: 'results stay', game: game.id, says: text }))
  })
}

// --- internal ---

/** Events that may follow the end of a game. */
const AFTER_END = new Set(['offered', 'offerClosed', 'continued'])

/**
 * @param {State} before
 * @param {any} event
 * @param {string | undefined} by the type of the command that caused it
 * @returns {string | undefined}
 */
function wrongWith(before, event, by) {
  const { kind } = event
  if (before.ending !== undefined) {
    if (kind === 'ended') return `it ended a second time, ${event.ending.kind}`
    if (!AFTER_END.has(kind)) return `${kind} after the end`
    if (kind === 'continued' && before.next !== undefined) return 'it was continued a second time'
    return undefined
  }
  if (kind === 'dealt' && before.deal !== undefined) return 'it was dealt a second time'
  if (kind === 'continued') return 'it was continued before its end'
  return kind === 'ended' ? wrongEnding(before, event.ending, by) : undefined
}

/**
 * @param {State} before
 * @param {{ kind: string, winner: string }} ending
 * @param {string | undefined} by
 */
function wrongEnding(before, { kind, winner }, by) {
  const waiting = turnOf(before) === 'black' ? 'white' : 'black'
  if (kind === 'timeout' && winner !== waiting) return `time was over for ${winner}, and won it`
  if (kind === 'timeout' && before.moves.length < FREE_PLIES) return 'time was over before it ran'
  if (kind === 'resigned' && by !== 'resign') return 'nobody has resigned'
  if (kind === 'agreed') {
    const isOffered = before.offers.some((offer) => offer.kind === 'draw')
    if (by !== 'acceptOffer' || !isOffered) return 'nobody has agreed on a draw'
  }
  return undefined
}

/**
 * @param {readonly { version: number, event: any }[]} rows
 * @param {readonly State[]} states
 */
function boardErrors(rows, states) {
  /** @type {string[]} */
  const errors = []
  /** @type {import('@hokito/rules').Position[]} the board at each ply */
  let boards = []
  for (const [index, { version, event }] of rows.entries()) {
    if (event.kind === 'dealt') {
      const deal = parseDeal(event.deal)
      if (!deal.ok) return [`version ${version}: ${event.deal} is no deal`]
      boards = [start(deal.value, states[index]?.terms.endRule)]
    }
    const board = boards.at(-1)
    if (event.kind === 'moved') {
      const played = board && tryPlay(board, event)
      if (played?.ok !== true) return [...errors, `version ${version}: an illegal move`]
      boards.push(played.value)
    }
    if (event.kind === 'takenBack') boards = boards.slice(0, event.toPly + 1)
    if (event.kind === 'ended') {
      const shown = board && endingOnBoard(board)
      const isStuck = event.ending.kind === 'stuck'
      if (isStuck && shown?.winner !== event.ending.winner)
        errors.push('the board shows another result')
      if (!isStuck && shown !== undefined) errors.push('the board had ended it before')
    }
  }
  return errors
}
