import { describe, expect, test } from 'vitest'
import { clientMessageSchema } from './client-message.ts'
import { parseReply } from './reply.ts'
import { termsSchema } from './terms.ts'
import { PROTOCOL_VERSION, protocolOf } from './version.ts'

const GAME = 'abcDEF012345'
const command = { game: GAME, ply: 3, id: 'command-0001' }
const terms = {
  setup: { kind: 'standard' },
  endRule: 'either',
  timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
  allowsTakebacks: true,
  games: 2,
}

describe('client messages', () => {
  test.each([
    { type: 'move', ...command, from: 0, to: 35 },
    { type: 'share', ...command, share: 'ab'.repeat(16) },
    { type: 'acceptOffer', ...command, offer: 7 },
    { type: 'challenge', id: 'command-0001', terms, color: 'random', isListed: true },
    { type: 'openGame', game: GAME },
  ])('are taken: $type', (message) => {
    expect(clientMessageSchema.safeParse(message).success).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'move'],
    ['a list', [{ type: 'move' }]],
    ['an unknown type', { type: 'winNow', ...command }],
    ['no type', command],
    ['a square too many', { type: 'move', ...command, from: 0, to: 36 }],
    ['half a square', { type: 'move', ...command, from: 0.5, to: 1 }],
    ['a square as text', { type: 'move', ...command, from: '0', to: 1 }],
    ['a forged board', { type: 'move', ...command, from: 0, to: 1, board: [] }],
    ['a forged winner', { type: 'resign', ...command, winner: 'black' }],
    ['a negative ply', { type: 'resign', ...command, ply: -1 }],
    ['not a number', { type: 'resign', ...command, ply: Number.NaN }],
    ['an endless id', { type: 'resign', ...command, id: 'x'.repeat(1000) }],
    ['a path as a game', { type: 'openGame', game: '../../etc/pa' }],
    ['a giant name', { type: 'rename', name: 'x'.repeat(10_000) }],
    ['own words as a phrase', { type: 'say', game: GAME, phrase: '<script>' }],
    ['a polluted prototype', JSON.parse('{"type":"openLobby","__proto__":{"isAdmin":true}}')],
    ['a constructor', { type: 'openLobby', constructor: { prototype: {} } }],
  ])('are refused: %s', (_, message) => {
    expect(clientMessageSchema.safeParse(message).success).toBe(false)
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  })
})

describe('terms', () => {
  test.each([
    ['a deal that is none', { setup: { kind: 'given', deal: '1.99999999' } }],
    ['a position instead of a deal', { setup: { kind: 'custom' } }],
    ['three games', { games: 3 }],
    ['a compensation in a match of two', { compensation: 13.5 }],
    ['no points as a compensation', { games: 1, compensation: 0 }],
    ['quarters of points', { games: 1, compensation: 13.25 }],
    ['too many points', { games: 1, compensation: 40.5 }],
    ['a match of two to divide', { games: 2, isDivided: true }],
    ['placed pieces to divide', { games: 1, isDivided: true, setup: { kind: 'placed' } }],
    ['a clock of a second', { timeControl: { kind: 'delay', initialSeconds: 1, delaySeconds: 0 } }],
    ['a year a move', { timeControl: { kind: 'correspondence', daysPerMove: 365 } }],
  ])('are refused: %s', (_, change) => {
    expect(termsSchema.safeParse(terms).success).toBe(true)
    expect(termsSchema.safeParse({ ...terms, ...change }).success).toBe(false)
  })
})

describe('answers', () => {
  const refused = { ok: false, refusal: { code: 'tooMany', retryAfterMs: 500 } }
  const started = { ok: true, started: GAME }

  test.each([
    ['acceptChallenge', started],
    ['quickPair', started],
    ['closeGame', { ok: true }],
    ['move', { ok: true, updates: [] }],
    ['move', refused],
    ['openLobby', refused],
  ] as const)('are read: to %s, %o', (type, reply) => {
    expect(parseReply(type, reply)).toEqual(reply)
  })

  test.each([
    ['openGame', { ok: true }],
    ['openGame', started],
    ['challenge', started],
    ['closeGame', started],
    ['move', { ok: true }],
    ['openGame', { ...refused, game: null }],
    ['say', { ok: false }],
    ['say', 'yes'],
  ] as const)('that belong to another message are refused: to %s, %o', (type, reply) => {
    expect(parseReply(type, reply)).toBeUndefined()
  })
})

describe('the version of the protocol', () => {
  test('is found in a welcome whatever else that says', () => {
    expect(protocolOf({ protocol: PROTOCOL_VERSION + 1, hello: ['you'] })).toBe(
      PROTOCOL_VERSION + 1,
    )
  })

  test.each([undefined, 'welcome', {}, { protocol: 'two' }])('is not found in %o', (welcome) => {
    expect(protocolOf(welcome)).toBeUndefined()
  })
})
