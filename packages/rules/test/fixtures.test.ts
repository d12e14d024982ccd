import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { perft } from '../src/debug.ts'
import {
  END_RULES,
  type EndRule,
  formatDeal,
  formatMove,
  formatPosition,
  legalMoves,
  movesOf,
  outcome,
  type Position,
  parseDeal,
  parseMove,
  parsePosition,
  play,
  type Result,
  score,
  start,
  withEndRule,
} from '../src/index.ts'

/** Facts about the game from an independent program; every package that knows the rules is held to them. */
function fixture<T>(name: string): readonly T[] {
  return JSON.parse(
    readFileSync(new URL(`../../../fixtures/${name}.json`, import.meta.url), 'utf8'),
  )
}

function okValue<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

function positionFrom(hfen: string, endRule: EndRule): Position {
  return okValue(parsePosition(hfen, endRule))
}

describe('deals', () => {
  test.each(fixture<{ id: string; hfen: string }>('deals'))(
    '$id arranges $hfen and back',
    (row) => {
      const deal = okValue(parseDeal(row.id))
      expect(formatPosition(start(deal, 'either'))).toBe(row.hfen)
      expect(formatDeal(deal)).toBe(row.id)
    },
  )
})

describe('perft', () => {
  const rows = fixture<{ hfen: string } & { [E in EndRule]: number[] }>('perft')
  test.each(
    rows.flatMap((row) => END_RULES.map((endRule) => ({ ...row, endRule, counts: row[endRule] }))),
  )('of $hfen under $endRule is $counts', ({ hfen, endRule, counts }) => {
    const position = positionFrom(hfen, endRule)
    expect(counts.map((_, index) => perft(position, index + 1))).toEqual(counts)
  })
})

describe('moves, score and end', () => {
  interface Row {
    hfen: string
    moves: string[]
    score: [number, number]
    over: { [E in EndRule]: boolean }
  }
  test.each(fixture<Row>('moves'))('of $hfen', (row) => {
    for (const endRule of END_RULES) {
      const position = positionFrom(row.hfen, endRule)
      expect(movesOf(position, position.turn).map(formatMove).sort()).toEqual([...row.moves].sort())
      const points = score(position)
      expect([points.black, points.white]).toEqual(row.score)
      expect(outcome(position) !== undefined).toBe(row.over[endRule])
      expect(formatPosition(position)).toBe(row.hfen)
    }
  })
})

describe('games', () => {
  interface Row {
    deal: string
    endRule: EndRule
    moves: string[]
    final: string
    score: [number, number]
  }
  test.each(fixture<Row>('games'))('$deal under $endRule', (row) => {
    let position = start(okValue(parseDeal(row.deal)), row.endRule)
    for (const text of row.moves) {
      expect(outcome(position)).toBeUndefined()
      position = play(position, okValue(parseMove(text)))
    }
    expect(formatPosition(position)).toBe(row.final)
    expect(outcome(position)?.score).toEqual({ black: row.score[0], white: row.score[1] })
    expect(legalMoves(position)).toEqual([])
    const other = row.endRule === 'either' ? 'onTurn' : 'either'
    expect(withEndRule(position, other).endRule).toBe(other)
  })
})
