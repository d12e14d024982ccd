import { type JudgedMove, judge, REASONS, type ReasonKind } from '@hokito/engine/review'
import { type Move, movesOf, parseMove, parsePosition, play, score } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { loadLanguage } from '../i18n/i18n.ts'
import { chapterOf } from '../models/review/reason-chapters.ts'
import {
  describeBetter,
  describeClue,
  describeCompared,
  describeDifference,
  describeReply,
  describeSolved,
  type Moment,
} from './review.ts'

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
  reply = 'f4f3',
): Moment {
  const position = parsePosition('B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b', 'either')
  if (!position.ok) throw new Error('the position of this test is wrong')
  const judged: JudgedMove = judge({
    ply: 18,
    mover: 'black',
    move: moveOf('e3a2'),
    line: [moveOf('a1d2')],
    reply: [moveOf(reply)],
    best: { margin: best, certainty },
    played: { margin: played, certainty },
    next: undefined,
    worth: { margin: best, certainty },
    choices: 9,
    occupied: 16,
    reason: kind && { kind, point: 1 },
  })
  return { judged, position: position.value, own: undefined }
}

test.each([
  ['exact', 'the move played cost 18 points.'],
  ['expected', 'the move played cost about 18 points.'],
] as const)('what a slip cost is %s, and does not sound otherwise', async (certainty, cost) => {
  const said = describeSolved(await loading, moment('couldCover', certainty))
  expect(said).toContain('Black could have covered d2 (24 points) with a1d2.')
  expect(said).toContain(cost)
})

test.each([
  ['explains', 72, 'After that White could cover f3 (24 points) with f4f3.'],
  ['is too small for', 73, ''],
])('a stack of 24 points %s a loss of %i points', async (_, lost, said) => {
  expect(describeClue(await loading, moment(undefined, 'exact', [90, 90 - lost]))).toBe(said)
})

test.each([
  ['a win', [12, -4], 'a1d2 would have kept the win.'],
  ['a draw', [0, -4], 'a1d2 would have kept the draw.'],
] as const)('a proved result that was given away is named: %s', async (_, worths, told) => {
  expect(describeBetter(await loading, moment(undefined, 'exact', [...worths]))).toBe(told)
})

test('a stack that could have been covered is named together with the win', async () => {
  expect(describeBetter(await loading, moment('couldCover', 'exact', [12, -4]))).toBe(
    'Black could have covered d2 (24 points) with a1d2. That would have kept the win.',
  )
})

test('the words name what a move gained together with what it gave away', async () => {
  expect(describeClue(await loading, moment('covered'))).toMatch(
    /^The move gained \d+ points? straight away\. After that White could cover f3 \(24 points\) with f4f3\.$/,
  )
})

describe('the best reply to a slip', () => {
  const said = async (known: Moment, changes: Partial<JudgedMove>) =>
    describeReply(await loading, { ...known, judged: { ...known.judged, ...changes } })

  test('says what it covers, and that it ends the game', async () => {
    const text = '---A-B2/-A----/------/----cb10/---C8--/C12----c b'
    const position = parsePosition(text, 'either')
    if (!position.ok) throw new Error('the position of this test is wrong')
    const known = { ...moment(undefined), position: position.value, own: 'black' } as const
    expect(await said(known, { move: moveOf('f3a1'), reply: [moveOf('f6a1')] })).toBe(
      'After that White could cover a1 (44 points) with f6a1. That ends the game.',
    )
  })

  test('is only named if it covers nothing of the player', async () => {
    expect(await said(moment(undefined), { reply: [moveOf('d2f4')] })).toBe('Best reply: d2f4.')
  })

  test('is not called the best one if only the winner is proved', async () => {
    const played = { margin: -8, certainty: 'winner' } as const
    expect(await said(moment(undefined), { played, reply: [moveOf('d2f4')] })).toBe(
      'Winning reply: d2f4.',
    )
    expect(await said(moment(undefined), { played })).toBe(
      'After that White could cover f3 (24 points) with f4f3. That’s enough to win.',
    )
    // Against a side that keeps its win, a reply is the best one that is known.
    expect(
      await said(moment(undefined), {
        played: { margin: 8, certainty: 'winner' },
        reply: [moveOf('d2f4')],
      }),
    ).toBe('Best reply: d2f4.')
  })

  test('is none if the slip ended the game', async () => {
    expect(await said(moment(undefined), { reply: [] })).toBe('That ends the game.')
  })
})

test.each([
  [
    'that names it',
    'couldCover',
    /^Black could have covered d2 .* That would have kept the win\.$/,
  ],
  [
    'about the reply',
    'covered',
    /^That would have kept the win\. The move played was e3a2\..* After that White could cover f3/,
  ],
  ['', undefined, /^That would have kept the win\. The move played was e3a2\. After that White/],
] as const)('the best move found is explained with a reason %s', async (_, kind, told) => {
  expect(describeSolved(await loading, moment(kind, 'exact', [12, -4]))).toMatch(told)
})

test('without a reason that is borne out, none is given', async () => {
  expect(describeBetter(await loading, moment(undefined))).toBe('Better: a1d2.')
})

test('a slip without a reason is compared with the better move, which is not named', async () => {
  expect(describeCompared(await loading, moment(undefined, 'exact', [12, -4]).judged)).toBe(
    'With best play, the move played cost 16 points. Chance to win 100% → 0%.',
  )
  // Only a proof is certain.
  expect(
    describeCompared(await loading, moment(undefined, 'expected', [100, -100]).judged),
  ).toContain('Chance to win 99% → 1%.')
})

/** Slips of real games: the position, the move, the better line, the reply, and what both come to. */
const FOUND = [
  [
    'AAB-A-/B----a2/-b2-a20--/-C2----/B2-----/aaa--- w',
    ['a2f5', 'a5b6 b1a1 b6d4 a1a2 a6c6', 'a1a5 a6b6 a5f5 e6c6 c1b1 b3c6 b1b4'],
    [42, -20],
    '7: Points now: Black\u00a030, White\u00a014. With a5b6 it would be: Black\u00a011, White\u00a053.',
  ],
  [
    'AABCAC12/Bb2B--C/-A-AB-/-b-bb-/bb----/aaaaaa b',
    ['d3e4', 'f1f5 d6e3 c1c5 a5b2 d3e4 f6b5 c5b5 a6a2', 'f6b5 b2b4 f5e3 c1c5 b5c5 b4e3 a5a1'],
    [4, -18],
    '7: Points now: Black\u00a020, White\u00a061. With f1f5 it would be: Black\u00a028, White\u00a018.',
  ],
  [
    'B-CBAA/BC2CCCA/B-Ac2BA/--cbbc/b2bB2ccc/aaaa-a2 w',
    ['e4d5', 'b5d4 b2a4 e5e2 a4d4 d5d2 f3c5 c4c3 c5d2', 'a2b5 e5d2 c3c6 d5c6 d4d2 c5d3 d2d3'],
    [13, -14],
    '7: Possible moves now: Black\u00a042, White\u00a031. With b5d4 it would be: Black\u00a028, White\u00a039.',
  ],
] as const

test.each(FOUND)(
  'what a line has changed is what stands on the board: %s',
  async (text, [move, better, answer], [best, played], last) => {
    const t = await loading
    const read = parsePosition(text, 'either')
    if (!read.ok) throw new Error('the position of this test is wrong')
    const position = read.value
    const [line, reply] = [better, answer].map((moves) => moves.split(' ').map(moveOf))
    if (line === undefined || reply === undefined) throw new Error('both lines have moves')
    const { judged } = moment(undefined, 'expected', [best, played])
    const known = { judged: { ...judged, mover: position.turn, move: moveOf(move), line, reply } }
    const after = (moves: readonly Move[], count: number) =>
      moves.slice(0, count).reduce(play, position)
    const made = [known.judged.move, ...reply]
    let said = ''
    for (const isInstead of [true, false]) {
      const [own, other] = isInstead ? [line, made] : [made, line]
      for (let count = 1; count <= own.length; count++) {
        said = describeDifference(t, { ...known, position, own: undefined }, isInstead, count)
        if (said === '') continue
        const sums = said.startsWith('Points')
          ? score
          : (at: typeof position) => ({
              black: movesOf(at, 'black').length,
              white: movesOf(at, 'white').length,
            })
        const [now, then] = [after(own, count), after(other, count)].map(sums)
        const told = said.matchAll(/Black\u00a0(\d+), White\u00a0(\d+)/g)
        expect([...told].map(([, black, white]) => ({ black, white }))).toEqual(
          [now, then].map((each) => ({ black: `${each?.black}`, white: `${each?.white}` })),
        )
        expect(said).toContain(isInstead ? `With ${move} ` : `With ${better.slice(0, 4)} `)
        // It speaks for the better line.
        const lead = (each: typeof now) => (each?.black ?? 0) - (each?.white ?? 0)
        const gain = (lead(now) - lead(then)) * (isInstead ? 1 : -1)
        expect(position.turn === 'black' ? gain : -gain).toBeGreaterThan(0)
      }
    }
    expect(`${reply.length}: ${said}`).toBe(last)
  },
)

test.each([
  ['that only this move let the other side reach', 'e6c6', 'f6c4', 'opens'],
  ['that the move had just built', 'e6c6', 'f6c6', 'safe'],
  ['that was within reach before', 'd4c4', 'c6f6', 'landLast'],
] as const)('a lost stack %s leads to its chapter', (_, move, reply, chapter) => {
  const known = moment('covered')
  const position = parsePosition('--B8-a2B4/-----b2/--c14a2--/-A2----/------/A2----- b', 'either')
  if (!position.ok) throw new Error('the position of this test is wrong')
  const judged = { ...known.judged, move: moveOf(move), reply: [moveOf(reply)] }
  expect(chapterOf(judged, position.value)).toBe(chapter)
})

test.each([
  ['one of the first eight moves leads to the chapter about threes', 33, 'a4a2', 'theirThrees'],
  ['one onto a two does not', 33, 'a6a3', 'threesCover'],
  ['a later one does not', 26, 'a4a2', 'safe'],
] as const)('of the landings that a player missed, %s', (_, occupied, best, chapter) => {
  const known = moment('couldCover')
  const position = parsePosition('CCACAB/BBc2A-C/Bc2AAAB/b--bB2a/cabbca/aaabcb w', 'either')
  if (!position.ok) throw new Error('the position of this test is wrong')
  const judged = { ...known.judged, move: moveOf('f5d3'), line: [moveOf(best)], occupied }
  expect(chapterOf(judged, position.value)).toBe(chapter)
})

describe.each(REASONS)('the reason %s', (kind) => {
  test('is put into words, and leads to a chapter', async () => {
    const known = moment(kind)
    expect(describeBetter(await loading, known)).not.toMatch(/review\.|\{\{|undefined|NaN/)
    expect(chapterOf(known.judged, known.position)).toBeDefined()
  })

  test('does not give the better move away to a player who looks for it', async () => {
    expect(describeClue(await loading, moment(kind))).not.toContain('a1d2')
  })
})
