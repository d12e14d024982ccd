// @ts-check
/** Attacks on the lobby: full lists, storms of changes, offers without intent to play. */
import { crowd, GIVEN_TERMS, inBatches, leave, wiresOf } from '../crowd.mjs'
import { comesTrue, wait } from '../wait.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/**
 * Sockets that stop reading request a full lobby again and again, so the answers pile up at the
 * server.
 */
export const neverRead = {
  name: 'never-read',
  fault: 'S2',
  share: 2,
  run: async (/** @type {Context} */ context) => {
    await fillLobby(context)
    const silent = wiresOf(await crowd(context, { guests: 15, sockets: 10 }))
    context.tally.note(`${silent.length} sockets`)
    for (const wire of silent) wire.stopReading()
    await context.atRate(10, () => {
      for (const wire of silent.filter(({ backlog }) => backlog === 0)) {
        context.tally.tried()
        wire.tell({ type: 'openLobby' })
      }
    })
    for (const wire of silent) wire.close()
  },
}

/**
 * One guest makes and withdraws offers; the server sends each change to all connections that have
 * the lobby open.
 */
export const offerStorm = {
  name: 'offer-storm',
  fault: 'S2',
  run: async (/** @type {Context} */ context) => {
    await fillLobby(context)
    const viewers = await crowd(context, { guests: 30, sockets: 10, addresses: 2 })
    for (const wire of wiresOf(viewers)) wire.tell({ type: 'openLobby' })
    const [stormer] = await crowd(context, { guests: 1, from: 3 })
    const [wire] = stormer?.wires ?? []
    await context.atRate(5, async () => {
      context.tally.tried()
      const reply = await wire?.ask(offer(context.id()))
      context.tally.heardReply(reply)
      const challenge = reply?.challenge?.id
      if (challenge !== undefined) wire?.tell({ type: 'withdrawChallenge', challenge })
    })
    leave([...viewers, ...(stormer === undefined ? [] : [stormer])])
  },
}

/**
 * Correspondence offers fill the lobby. Two honest seekers must still find each other straight
 * away.
 */
export const staleOffers = {
  name: 'stale-offers',
  fault: 'S5',
  run: async (/** @type {Context} */ context) => {
    await fillLobby(context)
    for (let n = 0; n === 0 || (n < MOST_PAIRS && !context.isOver); n++) {
      const seekers = await crowd(context, { guests: 2, addresses: 2, from: 10 + n * 2 })
      const started = seekers.map(() => '')
      for (const [index, { wires }] of seekers.entries()) {
        const [wire] = wires
        if (wire === undefined) continue
        const remember = (/** @type {string | undefined} */ game) => {
          if (game !== undefined) started[index] = game
        }
        wire.onEvent = (event, message) => {
          if (event === 'started') remember(message.game)
        }
        context.tally.tried()
        const reply = await wire.ask({ type: 'quickPair', id: context.id(), timeControl: QUICK })
        context.tally.heardReply(reply)
        remember(reply?.started)
      }
      const isPaired = () => started.length === 2 && started[0] !== '' && started[0] === started[1]
      if (!(await comesTrue(isPaired, 1000))) {
        context.tally.fail('two honest seekers were not paired within a second')
      }
      leave(seekers)
      await wait(200)
    }
    await context.rest()
  },
}

/** Fifty sockets request the long lists as fast as they may. */
export const lists = {
  name: 'lists',
  fault: 'S21',
  run: async (/** @type {Context} */ context) => {
    await fillLobby(context)
    const wires = wiresOf(await crowd(context, { guests: 5, sockets: 10 }))
    await context.atRate(10, (n) => {
      const type = LISTS[n % LISTS.length]
      for (const wire of wires) wire.tell({ type })
      context.tally.tried(wires.length)
    })
    for (const wire of wires) wire.close()
  },
}

// --- internal ---

const MOST_PAIRS = 5
const LISTS = ['openLobby', 'myGames', 'runningGames']
const QUICK = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 }

/** Lists as many challenges as forty guests may, from a few addresses. */
async function fillLobby(/** @type {Context} */ context) {
  const guests = await crowd(context, { guests: 40, addresses: 4, from: 5 })
  await inBatches(guests.length, async (n) => {
    for (let made = 0; made < 5; made++) {
      context.tally.tried()
      context.tally.heardReply(await guests[n]?.wires[0]?.ask(offer(context.id())))
    }
  })
  leave(guests)
}

/** @param {string} id */
function offer(id) {
  return { type: 'challenge', id, terms: GIVEN_TERMS, color: 'random', isListed: true }
}
