import { centerOf } from '@hokito/picture/parts'
import { COLORS, endingOnBoard, SQUARES } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, test } from 'vitest'
import { createCounting } from '../../models/game/counting.ts'
import { countPlaces, coveredBy, markBox, printBox } from './count-places.ts'

/** The corner of a print is empty. */
const BARELY = 0.15

test.each([1, 2, 3, 4])(
  'the marks of a count cover neither each other nor a print on a piece, in 50 games from seed %s',
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
          expect(coveredBy(mark, marks.toSpliced(index, 1))).toBe(0)
        }
        for (const square of SQUARES) {
          const print = printBox(position.board[square]?.height ?? 0, centerOf(square, side))
          if (print === undefined) continue
          expect(coveredBy(print, marks)).toBeLessThan(BARELY * print.width * print.height)
        }
      }
    }
  },
)
