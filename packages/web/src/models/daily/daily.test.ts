import { type DailyTry, dayAfter, FIRST_DAY, positionOfDay, startOfDay } from '@hokito/protocol'
import { formatMove, legalMoves, outcome, parseMove, play } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import type { DailyApi, Sent } from './daily-api.ts'
import { createDailyGame } from './daily-game.ts'
import { createDailyModel } from './daily-model.ts'
import {
  createDailyStore,
  type DailyGame,
  finishedGames,
  marginOfDaily,
  pointsOfDaily,
  readDailyGame,
  runningGames,
} from './daily-store.ts'
import { isOfDay } from './own-day.ts'

const KEY = { day: FIRST_DAY, level: 4 } as const
const COUNTED: Sent = { kind: 'counted', place: 2, count: 9 }

/** A whole game in which both sides make their first move. */
const MOVES = (() => {
  let position = positionOfDay(FIRST_DAY)
  const moves: string[] = []
  while (outcome(position) === undefined) {
    const [move] = legalMoves(position)
    if (move === undefined) break
    moves.push(formatMove(move))
    position = play(position, move)
  }
  return moves
})()
const OVER: DailyGame = { ...KEY, moves: MOVES, fate: { kind: 'unsent' } }

/** A server that gives these answers one after another, and remembers the games sent to it. */
function serverThat(...answers: readonly Sent[]) {
  const got: DailyTry[] = []
  const api: DailyApi = {
    send: async (game) => answers[got.push(game) - 1] ?? { kind: 'later', afterMs: 1e6 },
    table: async () => undefined,
    movesAfter: async () => undefined,
  }
  return { api, got }
}

describe('a counted game', () => {
  test('that was played without a network is sent when there is one, on a later visit too', async () => {
    const store = createDailyStore(() => storage)
    const storage = memoryStorage()
    const events = new EventTarget()
    const { api, got } = serverThat({ kind: 'later', afterMs: 1e6 }, COUNTED)
    const first = createDailyModel({ store, api, events })
    first.keep(OVER)
    await expect.poll(() => got.length).toBe(1)
    await expect.poll(() => first.isSending.value).toBe(false)
    expect(first.gameOf(KEY)?.fate).toEqual({ kind: 'unsent' })
    events.dispatchEvent(new Event('online'))
    await expect.poll(() => first.gameOf(KEY)?.fate).toEqual(COUNTED)
    first.dispose()
    expect(got.map(({ moves }) => moves)).toEqual([MOVES, MOVES])
    const second = createDailyModel({ store, api, events })
    expect(second.gameOf(KEY)?.fate).toEqual(COUNTED)
    second.dispose()
    expect(got).toHaveLength(2)
  })

  test('is not sent while it runs, and keeps why it does not count', async () => {
    const store = createDailyStore(() => memory)
    const memory = memoryStorage()
    const { api, got } = serverThat({ kind: 'refused', reason: 'otherMoves' })
    const daily = createDailyModel({ store, api, events: new EventTarget() })
    daily.keep({ ...OVER, moves: MOVES.slice(0, 4), fate: { kind: 'running' } })
    expect([got.length, daily.playedDays.value.size]).toEqual([0, 0])
    daily.keep(OVER)
    await expect
      .poll(() => store.load(KEY)?.fate)
      .toEqual({ kind: 'refused', reason: 'otherMoves' })
    expect([...daily.playedDays.value]).toEqual([FIRST_DAY])
    daily.dispose()
  })

  test('that another tab has finished stays finished, and its first result counts', async () => {
    const store = createDailyStore(() => memory)
    const memory = memoryStorage()
    const { api, got } = serverThat(COUNTED)
    const [one, other] = [1, 2].map(() =>
      createDailyModel({ store, api, events: new EventTarget() }),
    )
    one?.keep(OVER)
    await expect.poll(() => store.load(KEY)?.fate).toEqual(COUNTED)
    other?.keep({ ...OVER, moves: MOVES.slice(0, 4), fate: { kind: 'running' } })
    other?.keep(OVER)
    expect(other?.gameOf(KEY)?.fate).toEqual(COUNTED)
    expect(store.load(KEY)).toMatchObject({ moves: MOVES, fate: COUNTED })
    expect(got).toHaveLength(1)
  })

  test('that ends while another one is sent follows it', async () => {
    const store = createDailyStore(() => memory)
    const memory = memoryStorage()
    const { api, got } = serverThat(COUNTED, COUNTED)
    const daily = createDailyModel({ store, api, events: new EventTarget() })
    daily.keep(OVER)
    daily.keep({ ...OVER, level: 5 })
    await expect.poll(() => got.map(({ level }) => level)).toEqual([4, 5])
  })

  test.each([
    ['nothing', ''],
    ['moves that are none', JSON.stringify({ version: 1, ...OVER, moves: ['a1a1'] })],
    ['a game that is sent and not over', JSON.stringify({ version: 1, ...OVER, moves: [] })],
    ['a level that there is not', JSON.stringify({ version: 1, ...OVER, level: 11 })],
    ['a day that there is not', JSON.stringify({ version: 1, ...OVER, day: '2026-02-30' })],
  ])('is not read from %s', (_, text) => {
    expect(readDailyGame(text)).toBeUndefined()
  })

  test('has the margin of its end, and none before', () => {
    const { score } = outcome(play(...lastOf(MOVES))) ?? expect.fail()
    expect(marginOfDaily(OVER)).toBe(score.black - score.white)
    expect(pointsOfDaily(OVER)).toEqual(score)
    expect(marginOfDaily({ ...OVER, moves: MOVES.slice(0, -1) })).toBeUndefined()
  })
})

test('of the games that were begun those are running that still count', () => {
  const day = (n: number) => dayAfter(FIRST_DAY, n)
  const begun = (n: number, level: DailyGame['level']): DailyGame => ({
    day: day(n),
    level,
    moves: [],
    fate: { kind: 'running' },
  })
  const now = startOfDay(day(4)) + 1000
  const games = [begun(1, 4), begun(3, 4), begun(4, 5), begun(4, 2), { ...OVER, day: day(4) }]
  // Yesterday's game may still be finished for a while.
  expect(runningGames(games, now)).toEqual([begun(4, 2), begun(4, 5), begun(3, 4)])
})

test('of the games that are over the latest are listed, the latest day first', () => {
  const over = (n: number): DailyGame => ({ ...OVER, day: dayAfter(FIRST_DAY, n) })
  const games = Array.from({ length: 14 }, (_, n) => over(n))
  const running: DailyGame = { ...KEY, moves: [], fate: { kind: 'running' } }
  const listed = finishedGames([...games, running])
  expect(listed).toEqual(games.toReversed().slice(0, 10))
})

test('the moves of a game of the day are known again, and no others', () => {
  const storage = memoryStorage()
  createDailyStore(() => storage).save(OVER)
  storage.setItem('hokito:daily:damaged', '{')
  const record = (texts: readonly string[]) => ({
    moves: texts.flatMap((text) => {
      const move = parseMove(text)
      return move.ok ? [move.value] : []
    }),
  })
  expect(isOfDay(() => storage, record(MOVES))).toBe(true)
  expect(isOfDay(() => storage, record(MOVES.slice(0, -1)))).toBe(false)
  expect(isOfDay(() => storage, record([]))).toBe(false)
  expect(isOfDay(() => memoryStorage(), record(MOVES))).toBe(false)
  const forbidden = () => {
    throw new Error('the browser forbids it')
  }
  expect(isOfDay(forbidden, record(MOVES))).toBe(false)
})

test('a game goes on where it was, and the level answers each move', async () => {
  const kept: (readonly string[])[] = []
  const asked: number[] = []
  const game = createDailyGame(
    KEY,
    { moves: MOVES.slice(0, 2), fate: { kind: 'running' } },
    {
      start: async () => ({
        move: async (position, level) => {
          asked.push(level)
          return legalMoves(position)[0]
        },
        close: async () => undefined,
      }),
      now: () => 0,
      onChange: (moves) => kept.push(moves) > 0,
    },
  )
  expect(game.moves.value.map(formatMove)).toEqual(MOVES.slice(0, 2))
  const [move] = legalMoves(game.live.value)
  game.play(move ?? expect.fail())
  await expect.poll(() => game.moves.value.length, { timeout: 5000 }).toBe(4)
  expect(kept.map((moves) => moves.length)).toEqual([3, 4])
  expect(asked).toEqual([4])
  game.dispose()
})

/** The position before the last of some moves, and that move. */
function lastOf(moves: readonly string[]) {
  let position = positionOfDay(FIRST_DAY)
  for (const text of moves) {
    const move = legalMoves(position).find((each) => formatMove(each) === text) ?? expect.fail()
    if (text === moves.at(-1) && outcome(play(position, move)) !== undefined) {
      return [position, move] as const
    }
    position = play(position, move)
  }
  return expect.fail('not over')
}
