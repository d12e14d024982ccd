import { type Color, type Piece, SQUARES, type Stack, single, stackOnto } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LEAN } from '../src/disc.ts'
import { colorsOf, PLAIN_LOOK } from '../src/index.ts'
import { paintsFrom } from '../src/paints.ts'
import { BOARD_SIZE, centerOf, drawPlate, drawStack, RADIUS, topOf } from '../src/parts.ts'

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
  test('by a rim for every disc, in the colour of its piece and no thinner than a pixel', () => {
    fc.assert(
      fc.property(anySides, (sides) => {
        for (const color of ['black', 'white'] as const) {
          const rims = rimsOf(stackOf(sides), color)
          expect(rims).toHaveLength(sides.filter((side) => side === color).length)
          for (const { low, high } of rims) expect(high - low).toBeGreaterThan(1)
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
      expect(Math.min(...seams), `of ${height}`).toBeGreaterThan(0.35)
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
          const plate = drawPlate(stackOfBlack(height), at, paints)
          const [x = 0, width = 0] = ['x', 'width'].map((name) =>
            Number(new RegExp(` ${name}="(\\S+)"`).exec(plate)?.[1]),
          )
          expect(topOf(height, at).x + RADIUS).toBeLessThanOrEqual(BOARD_SIZE)
          expect(at.x + x + width).toBeLessThanOrEqual(BOARD_SIZE)
          expect(at.x + x).toBeGreaterThanOrEqual(0)
        }
      }
    }
  })
})
