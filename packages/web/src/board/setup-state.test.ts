import {
  arrange,
  COLORS,
  type Color,
  dealOf,
  formatDeal,
  hiddenStack,
  type Piece,
  type Position,
  parsePosition,
  parseSquare,
  SCATTERED_ARRANGEMENTS,
  SIDE_ARRANGEMENTS,
  SQUARES,
  type Square,
  seededBytes,
  single,
  VALUES,
} from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dealOn, findingsOf, remaining, restOf } from './setup-rest.ts'
import {
  chooseOnto,
  clear,
  drop,
  giveTurn,
  letGo,
  lift,
  loadDeal,
  loadPosition,
  mirror,
  newSetup,
  pressSquare,
  putBack,
  redo,
  rotate,
  type SetupState,
  shuffleRest,
  take,
  undo,
} from './setup-state.ts'
import type { SetupTask } from './setup-task.ts'

const EMPTY: Position = {
  board: SQUARES.map(() => undefined),
  turn: 'black',
  endRule: 'either',
  compensation: 0,
}
const FREE: SetupTask = { kind: 'free' }
const BLACK_THREE: Piece = { color: 'black', value: 3 }
const WHITE_ONE: Piece = { color: 'white', value: 1 }

function at(name: string): Square {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`no square: ${name}`)
  return square.value
}

function position(hfen: string): Position {
  const read = parsePosition(hfen, 'either')
  if (!read.ok) throw new Error(`no position: ${hfen}`)
  return read.value
}

function put(state: SetupState, piece: Piece, name: string): SetupState {
  return drop(take(state.held === undefined ? state : letGo(state), piece), at(name))
}

describe('a piece', () => {
  test('from a tray stays in the hand while there are more of its kind', () => {
    let state = take(newSetup(FREE, EMPTY), BLACK_THREE)
    for (const name of ['a1', 'b1', 'c1', 'd1', 'e1']) {
      state = pressSquare(state, at(name))
      expect(state.held).toEqual({ kind: 'piece', piece: BLACK_THREE })
    }
    state = pressSquare(state, at('f1'))
    expect(state.held).toBeUndefined()
    expect(remaining(state.position, BLACK_THREE)).toBe(0)
    expect(take(state, BLACK_THREE).event).toEqual({
      kind: 'refused',
      refusal: { code: 'noneLeft', piece: BLACK_THREE },
    })
  })

  test('put onto another makes a stack that knows what lies below', () => {
    const state = put(put(newSetup(FREE, EMPTY), WHITE_ONE, 'c3'), BLACK_THREE, 'c3')
    expect(state.position.board[at('c3')]).toEqual({
      top: BLACK_THREE,
      height: 2,
      pieces: [WHITE_ONE, BLACK_THREE],
    })
    expect(state.event).toEqual({ kind: 'stacked', square: at('c3') })
  })

  test('put onto another takes its place where pieces swap', () => {
    const swapping = chooseOnto(newSetup(FREE, EMPTY), 'swap')
    const state = put(put(swapping, WHITE_ONE, 'c3'), BLACK_THREE, 'c3')
    expect(state.position.board[at('c3')]).toEqual(single(BLACK_THREE))
    expect(remaining(state.position, WHITE_ONE)).toBe(6)
  })

  test('lands only on its own ranks where one side is arranged', () => {
    const state = take(newSetup({ kind: 'arrange', color: 'black' }, EMPTY), BLACK_THREE)
    const refused = pressSquare(state, at('a4'))
    expect(refused.event).toEqual({ kind: 'refused', refusal: { code: 'foreign', color: 'black' } })
    expect(refused.position).toBe(state.position)
    expect(pressSquare(state, at('f3')).position.board[at('f3')]).toEqual(single(BLACK_THREE))
  })

  test('dropped beside the board goes back into its tray', () => {
    const state = put(newSetup(FREE, EMPTY), BLACK_THREE, 'c3')
    const dropped = drop(lift(state, at('c3')), undefined)
    expect(dropped.position.board[at('c3')]).toBeUndefined()
    expect(dropped.event).toEqual({ kind: 'returned', square: at('c3') })
  })

  test('more than 36 are never on the board, seen or unseen', () => {
    const board = EMPTY.board.with(at('a1'), hiddenStack(WHITE_ONE, 36))
    const state = put(newSetup(FREE, { ...EMPTY, board }), BLACK_THREE, 'c3')
    expect(state.event).toEqual({ kind: 'refused', refusal: { code: 'full' } })
    expect(shuffleRest(state, seededBytes(1)).event).toMatchObject({ kind: 'refused' })
  })
})

describe('a finding', () => {
  test.each([
    [
      'a seventh three, with all its squares',
      'cccccc/c-----/------/------/------/AA---- w',
      [
        {
          code: 'tooMany',
          piece: BLACK_THREE,
          count: 7,
          squares: ['a5', 'a6', 'b6', 'c6', 'd6', 'e6', 'f6'].map(at),
        },
      ],
    ],
    ['nothing to move', '------/-----A/------/------/------/a----- b', [{ code: 'over' }]],
    [
      'only one side’s pieces',
      '------/------/------/------/------/ab---- b',
      [{ code: 'noPieces' }],
    ],
    ['nothing at all', '------/------/------/------/------/------ b', [{ code: 'noPieces' }]],
    [
      'a height that no stack of a game has',
      '------/------/------/------/------/a3b2A4--- b',
      [{ code: 'oddHeight', squares: [at('a1')] }],
    ],
  ])('is %s', (_, hfen, findings) => {
    expect(findingsOf(position(hfen), FREE)).toEqual(findings)
  })

  test('says how many pieces are missing until all of a side are placed', () => {
    const task: SetupTask = { kind: 'arrange', color: 'white' }
    const state = put(newSetup(task, EMPTY), WHITE_ONE, 'c5')
    expect(findingsOf(state.position, task)).toEqual([{ code: 'missing', count: 17 }])
    const full = shuffleRest(state, seededBytes(4))
    expect(full.event).toEqual({ kind: 'shuffled', count: 17 })
    expect(findingsOf(full.position, task)).toEqual([])
  })
})

describe('undo', () => {
  test('goes back through the last 200 changes and forth again', () => {
    let state = newSetup(FREE, EMPTY)
    for (let n = 0; n < 250; n++) state = giveTurn(state, n % 2 === 0 ? 'white' : 'black')
    for (let n = 0; n < 200; n++) state = undo(state)
    expect(undo(state).event).toEqual({ kind: 'refused', refusal: { code: 'noUndo' } })
    for (let n = 0; n < 200; n++) state = redo(state)
    expect(redo(state).event).toEqual({ kind: 'refused', refusal: { code: 'noRedo' } })
  })

  test('after a new change there is nothing to redo', () => {
    const state = undo(put(newSetup(FREE, EMPTY), BLACK_THREE, 'c3'))
    expect(put(state, WHITE_ONE, 'd4').future).toEqual([])
  })

  test('a change that changes nothing is not kept', () => {
    expect(clear(newSetup(FREE, EMPTY)).past).toEqual([])
  })
})

test('a scattered deal is refused where one side is arranged', () => {
  const state = newSetup({ kind: 'arrange', color: 'black' }, EMPTY)
  const refused = loadDeal(state, { kind: 'scattered', number: 42n })
  expect(refused.event).toEqual({ kind: 'refused', refusal: { code: 'scatteredDeal' } })
  expect(refused.position).toBe(EMPTY)
})

test('an arrangement is complete only with the other side’s', () => {
  const [black, white] = COLORS.map(
    (color) => loadDeal(newSetup({ kind: 'arrange', color }, EMPTY), DEAL).position.board,
  )
  if (black === undefined || white === undefined) throw new Error('there are two sides')
  expect(dealOn(black)).toBeUndefined()
  expect(dealOn(black, white)).toEqual(DEAL)
})

test('every arrangement has its number and back', () => {
  const number = fc.integer({ min: 0, max: SIDE_ARRANGEMENTS - 1 })
  fc.assert(
    fc.property(number, number, (black, white) => {
      const deal = { kind: 'standard', black, white } as const
      const halves = COLORS.map(
        (color) => loadDeal(newSetup({ kind: 'arrange', color }, EMPTY), deal).position.board,
      )
      expect(dealOn(...halves)).toEqual(deal)
    }),
    { numRuns: 500, seed: 15 },
  )
  const any = fc.bigInt({ min: 0n, max: SCATTERED_ARRANGEMENTS - 1n })
  fc.assert(
    fc.property(any, (scattered) => {
      const deal = dealOf(arrange({ kind: 'scattered', number: scattered }))
      if (deal === undefined) throw new Error('36 pieces are a deal')
      const { board } = loadDeal(newSetup({ kind: 'scattered' }, EMPTY), deal).position
      expect(formatDeal(dealOn(board) ?? DEAL)).toBe(formatDeal(deal))
    }),
    { numRuns: 200, seed: 15 },
  )
})

const DEAL = { kind: 'standard', black: 77, white: 1_234_567 } as const

// --- the plain model ---

/**
 * A model of the board as simple as can be: the pieces of each square from bottom to top, as
 * letters.
 */
interface Plain {
  readonly squares: readonly string[]
  readonly turn: Color
}

type Step = (state: SetupState) => {
  readonly next: SetupState
  readonly expected: (before: Plain) => Plain
}

function plainOf({ board, turn }: Position): Plain {
  return {
    turn,
    squares: board.map((stack) => (stack?.pieces ?? []).map(letterOf).join('')),
  }
}

function letterOf(piece: Piece | undefined): string {
  if (piece === undefined) return '?'
  const letter = 'abc'[piece.value - 1] ?? '?'
  return piece.color === 'black' ? letter : letter.toUpperCase()
}

function isOfTask(task: SetupTask, square: Square): boolean {
  return task.kind !== 'arrange' || (task.color === 'black' ? square < 18 : square > 17)
}

function plainPress(state: SetupState, to: Square, plain: Plain): Plain {
  const { held, task, onto } = state
  if (held === undefined || (held.kind === 'stack' && held.square === to)) return plain
  if (!isOfTask(task, to)) return plain
  const squares = [...plain.squares]
  const below = squares[to] ?? ''
  const isSwap = onto === 'swap' && below !== ''
  if (held.kind === 'piece') {
    if (!isSwap && squares.join('').length >= 36) return plain
    squares[to] = (isSwap ? '' : below) + letterOf(held.piece)
  } else {
    const moving = squares[held.square] ?? ''
    squares[held.square] = isSwap ? below : ''
    squares[to] = isSwap ? moving : below + moving
  }
  return { ...plain, squares }
}

const square = fc.integer({ min: 0, max: 35 })
const piece = fc.record({
  color: fc.constantFrom(...COLORS),
  value: fc.constantFrom(...VALUES),
})

const same = (plain: Plain) => plain
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: piece.map(
      (each): Step =>
        (state) => ({ next: take(state, each), expected: same }),
    ),
  },
  {
    weight: 12,
    arbitrary: square.map(
      (to): Step =>
        (state) => ({
          next: pressSquare(state, to),
          expected: (plain) => plainPress(state, to, plain),
        }),
    ),
  },
  {
    weight: 3,
    arbitrary: square.map(
      (to): Step =>
        (state) => ({
          next: drop(state, to),
          expected: (plain) => plainPress(state, to, plain),
        }),
    ),
  },
  {
    weight: 2,
    arbitrary: square.map(
      (from): Step =>
        (state) => ({
          next: putBack(state, from),
          expected: (plain) => ({ ...plain, squares: plain.squares.with(from, '') }),
        }),
    ),
  },
  fc.constantFrom<Step>(
    (state) => ({
      next: drop(state, undefined),
      expected: (plain) =>
        state.held?.kind === 'stack'
          ? { ...plain, squares: plain.squares.with(state.held.square, '') }
          : plain,
    }),
    (state) => ({
      next: clear(state),
      expected: (plain) => ({ ...plain, squares: SQUARES.map(() => '') }),
    }),
    (state) => ({
      next: mirror(state),
      expected: (plain) => ({
        ...plain,
        squares: SQUARES.map((to) => plain.squares[to - (to % 6) + 5 - (to % 6)] ?? ''),
      }),
    }),
    (state) => ({
      next: rotate(state),
      // A turn swaps rank and file; the old file counts from the other end.
      expected: (plain) =>
        state.task.kind === 'arrange'
          ? plain
          : {
              ...plain,
              squares: SQUARES.map(
                (to) => plain.squares[(to % 6) * 6 + 5 - Math.floor(to / 6)] ?? '',
              ),
            },
    }),
    (state) => ({
      next: giveTurn(state, 'white'),
      expected: (plain) => ({ ...plain, turn: 'white' }),
    }),
    (state) => ({ next: chooseOnto(state, 'swap'), expected: same }),
    (state) => ({ next: chooseOnto(state, 'stack'), expected: same }),
  ),
)

const tasks: readonly SetupTask[] = [
  FREE,
  { kind: 'scattered' },
  { kind: 'arrange', color: 'black' },
  { kind: 'arrange', color: 'white' },
]

test('10,000 random sequences of edits do what a plain model does, and can be undone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tasks), fc.array(step, { maxLength: 40 }), (task, steps) => {
      const first = newSetup(task, EMPTY)
      let state = first
      let plain = plainOf(EMPTY)
      for (const make of steps) {
        const { next, expected } = make(state)
        plain = expected(plain)
        expect(plainOf(next.position)).toEqual(plain)
        state = next
      }
      for (const color of COLORS) {
        for (const value of VALUES) {
          const left = restOf(state.position)[color][value]
          const letter = letterOf({ color, value })
          expect(left).toBe(6 - (plain.squares.join('').split(letter).length - 1))
          expect(left).toBeGreaterThanOrEqual(0)
        }
      }
      let back = state
      while (back.past.length > 0) back = undo(back)
      expect(plainOf(back.position)).toEqual(plainOf(EMPTY))
      while (back.future.length > 0) back = redo(back)
      expect(back.position).toBe(state.position)
    }),
    { numRuns: 10_000, seed: 15 },
  )
})

test('a shuffled rest leaves what stands and fills what is open', () => {
  fc.assert(
    fc.property(fc.constantFrom(...tasks), fc.integer(), (task, seed) => {
      const started = pressSquare(
        take(newSetup(task, EMPTY), {
          color: task.kind === 'arrange' ? task.color : 'black',
          value: 2,
        }),
        task.kind === 'arrange' && task.color === 'white' ? 30 : 5,
      )
      const full = shuffleRest(started, seededBytes(seed))
      expect(findingsOf(full.position, task)).toEqual([])
      expect(full.position.board[started.cursor]).toEqual(started.position.board[started.cursor])
      expect(full.position.board.flatMap((each) => each?.height ?? [])).toHaveLength(
        task.kind === 'arrange' ? 18 : 36,
      )
    }),
    { numRuns: 300, seed: 15 },
  )
})

test('a position that is loaded keeps the end rule of the game to be', () => {
  const state = newSetup(FREE, { ...EMPTY, endRule: 'onTurn' })
  const loaded = loadPosition(state, position('------/------/------/------/------/aA---- w'))
  expect(loaded.position).toMatchObject({ turn: 'white', endRule: 'onTurn' })
})
