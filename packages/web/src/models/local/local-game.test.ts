import { type EndRule, formatMove, legalMoves, parseDeal, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import {
  type LocalGame,
  livePosition,
  type NewGameTerms,
  newGame,
  positionsOf,
  remainingMs,
  rematchTerms,
  resigningColor,
  sameTerms,
  undoCount,
  withMove,
  withoutMoves,
  withRedo,
  withResignation,
  withTimeout,
} from './local-game.ts'
import type { Seat } from './seat.ts'

const PERSON: Seat = { kind: 'person', name: '' }
const COMPUTER: Seat = { kind: 'computer', level: 3 }

function terms(changes: Partial<NewGameTerms> = {}): NewGameTerms {
  const deal = parseDeal('77.1234567')
  if (!deal.ok) throw new Error('the deal of this test is wrong')
  return {
    seats: { black: PERSON, white: PERSON },
    setup: 'standard',
    beginning: { kind: 'deal', deal: deal.value },
    endRule: 'either',
    compensation: 0,
    timeControl: undefined,
    ...changes,
  }
}

/** Plays the first legal move `count` times, as long as there is one. */
function playFirst(game: LocalGame, count: number): LocalGame {
  let played = game
  for (let i = 0; i < count; i++) {
    const [move] = legalMoves(livePosition(played))
    const next = move && withMove(played, move, 1000)
    if (next === undefined) break
    played = next
  }
  return played
}

const texts = (game: LocalGame) => game.record.moves.map(formatMove)

describe('moves', () => {
  test('an illegal move changes nothing', () => {
    expect(withMove(newGame('a', terms(), 0), { from: 0, to: 35 }, 0)).toBeUndefined()
  })

  test.each<EndRule>(['either', 'onTurn'])('a game played out under %s ends stuck', (endRule) => {
    const game = playFirst(newGame('a', terms({ endRule }), 0), 36)
    expect(game.record.ending?.kind).toBe('stuck')
    expect(legalMoves(livePosition(game))).toEqual([])
    expect(positionsOf(game)).toHaveLength(game.record.moves.length + 1)
  })
})

describe('undo and redo', () => {
  test('between two people one move is taken back and played again', () => {
    const game = playFirst(newGame('a', terms(), 0), 3)
    expect(undoCount(game)).toBe(1)
    const undone = withoutMoves(game, 1)
    expect(texts(undone)).toEqual(texts(game).slice(0, 2))
    expect(withRedo(undone)?.record).toEqual(game.record)
  })

  test("against the computer its answer goes too, back to the person's turn", () => {
    const seats = { black: PERSON, white: COMPUTER }
    const game = playFirst(newGame('a', terms({ seats }), 0), 4)
    expect(undoCount(game)).toBe(2)
    const undone = withoutMoves(game, 2)
    expect(livePosition(undone).turn).toBe('black')
    expect(withRedo(undone)?.record).toEqual(game.record)
  })

  test('while the computer thinks only the own move is taken back', () => {
    const game = playFirst(newGame('a', terms({ seats: { black: PERSON, white: COMPUTER } }), 0), 3)
    expect(undoCount(game)).toBe(1)
  })

  test("the computer's first move cannot be taken back", () => {
    const game = playFirst(newGame('a', terms({ seats: { black: COMPUTER, white: PERSON } }), 0), 1)
    expect(undoCount(game)).toBe(0)
  })

  test('another move forgets what was taken back', () => {
    const undone = withoutMoves(playFirst(newGame('a', terms(), 0), 3), 1)
    const other = legalMoves(livePosition(undone)).at(-1)
    const replaced = other && withMove(undone, other, 0)
    expect(replaced?.undone).toEqual([])
  })

  test('a game that ended on the board goes on after an undo', () => {
    const over = playFirst(newGame('a', terms(), 0), 36)
    expect(withoutMoves(over, undoCount(over)).record.ending).toBeUndefined()
  })

  test('a resigned game cannot be taken back', () => {
    expect(undoCount(withResignation(playFirst(newGame('a', terms(), 0), 3), 'black'))).toBe(0)
  })
})

describe('resigning', () => {
  test.each([
    ['two people, White to move', PERSON, PERSON, 1, 'white'],
    ['the computer to move', PERSON, COMPUTER, 1, 'black'],
    ['the person to move', COMPUTER, PERSON, 1, 'white'],
  ] as const)('%s', (_, black, white, moves, expected) => {
    const game = playFirst(newGame('a', terms({ seats: { black, white } }), 0), moves)
    expect(resigningColor(game)).toBe(expected)
  })
})

describe('clock', () => {
  const timeControl = { initialMs: 60_000, incrementMs: 2000 }

  test('a move costs its time and earns its increment', () => {
    const game = playFirst(newGame('a', terms({ timeControl }), 0), 1)
    expect(remainingMs(game, 500)).toEqual({ black: 61_000, white: 59_500 })
  })

  test('an undo gives the time back', () => {
    const game = playFirst(newGame('a', terms({ timeControl }), 0), 3)
    expect(remainingMs(withoutMoves(game, 3), 0)).toEqual({ black: 60_000, white: 60_000 })
  })

  test('who runs out of time loses and has none left', () => {
    const flagged = withTimeout(playFirst(newGame('a', terms({ timeControl }), 0), 1))
    expect(flagged.record.ending).toEqual({ kind: 'timeout', winner: 'black' })
    expect(remainingMs(flagged, 99_999)).toEqual({ black: 61_000, white: 0 })
  })
})

describe('another game', () => {
  test('a rematch swaps colours and gets a new deal', () => {
    const game = newGame('a', terms({ seats: { black: PERSON, white: COMPUTER } }), 0)
    const rematch = rematchTerms(game, seededBytes(5))
    expect(rematch.seats).toEqual({ black: COMPUTER, white: PERSON })
    expect(rematch.beginning).not.toEqual(game.record.beginning)
  })

  test('the same deal again changes nothing but the moves', () => {
    const game = playFirst(newGame('a', terms(), 0), 5)
    expect(newGame('a', sameTerms(game), 0).record.beginning).toEqual(game.record.beginning)
  })
})

describe('the names in a record', () => {
  test.each<[string, Seat, Seat, object]>([
    ['two people', { kind: 'person', name: 'Anna' }, PERSON, { Black: 'Anna' }],
    ['a computer', PERSON, COMPUTER, { White: 'Computer, level 3' }],
    [
      'a computer at its best',
      { kind: 'computer', level: 'best' },
      PERSON,
      { Black: 'Computer, full strength' },
    ],
  ])('are those of %s, where they have one', (_, black, white, names) => {
    const { tags } = newGame('a', terms({ seats: { black, white } }), 0).record
    expect({ Black: tags.Black, White: tags.White }).toEqual(names)
  })
})
