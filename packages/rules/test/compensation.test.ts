import { describe, expect, test } from 'vitest'
import { perft } from '../src/debug.ts'
import {
  END_RULES,
  isCompensation,
  isSamePosition,
  leader,
  legalMoves,
  MOST_COMPENSATION,
  opposite,
  outcome,
  type Position,
  parseCompensation,
  score,
  swapColors,
  totals,
  withCompensation,
} from '../src/index.ts'

import { seededGame } from '../src/random-game.ts'

const COMPENSATIONS = Array.from({ length: 2 * MOST_COMPENSATION + 1 }, (_, half) => half / 2)

/** The last positions of random games under both end rules. */
function lastPositions(): readonly Position[] {
  return Array.from({ length: 60 }, (_, seed) => {
    const last = seededGame(seed, END_RULES[seed % 2] ?? 'either').positions.at(-1)
    if (last === undefined) throw new Error('a game has a last position')
    return last
  })
}

describe('a compensation', () => {
  test('decides by the points on the board and what White gets', () => {
    for (const position of lastPositions()) {
      const points = score(position)
      expect(totals(position)).toEqual(points)
      for (const compensation of COMPENSATIONS) {
        const counted = withCompensation(position, compensation)
        const lead = points.black - points.white - compensation
        const winner = lead === 0 ? 'draw' : lead > 0 ? 'black' : 'white'
        expect(outcome(counted)).toEqual({ ...outcome(position), winner })
        expect(leader(totals(counted))).toBe(winner)
        expect(score(counted)).toEqual(points)
        if (!Number.isInteger(compensation)) expect(winner).not.toBe('draw')
      }
    }
  })

  test('belongs to Black if the colours are swapped, and the winner is the other side', () => {
    for (const position of lastPositions()) {
      for (const compensation of COMPENSATIONS) {
        const counted = withCompensation(position, compensation)
        const winner = outcome(counted)?.winner ?? 'draw'
        const swapped = swapColors(counted)
        expect(outcome(swapped)?.winner).toBe(winner === 'draw' ? winner : opposite(winner))
        expect(swapColors(swapped)).toEqual(counted)
      }
    }
  })

  test('changes neither the moves nor the end of a game, only the position as a whole', () => {
    for (const seed of [1, 2, 3, 4]) {
      const { positions } = seededGame(seed, END_RULES[seed % 2] ?? 'either')
      for (const position of positions) {
        const counted = withCompensation(position, 13.5)
        expect(legalMoves(counted)).toEqual(legalMoves(position))
        expect(isSamePosition(counted, position)).toBe(false)
      }
      const late = positions[14]
      if (late === undefined) throw new Error('the game is too short')
      expect(perft(withCompensation(late, 13.5), 3)).toBe(perft(late, 3))
    }
  })

  test('is written as it is read, and nothing else is one', () => {
    for (const points of COMPENSATIONS) {
      expect(isCompensation(points)).toBe(true)
      expect(parseCompensation(String(points))).toEqual({ ok: true, value: points })
    }
    const wrong = ['', ' 1', '-1', '1.', '.5', '1.0', '1.25', '01', '1e1', '40.5', '41', '١', '999']
    for (const text of wrong) expect(parseCompensation(text).ok, text).toBe(false)
    for (const points of [-0.5, 0.25, 40.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(isCompensation(points)).toBe(false)
    }
  })
})
