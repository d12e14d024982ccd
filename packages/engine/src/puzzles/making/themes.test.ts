import { type EndRule, type Move, parseMove, parsePosition } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import type { PuzzleKind } from '../puzzle.ts'
import { themesOf } from './themes.ts'

describe('a theme is there where the moves show it, and not otherwise', () => {
  test('stuck: the other side has no move left', () => {
    expect(themes('------/------/------/------/------/aA---- b', 'a1b1')).toEqual(['stuck'])
    expect(themes('----AA/------/------/------/aa----/aA---- b', 'a1b1')).not.toContain('stuck')
  })

  test('ownEnd: the game is over because the solver is stuck, where that ends it', () => {
    const hfen = '----AA/------/------/------/------/aA---- b'
    expect(themes(hfen, 'a1b1')).toEqual(['ownEnd', 'comeback'])
    expect(themes(hfen, 'a1b1', { endRule: 'onTurn' })).toEqual(['comeback'])
  })

  test('tower: the other side’s most valuable stack is covered, if it is high', () => {
    expect(themes('------/------/------/------/------/a2A4---- b', 'a1b1')).toContain('tower')
    expect(themes('------/------/------/------/------/a2A3---- b', 'a1b1')).not.toContain('tower')
    expect(themes('-----B4/------/------/------/------/a2A4---- b', 'a1b1')).not.toContain('tower')
  })

  test('longWay: three hops, and a turn at each', () => {
    expect(themes('------/------/------/------/-AA---/cA---- b', 'a1c2')).toContain('longWay')
    expect(themes('------/------/------/------/------/cAAA-- b', 'a1d1')).not.toContain('longWay')
    expect(themes('------/------/------/------/--A---/cAA--- b', 'a1c2')).not.toContain('longWay')
  })

  test('count: another move to the same square, or of the same stack, wins as much straight away', () => {
    expect(themes('------/------/------/------/------/aAa--- b', 'a1b1')).toContain('count')
    expect(themes('------/------/------/------/A-----/aA---- b', 'a1b1')).toContain('count')
    expect(themes('------/------/------/------/A-----/aC---- b', 'a1b1')).not.toContain('count')
  })

  test('quiet, sacrifice: nothing of the other side’s is covered; points are lost straight away', () => {
    const onto = (own: string) => themes(`----AA/------/------/------/------/a${own}---- b`, 'a1b1')
    expect(onto('b')).toEqual(['ownEnd', 'quiet', 'sacrifice'])
    expect(onto('a')).toEqual(['ownEnd', 'quiet'])
    expect(onto('B')).not.toContain('quiet')
  })

  test('comeback, defence: behind on points, and yet it wins; the only move that holds', () => {
    const hfen = '----AA/------/------/------/------/aC---- b'
    expect(themes(hfen, 'a1b1')).toContain('comeback')
    const draw = themes(hfen, 'a1b1', { kind: 'draw' })
    expect(draw).toContain('defence')
    expect(draw).not.toContain('comeback')
  })
})

function themes(
  hfen: string,
  moves: string,
  { kind = 'win', endRule = 'either' }: { kind?: PuzzleKind; endRule?: EndRule } = {},
) {
  const position = parsePosition(hfen, endRule)
  if (!position.ok) throw new Error(`${position.error.code} at ${position.error.at}`)
  return themesOf(position.value, kind, moves.split(' ').map(move))
}

function move(text: string): Move {
  const parsed = parseMove(text)
  if (!parsed.ok) throw new Error(`no move: ${text}`)
  return parsed.value
}
