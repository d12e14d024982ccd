import type { PlayerCard, Terms } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { ANNA, BERT, fresh, kindsOf, PlayedGame } from '../../test/helpers/decisions.ts'
import { deadlineOf } from './ending.ts'
import { restoreGame } from './game.ts'
import { followingGame } from './new-game.ts'

describe('the pause before the second game of a match', () => {
  test('is half a minute, and its time does not count for the first move', () => {
    const second = secondGame()
    const { clock } = second.game.view
    expect(clock.standsUntil).toBe(second.now + 30_000)
    expect(deadlineOf(second.game.view)).toBe(second.now + 30_000 + 120_000)
  })

  test('is over as soon as both have said that they are ready', () => {
    const second = secondGame()
    second.now += 4000
    expect(kindsOf(second.ask(ANNA.id, { type: 'ready' }))).toEqual(['ready'])
    expect(second.game.view.clock.standsUntil).toBe(second.now + 26_000)
    second.now += 3000
    second.ask(BERT.id, { type: 'ready' })
    expect(second.game.view.clock).toMatchObject({ since: second.now })
    expect(second.game.view.clock).not.toHaveProperty('standsUntil')
    expect(deadlineOf(second.game.view)).toBe(second.now + 120_000)
  })

  test('goes on for a player who has not said so when the other has moved', () => {
    const second = secondGame()
    second.now += 5000
    second.play()
    expect(second.game.view.ready).toEqual({ black: true })
    expect(deadlineOf(second.game.view)).toBe(second.now + 25_000 + 120_000)
    second.now += 1000
    second.ask(ANNA.id, { type: 'ready' })
    expect(deadlineOf(second.game.view)).toBe(second.now + 120_000)
  })

  test('is over for both once both have moved, and the clock runs', () => {
    const second = secondGame()
    second.now += 1000
    second.play()
    second.play()
    expect(second.game.view.clock).toMatchObject({ since: second.now, isRunning: true })
    expect(second.game.view.clock).not.toHaveProperty('standsUntil')
  })

  test('is over by itself for players who say nothing', () => {
    const second = secondGame()
    second.now += 31_000
    expect(second.ask(ANNA.id, { type: 'ready' })).toEqual({ kind: 'repeated' })
    second.play()
    expect(deadlineOf(second.game.view)).toBe(second.now + 120_000)
  })

  test('is later by the time that the server was down', () => {
    const second = secondGame()
    const begun = second.now
    second.now += 20_000
    second.take({ events: [{ kind: 'paused', at: second.now, ms: 15_000 }] })
    expect(second.game.view.clock.standsUntil).toBe(begun + 45_000)
    expect(deadlineOf(second.game.view)).toBe(begun + 45_000 + 120_000)
  })

  test('is the same after the game has been read from the disk', () => {
    const second = secondGame()
    second.now += 2000
    second.ask(BERT.id, { type: 'ready' })
    second.now += 2000
    second.ask(ANNA.id, { type: 'ready' })
    second.play()
    const restored = restoreGame(second.stored, undefined)
    expect(restored.ok && restored.value.view).toEqual(second.game.view)
  })

  test('waits for no program, and a repeated word changes nothing', () => {
    const second = secondGame({ ...ANNA, isBot: true })
    expect(second.game.view.ready).toEqual({ white: true })
    second.ask(BERT.id, { type: 'ready' })
    expect(second.game.view.clock).not.toHaveProperty('standsUntil')
    expect(second.ask(BERT.id, { type: 'ready' })).toEqual({ kind: 'repeated' })
  })

  test.each([
    ['in a first game', () => new PlayedGame({ games: 2 })],
    ['without a clock', () => secondGame(ANNA, { timeControl: { kind: 'none' } })],
    [
      'with days for each move',
      () => secondGame(ANNA, { timeControl: { kind: 'correspondence', daysPerMove: 1 } }),
    ],
  ])('does not exist %s', (_where, begin) => {
    const played = begin()
    expect(played.game.view.ready).toBeUndefined()
    expect(played.game.view.clock).not.toHaveProperty('standsUntil')
    expect(played.ask(ANNA.id, { type: 'ready' })).toEqual({ kind: 'repeated' })
  })
})

// --- internal ---

/** The second game of a match of Anna, who has White in it, against Bert. */
function secondGame(anna: PlayerCard = ANNA, change: Partial<Terms> = {}): PlayedGame {
  const first = new PlayedGame({ games: 2, ...change }).playTo(4)
  first.ask(BERT.id, { type: 'resign' })
  const { view } = first.game
  const finished = { ...first.game, view: { ...view, seats: { ...view.seats, black: anna } } }
  const made = followingGame(finished, { kept: undefined, now: first.now, fresh: fresh() })
  const second = new PlayedGame({}, made.game)
  second.players = { black: BERT, white: ANNA }
  second.stored.splice(0, second.stored.length, ...made.events.map((event) => ({ event })))
  return second
}
