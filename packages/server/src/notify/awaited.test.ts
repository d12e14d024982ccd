import {
  advance,
  begin,
  type GameEvent,
  type GameView,
  gameIdSchema,
  type Terms,
} from '@hokito/protocol'
import { expect, test } from 'vitest'
import { playerId } from '../../test/helpers/ids.ts'
import { newlyAwaited } from './awaited.ts'

const DAYS = { kind: 'correspondence', daysPerMove: 2 } as const

function created(terms: Partial<Terms> = {}): GameView {
  return begin({
    kind: 'created',
    at: 0,
    game: gameIdSchema.parse('gamegamegame'),
    terms: {
      setup: { kind: 'standard' },
      endRule: 'either',
      timeControl: DAYS,
      allowsTakebacks: true,
      games: 1,
      ...terms,
    },
    seats: {
      black: { id: playerId('black'), name: 'Black' },
      white: { id: playerId('white'), name: 'White' },
    },
  })
}

/** The sides newly awaited after each of these events. */
function after(view: GameView, events: readonly GameEvent[]) {
  let before = view
  return events.map((event) => {
    const next = advance(before, event)
    const awaited = newlyAwaited(before, next)
    before = next
    return awaited
  })
}

const share = '0'.repeat(32)
const DEALT = { kind: 'dealt', at: 1, deal: '77.1234567' } as const
const MOVED = { kind: 'moved', at: 2, from: 0, to: 1, lagMs: 0 } as const

test('both have to open a game that chance deals, and then Black is awaited', () => {
  const view = created()
  expect(newlyAwaited(undefined, view)).toEqual(['black', 'white'])
  const shared = (color: 'black' | 'white') => ({ kind: 'shared', at: 1, color, share }) as const
  expect(after(view, [shared('black'), shared('white'), DEALT])).toEqual([[], [], ['black']])
})

test('each move makes the game wait for the other side, and a takeback for the side that has the move again', () => {
  const view = advance(created({ setup: { kind: 'given', deal: '77.1234567' } }), DEALT)
  expect(newlyAwaited(undefined, view)).toEqual(['black'])
  const back = { kind: 'takenBack', at: 3, toPly: 1 } as const
  expect(after(view, [MOVED, MOVED, back])).toEqual([['white'], ['black'], ['white']])
})

test('nobody is awaited after the end, or by what changes no turn', () => {
  const view = advance(created(), DEALT)
  const draw = {
    kind: 'offered',
    at: 2,
    offer: { id: 3, kind: 'draw', by: 'black', at: 2 },
  } as const
  const ended = { kind: 'ended', at: 3, ending: { kind: 'resigned', winner: 'white' } } as const
  expect(after(view, [draw, { kind: 'paused', at: 2, ms: 5 }, ended])).toEqual([[], [], []])
})

test('a live game notifies nobody, and one without a limit both', () => {
  const live = { kind: 'fischer', initialSeconds: 60, incrementSeconds: 0 } as const
  expect(newlyAwaited(undefined, created({ timeControl: live }))).toEqual([])
  expect(newlyAwaited(undefined, created({ timeControl: { kind: 'none' } }))).toHaveLength(2)
})

test('each side that has not placed its own pieces is awaited until it has', () => {
  const view = created({ setup: { kind: 'placed' } })
  expect(newlyAwaited(undefined, view)).toEqual(['black', 'white'])
  const placed = { kind: 'placed', at: 1, color: 'white', how: 'byPlayer' } as const
  expect(after(view, [placed, DEALT])).toEqual([[], []])
})

test('each part of dividing a game is awaited of one player, and no player of what they have just done', () => {
  const setup = { kind: 'given', deal: '77.1234567' } as const
  const view = created({ setup, isDivided: true })
  const divided = { kind: 'divided', at: 2, compensation: 5 } as const
  const chosen = (color: 'black' | 'white') => ({ kind: 'chosen', at: 3, color }) as const
  expect(after(view, [DEALT, divided, chosen('white')])).toEqual([[], ['white'], ['black']])
  // White has taken Black, and so has the move.
  expect(after(view, [DEALT, divided, chosen('black')])).toEqual([[], ['white'], []])
})
