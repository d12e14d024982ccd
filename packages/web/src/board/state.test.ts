import {
  formatSquare,
  legalMoves,
  type Position,
  parsePosition,
  parseSquare,
  withEndRule,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { planFlight } from './flight.ts'
import { centerOf, squareAtPoint } from './geometry.ts'
import {
  type BoardScene,
  type BoardState,
  canChoose,
  cancel,
  INITIAL_STATE,
  landingsOf,
  point,
  press,
  previewOf,
  refusalOf,
  sceneOf,
  walk,
  walkToMovable,
  walkToValue,
} from './state.ts'

function at(name: string): number {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`no square: ${name}`)
  return square.value
}

function position(hfen: string): Position {
  const parsed = parsePosition(hfen, 'either')
  if (!parsed.ok) throw new Error(`no position: ${hfen}`)
  return parsed.value
}

/** Black's three on c1 reaches f5 by c3 and f3, over empties. */
const POSITION = position('-----B/-----A/------/--a--B/------/--c--- b')
const SCENE = sceneOf(POSITION, 'black', 'black')

const chosen = (scene: BoardScene, name: string): BoardState =>
  press(scene, INITIAL_STATE, at(name)).state

describe('pressing', () => {
  test('chooses a piece that can move', () => {
    expect(chosen(SCENE, 'c1').chosen).toBe(at('c1'))
  })

  test.each([
    ['an empty square', SCENE, 'b2'],
    ["the other side's piece", SCENE, 'f3'],
    ['anything when nobody may move', sceneOf(POSITION, 'none', 'black'), 'c1'],
    ['anything out of turn', sceneOf(POSITION, 'white', 'black'), 'f3'],
  ] as const)('chooses nothing on %s', (_, scene, name) => {
    expect(chosen(scene, name).chosen).toBeUndefined()
  })

  test('a landing moves and lets go', () => {
    const pressed = press(SCENE, chosen(SCENE, 'c1'), at('f5'))
    expect(pressed.move).toEqual({ from: at('c1'), to: at('f5') })
    expect(pressed.state.chosen).toBeUndefined()
  })

  test('the chosen piece again lets it go, another one is chosen instead', () => {
    const state = chosen(SCENE, 'c1')
    expect(press(SCENE, state, at('c1')).state.chosen).toBeUndefined()
    expect(press(SCENE, state, at('c3')).state.chosen).toBe(at('c3'))
  })

  test('Escape lets go', () => {
    expect(cancel(chosen(SCENE, 'c1')).chosen).toBeUndefined()
  })
})

describe('a press that does nothing says why', () => {
  test.each([
    ['an empty square', INITIAL_STATE, 'b2', 'empty'],
    ["the other side's piece", INITIAL_STATE, 'f3', 'theirs'],
    ['a landing out of reach', chosen(SCENE, 'c1'), 'f3', 'miss'],
    ['an empty square for the chosen piece', chosen(SCENE, 'c1'), 'b2', 'miss'],
    ['a piece that can be chosen', INITIAL_STATE, 'c3', undefined],
  ] as const)('%s', (_, state, name, why) => {
    expect(refusalOf(SCENE, state, at(name))?.kind).toBe(why)
  })

  test('a piece without a landing', () => {
    const lonely = position('------/-B2----/-b2----/------/------/a-a--- b')
    const scene = sceneOf(withEndRule(lonely, 'onTurn'), 'black', 'black')
    expect(refusalOf(scene, INITIAL_STATE, at('b4'))?.kind).toBe('stuck')
  })
})

describe('a landing that wants confirmation', () => {
  test.each([
    ['two', true],
    ['button', false],
  ] as const)('by %s: waits, and another press on it plays: %s', (confirmation, plays) => {
    const first = press(SCENE, chosen(SCENE, 'c1'), at('f5'), confirmation)
    expect(first.move).toBeUndefined()
    expect(first.state.pending).toBe(at('f5'))
    expect(previewOf(SCENE, first.state)?.points).toBe(6)
    const second = press(SCENE, first.state, at('f5'), confirmation)
    expect(second.move !== undefined).toBe(plays)
    expect(press(SCENE, first.state, at('b2'), confirmation).state.pending).toBeUndefined()
  })
})

describe('preview', () => {
  test('tells path, height and points of the pointed landing', () => {
    const preview = previewOf(SCENE, point(chosen(SCENE, 'c1'), at('f5')))
    expect(preview?.path.map(({ to }) => formatSquare(to))).toEqual(['c3', 'f3', 'f5'])
    expect([preview?.height, preview?.points]).toEqual([2, 6])
  })

  test('is silent elsewhere', () => {
    expect(previewOf(SCENE, point(chosen(SCENE, 'c1'), at('c3')))).toBeUndefined()
    expect(previewOf(SCENE, point(INITIAL_STATE, at('f5')))).toBeUndefined()
  })
})

describe('walking', () => {
  test.each([
    ['black', 'ArrowUp', 'a1', 'a2'],
    ['black', 'ArrowLeft', 'a1', 'a1'],
    ['black', 'End', 'a1', 'f1'],
    ['white', 'ArrowUp', 'c3', 'c2'],
    ['white', 'ArrowRight', 'c3', 'b3'],
    ['white', 'Home', 'c3', 'f3'],
  ] as const)('with %s below, %s leads from %s to %s', (orientation, key, from, to) => {
    const state = { ...INITIAL_STATE, cursor: at(from) }
    expect(formatSquare(walk({ ...SCENE, orientation }, state, key).cursor)).toBe(to)
  })
})

describe('walking to pieces', () => {
  const cursors = (start: string, steps: number, step: (state: BoardState) => BoardState) => {
    let state = { ...INITIAL_STATE, cursor: at(start) }
    return Array.from({ length: steps }, () => {
      state = step(state)
      return formatSquare(state.cursor)
    })
  }

  test('that can move goes round in reading order', () => {
    const scene = sceneOf(position('AC----/------/------/------/------/ca---b b'), 'black', 'black')
    expect(cursors('a6', 4, (state) => walkToMovable(scene, state))).toEqual([
      'a1',
      'b1',
      'f1',
      'a1',
    ])
  })

  test('of a value finds those of the side to move, movable or not', () => {
    expect(cursors('a1', 3, (state) => walkToValue(SCENE, state, 1))).toEqual(['c3', 'c3', 'c3'])
    expect(cursors('a1', 1, (state) => walkToValue(SCENE, state, 2))).toEqual(['a1'])
  })
})

describe('with random games', () => {
  test.each([1, 2, 3, 4, 5])('seed %i: what can be pressed is what is legal', (seed) => {
    for (const each of seededGame(seed, 'either').positions) {
      const scene = sceneOf(each, each.turn, 'black')
      const moves = Array.from({ length: 36 }, (_, from) => from)
        .filter((from) => canChoose(scene, from))
        .flatMap((from) =>
          landingsOf(scene, { ...INITIAL_STATE, chosen: from }).map((to) => ({ from, to })),
        )
      expect(moves).toEqual(legalMoves(each))
    }
  })

  test.each([6, 7])('seed %i: every move flies from where it starts to where it ends', (seed) => {
    const { positions, moves } = seededGame(seed, 'onTurn')
    for (const [ply, move] of moves.entries()) {
      const before = positions[ply]
      const after = positions[ply + 1]
      if (before === undefined || after === undefined)
        throw new Error('a game has a position a ply')
      const flight = planFlight(before, after, move, 'white')
      expect(flight?.points[0]).toEqual(centerOf(move.from, 'white'))
      expect(flight?.points.at(-1)).toEqual(centerOf(move.to, 'white'))
      expect(planFlight(after, before, move, 'white')).toBeUndefined()
    }
  })
})

test('the middle of a square is on that square, from both sides', () => {
  for (let square = 0; square < 36; square++) {
    for (const orientation of ['black', 'white'] as const) {
      expect(squareAtPoint(centerOf(square, orientation), orientation)).toBe(square)
    }
  }
})
