// @ts-check
/** Floods over one connection. */
import { crowd, leave } from '../crowd.mjs'
import { comesTrue } from '../wait.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/** Commands far above the rate limit, whatever the answers say. */
export const commandFlood = flood('command-flood', 1500, (wire, context) => {
  wire.tell({ type: 'seeChallenge', challenge: context.id().slice(-12).padStart(12, '0') })
})

/** Pongs without a ping. */
export const pongFlood = flood('pong-flood', 40_000, (wire) => wire.raw('3'))

/** Acknowledgements of messages that were never sent. */
export const ackFlood = flood('ack-flood', 40_000, (wire, _, n) => wire.raw(`43${n}[]`))

// --- internal ---

/**
 * Half a second of this is far above any rate limit. The server must cut off a client that
 * continues.
 * @param {string} name
 * @param {number} perSecond
 * @param {(wire: import('../wire.mjs').Wire, context: Context, n: number) => void} send
 */
function flood(name, perSecond, send) {
  return {
    name,
    fault: 'S9',
    run: async (/** @type {Context} */ context) => {
      const guests = await crowd(context, { guests: 1 })
      const [wire] = guests[0]?.wires ?? []
      if (wire === undefined) return
      let sent = 0
      await context.atRate(perSecond, (n) => {
        // A connection that the server reads more slowly than this is being throttled, which also
        // counts as an answer.
        if (!wire.isOpen || wire.backlog > MOST_BACKLOG) return
        context.tally.tried()
        send(wire, context, n)
        sent++
      })
      await comesTrue(() => !wire.isOpen, 2000)
      context.tally.note(`${sent} sent, ${wire.isOpen ? 'still connected' : 'cut off'}`)
      if (wire.isOpen && sent > perSecond / 2) {
        context.tally.fail('who went on regardless was not disconnected')
      }
      leave(guests)
    },
  }
}

const MOST_BACKLOG = 2 ** 20
