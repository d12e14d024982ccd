import {
  awaitedIn,
  FREE_PLIES,
  firstMoveMs,
  gameViewSchema,
  offeredTerms,
  phaseOf,
  recordOf,
} from '@hokito/protocol'
import { type Color, score, totals } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import {
  ANNA,
  BERT,
  codeOf,
  fresh,
  kindsOf,
  PlayedGame,
  SECRET,
} from '../../test/helpers/decisions.ts'
import { DAYS } from '../../test/helpers/lines.ts'
import { deadlineOf, overdue } from './ending.ts'
import { leftOf } from './fairness.ts'
import { boardOf, restoreGame } from './game.ts'
import { followingGame } from './new-game.ts'

const DIVIDED = { isDivided: true } as const

function divided(compensation = 13.5, color: Color = 'white', change = {}): PlayedGame {
  const played = new PlayedGame({ ...DIVIDED, ...change })
  played.ask(ANNA.id, { type: 'divide', compensation })
  played.ask(BERT.id, { type: 'choose', color })
  if (color === 'black') played.players = { black: BERT, white: ANNA }
  return played
}

describe('divide and choose', () => {
  test('one names the points, the other chooses a side, and only then a move counts', () => {
    const played = new PlayedGame(DIVIDED)
    expect(phaseOf(played.game.view)).toBe('dividing')
    expect(awaitedIn(played.game.view)).toEqual(['black'])
    expect(codeOf(played.play())).toBe('undivided')
    played.now += 5000
    expect(kindsOf(played.ask(ANNA.id, { type: 'divide', compensation: 7.5 }))).toEqual(['divided'])
    expect(awaitedIn(played.game.view)).toEqual(['white'])
    expect(codeOf(played.play())).toBe('undivided')
    played.now += 5000
    expect(kindsOf(played.ask(BERT.id, { type: 'choose', color: 'white' }))).toEqual(['chosen'])
    expect(played.game.view).toMatchObject({
      seats: { black: ANNA, white: BERT },
      terms: { compensation: 7.5 },
      clock: { since: played.now, remainingMs: { black: 60_000, white: 60_000 } },
    })
    expect(phaseOf(played.game.view)).toBe('playing')
    expect(kindsOf(played.play())).toEqual(['moved'])
  })

  test('who takes Black begins, and the points count for the other', () => {
    const played = divided(40, 'black').playTo(3)
    expect(played.game.view.seats).toEqual({ black: BERT, white: ANNA })
    const board = boardOf(played.game)
    expect(totals(board).white).toBe(score(board).white + 40)
    expect(recordOf(played.game.view)).toMatchObject({
      tags: { Black: 'Bert', White: 'Anna' },
      compensation: 40,
    })
  })

  test('no points are points like any others', () => {
    const { view } = divided(0, 'black').game
    expect(phaseOf(view)).toBe('playing')
    expect(view.terms.compensation).toBeUndefined()
  })

  test.each([
    ['the other’s points', BERT.id, { type: 'divide', compensation: 3 }, 'notYourTurn'],
    ['a choice before the points', BERT.id, { type: 'choose', color: 'black' }, 'notDividing'],
    ['own points chosen', ANNA.id, { type: 'choose', color: 'black' }, 'notDividing'],
    ['a resignation', ANNA.id, { type: 'resign' }, 'undivided'],
    ['a draw', ANNA.id, { type: 'offerDraw' }, 'undivided'],
    ['a claim', BERT.id, { type: 'claim' }, 'tooEarlyToClaim'],
  ])('refuses at first: %s', (_, player, command, code) => {
    const played = new PlayedGame(DIVIDED)
    expect(codeOf(played.ask(player, command))).toBe(code)
    expect(played.game.view.version).toBe(2)
  })

  test('refuses a second thought of either player', () => {
    const played = new PlayedGame(DIVIDED)
    played.ask(ANNA.id, { type: 'divide', compensation: 20 })
    expect(codeOf(played.ask(ANNA.id, { type: 'divide', compensation: 2 }))).toBe('notDividing')
    expect(codeOf(played.ask(ANNA.id, { type: 'choose', color: 'white' }))).toBe('notYourTurn')
    played.ask(BERT.id, { type: 'choose', color: 'white' })
    expect(codeOf(played.ask(BERT.id, { type: 'choose', color: 'black' }))).toBe('notDividing')
    expect(played.game.view.seats).toEqual({ black: ANNA, white: BERT })
  })

  test('refuses both in every other game', () => {
    const played = new PlayedGame()
    expect(codeOf(played.ask(ANNA.id, { type: 'divide', compensation: 2 }))).toBe('notDividing')
    expect(codeOf(played.ask(BERT.id, { type: 'choose', color: 'black' }))).toBe('notDividing')
  })

  test.each([
    ['with a clock', {}],
    ['in a correspondence game', { timeControl: DAYS.timeControl }],
  ])('is called off if a player takes too long, %s, and that player has left', (_, change) => {
    for (const named of [false, true]) {
      const played = new PlayedGame({ ...DIVIDED, ...change })
      if (named) {
        played.now += 1000
        played.ask(ANNA.id, { type: 'divide', compensation: 9 })
      }
      const due = played.now + firstMoveMs(played.game.view)
      expect(deadlineOf(played.game.view)).toBe(due)
      played.now = due - 1
      expect(overdue(played.game, played.circumstances())).toEqual([])
      played.now = due
      played.take({ events: overdue(played.game, played.circumstances()) })
      const { ending, leftBy, moves } = played.game.view
      expect({ ending, leftBy }).toEqual({
        ending: { kind: 'aborted', winner: 'nobody' },
        leftBy: named ? 'white' : 'black',
      })
      expect(moves.length).toBeLessThan(FREE_PLIES)
    }
  })

  test('a break holds the time of the player who takes it, whichever side that becomes', () => {
    const played = new PlayedGame({ ...DIVIDED, timeControl: DAYS.timeControl })
    const until = played.now + 5 * 86_400_000
    played.take({ events: [{ kind: 'tookBreak', at: played.now, color: 'black', until }] })
    expect(deadlineOf(played.game.view)).toBeGreaterThan(until)
    played.ask(ANNA.id, { type: 'divide', compensation: 1 })
    expect(deadlineOf(played.game.view)).toBeLessThan(until)
    played.ask(BERT.id, { type: 'choose', color: 'black' })
    expect(played.game.view.breaks).toEqual({ white: until })
    expect(gameViewSchema.parse(played.game.view)).toEqual(played.game.view)
  })

  test('in a rematch the other player divides, from a new deal and without the old points', () => {
    for (const color of ['black', 'white'] as const) {
      const played = divided(8, color).playTo(2)
      played.ask(ANNA.id, { type: 'resign' })
      const next = followingGame(played.game, { kept: undefined, now: 1, fresh: fresh() }).game
      expect(next.view.seats).toEqual({ black: BERT, white: ANNA })
      expect(next.view.terms).toEqual(offeredTerms(played.game.view.terms))
      expect(next.view.terms.compensation).toBeUndefined()
    }
  })

  test('a deal that was left is divided by the same player again', () => {
    for (const color of ['black', 'white'] as const) {
      const played = divided(8, color, { setup: { kind: 'standard' } })
      for (const { id } of [ANNA, BERT]) played.ask(id, { type: 'share', share: 'ab'.repeat(16) })
      played.ask(ANNA.id, { type: 'divide', compensation: 8 })
      played.ask(BERT.id, { type: 'choose', color })
      played.ask(BERT.id, { type: 'abort' })
      expect(leftOf(played.game)).toMatchObject({
        leaver: BERT.id,
        black: ANNA.id,
        deal: played.game.view.deal,
      })
    }
  })

  test('is restored from its events, and reports those that cannot be', () => {
    const { stored, game } = divided(13.5, 'black').playTo(4)
    expect(restoreGame(stored, SECRET)).toEqual({
      ok: true,
      value: { ...game, secret: SECRET },
    })
    const [created, dealt, points, choice, move] = stored
    for (const [damaged, version, code] of [
      [[created, dealt, choice], 3, 'badDivision'],
      [[created, dealt, points, points], 4, 'badDivision'],
      [[created, dealt, points, choice, choice], 5, 'badDivision'],
      [[created, dealt, move], 3, 'badMove'],
      [[created, dealt, points, move], 4, 'badMove'],
      [[created, points], 2, 'badDivision'],
    ] as const) {
      const events = damaged.map((each) => each ?? expect.fail())
      expect(restoreGame(events, SECRET)).toEqual({ ok: false, error: { code, version } })
    }
    const ended = { event: { kind: 'ended', at: 2, ending: { kind: 'resigned', winner: 'black' } } }
    const forged = [created ?? expect.fail(), dealt ?? expect.fail(), ended]
    expect(restoreGame(forged, SECRET)).toMatchObject({ error: { code: 'forgedEnding' } })
  })
})
