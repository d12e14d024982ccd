// @ts-check
/**
 * Finished games of random moves, some of them from a few shared deals, as the server would have
 * stored them.
 */
import { playerIdSchema } from '@hokito/protocol'
import * as rules from '@hokito/rules'
import { packPosition, unpackMove } from '../../packages/engine/dist/pack.js'
import { SYSTEM_CHANCE } from '../../packages/server/dist/ground/chance.js'
import { startCore } from '../engine/core.mjs'

/** @typedef {import('@hokito/protocol').PlayerId} PlayerId */
/** @typedef {ReturnType<typeof gamesFrom>} Games */
/** @typedef {ReturnType<Games['next']>} FinishedGame */

const PLAYERS = 1000
const SHARED = 50
/** One game in this many begins from a deal that other games share. */
const SHARED_IN = 3
/**
 * The first game begins at this time, and then one twice a minute: a million games are a year's.
 */
const FIRST_AT = Date.UTC(2026, 0, 1)
const APART_MS = 30_000
/** The longest that a game takes. */
const LONGEST_MS = 3_600_000

const core = startCore()

/**
 * The games of a seed, one after another, and values to query them by.
 * @param {number} seed
 */
export function gamesFrom(seed) {
  const bytes = rules.seededBytes(seed)
  /** @param {number} below */
  const drawn = (below) => rules.randomIndex(below, bytes)
  const players = Array.from({ length: PLAYERS }, (_, n) =>
    playerIdSchema.parse(`player${String(n).padStart(6, '0')}`),
  )
  const deals = Array.from({ length: SHARED }, () => rules.randomDeal('standard', bytes))
  const player = () => players[drawn(PLAYERS)] ?? playerIdSchema.parse('')
  const sharedDeal = () => deals[drawn(SHARED)] ?? rules.randomDeal('standard', bytes)

  /** @param {number} key */
  function next(key) {
    const isShared = drawn(SHARED_IN) === 0
    const deal = isShared ? sharedDeal() : rules.randomDeal('standard', bytes)
    const played = playOut(rules.start(deal, 'either'), drawn)
    const createdAt = FIRST_AT + key * APART_MS
    const endedAt = createdAt + drawn(LONGEST_MS)
    const { id } = SYSTEM_CHANCE.fresh()
    const seats = { black: player(), white: player() }
    return { key, id, ...seats, deal, isShared, ...played, createdAt, endedAt }
  }

  return {
    players,
    drawn,
    sharedDeal,
    next,
    /** @param {number} n */
    nameOf: (n) => `Bench ${n}`,
    anyName: () => `Bench ${drawn(PLAYERS)}`,
    /** A day that has games, if there are `games` of them. @param {number} games */
    anyDay: (games) => {
      const since = FIRST_AT + drawn(Math.max(1, games * APART_MS))
      return { since: String(since), until: String(since + 86_400_000) }
    },
  }
}

/**
 * A game's events, from its first to its last.
 * @param {FinishedGame} game
 * @returns {readonly import('@hokito/protocol').GameEvent[]}
 */
export function eventsOf(game) {
  const { id, black, white, deal, moves, createdAt, endedAt } = game
  const number = rules.formatDeal(deal)
  const seats = { black: { id: black, name: 'Black' }, white: { id: white, name: 'White' } }
  return [
    { kind: 'created', at: createdAt, game: id, terms: termsOf(number), seats, isListed: true },
    { kind: 'dealt', at: createdAt, deal: number },
    ...moves.map(
      ({ from, to }) => /** @type {const} */ ({ kind: 'moved', at: createdAt, from, to, lagMs: 0 }),
    ),
    { kind: 'ended', at: endedAt, ending: { kind: 'stuck', winner: winnerOf(game) } },
  ]
}

/**
 * @param {FinishedGame} game
 * @returns {rules.Color | 'draw'}
 */
export function winnerOf({ margins }) {
  const margin = margins.at(-1) ?? 0
  if (margin === 0) return 'draw'
  return margin > 0 ? 'black' : 'white'
}

/**
 * @param {string} deal
 * @returns {import('@hokito/protocol').Terms}
 */
function termsOf(deal) {
  return {
    setup: { kind: 'given', deal },
    endRule: 'either',
    timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
    allowsTakebacks: true,
    games: 1,
  }
}

/**
 * Plays random moves to the end and records what the explorer measures. It uses the engine's
 * counting, which is about fifty times as fast as the rules.
 * @param {rules.Position} first
 * @param {(below: number) => number} drawn
 */
function playOut(first, drawn) {
  core.load(packPosition(first))
  const owners = first.board.map((stack) => stack && rules.ownerOf(stack))
  /** @type {rules.Move[]} */
  const moves = []
  /** @type {number[]} */
  const choices = []
  /** @type {boolean[]} */
  const covers = []
  const firstLead = core.countMoves(0) - core.countMoves(1)
  const margins = [core.margin()]
  while (!core.isOver()) {
    const legal = core.moves()
    const packed = legal[drawn(legal.length)] ?? 0
    const move = unpackMove(packed)
    choices.push(legal.length)
    covers.push(owners[move.from] !== owners[move.to])
    owners[move.to] = owners[move.from]
    core.play(packed)
    moves.push(move)
    margins.push(core.margin())
  }
  return { moves, choices, covers, margins, firstLead }
}
