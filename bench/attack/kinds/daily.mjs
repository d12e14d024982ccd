// @ts-check
/**
 * Attacks on the game of the day, with games that look right until the server searches them again.
 */
import { createLevelPlayer } from '@hokito/engine'
import { startEngine } from '@hokito/engine/node'
import { dayAt, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, outcome, play } from '@hokito/rules'
import { post, signIn } from '../http.mjs'
import { wait } from '../wait.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/**
 * Whole games against the strongest level, with moves that no level makes, from many guests at a
 * few addresses.
 */
export const dayFlood = {
  name: 'day-flood',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    const right = await rightGame()
    const forgers = await Promise.all(
      Array.from({ length: FORGERS }, (_, n) => guestFrom(context, n % ADDRESSES)),
    )
    const honest = playHonestly(context, right)
    await context.atRate(40, async (n) => {
      const forger = forgers[n % FORGERS]
      if (forger === undefined) return
      context.tally.tried()
      const answer = await send(context, forger, forgedGame(context))
      context.tally.heardHttp(answer)
      if (answer.body.includes('counted')) context.tally.fail('a forged game counts')
    })
    await honest
  },
}

// --- internal ---

const FORGERS = 40
const ADDRESSES = 5
/** The address number of the honest guests. */
const HONEST = 240
/** Longer than it takes to examine one game of each address. */
const MOST_WAIT_MS = 15_000

/** @typedef {{ cookie: string, address: string }} Guest */
/** @typedef {{ day: string, level: number, moves: readonly string[] }} Game */

/**
 * Guests with a game that was really played send it one after another, and none may wait for long.
 * @param {Context} context
 * @param {Game} game
 */
async function playHonestly(context, game) {
  let longestMs = 0
  let counted = 0
  while (!context.isOver) {
    const guest = await guestFrom(context, HONEST)
    if (guest === undefined) break
    const sentAt = performance.now()
    let answer = await send(context, guest, game)
    while (answer.status === 202 && performance.now() - sentAt < MOST_WAIT_MS) {
      await wait(500)
      answer = await send(context, guest, game)
    }
    if (answer.status !== 200) {
      return context.tally.fail(`a right game was answered ${answer.status} ${answer.body}`)
    }
    counted++
    longestMs = Math.max(longestMs, performance.now() - sentAt)
    await wait(500)
  }
  context.tally.note(`${counted} right games counted, each within ${Math.ceil(longestMs)} ms`)
}

/**
 * @param {Context} context
 * @param {number} n of the address
 * @returns {Promise<Guest | undefined>}
 */
async function guestFrom(context, n) {
  const address = context.address(n)
  const signed = await signIn(context.url, { address })
  return 'cookie' in signed ? { cookie: signed.cookie, address } : undefined
}

/**
 * @param {Context} context
 * @param {Guest} guest
 * @param {Game} game
 */
function send({ url }, guest, game) {
  return post(`${url}/api/daily`, { ...guest, timeoutMs: 20_000 }, game)
}

/**
 * A game by the rules in which both sides move at random.
 * @param {Context} context
 * @returns {Game}
 */
function forgedGame(context) {
  const day = dayAt(Date.now())
  const moves = []
  for (let position = positionOfDay(day); outcome(position) === undefined; ) {
    const move = context.oneOf(legalMoves(position))
    moves.push(formatMove(move))
    position = play(position, move)
  }
  return { day, level: 10, moves }
}

/** A real game, played against level 1. */
async function rightGame() {
  const player = await createLevelPlayer(startEngine())
  const day = dayAt(Date.now())
  const moves = []
  for (let position = positionOfDay(day); outcome(position) === undefined; ) {
    const move =
      position.turn === 'black' ? legalMoves(position)[0] : await player.move(position, 1)
    if (move === undefined) break
    moves.push(formatMove(move))
    position = play(position, move)
  }
  await player.close()
  return { day, level: 1, moves }
}
