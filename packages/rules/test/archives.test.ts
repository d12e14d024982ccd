import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededGame } from '../src/debug.ts'
import {
  dealOf,
  formatRecord,
  MAX_GAME_LENGTH,
  newRecord,
  parseRecord,
  parseRecords,
  readRecords,
} from '../src/index.ts'

const DEAL = '[Deal "77.1234567"]'
const GOOD = `${DEAL}\n\n*`

/** What came of each game: that it was read with these tags, or its error and where it is. */
function outcomes(text: string): readonly string[] {
  return parseRecords(text).map((parsed) => {
    if (parsed.ok) return ['read', ...Object.values(parsed.value.tags)].join(' ')
    const { code, game, line, column } = parsed.error
    return `${code} in ${game} at ${line}:${column}`
  })
}

async function inPieces(pieces: Iterable<string>) {
  const found = []
  for await (const record of readRecords(pieces)) found.push(record)
  return found
}

describe('a tag', () => {
  const TAGS = ['[Event "Club"]', '[Black "Anna"]', DEAL]
  const UNSEEN = /[\s\x85\p{Cf}\p{Default_Ignorable_Code_Point}]/u
  const CHARACTERS = [
    ...Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code)),
    ...'\u034f\u0600\u061c\u115f\u1680\u17b4\u180e\u2000\u200b\u200d\u200e\u2010\u2028\u202f\u205f',
    ...'\u2060\u2066\u2800\u3000\u3164\ud800\ufe0f\ufeff\uffa0\ufff9\u{e0001}\u{1f600}',
  ].filter((character) => character !== '\n' && character !== '{')
  const withTag = (n: number, change: (tag: string) => string) =>
    [GOOD, `${TAGS.map((tag, i) => (i === n ? change(tag) : tag)).join('\n')}\n\n*`, GOOD].join(
      '\n\n',
    )

  test.each([0, 1, 2])(
    '%i behind any character is read, or its game is refused in its line',
    (n) => {
      for (const character of CHARACTERS) {
        const [first, game, ...rest] = outcomes(withTag(n, (tag) => character + tag))
        const name = `U+${character.codePointAt(0)?.toString(16)}`
        expect([first, ...rest], name).toEqual(['read', 'read'])
        expect(game, name).toMatch(
          UNSEEN.test(character) ? /^read Club Anna$/ : `badTag in 2 at ${n + 5}:`,
        )
      }
    },
  )

  test.each([
    ['quoted', (tag: string) => `> ${tag}`],
    ['in a list', (tag: string) => `* ${tag}`],
    ['in a numbered list', (tag: string) => `1. ${tag}`],
    ['without its bracket', (tag: string) => tag.slice(1)],
    ['in other brackets', (tag: string) => `(${tag.slice(1, -1)})`],
    ['behind a comment', (tag: string) => `{x} > ${tag}`],
    ['cut off', (tag: string) => tag.slice(0, 9)],
  ])('%s refuses its game, and none beside it', (_, change) => {
    for (const n of [0, 1, 2]) {
      const error = expect.stringMatching(`^badTag in 2 at ${n + 5}:`)
      expect(outcomes(withTag(n, change))).toEqual(['read', error, 'read'])
    }
  })

  test('behind a comment among tags refuses its game', () => {
    const text = `[Event "x"]\n{a\nb} [Black "A"]\n${GOOD}`
    expect(outcomes(text)).toEqual(['badTag in 1 at 3:4'])
    expect(outcomes(`[Event "x"]\n{a}\n${GOOD}`)).toEqual(['badTag in 1 at 3:1'])
    const among = `${DEAL}\n\n1. c3c4 {a\nb} [x] *\n\n${GOOD}`
    expect(outcomes(among)).toEqual(['badTag in 1 at 4:4', 'read'])
  })

  test('missing from a text refuses that text, and not the game before it', () => {
    const text = `${GOOD}\n\nMy games\n\n1. c3c4 *\n\nBlack Anna\n${GOOD}\n\n${GOOD}`
    expect(outcomes(text)).toEqual([
      'read',
      'missingBeginning in 2 at 5:1',
      'badTag in 3 at 9:1',
      'read',
    ])
  })

  test('begins the next game, where files were joined without a line break', () => {
    const next = '[Event "Club"]\n[Deal "77.1234567"]\n\n*'
    expect(outcomes(GOOD + next)).toEqual(['read', 'read Club'])
    expect(outcomes(`${GOOD} {a\nb}\ufeff${next}`)).toEqual(['read', 'read Club'])
    const cut = `${DEAL}\n\n1. c3c4 a`
    expect(outcomes(cut + next)).toEqual(['badMove in 1 at 3:9', 'read Club'])
    expect(outcomes(`${cut}[Event "x"] *\n\n${next}`)).toEqual(['badTag in 1 at 3:10', 'read Club'])
  })
})

describe('an open comment', () => {
  const behind = (open: string, ...games: string[]) => outcomes([open, ...games].join('\n\n'))
  const commented = `[Event "{x}"]\n${DEAL}\n\n1. c3c4 {why} *`

  test.each([
    ['before the moves', `${DEAL}\n\n{oh *`, '3:1'],
    ['among the moves', `${DEAL}\n\n1. c3c4 {oh a4a5 *`, '3:9'],
    ['in a variation', `${DEAL}\n\n1. c3c4 (1. c3d3 {oh) *`, '3:18'],
    ['behind the result', `${DEAL}\n\n* {oh`, '3:3'],
    ['behind a closed one', `${DEAL}\n\n{a} * {oh\n\n{b [Deal "7.7"`, '3:7'],
    ['among the tags', `{${DEAL}\n${GOOD}`, '1:1'],
  ])('%s is the only error, and all games behind it are read', (_, open, place) => {
    for (const games of [[GOOD], [commented, GOOD], [GOOD, commented], Array(120).fill(GOOD)]) {
      const [first, ...rest] = behind(open, ...games)
      expect(first).toBe(`unclosedComment in 1 at ${place}`)
      expect(rest).toEqual(games.map((game) => (game === commented ? 'read {x}' : 'read')))
    }
  })

  test('behind another one is an error of its own', () => {
    const open = `${DEAL}\n\n{oh *`
    expect(behind(open, open, GOOD)).toEqual([
      'unclosedComment in 1 at 3:1',
      'unclosedComment in 2 at 7:1',
      'read',
    ])
  })

  test('that ends later may have tags in it', () => {
    for (const text of ['[Deal "7.7"]', '\n\n[Deal "7.7"]\n\n* ', '{\n\n[Deal "x"]\n']) {
      const parsed = parseRecord(`${DEAL}\n\n{see ${text}} *`)
      expect(parsed.ok && parsed.value.comments).toEqual([{ ply: 0, text: `see ${text}` }])
    }
  })

  test('cannot be written so that it would be read as another game', () => {
    const parsed = parseRecord(GOOD)
    if (!parsed.ok) throw new Error('the game of this test is wrong')
    const comments = [{ ply: 0, text: `see\n\n${DEAL}\n\n{why *` }]
    expect(() => formatRecord({ ...parsed.value, comments })).toThrow('another game')
  })
})

describe('a game over the bound', () => {
  const long = `${'x '.repeat(40)}\n`.repeat(MAX_GAME_LENGTH / 80)

  test.each([
    ['of moves', `${DEAL}\n\n${long}*`, 'gameTooLong in 1 at 1:1'],
    ['with a comment that ends', `${DEAL}\n\n{${long}\n${DEAL}\n} *`, 'gameTooLong in 1 at 1:1'],
    ['with a comment that does not', `${DEAL}\n\n{${long}`, 'unclosedComment in 1 at 3:1'],
    ['of one line', `${DEAL}\n\n{${long.replaceAll('\n', ' ')}} *`, 'gameTooLong in 1 at 1:1'],
    ['that opens a comment too late', `${DEAL}\n\n${long}{`, 'gameTooLong in 1 at 1:1'],
  ])('%s is one error, and the next is read', async (_, text, error) => {
    const archive = `${text}\n\n${GOOD}`
    expect(outcomes(archive)).toEqual([error, 'read'])
    const pieces = archive.match(/.{1,65536}/gs) ?? []
    expect(await inPieces(pieces)).toEqual(parseRecords(archive))
  })
})

describe('line breaks', () => {
  const text = [
    '[Event "x"]\n[Deal "77.1234567"]\n\n{before\n\nthem} 1. {behind\na number} c3c4 {behind\na move}',
    '({in\na variation} 1. c3d3 {and\n\nthere}) * {the\nend}\n',
  ].join('\n')

  test.each(['\r\n', '\r', '\n\r'])(
    '%j are read as line feeds, also in comments',
    async (lineBreak) => {
      const windows = text.replaceAll('\n', lineBreak)
      const expected = parseRecord(text)
      expect(expected.ok).toBe(true)
      expect(parseRecord(windows)).toEqual(expected)
      expect(await inPieces(windows)).toEqual([expected])
    },
  )

  test('are written as line feeds', () => {
    const parsed = parseRecord(text)
    if (!parsed.ok) throw new Error('the game of this test is wrong')
    const comments = parsed.value.comments.map((comment) => ({
      ...comment,
      text: comment.text.replaceAll('\n', '\r\n'),
    }))
    expect(formatRecord({ ...parsed.value, comments })).toBe(formatRecord(parsed.value))
  })
})

describe('archives', () => {
  /** Texts of games, each with an event of its own. */
  function games(comments: readonly string[]): readonly string[] {
    return Array.from({ length: 12 }, (_, seed) => {
      const { moves, positions } = seededGame(seed, 'either')
      const tops = positions[0]?.board.flatMap((stack) => (stack ? [stack.top] : [])) ?? []
      const deal = dealOf(tops)
      if (deal === undefined) throw new Error('a seeded game begins with a deal')
      const length = seed % 5
      const text = formatRecord({
        ...newRecord({ kind: 'deal', deal }, 'either'),
        tags: {
          Event: `${seed} ${seed % 2 === 0 ? '{x"}' : 'x'} ${comments.length}`,
          Black: 'Anna',
        },
        moves: moves.slice(0, length),
        comments: comments
          .slice(0, seed % (comments.length + 1))
          .map((comment, index) => ({ ply: Math.min(index, length), text: comment })),
      })
      return text.trimEnd()
    })
  }

  const PLAIN = games(['one', 'two\nlines', 'a { b', '[Event "x"]', '* [Event "x"]'])
  const GAMES = [
    ...PLAIN,
    ...games(['see\n\n[Event "x"]\n[Deal "7.7"]\n\n*\n', '', '{', '1. c3c4 *']),
  ]
  const LONG = ' x'.repeat(MAX_GAME_LENGTH / 2)

  /** Ways to break a game. `at` is where, from 0 to 1. */
  const DAMAGES: Readonly<Record<string, (game: string, at: number) => string>> = {
    cutInTags: (game, at) => game.slice(0, 1 + Math.floor(at * game.indexOf('\n\n'))),
    cutInMoves: (game, at) => {
      const [from, to] = [game.indexOf('\n\n') + 2, game.lastIndexOf('*')]
      return game.slice(0, from + Math.floor(at * (to - from)))
    },
    openComment: (game) => game.replace(/\*$/, '{oh *'),
    openVariation: (game) => game.replace(/\*$/, '(1. c3c4 *'),
    quotedTag: (game) => game.replace('\n[', '\n> ['),
    numberedGame: (game) => `1. ${game}`,
    lostBracket: (game) => game.replace('\n[', '\n'),
    openTag: (game) => game.replace('Anna"]', 'Anna'),
    badDeal: (game) => game.replace('[Deal "', '[Deal "x'),
    badResult: (game) => game.replace(/\*$/, '1-0'),
    tooLong: (game) => game.replace(/\*$/, `${LONG} *`),
    tooLongComment: (game) => game.replace(/\*$/, `{${LONG}} *`),
    tooLongOpen: (game) => game.replace(/\*$/, `{${LONG} *`),
  }
  /** How games are separated. Only a game that is complete may be followed at once. */
  const JOINS = ['\n\n', '\n \n\t\n', '\n', ''] as const

  const anyPart = fc.record({
    game: fc.nat(GAMES.length - 1),
    damage: fc.oneof(
      { weight: 60, arbitrary: fc.constant(undefined) },
      {
        weight: 60,
        arbitrary: fc.constantFrom(
          ...Object.keys(DAMAGES).filter((each) => !each.startsWith('tooLong')),
        ),
      },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(DAMAGES)) },
    ),
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    join: fc.constantFrom(...JOINS),
    lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
    indent: fc.constantFrom('', '', ' ', '\t', '\u00a0', '\ufeff', '\u200b '),
  })
  type Part = typeof anyPart extends fc.Arbitrary<infer P> ? P : never

  interface Archive {
    readonly text: string
    readonly good: readonly string[]
    readonly damages: number
  }

  function archiveOf(parts: readonly Part[]): Archive {
    let text = parts[0]?.damage === undefined ? '' : 'My games\n\n'
    const good: string[] = []
    for (const [n, { game: index, damage, at, join, lineBreak, indent }] of parts.entries()) {
      const pool = damage === undefined ? GAMES : PLAIN
      const game = pool[index % pool.length] ?? ''
      const broken = damage === undefined ? game : (DAMAGES[damage]?.(game, at) ?? '')
      if (damage === undefined) good.push(game)
      const [tags, ...moves] = broken.split('\n\n')
      const dressed = [tags?.replace(/^/gm, indent).replace(/$/gm, indent), ...moves].join('\n\n')
      const [gap] = JOINS
      // What is cut off in its tags or in a comment is ended by an empty line only.
      const isOpen = broken.lastIndexOf('{') > broken.lastIndexOf('}') || moves.length === 0
      // Only a tag can follow a result at once.
      const isJoined = /\*$/.test(broken) && parts[n + 1]?.damage !== 'numberedGame'
      const between = isOpen || (join === '' && !isJoined) ? gap : join
      text += (dressed + between).replaceAll('\n', lineBreak)
    }
    return { text, good, damages: parts.length - good.length + (text.startsWith('My') ? 1 : 0) }
  }

  const runs = Number(process.env.HOKITO_ARCHIVES ?? 300)
  const seed = Number(process.env.HOKITO_SEED ?? 37)

  test(`no good game is lost in ${runs} of seed ${seed}, none is invented, and pieces make no difference`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPart, { minLength: 1, maxLength: 8 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (parts, cuts) => {
          const { text, good, damages } = archiveOf(parts)
          const whole = parseRecords(text)
          const read = whole.flatMap((parsed) =>
            parsed.ok ? [formatRecord(parsed.value).trimEnd()] : [],
          )
          expect(read).toEqual(good)
          expect(whole.length - read.length).toBeLessThanOrEqual(damages)
          expect(whole.length - read.length).toBeGreaterThanOrEqual(Math.min(damages, 1))
          const places = [
            0,
            ...cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b),
          ]
          const pieces = places.map((place, index) => text.slice(place, places[index + 1]))
          expect(await inPieces(pieces)).toEqual(whole)
        },
      ),
      { numRuns: runs, seed },
    )
  }, 3_600_000)
})
