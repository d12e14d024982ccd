import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededGame } from '../src/debug.ts'
import {
  arrange,
  dealOf,
  formatDeal,
  formatMove,
  formatPosition,
  formatSquare,
  isMirrored,
  parseDeal,
  parseMove,
  parsePosition,
  parseSquare,
  RANDOM_SETUPS,
  randomBelow,
  randomDeal,
  rankOf,
  SCATTERED_ARRANGEMENTS,
  SIDE_ARRANGEMENTS,
  SQUARES,
  seededBytes,
  start,
  swapColors,
  transformPosition,
} from '../src/index.ts'

const LATE = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'

describe('squares and moves', () => {
  test('all 36 squares are written and read', () => {
    for (const square of SQUARES) {
      expect(parseSquare(formatSquare(square))).toEqual({ ok: true, value: square })
    }
    expect([formatSquare(0), formatSquare(5), formatSquare(35)]).toEqual(['a1', 'f1', 'f6'])
  })

  test.each([
    ['', 0],
    ['c', 1],
    ['C2d4', 0],
    ['c2', 2],
    ['c2d', 3],
    ['c2d7', 3],
    ['c0d4', 1],
    ['c2g4', 2],
    ['c2d4 ', 4],
    ['c2-d4', 2],
    ['с2d4', 0],
  ])('%j is no move, from character %i on', (text, at) => {
    expect(parseMove(text)).toEqual({ ok: false, error: { code: 'badMove', at } })
  })
})

describe('positions', () => {
  test('the example of the notation is read and written', () => {
    const parsed = parsePosition(LATE, 'either')
    expect(parsed.ok && formatPosition(parsed.value)).toBe(LATE)
    expect(parsed.ok && parsed.value.board[34]).toMatchObject({ height: 4 })
  })

  test.each([
    ['', 'rankTooShort', 0],
    ['-----', 'rankTooShort', 5],
    ['-------', 'rankTooLong', 6],
    ['------', 'tooFewRanks', 6],
    ['------ b', 'tooFewRanks', 6],
    ['------/------/------/------/------/------', 'badSide', 41],
    ['------/------/------/------/------/------/ b', 'tooManyRanks', 41],
    ['------/------/------/------/------/------ ', 'badSide', 42],
    ['------/------/------/------/------/------ B', 'badSide', 42],
    ['------/------/------/------/------/------ b ', 'trailingText', 43],
    ['------/------/------/------/------/------  b', 'badSide', 42],
    ['d-----/------/------/------/------/------ b', 'badCell', 0],
    ['a1----/------/------/------/------/------ b', 'badHeight', 1],
    ['a0----/------/------/------/------/------ b', 'badHeight', 1],
    ['a02---/------/------/------/------/------ b', 'badHeight', 1],
    ['a37---/------/------/------/------/------ b', 'tooManyPieces', 1],
    ['a999999999999---/------/------/------/------/------ b', 'tooManyPieces', 1],
    ['a20b17----/------/------/------/------/------ b', 'tooManyPieces', 3],
    ['-2----/------/------/------/------/------ b', 'badCell', 1],
    [' ------/------/------/------/------/------ b', 'rankTooShort', 0],
  ])('%j is refused: %s at %i', (text, code, at) => {
    expect(parsePosition(text, 'either')).toEqual({ ok: false, error: { code, at } })
  })

  test('positions of random games come back', () => {
    for (const position of seededGame(11, 'onTurn').positions) {
      const parsed = parsePosition(formatPosition(position), 'onTurn')
      expect(parsed.ok && formatPosition(parsed.value)).toBe(formatPosition(position))
    }
  })
})

describe('deals', () => {
  test.each([
    ['', 'badDealId', 0],
    ['77', 'badDealId', 2],
    ['77.', 'badDealId', 3],
    ['.77', 'badDealId', 0],
    ['77.x', 'badDealId', 3],
    ['77.1.2', 'badDealId', 4],
    [' 77.1', 'badDealId', 0],
    ['-7.1', 'badDealId', 0],
    ['07.1', 'leadingZero', 0],
    ['7.01', 'leadingZero', 2],
    ['17153136.0', 'dealOutOfRange', 0],
    ['0.17153136', 'dealOutOfRange', 2],
    ['s', 'badDealId', 1],
    ['s-1', 'badDealId', 1],
    ['s01', 'leadingZero', 1],
    ['S1', 'badDealId', 0],
    [`s${SCATTERED_ARRANGEMENTS}`, 'dealOutOfRange', 1],
    [`s${'9'.repeat(1000)}`, 'dealOutOfRange', 1],
  ])('%j is refused: %s at %i', (text, code, at) => {
    expect(parseDeal(text)).toEqual({ ok: false, error: { code, at } })
  })

  test('a number is an arrangement and back, standard and scattered', () => {
    const side = fc.nat(SIDE_ARRANGEMENTS - 1)
    fc.assert(
      fc.property(side, side, (black, white) => {
        const deal = { kind: 'standard', black, white } as const
        expect(dealOf(arrange(deal))).toEqual(deal)
        expect(parseDeal(formatDeal(deal))).toEqual({ ok: true, value: deal })
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: SCATTERED_ARRANGEMENTS - 1n }), (number) => {
        const deal = { kind: 'scattered', number } as const
        const found = dealOf(arrange(deal))
        // A scattered deal with each side at home has a standard number as well, which is preferred.
        expect(found?.kind === 'standard' || found?.number === number).toBe(true)
      }),
    )
  })

  test('numbers rise in lexicographic order', () => {
    const textOf = (number: bigint) =>
      arrange({ kind: 'scattered', number })
        .map(({ color, value }) => (color === 'black' ? value : value + 3))
        .join('')
    for (let number = 0n; number < 300n; number++) {
      expect(textOf(number) < textOf(number + 1n)).toBe(true)
    }
    expect(textOf(0n)).toBe('111111222222333333444444555555666666')
    expect(textOf(SCATTERED_ARRANGEMENTS - 1n)).toBe('666666555555444444333333222222111111')
  })

  test('only six pieces of each kind are a deal', () => {
    const pieces = arrange({ kind: 'standard', black: 5, white: 6 })
    expect(dealOf(pieces.slice(1))).toBeUndefined()
    expect(dealOf([...pieces.slice(0, 35), { color: 'black', value: 1 }])).toBeUndefined()
  })

  test("a mirrored deal is its own image: turned by 180° it is the other side's", () => {
    const deal = randomDeal('mirrored', seededBytes(3))
    expect(isMirrored(deal)).toBe(true)
    const position = start(deal, 'either')
    const turned = swapColors(transformPosition(position, 'turn180'))
    expect(turned.board).toEqual(position.board)
  })

  test("twos in front are White's on rank 4 and Black's on rank 1, the others at random", () => {
    const random = seededBytes(4)
    const seen = new Set<string>()
    for (let n = 0; n < 500; n++) {
      const deal = randomDeal('twosInFront', random)
      const pieces = arrange(deal)
      expect(dealOf(pieces)).toEqual(deal)
      for (const [square, { value }] of pieces.entries()) {
        expect(value === 2).toBe(rankOf(square) === 0 || rankOf(square) === 3)
      }
      seen.add(formatDeal(deal))
    }
    expect(seen.size).toBeGreaterThan(490)
  })

  test('every kind of random deal is one, and repeatable by its seed', () => {
    for (const kind of RANDOM_SETUPS) {
      const deal = randomDeal(kind, seededBytes(9))
      expect(dealOf(arrange(deal))).toBeDefined()
      expect(randomDeal(kind, seededBytes(9))).toEqual(deal)
    }
  })
})

describe('randomness', () => {
  test('every number is equally likely: over all bytes each comes up as often', () => {
    const counts = new Map<bigint, number>()
    for (let byte = 0; byte < 256; byte++) {
      // A source that first gives this byte, then one that is always taken.
      const bytes = [byte, 0]
      let at = 0
      const drawn = randomBelow(6n, () => Uint8Array.of(bytes[at++] ?? 0))
      if (at === 1) counts.set(drawn, (counts.get(drawn) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([32, 32, 32, 32, 32, 32])
  })

  test('a bound below one is a bug of the caller', () => {
    expect(() => randomBelow(0n, seededBytes(1))).toThrow(RangeError)
    expect(randomBelow(1n, seededBytes(1))).toBe(0n)
  })
})

describe('fuzzing: nothing throws, and every fault has a place inside the text', () => {
  const parsers = [
    ['moves', (text: string) => parseMove(text), 'c2d4'],
    ['positions', (text: string) => parsePosition(text, 'either'), LATE],
    ['deals', (text: string) => parseDeal(text), '77.1234567'],
    ['scattered deals', (text: string) => parseDeal(text), 's2417367987991170404826482'],
  ] as const

  test.each(parsers)('%s', (_, parse, valid) => {
    const check = (text: string) => {
      const parsed = parse(text)
      if (!parsed.ok) {
        expect(parsed.error.at).toBeGreaterThanOrEqual(0)
        expect(parsed.error.at).toBeLessThanOrEqual(text.length)
      }
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), check))
    const mutated = fc
      .tuple(fc.nat(valid.length), fc.nat(3), fc.string({ maxLength: 3 }), fc.boolean())
      .map(([at, cut, put, twice]) => {
        const text = valid.slice(0, at) + put + valid.slice(at + cut)
        return twice ? text + text : text
      })
    fc.assert(fc.property(mutated, check), { numRuns: 500 })
  })

  test('what is read is written as it was', () => {
    const texts = fc.constantFrom('c2d4', 'a1f6', 'f6a1')
    fc.assert(
      fc.property(texts, (text) => {
        const move = parseMove(text)
        expect(move.ok && formatMove(move.value)).toBe(text)
      }),
    )
  })
})
