import {
  isSameMove,
  isSingle,
  legalMoves,
  opposite,
  ownerOf,
  type Position,
  play,
  pointsOf,
  SQUARES,
  type Square,
} from '@hokito/rules'
import { expect, test } from 'vitest'
import { attacksOn } from './attack.ts'
import { CHAPTERS } from './course/chapters.ts'

const POSITIONS = CHAPTERS.flatMap(({ examples }) => examples.map(({ position }) => position))

/** The moves of the side that waits, which may move although it is not its turn. */
const movesWaiting = (position: Position, own = position.turn) =>
  legalMoves({ ...position, endRule: 'onTurn', turn: opposite(own) })

test('an attack is two moves of the side that waits, and the second lands on the stack', () => {
  let built = 0
  for (const position of POSITIONS) {
    for (const { square, points, first, second } of attacksOn(position)) {
      const stack = position.board[square]
      if (stack === undefined) throw new Error('a stack is attacked')
      expect([ownerOf(stack), pointsOf(stack)]).toEqual([position.turn, points])
      expect(second.to).toBe(square)
      expect(movesWaiting(position).some((move) => isSameMove(move, first))).toBe(true)
      const after = play({ ...position, turn: opposite(position.turn) }, first)
      expect(movesWaiting(after, position.turn).some((move) => isSameMove(move, second))).toBe(true)
      built += Number(second.from === first.to)
    }
  }
  expect(built).toBeGreaterThan(0)
})

test('no stack that one move reaches is named, and every one worth it that needs two', () => {
  for (const position of POSITIONS) {
    const isReached = (square: Square) => movesWaiting(position).some(({ to }) => to === square)
    const isReachedThen = (square: Square) =>
      movesWaiting(position).some((first) => {
        const after = play({ ...position, turn: opposite(position.turn) }, first)
        return movesWaiting(after, position.turn).some(({ to }) => to === square)
      })
    const named = attacksOn(position).map(({ square }) => square)
    for (const square of SQUARES) {
      const stack = position.board[square]
      const isWorthIt =
        stack !== undefined &&
        !isSingle(stack) &&
        ownerOf(stack) === position.turn &&
        pointsOf(stack) >= 6
      expect(named.includes(square)).toBe(isWorthIt && !isReached(square) && isReachedThen(square))
    }
  }
})

test('the most valuable stack comes first', () => {
  for (const position of POSITIONS) {
    const points = attacksOn(position).map((each) => each.points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
  }
})
