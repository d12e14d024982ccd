// @ts-check
/**
 * Two players who place their pieces until the last moment, in many games at the same time: drafts
 * that arrive as the time for placing ends, on any node.
 */
import { phaseOf, placingDeadline } from '@hokito/protocol'
import { beginGame } from '../attack/begin.mjs'
import { wait } from '../attack/wait.mjs'
import { arrangementFrom, PLACED_TERMS } from './player.mjs'

/** @typedef {import('./client.mjs').Client} Client */

/**
 * Begins games and lets their time for placing run out, until the campaign is over.
 * @param {readonly [Client, Client]} pair
 */
export async function placeOn(pair) {
  const [one] = pair
  while (!one.isOver()) {
    /** @type {Promise<void>[]} */
    const placing = []
    for (let count = 0; count < AT_ONCE && !one.isOver(); count++) {
      const game = await beginPlaced(pair)
      if (game === undefined) continue
      for (const client of pair) placing.push(placeLate(client, game))
      await wait(BETWEEN_MS)
    }
    await Promise.all(placing)
  }
}

// --- internal ---

const AT_ONCE = 12
const BETWEEN_MS = 1000
/** How long before and after the end of the time drafts are sent. */
const AROUND_MS = 400

/** @param {readonly [Client, Client]} pair */
async function beginPlaced(pair) {
  const asking = pair.map((client) => ({ ask: (/** @type {any} */ wish) => client.wish(wish) }))
  return (await beginGame(asking, PLACED_TERMS, () => pair[0].newId()))?.started
}

/**
 * @param {Client} client
 * @param {string} game
 */
async function placeLate(client, game) {
  if (!(await client.open(game))) return
  const { chance } = client
  // Some clients store nothing until the time is nearly over: then there is no row to lock.
  const isEarly = chance.happens(0.3)
  if (isEarly) await client.settle(draftOf(client, game))
  for (;;) {
    const view = client.view(game)
    const dueAt = view && placingDeadline(view)
    if (client.isOver() || view === undefined || dueAt === undefined) break
    const leftMs = dueAt - Date.now()
    if (leftMs > AROUND_MS) {
      await client.hears(Math.min(leftMs - AROUND_MS, 1000))
    } else if (leftMs < -AROUND_MS) {
      // Time was given back, or no node has checked the game yet.
      await client.hears(1000)
      await client.open(game)
    } else {
      await wait(chance.below(AROUND_MS))
      await (chance.happens(0.5) ? client.settle : client.askElsewhere).call(
        client,
        draftOf(client, game),
      )
    }
  }
  const view = client.view(game)
  if (view !== undefined && phaseOf(view) === 'playing') {
    await client.settle({ type: 'resign', game, ply: view.moves.length, id: client.newId() })
  }
  await client.leave(game)
}

/**
 * @param {Client} client
 * @param {string} game
 */
function draftOf(client, game) {
  const whole = arrangementFrom(client.chance)
  const count = client.chance.between(1, 17)
  const arrangement = whole.slice(0, count).padEnd(18, '-')
  return { type: 'draft', game, ply: 0, id: client.newId(), arrangement }
}
