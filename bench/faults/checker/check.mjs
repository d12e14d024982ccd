// @ts-check
/**
 * The judge of a campaign: a pure function of the clients' messages and the database. It shares no
 * code with the server. It uses the rules library only to check whether moves are legal and how a
 * board ends.
 */
import { deadlinesAreStored } from './deadlines.mjs'
import { draftsAreKept } from './drafts.mjs'
import { factsOf } from './facts.mjs'
import { oneHistory } from './one-history.mjs'
import { resultsStay } from './results.mjs'
import { seatsAreKept } from './seats.mjs'
import { seeksLeadToOneGame } from './seeks.mjs'
import { storedOnce } from './stored-once.mjs'
import { timeIsKept } from './time.mjs'

/** The rules that are proved, in the order in which they are reported. */
export const RULES = [
  storedOnce,
  oneHistory,
  resultsStay,
  timeIsKept,
  seatsAreKept,
  seeksLeadToOneGame,
  draftsAreKept,
  deadlinesAreStored,
]

/**
 * All violations; none if the server kept its promises.
 * @param {readonly import('../history.mjs').Entry[]} entries
 * @param {import('../stored.mjs').Stored} stored
 * @returns {readonly import('./facts.mjs').Violation[]}
 */
export function check(entries, stored) {
  const facts = factsOf(entries, stored)
  return RULES.flatMap((rule) => rule(facts))
}
