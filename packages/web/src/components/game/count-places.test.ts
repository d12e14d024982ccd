import { centerOf } from '@hokito/picture/parts'
import { COLORS, endingOnBoard, SQUARES } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, test } from 'vitest'
import { createCounting } from '../../models/game/counting.ts'
import { countPlaces, coveredBy, faceBox, markBox, printBox } from './count-places.ts'

test.each([1, 2, 3, 4])(
  'the marks of a count cover neither each other nor a print nor another stack, in 50 games from seed %s',
  (first) => {
    for (let seed = 50 * first; seed < 50 * (first + 1); seed++) {
      const position = seededGame(seed, 'either').positions.at(-1)
      if (position === undefined || endingOnBoard(position) === undefined) throw new Error('no end')
      const { parts } = createCounting(position, 'atOnce')
      for (const side of COLORS) {
        const marks = countPlaces(parts, position, side).map((place, index) =>
          markBox(place, parts[index]?.points ?? 0),
        )
        for (const [index, mark] of marks.entries()) {
          expect(coveredBy(mark, marks.toSpliced(index, 1))).toBeCloseTo(0)
        }
        for (const square of SQUARES) {
          const height = position.board[square]?.height ?? 0
          if (height === 0) continue
          const at = centerOf(square, side)
          expect(coveredBy(printBox(height, at), marks)).toBeCloseTo(0)
          const others = marks.filter((_, index) => parts[index]?.square !== square)
          expect(coveredBy(faceBox(height, at), others)).toBeCloseTo(0)
        }
      }
    }
  },
)
