import { formatMove, legalMoves, parseDeal, seededBytes, start } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { packedRoute } from './analysis-link.ts'
import { LONGEST_ANALYSIS } from './analysis-model.ts'
import { readAnalysis, readFragment } from './open-text.ts'
import { LONGEST_COMMENT } from './tree.ts'
import { formatAnalysis } from './tree-record.ts'

const deal = parseDeal('77.1234567')
if (!deal.ok) throw new Error('the test has a deal')
const MOVES = legalMoves(start(deal.value, 'either'))

const RECORD = `[Deal "77.1234567"]
[Result "*"]
[Termination "unterminated"]

{a remark} *
`

describe('a text', () => {
  test.each([
    ['a record', RECORD],
    ['a position', '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'],
    ['a layout number', ' s42 '],
  ])('that is %s is analysed', (_, text) => {
    expect(readAnalysis(text).ok).toBe(true)
  })

  test.each([
    ['empty', ' ', { kind: 'empty' }],
    ['no layout number', '77.99999999', { kind: 'deal', error: { code: 'dealOutOfRange' } }],
    ['no position', '----C4-/x', { kind: 'position' }],
    ['moves alone', '1. c3b3 d4c4', { kind: 'record', error: { code: 'missingBeginning' } }],
    ['no record', '[Deal "x"]\n\n*', { kind: 'record' }],
    ['two records', `${RECORD}\n${RECORD}`, { kind: 'record', error: { code: 'severalGames' } }],
  ])('that is %s says why not', (_, text, error) => {
    expect(readAnalysis(text)).toMatchObject({ ok: false, error })
  })

  test('with more in it than can be kept is refused', () => {
    const comment = `{${'x'.repeat(LONGEST_COMMENT)}}`
    const moves = MOVES.map((move) => `1. ${formatMove(move)} ${comment}`)
    const [main, ...others] = moves
    const text = RECORD.replace(
      '{a remark}',
      [main, ...others.map((each) => `(${each})`)].join(' '),
    )
    expect(readAnalysis(text)).toEqual({ ok: false, error: { kind: 'tooLong' } })
  })
})

describe('a link', () => {
  const fragmentOf = async (hgn: string) =>
    decodeURIComponent((await packedRoute(hgn)).replace(/^.*#/, ''))

  test('carries the whole analysis in few characters', async () => {
    const read = readAnalysis(RECORD)
    if (!read.ok) throw new Error('the record is one')
    const fragment = await fragmentOf(formatAnalysis(read.value))
    expect(fragment).toMatch(/^z\.[A-Za-z0-9_-]+$/)
    expect(await readFragment(fragment)).toEqual(read)
  })

  test('that was cut off anywhere is refused, and never takes the page down', async () => {
    const fragment = await fragmentOf(RECORD)
    for (let end = 2; end < fragment.length; end++) {
      const read = await readFragment(fragment.slice(0, end))
      expect(read.ok, `${end} of ${fragment.length}`).toBe(false)
    }
  })

  test('of any bytes is read or refused, seed 3', async () => {
    const randomBytes = seededBytes(3)
    for (let n = 0; n < 300; n++) {
      const bytes = Buffer.from(randomBytes(40)).toString('base64url')
      expect(await readFragment(`z.${bytes}`)).toMatchObject({ ok: false })
    }
  })

  test('that would unpack to more than an analysis can be is refused', async () => {
    const bomb = await fragmentOf('x'.repeat(50 * LONGEST_ANALYSIS))
    expect(bomb.length).toBeLessThan(10_000)
    expect(await readFragment(bomb)).toEqual({
      ok: false,
      error: { kind: 'link', error: 'tooLong' },
    })
  })
})
