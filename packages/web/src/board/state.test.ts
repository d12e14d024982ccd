import { centerOf, topOf } from '@hokito/picture/parts'
import {
  formatSquare,
  legalMoves,
  type Move,
  type Position,
  parsePosition,
  parseSquare,
  pathsOf,
  type Square,
  withEndRule,
} from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import { planFlight } from './flight.ts'
import { squareAtPoint } from './geometry.ts'
import { madeMove } from './made.ts'
import { type BoardScene, canChoose, sceneOf } from './scene.ts'
import {
  type BoardState,
  cancel,
  choose,
  dropRefusalOf,
  INITIAL_STATE,
  leavingSuggestion,
  point,
  press,
  previewOf,
  refusalOf,
  stepBack,
  suggest,
  walk,
  walkToMovable,
  walkToValue,
} from './state.ts'
import { landingsOf, stepsOf } from './trace.ts'

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

/** Black's three on c1 reaches f5 by c3 and f3, over empty squares. */
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
    const apart = sceneOf(position('----Aa/------/------/------/------/aA---- b'), 'black', 'black')
    const state = chosen(apart, 'a1')
    expect(press(apart, state, at('a1')).state.chosen).toBeUndefined()
    expect(press(apart, state, at('f6')).state.chosen).toBe(at('f6'))
  })

  test.each(['f3', 'b2'])(
    'where the chosen piece cannot land, as on %s, it stays chosen',
    (name) => {
      const pressed = press(SCENE, chosen(SCENE, 'c1'), at(name))
      expect(pressed.move).toBeUndefined()
      expect(pressed.state.chosen).toBe(at('c1'))
      expect(press(SCENE, pressed.state, at('c1')).state.chosen).toBe(at('c1'))
    },
  )

  test('Escape lets go', () => {
    expect(cancel(chosen(SCENE, 'c1')).chosen).toBeUndefined()
  })
})

describe('pressing along a path, hop by hop', () => {
  const names = (squares: readonly Square[]) => squares.map(formatSquare)
  const pressed = (scene: BoardScene, from: string, ...squares: readonly string[]) =>
    squares.reduce((state, name) => press(scene, state, at(name)).state, chosen(scene, from))

  test('leads on, keeps the ends in sight, and the last hop makes the move', () => {
    const once = pressed(SCENE, 'c1', 'c3')
    expect(once.chosen).toBe(at('c1'))
    expect(names(stepsOf(SCENE, once))).toEqual(['f3'])
    expect(names(landingsOf(SCENE, once))).toEqual(['f5'])
    const twice = press(SCENE, once, at('f3')).state
    expect(names(twice.trace)).toEqual(['c3', 'f3'])
    expect(press(SCENE, twice, at('f5')).move).toEqual({ from: at('c1'), to: at('f5') })
  })

  test('an earlier square goes back to it, the last one takes its hop back, the piece all', () => {
    const twice = pressed(SCENE, 'c1', 'c3', 'f3')
    expect(names(press(SCENE, twice, at('c3')).state.trace)).toEqual(['c3'])
    expect(names(press(SCENE, twice, at('f3')).state.trace)).toEqual(['c3'])
    const again = press(SCENE, twice, at('c1')).state
    expect([again.chosen, again.trace]).toEqual([at('c1'), []])
  })

  test('Escape takes back hop by hop, then lets go', () => {
    const once = stepBack(pressed(SCENE, 'c1', 'c3', 'f3'))
    expect(names(once.trace)).toEqual(['c3'])
    const none = stepBack(once)
    expect([none.chosen, none.trace]).toEqual([at('c1'), []])
    expect(stepBack(none).chosen).toBeUndefined()
  })

  test('a piece of its own side that was hopped on is chosen by pressing it once more', () => {
    const other = pressed(SCENE, 'c1', 'c3', 'c3')
    expect([other.chosen, other.trace]).toEqual([at('c3'), []])
  })

  /** A black two on a1 lands on a3 and c1, by a2 and b1. */
  const FORK = sceneOf(position('------/------/------/A-----/A-----/bAA--- b'), 'black', 'black')

  test('another first hop starts the path again, and another landing shows all landings again', () => {
    const up = pressed(FORK, 'a1', 'a2')
    expect(names(landingsOf(FORK, up))).toEqual(['a3'])
    expect(names(press(FORK, up, at('b1')).state.trace)).toEqual(['b1'])
    const all = press(FORK, up, at('c1'))
    expect(all.move).toBeUndefined()
    expect(names(landingsOf(FORK, all.state))).toEqual(['c1', 'a3'])
    expect(press(FORK, all.state, at('c1')).move).toEqual({ from: at('a1'), to: at('c1') })
  })

  test('where a three can both land and hop first, it lands', () => {
    const round = sceneOf(position('------/------/------/------/AA----/cA---- b'), 'black', 'black')
    expect(press(round, chosen(round, 'a1'), at('b1')).move).toEqual({
      from: at('a1'),
      to: at('b1'),
    })
  })

  test('the preview goes the way that was pressed', () => {
    const square = sceneOf(
      position('------/------/------/------/AA----/bA---- b'),
      'black',
      'black',
    )
    for (const by of ['a2', 'b1']) {
      const preview = previewOf(square, point(pressed(square, 'a1', by), at('b2')))
      expect(preview?.path.map(({ to }) => formatSquare(to))).toEqual([by, 'b2'])
    }
  })

  test('a hop is never refused, and none is left behind when another piece is chosen', () => {
    expect(refusalOf(SCENE, chosen(SCENE, 'c1'), at('c3'))).toBeUndefined()
    expect(refusalOf(SCENE, pressed(SCENE, 'c1', 'c3'), at('f3'))).toBeUndefined()
    expect(choose(pressed(SCENE, 'c1', 'c3'), at('c3')).trace).toEqual([])
  })

  test.each([1, 2, 3])(
    'seed %i: every path can be pressed to its end, or lands on the way',
    (seed) => {
      for (const each of seededGame(seed, 'either').positions) {
        const scene = sceneOf(each, each.turn, 'black')
        for (const move of legalMoves(each)) {
          for (const path of pathsOf(each, move)) {
            const start = choose(INITIAL_STATE, move.from)
            const made = pressAll(
              scene,
              start,
              path.map(({ to }) => to),
            )
            const isShort = made !== undefined && made.to !== move.to
            expect(made?.from).toBe(move.from)
            if (isShort) expect(landingsOf(scene, start)).toContain(made.to)
          }
        }
      }
    },
  )

  /** The move that results from pressing squares one after another. */
  function pressAll(
    scene: BoardScene,
    start: BoardState,
    squares: readonly Square[],
  ): Move | undefined {
    let state = start
    for (const square of squares) {
      const { state: next, move } = press(scene, state, square)
      if (move !== undefined) return move
      state = next
    }
    return undefined
  }
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

describe('a hint', () => {
  const hinted = suggest(at('c1'), at('f5'))

  test('leaves its piece chosen: pressing the square that it shows makes the move', () => {
    expect(press(SCENE, hinted, at('f5')).move).toEqual({ from: at('c1'), to: at('f5') })
  })

  test('lets its piece be pressed first, as a player without hints does', () => {
    const taken = press(SCENE, hinted, at('c1'))
    expect(taken.state.chosen).toBe(at('c1'))
    expect(press(SCENE, taken.state, at('f5')).move).toEqual({ from: at('c1'), to: at('f5') })
    expect(press(SCENE, taken.state, at('c1')).state.chosen).toBeUndefined()
  })
})

describe('another piece pressed while a move is suggested', () => {
  const scene = sceneOf(position('----AA/------/------/------/a-----/aa---- b'), 'black', 'black')
  const hint = { from: at('a1'), to: at('a2') }

  test('is taken up, though the suggested one could land there', () => {
    expect(scene.targets.get(hint.from)).toContain(at('b1'))
    const from = leavingSuggestion(scene, suggest(hint.from, hint.to), at('b1'), hint)
    const pressed = press(scene, from, at('b1'))
    expect([pressed.move, pressed.state.chosen]).toEqual([undefined, at('b1')])
  })

  test('the suggested landing still makes the move, on a piece of either side', () => {
    const from = leavingSuggestion(scene, suggest(hint.from, hint.to), hint.to, hint)
    expect(press(scene, from, hint.to).move).toEqual(hint)
  })
})

describe('a piece put down', () => {
  const carried = chosen(SCENE, 'c1')

  test('where it cannot land shows why, on other pieces of its side too', () => {
    expect(dropRefusalOf(SCENE, carried, at('c3'))).toMatchObject({ kind: 'miss', from: at('c1') })
    expect(dropRefusalOf(SCENE, carried, at('b2'))).toMatchObject({ kind: 'miss' })
  })

  test('where it can land, or where it came from, is no mistake', () => {
    expect(dropRefusalOf(SCENE, carried, at('f5'))).toBeUndefined()
    expect(dropRefusalOf(SCENE, carried, at('c1'))).toBeUndefined()
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
      const flight = planFlight(before, after, { move, orientation: 'white' })
      expect(flight?.points[0]?.ground).toEqual(centerOf(move.from, 'white'))
      expect(flight?.points.at(-1)?.ground).toEqual(centerOf(move.to, 'white'))
      expect(planFlight(after, before, { move, orientation: 'white' })).toBeUndefined()
      const made = madeMove(before, move)
      expect(made).toMatchObject({ made: after.board[move.to], by: before.turn })
      expect(made?.path).toHaveLength(before.board[move.from]?.top.value ?? 0)
      expect(madeMove(after, move)).toBeUndefined()
    }
  })
})

test.each([8, 9])(
  'seed %i: the middle of a square is on it, whatever stacks lean over it',
  (seed) => {
    for (const { board } of seededGame(seed, 'onTurn').positions) {
      for (let square = 0; square < 36; square++) {
        for (const orientation of ['black', 'white'] as const) {
          expect(squareAtPoint(centerOf(square, orientation), orientation, board)).toBe(square)
        }
      }
    }
  },
)

test('what is seen of a high stack belongs to it, also over the square behind', () => {
  const high = parsePosition('------/------/--a---/--A26---/------/------ b', 'either')
  if (!high.ok) throw new Error('this is a position')
  const { board } = high.value
  const [c3, c4] = [14, 20]
  const top = topOf(26, centerOf(c3, 'black'))
  expect(squareAtPoint(top, 'black')).toBe(c4)
  expect(squareAtPoint(top, 'black', board)).toBe(c3)
})
