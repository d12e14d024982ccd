import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededGame } from '../src/debug.ts'
import {
  dealOf,
  type EndRule,
  endingOnBoard,
  finalPosition,
  formatDate,
  formatRecord,
  type GameRecord,
  GLYPH_SIGNS,
  type Line,
  legalMoves,
  lineOf,
  MOST_COMPENSATION,
  newRecord,
  type Position,
  parseDeal,
  parseMove,
  parsePosition,
  parseRecord,
  parseRecords,
  play,
  positionOf,
  randomDeal,
  randomIndex,
  readRecords,
  seededBytes,
  signOf,
  tagOf,
} from '../src/index.ts'

/** A random game as a record with everything a record can have. */
function sample(seed: number, endRule: EndRule = 'either', plies?: number): GameRecord {
  const game = seededGame(seed, endRule)
  const tops = game.positions[0]?.board.flatMap((stack) => (stack ? [stack.top] : [])) ?? []
  const deal = dealOf(tops)
  if (deal === undefined) throw new Error('a seeded game begins with a deal')
  const moves = game.moves.slice(0, plies ?? game.moves.length)
  const last = game.positions[moves.length]
  return {
    ...newRecord({ kind: 'deal', deal }, endRule),
    moves,
    comments: [
      { ply: 0, text: 'before\n[Deal "7.7"]' },
      { ply: 1, text: 'one' },
      { ply: 1, text: '' },
      { ply: moves.length, text: ' last ' },
    ],
    glyphs: [
      { ply: 1, code: 5 },
      { ply: 1, code: 255 },
    ],
    tags: { Event: 'A "quoted" \\ name', Black: 'Ä', Annotator: 'nobody' },
    ending: last && endingOnBoard(last),
  }
}

/**
 * A tree of at most `size` moves from the deal on: each line goes on for a while, and at each of its moves others
 * may branch off, three deep.
 */
function randomTree(seed: number, size: number): GameRecord {
  const randomBytes = seededBytes(seed)
  const below = (count: number) => randomIndex(count, randomBytes)
  let left = size
  function grow(first: Position, firstPly: number, depth: number): Line {
    const line = { moves: [], comments: [], glyphs: [], variations: [] } as {
      -readonly [K in keyof Line]: Line[K][number][]
    }
    let position = first
    const note = (ply: number) => {
      if (below(4) === 0) line.comments.push({ ply, text: 'a (comment) {$1!'.slice(below(16)) })
    }
    note(firstPly)
    const length = 1 + below(6)
    for (let ply = firstPly; ply < firstPly + length && (left > 0 || ply === firstPly); ply++) {
      const moves = legalMoves(position)
      const move = moves[below(Math.max(1, moves.length))]
      if (move === undefined) break
      left--
      line.moves.push(move)
      if (below(3) === 0) line.glyphs.push({ ply: ply + 1, code: below(256) })
      note(ply + 1)
      for (let count = below(3); count > 0 && depth < 3 && left > 0; count--) {
        line.variations.push({ ply, ...grow(position, ply, depth + 1) })
      }
      position = play(position, move)
    }
    return line as Line
  }
  const beginning = { kind: 'deal', deal: randomDeal('standard', randomBytes) } as const
  const record = newRecord(beginning, 'either')
  return { ...record, ...grow(positionOf(record), 0, 0) }
}

/** A short unfinished game that the tables below break in every way. */
const SHORT = '[Deal "77.1234567"]\n\n1. c2d4 *'.replace('c2d4', 'c3c4')

describe('records come back as they were written', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('seed %i, finished and broken off', (seed) => {
    for (const endRule of ['either', 'onTurn'] as const) {
      const finished = sample(seed, endRule)
      expect(parseRecord(formatRecord(finished))).toEqual({ ok: true, value: finished })
      const running = sample(seed, endRule, seed + 1)
      expect(parseRecord(formatRecord(running))).toEqual({ ok: true, value: running })
    }
  })

  test.each([0, 1, 2, 3])('seed %i with every compensation', (seed) => {
    for (let compensation = 0; compensation <= MOST_COMPENSATION; compensation += 0.5) {
      const record = { ...sample(seed), compensation }
      const last = finalPosition(record)
      const finished = { ...record, ending: last.ok ? endingOnBoard(last.value) : undefined }
      const text = formatRecord(finished)
      expect(parseRecord(text)).toEqual({ ok: true, value: finished })
      expect(text.includes(`[Compensation "${compensation}"]`)).toBe(compensation !== 0)
      // The result remains the points on the board.
      expect(text).toContain(/\[Result .*\]/.exec(formatRecord(sample(seed)))?.[0])
    }
  })

  test.each([
    ['resigned', 'white'],
    ['agreed', 'draw'],
    ['timeout', 'black'],
    ['timeout', 'draw'],
    ['abandoned', 'white'],
  ] as const)('%s, %s', (kind, winner) => {
    const record: GameRecord = { ...sample(3, 'either', 6), ending: { kind, winner } }
    expect(parseRecord(formatRecord(record))).toEqual({ ok: true, value: record })
  })

  test('from a position with White to move, numbered 1...', () => {
    const hfen = '-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a w'
    const position = parsePosition(hfen, 'onTurn')
    const move = parseMove('d5d2')
    if (!position.ok || !move.ok) throw new Error('the position of this test is wrong')
    const record: GameRecord = {
      ...newRecord({ kind: 'position', position: position.value }, 'onTurn'),
      moves: [move.value],
    }
    expect(formatRecord(record)).toContain('\n1... d5d2 *')
    expect(parseRecord(formatRecord(record))).toEqual({ ok: true, value: record })
  })

  test('with every tree of variations, comments and glyphs', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const tree = randomTree(seed, 20)
        expect(parseRecord(formatRecord(tree))).toEqual({ ok: true, value: tree })
      }),
      { numRuns: Number(process.env.HOKITO_TREES ?? 200) },
    )
  })

  test('with variations in variations, as deep as may be', () => {
    const base = parseRecord(SHORT)
    if (!base.ok) throw new Error('the game of this test is wrong')
    const { moves } = base.value
    const deep = (depth: number): Line => ({
      ...lineOf(moves),
      variations: depth === 0 ? [] : [{ ply: 0, ...deep(depth - 1) }],
    })
    const deepest = { ...base.value, ...deep(64) }
    expect(parseRecord(formatRecord(deepest))).toEqual({ ok: true, value: deepest })
    expect(() => formatRecord({ ...base.value, ...deep(65) })).toThrow('deep')
  })

  test('with signs read as glyphs, apart from their move or right behind it', () => {
    // PGN's numbers.
    const codes = ['!', '?', '!!', '??', '!?', '?!'].map((sign, index) => [sign, index + 1])
    expect(GLYPH_SIGNS).toEqual(codes)
    for (const [sign, code] of GLYPH_SIGNS) {
      for (const written of [`c3c4${sign}`, `c3c4 ${sign}`, `c3c4 $${code}`]) {
        const parsed = parseRecord(SHORT.replace('c3c4', written))
        expect(parsed.ok && parsed.value.glyphs).toEqual([{ ply: 1, code }])
        expect(parsed.ok && formatRecord(parsed.value)).toContain(`c3c4 $${code} *`)
      }
      expect(signOf(code)).toBe(sign)
    }
  })

  test('with the numbers of the moves that they replace', () => {
    const text =
      '1. c3c4 $1 {good} (1. c3d3 a6b6 2. a1b1 $2) (1. c3b3 (1. d3e4)) a4a5 (1... a4b2) *'
    const parsed = parseRecord(SHORT.replace('1. c3c4 *', text))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
    expect(formatRecord(parsed.value).replaceAll('\n', ' ')).toContain(text)
    expect(parsed.value.variations.map(({ ply, moves }) => [ply, moves.length])).toEqual([
      [0, 3],
      [0, 1],
      [1, 1],
    ])
  })

  test('the golden games are what they were', () => {
    for (const name of ['either', 'on-turn']) {
      const text = readFileSync(new URL(`golden/${name}.hgn`, import.meta.url), 'utf8')
      const parsed = parseRecord(text)
      expect(parsed.ok && formatRecord(parsed.value)).toBe(text)
    }
  })

  test('what cannot be written is a bug of the caller', () => {
    const record = sample(1)
    const comments = [{ ply: 0, text: 'a } b' }]
    expect(() => formatRecord({ ...record, comments })).toThrow('}')
    const outside = [{ ply: record.moves.length + 1, text: 'lost' }]
    expect(() => formatRecord({ ...record, comments: outside })).toThrow('outside its line')
    expect(() => formatRecord({ ...record, glyphs: [{ ply: 1, code: 256 }] })).toThrow('glyph')
    const empty = [{ ply: 0, ...lineOf([]) }]
    expect(() => formatRecord({ ...record, variations: empty })).toThrow('empty')
    expect(() => formatRecord({ ...record, tags: { 'no name': 'x' } })).toThrow('no name')
    expect(() => formatRecord({ ...record, tags: { X: 'a\nb' } })).toThrow('line break')
  })
})

describe('faults name their place', () => {
  test.each([
    ['nothing', '', 'noGame', 1, 1],
    ['blank lines', '\n \n', 'noGame', 1, 1],
    ['words', 'hello', 'missingBeginning', 1, 1],
    ['no beginning', '[Event "x"]\n\n*', 'missingBeginning', 1, 1],
    ['two beginnings', '[Deal "1.2"]\n[Position "x"]\n\n*', 'twoBeginnings', 2, 1],
    ['a tag without quotes', '[Deal 1.2]\n\n*', 'badTag', 1, 7],
    ['a tag that is not closed', '[Deal "1.2"\n\n*', 'badTag', 1, 11],
    ['a tag with an unknown escape', '[Event "a\\nb"]\n\n*', 'badTag', 1, 11],
    ['a tag with a bad name', '[1x "a"]\n\n*', 'badTag', 1, 2],
    ['the same tag twice', '[Deal "1.2"]\n[Deal "1.2"]\n\n*', 'duplicateTag', 2, 1],
    ['a broken deal', '[Deal "1.x"]\n\n*', 'badDeal', 1, 1],
    ['a broken position', '[Position "a b"]\n\n*', 'badPosition', 1, 1],
    ['another end rule', '[Deal "1.2"]\n[EndRule "both"]\n\n*', 'badEndRule', 2, 1],
    ['a written 0', '[Deal "1.2"]\n[Compensation "0"]\n\n*', 'badCompensation', 2, 1],
    ['a quarter', '[Deal "1.2"]\n[Compensation "13.25"]\n\n*', 'badCompensation', 2, 1],
    ['too much', '[Deal "1.2"]\n[Compensation "40.5"]\n\n*', 'badCompensation', 2, 1],
    ['a trailing 0', '[Deal "1.2"]\n[Compensation "14.0"]\n\n*', 'badCompensation', 2, 1],
    ['no result', '[Deal "1.2"]\n', 'missingResult', 2, 1],
    ['a result that is none', '[Deal "1.2"]\n[Result "won"]\n\n*', 'badResult', 2, 1],
    ['two results', '[Deal "1.2"]\n[Result "1-2"]\n\n*', 'resultMismatch', 2, 1],
    ['a score that is not so', '[Deal "1.2"]\n\n37-35', 'scoreMismatch', 3, 1],
    ['moves left', '[Deal "1.2"]\n\n36-36', 'gameNotOver', 3, 1],
    [
      'an unknown termination',
      '[Deal "1.2"]\n[Termination "boredom"]\n\n*',
      'badTermination',
      2,
      1,
    ],
    ['an ending without result', '[Deal "1.2"]\n[Termination "time"]\n\n*', 'badTermination', 2, 1],
    ['no winner', '[Deal "1.2"]\n[Termination "time"]\n\n36-36', 'missingWinner', 1, 1],
    [
      'a resigned draw',
      '[Deal "1.2"]\n[Termination "resignation"]\n[Winner "draw"]\n\n36-36',
      'badWinner',
      3,
      1,
    ],
    ['a winner of nothing', '[Deal "1.2"]\n[Winner "black"]\n\n*', 'needlessWinner', 2, 1],
    ['an open comment', '[Deal "1.2"]\n\n{x *', 'unclosedComment', 3, 1],
    ['a stray brace', '[Deal "1.2"]\n\nx} *', 'strayBrace', 3, 2],
    ['a variation that is not closed', SHORT.replace('*', '(1. c3d3 *'), 'unclosedVariation', 3, 9],
    [
      'a variation in one that is not closed',
      SHORT.replace('*', '(1. c3d3 (1. c3b3 *'),
      'unclosedVariation',
      3,
      18,
    ],
    ['a parenthesis that closes nothing', SHORT.replace('*', ') *'), 'strayParenthesis', 3, 9],
    ['a variation of no move', SHORT.replace('1.', '(1. c3d3) 1.'), 'strayVariation', 3, 1],
    ['a variation without moves', SHORT.replace('*', '({x}) *'), 'emptyVariation', 3, 13],
    [
      'variations too deep',
      SHORT.replace('*', `${'(1. c3c4 '.repeat(65)}${')'.repeat(65)} *`),
      'variationTooDeep',
      3,
      9 + 64 * 9,
    ],
    ['a result in a variation', SHORT.replace('*', '(1. c3d3 *) *'), 'resultInVariation', 3, 18],
    ['a glyph that is none', SHORT.replace('*', '$256 *'), 'badGlyph', 3, 9],
    ['a sign that is none', SHORT.replace('*', '!!! *'), 'badGlyph', 3, 9],
    ['a glyph of no move', SHORT.replace('1.', '$1 1.'), 'strayGlyph', 3, 1],
    ['a wrong number inside one', SHORT.replace('*', '(1... c3d3) *'), 'badMoveNumber', 3, 10],
    ['an impossible move inside one', SHORT.replace('*', '(1. c3c5) *'), 'illegalMove', 3, 13],
    ['text after the result', '[Deal "1.2"]\n\n* more', 'textAfterResult', 3, 3],
    ['text further after it', '[Deal "1.2"]\n\n*\n\nmore', 'textAfterResult', 5, 1],
    ['a wrong number', SHORT.replace('1.', '2.'), 'badMoveNumber', 3, 1],
    ['no number', SHORT.replace('1. ', ''), 'badMoveNumber', 3, 1],
    ['a move that is none', SHORT.replace('c3c4', 'c3x4'), 'badMove', 3, 4],
    ['a move that is impossible', SHORT.replace('c3c4', 'c3c5'), 'illegalMove', 3, 4],
  ])('%s', (_, text, code, line, column) => {
    const parsed = parseRecord(text)
    expect(parsed.ok ? undefined : parsed.error).toMatchObject({ code, game: 1, line, column })
  })

  test('a faulty move is named with its game, half-move and reason', () => {
    const good = formatRecord(sample(1))
    const bad = '[Deal "77.1234567"]\n\n1. c3c4 c4c3 *'
    const parsed = parseRecords(`${good}\n${bad}\n`)
    const lines = good.split('\n').length
    expect(parsed[0]?.ok).toBe(true)
    expect(parsed[1]).toEqual({
      ok: false,
      error: {
        code: 'illegalMove',
        game: 2,
        line: lines + 3,
        column: 9,
        ply: 2,
        found: 'c4c3',
        reason: 'notYours',
      },
    })
  })

  test('one game is one game', () => {
    expect(parseRecord(`${SHORT}\n\n${SHORT}`)).toMatchObject({ error: { code: 'severalGames' } })
  })
})

describe('texts from elsewhere', () => {
  test('with Windows line ends and a byte order mark are read', () => {
    const text = formatRecord(sample(2))
    const parsed = parseRecord(`\ufeff${text.replaceAll('\n', '\r\n')}`)
    expect(parsed.ok && formatRecord(parsed.value)).toBe(text)
  })

  test('keep tags that mean nothing to us, even with odd names', () => {
    const parsed = parseRecord(`[constructor "x"]\n${SHORT}`)
    expect(parsed.ok && tagOf(parsed.value, 'constructor')).toBe('x')
    const other = parseRecord(SHORT)
    expect(other.ok && tagOf(other.value, 'constructor')).toBeUndefined()
  })

  test('default to the end rule either, and to what the result says', () => {
    const parsed = parseRecord(SHORT)
    expect(parsed.ok && parsed.value).toMatchObject({ endRule: 'either', ending: undefined })
    expect(parseDeal('77.1234567').ok).toBe(true)
  })
})

describe('streams', () => {
  const three = [1, 2, 3].map((seed) => formatRecord(sample(seed, 'either', 3))).join('\n')

  async function collect(pieces: Iterable<string>) {
    const found = []
    for await (const record of readRecords(pieces)) found.push(record)
    return found
  }

  test('cut anywhere give the same games', async () => {
    const whole = parseRecords(three)
    expect(whole).toHaveLength(3)
    for (let at = 0; at <= three.length; at += 7) {
      expect(await collect([three.slice(0, at), '', three.slice(at)])).toEqual(whole)
    }
    expect(await collect(three)).toEqual(whole)
  })

  test('of 10,000 games are read one at a time', async () => {
    const text = `${formatRecord(sample(5, 'either', 1))}\n`
    let sent = 0
    function* pieces() {
      for (; sent < 10_000; sent++) yield text
    }
    let read = 0
    for await (const record of readRecords(pieces())) {
      expect(record.ok).toBe(true)
      read++
      expect(sent - read).toBeLessThanOrEqual(2)
    }
    expect(read).toBe(10_000)
  })

  test('of one endless line do not grow without bound', async () => {
    function* line() {
      for (let i = 0; i < 64; i++) yield 'x'.repeat(65_536)
    }
    const found = await collect(line())
    expect(found.every((record) => !record.ok)).toBe(true)
  })
})

test('fuzzing: mutated records are read or refused with a place inside the text, and never throw', () => {
  const valid = `${formatRecord(sample(6, 'either', 8))}\n${formatRecord(randomTree(6, 20))}`
  const lines = valid.split('\n').length
  const signs = fc.string({ unit: fc.constantFrom('(', ')', '$', '!', ' '), maxLength: 6 })
  const put = fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 6 }))
  const mutated = fc
    .tuple(fc.nat(valid.length), fc.nat(12), put)
    .map(([at, cut, text]) => valid.slice(0, at) + text + valid.slice(at + cut))
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ unit: 'binary' })), (text) => {
      for (const parsed of parseRecords(text)) {
        if (parsed.ok) continue
        expect(parsed.error.line).toBeGreaterThanOrEqual(1)
        expect(parsed.error.line).toBeLessThanOrEqual(lines + 8)
        expect(parsed.error.column).toBeGreaterThanOrEqual(1)
      }
    }),
    { numRuns: 400 },
  )
})

test('a day is written as the tag Date has it, in universal time', () => {
  expect(formatDate(new Date('2026-03-31T23:59:59.999Z'))).toBe('2026.03.31')
})
