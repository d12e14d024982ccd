// @ts-check
import { describe, expect, test } from 'vitest'
import { checkSwiss } from './swiss.mjs'

/**
 * @typedef {import('./held.mjs').HeldSwiss} Held
 * @typedef {{ -readonly [K in keyof Held]: any }} Case
 */

const DEAL = '77.1234567'
const PLAYERS = ['anna', 'bert', 'cora', 'dora', 'emil', 'fred', 'gert', 'hans']

/** Eight players play two rounds. The player named first resigns both games of each match. */
function whole() {
  const rounds = [
    [
      ['anna', 'bert'],
      ['cora', 'dora'],
      ['emil', 'fred'],
      ['gert', 'hans'],
    ],
    [
      ['anna', 'cora'],
      ['emil', 'gert'],
      ['bert', 'dora'],
      ['fred', 'hans'],
    ],
  ]
  /** @type {any[]} */
  const events = []
  /** @type {any[]} */
  const pairings = []
  const resigned = (
    /** @type {string} */ game,
    /** @type {string} */ black,
    /** @type {string} */ white,
    /** @type {'black' | 'white'} */ winner,
  ) => {
    const seats = { black: { id: black }, white: { id: white } }
    const terms = { setup: { kind: 'standard' }, endRule: 'either', timeControl: { kind: 'none' } }
    const rows = [
      { kind: 'created', at: 0, terms, seats },
      { kind: 'dealt', at: 0, deal: DEAL },
      { kind: 'ended', at: 1, ending: { kind: 'resigned', winner } },
    ]
    events.push(...rows.map((event, index) => ({ game, version: index + 1, command: null, event })))
  }
  for (const [index, matches] of rounds.entries()) {
    for (const [place, [loser = '', winner = '']] of matches.entries()) {
      const [game, next] = [`r${index + 1}b${place + 1}g1`, `r${index + 1}b${place + 1}g2`]
      resigned(game, loser, winner, 'white')
      const version = 4
      events.push({ game, version, command: null, event: { kind: 'continued', at: 2, next } })
      resigned(next, winner, loser, 'black')
      const common = { round: index + 1, board: place + 1, game, next }
      const points = POINTS.black + POINTS.white
      pairings.push({ ...common, player: loser, opponent: winner, score: 0, points: 0 })
      pairings.push({ ...common, player: winner, opponent: loser, score: 2, points })
    }
  }
  const games = [...new Set(events.map(({ game }) => game))].map((id) => ({ id }))
  const look = (/** @type {number} */ round) => ({
    ...{ node: 'one', isLast: true, round },
    matches: (rounds[round - 1] ?? []).map(([loser, winner], place) => ({
      names: [loser, winner],
      games: [`r${round}b${place + 1}g1`, `r${round}b${place + 1}g2`],
      scores: [0, 2],
    })),
    standings: STANDINGS,
  })
  const entries = PLAYERS.map((player, at) => ({
    player,
    name: player,
    rating: 1500,
    at,
    outAt: null,
  }))
  return /** @type {Case} */ ({
    row: { rounds: 2, round: 2, endedAt: 9 },
    ...{ entries, pairings },
    stored: { at: 9, games, events, deadlines: [], shifts: [] },
    looks: [look(1), look(2)],
  })
}

/** The points of the deal's board before any move. */
const POINTS = { black: 36, white: 36 }
/** Worked out by hand. */
/** @type {any[]} */
const STANDINGS = [
  ['dora', 4, 144],
  ['hans', 4, 144],
  ['bert', 2, 72],
  ['cora', 2, 72],
  ['fred', 2, 72],
  ['gert', 2, 72],
  ['anna', 0, 0],
  ['emil', 0, 0],
].map(([name, score, points], index) => ({
  ...{ place: index + 1, name, score, points },
  ...{ buchholz: 4, headToHead: 0 },
}))

/**
 * @param {Case} held
 * @param {number} round
 * @param {string} player
 */
const rowOf = ({ pairings }, round, player) =>
  pairings.find((/** @type {any} */ row) => row.round === round && row.player === player)

/**
 * @param {Case} held
 * @param {string} game
 * @param {string} kind
 */
const eventOf = ({ stored }, game, kind) =>
  stored.events.find((/** @type {any} */ row) => row.game === game && row.event.kind === kind).event

describe('a Swiss tournament', () => {
  test('is clean where it is whole', () => {
    expect(checkSwiss(whole())).toEqual([])
  })

  /** @type {[string, string, (held: Case) => void][]} */
  const spoilt = [
    [
      'a player is left out of a round',
      'a round',
      (held) => held.pairings.splice(held.pairings.indexOf(rowOf(held, 2, 'anna')), 1),
    ],
    [
      'two are said to meet others',
      'a round',
      (held) => (rowOf(held, 2, 'anna').opponent = 'hans'),
    ],
    [
      'two have byes',
      'a round',
      (held) => Object.assign(rowOf(held, 2, 'anna'), { opponent: null, game: null }),
    ],
    [
      'two meet again',
      'nobody twice',
      (held) => {
        for (const row of held.pairings) {
          if (row.round === 2) Object.assign(row, { ...rowOf(held, 1, row.player), round: 2 })
        }
      },
    ],
    ['a game is of no match', 'matches', (held) => held.stored.games.push({ id: 'stray' })],
    [
      'a game is not there',
      'matches',
      (held) =>
        (held.stored.events = held.stored.events.filter(
          (/** @type {any} */ { game }) => game !== 'r1b1g1',
        )),
    ],
    [
      'a second game has another deal',
      'matches',
      (held) => (eventOf(held, 'r1b1g2', 'dealt').deal = '1.1'),
    ],
    [
      'colours are not swapped',
      'matches',
      (held) => {
        const { seats } = eventOf(held, 'r1b1g2', 'created')
        eventOf(held, 'r1b1g2', 'created').seats = { black: seats.white, white: seats.black }
      },
    ],
    [
      'others play a game',
      'matches',
      (held) => (eventOf(held, 'r1b1g1', 'created').seats.black.id = 'hans'),
    ],
    ['a result is not that of the games', 'results', (held) => (rowOf(held, 1, 'anna').score = 2)],
    [
      'points are not those of the games',
      'results',
      (held) => (rowOf(held, 1, 'bert').points = 71),
    ],
    [
      'a game was won by the other',
      'results',
      (held) => (eventOf(held, 'r1b1g2', 'ended').ending.winner = 'white'),
    ],
    [
      'a place is another',
      'standings',
      (held) =>
        (held.looks[0].standings = STANDINGS.map((one, index) => ({ ...one, place: 8 - index }))),
    ],
    [
      'a result was shown that was none',
      'shown',
      (held) => (held.looks[0].matches[0].scores = [1, 1]),
    ],
    [
      'a match was shown that was none',
      'shown',
      (held) => (held.looks[0].matches[0].names = ['anna', 'hans']),
    ],
    ['another game was shown', 'shown', (held) => (held.looks[0].matches[0].games = ['r2b1g1'])],
  ]
  test.each(spoilt)('is not where %s', (_, rule, spoil) => {
    const held = whole()
    spoil(held)
    expect(checkSwiss(held).map((found) => found.rule)).toContain(`swiss: ${rule}`)
  })
})
