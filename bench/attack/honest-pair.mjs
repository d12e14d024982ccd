// @ts-check
/**
 * Two honest players who play one timed game after another. Each move is timed from sending until
 * the other player receives it. Every game is checked against the rules and against the server's
 * store.
 */
import { formatDeal, randomDeal, seededBytes, tryPlay } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { beginGame } from './begin.mjs'
import { HonestPlayer } from './honest-player.mjs'
import { ask } from './http.mjs'
import { wait } from './wait.mjs'

/**
 * @typedef {import('@hokito/rules').Move} Move
 * @typedef {{ delays: number[], cuts: number }} Felt milliseconds a move, and lost connections
 * @typedef {{ id: string, moves: Move[], isOver: boolean }} Played the acknowledged moves
 * @typedef {{
 *   id: string,
 *   moves: readonly Move[],
 *   start: import('@hokito/rules').Position,
 * }} Beginning a game with the moves to make in it
 */

export class HonestPair {
  /** @type {string[]} */
  faults = []
  /** The id of the current game. */
  game = ''
  /** How many games were played to their end. */
  games = 0
  #url
  #players
  #seed
  #pauseMs
  #lossShare
  /** @type {number[]} */
  #delays = []
  /** @type {number | undefined} */
  #pendingSince
  /** @type {Played[]} */
  #unchecked = []
  #isStopping = false
  #count = 0
  #asked = 0
  /** @type {Played | undefined} */
  #current
  /** @type {Promise<void>} */
  #playing = Promise.resolve()

  /**
   * @param {string | readonly [string, string]} url of the server, or of the node of each
   * @param {{
   *   addresses?: readonly [string, string],
   *   seed: number,
   *   pauseMs?: () => number,
   *   lossShare?: number,
   * }} options `pauseMs`: before a move; `lossShare`: how often a player loses the connection then
   */
  constructor(url, { addresses, seed, pauseMs = () => MOVE_EVERY_MS, lossShare = 0 }) {
    const urls = typeof url === 'string' ? [url, url] : url
    this.#url = urls[0] ?? ''
    this.#seed = seed
    this.#pauseMs = pauseMs
    this.#lossShare = lossShare
    const onFault = (/** @type {string} */ sentence) => void this.faults.push(sentence)
    this.#players = urls.map((own, n) => new HonestPlayer(own, addresses?.[n], onFault))
  }

  /** Begins the first game and plays until {@link stop}. */
  async start() {
    const first = await this.#begin()
    if (first === undefined) throw new Error('two honest players cannot begin a game')
    this.#playing = this.#playAll(first)
  }

  /**
   * @returns {Felt} since the last call; a move still on its way counts with the time it has waited
   */
  take() {
    const waiting = this.#pendingSince === undefined ? [] : [performance.now() - this.#pendingSince]
    const cuts = this.#players.reduce((sum, player) => sum + player.cuts, 0)
    for (const player of this.#players) player.cuts = 0
    const delays = [...this.#delays, ...waiting.filter((age) => age > WORTH_COUNTING_MS)]
    this.#delays = []
    return { delays, cuts }
  }

  /** Has a move got through since {@link take}? */
  get hasMoved() {
    return this.#delays.length > 0
  }

  /** Compares all acknowledged moves with those that the server has stored. */
  async check() {
    const [player] = this.#players
    for (const played of this.#unchecked.splice(0)) {
      const answer = await patiently(`${this.#url}/api/games/${played.id}`, player?.address)
      const fault = answer === undefined ? 'cannot be read' : faultOf(played, JSON.parse(answer))
      if (fault !== undefined) this.faults.push(`game ${played.id} ${fault}`)
    }
    // The current game is checked up to here, and again when it is over.
    const current = this.#current
    if (current !== undefined && !current.isOver) this.#unchecked.push(current)
  }

  async stop() {
    this.#isStopping = true
    await this.#playing
    for (const player of this.#players) player.close()
  }

  /** @param {Beginning} first */
  async #playAll(first) {
    /** @type {Beginning | undefined} */
    let next = first
    while (!this.#isStopping) {
      if (next !== undefined) await this.#play(next)
      else await wait(BEGIN_AGAIN_MS)
      next = this.#isStopping ? undefined : await this.#begin()
    }
  }

  /** @returns {Promise<Beginning | undefined>} */
  async #begin() {
    const seed = this.#seed + this.#count++
    const { positions, moves } = seededGame(seed, 'either')
    const [start] = positions
    if (start === undefined) throw new Error('a game has a first position')
    // The deal that the seed gives the game.
    const deal = formatDeal(randomDeal('standard', seededBytes(seed)))
    const terms = { ...TERMS, setup: { kind: 'given', deal } }
    const id = (await beginGame(this.#players, terms, () => this.#id()))?.started
    if (id === undefined) return undefined
    for (const player of this.#players) if (!(await player.open(id))) return undefined
    this.game = id
    return { id, moves, start }
  }

  /** @param {Beginning} beginning */
  async #play({ id, moves, start }) {
    /** @type {Played} */
    const played = { id, moves: [], isOver: false }
    this.#current = played
    this.#unchecked.push(played)
    let position = start
    for (const [ply, move] of moves.entries()) {
      const result = tryPlay(position, move)
      if (!result.ok) throw new Error('a seeded game follows the rules')
      position = result.value
      if (this.#isStopping) return
      await this.#maybeLose(id)
      if (!(await this.#move(id, ply, move))) return
      played.moves.push(move)
      played.isOver = played.moves.length === moves.length
      await wait(this.#pauseMs())
    }
    this.games++
  }

  /** @param {string} game */
  async #maybeLose(game) {
    for (const player of this.#players) {
      if (Math.random() >= this.#lossShare) continue
      player.close()
      await player.open(game)
    }
  }

  /**
   * Makes one move as patiently as a page would: it repeats the same command until the server
   * answers.
   * @param {string} game
   * @param {number} ply
   * @param {Move} move
   */
  async #move(game, ply, move) {
    const [mover, other] = ply % 2 === 0 ? this.#players : this.#players.toReversed()
    if (mover === undefined || other === undefined) throw new Error('a pair has two players')
    const command = { type: 'move', game, ply, id: this.#id(), ...move }
    const sentAt = performance.now()
    this.#pendingSince = sentAt
    try {
      while (performance.now() - sentAt < PATIENCE_MS) {
        // While the campaign itself has stopped the server, no answer is expected.
        if (this.#isStopping) return false
        const reply = await mover.ask(command)
        if (reply?.refusal?.code === 'tooMany') {
          await wait(reply.refusal.retryAfterMs ?? AGAIN_MS)
          continue
        }
        if (reply?.game !== undefined) mover.see(reply.game)
        for (const update of reply?.updates ?? []) mover.apply(update)
        if (reply === undefined) continue
        const made = mover.moves[ply]
        if (made === undefined || made.from !== move.from || made.to !== move.to) {
          this.faults.push(`move ${ply} of game ${game} was refused: ${reply.refusal?.code}`)
          return false
        }
        if (await this.#arrives(other, ply, move)) {
          this.#delays.push(performance.now() - sentAt)
          return true
        }
      }
      this.faults.push(`move ${ply} of game ${game} was not taken in ${PATIENCE_MS / 1000} s`)
      this.#delays.push(PATIENCE_MS)
      return false
    } finally {
      this.#pendingSince = undefined
    }
  }

  /**
   * @param {HonestPlayer} other
   * @param {number} ply
   * @param {Move} move
   */
  async #arrives(other, ply, move) {
    if (!(await other.hears(ply + 1, ARRIVAL_MS))) {
      // The connection may have been cut. Any request connects again and opens the game.
      await other.open(other.game)
      if (other.moves.length <= ply) return false
    }
    const heard = other.moves[ply]
    if (heard?.from !== move.from || heard.to !== move.to) {
      this.faults.push(`move ${ply} of game ${other.game} arrived as another`)
    }
    return true
  }

  #id() {
    return `honest-${process.pid}-${this.#seed}-${this.#asked++}`
  }
}

// --- internal ---

const MOVE_EVERY_MS = 100
const BEGIN_AGAIN_MS = 200
const ARRIVAL_MS = 2000
const PATIENCE_MS = 20_000
const AGAIN_MS = 200
/** A move sent more recently than this says nothing about the server. */
const WORTH_COUNTING_MS = 50

const TERMS = {
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 600, incrementSeconds: 5 },
  allowsTakebacks: false,
  games: 1,
}

/**
 * @param {Played} played
 * @param {any} stored
 */
function faultOf({ moves, isOver }, stored) {
  const isKept = moves.every(({ from, to }, ply) => {
    const move = stored.moves[ply]
    return move?.from === from && move.to === to
  })
  if (!isKept) return 'lost an acknowledged move'
  if (!isOver && stored.ending === undefined) return undefined
  // The server may have stored the last move while its acknowledgement is still on the way.
  if (!isOver && stored.moves.length === moves.length) return `ended: ${stored.ending.kind}`
  if (isOver && stored.moves.length !== moves.length) return 'has moves that nobody made'
  return stored.ending?.kind === 'stuck' ? undefined : `ended otherwise: ${stored.ending?.kind}`
}

/**
 * Requests the body again and again until it arrives; undefined if it does not.
 * @param {string} url
 * @param {string | undefined} address
 */
async function patiently(url, address) {
  for (let n = 0; n < 10; n++) {
    const answer = await ask(url, { address })
    if (answer.status === 200) return answer.body
    await wait(AGAIN_MS * (n + 1))
  }
  return undefined
}
