// @ts-check
/** A player of the campaign: finds a game, plays it, and starts again. */
import { colorOf, phaseOf, turnOf } from '@hokito/protocol'
import { finalPosition, legalMoves, parseDeal } from '@hokito/rules'
import { wait } from '../attack/wait.mjs'

/**
 * @typedef {import('./client.mjs').Client} Client
 * @typedef {import('@hokito/protocol').GameView} GameView
 * @typedef {{
 *   invitations: string[],
 *   running: Set<string>,
 * }} Board shared by the players and watchers of one campaign: challenges to take, games to watch
 */

/** Terms of a short game for which both place their pieces. */
export const PLACED_TERMS = {
  setup: { kind: 'placed' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 },
  allowsTakebacks: false,
  games: 1,
}

/**
 * Plays until the campaign is over.
 * @param {Client} client
 * @param {Board} board
 */
export async function playOn(client, board) {
  while (!client.isOver()) {
    const game = await findGame(client, board)
    if (game !== undefined) await playMatch(client, board, game)
  }
}

/**
 * A random complete arrangement of one side's pieces.
 * @param {import('./chance.mjs').Chance} chance
 */
export function arrangementFrom(chance) {
  const pieces = [...'111111222222333333']
  return Array.from({ length: 18 }, () => pieces.splice(chance.below(pieces.length), 1)[0]).join('')
}

/**
 * All legal moves; none if the server shows an impossible game.
 * @param {GameView} view
 */
export function movesOf({ deal = '', terms, moves }) {
  const parsed = parseDeal(deal)
  if (!parsed.ok) return []
  const beginning = /** @type {const} */ ({ kind: 'deal', deal: parsed.value })
  const { endRule, compensation = 0 } = terms
  const position = finalPosition({ beginning, endRule, compensation, moves })
  return position.ok ? legalMoves(position.value) : []
}

/**
 * Why a client no longer waits for a game: it has begun, or there is none.
 * @param {Client} client
 * @param {string} challenge
 */
export async function gameOf(client, challenge) {
  const reply = await client.settle({ type: 'seeChallenge', challenge })
  if (reply?.ok !== true) return { isOpen: false, game: undefined }
  const { taken } = /** @type {{ taken?: { id: string } }} */ (reply)
  return { isOpen: taken === undefined, game: taken?.id }
}

/**
 * A running game of this player on some node, as after the page was closed.
 * @param {Client} client
 */
export async function ownGame(client) {
  const reply = await client.settle({ type: 'myGames' })
  if (reply?.ok !== true) return undefined
  const { games } = /** @type {{ games?: { id: string, ending?: unknown }[] }} */ (reply)
  return games?.find(({ ending }) => ending === undefined)?.id
}

// --- internal ---

/** @type {[number, number]} */
const THINKING_MS = [30, 450]
/** @type {[number, number]} */
const SEEKING_MS = [4000, 12_000]
const RUSH_MS = 2000
const SILENCE_MS = 15_000
const AFTERMATH_MS = 2500
/** Long enough for a flag to fall in the shorter games. */
const ASLEEP_MS = 24_000

const CONTROLS = [
  { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 },
  { kind: 'fischer', initialSeconds: 10, incrementSeconds: 1 },
  { kind: 'fischer', initialSeconds: 15, incrementSeconds: 0 },
  { kind: 'delay', initialSeconds: 10, delaySeconds: 1 },
]

/**
 * @param {Client} client
 * @param {Board} board
 * @returns {Promise<string | undefined>}
 */
async function findGame(client, board) {
  const { chance } = client
  const begun = client.started.shift()
  if (begun !== undefined) return begun.game
  if (chance.happens(0.1)) return ownGame(client)
  const invitation = board.invitations[chance.below(Math.max(1, board.invitations.length))]
  if (invitation !== undefined && chance.happens(0.7)) return accept(client, board, invitation)
  return chance.happens(0.75) ? seek(client) : invite(client, board)
}

/** @param {Client} client */
async function seek(client) {
  // Most players seek in the same instant, on any node: then no node knows of the others.
  if (client.chance.happens(0.7)) await wait(RUSH_MS - (Date.now() % RUSH_MS))
  const timeControl = client.chance.oneOf(CONTROLS.slice(0, 2))
  const reply = await client.wish({ type: 'quickPair', id: client.newId(), timeControl })
  if (reply?.started !== undefined) return reply.started
  const challenge = reply?.challenge?.id
  return challenge && awaitGame(client, challenge)
}

/**
 * @param {Client} client
 * @param {Board} board
 */
async function invite(client, board) {
  const { chance } = client
  const terms = {
    setup: { kind: chance.oneOf(['standard', 'scattered', 'placed']) },
    endRule: chance.oneOf(['either', 'onTurn']),
    timeControl: chance.oneOf(CONTROLS),
    allowsTakebacks: chance.happens(0.5),
    games: chance.oneOf([1, 2]),
  }
  const color = chance.oneOf(['black', 'white', 'random'])
  const isListed = chance.happens(0.5)
  const offer = { type: 'challenge', id: client.newId(), terms, color, isListed }
  const reply = await client.wish(offer)
  const challenge = reply?.challenge?.id
  if (challenge === undefined) return undefined
  board.invitations.push(challenge)
  const game = await awaitGame(client, challenge)
  forgetInvitation(board, challenge)
  return game
}

/**
 * @param {Client} client
 * @param {Board} board
 * @param {string} challenge
 */
async function accept(client, board, challenge) {
  const reply = await client.wish({ type: 'acceptChallenge', id: client.newId(), challenge })
  // Sometimes others may try it, too, although it is taken.
  if (client.chance.happens(0.7)) forgetInvitation(board, challenge)
  if (reply?.ok !== true) await wait(client.chance.between(100, 500))
  return reply?.started
}

/**
 * @param {Board} board
 * @param {string} challenge
 */
function forgetInvitation(board, challenge) {
  const place = board.invitations.indexOf(challenge)
  if (place !== -1) board.invitations.splice(place, 1)
}

/**
 * Waits until a player takes the challenge, and withdraws it after a while.
 * @param {Client} client
 * @param {string} challenge
 */
async function awaitGame(client, challenge) {
  const until = performance.now() + client.chance.between(...SEEKING_MS)
  while (performance.now() < until && !client.isOver()) {
    const place = client.started.findIndex((begun) => begun.challenge === challenge)
    const [begun] = place === -1 ? [] : client.started.splice(place, 1)
    if (begun !== undefined) return begun.game
    await client.hears(1000)
    if (client.chance.happens(0.05)) client.leaveNode()
  }
  await client.settle({ type: 'withdrawChallenge', challenge })
  return (await gameOf(client, challenge)).game
}

/**
 * Plays a game and those that follow it.
 * @param {Client} client
 * @param {Board} board
 * @param {string} first
 */
async function playMatch(client, board, first) {
  /** @type {string | undefined} */
  let game = first
  while (game !== undefined && !client.isOver()) {
    /** @type {string} */
    const id = game
    if (!(await client.open(id))) return
    board.running.add(id)
    await playGame(client, id)
    board.running.delete(id)
    game = client.isOver() ? undefined : await nextOf(client, id)
    await client.leave(id)
    client.started = client.started.filter((begun) => begun.game !== game && begun.game !== id)
  }
}

/**
 * @param {Client} client
 * @param {string} id
 */
async function playGame(client, id) {
  const answered = new Set()
  while (!client.isOver()) {
    const view = client.view(id)
    const color = view && colorOf(view, /** @type {any} */ (client.id))
    if (view === undefined || color === undefined || view.ending !== undefined) return
    if (client.chance.happens(0.003)) client.leaveNode()
    await act(client, view, { color, answered })
  }
}

/**
 * Does one thing, or waits for the other side.
 * @param {Client} client
 * @param {GameView} view
 * @param {{ color: 'black' | 'white', answered: Set<number> }} seat
 * @returns {Promise<unknown>}
 */
async function act(client, view, { color, answered }) {
  const { chance } = client
  const command = { game: view.id, ply: view.moves.length }
  const send = (/** @type {object} */ rest) =>
    client.settle({ ...command, id: client.newId(), ...rest })
  const phase = phaseOf(view)
  if (phase === 'dealing' && view.shares[color] === undefined) {
    return send({ type: 'share', share: chance.hex(16) })
  }
  if (phase === 'placing' && view.placed?.[color] === undefined) {
    const arrangement = arrangementFrom(chance)
    await send({ type: 'draft', arrangement: `${arrangement.slice(0, 9)}---------` })
    return send({ type: 'place', arrangement })
  }
  const theirs = view.offers.find(({ id, by }) => by !== color && !answered.has(id))
  if (theirs !== undefined) {
    answered.add(theirs.id)
    const drawn = chance.below(10)
    if (drawn < 3) return send({ type: 'acceptOffer', offer: theirs.id })
    if (drawn < 8) return send({ type: 'declineOffer', offer: theirs.id })
  }
  if (phase === 'playing' && turnOf(view) === color) return move(client, view, command)
  if (phase === 'playing' && chance.happens(0.02)) {
    return send({ type: chance.oneOf(['offerDraw', 'offerTakeback', 'offerDraw', 'resign']) })
  }
  const before = view.version
  await client.hears(SILENCE_MS)
  return client.view(view.id)?.version === before ? client.open(view.id) : undefined
}

/**
 * @param {Client} client
 * @param {GameView} view
 * @param {{ game: string, ply: number }} command
 */
async function move(client, view, command) {
  const { chance } = client
  await wait(chance.between(...THINKING_MS))
  if (chance.happens(0.015)) await asleep(client, view)
  if (client.view(view.id)?.version !== view.version) return
  const moves = movesOf(view)
  // A server that is broken on purpose may show an impossible game; the judge decides about that.
  if (moves.length === 0) return client.hears(SILENCE_MS)
  const [one, other] = [chance.oneOf(moves), chance.oneOf(moves)]
  const wanted = { type: 'move', ...command, id: client.newId(), ...one }
  const drawn = chance.below(100)
  // Most moves are made once. Some go to two nodes; some come from a player with two pages that
  // disagree.
  if (drawn < 4) return Promise.all([client.settle(wanted), client.askElsewhere(wanted)])
  if (drawn < 10) {
    const second = { type: 'move', ...command, id: client.newId(), ...other }
    return Promise.all([client.settle(wanted), client.askElsewhere(second)])
  }
  if (drawn < 13) {
    const second = { type: chance.oneOf(['offerDraw', 'resign']), ...command, id: client.newId() }
    return Promise.all([client.settle(wanted), client.askElsewhere(second)])
  }
  return client.settle(wanted)
}

/**
 * @param {Client} client
 * @param {GameView} view
 */
async function asleep(client, view) {
  const until = performance.now() + ASLEEP_MS
  while (performance.now() < until && client.view(view.id)?.version === view.version) {
    await client.hears(1000)
  }
}

/**
 * The game that follows a finished one: the second of a match, or a rematch.
 * @param {Client} client
 * @param {string} id
 */
async function nextOf(client, id) {
  const { chance } = client
  if (chance.happens(0.1)) {
    const ply = client.view(id)?.moves.length ?? 0
    await client.settle({ type: 'offerRematch', game: id, ply, id: client.newId() })
  }
  const until = performance.now() + AFTERMATH_MS
  while (performance.now() < until && !client.isOver()) {
    const view = client.view(id)
    if (view === undefined || view.next !== undefined) return view?.next
    const theirs = view.offers.find(
      ({ kind, by }) => kind === 'rematch' && view.seats[by].id !== client.id,
    )
    if (theirs !== undefined) {
      const accepting = { type: 'acceptOffer', game: id, ply: view.moves.length, offer: theirs.id }
      await client.settle({ ...accepting, id: client.newId() })
    }
    if (client.view(id)?.next === undefined) await client.hears(1000)
  }
  return client.view(id)?.next
}
