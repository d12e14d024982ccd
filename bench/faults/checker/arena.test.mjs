// @ts-check
import { describe, expect, test } from 'vitest'
import { checkArena } from './arena.mjs'

/**
 * @typedef {import('./held.mjs').HeldArena} HeldArena
 * @typedef {{ -readonly [K in keyof HeldArena]: any }} Case
 */

const DEAL = '77.1234567'
/** The points of the deal's board before any move. */
const POINTS = 36
const START = 1_000_000
const END = START + 600_000
const PLAYERS = ['anna', 'bert', 'cora', 'dora']

/**
 * Game, Black, White, from and to in seconds after the start, winner. Without a winner Black called
 * it off.
 */
/** @type {readonly (readonly [string, string, string, number, number, ('black' | 'white')?])[]} */
const GAMES = [
  ['g1', 'anna', 'bert', 1, 5, 'white'],
  ['g2', 'cora', 'dora', 1, 6, 'white'],
  ['g3', 'anna', 'cora', 10, 15, 'white'],
  ['g4', 'bert', 'dora', 10, 14, 'white'],
  ['g5', 'bert', 'cora', 20, 25, 'white'],
  ['g6', 'dora', 'anna', 20, 26, 'black'],
  ['g7', 'cora', 'anna', 565, 601, 'white'],
  ['g8', 'dora', 'bert', 565, 570],
]

/** Worked out by hand: the third win in a row counts twice, and g7 ended too late. */
/** @type {any[]} */
const STANDINGS = [
  ['dora', 8, 4, 3, 0, 3 * POINTS],
  ['cora', 4, 3, 2, 2, 2 * POINTS],
  ['bert', 4, 4, 2, 1, POINTS],
  ['anna', 0, 3, 0, 0, 0],
].map(([name, score, games, wins, streak, points], index) => ({
  ...{ place: index + 1, name, score, games, wins, streak, points },
}))
/** @type {Record<string, number>} */
const BLACKS = { anna: 2, bert: 2, cora: 1, dora: 2 }

/** Four players play four waves. */
function whole() {
  const rows = GAMES.flatMap(([game, black, white, from, to, winner]) => {
    const [at, endedAt] = [START + from * 1000, START + to * 1000]
    const terms = { setup: { kind: 'standard' }, endRule: 'either', timeControl: { kind: 'none' } }
    const seats = { black: { id: black }, white: { id: white } }
    const over = winner ? { ending: { kind: 'resigned', winner } } : CALLED_OFF
    return [
      { kind: 'created', at, terms, seats },
      { kind: 'dealt', at, deal: DEAL },
      { kind: 'ended', at: endedAt, ...over },
    ].map((event, index) => ({ game, version: index + 1, command: null, event }))
  })
  const events = rows
    .toSorted((a, b) => a.event.at - b.event.at)
    .map((row, key) => ({ ...row, key }))
    .toSorted((a, b) => (a.game < b.game ? -1 : a.game > b.game ? 1 : a.version - b.version))
  /** @type {any[]} */
  const pairings = []
  for (const [game, black, white, , to, winner] of GAMES) {
    const side = (/** @type {string} */ player, /** @type {string} */ opponent) => {
      const isBlack = player === black ? 1 : 0
      const hasWon = winner === undefined ? isBlack === 0 : (winner === 'black') === (isBlack === 1)
      const number = pairings.filter((row) => row.player === player).length + 1
      const result =
        to > 600
          ? { score: null, points: null, isAbsent: 0 }
          : {
              score: hasWon ? 2 : 0,
              points: hasWon && winner ? POINTS : 0,
              isAbsent: hasWon || winner ? 0 : 1,
            }
      pairings.push({ player, number, opponent, game, isBlack, ...result })
    }
    side(black, white)
    side(white, black)
  }
  const entries = PLAYERS.map((player, index) => {
    const { place: _, ...sums } = STANDINGS.find(({ name }) => name === player)
    return { player, at: index, outAt: null, blacks: BLACKS[player], ...sums }
  })
  const last = { isLast: true, round: 1, matches: [], standings: STANDINGS }
  const early = { place: 1, name: 'dora', score: 4, games: 2, wins: 2, streak: 2, points: 72 }
  return /** @type {Case} */ ({
    row: { startsAt: START, lastsMinutes: 10, endedAt: END + 3000 },
    ...{ entries, pairings, paused: new Set() },
    stored: { at: END + 9000, games: GAMES.map(([id]) => ({ id })), events },
    looks: [
      {
        ...{ node: 'one', isLast: false, round: 1, standings: [early] },
        matches: [{ names: ['anna', 'bert'], games: ['g1'] }],
      },
      { node: 'one', ...last },
      { node: 'two', ...last },
    ],
  })
}

const CALLED_OFF = { ending: { kind: 'aborted' }, by: 'black' }

/**
 * @param {Case} held
 * @param {string} game
 * @param {string} player
 */
const sideOf = ({ pairings }, game, player) =>
  pairings.find((/** @type {any} */ row) => row.game === game && row.player === player)

/**
 * @param {Case} held
 * @param {string} game
 * @param {string} kind
 */
const rowOf = ({ stored }, game, kind) =>
  stored.events.find((/** @type {any} */ row) => row.game === game && row.event.kind === kind)

/**
 * @param {Case} held
 * @param {string} player
 */
const entryOf = ({ entries }, player) =>
  entries.find((/** @type {any} */ entry) => entry.player === player)

/**
 * @param {Case} held
 * @param {(row: any) => boolean} isGone
 */
const forget = ({ stored }, isGone) => {
  stored.events = stored.events.filter((/** @type {any} */ row) => !isGone(row))
}

/**
 * @param {Case} held
 * @param {string} game
 * @param {string} black
 * @param {string} white
 */
const seat = (held, game, black, white) => {
  rowOf(held, game, 'created').event.seats = { black: { id: black }, white: { id: white } }
}

/**
 * Bert and Dora, who have just met, meet again.
 * @param {Case} held
 * @param {number} seconds
 */
const meetAgain = (held, seconds) => {
  seat(held, 'g5', 'bert', 'dora')
  rowOf(held, 'g5', 'created').event.at = START + seconds * 1000
}

describe('an arena', () => {
  test('is clean where it is whole', () => {
    expect(checkArena(whole())).toEqual([])
  })

  /** @type {[string, string, RegExp, (held: Case) => void][]} */
  const spoilt = [
    [
      'a game is noted for one only',
      'games',
      /not noted once for each/,
      (held) => held.pairings.splice(held.pairings.indexOf(sideOf(held, 'g1', 'anna')), 1),
    ],
    [
      'a game is noted with the wrong colour',
      'games',
      /not noted once for each/,
      (held) => (sideOf(held, 'g1', 'anna').isBlack = 0),
    ],
    [
      'a game is noted with another opponent',
      'games',
      /not noted once for each/,
      (held) => (sideOf(held, 'g1', 'anna').opponent = 'dora'),
    ],
    [
      'a game is noted twice for a player',
      'games',
      /not noted once for each/,
      (held) => held.pairings.push({ ...sideOf(held, 'g1', 'anna'), number: 5 }),
    ],
    [
      'a game is nobody’s',
      'games',
      /there and not noted/,
      (held) => held.stored.games.push({ id: 'stray' }),
    ],
    [
      'a game is not there',
      'games',
      /noted and not there/,
      (held) => forget(held, ({ game }) => game === 'g1'),
    ],
    [
      'a number is left out',
      'numbers',
      /anna: noted 5 g7, began 4 g7/,
      (held) => (sideOf(held, 'g7', 'anna').number = 5),
    ],
    [
      'two games have changed numbers',
      'numbers',
      /anna: noted 1 g3, began 1 g1/,
      (held) => {
        sideOf(held, 'g1', 'anna').number = 2
        sideOf(held, 'g3', 'anna').number = 1
      },
    ],
    [
      'a player has not joined',
      'numbers',
      /hans plays and has not joined/,
      (held) => (sideOf(held, 'g1', 'anna').player = 'hans'),
    ],
    [
      'a player has a second game before the first is over',
      'one at a time',
      /began for anna during g1/,
      (held) => (rowOf(held, 'g1', 'ended').key = 1000),
    ],
    [
      'a player has a second game and the first is never over',
      'one at a time',
      /began for bert during g1/,
      (held) => forget(held, ({ game, event }) => game === 'g1' && event.kind === 'ended'),
    ],
    [
      'two meet again straight away',
      'not again',
      /bert and dora met again after 6000 ms/,
      (held) => meetAgain(held, 20),
    ],
    [
      'two meet again while others are free',
      'not again',
      /bert and dora met again though anna was free/,
      (held) => {
        meetAgain(held, 45)
        forget(held, ({ game }) => game === 'g6')
      },
    ],
    [
      'a game begins when the time is nearly over',
      'its time',
      /began 5000 ms before the end/,
      (held) => (rowOf(held, 'g7', 'created').event.at = END - 5000),
    ],
    [
      'a game begins before the arena',
      'its time',
      /began 605000 ms before the end/,
      (held) => (rowOf(held, 'g1', 'created').event.at = START - 5000),
    ],
    [
      'a player is Black out of turn',
      'colours',
      /Black has been Black more often/,
      (held) => seat(held, 'g6', 'anna', 'dora'),
    ],
    [
      'a result is not that of the game',
      'results',
      /anna has 2 with 0 points; by the game 0 with 0/,
      (held) => (sideOf(held, 'g1', 'anna').score = 2),
    ],
    [
      'points are not those of the game',
      'results',
      /bert has 2 with 35 points; by the game 2 with 36/,
      (held) => (sideOf(held, 'g1', 'bert').points = 35),
    ],
    [
      'a result is missing',
      'results',
      /bert has null with null points/,
      (held) => Object.assign(sideOf(held, 'g1', 'bert'), { score: null, points: null }),
    ],
    [
      'a game counts that ended too late',
      'results',
      /anna has 2 with 36 points; by the game it ended too late/,
      (held) => Object.assign(sideOf(held, 'g7', 'anna'), { score: 2, points: POINTS }),
    ],
    [
      'a player who stayed away is not marked as absent',
      'results',
      /dora has 0 with 0 points; by the game 0/,
      (held) => (sideOf(held, 'g8', 'dora').isAbsent = 0),
    ],
    [
      'a game was won by the other',
      'results',
      /anna has 0 with 0 points; by the game 2 with 36/,
      (held) => (rowOf(held, 'g1', 'ended').event.ending.winner = 'black'),
    ],
    .../** @type {const} */ (['games', 'score', 'wins', 'streak', 'points', 'blacks']).map(
      (key) =>
        /** @type {[string, string, RegExp, (held: Case) => void]} */ ([
          `a stored player has other ${key}`,
          'standings',
          /stored of dora/,
          (held) => (entryOf(held, 'dora')[key] += 1),
        ]),
    ),
    [
      'a place is another in the end',
      'standings',
      /two shows 2 bert/,
      (held) => {
        const places = { bert: 2, cora: 3 }
        held.looks[2] = {
          ...held.looks[2],
          standings: STANDINGS.map((one) => ({
            ...one,
            place: places[/** @type {'bert'} */ (one.name)] ?? one.place,
          })),
        }
      },
    ],
    [
      'a player is not shown in the end',
      'standings',
      /two shows undefined; by the games 4 anna/,
      (held) => (held.looks[2] = { ...held.looks[2], standings: STANDINGS.slice(0, 3) }),
    ],
    [
      'a result was shown that has changed',
      'shown',
      /one showed dora 3 score/,
      (held) => (held.looks[0].standings[0].score = 3),
    ],
    [
      'more games were shown than there are',
      'shown',
      /by the games undefined/,
      (held) => (held.looks[0].standings[0].games = 9),
    ],
    [
      'others were shown in a game',
      'shown',
      /one showed anna and dora in it/,
      (held) => (held.looks[0].matches[0].names = ['anna', 'dora']),
    ],
  ]
  test.each(spoilt)('is not where %s', (_, rule, says, spoil) => {
    const held = whole()
    spoil(held)
    const found = checkArena(held).filter((one) => one.rule === `arena: ${rule}`)
    expect(found.map((one) => one.says).join('\n')).toMatch(says)
  })

  /** @type {[string, (held: Case) => void][]} */
  const allowed = [
    [
      'everyone else plays',
      (held) => {
        seat(held, 'g6', 'cora', 'anna')
        rowOf(held, 'g6', 'ended').event.at = START + 60_000
      },
    ],
    [
      'everyone else has paused, or stayed away',
      (held) => {
        forget(held, ({ game }) => game === 'g6')
        held.paused = new Set(['anna'])
        entryOf(held, 'cora').outAt = START + 20_000
      },
    ],
  ]
  test.each(allowed)('lets two meet again who have waited where %s', (_, spoil) => {
    const held = whole()
    meetAgain(held, 45)
    spoil(held)
    const found = checkArena(held).filter(({ game }) => game === 'g5')
    expect(found.map(({ rule }) => rule)).not.toContain('arena: not again')
  })
})
