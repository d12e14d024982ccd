// @ts-check
/**
 * Pairs of players for both servers, with the same interface: `send(ply)` makes the move of a ply,
 * and `onMove` is called when the move arrives at the opponent's client.
 */
import { MESSAGE_EVENT, SOCKET_PATH } from '@hokito/protocol'
import { formatDeal, randomDeal, seededBytes } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { io } from 'socket.io-client'
import { signIn } from '../attack/http.mjs'

/**
 * @typedef {import('socket.io-client').Socket} Socket
 * @typedef {(ply: number) => void} OnMove
 * @typedef {(urls: readonly string[], index: number) => Promise<Pair>} MakePair
 * @typedef {{ send: (ply: number) => void, onMove: OnMove, plies: () => number, close: () => void }} Pair
 */

/** How many games each pair has ready, so that setting them up is not measured. */
const GAMES_READY = 40

const SETTINGS = { transports: ['websocket'], forceNew: true, reconnection: false }

/**
 * A pair on the relay. The relay keeps no state, so public programs send the whole board with each
 * move. With `isBare` a message is the move alone, which no such program does.
 * @param {readonly string[]} urls one
 * @param {number} index
 * @param {boolean} isBare
 * @returns {Promise<Pair>}
 */
export async function relayPair([url = ''], index, isBare) {
  const { positions } = seededGame(index, 'either')
  // Such programs keep one object for each piece.
  const boards = positions.map(({ board }) => board.map((stack) => stack?.pieces ?? []))
  const sockets = await Promise.all([connect(url, SETTINGS), connect(url, SETTINGS)])
  const game = `game-${index}`
  for (const socket of sockets) await socket.emitWithAck('join', game)
  /** @type {Pair} */
  const pair = {
    send: (ply) => {
      const move = { game, ply, id: `c-${index}-${ply}`, from: 3, to: 9 }
      const newBoard = boards[ply % boards.length]
      sockets[ply % 2]?.emit('move', isBare ? move : { ...move, newBoard, nextPlayer: 'white' })
    },
    onMove: () => undefined,
    plies: () => Number.POSITIVE_INFINITY,
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
  for (const socket of sockets) socket.on('move', (move) => pair.onMove(move.ply))
  return pair
}

/**
 * A pair on our server. Plies are counted over all its games, one after another. With several nodes
 * the two players are on different ones.
 * @param {readonly string[]} urls of the nodes
 * @param {number} index
 * @param {number} games
 * @returns {Promise<Pair>}
 */
export async function ourPair(urls, index, games = GAMES_READY) {
  const urlOf = (/** @type {number} */ player) => urls[(index + player) % urls.length] ?? ''
  const sockets = await Promise.all([signedIn(urlOf(0)), signedIn(urlOf(1))])
  const [black, white] = sockets
  const { moves } = seededGame(index, 'either')
  const terms = {
    // The deal that the seed gives the game.
    setup: { kind: 'given', deal: formatDeal(randomDeal('standard', seededBytes(index))) },
    endRule: 'either',
    // A correspondence game, so that it does not end while thousands of others are set up.
    timeControl: { kind: 'correspondence', daysPerMove: 2 },
    allowsTakebacks: true,
    games: 1,
  }
  /** @type {string[]} */
  const ids = []
  for (let n = 0; n < games; n++) {
    const id = `make-${index}-${n}`
    const offer = { type: 'challenge', id, terms, color: 'black', isListed: false }
    const { challenge } = await ask(black, offer)
    const { started } = await ask(white, { type: 'acceptChallenge', id, challenge: challenge.id })
    ids.push(started)
  }
  const length = moves.length
  /** @param {number} n */
  const open = async (n) => {
    for (const socket of sockets) {
      if (n >= 2) socket.emit(MESSAGE_EVENT, { type: 'closeGame', game: ids[n - 2] }, () => {})
      if (ids[n] !== undefined) await ask(socket, { type: 'openGame', game: ids[n] })
    }
  }
  await open(0)
  await open(1)
  let opened = 1
  /** @type {Pair} */
  const pair = {
    send: (ply) => {
      const n = Math.floor(ply / length)
      const game = ids[n]
      const own = ply % length
      const id = `move-${index}-${ply}`
      const command = { type: 'move', game, ply: own, id, ...moves[own] }
      sockets[own % 2]?.emit(MESSAGE_EVENT, command, (/** @type {any} */ reply) => {
        if (!reply.ok) throw new Error(`refused at ${ply}: ${reply.refusal.code}`)
      })
      // The next game is opened while this one is played.
      if (n >= opened) {
        opened++
        open(opened)
      }
    },
    onMove: () => undefined,
    plies: () => length * games,
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
  for (const socket of sockets) {
    socket.on('lag', (acknowledge) => acknowledge())
    socket.on('update', ({ game, event }) => {
      if (event.kind !== 'moved') return
      const n = ids.indexOf(game)
      received.set(game, (received.get(game) ?? -1) + 1)
      pair.onMove(n * length + (received.get(game) ?? 0))
    })
  }
  /** @type {Map<string, number>} */
  const received = new Map()
  return pair
}

/**
 * One signed-in connection to our server.
 * @param {string} url
 */
export async function signedIn(url) {
  const guest = await signIn(url, {})
  if (!('player' in guest)) throw new Error(`no guest: ${guest.status}`)
  const extraHeaders = { cookie: guest.cookie }
  return connect(url, { ...SETTINGS, path: SOCKET_PATH, extraHeaders })
}

/**
 * Sends a message and returns the reply.
 * @param {Socket} socket
 * @param {object} message
 * @throws Error if it is refused
 */
export async function ask(socket, message) {
  const reply = await socket.emitWithAck(MESSAGE_EVENT, message)
  if (!reply.ok) throw new Error(JSON.stringify(reply))
  return reply
}

// --- internal ---

/**
 * @param {string} url
 * @param {object} settings
 * @returns {Promise<Socket>}
 */
function connect(url, settings) {
  return new Promise((resolve, reject) => {
    const socket = io(url, settings)
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', reject)
  })
}
