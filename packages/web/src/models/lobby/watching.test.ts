import { BETWEEN_GAMES_MS, type WatchReply, watchReplySchema } from '@hokito/protocol'
import { signal } from '@preact/signals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createViewed } from './watching.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A reply with these games, the best first. */
function replyOf(...ids: readonly string[]): WatchReply {
  const card = { id: 'player000001', name: 'Anna' }
  return watchReplySchema.parse({
    games: ids.map((id) => ({
      id: id.padEnd(12, '0'),
      terms: {
        setup: { kind: 'standard' },
        endRule: 'either',
        timeControl: { kind: 'none' },
        allowsTakebacks: false,
        games: 1,
      },
      seats: { black: card, white: card },
      ply: 0,
      position: '',
      points: { black: 0, white: 0 },
    })),
    running: ids.length,
    players: 2,
  })
}

const nameOf = (id: string | undefined) => id?.replace(/0+$/, '')

test('the first game told stays in view although another becomes the best', () => {
  const reply = signal<WatchReply | undefined>(undefined)
  const viewed = createViewed({ reply })
  expect(viewed.game.value).toBeUndefined()
  reply.value = replyOf('a', 'b')
  reply.value = replyOf('b', 'a')
  vi.runAllTimers()
  expect(nameOf(viewed.game.value)).toBe('a')
})

test('after its end and a pause, the best of the others follows', () => {
  const reply = signal<WatchReply | undefined>(replyOf('a', 'b', 'c'))
  const viewed = createViewed({ reply })
  const [a, b] = reply.value?.games ?? []
  if (a === undefined || b === undefined) throw new Error('there are games')
  viewed.end(b.id)
  expect(viewed.isOver.value).toBe(false)
  viewed.end(a.id)
  reply.value = replyOf('c', 'b')
  expect([nameOf(viewed.game.value), viewed.isOver.value]).toEqual(['a', true])
  vi.runAllTimers()
  expect([nameOf(viewed.game.value), viewed.isOver.value]).toEqual(['c', false])
})

test('if no other game is in progress then, the next one that begins follows', () => {
  const reply = signal<WatchReply | undefined>(replyOf('a'))
  const viewed = createViewed({ reply })
  viewed.end(viewed.game.value ?? expect.fail())
  vi.runAllTimers()
  expect(nameOf(viewed.game.value)).toBe('a')
  reply.value = replyOf()
  reply.value = replyOf('b')
  expect(nameOf(viewed.game.value)).toBe('b')
})

test('a chosen game is shown, and the end of the one before it changes nothing', () => {
  const reply = signal<WatchReply | undefined>(replyOf('a', 'b'))
  const viewed = createViewed({ reply })
  const [a, b] = reply.value?.games ?? []
  if (a === undefined || b === undefined) throw new Error('there are games')
  viewed.end(a.id)
  viewed.choose(b.id)
  viewed.end(a.id)
  vi.runAllTimers()
  expect([viewed.game.value, viewed.isOver.value]).toEqual([b.id, false])
})

test('the second game of a match follows the first once it has begun, or its pause is over', () => {
  const begun = { ply: 1 }
  const reply = signal<WatchReply | undefined>(replyOf('a'))
  for (const isBegun of [true, false]) {
    reply.value = replyOf('a')
    const viewed = createViewed({ reply })
    const [second, other] = replyOf('second', 'b').games
    if (second === undefined || other === undefined) throw new Error('there are games')
    viewed.end(viewed.game.value ?? expect.fail(), { match: { game: 1 }, next: second.id })
    reply.value = { ...replyOf(), games: [other, second] }
    vi.advanceTimersByTime(BETWEEN_GAMES_MS - 1)
    expect([nameOf(viewed.game.value), viewed.isOver.value]).toEqual(['a', true])
    if (isBegun) reply.value = { ...replyOf(), games: [other, { ...second, ...begun }] }
    else vi.advanceTimersByTime(1)
    expect([nameOf(viewed.game.value), viewed.isOver.value]).toEqual(['second', false])
    viewed.dispose()
  }
})

test('a rematch follows although another game is better', () => {
  const reply = signal<WatchReply | undefined>(replyOf('a', 'b'))
  const viewed = createViewed({ reply })
  const a = viewed.game.value ?? expect.fail()
  viewed.end(a, {})
  const [rematch] = replyOf('rematch').games
  viewed.end(a, rematch && { next: rematch.id })
  vi.runAllTimers()
  expect(nameOf(viewed.game.value)).toBe('rematch')
})

test('a game of people takes the place of one between bots, unless the visitor chose that one', () => {
  const bots = replyOf('bots')
  const [filler] = bots.games
  if (filler === undefined) throw new Error('there is a game')
  const bot = { ...filler.seats.black, isBot: true as const }
  const exhibition = { ...filler, seats: { black: bot, white: bot } }
  for (const isChosen of [false, true]) {
    const reply = signal<WatchReply | undefined>({ ...bots, games: [exhibition] })
    const viewed = createViewed({ reply })
    if (isChosen) viewed.choose(exhibition.id)
    reply.value = { ...bots, games: [...replyOf('people').games, exhibition] }
    expect(nameOf(viewed.game.value)).toBe(isChosen ? 'bots' : 'people')
    viewed.dispose()
  }
})
