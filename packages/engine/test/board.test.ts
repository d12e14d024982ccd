import { readFileSync } from 'node:fs'
import {
  COLORS,
  END_RULES,
  type EndRule,
  formatPosition,
  hiddenStack,
  legalMoves,
  MOST_MOVES,
  movesOf,
  outcome,
  type Position,
  parsePosition,
  type RandomBytes,
  randomIndex,
  SQUARES,
  score,
  seededBytes,
  VALUES,
} from '@hokito/rules'
import { perft, seededGame } from '@hokito/rules/debug'
import { describe, expect, test } from 'vitest'
import type { Core } from '../src/core.ts'
import { packPosition, unpackMove } from '../src/pack.ts'
import { packMove, startCore, startSearcher } from './parts.ts'

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

const core = startCore(1)

function loaded(position: Position): Core {
  core.load(packPosition(position))
  return core
}

function generated(): number[] {
  return [...core.moves()].sort((a, b) => a - b)
}

/** The most moves that any position has, and a neighbour in which White can move too. */
const MOST = 'cccccc/cc-ccc/cccc-c/c-cccc/ccc-cc/cccccc b'
const NEARLY_MOST = 'cccccc/cc-ccc/cccc-c/c-cccc/ccc-cc/ccccAA b'

/** Any position that an HFEN can say, from a few stacks to a full board, of one side or of both. */
function anyPosition(randomBytes: RandomBytes): Position {
  const random = (below: number) => randomIndex(below, randomBytes)
  const fill = 1 + random(10)
  const ofBlack = random(11)
  const tall = random(4)
  let pieces = 36
  const board = SQUARES.map(() => {
    if (random(10) >= fill || pieces === 0) return undefined
    const height = random(4) < tall ? 1 + random(Math.min(3, pieces)) : 1
    pieces -= height
    const color = random(10) < ofBlack ? 'black' : 'white'
    return hiddenStack({ color, value: VALUES[random(3)] ?? 1 }, height)
  })
  return { board, turn: random(2) === 0 ? 'black' : 'white', endRule: 'onTurn', compensation: 0 }
}

/** The position with the most moves, changed in a few squares. */
function crowdedPosition(randomBytes: RandomBytes): Position {
  const random = (below: number) => randomIndex(below, randomBytes)
  const { board, ...rest } = positionFrom(MOST, 'onTurn')
  const changed = [...board]
  for (let n = random(6); n > 0; n--) {
    const color = COLORS[random(2)] ?? 'black'
    const stack = hiddenStack({ color, value: VALUES[random(3)] ?? 1 }, 1)
    changed[random(36)] = random(3) === 0 ? undefined : stack
  }
  return { ...rest, board: changed }
}

/** Everything a core says about its position. */
function snapshot(): unknown {
  return {
    moves: generated(),
    replies: [core.countMoves(0), core.countMoves(1)],
    isOver: core.isOver(),
    margin: core.margin(),
    key: core.key(),
  }
}

describe('perft equals the fixtures', () => {
  const rows = fixture<{ hfen: string } & { [E in EndRule]: number[] }>('perft')
  test.each(
    rows.flatMap((row) => END_RULES.map((endRule) => ({ ...row, endRule, counts: row[endRule] }))),
  )('$hfen under $endRule', ({ hfen, endRule, counts }) => {
    const loadedCore = loaded(positionFrom(hfen, endRule))
    expect(counts.map((_, index) => loadedCore.perft(index + 1))).toEqual(counts)
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
      loaded(first)
      for (const [ply, position] of positions.entries()) {
        const expected = movesOf(position, position.turn).map(packMove)
        expect(generated(), `seed ${seed}, ply ${ply}`).toEqual(expected)
        expect(core.isOver()).toBe(outcome(position) !== undefined)
        const points = score(position)
        expect(core.margin()).toBe(points.black - points.white)
        const move = moves[ply]
        if (move !== undefined) core.play(packMove(move))
      }
      const key = core.key()
      const last = positions.at(-1)
      expect(key).toBe(last && loaded(last).key())
    }
  })

  test('in 1,000 positions set up by hand, of which many have more moves than any game', () => {
    const randomBytes = seededBytes(6)
    let most = 0
    for (let n = 0; n < 1000; n++) {
      const position = n % 2 === 0 ? anyPosition(randomBytes) : crowdedPosition(randomBytes)
      const expected = movesOf(position, position.turn).map(packMove)
      most = Math.max(most, expected.length)
      loaded(position)
      expect(generated(), formatPosition(position)).toEqual(expected)
      if (n % 25 < 2) expect(core.perft(2), formatPosition(position)).toBe(perft(position, 2))
    }
    expect(most).toBeGreaterThan(400)
  })

  test('a position can have as many moves as the rules say, and a line for each', () => {
    const position = positionFrom(MOST, 'onTurn')
    expect(legalMoves(position)).toHaveLength(MOST_MOVES)
    loaded(position)
    expect(generated()).toHaveLength(MOST_MOVES)
    // The same with two White pieces, so that the game goes on.
    const played = positionFrom(NEARLY_MOST, 'either')
    const watch = { isStopped: () => false, now: () => 0, generation: 1 }
    const limits = { depth: 2, lines: MOST_MOVES }
    const { info } = startSearcher(4).search(packPosition(played), limits, watch, () => undefined)
    const firsts = info?.lines.map(({ moves }) => moves[0] ?? 0).sort((a, b) => a - b)
    expect(firsts).toEqual(legalMoves(played).map(packMove))
  })

  test('undoing a game move by move brings back every position', () => {
    for (let seed = 0; seed < 100; seed++) {
      const { positions, moves } = seededGame(seed, 'either')
      const [first] = positions
      if (first === undefined) throw new Error('a game has a first position')
      loaded(first)
      const before: unknown[] = []
      for (const move of moves) {
        before.push(snapshot())
        core.play(packMove(move))
      }
      for (const expected of before.reverse()) {
        core.undo()
        expect(snapshot()).toEqual(expected)
      }
    }
  })

  test('every move comes through the door and back', () => {
    for (const position of seededGame(9, 'either').positions) {
      for (const move of legalMoves(position)) expect(unpackMove(packMove(move))).toEqual(move)
    }
  })
})
