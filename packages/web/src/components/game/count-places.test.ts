import { type Box, centerOf, plateBox } from '@hokito/picture/parts'
import { COLORS, endingOnBoard, SQUARES } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, test } from 'vitest'
import { createCounting } from '../../models/game/counting.ts'
import { countPlaces, coveredBy, markBox } from './count-places.ts'

/** The corner of a plate is empty: its figures stand in the middle. */
const BARELY = 0.15

test.each([1, 2, 3, 4])(
  'the marks of a count leave the heights readable, in 50 games from seed %s',
  (first) => {
    for (let seed = 50 * first; seed < 50 * (first + 1); seed++) {
      const position = seededGame(seed, 'either').positions.at(-1)
      if (position === undefined || endingOnBoard(position) === undefined) throw new Error('no end')
      const { parts } = createCounting(position, 'atOnce')
      for (const side of COLORS) {
        const plates = SQUARES.flatMap<Box>(
          (square) => plateBox(position.board[square]?.height ?? 0, centerOf(square, side)) ?? [],
        )
        const marks = countPlaces(parts, position, side).map((place, index) =>
          markBox(place, parts[index]?.points ?? 0),
        )
        for (const plate of plates) {
          expect(coveredBy(plate, marks)).toBeLessThan(BARELY * plate.width * plate.height)
        }
      }
    }
  },
)
