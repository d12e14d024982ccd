// @ts-check
/**
 * Two players who play one game after another, as people do: they pause, lose their connections and
 * reconnect.
 */
import { dealOf, formatDeal } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { wait } from '../attack/wait.mjs'
import { ask, connectAs, newGuest } from './pairs.mjs'

/**
 * @typedef {{ delays: number[], games: number, moves: number, reconnections: number }} Tally
 * @typedef {{ tally: Tally, isOver: () => boolean, pauseMs: number }} Setting `pauseMs`: mean
 *   before a move
 */

/** The share of players who lose their connection in a minute. */
const LOST_A_MINUTE = 0.02

export class SoakPair {
  #players
  #index
  #setting
  #played = 0

  /**
   * @param {readonly [Player, Player]} players
   * @param {number} index
   * @param {Setting} setting
   */
  constructor(players, index, setting) {
    this.#players = players
    this.#index = index
    this.#setting = setting
  }

  /**
   * Two new guests; with several nodes, each on a different one.
   * @param {readonly string[]} urls
   * @param {number} index
   * @param {Setting} setting
   */
  static async make(urls, index, setting) {
    const urlOf = (/** @type {number} */ player) => urls[(index + player) % urls.length] ?? ''
    const players = await Promise.all([Player.come(urlOf(0)), Player.come(urlOf(1))])
    return new SoakPair(players, index, setting)
  }

  /** Plays until the run is over. */
  async play() {
    const { isOver, pauseMs } = this.#setting
    // So that the pairs do not all start at the same moment.
    await wait(Math.random() * pauseMs)
    while (!isOver()) {
      await this.#playGame()
    }
    for (const player of this.#players) player.leave()
  }

  async #playGame() {
    const { isOver, pauseMs, tally } = this.#setting
    const { positions, moves } = seededGame(this.#index * 1000 + this.#played++, 'either')
    const game = await this.#begin(positions)
    for (const [ply, move] of moves.entries()) {
      if (isOver()) return
      await wait(Math.random() * 2 * pauseMs)
      await this.#maybeLose(game)
      tally.delays.push(await this.#move(game, ply, move))
      tally.moves++
    }
    for (const { socket } of this.#players) await ask(socket, { type: 'closeGame', game })
    tally.games++
  }

  /** @param {ReturnType<typeof seededGame>['positions']} positions */
  async #begin([first]) {
    const pieces = first?.board.map((stack) => stack?.top)
    const deal = dealOf(/** @type {import('@hokito/rules').Piece[]} */ (pieces))
    if (deal === undefined) throw new Error('a seeded game has a deal')
    const [black, white] = this.#players
    const id = `soak-${this.#index}-${this.#played}`
    const terms = {
      setup: { kind: 'given', deal: formatDeal(deal) },
      endRule: 'either',
      timeControl: { kind: 'fischer', initialSeconds: 3600, incrementSeconds: 0 },
      allowsTakebacks: false,
      games: 1,
    }
    const offer = { type: 'challenge', id, terms, color: 'black', isListed: false }
    const { challenge } = await ask(black.socket, offer)
    const accept = { type: 'acceptChallenge', id, challenge: challenge.id }
    const { started } = await ask(white.socket, accept)
    for (const { socket } of this.#players) await ask(socket, { type: 'openGame', game: started })
    return /** @type {string} */ (started)
  }

  /** @param {string} game */
  async #maybeLose(game) {
    const { pauseMs, tally } = this.#setting
    for (const player of this.#players) {
      if (Math.random() > (LOST_A_MINUTE * pauseMs) / 60_000) continue
      await player.loseLine()
      await ask(player.socket, { type: 'openGame', game })
      tally.reconnections++
    }
  }

  /**
   * Milliseconds until the opponent has received a move.
   * @param {string} game
   * @param {number} ply
   * @param {import('@hokito/rules').Move} move
   */
  async #move(game, ply, move) {
    const mover = this.#players[ply % 2 === 0 ? 0 : 1]
    const other = this.#players[ply % 2 === 0 ? 1 : 0]
    const startedAt = performance.now()
    const id = `soak-${this.#index}-${this.#played}-${ply}`
    const heard = other.hearsMove(game)
    await ask(mover.socket, { type: 'move', game, ply, id, ...move })
    await heard
    return performance.now() - startedAt
  }
}

// --- internal ---

/** @typedef {import('socket.io-client').Socket} Socket */

class Player {
  socket
  #url
  #cookie

  /**
   * @param {string} url
   * @param {string} cookie
   * @param {Socket} socket
   */
  constructor(url, cookie, socket) {
    this.socket = socket
    this.#url = url
    this.#cookie = cookie
    this.#listen()
  }

  /** @param {string} url */
  static async come(url) {
    const cookie = await newGuest(url)
    return new Player(url, cookie, await connectAs(url, cookie))
  }

  async loseLine() {
    this.socket.disconnect()
    this.socket = await connectAs(this.#url, this.#cookie)
    this.#listen()
  }

  /** @param {string} game */
  hearsMove(game) {
    const { socket } = this
    return new Promise((resolve) => {
      socket.on('update', function hear(/** @type {any} */ update) {
        if (update.game !== game || update.event.kind !== 'moved') return
        socket.off('update', hear)
        resolve(undefined)
      })
    })
  }

  leave() {
    this.socket.disconnect()
  }

  #listen() {
    this.socket.on('lag', (acknowledge) => acknowledge())
  }
}
