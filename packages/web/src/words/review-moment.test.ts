import { isMissed, type JudgedMove, judge, REASONS, type ReasonKind } from '@hokito/engine/review'
import { type Move, parseMove, parsePosition } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { chapterOf } from '../models/review/reason-chapters.ts'
import { describeClue, describeMoment, type Moment } from './review.ts'

const loading = loadLanguage('en', new Set(['review']))

function moveOf(text: string): Move {
  const move = parseMove(text)
  if (!move.ok) throw new Error('a move of this test is wrong')
  return move.value
}

/** Black could have covered d2 with a1d2, and played a move that cost 18 points. */
function moment(
  kind: ReasonKind | undefined,
  certainty: 'exact' | 'expected' = 'exact',
  [best, played] = [40, 22],
): Moment {
  const position = parsePosition('B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b', 'either')
  if (!position.ok) throw new Error('the position of this test is wrong')
  const line = kind !== undefined && isMissed(kind) ? 'a1d2' : 'e2f3'
  const judged: JudgedMove = judge({
    ply: 18,
    mover: 'black',
    move: moveOf('e3a2'),
    line: [moveOf('a1d2')],
    best: { margin: best, certainty },
    played: { margin: played, certainty },
    next: undefined,
    worth: { margin: best, certainty },
    choices: 9,
    occupied: 16,
    reason: kind && { kind, line: [moveOf(line)], point: 1 },
  })
  return { judged, position: position.value, own: undefined }
}

test.each([
  ['exact', 'the move played cost 18 points.'],
  ['expected', 'the move played cost about 18 points.'],
] as const)('what a slip cost is %s, and does not sound otherwise', async (certainty, cost) => {
  const said = describeMoment(await loading, moment('couldCover', certainty))
  expect(said).toContain('Black could have covered d2 (24 points) with a1d2.')
  expect(said).toContain(cost)
})

test.each([
  ['a win', [12, -4], 'a1d2 would have kept the win.'],
  ['a draw', [0, -4], 'a1d2 would have kept the draw.'],
] as const)('a proved result that was given away is named: %s', async (_, worths, told) => {
  expect(describeMoment(await loading, moment(undefined, 'exact', [...worths]))).toBe(told)
})

test('a stack that could have been covered is named together with the win', async () => {
  expect(describeMoment(await loading, moment('couldCover', 'exact', [12, -4]))).toBe(
    'Black could have covered d2 (24 points) with a1d2. That would have kept the win.',
  )
})

test('the words name what a move gained together with what it gave away', async () => {
  expect(describeMoment(await loading, moment('covered'))).toMatch(
    /^The move gained \d+ points? straight away\. After that White could cover f3 \(24 points\) with e2f3\. Better: a1d2\./,
  )
})

test('without a reason that is borne out, none is given', async () => {
  expect(describeMoment(await loading, moment(undefined))).toBe(
    'Better: a1d2. With best play to the end, the move played cost 18 points.',
  )
})

test.each([
  ['that only this move let the other side reach', 'e6c6', 'f6c4', 'opens'],
  ['that the move had just built', 'e6c6', 'f6c6', 'safe'],
  ['that was within reach before', 'd4c4', 'c6f6', 'safe'],
] as const)('a lost stack %s leads to its chapter', (_, move, reply, chapter) => {
  const known = moment('covered')
  const position = parsePosition('--B8-a2B4/-----b2/--c14a2--/-A2----/------/A2----- b', 'either')
  if (!position.ok) throw new Error('the position of this test is wrong')
  const reason = { kind: 'covered', line: [moveOf(reply)], point: 1 } as const
  const judged = { ...known.judged, move: moveOf(move), reason }
  expect(chapterOf(judged, position.value)).toBe(chapter)
})

describe.each(REASONS)('the reason %s', (kind) => {
  test('is put into words, and leads to a chapter', async () => {
    const known = moment(kind)
    expect(describeMoment(await loading, known)).not.toMatch(/review\.|\{\{|undefined|NaN/)
    expect(chapterOf(known.judged, known.position)).toBeDefined()
  })

  test('does not give the better move away to a player who looks for it', async () => {
    expect(describeClue(await loading, moment(kind))).not.toContain('a1d2')
  })
})
