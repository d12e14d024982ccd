// @ts-check

/** @typedef {{ ask: (message: object) => Promise<import('./wire.mjs').Reply | undefined> }} Asking */

/**
 * Lets one player challenge another, who accepts. In the last reply, `started` is the game, unless
 * one of the two was refused.
 * @param {readonly (Asking | undefined)[]} players the one who challenges, then the other
 * @param {object} terms
 * @param {() => string} newId
 */
export async function beginGame([black, white], terms, newId) {
  const offer = { type: 'challenge', id: newId(), terms, color: 'black', isListed: false }
  const offered = await black?.ask(offer)
  const challenge = offered?.challenge?.id
  if (challenge === undefined) return offered
  return white?.ask({ type: 'acceptChallenge', id: newId(), challenge })
}
