import { type Color, type Piece, SQUARES, type Stack, single, stackOnto } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAN } from '../src/disc.ts'
import { colorsOf, PLAIN_LOOK } from '../src/index.ts'
import { paintsFrom } from '../src/paints.ts'
import {
  BOARD_SIZE,
  type Box,
  CELL,
  centerOf,
  drawPlate,
  drawStack,
  isOnStack,
  type Point,
  RADIUS,
  topOf,
} from '../src/parts.ts'

/** A unit of the drawing on a phone 360 pixels wide, where the board fills the width. */
const PIXEL = 360 / BOARD_SIZE
const MOST = 36
const paints = paintsFrom(colorsOf('light'), 'test')

const anySides = fc.array(fc.constantFrom<Color>('black', 'white'), {
  minLength: 1,
  maxLength: MOST,
})

function stackOf(sides: readonly Color[]): Stack {
  const singles = sides.map((color) => single({ color, value: 1 } satisfies Piece))
  return singles.reduce((below, piece) => stackOnto(piece, below))
}

/** The plate of a stack that stands at a point. */
function plateOf(height: number, at: Point): Box {
  const plate = drawPlate(stackOfBlack(height), at, paints)
  const [x = 0, y = 0, width = 0, high = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(new RegExp(` ${name}="(\\S+)"`).exec(plate)?.[1]),
  )
  return { x: at.x + x, y: at.y + y, width, height: high }
}

/** Points of all that may be printed on the top of a stack: three bars, three dots or a digit. */
const PRINT = Array.from({ length: 18 }, (_, x) => 2 * x - 17).flatMap((x) =>
  [-15.5, -10, -5, 0, 5, 10, 15.5].map((y) => ({ x, y })),
)

/** All heights of stacks, which are even but for singles. */
const HEIGHTS = [1, ...Array.from({ length: MOST / 2 }, (_, half) => 2 * (half + 1))]

/** Points of what is printed about the middle of a top that a plate hides. */
function hiddenBy(plate: Box, top: Point): readonly Point[] {
  return PRINT.filter(({ x, y }) => {
    const [right, down] = [top.x + x - plate.x, top.y + y - plate.y]
    return right > 0 && right < plate.width && down > 0 && down < plate.height
  })
}

function stackOfBlack(height: number): Stack {
  return stackOf(Array.from({ length: height }, () => 'black'))
}

/** The rim of a disc: where it begins and ends in the direction in which stacks rise. */
interface Rim {
  readonly low: number
  readonly high: number
}

/** The rims that a stack is drawn with in the colour of a side, from below. */
function rimsOf(stack: Stack, color: Color): readonly Rim[] {
  const svg = drawStack(stack, PLAIN_LOOK, paints)
  const [, d = ''] = new RegExp(`d="([^"]*)" fill="url\\(#test-${color}Side\\)"`).exec(svg) ?? []
  const height = (rim: string, letter: string) => {
    const [, x, y] = new RegExp(`${letter}(\\S+) ([^A]+)`).exec(rim) ?? []
    return (Number(x) * LEAN.x + Number(y) * LEAN.y) * PIXEL
  }
  return (d.match(/M[^z]*z/g) ?? []).map((rim) => ({
    low: height(rim, 'M'),
    high: height(rim, 'L'),
  }))
}

describe('at 360 pixels the height of a stack is seen without its number', () => {
  test('by a rim for every disc, in the colour of its piece and most of a pixel thick', () => {
    fc.assert(
      fc.property(anySides, (sides) => {
        for (const color of ['black', 'white'] as const) {
          const rims = rimsOf(stackOf(sides), color)
          expect(rims).toHaveLength(sides.filter((side) => side === color).length)
          for (const { low, high } of rims) expect(high - low).toBeGreaterThan(0.85)
        }
      }),
      { seed: 7, numRuns: 100 },
    )
  })

  test('by a seam between any two discs, between two black ones too', () => {
    for (let height = 2; height <= MOST; height++) {
      const rims = rimsOf(stackOfBlack(height), 'black')
      const seams = rims.slice(1).map(({ low }, index) => low - (rims[index]?.high ?? low))
      expect(seams).toHaveLength(height - 1)
      expect(Math.min(...seams), `of ${height}`).toBeGreaterThan(0.3)
    }
  })

  test('by its rise: two discs more end at least a pixel and a half higher', () => {
    const top = (height: number) => rimsOf(stackOfBlack(height), 'black').at(-1)?.high ?? 0
    for (let height = 2; height + 2 <= MOST; height += 2) {
      expect(top(height + 2) - top(height), `of ${height}`).toBeGreaterThan(1.5)
    }
  })

  test('and neither its top nor its number leaves the board at the right', () => {
    for (const orientation of ['black', 'white'] as const) {
      for (const square of SQUARES) {
        const at = centerOf(square, orientation)
        for (let height = 2; height <= MOST; height += 2) {
          const { x, width } = plateOf(height, at)
          expect(topOf(height, at).x + RADIUS).toBeLessThanOrEqual(BOARD_SIZE)
          expect(x + width).toBeLessThanOrEqual(BOARD_SIZE)
          expect(x).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })
})

test('the number of a stack is large, and two pixels below what is printed on its top', () => {
  for (const height of HEIGHTS.filter((each) => each > 1)) {
    const at = { x: 0, y: 0 }
    const plate = plateOf(height, at)
    expect(plate.height * PIXEL).toBeGreaterThan(15)
    const nearer = { ...plate, y: plate.y - 2 / PIXEL }
    expect(hiddenBy(nearer, topOf(height, at)), `of ${height}`).toEqual([])
  }
})

describe('no stack hides what is printed on a neighbour', () => {
  // What is nearer is drawn later; a stack to the left is drawn after its neighbour.
  const neighbours = [-1, 0, 1].flatMap((column) =>
    [-1, 0, 1].flatMap((row) => (column === 0 && row === 0 ? [] : { column, row })),
  )
  const pairs = HEIGHTS.flatMap((own) =>
    HEIGHTS.filter((other) => own + other <= MOST).flatMap((other) =>
      neighbours.map(({ column, row }) => ({
        own,
        other,
        isBehind: row < 0 || (row === 0 && column > 0),
        at: { x: column * CELL, y: row * CELL },
      })),
    ),
  )

  test('with its side or its top', () => {
    for (const { own, other, at } of pairs.filter(({ isBehind }) => isBehind)) {
      const top = topOf(other, at)
      const hidden = PRINT.filter(({ x, y }) => isOnStack({ x: top.x + x, y: top.y + y }, own))
      expect(hidden, `${own} before ${other} at ${at.x} ${at.y}`).toEqual([])
    }
  })

  test('with its number', () => {
    for (const { own, other, at } of pairs.filter(({ own }) => own > 1)) {
      const hidden = hiddenBy(plateOf(own, { x: 0, y: 0 }), topOf(other, at))
      expect(hidden, `${own} by ${other} at ${at.x} ${at.y}`).toEqual([])
    }
  })

  test('nor does its number lie on the other number', () => {
    for (const { own, other, at } of pairs.filter(({ own, other }) => own > 1 && other > 1)) {
      const [one, two] = [plateOf(own, { x: 0, y: 0 }), plateOf(other, at)]
      const isApart =
        Math.abs(one.x + one.width / 2 - two.x - two.width / 2) >= (one.width + two.width) / 2 ||
        Math.abs(one.y - two.y) >= one.height
      expect(isApart, `${own} by ${other} at ${at.x} ${at.y}`).toBe(true)
    }
  })
})
