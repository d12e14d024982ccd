import { formatRecord, newRecord, parseDeal } from '@hokito/rules'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addressAt, plyOfQuery, replayRoute, textOfHash } from '../../routes.ts'
import { fileNameOf, linkOf } from '../game/share.ts'
import { EXAMPLE_GAME } from './example-game.ts'
import { createReplayModel, parseReplayText } from './replay-model.ts'

function exampleRecord() {
  const parsed = parseReplayText(EXAMPLE_GAME)
  const record = parsed.ok ? parsed.value.records[0] : undefined
  if (record === undefined) throw new Error('the example cannot be read')
  return record
}

afterEach(() => {
  vi.useRealTimers()
})

describe('text', () => {
  test.each([
    ['nothing', ' \n ', { kind: 'empty' }],
    ['half a position', '----C4-/a2 b', { kind: 'position' }],
    [
      'moves without a beginning',
      '1. c3b3 d4c4 2. d1e1',
      { kind: 'record', error: { code: 'missingBeginning' } },
    ],
    ['a broken record', '[Deal "1.2"]\n\n1. a1a9 *', { kind: 'record' }],
  ])('%s is recognised', (_, text, error) => {
    const parsed = parseReplayText(text)
    expect(parsed.ok ? undefined : parsed.error).toMatchObject(error)
  })

  test('a position becomes a game without moves', () => {
    const parsed = parseReplayText('----C4-/a2-----/------/--B12--a2/------/--b8--A8 b')
    expect(parsed.ok && parsed.value.records[0]?.moves).toEqual([])
  })

  test.each([
    ['hello world', 'hello'],
    ['<html>', '<html>'],
    ['{"a": 1}', '{"a":'],
    ['x'.repeat(1000), 'x'.repeat(20)],
  ])('%s is neither a game nor a position', (text, word) => {
    expect(parseReplayText(text)).toEqual({ ok: false, error: { kind: 'unlike', word } })
  })

  test('readable games are shown although others are broken', () => {
    const parsed = parseReplayText(`${EXAMPLE_GAME}\n[Deal "x"]\n\n*\n\n${EXAMPLE_GAME}`)
    expect(parsed.ok && parsed.value.records).toHaveLength(2)
    expect(parsed.ok && parsed.value.errors).toMatchObject([{ code: 'badDeal', game: 2 }])
  })
})

describe('links', () => {
  test('carry the whole game', () => {
    const record = exampleRecord()
    const text = textOfHash(new URL(linkOf(record, 'http://localhost')).hash)
    const parsed = parseReplayText(text ?? '')
    expect(parsed.ok && parsed.value.records[0]?.moves).toEqual(record.moves)
    expect(parsed.ok && parsed.value.records[0]?.ending).toEqual(record.ending)
  })

  test('carry the names of both, and nothing else that is not the game', () => {
    const tags = { Black: 'Anna', White: '', Event: 'At home' }
    const text = textOfHash(new URL(linkOf({ ...exampleRecord(), tags }, 'http://a')).hash)
    const parsed = parseReplayText(text ?? '')
    expect(parsed.ok && parsed.value.records[0]?.tags).toEqual({ Black: 'Anna' })
  })

  test.each(['a#b%c "ü"', '----C4-/a2----- b', '[X "100%"]\n'])('%j comes back', (text) => {
    expect(textOfHash(new URL(replayRoute(text), 'http://localhost').hash)).toBe(text)
  })

  test.each([0, 1, 27])('of a position after %i plies open there', (ply) => {
    const at = new URL(replayRoute('----C4-/a2----- b', ply), 'http://localhost')
    expect(plyOfQuery(at.search)).toBe(ply)
    const changed = new URL(addressAt(at, 5), 'http://localhost')
    expect([changed.pathname, plyOfQuery(changed.search), changed.hash]).toEqual([
      at.pathname,
      5,
      at.hash,
    ])
  })

  test.each(['', '?ply=', '?ply=x', '?ply=-1', '?ply=1.5'])(
    'with %j open at the beginning',
    (query) => {
      expect(plyOfQuery(query)).toBe(0)
    },
  )

  test('with broken escapes are noticed', () => {
    expect(textOfHash('#%E0%A4')).toBeUndefined()
  })

  test('file names are safe and say what is inside', () => {
    const deal = parseDeal('77.1234567')
    if (!deal.ok) throw new Error('the deal of this test is wrong')
    const record = newRecord({ kind: 'deal', deal: deal.value }, 'either')
    expect(fileNameOf(record, 'hgn')).toBe('hokito-77.1234567.hgn')
  })
})

describe('walking', () => {
  test('stays inside the game', () => {
    const model = createReplayModel(exampleRecord())
    model.walk.go(-5)
    expect(model.ply.value).toBe(0)
    model.walk.go(99)
    expect(model.ply.value).toBe(model.walk.last.value)
    expect(model.lastMade.value?.move).toEqual(model.record.moves.at(-1))
    model.dispose()
  })

  test('tells of a move what it made of the position before it, wherever one comes from', () => {
    const model = createReplayModel(exampleRecord())
    const positions = model.positions.peek()
    for (const from of positions.keys()) {
      for (const [to, position] of positions.entries()) {
        model.walk.go(from)
        model.walk.go(to)
        const { before, move, made } = model.lastMade.value ?? {}
        expect(before).toBe(positions[to - 1])
        expect(made).toEqual(move && position.board[move.to])
      }
    }
    model.dispose()
  })

  test('by itself comes to the end, stops there and starts over', async () => {
    vi.useFakeTimers()
    const model = createReplayModel(exampleRecord())
    model.walk.togglePlaying()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(model.ply.value).toBe(model.walk.last.value)
    expect(model.walk.isPlaying.value).toBe(false)
    model.walk.togglePlaying()
    expect(model.ply.value).toBe(0)
    model.dispose()
    vi.useRealTimers()
  })

  test('the example is written as we write records', () => {
    expect(formatRecord(exampleRecord())).toBe(EXAMPLE_GAME)
  })
})
