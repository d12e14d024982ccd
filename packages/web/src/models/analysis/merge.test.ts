import { parseRecord } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { mergeTrees, mergeValues } from './merge.ts'
import type { Branch } from './tree.ts'
import { analysisOf, formatAnalysis } from './tree-record.ts'

const HEAD = '[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n'

function analysis(text: string) {
  const record = parseRecord(`${HEAD}${text} *`)
  return record.ok ? analysisOf(record.value) : expect.fail(JSON.stringify(record.error))
}

const written = (tree: Branch) =>
  formatAnalysis({ ...analysis(''), tree })
    .split('\n\n')
    .slice(1)
    .join(' ')
    .trim()

test.each([
  ['mine alone', '1. a2a6', '1. a2a6 {one}', '1. a2a6', '1. a2a6 {one} *'],
  ['theirs alone', '1. a2a6', '1. a2a6', '1. a2a6 {two}', '1. a2a6 {two} *'],
  [
    'both, in different places',
    '1. a2a6',
    '{one} 1. a2a6',
    '1. a2a6 {two}',
    '{one} 1. a2a6 {two} *',
  ],
  ['two comments on one move', '1. a2a6', '1. a2a6 {one}', '1. a2a6 {two}', '1. a2a6 {two\none} *'],
  [
    'theirs goes on from mine',
    '1. a2a6',
    '1. a2a6 {one}',
    '1. a2a6 {one, two}',
    '1. a2a6 {one, two} *',
  ],
  ['two judgements of one move', '1. a2a6', '1. a2a6 $1', '1. a2a6 $2', '1. a2a6 $2 *'],
  ['mine removes what theirs left', '1. a2a6', '', '1. a2a6', '*'],
  ['mine removes what theirs changed', '1. a2a6', '', '1. a2a6 {two}', '1. a2a6 {two} *'],
  ['theirs removes what mine left', '1. a2a6', '1. a2a6', '', '*'],
  ['theirs removes what mine changed', '1. a2a6', '1. a2a6 {one}', '', '1. a2a6 {one} *'],
] as const)('of %s nothing is lost', (_, base, mine, theirs, merged) => {
  const trees = [base, mine, theirs].map((text) => analysis(text).tree)
  const [before, own, other] = trees as [Branch, Branch, Branch]
  expect(written(mergeTrees(before, own, other))).toBe(merged)
})

describe('moves of two editors', () => {
  const [first, second] = ['a2a6', 'b3e2'] as const
  const none = analysis('').tree
  const withMove = (move: string) => analysis(`1. ${move}`).tree

  test('stand beside each other, the stored one first', () => {
    const merged = mergeTrees(none, withMove(first), withMove(second))
    expect(written(merged)).toBe(`1. ${second} (1. ${first}) *`)
  })

  test('keep the one order that was changed', () => {
    const before = analysis(`1. ${first} (1. ${second})`).tree
    const promoted = analysis(`1. ${second} (1. ${first})`).tree
    expect(mergeTrees(before, promoted, before)).toEqual(promoted)
    expect(mergeTrees(before, before, promoted)).toEqual(promoted)
  })
})

test('a title that both have changed is the stored one', () => {
  expect(mergeValues('a', 'mine', 'a')).toBe('mine')
  expect(mergeValues('a', 'a', 'theirs')).toBe('theirs')
  expect(mergeValues('a', 'mine', 'theirs')).toBe('theirs')
})
