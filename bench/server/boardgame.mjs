// @ts-check
/**
 * boardgame.io, for comparison with our server: installs it, and makes pairs of players who send
 * moves as its own client does.
 */
import { seededGame } from '@hokito/rules/debug'
import { io } from 'socket.io-client'
import { installApart } from '../../scripts/install-apart.mjs'

export const BOARDGAME_NAME = 'hokito'

/**
 * Returns the folder in which npm has installed it. Its 160 packages are not dependencies of the
 * project.
 */
export function getBoardgame() {
  return installApart(BOARDGAME_VERSION)
}

/**
 * A pair on its server. Plies are counted over all its games, one after another.
 * @type {import('./pairs.mjs').MakePair}
 */
export async function boardgamePair([url = ''], index) {
  const { moves } = seededGame(index, 'either')
  const settings = { transports: ['websocket'], forceNew: true, reconnection: false }
  const sockets = [
    io(`${url}/${BOARDGAME_NAME}`, settings),
    io(`${url}/${BOARDGAME_NAME}`, settings),
  ]
  const nameOf = (/** @type {number} */ n) => `match-${index}-${n}`
  /** The game that both players have open. */
  let current = -1
  const open = async (/** @type {number} */ n) => {
    for (const [player, socket] of sockets.entries()) {
      const synced = new Promise((resolve) => socket.once('sync', resolve))
      socket.emit('sync', nameOf(n), String(player), undefined, 2)
      await synced
    }
    current = n
  }
  await open(0)
  /** @type {import('./pairs.mjs').Pair} */
  const pair = {
    send: async (ply) => {
      const n = Math.floor(ply / moves.length)
      if (n !== current) await open(n)
      const own = ply % moves.length
      const playerID = String(own % 2)
      const payload = { type: 'play', args: [index, moves[own]], playerID }
      sockets[own % 2]?.emit('update', { type: 'MAKE_MOVE', payload }, own, nameOf(n), playerID)
    },
    onMove: () => undefined,
    plies: () => Number.POSITIVE_INFINITY,
    close: () => {
      for (const socket of sockets) socket.disconnect()
    },
  }
  for (const [player, socket] of sockets.entries()) {
    socket.on('update', (match, state) => {
      const played = state._stateID
      // The mover gets its own move, too.
      if (match !== nameOf(current) || (played - 1) % 2 === player) return
      pair.onMove(current * moves.length + played - 1)
    })
  }
  return pair
}

// --- internal ---

const BOARDGAME_VERSION = 'boardgame.io@0.50.2'
