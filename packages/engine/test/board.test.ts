import { readFileSync } from 'node:fs'
import {
  END_RULES,
  type EndRule,
  legalMoves,
  movesOf,
  outcome,
  type Position,
  parsePosition,
  score,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { Board, MAX_MOVES } from '../src/hot/board.ts'
import { Perft } from '../src/hot/perft.ts'
import { packMove, packPosition, unpackMove } from '../src/pack.ts'

function fixture<T>(name: string): readonly T[] {
  return JSON.parse(
    readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
}

function positionFrom(hfen: string, endRule: EndRule): Position {
  const parsed = parsePosition(hfen, endRule)
  if (!parsed.ok) throw new Error(`${hfen}: ${parsed.error.code}`)
  return parsed.value
}

function loaded(position: Position): Board {
  const board = new Board()
  board.load(packPosition(position))
  return board
}

function generated(board: Board): number[] {
  const moves = new Uint16Array(MAX_MOVES)
  return Array.from(moves.subarray(0, board.generate(moves, 0))).sort((a, b) => a - b)
}

/** Everything a board says about its position. */
function snapshot(board: Board): unknown {
  return {
    ...board,
    cells: Array.from(board.cells.subarray(0, 36)),
    links: undefined,
    reachLo: undefined,
    reachHi: undefined,
    moves: generated(board),
    replies: board.countMoves(board.turn ^ 1),
  }
}

describe('perft equals the fixtures', () => {
  const rows = fixture<{ hfen: string } & { [E in EndRule]: number[] }>('perft')
  test.each(
    rows.flatMap((row) => END_RULES.map((endRule) => ({ ...row, endRule, counts: row[endRule] }))),
  )('$hfen under $endRule', ({ hfen, endRule, counts }) => {
    const perft = new Perft(loaded(positionFrom(hfen, endRule)), () => false)
    expect(counts.map((_, index) => perft.count(index + 1))).toEqual(counts)
  })
})

describe('the board agrees with the rules', () => {
  test.each(END_RULES)('in 500 random games under %s: moves, ends, scores and keys', (endRule) => {
    for (let seed = 0; seed < 500; seed++) {
      const { positions, moves } = seededGame(
        seed,
        endRule,
        seed % 3 === 0 ? 'scattered' : 'standard',
      )
      const [first] = positions
      if (first === undefined) throw new Error('a game has a first position')
      const board = loaded(first)
      for (const [ply, position] of positions.entries()) {
        const expected = movesOf(position, position.turn).map(packMove)
        expect(generated(board), `seed ${seed}, ply ${ply}`).toEqual(expected)
        expect(board.isOver()).toBe(outcome(position) !== undefined)
        const points = score(position)
        expect(board.margin).toBe(points.black - points.white)
        const move = moves[ply]
        if (move !== undefined) board.play(packMove(move))
      }
      const last = positions.at(-1)
      const fresh = last && loaded(last)
      expect([board.keyLo, board.keyHi]).toEqual([fresh?.keyLo, fresh?.keyHi])
    }
  })

  test('undoing a game move by move brings back every position', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { positions, moves } = seededGame(seed, 'either')
      const [first] = positions
      if (first === undefined) throw new Error('a game has a first position')
      const board = loaded(first)
      const before: unknown[] = []
      for (const move of moves) {
        before.push(snapshot(board))
        board.play(packMove(move))
      }
      for (const expected of before.reverse()) {
        board.undo()
        expect(snapshot(board)).toEqual(expected)
      }
    }
  })

  test('every move comes through the door and back', () => {
    for (const position of seededGame(9, 'either').positions) {
      for (const move of legalMoves(position)) expect(unpackMove(packMove(move))).toEqual(move)
    }
  })
})
