// @ts-check
/** Attacks with names. */
import { crowd, leave, wiresOf } from '../crowd.mjs'
import { wait } from '../wait.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/** All the connections that one address may have keep changing their names, ten times a second. */
export const renameStorm = {
  name: 'rename-storm',
  fault: 'S7',
  run: async (/** @type {Context} */ context) => {
    const wires = wiresOf(await crowd(context, { guests: 17, sockets: 10 }))
    context.tally.note(`${wires.length} sockets`)
    await context.atRate(10, () => {
      for (const wire of wires) wire.tell({ type: 'rename', name: randomName(context) })
      context.tally.tried(wires.length)
    })
    for (const wire of wires) wire.close()
  },
}

/** Names that look like another player's, like an official's, or like nothing at all. */
export const imitation = {
  name: 'imitation',
  fault: 'S6',
  run: async (/** @type {Context} */ context) => {
    const [anna] = await crowd(context, { guests: 1 })
    context.tally.heardReply(await anna?.wires[0]?.ask({ type: 'rename', name: 'Anna' }))
    /** @type {string[]} */
    const taken = []
    // A new guest for each name, because renaming has a rate limit of its own.
    for (const [n, name] of IMITATIONS.entries()) {
      const [guest] = await crowd(context, { guests: 1, from: 1 + n })
      context.tally.tried()
      const reply = await guest?.wires[0]?.ask({ type: 'rename', name })
      context.tally.heardReply(reply)
      if (reply?.ok) taken.push(name)
      leave(guest === undefined ? [] : [guest])
      await wait(10)
    }
    context.tally.note(`${taken.length} of ${IMITATIONS.length} imitations taken`)
    if (taken.length > 0) context.tally.fail('names that imitate were taken')
    if (anna !== undefined) leave([anna])
    await context.rest()
  },
}

// --- internal ---

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** @type {readonly string[]} */
const IMITATIONS = [
  'A\u1160nna', // Hangul fillers are invisible
  'An\u115fna',
  '\u13aanna', // Cherokee
  '\u0251nna', // Latin alpha
  '\u1d00nna', // small capitals
  'A\u0274na',
  'Ann\u0561', // Armenian
  'Ann\u0430', // Cyrillic
  '\u0391nna', // Greek
  'An na',
  'A\u200dnna',
  'ANNA',
  '\u13aadmin',
  'mod\u1160erator',
  'H\u1d0fkito',
  '\u1160\u115f\u3164',
  `Z${'\u0301'.repeat(23)}oe`,
]

function randomName(/** @type {Context} */ context) {
  return Array.from({ length: 12 }, () => LETTERS[context.below(LETTERS.length)]).join('')
}
