// @ts-check
/** A draft that the server has acknowledged is on the board when the game begins. */
import { arrange, parseDeal } from '@hokito/rules'
import { grouped, isAccepted } from './facts.mjs'

/**
 * @typedef {import('./facts.mjs').Facts} Facts
 * @typedef {import('./facts.mjs').Violation} Violation
 * @typedef {import('./facts.mjs').Asked} Asked
 */

/**
 * @param {Facts} facts
 * @returns {Violation[]}
 */
export function draftsAreKept({ asked, games, events, clientOf }) {
  const drafts = grouped(
    [...asked.values()].filter(({ message }) => message.type === 'draft'),
    ({ client, message }) => `${client} ${message.game}`,
  )
  return [...games.values()].flatMap(({ id, black, white }) => {
    const rows = events.get(id) ?? []
    const dealt = rows.find(({ event }) => event.kind === 'dealt')?.event
    if (dealt === undefined) return []
    return rows.flatMap(({ event, command }) => {
      if (event.kind !== 'placed') return []
      const placed = arrangementIn(dealt.deal, event.color)
      const client = clientOf.get(event.color === 'black' ? black : white) ?? ''
      const sent = command === null ? undefined : asked.get(command)?.message.arrangement
      const isKept =
        event.how === 'byPlayer'
          ? sent === placed
          : isOneOf(drafts.get(`${client} ${id}`) ?? [], placed)
      if (isKept) return []
      const says = `${client} had placed something else than ${placed} (${event.how})`
      return [{ rule: 'drafts', game: id, says }]
    })
  })
}

// --- internal ---

/**
 * Was it made from the last draft? If several drafts were on their way together, any may be the
 * last. A draft without an answer may or may not have counted.
 * @param {readonly Asked[]} drafts
 * @param {string} placed
 */
function isOneOf(drafts, placed) {
  const counted = drafts.filter(isAccepted)
  const isOld = (/** @type {Asked} */ draft) =>
    counted.some((other) => (other.attempts[0]?.sentAt ?? 0) > endOf(draft))
  const possible = drafts.filter(
    (draft) => (isAccepted(draft) || hasNoAnswer(draft)) && !isOld(draft),
  )
  const isWithin = (/** @type {Asked} */ { message }) =>
    [...message.arrangement].every((piece, place) => piece === '-' || piece === placed[place])
  return counted.length === 0 || possible.some(isWithin)
}

/** @param {Asked} draft */
function endOf({ attempts }) {
  return Math.max(...attempts.map(({ answeredAt }) => answeredAt ?? Number.POSITIVE_INFINITY))
}

/** @param {Asked} draft */
function hasNoAnswer({ attempts }) {
  return attempts.some(({ answer }) => answer === undefined)
}

/**
 * One side of a deal, starting at that side's first square.
 * @param {string} deal
 * @param {'black' | 'white'} color
 */
function arrangementIn(deal, color) {
  const parsed = parseDeal(deal)
  if (!parsed.ok) throw new Error(`${deal} is no deal`)
  const board = arrange(parsed.value)
  const places = Array.from({ length: 18 }, (_, place) => (color === 'black' ? place : 35 - place))
  return places.map((square) => board[square]?.value ?? '-').join('')
}
