// @ts-check
/**
 * Attacks on the placing of pieces: spying on the other side's arrangement, and placing pieces that
 * a player does not have or may no longer move.
 */
import { beginGame } from '../begin.mjs'
import { crowd, GIVEN_TERMS, leave } from '../crowd.mjs'

/**
 * @typedef {import('../context.mjs').Context} Context
 * @typedef {import('../crowd.mjs').Guest} Guest
 */

/**
 * One side is ready. The other player and a stranger try everything; nothing of that side may show
 * or change.
 */
export const placing = {
  name: 'placing',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 3, addresses: 3 })
    const [victim, attacker, stranger] = guests
    if (victim === undefined || attacker === undefined || stranger === undefined) return
    const heard = [attacker, stranger].map(listen)
    const terms = { ...GIVEN_TERMS, setup: { kind: 'placed' } }
    const wires = [victim.wires[0], attacker.wires[0]]
    const taken = await beginGame(wires, terms, () => context.id())
    context.tally.heardReply(taken)
    const game = taken?.started
    if (game === undefined) return leave(guests)
    const hidden = shuffled(context)
    const place = { type: 'place', game, ply: 0, id: context.id(), arrangement: hidden }
    context.tally.heardReply(await victim.wires[0]?.ask(place))
    for (const { wires } of [attacker, stranger]) await wires[0]?.ask({ type: 'openGame', game })
    await context.atRate(40, async (n) => {
      context.tally.tried()
      const guest = context.oneOf([victim, attacker, stranger])
      const asked = { game, ply: context.below(8) === 0 ? 1 : 0, id: context.id() }
      const tried = { ...asked, ...attempt(context, guest === attacker) }
      const reply = await guest.wires[0]?.ask(tried, 1000)
      context.tally.heardReply(reply)
      if (reply?.ok) context.tally.fail(`attempt ${n} was taken: ${JSON.stringify(tried)}`)
      if (guest !== victim) heard[0]?.push(JSON.stringify(reply) ?? '')
    })
    const known = (await victim.wires[0]?.ask({ type: 'openGame', game }))?.arrangement
    if (known !== hidden) context.tally.fail('what was placed has changed or is gone')
    const seen = (await attacker.wires[0]?.ask({ type: 'openGame', game }))?.game
    if (seen?.deal !== undefined) context.tally.fail('a game began that one side had not placed')
    heard[1]?.push(JSON.stringify(seen) ?? '')
    if (heard.flat().some((text) => text.includes(hidden))) {
      context.tally.fail('what the other side had placed was sent')
    }
    await victim.wires[0]?.ask({ type: 'abort', game, ply: 0, id: context.id() })
    leave(guests)
  },
}

// --- internal ---

/** The pieces of a side. */
const PIECES = '111111222222333333'

/**
 * Collects everything that the server sends to a guest unasked from now on.
 * @param {Guest} guest
 * @returns {string[]}
 */
function listen({ wires }) {
  /** @type {string[]} */
  const heard = []
  for (const wire of wires) wire.onEvent = (_, message) => void heard.push(JSON.stringify(message))
  return heard
}

/** @param {Context} context */
function shuffled(context) {
  const left = [...PIECES]
  return Array.from(PIECES, () => left.splice(context.below(left.length), 1)[0]).join('')
}

/**
 * A message that the server has to refuse from any sender. `isFree`: the sender has a side that is
 * not placed yet, so only invalid arrangements may be tried.
 * @param {Context} context
 * @param {boolean} isFree
 */
function attempt(context, isFree) {
  const type = context.oneOf(['draft', 'place'])
  const right = shuffled(context)
  const wrong = context.oneOf([
    right.replace('1', '2'),
    right.replaceAll('3', '4'),
    `${right}${right}`,
    right.slice(1),
    '1'.repeat(7).padEnd(18, '-'),
    { toString: right },
    context.below(17_153_136),
  ])
  if (isFree) return { type, arrangement: wrong }
  const other = context.oneOf([{}, { color: 'white' }, { how: 'byTime' }])
  return { type, arrangement: context.oneOf([right, wrong]), ...other }
}
