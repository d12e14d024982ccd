// @ts-check
/** A player who looks at deals and leaves the ones that do not suit. */
import { crowd, GIVEN_TERMS, leave } from '../crowd.mjs'
import { comesTrue } from '../wait.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/** One guest fishes for a deal and a colour it likes, while a stranger is always ready to play. */
export const dealFishing = {
  name: 'deal-fishing',
  fault: 'S8',
  run: async (/** @type {Context} */ context) => {
    const guests = await crowd(context, { guests: 2, addresses: 2 })
    const [fisher, stranger] = guests
    if (fisher === undefined || stranger === undefined) return
    const seen = new Set()
    for (let n = 0; n < TRIES; n++) {
      context.tally.tried()
      const deal = await dealAndLeave(context, fisher, stranger)
      if (deal !== undefined) seen.add(deal)
    }
    context.tally.note(`${seen.size} different deals seen in ${TRIES} tries`)
    if (seen.size > MOST_DEALS) context.tally.fail(`a fisher saw ${seen.size} deals`)
    leave(guests)
    await context.rest()
  },
}

// --- internal ---

const TRIES = 12
/** The first look is free, because any player may be called away; a few more are bad luck. */
const MOST_DEALS = 3

/**
 * The deal with the fisher's colour, as `black 77.123`; undefined if no game began.
 * @param {Context} context
 * @param {import('../crowd.mjs').Guest} fisher
 * @param {import('../crowd.mjs').Guest} stranger
 */
async function dealAndLeave(context, fisher, stranger) {
  const [own] = fisher.wires
  const [other] = stranger.wires
  const terms = { ...GIVEN_TERMS, setup: { kind: 'standard' } }
  const offer = { type: 'challenge', id: context.id(), terms, color: 'random', isListed: false }
  const offered = await other?.ask(offer)
  const challenge = offered?.challenge?.id
  if (challenge === undefined) return void context.tally.heardReply(offered)
  const taken = await own?.ask({ type: 'acceptChallenge', id: context.id(), challenge })
  context.tally.heardReply(taken)
  const game = taken?.started
  if (game === undefined) {
    other?.tell({ type: 'withdrawChallenge', challenge })
    return undefined
  }
  for (const wire of [own, other]) {
    const share = Array.from({ length: 32 }, () => context.below(16).toString(16)).join('')
    await wire?.ask({ type: 'share', game, ply: 0, id: context.id(), share })
  }
  /** @type {any} */
  let view
  await comesTrue(async () => {
    view = (await own?.ask({ type: 'openGame', game }))?.game
    return view?.deal !== undefined
  }, 1000)
  context.tally.heardReply(await own?.ask({ type: 'abort', game, ply: 0, id: context.id() }))
  own?.tell({ type: 'closeGame', game })
  const color = view?.seats.black.id === fisher.id ? 'black' : 'white'
  return view?.deal === undefined ? undefined : `${color} ${view.deal}`
}
