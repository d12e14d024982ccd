import type { SearchInfo } from '@hokito/engine'
import { legalMoves, type Move, type Position, parseDeal } from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import type { Computer } from './computer.ts'
import { createGameModel, type GameModel } from './game-model.ts'
import { createGameStore, type GameStore } from './game-store.ts'
import { type LocalGame, type NewGameTerms, newGame } from './local-game.ts'
import type { Seat } from './seat.ts'

const PERSON: Seat = { kind: 'person', name: '' }
const COMPUTER: Seat = { kind: 'computer', level: 1 }

/** A computer that answers when the test tells it to. */
function manualComputer() {
  const asked: {
    position: Position
    signal: AbortSignal
    answer: (move?: Move, info?: SearchInfo) => void
    fail: () => void
  }[] = []
  const computer: Computer = {
    isAvailable: true,
    move: (position, _level, signal) =>
      new Promise((resolve, reject) => {
        asked.push({
          position,
          signal,
          answer: (found, info) => resolve({ move: found, info }),
          fail: () => reject(new Error('broken')),
        })
      }),
    advise: async (position) => legalMoves(position)[0],
    close: () => undefined,
  }
  return { computer, asked }
}

function terms(changes: Partial<NewGameTerms>): NewGameTerms {
  const deal = parseDeal('77.1234567')
  if (!deal.ok) throw new Error('the deal of this test is wrong')
  return {
    seats: { black: PERSON, white: COMPUTER },
    setup: 'standard',
    beginning: { kind: 'deal', deal: deal.value },
    endRule: 'either',
    compensation: 0,
    timeControl: undefined,
    ...changes,
  }
}

function storedGame(store: GameStore, changes: Partial<NewGameTerms> = {}): LocalGame {
  const saved = store.save(newGame('g', terms(changes), 0), 0)
  if (!saved.ok) throw new Error(saved.error)
  return saved.value
}

function firstMove(model: GameModel): Move {
  const [move] = legalMoves(model.live.value)
  if (move === undefined) throw new Error('no move left')
  return move
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('against the computer', () => {
  test('what it expected is stored with its move, and goes when the move is taken back', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer, asked } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    model.play(firstMove(model))
    const answer = firstMove(model)
    const value = { kind: 'estimate', points: 7.4 } as const
    const figures = { depth: 3, nodes: 100, elapsedMs: 5, hashPermille: 0 }
    asked[0]?.answer(answer, { ...figures, lines: [{ moves: [answer], value }] })
    await vi.advanceTimersByTimeAsync(1000)
    const stored = store.load('g')
    const expected = { ply: 1, margin: -7, isProven: false, line: [answer] }
    expect(stored.ok && stored.value?.thoughts).toEqual([expected])
    model.undo()
    expect(model.game.value.thoughts).toEqual([])
  })

  test('it is asked after our move and its answer is played and stored', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer, asked } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    expect(asked).toHaveLength(0)
    model.play(firstMove(model))
    expect(model.isThinking.value).toBe(true)
    expect(model.movable.value).toBe('none')
    asked[0]?.answer(legalMoves(model.live.value)[0])
    await vi.advanceTimersByTimeAsync(1000)
    expect(model.moves.value).toHaveLength(2)
    expect(model.movable.value).toBe('black')
    const loaded = store.load('g')
    expect(loaded.ok && loaded.value?.record.moves).toEqual(model.moves.value)
    model.dispose()
  })

  test('an undo interrupts it, and a late answer is not played', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer, asked } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    model.play(firstMove(model))
    const late = legalMoves(model.live.value)[0]
    model.undo()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer(late)
    await vi.advanceTimersByTimeAsync(1000)
    expect(model.moves.value).toHaveLength(0)
    expect(model.isThinking.value).toBe(false)
    model.dispose()
  })

  test('a failure is shown, and dismissing it asks again', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer, asked } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    model.play(firstMove(model))
    asked[0]?.fail()
    await vi.advanceTimersByTimeAsync(1000)
    expect(model.notice.value).toBe('computerFailed')
    model.dismiss()
    expect(asked).toHaveLength(2)
    model.dispose()
  })

  test('leaving the page interrupts it', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer, asked } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    model.play(firstMove(model))
    model.dispose()
    expect(asked[0]?.signal.aborted).toBe(true)
  })

  test('a hint appears and goes with the next move', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer } = manualComputer()
    const model = createGameModel(storedGame(store), { store, computer, now: Date.now })
    await model.askHint()
    expect(model.hint.value).toEqual(firstMove(model))
    model.play(firstMove(model))
    expect(model.hint.value).toBeUndefined()
    model.dispose()
  })
})

describe('two tabs', () => {
  test('the slower one drops its move and shows the other', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const seats = { black: PERSON, white: PERSON }
    const game = storedGame(store, { seats })
    const { computer } = manualComputer()
    const one = createGameModel(game, { store, computer, now: Date.now })
    const two = createGameModel(game, { store, computer, now: Date.now })
    const moves = legalMoves(one.live.value)
    const [first, second] = moves
    if (first === undefined || second === undefined) throw new Error('two moves are needed')
    one.play(first)
    two.play(second)
    expect(two.moves.value).toEqual([first])
    expect(two.notice.value).toBe('stale')
    const loaded = store.load('g')
    expect(loaded.ok && loaded.value?.record.moves).toEqual([first])
    one.dispose()
    two.dispose()
  })
})

describe('clock', () => {
  const timeControl = { initialMs: 3000, incrementMs: 0 }
  const seats = { black: PERSON, white: PERSON }

  test('the side that runs out loses', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer } = manualComputer()
    const game = storedGame(store, { seats, timeControl })
    const model = createGameModel(game, { store, computer, now: Date.now })
    await vi.advanceTimersByTimeAsync(3200)
    expect(model.ending.value).toEqual({ kind: 'timeout', winner: 'white' })
    model.dispose()
  })

  test('the time while the page is closed costs nothing', async () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer } = manualComputer()
    const game = storedGame(store, { seats, timeControl })
    const model = createGameModel(game, { store, computer, now: Date.now })
    await vi.advanceTimersByTimeAsync(1000)
    model.dispose()
    await vi.advanceTimersByTimeAsync(60_000)
    const loaded = store.load('g')
    if (!loaded.ok || loaded.value === undefined) throw new Error('the game is gone')
    const again = createGameModel(loaded.value, { store, computer, now: Date.now })
    expect(again.clocks.value).toEqual({ black: 2000, white: 3000 })
    again.dispose()
  })
})

describe('looking back', () => {
  test('shows an earlier position, in which nothing can be moved', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer } = manualComputer()
    const seats = { black: PERSON, white: PERSON }
    const model = createGameModel(storedGame(store, { seats }), { store, computer, now: Date.now })
    model.play(firstMove(model))
    model.view(0)
    expect(model.isLive.value).toBe(false)
    expect(model.movable.value).toBe('none')
    model.view(99)
    expect(model.isLive.value).toBe(true)
    model.dispose()
  })

  test('at a game that is over goes on at its last position, until it is left', () => {
    const store = createGameStore(memoryStorage(), new EventTarget())
    const { computer } = manualComputer()
    const seats = { black: PERSON, white: PERSON }
    const model = createGameModel(storedGame(store, { seats }), { store, computer, now: Date.now })
    model.play(firstMove(model))
    model.resign()
    expect(model.isLive.value).toBe(true)
    for (const ply of [0, 99]) {
      model.view(ply)
      expect(model.isLive.value).toBe(false)
    }
    expect(model.ply.value).toBe(1)
    model.toLive()
    expect(model.isLive.value).toBe(true)
    model.dispose()
  })
})
