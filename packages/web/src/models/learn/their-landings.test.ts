import { isSameMove, legalMoves, opposite, ownerOf, SQUARES } from '@hokito/rules'
import { expect, test } from 'vitest'
import { CHAPTERS } from './course/chapters.ts'
import { theirLandings } from './their-landings.ts'

const refusal = { kind: 'theirs' } as const

test('a press on a piece of the other side shows exactly its moves, and no other press any', () => {
  for (const { position } of CHAPTERS.flatMap(({ examples }) => examples)) {
    const theirs = legalMoves({ ...position, endRule: 'onTurn', turn: opposite(position.turn) })
    for (const square of SQUARES) {
      const shown = theirLandings({ kind: 'refused', refusal, square, position })
      const stack = position.board[square]
      const isTheirs = stack !== undefined && ownerOf(stack) !== position.turn
      expect(shown !== undefined).toBe(isTheirs)
      for (const to of SQUARES) {
        const isMove = theirs.some((move) => isSameMove(move, { from: square, to }))
        expect(shown?.squares.includes(to) ?? false).toBe(isTheirs && isMove)
      }
    }
  }
})
