// @ts-check
/** Many guests at the same time, from as few addresses as one attacker has. */
import { signIn } from './http.mjs'
import { Wire } from './wire.mjs'

/**
 * @typedef {import('./context.mjs').Context} Context
 * @typedef {{ cookie: string, address: string, id: string, wires: Wire[] }} Guest
 */

/** Terms of a correspondence game that begins straight away, without placing. */
export const GIVEN_TERMS = {
  setup: { kind: 'given', deal: '77.1234567' },
  endRule: 'either',
  timeControl: { kind: 'correspondence', daysPerMove: 3 },
  allowsTakebacks: true,
  games: 1,
}

/**
 * Signs guests in and connects each of them. The result leaves out refused guests; the tally has
 * the codes.
 * @param {Context} context
 * @param {{ guests: number, sockets?: number, addresses?: number, from?: number }} size `sockets`
 * for each guest; `addresses` to share, beginning with the address number `from`
 * @returns {Promise<Guest[]>}
 */
export async function crowd(context, { guests, sockets = 1, addresses = 1, from = 0 }) {
  /** @type {Guest[]} */
  const all = []
  await inBatches(guests, async (n) => {
    const address = context.address(from + (n % addresses))
    const session = await signIn(context.url, { address })
    if (!('player' in session)) return context.tally.heardHttp(session)
    const { cookie, player } = session
    /** @type {Guest} */
    const guest = { cookie, address, id: player.id, wires: [] }
    for (let s = 0; s < sockets; s++) {
      const wire = await Wire.open(context.url, { address, cookie })
      if (wire.isOpen) guest.wires.push(wire)
      else context.tally.heard(wire.refusal)
      wire.onReply = (reply) => context.tally.heardReply(reply)
    }
    all.push(guest)
  })
  return all
}

/**
 * All connections of all guests.
 * @param {readonly Guest[]} guests
 */
export function wiresOf(guests) {
  return guests.flatMap(({ wires }) => wires)
}

/** @param {readonly Guest[]} guests */
export function leave(guests) {
  for (const wire of wiresOf(guests)) wire.close()
}

/**
 * Calls `act` `count` times, a few calls at a time.
 * @param {number} count
 * @param {(n: number) => Promise<unknown>} act
 */
export async function inBatches(count, act) {
  let next = 0
  const worker = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

// --- internal ---

const AT_ONCE = 20
