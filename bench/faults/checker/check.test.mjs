// @ts-check
import { describe, expect, test } from 'vitest'
import { absencesOf } from './absences.mjs'
import { check } from './check.mjs'

/**
 * @typedef {import('../history.mjs').Entry} Entry
 * @typedef {import('../stored.mjs').Stored} Stored
 * @typedef {{ entries: Entry[], stored: { -readonly [K in keyof Stored]: any } }} Case
 */

const DEAL = '1364659.8948173'
const TERMS = {
  setup: { kind: 'standard' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 },
  allowsTakebacks: false,
  games: 2,
}
const SEATS = { black: { id: 'anna', name: 'Anna' }, white: { id: 'bert', name: 'Bert' } }

describe('how long clients are without their games', () => {
  const open = { type: 'openGame', game: 'g' }

  test('counts from the first thing that was asked in vain until the game is seen again', () => {
    const entries = [
      sent(1, 900, 'anna', { type: 'move' }),
      lost(1000, 'anna', ['g', 'h']),
      unanswered(1, 1000, 'anna'),
      lost(1200, 'bert', ['g']),
      ...shown(2, 1300, {}),
      sent(3, 1400, 'anna', open),
      answered(3, 1500, 'anna', { game: 'g', seen: SEEN }),
    ]
    expect(absencesOf([...entries, { at: 1550, client: 'anna', kind: 'left', game: 'h' }])).toEqual(
      [
        { client: 'anna', game: 'g', ms: 600 },
        { client: 'bert', game: 'g', ms: 350 },
      ],
    )
  })

  test('finds nothing where no line is lost', () => {
    expect(absencesOf(shown(1, 1000, {}))).toEqual([])
  })
})

describe('the checker', () => {
  test('finds nothing in a game that went as it should', () => {
    expect(rulesBroken(() => undefined)).toEqual([])
  })

  /** @type {[string, string, (game: Case) => void][]} */
  const BAD = [
    ['a move was acknowledged and is gone', 'stored once', ({ stored }) => stored.events.pop()],
    [
      'a move is stored twice',
      'stored once',
      ({ stored }) => stored.events.push({ ...stored.events.at(-1), version: 6 }),
    ],
    [
      'a move is stored as another',
      'stored once',
      ({ stored }) => {
        stored.events.at(-1).event.to = 2
      },
    ],
    [
      'a move was refused and is stored',
      'stored once',
      ({ entries }) => {
        for (const entry of entries) {
          if (entry.kind === 'answered' && entry.number === 5) {
            entry.answer = { ok: false, code: 'stale' }
          }
        }
      },
    ],
    [
      'a command is stored that nobody has sent',
      'stored once',
      ({ stored }) => {
        stored.events.at(-1).command = 'of-nobody'
      },
    ],
    [
      'a version is missing',
      'one history',
      ({ stored }) => {
        stored.events.at(-1).version = 6
      },
    ],
    [
      'a client heard another event',
      'one history',
      ({ entries, stored }) => {
        const event = { ...stored.events.at(-1).event, at: 5 }
        entries.push({ at: 9000, client: 'watcher', kind: 'update', game: 'g', version: 5, event })
      },
    ],
    [
      'a client saw another game',
      'one history',
      ({ entries }) => entries.push(...shown(20, 9000, { moves: [] })),
    ],
    [
      'a client saw the past',
      'one history',
      ({ entries }) => entries.push(...shown(20, 9000, { version: 4, moves: MOVES.slice(0, 1) })),
    ],
    [
      'a game was set aside as damaged',
      'one history',
      ({ stored }) => {
        stored.games[0].damage = 'badMove at 5'
      },
    ],
    [
      'a result changed',
      'results stay',
      ({ stored }) => {
        end(stored, 6, 2600, 'resigned', 'black', 'bert-2')
        end(stored, 7, 2700, 'resigned', 'white', 'anna-2')
      },
    ],
    [
      'a player moved after the end',
      'results stay',
      ({ stored }) => {
        const moved = stored.events.pop()
        end(stored, 5, 1900, 'resigned', 'white', 'anna-2')
        stored.events.push({ ...moved, version: 6 })
      },
    ],
    [
      'the board shows another result',
      'results stay',
      ({ stored }) => end(stored, 6, 2600, 'stuck', 'black', null),
    ],
    [
      'a move is illegal',
      'results stay',
      ({ stored, entries }) => {
        for (const entry of entries) {
          if (entry.kind === 'sent' && entry.message.id === 'bert-1') entry.message.to = 0
        }
        stored.events.at(-1).event.to = 0
      },
    ],
    [
      'a flag fell early',
      'time',
      ({ stored }) => end(stored, 6, 2000 + 9999, 'timeout', 'white', null),
    ],
    [
      'a flag fell early by the clock of the clients alone',
      'time',
      ({ stored, entries }) => {
        end(stored, 6, 2000 + 10_001, 'timeout', 'white', null)
        const { event } = stored.events.at(-1)
        entries.push({ at: 6000, client: 'bert', kind: 'update', game: 'g', version: 6, event })
      },
    ],
    [
      'a player lost time',
      'time',
      ({ stored }) =>
        stored.events.push({
          game: 'g',
          version: 6,
          command: null,
          event: { kind: 'paused', at: 2100, ms: -1 },
        }),
    ],
    [
      'a player moved for the other side',
      'seats',
      ({ entries }) => {
        for (const entry of entries) {
          if (entry.kind === 'sent' && entry.message.id === 'bert-1') entry.client = 'anna'
        }
      },
    ],
    [
      'a watcher did something',
      'seats',
      ({ entries }) => {
        for (const entry of entries) {
          if (entry.kind === 'sent' && entry.message.id === 'bert-1') entry.client = 'watcher'
        }
      },
    ],
    [
      'a client came back as another player',
      'seats',
      ({ entries }) => entries.push({ at: 8000, client: 'anna', kind: 'session', player: 'cleo' }),
    ],
    [
      'a row has other players than its game',
      'seats',
      ({ stored }) => {
        stored.games[0].black = 'cleo'
      },
    ],
    ['a challenge led to two games', 'seeks', ({ stored }) => again(stored, 'c')],
    ['a wish led to two games', 'seeks', ({ stored }) => again(stored, 'd')],
    [
      'what was withdrawn led to a game',
      'seeks',
      ({ entries }) =>
        entries.push(sent(30, 7000, 'anna', { type: 'withdrawChallenge', challenge: 'c' }), {
          at: 7001,
          client: 'anna',
          kind: 'answered',
          number: 30,
          answer: { ok: true },
        }),
    ],
    [
      'a client heard of a game that is not there',
      'seeks',
      ({ entries }) =>
        entries.push({ at: 7000, client: 'anna', kind: 'started', game: 'h', challenge: 'c' }),
    ],
    [
      'a client heard of a game under a challenge of others',
      'seeks',
      ({ entries }) =>
        entries.push({ at: 7000, client: 'anna', kind: 'started', game: 'g', challenge: 'd' }),
    ],
    ['a running game has no deadline', 'deadlines', ({ stored }) => stored.deadlines.pop()],
    [
      'a running game has a late deadline',
      'deadlines',
      ({ stored }) => {
        stored.deadlines[0].at = 60_000
      },
    ],
    [
      'nobody has looked at a game whose time is over',
      'deadlines',
      ({ stored }) => {
        stored.at = 60_000
      },
    ],
    [
      'a game that is over has a deadline',
      'deadlines',
      ({ stored }) => {
        end(stored, 6, 2600, 'resigned', 'black', null)
      },
    ],
  ]
  test.each(BAD)('notices when %s', (_, rule, spoil) => {
    expect(rulesBroken(spoil)).toContain(rule)
  })

  test('finds nothing wrong with a flag in time, or after time was given back', () => {
    const inTime = (/** @type {Case} */ { stored }) => {
      end(stored, 6, 2000 + 10_000, 'timeout', 'white', null)
      stored.deadlines.pop()
    }
    expect(rulesBroken(inTime)).toEqual([])
    const paused = (/** @type {Case} */ { stored }) => {
      const paused = { kind: 'paused', at: 2100, ms: 5000 }
      stored.events.push(event(6, null, paused))
      end(stored, 7, 2000 + 14_999, 'timeout', 'white', null)
      stored.deadlines.pop()
    }
    expect(rulesBroken(paused)).toEqual(['time'])
  })

  test('expects turns of correspondence games to stand still during a break of their own player, and no longer', () => {
    const day = 86_400_000
    const timeControl = { kind: 'correspondence', daysPerMove: 1 }
    const broken = (/** @type {number} */ endsAt, /** @type {any[]} */ ...breaks) =>
      rulesBroken(({ stored }) => {
        for (const { event } of stored.events) {
          if (event.kind === 'created') event.terms = { ...event.terms, timeControl }
        }
        for (const [index, one] of breaks.entries()) {
          stored.events.push(event(6 + index, null, { kind: 'tookBreak', ...one }))
        }
        end(stored, 6 + breaks.length, endsAt, 'timeout', 'white', null)
        stored.deadlines.pop()
      })
    const own = { at: 2100, color: 'black', until: 2100 + 3 * day }
    expect(broken(2000 + 4 * day, own)).toEqual([])
    expect(broken(1999 + 4 * day, own)).toEqual(['time'])
    expect(broken(2000 + 2 * day, own, { ...own, at: 2100 + day, until: 2100 + day })).toEqual([])
    expect(broken(1999 + 2 * day, own, { ...own, at: 2100 + day, until: 2100 + day })).toEqual([
      'time',
    ])
    expect(broken(2000 + day, { ...own, color: 'white' })).toEqual([])
  })

  test('expects a deadline that is put off by what a game is owed, and by nothing else', () => {
    const owed =
      (/** @type {number} */ afterEvent) =>
      (/** @type {Case} */ { stored }) => {
        stored.shifts.push({ afterEvent, fromAt: 2000, toAt: 52_000 })
        stored.deadlines[0].at += 50_000
      }
    expect(rulesBroken(owed(5))).toEqual([])
    expect(rulesBroken(owed(4))).toEqual(['deadlines'])
  })

  test('lets a player who waits hear of a game under their own challenge', () => {
    const paired = (/** @type {Case} */ { entries }) =>
      entries.push(
        sent(40, 800, 'bert', { type: 'quickPair', id: 'bert-9' }),
        answered(40, 850, 'bert', { challenge: 'd' }),
        { at: 1003, client: 'bert', kind: 'started', game: 'g', challenge: 'd' },
      )
    expect(rulesBroken(paired)).toEqual([])
    const unanswered = (/** @type {Case} */ { entries }) =>
      entries.push(
        sent(40, 800, 'bert', { type: 'quickPair', id: 'bert-9' }),
        { at: 1003, client: 'bert', kind: 'started', game: 'g', challenge: 'd' },
        { at: 9000, client: 'bert', kind: 'unanswered', number: 40 },
      )
    expect(rulesBroken(unanswered)).toEqual([])
    const another = (/** @type {Case} */ { entries }) =>
      entries.push({ at: 1003, client: 'bert', kind: 'started', game: 'g', challenge: 'd' })
    expect(rulesBroken(another)).toEqual(['seeks'])
  })

  test('judges no game whose clocks it does not know', () => {
    const timeControl = { kind: 'hourglass', initialSeconds: 10 }
    const spoil = (/** @type {Case} */ { stored }) => {
      stored.events[0].event.terms = { ...TERMS, timeControl }
    }
    expect(() => rulesBroken(spoil)).toThrow('hourglass')
  })

  test('lets an unanswered command have counted or not', () => {
    const unanswered = (/** @type {Case} */ { entries }) =>
      entries.push(sent(40, 7000, 'anna', { ...COMMAND, id: 'anna-9', type: 'resign', ply: 2 }), {
        at: 7001,
        client: 'anna',
        kind: 'unanswered',
        number: 40,
      })
    expect(rulesBroken(unanswered)).toEqual([])
  })

  test('holds what is on the board to the last draft that was acknowledged', () => {
    const drafted = (/** @type {string} */ arrangement) => placing(arrangement)
    const kept = '1'.padEnd(18, '-')
    expect(new Set(check(...drafted(kept)).map(({ rule }) => rule))).toEqual(new Set())
    const lost = '3'.padEnd(18, '-')
    expect(check(...drafted(lost)).map(({ rule }) => rule)).toEqual(['drafts'])
  })
})

// --- internal ---

const COMMAND = { game: 'g' }
/** The first legal moves from that deal on. */
const MOVES = [
  { from: 0, to: 1 },
  { from: 18, to: 12 },
]
const SEEN = {
  version: 5,
  seats: { black: 'anna', white: 'bert' },
  deal: DEAL,
  moves: MOVES,
  ending: undefined,
  next: undefined,
}

/** @param {(game: Case) => unknown} spoil */
function rulesBroken(spoil) {
  const game = soundGame()
  spoil(game)
  return [...new Set(check(game.entries, game.stored).map(({ rule }) => rule))]
}

/**
 * Anna and Bert are paired and make a move each, with one watcher.
 * @returns {Case}
 */
function soundGame() {
  const [one, other] = MOVES
  const created = {
    kind: 'created',
    at: 1000,
    terms: TERMS,
    seats: SEATS,
    isListed: true,
    lot: true,
  }
  const events = [
    event(1, null, created),
    event(2, 'anna-s', { kind: 'shared', at: 1100, color: 'black', share: 'aa' }),
    event(3, null, { kind: 'dealt', at: 1200, deal: DEAL }),
    event(4, 'anna-1', { kind: 'moved', at: 1500, ...one, lagMs: 0 }),
    event(5, 'bert-1', { kind: 'moved', at: 2000, ...other, lagMs: 0 }),
  ]
  const pair = (/** @type {string} */ id) => ({ type: 'quickPair', id })
  const move = (/** @type {string} */ id, /** @type {number} */ ply) => ({
    ...COMMAND,
    id,
    type: 'move',
    ply,
    ...MOVES[ply],
  })
  const share = { ...COMMAND, id: 'anna-s', type: 'share', ply: 0, share: 'aa' }
  return {
    entries: [
      ...['anna', 'bert', 'watcher'].map((client) => session(client)),
      sent(1, 600, 'anna', pair('anna-0')),
      answered(1, 700, 'anna', { challenge: 'c' }),
      sent(2, 900, 'bert', pair('bert-0')),
      answered(2, 1001, 'bert', { started: 'g' }),
      { at: 1002, client: 'anna', kind: 'started', game: 'g', challenge: 'c' },
      sent(3, 1090, 'anna', share),
      answered(3, 1101, 'anna', { updates: events.slice(1, 2) }),
      sent(4, 1490, 'anna', move('anna-1', 0)),
      answered(4, 1501, 'anna', { updates: events.slice(3, 4) }),
      sent(5, 1990, 'bert', move('bert-1', 1)),
      answered(5, 2001, 'bert', { updates: events.slice(4) }),
      ...shown(6, 2500, {}),
    ],
    stored: {
      at: 3000,
      games: [
        { id: 'g', black: 'anna', white: 'bert', endedAt: null, damage: null, challenge: 'c' },
      ],
      events,
      deadlines: [{ game: 'g', at: 12_000 }],
      shifts: [],
    },
  }
}

/**
 * A game in which both sides are placed by time, after Black sent a draft.
 * @param {string} arrangement
 * @returns {[Entry[], Stored]}
 */
function placing(arrangement) {
  const terms = { ...TERMS, setup: { kind: 'placed' } }
  const at = 181_000
  const draft = { ...COMMAND, id: 'anna-1', type: 'draft', ply: 0, arrangement }
  return [
    [
      ...['anna', 'bert'].map((client) => session(client)),
      sent(1, 180_900, 'anna', draft),
      answered(1, 180_910, 'anna', { updates: [] }),
    ],
    {
      at: at + 1000,
      games: [
        { id: 'g', black: 'anna', white: 'bert', endedAt: null, damage: null, challenge: null },
      ],
      events: [
        event(1, null, { kind: 'created', at: 1000, terms, seats: SEATS }),
        event(2, null, { kind: 'placed', at, color: 'black', how: 'byTime' }),
        event(3, null, { kind: 'placed', at, color: 'white', how: 'byTime' }),
        event(4, null, { kind: 'dealt', at, deal: DEAL }),
      ],
      deadlines: [{ game: 'g', at: at + 120_000 }],
      shifts: [],
    },
  ]
}

/**
 * @param {number} version
 * @param {string | null} command
 * @param {any} body
 */
function event(version, command, body) {
  return { key: version, game: 'g', version, command, event: body }
}

/**
 * @param {Case['stored']} stored
 * @param {number} version
 * @param {number} at
 * @param {string} kind
 * @param {string} winner
 * @param {string | null} command
 */
function end(stored, version, at, kind, winner, command) {
  stored.events.push(event(version, command, { kind: 'ended', at, ending: { kind, winner } }))
  stored.games[0].endedAt = at
}

/**
 * A second game of the same two players, from a challenge.
 * @param {Case['stored']} stored
 * @param {string} challenge
 */
function again(stored, challenge) {
  const [first] = stored.events
  stored.games.push({ ...stored.games[0], id: 'h', challenge })
  stored.events.push({ ...first, game: 'h', event: { ...first.event, at: 1500 } })
  stored.deadlines.push({ game: 'h', at: 61_500 })
}

/**
 * @param {string} client
 * @returns {Entry}
 */
function session(client) {
  return { at: 500, client, kind: 'session', player: client }
}

/**
 * @param {number} number
 * @param {number} at
 * @param {string} client
 * @param {any} message
 * @returns {Entry}
 */
function sent(number, at, client, message) {
  return { at, client, kind: 'sent', number, node: 'one', message }
}

/**
 * @param {number} number
 * @param {number} at
 * @param {string} client
 * @param {Partial<import('../history.mjs').Answer>} answer
 * @returns {Entry}
 */
function answered(number, at, client, answer) {
  return { at, client, kind: 'answered', number, answer: { ok: true, ...answer } }
}

/**
 * The watcher opens the game.
 * @param {number} number
 * @param {number} at
 * @param {Partial<import('../history.mjs').Seen>} changes
 * @returns {Entry[]}
 */
function shown(number, at, changes) {
  return [
    sent(number, at, 'watcher', { type: 'openGame', game: 'g' }),
    answered(number, at + 1, 'watcher', { game: 'g', seen: { ...SEEN, ...changes } }),
  ]
}

/**
 * @param {number} at
 * @param {string} client
 * @param {readonly string[]} games
 * @returns {Entry}
 */
function lost(at, client, games) {
  return { at, client, kind: 'lost', node: 'one', games }
}

/**
 * @param {number} number
 * @param {number} at
 * @param {string} client
 * @returns {Entry}
 */
function unanswered(number, at, client) {
  return { at, client, kind: 'unanswered', number }
}
