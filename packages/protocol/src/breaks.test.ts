import { describe, expect, test } from 'vitest'
import { flagAt, hasFlagged, remainingAt } from './clock.ts'
import { type CreatedEvent, type GameEvent, gameEventSchema } from './event.ts'
import { advance, begin, type GameView, gameViewSchema } from './game-view.ts'

const DAY = 86_400_000
const LAG = 1000
const CREATED: CreatedEvent = {
  kind: 'created',
  at: 0,
  game: 'aaaaaaaaaaaa' as CreatedEvent['game'],
  terms: {
    setup: { kind: 'standard' },
    endRule: 'either',
    timeControl: { kind: 'correspondence', daysPerMove: 3 },
    allowsTakebacks: true,
    games: 1,
  },
  seats: {
    black: { id: 'bbbbbbbbbbbb' as CreatedEvent['seats']['black']['id'], name: 'Anna' },
    white: { id: 'cccccccccccc' as CreatedEvent['seats']['black']['id'], name: 'Bert' },
  },
}
const MOVES: readonly GameEvent[] = [moved(DAY / 2), moved(DAY)]

/**
 * The day by which the side to move must move, after the first two moves (half a day and a day
 * after the start) and these events.
 */
function dueAfter(...events: readonly GameEvent[]): number {
  const due = flagAt(CREATED.terms.timeControl, viewAfter(...MOVES, ...events).clock)
  return ((due ?? Number.NaN) - LAG) / DAY
}

function viewAfter(...events: readonly GameEvent[]): GameView {
  const dealt: GameEvent = { kind: 'dealt', at: 0, deal: '1364659.8948173' }
  return [dealt, ...events].reduce(advance, begin(CREATED))
}

function moved(at: number): GameEvent {
  return { kind: 'moved', at, from: 0, to: 1, lagMs: 0 }
}

function breakAt(color: 'black' | 'white', from: number, until: number): GameEvent {
  return { kind: 'tookBreak', at: from * DAY, color, until: until * DAY }
}

describe('a break', () => {
  test('makes the turns of its side stand still, and no others', () => {
    expect(dueAfter()).toBe(4)
    expect(dueAfter(breakAt('black', 2, 7))).toBe(9)
    expect(dueAfter(breakAt('white', 2, 7))).toBe(4)
  })

  test('begins with a turn that begins in it, and is over before one that begins later', () => {
    expect(dueAfter(breakAt('white', 2, 7), moved(3 * DAY))).toBe(10)
    expect(dueAfter(breakAt('white', 2, 7), moved(7.5 * DAY))).toBe(10.5)
    expect(dueAfter(breakAt('black', 2, 7), moved(3 * DAY))).toBe(6)
    expect(dueAfter(breakAt('black', 2, 7), moved(3 * DAY), moved(4 * DAY))).toBe(10)
  })

  test('that ends before its time has stood until then', () => {
    expect(dueAfter(breakAt('black', 2, 7), breakAt('black', 4, 4))).toBe(6)
    expect(dueAfter(breakAt('white', 2, 7), moved(3 * DAY), breakAt('white', 4, 4))).toBe(7)
    expect(dueAfter(breakAt('black', 2, 7), breakAt('black', 4, 4), breakAt('black', 5, 6))).toBe(7)
  })

  test('of both sides stands for each as if it were the only one', () => {
    const both = [breakAt('black', 2, 7), breakAt('white', 2, 12)]
    expect(dueAfter(...both)).toBe(9)
    expect(dueAfter(...both, moved(3 * DAY))).toBe(15)
    expect(dueAfter(...both, moved(3 * DAY), breakAt('black', 4, 4))).toBe(15)
    expect(dueAfter(...both, moved(3 * DAY), breakAt('white', 4, 4))).toBe(7)
  })

  test('adds to time in which nobody could play, which is not counted twice, nor lost', () => {
    const down = (from: number, until: number): GameEvent => ({
      kind: 'paused',
      at: until * DAY,
      ms: (until - from) * DAY,
    })
    // Within the break; across its end; and a clock that was put back.
    expect(dueAfter(breakAt('black', 2, 7), down(3, 5))).toBe(9)
    expect(dueAfter(breakAt('black', 2, 7), down(6, 8))).toBe(10)
    expect(dueAfter(breakAt('black', 2, 7), down(3, 2.5))).toBe(9)
    expect(dueAfter(breakAt('black', 2, 7), down(8, 9))).toBe(10)
  })

  test('leaves what was used before it used', () => {
    const view = viewAfter(...MOVES, breakAt('black', 3, 7))
    const { timeControl } = CREATED.terms
    expect([3, 5, 7].map((days) => remainingAt(timeControl, view.clock, days * DAY).black)).toEqual(
      [DAY, DAY, DAY],
    )
    const flagged = (days: number) =>
      hasFlagged(timeControl, view.clock, { at: days * DAY, lagMs: 0 })
    expect([6.9, 7.9, 8].map(flagged)).toEqual([false, false, true])
  })

  test('holds, while the deal is made, for a player who has not done their part', () => {
    const undealt = (...events: readonly GameEvent[]) =>
      events.reduce(advance, begin(CREATED)).clock.since / DAY
    const share = (color: 'black' | 'white', day: number): GameEvent => ({
      kind: 'shared',
      at: day * DAY,
      color,
      share: '00'.repeat(16),
    })
    expect(undealt(breakAt('black', 1, 9))).toBe(8)
    expect(undealt(share('black', 0), breakAt('black', 1, 9))).toBe(0)
    // The opponent has had one day so far.
    expect(undealt(breakAt('black', 1, 9), share('black', 5))).toBe(4)
    expect(undealt(breakAt('black', 1, 9), breakAt('white', 2, 4), breakAt('black', 3, 3))).toBe(3)
  })

  test('is in the public view of a game, and in no clock of a game that is over', () => {
    const view = viewAfter(...MOVES, breakAt('black', 2, 7))
    expect(gameViewSchema.parse(view)).toMatchObject({ breaks: { black: 7 * DAY } })
    const ending = { kind: 'resigned', winner: 'white' } as const
    const over = advance(view, { kind: 'ended', at: 3 * DAY, ending })
    expect(over.clock).not.toHaveProperty('standsUntil')
    expect(over.clock.remainingMs.black).toBe(2 * DAY)
    expect(gameEventSchema.safeParse(breakAt('black', 2, 7)).success).toBe(true)
  })
})
