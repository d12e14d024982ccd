import { type Move, SQUARE_COUNT } from '@hokito/rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Condition,
  conditionFor,
  conditionsAfter,
  formatLines,
  linesOf,
  linesSchema,
  MOST_CONDITIONS,
  parseLines,
} from './lines.ts'

const square = fc.nat(SQUARE_COUNT - 1)
const move: fc.Arbitrary<Move> = fc.record({ from: square, to: square })
/** Arbitrary trees: each step follows on any earlier one, and siblings answer different moves. */
const trees = fc
  .array(fc.record({ after: fc.nat(200), move, reply: move }), { maxLength: MOST_CONDITIONS })
  .map((steps) => {
    const conditions: Condition[] = []
    for (const { after, ...step } of steps) {
      const before = after % (conditions.length + 1)
      const condition = { ...step, after: before === conditions.length ? undefined : before }
      if (conditionFor(conditions, condition.after, step.move) === undefined) {
        conditions.push(condition)
      }
    }
    return conditions
  })

describe('conditional lines', () => {
  test('are read as they were written, and take half of what a message may have', () => {
    fc.assert(
      fc.property(trees, (conditions) => {
        const text = formatLines(conditions)
        expect(parseLines(text)).toEqual(conditions)
        expect(linesSchema.safeParse(text).success).toBe(true)
        expect(text.length).toBeLessThan(2048)
      }),
      { seed: 15, numRuns: 200 },
    )
  })

  test('come to the same line by line and step by step', () => {
    fc.assert(
      fc.property(trees, (conditions) => {
        const moves = new Set(linesOf(conditions).map((line) => JSON.stringify(line)))
        const walked = new Set<string>()
        const walk = (rest: readonly Condition[], before: readonly Move[]): void => {
          if (rest.length === 0 && before.length > 0) walked.add(JSON.stringify(before))
          for (const [place, { after, ...step }] of rest.entries()) {
            if (after !== undefined) continue
            walk(conditionsAfter(rest, place), [...before, step.move, step.reply])
          }
        }
        walk(conditions, [])
        expect(walked).toEqual(moves)
      }),
      { seed: 15, numRuns: 100 },
    )
  })

  test.each([
    ['a step with one move', 'a1a2'],
    ['a square that is none', 'a1a2a7a6'],
    ['a step that follows on itself', '0a1a2b1b2'],
    ['a step before the one that it follows on', 'a1a2b1b2 2a1a2b1b2 a3a4b3b4'],
    ['two replies to one move', 'a1a2b1b2 a1a2c1c2'],
    ['zeros in front', 'a1a2b1b2 00a1a2b1b2'],
    ['two spaces', 'a1a2b1b2  a3a4b3b4'],
  ])('are not %s', (_, text) => {
    expect(parseLines(text)).toBeUndefined()
    expect(linesSchema.safeParse(text).success).toBe(false)
  })

  test('have a bound', () => {
    const long = Array.from(
      { length: MOST_CONDITIONS + 1 },
      (_, n) => `${n === 0 ? '' : n - 1}a1a2b1b2`,
    )
    expect(parseLines(long.slice(1).join(' '))).toBeUndefined()
    expect(parseLines(long.slice(0, -1).join(' '))).toHaveLength(MOST_CONDITIONS)
    expect(parseLines(long.join(' '))).toBeUndefined()
  })
})
