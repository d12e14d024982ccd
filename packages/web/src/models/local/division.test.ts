import { type Position, parseDeal, parsePosition } from '@hokito/rules'
import { describe, expect, test, vi } from 'vitest'
import type { Computer } from './computer.ts'
import { createDivision, worthOf } from './division.ts'
import type { NewGameTerms } from './local-game.ts'
import type { Seat } from './seat.ts'

const deal = parseDeal('77.1234567')
if (!deal.ok) throw new Error('no deal')
const ANNA: Seat = { kind: 'person', name: 'Anna' }
const BERT: Seat = { kind: 'person', name: 'Bert' }
const COMPUTER: Seat = { kind: 'computer', level: 5 }

function termsOf(black: Seat, white: Seat): NewGameTerms {
  return {
    seats: { black, white },
    setup: 'standard',
    beginning: { kind: 'deal', deal: deal.ok ? deal.value : expect.fail() },
    endRule: 'either',
    compensation: 0,
    timeControl: undefined,
  }
}

/** A computer that expects this margin for the side to move. */
function expecting(points: number): { computer: Computer; asked: Position[] } {
  const asked: Position[] = []
  const computer: Computer = {
    isAvailable: true,
    move: async (position) => {
      asked.push(position)
      const line = { moves: [], value: { kind: 'estimate', points } as const }
      const info = { depth: 1, lines: [line], nodes: 1, elapsedMs: 1, hashPermille: 0 }
      return { move: undefined, info }
    },
    advise: async () => undefined,
    close: () => undefined,
  }
  return { computer, asked }
}

describe('divide and choose on one screen', () => {
  test.each([
    ['black', { black: BERT, white: ANNA }],
    ['white', { black: ANNA, white: BERT }],
  ] as const)('who chooses %s sits there, for the points named', (color, seats) => {
    const onDivided = vi.fn()
    const { computer, asked } = expecting(0)
    const division = createDivision({ terms: termsOf(ANNA, BERT), computer, onDivided })
    division.choose('black')
    expect(onDivided).not.toHaveBeenCalled()
    division.name(7.5)
    expect(division.points.value).toBe(7.5)
    division.choose(color)
    expect(onDivided).toHaveBeenCalledWith({ ...termsOf(ANNA, BERT), compensation: 7.5, seats })
    expect(asked).toEqual([])
  })

  test.each([
    [13, 'black'],
    [13.5, 'white'],
    [20, 'white'],
  ])('the computer takes the side that it holds to be better: for %s, %s', async (points, own) => {
    const onDivided = vi.fn()
    const { computer } = expecting(0)
    const division = createDivision({ terms: termsOf(ANNA, COMPUTER), computer, onDivided })
    division.name(points)
    await expect.poll(() => onDivided).toHaveBeenCalled()
    const { seats, compensation } = onDivided.mock.calls[0]?.[0] ?? expect.fail()
    expect({ compensation, [own]: seats[own] }).toEqual({ compensation: points, [own]: COMPUTER })
  })

  test('the computer names the points that it holds to be fair, and waits for the choice', async () => {
    const onDivided = vi.fn()
    const { computer, asked } = expecting(2)
    const division = createDivision({ terms: termsOf(COMPUTER, BERT), computer, onDivided })
    await expect.poll(() => division.points.value).toBe(15.5)
    expect(asked[0]?.compensation).toBe(13.5)
    division.choose('black')
    expect(onDivided.mock.calls[0]?.[0].seats).toEqual({ black: BERT, white: COMPUTER })
  })

  test('nothing happens after the page has been left, and a failure is shown', async () => {
    const onDivided = vi.fn()
    const { computer } = expecting(0)
    const left = createDivision({ terms: termsOf(COMPUTER, BERT), computer, onDivided })
    left.dispose()
    const broken = { ...computer, move: () => Promise.reject(new Error('no engine')) }
    const failed = createDivision({ terms: termsOf(COMPUTER, BERT), computer: broken, onDivided })
    await expect.poll(() => failed.hasFailed.value).toBe(true)
    expect(left.points.value).toBeUndefined()
    expect(left.hasFailed.value).toBe(false)
  })

  test('an estimate counts only as far as deals differ; a position may be worth anything', () => {
    const terms = termsOf(ANNA, BERT)
    expect([-30, -1.3, 0, 30].map((margin) => worthOf(margin, terms))).toEqual([
      10.5, 12, 13.5, 16.5,
    ])
    const position = parsePosition('----C4-/a2-----/------/--B12--a2/------/--b8--A8 w', 'either')
    if (!position.ok) return expect.fail()
    const custom = { beginning: { kind: 'position', position: position.value } } as const
    expect([-30, 20, 60].map((margin) => worthOf(margin, custom))).toEqual([0, 33.5, 40])
  })
})
