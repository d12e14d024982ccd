import {
  formatPosition,
  isCompensation,
  legalMoves,
  outcome,
  type Position,
  swapColors,
  withCompensation,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { verdictOf } from '../src/evaluation.ts'
import { packPosition } from '../src/pack.ts'
import { possibleMargin } from '../src/possible-margin.ts'
import type { Watch } from '../src/searcher.ts'
import { startCore, startSearcher } from './parts.ts'

const FREE: Watch = { isStopped: () => false, now: () => 0, generation: 1 }
const quiet = () => undefined
const searcher = startSearcher(32)
const COMPENSATIONS = [0.5, 1, 6.5, 13.5, 14, 39.5, 40]

/** Positions of so many occupied squares from random games, under the two end rules in turn. */
function positionsOf(occupied: number, count: number): readonly Position[] {
  const positions: Position[] = []
  for (let seed = 1; positions.length < count; seed++) {
    const { positions: game } = seededGame(seed, seed % 2 === 0 ? 'either' : 'onTurn')
    const position = game[36 - occupied]
    if (position !== undefined && outcome(position) === undefined) positions.push(position)
  }
  return positions
}

function marginOf(position: Position): number {
  return searcher.solve(packPosition(position), FREE, quiet).margin ?? Number.NaN
}

/** What a compensation adds to the margin of the side to move. */
function change({ turn }: Position, compensation: number): number {
  return turn === 'black' ? 0 - compensation : compensation
}

describe('with a compensation', () => {
  test('a proof comes to the margin on the board and the compensation', () => {
    for (const position of positionsOf(15, 20)) {
      const plain = marginOf(position)
      for (const compensation of COMPENSATIONS) {
        const margin = marginOf(withCompensation(position, compensation))
        const text = `${formatPosition(position)} ${compensation}`
        expect(margin, text).toBe(plain + change(position, compensation))
      }
    }
  })

  test('a proof of the verdict tells who wins with it, and never a draw if it has a half', () => {
    for (const position of positionsOf(16, 12)) {
      const plain = marginOf(position)
      for (let compensation = 0; isCompensation(compensation); compensation += 0.5) {
        const packed = packPosition(withCompensation(position, compensation))
        const { verdict } = searcher.solve(packed, FREE, quiet, { goal: 'verdict' })
        const expected = verdictOf(plain + change(position, compensation))
        expect(verdictOf(verdict ?? Number.NaN)).toBe(expected)
        if (!Number.isInteger(compensation)) expect(expected).not.toBe('draw')
      }
    }
  })

  test('a search to the end finds who wins with it', () => {
    for (const position of positionsOf(10, 20)) {
      const plain = marginOf(position)
      for (const compensation of COMPENSATIONS) {
        const margin = plain + change(position, compensation)
        // A search cannot tell a proved draw from an estimate.
        if (margin === 0) continue
        const packed = packPosition(withCompensation(position, compensation))
        const { info } = searcher.search(packed, { depth: 12, lines: 2 }, FREE, quiet)
        expect(info?.lines[0], formatPosition(position)).toMatchObject({
          kind: 'solved',
          value: Math.sign(margin),
        })
      }
    }
  })

  test('everything mirrors if the colours are swapped', () => {
    for (const plain of [...positionsOf(14, 6), ...positionsOf(30, 6)]) {
      for (const compensation of COMPENSATIONS) {
        const position = withCompensation(plain, compensation)
        const found = [position, swapColors(position)].map((each) => {
          const fresh = startSearcher(1)
          const { info } = fresh.search(packPosition(each), { depth: 3, lines: 2 }, FREE, quiet)
          return info?.lines[0]?.value
        })
        expect(found[0]).toBe(found[1])
      }
    }
  })

  test('the number of move sequences stays the same', () => {
    const core = startCore(1)
    for (const position of positionsOf(28, 6)) {
      core.load(packPosition(position))
      const plain = core.perft(3)
      core.load(packPosition(withCompensation(position, 13.5)))
      expect(core.perft(3)).toBe(plain)
    }
  })

  test('an estimate stays possible on the board', () => {
    for (const position of positionsOf(20, 10)) {
      if (legalMoves(position).length === 0) continue
      for (const estimate of [-150, -40, 0, 40, 150]) {
        const plain = possibleMargin(estimate, position)
        const owed = change(position, 13.5)
        const shifted = possibleMargin(estimate + owed, withCompensation(position, 13.5))
        expect(shifted).toBe(plain + owed)
      }
    }
  })
})
