import { formatDeal, type Piece, seededBytes, totals } from '@hokito/rules'
import { expect, test } from 'vitest'
import { memoryStorage } from '../device/memory-storage.ts'
import { leftAt, pressed, started } from './table-clock.ts'
import {
  countedPosition,
  EMPTY_COUNT,
  lowered,
  piecesIn,
  tapped,
  withoutStack,
} from './table-count.ts'
import { createTable } from './table-game.ts'

const BLACK_3: Piece = { color: 'black', value: 3 }
const WHITE_2: Piece = { color: 'white', value: 2 }
const tableIn = (storage: Storage) => createTable(() => storage, seededBytes(4))

test('taps raise a stack through the heights that a game makes', () => {
  let board = EMPTY_COUNT
  const heights = [1, 2, 3, 4].map(() => {
    board = tapped(board, 7, BLACK_3) ?? []
    return board[7]?.height
  })
  expect(heights).toEqual([1, 2, 4, 6])
  const lower = [1, 2, 3, 4].map(() => {
    board = lowered(board, 7)
    return board[7]?.height
  })
  expect(lower).toEqual([4, 2, 1, undefined])
})

test('another top replaces the first and keeps the height', () => {
  const two = tapped(tapped(EMPTY_COUNT, 7, BLACK_3) ?? [], 7, BLACK_3) ?? []
  const white = tapped(two, 7, WHITE_2) ?? []
  expect(white[7]).toMatchObject({ top: WHITE_2, height: 2 })
  expect(totals(countedPosition(white, 13.5))).toEqual({ black: 0, white: 17.5 })
  expect(piecesIn(withoutStack(white, 7))).toBe(0)
})

test('no more pieces are counted than a game has', () => {
  let board = EMPTY_COUNT
  for (let tap = 0; tap < 19; tap++) board = tapped(board, 0, BLACK_3) ?? []
  expect(piecesIn(board)).toBe(36)
  expect(tapped(board, 0, BLACK_3)).toBeUndefined()
  expect(tapped(board, 1, BLACK_3)).toBeUndefined()
  expect(tapped(board, 0, WHITE_2)?.[0]).toMatchObject({ top: WHITE_2, height: 36 })
})

test('layout, running clock and count outlive the page', () => {
  const storage = memoryStorage()
  const first = tableIn(storage)
  first.chooseClock('3+2')
  const clock = pressed(started(first.game.peek().clock, 1000), 'black', 11_000)
  first.change({ clock, counted: tapped(EMPTY_COUNT, 30, WHITE_2) ?? [], compensation: 13.5 })
  const again = createTable(() => storage, seededBytes(5)).game.peek()
  expect(formatDeal(again.deal)).toBe(formatDeal(first.game.peek().deal))
  expect(leftAt(again.clock, 61_000)).toEqual({ black: 172_000, white: 130_000 })
  expect(again.counted[30]).toMatchObject({ top: WHITE_2, height: 1 })
  expect(again.compensation).toBe(13.5)
})

test('another layout sets clock and count back and keeps the terms', () => {
  const table = tableIn(memoryStorage())
  table.chooseClock('5+5')
  const before = table.game.peek()
  table.change({ clock: started(before.clock, 1), compensation: 4, counted: [] })
  table.dealAgain()
  const { deal, clock, counted, compensation } = table.game.peek()
  expect(formatDeal(deal)).not.toBe(formatDeal(before.deal))
  expect(clock).toEqual(before.clock)
  expect(counted).toBe(EMPTY_COUNT)
  expect(compensation).toBe(4)
})

for (const [what, text] of [
  ['no JSON', '{'],
  ['another shape', '{"deal":"0.0"}'],
  ['a deal that does not exist', JSON.stringify({ ...stored(), deal: 'x' })],
  [
    'too many pieces',
    JSON.stringify({ ...stored(), counted: 'a36a----/------/------/------/------/------ b' }),
  ],
  [
    'a clock with less than no time',
    JSON.stringify({
      ...stored(),
      clock: { remainingMs: { black: -1, white: 1 }, turn: 'black', moves: 0 },
    }),
  ],
] as const) {
  test(`a stored game of ${what} is replaced by a new one`, () => {
    const storage = memoryStorage()
    storage.setItem('hokito:table', text)
    const { clock, counted } = tableIn(storage).game.peek()
    expect(clock.remainingMs).toEqual({ black: 600_000, white: 600_000 })
    expect(counted).toBe(EMPTY_COUNT)
  })
}

function stored(): object {
  const storage = memoryStorage()
  tableIn(storage).chooseClock('3+2')
  return JSON.parse(storage.getItem('hokito:table') ?? '')
}
