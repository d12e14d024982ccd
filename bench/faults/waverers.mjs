// @ts-check
/**
 * Two players on any two nodes: one withdraws an invitation at the moment at which the other
 * accepts it.
 */
import { wait } from '../attack/wait.mjs'
import { gameOf, PLACED_TERMS } from './player.mjs'

/** @typedef {import('./client.mjs').Client} Client */

/**
 * Invites, withdraws and accepts until the campaign is over.
 * @param {readonly [Client, Client]} pair
 */
export async function waverOn([one, other]) {
  const { chance } = one
  while (!one.isOver()) {
    const offered = await one.wish({ ...OFFER, id: one.newId() })
    const challenge = offered?.challenge?.id
    if (challenge !== undefined) await meet([one, other], challenge)
    await wait(chance.between(...BETWEEN_MS))
    // Sometimes they are on the same node.
    if (chance.happens(0.1)) one.leaveNode()
  }
}

// --- internal ---

/** @type {[number, number]} */
const BETWEEN_MS = [200, 800]
/**
 * How much later than the other one may act: accepting an invitation takes some time before it is
 * stored.
 */
const APART_MS = 25
/** A game that can be abandoned before anything has been seen. */
const OFFER = { type: 'challenge', terms: PLACED_TERMS, color: 'black', isListed: false }

/**
 * The server refuses one of them as too late, and tells neither anything false.
 * @param {readonly [Client, Client]} pair
 * @param {string} challenge
 */
async function meet([one, other], challenge) {
  await Promise.all([
    other.wish({ type: 'acceptChallenge', id: other.newId(), challenge }),
    wait(one.chance.below(APART_MS)).then(() =>
      one.settle({ type: 'withdrawChallenge', challenge }),
    ),
  ])
  const { game } = await gameOf(other, challenge)
  if (game !== undefined && (await other.open(game))) {
    await other.settle({ type: 'abort', game, ply: 0, id: other.newId() })
    await other.leave(game)
  }
  for (const client of [one, other]) client.started = []
}
