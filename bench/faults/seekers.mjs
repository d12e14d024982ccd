// @ts-check
/**
 * Two strangers who ask to be paired at the same moment, on two nodes. Both start waiting before
 * either node hears of the other, so each node pairs the same two.
 */
import { colorOf, phaseOf } from '@hokito/protocol'
import { wait } from '../attack/wait.mjs'
import { gameOf } from './player.mjs'

/** @typedef {import('./client.mjs').Client} Client */

/**
 * Seeks and gives up the resulting games, until the campaign is over.
 * @param {readonly [Client, Client]} pair
 * @param {number} initialSeconds of a game that no other client looks for
 */
export async function seekOn([one, other], initialSeconds) {
  const timeControl = { kind: 'fischer', initialSeconds, incrementSeconds: 0 }
  while (!one.isOver()) {
    await Promise.all([seek(one, timeControl), seek(other, timeControl)])
    await wait(one.chance.between(...BETWEEN_MS))
    // The next connection may go to another node.
    if (one.node === other.node) other.leaveNode()
  }
}

// --- internal ---

/** @type {[number, number]} */
const BETWEEN_MS = [400, 1200]
/** Less than it takes to store that a player waits, and to notify the other nodes. */
const APART_MS = 8
const PATIENCE_MS = 3000
const RETRY_MS = 500

/**
 * @param {Client} client
 * @param {object} timeControl
 */
async function seek(client, timeControl) {
  await wait(client.chance.below(APART_MS))
  const wish = { type: 'quickPair', id: client.newId(), timeControl }
  const reply = await client.wish(wish)
  const challenge = reply?.challenge?.id
  const game = reply?.started ?? (challenge && (await awaitAny(client, challenge)))
  const begun = client.started.map((other) => other.game)
  client.started = []
  for (const id of new Set(game === undefined ? begun : [game, ...begun])) await giveUp(client, id)
}

/**
 * Waits until any game begins, and withdraws the challenge after a while.
 * @param {Client} client
 * @param {string} challenge
 * @returns {Promise<string | undefined>}
 */
async function awaitAny(client, challenge) {
  const until = performance.now() + PATIENCE_MS
  while (client.started.length === 0 && performance.now() < until && !client.isOver()) {
    await client.hears(RETRY_MS)
  }
  if (client.started.length > 0) return undefined
  await client.settle({ type: 'withdrawChallenge', challenge })
  return (await gameOf(client, challenge)).game
}

/**
 * Resigns both games of a match. It does not call them off, because a player who does that has to
 * wait before the next one.
 * @param {Client} client
 * @param {string} first
 */
async function giveUp(client, first) {
  /** @type {string | undefined} */
  let game = first
  while (game !== undefined && (await client.open(game))) {
    await resign(client, game)
    if (client.view(game)?.next === undefined) await client.hears(RETRY_MS)
    /** @type {string | undefined} */
    const next = client.view(game)?.next
    await client.leave(game)
    game = next
  }
}

/**
 * Shares in the deal, and resigns once play has begun, unless the other player has.
 * @param {Client} client
 * @param {string} game
 */
async function resign(client, game) {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until && !client.isOver()) {
    const view = client.view(game)
    const color = view && colorOf(view, /** @type {any} */ (client.id))
    if (view === undefined || color === undefined || view.ending !== undefined) return
    const send = (/** @type {object} */ rest) =>
      client.settle({ game, ply: 0, id: client.newId(), ...rest })
    if (phaseOf(view) === 'playing') await send({ type: 'resign' })
    else if (view.shares[color] !== undefined) await client.hears(RETRY_MS)
    else await send({ type: 'share', share: client.chance.hex(16) })
  }
}
