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
import type { Core } from '../src/core.ts'
import { packPosition, unpackMove } from '../src/pack.ts'
import { packMove, startCore } from './parts.ts'

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
