// @ts-check
/**
 * The judge of a campaign: a pure function of what clients sent and heard and of what is stored. It shares
 * no code with the server; of the rules library it asks whether moves are legal and how a board ends.
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

/** What is proved, in the order in which it is told. */
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
 * All that is wrong; nothing where the server has kept its word.
 * @param {readonly import('../history.mjs').Entry[]} entries
 * @param {import('../stored.mjs').Stored} stored
 * @returns {readonly import('./facts.mjs').Violation[]}
 */
export function check(entries, stored) {
  const facts = factsOf(entries, stored)
  return RULES.flatMap((rule) => rule(facts))
}
