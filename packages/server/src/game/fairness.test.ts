import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANNA, BERT, PlayedGame } from '../../test/helpers/decisions.ts'
import { isLeftToChance, leftOf, MEMORY_MS, waitMs } from './fairness.ts'

const MINUTE_MS = 60_000
const NOW = 10 * MEMORY_MS
const instants = fc.array(fc.integer({ min: NOW - 2 * MEMORY_MS, max: NOW }), { maxLength: 60 })

describe('the wait of who leaves', () => {
  test('grows with each time that is left after the last wait: free, 1, 5, 15, 60, 60 minutes', () => {
    const leavings: number[] = []
    let now = NOW
    const waits = [0, 1, 2, 3, 4, 5].map(() => {
      leavings.push(now)
      const wait = waitMs(leavings, now)
      now += wait
      expect(waitMs(leavings, now)).toBe(0)
      return wait / MINUTE_MS
    })
    expect(waits).toEqual([0, 1, 5, 15, 60, 60])
  })

  test('is nothing for none and one, and never longer than a day', () => {
    fc.assert(
      fc.property(instants, (leavings) => {
        const wait = waitMs(leavings, NOW)
        expect(wait).toBeGreaterThanOrEqual(0)
        expect(wait).toBeLessThanOrEqual(MEMORY_MS)
        if (leavings.filter((at) => at > NOW - MEMORY_MS).length < 2) expect(wait).toBe(0)
      }),
      { seed: 8 },
    )
  })

  test('does not depend on the order, nor on what is older than a day', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: MEMORY_MS }), (leavings, age) => {
        const wait = waitMs(leavings, NOW)
        expect(waitMs(leavings.toReversed(), NOW)).toBe(wait)
        expect(waitMs([...leavings, NOW - MEMORY_MS - age], NOW)).toBe(wait)
      }),
      { seed: 8 },
    )
  })

  test('never shrinks by leaving once more, and is over when it says so', () => {
    fc.assert(
      fc.property(instants, (leavings) => {
        const wait = waitMs(leavings, NOW)
        expect(waitMs([...leavings, NOW], NOW)).toBeGreaterThanOrEqual(wait)
        expect(waitMs(leavings, NOW + wait)).toBe(0)
      }),
      { seed: 8 },
    )
  })
})

describe('what stays of a game that was called off', () => {
  test.each([
    ['a random deal that was made', { setup: { kind: 'standard' } }, true, true],
    [
      'nothing before the deal, as the colours were chosen',
      { setup: { kind: 'standard' } },
      false,
      false,
    ],
    ['nothing of a given deal with chosen colours', {}, false, false],
  ] as const)('is %s', (_, terms, isDealt, stays) => {
    const played = new PlayedGame(terms)
    if (isDealt) {
      played.ask(played.game.view.seats.black.id, { type: 'share', share: 'aa'.repeat(16) })
      played.ask(played.game.view.seats.white.id, { type: 'share', share: 'bb'.repeat(16) })
    }
    played.ask(played.game.view.seats.white.id, { type: 'abort' })
    const left = leftOf(played.game)
    expect(left !== undefined).toBe(stays)
    if (left === undefined) return
    expect(left).toMatchObject({ leaver: BERT.id, deal: played.game.view.deal })
  })

  test('is nothing where a game was lost', () => {
    const played = new PlayedGame({ setup: { kind: 'standard' } })
    expect(leftOf(played.game)).toBeUndefined()
    played.ask(ANNA.id, { type: 'share', share: 'aa'.repeat(16) })
    played.ask(BERT.id, { type: 'share', share: 'bb'.repeat(16) })
    played.ask(ANNA.id, { type: 'resign' })
    expect(leftOf(played.game)).toBeUndefined()
  })

  test('needs chance to have had a say', () => {
    const { terms } = new PlayedGame().game.view
    expect(isLeftToChance(terms, 'black')).toBe(false)
    expect(isLeftToChance(terms, 'random')).toBe(true)
    expect(isLeftToChance({ ...terms, setup: { kind: 'mirrored' } }, 'white')).toBe(true)
  })
})
