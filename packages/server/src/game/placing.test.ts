import { type GameView, phaseOf, placingMs, recordOf } from '@hokito/protocol'
import { arrange, parseDeal } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import {
  ANNA,
  BERT,
  codeOf,
  fresh,
  kindsOf,
  PlayedGame,
  TERMS,
} from '../../test/helpers/decisions.ts'
import { playerId } from '../../test/helpers/ids.ts'
import { checkDeal } from './deal-check.ts'
import { deadlineOf, overdue } from './ending.ts'
import { leftOf } from './fairness.ts'
import { restoreArrangements, restoreGame } from './game.ts'
import { followingGame, newGame } from './new-game.ts'

const ONES_FIRST = '111111222222333333'
const THREES_FIRST = '333333222222111111'
const PLACED = { setup: { kind: 'placed' } } as const

/** A side's pieces as that side sees them, from its own edge. */
function sideOf({ deal = '' }: GameView, color: 'black' | 'white'): string {
  const parsed = parseDeal(deal)
  if (!parsed.ok) return expect.fail('no deal')
  const pieces = arrange(parsed.value).map(({ value }) => value)
  return (color === 'black' ? pieces.slice(0, 18) : pieces.slice(18).reverse()).join('')
}

function bothPlaced(played = new PlayedGame(PLACED)): PlayedGame {
  played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
  played.now += 40_000
  played.ask(ANNA.id, { type: 'place', arrangement: ONES_FIRST })
  return played
}

describe('placing pieces', () => {
  test('makes the deal once both are ready, and only then do clocks start', () => {
    const played = new PlayedGame(PLACED)
    expect(phaseOf(played.game.view)).toBe('placing')
    expect(kindsOf(played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST }))).toEqual([
      'placed',
    ])
    expect(played.game.view).toMatchObject({ placed: { white: 'byPlayer' } })
    expect(played.game.view.deal).toBeUndefined()
    played.now += 40_000
    expect(kindsOf(played.ask(ANNA.id, { type: 'place', arrangement: ONES_FIRST }))).toEqual([
      'placed',
      'dealt',
    ])
    const { view } = played.game
    expect(sideOf(view, 'black')).toBe(ONES_FIRST)
    expect(sideOf(view, 'white')).toBe(THREES_FIRST)
    expect(view.clock).toMatchObject({ since: played.now, isRunning: false })
    expect(kindsOf(played.play())).toEqual(['moved'])
  })

  test('shows nothing of an arrangement in the game as all see it, whatever it is', () => {
    const [one, other] = [ONES_FIRST, THREES_FIRST].map((arrangement) => {
      const played = new PlayedGame(PLACED)
      const id = { id: 'the-same-one-1' }
      played.ask(ANNA.id, { type: 'draft', arrangement })
      played.ask(ANNA.id, { type: 'draft', arrangement: `-${arrangement.slice(1)}` })
      played.ask(ANNA.id, { type: 'place', arrangement, ...id })
      return { view: played.game.view, stored: played.stored }
    })
    expect(one).toEqual(other)
    // Nor how often a player changed their mind: drafts make no event.
    expect(one?.view.version).toBe(2)
  })

  test.each([
    [
      'a stranger’s place',
      playerId('stranger'),
      { type: 'place', arrangement: ONES_FIRST },
      'notSeated',
    ],
    [
      'a stranger’s draft',
      playerId('stranger'),
      { type: 'draft', arrangement: ONES_FIRST },
      'notSeated',
    ],
    ['placing twice', BERT.id, { type: 'place', arrangement: ONES_FIRST }, 'alreadyPlaced'],
    ['a change after ready', BERT.id, { type: 'draft', arrangement: ONES_FIRST }, 'alreadyPlaced'],
    ['a move', ANNA.id, { type: 'move', from: 0, to: 1 }, 'notDealt'],
    ['a share', ANNA.id, { type: 'share', share: 'ab'.repeat(16) }, 'notDealing'],
    ['a claim', ANNA.id, { type: 'claim' }, 'tooEarlyToClaim'],
    ['resigning', ANNA.id, { type: 'resign' }, 'notDealt'],
    ['an offer', ANNA.id, { type: 'offerDraw' }, 'notDealt'],
  ])('%s is refused, and nothing has changed', (_, player, asked, code) => {
    const played = new PlayedGame(PLACED)
    played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
    const before = played.game
    expect(codeOf(played.ask(player, asked))).toBe(code)
    expect(played.game).toBe(before)
  })

  test.each([
    ['once it is over', bothPlaced(), 'notPlacing'],
    ['in a game that is dealt', new PlayedGame(), 'notPlacing'],
    ['while the deal is made', new PlayedGame({ setup: { kind: 'standard' } }), 'notPlacing'],
  ])('is refused %s', (_, played, code) => {
    for (const type of ['draft', 'place']) {
      expect(codeOf(played.ask(ANNA.id, { type, arrangement: ONES_FIRST }))).toBe(code)
    }
  })

  test('counts once, however often it is sent', () => {
    const played = new PlayedGame(PLACED)
    const command = { type: 'place', arrangement: ONES_FIRST, id: 'place-0001' }
    expect(kindsOf(played.ask(ANNA.id, command))).toEqual(['placed'])
    expect(played.ask(ANNA.id, command)).toEqual({ kind: 'repeated' })
  })

  test('can be given up by either side without a loser', () => {
    const played = new PlayedGame(PLACED)
    played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
    expect(kindsOf(played.ask(BERT.id, { type: 'abort' }))).toEqual(['ended'])
    expect(played.game.view).toMatchObject({ ending: { kind: 'aborted' }, leftBy: 'white' })
    expect(played.game.arrangements).toEqual({})
    expect(leftOf(played.game)).toBeUndefined()
  })

  test('leaves to the next game of the same two what both have seen', () => {
    const played = bothPlaced()
    played.ask(ANNA.id, { type: 'abort' })
    const { deal } = played.game.view
    const left = leftOf(played.game)
    expect(left).toMatchObject({ leaver: ANNA.id, setup: 'placed', deal })
    const kept = { black: ANNA.id, deal, origin: played.game.view.id, game: 1 }
    const again = newGame({
      terms: { ...TERMS, ...PLACED },
      seats: { black: ANNA, white: BERT },
      isByLot: false,
      kept,
      now: played.now,
      fresh: fresh(),
    })
    expect(phaseOf(again.game.view)).toBe('playing')
    expect(again.game.view).toMatchObject({ deal, keptFrom: played.game.view.id })
  })
})

describe('the time for placing', () => {
  test('ends with what is left placed at random, and the game begins', () => {
    const played = new PlayedGame(PLACED)
    const draft = '1-----2-----3-----'
    played.ask(ANNA.id, { type: 'draft', arrangement: ONES_FIRST.replace('3', '-') })
    played.ask(ANNA.id, { type: 'draft', arrangement: draft })
    played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
    played.now = deadlineOf(played.game.view) ?? 0
    expect(overdue(played.game, { ...played.circumstances(), now: played.now - 1 })).toEqual([])
    const events = overdue(played.game, played.circumstances())
    expect(events.map(({ kind }) => kind)).toEqual(['placed', 'dealt'])
    played.take({ events })
    const { view } = played.game
    expect(view.placed).toEqual({ black: 'byTime', white: 'byPlayer' })
    expect(sideOf(view, 'black')).toMatch(/^1.....2.....3.....$/)
    expect(sideOf(view, 'white')).toBe(THREES_FIRST)
    expect(phaseOf(view)).toBe('playing')
    expect(view.ending).toBeUndefined()
  })

  test('places all pieces of a player who never came, and decides before a command that comes late', () => {
    const played = new PlayedGame(PLACED)
    played.now = deadlineOf(played.game.view) ?? 0
    const late = played.ask(ANNA.id, { type: 'place', arrangement: ONES_FIRST })
    expect(late.kind).toBe('expired')
    expect(kindsOf(late)).toEqual(['placed', 'placed', 'dealt'])
    expect(played.game.view.placed).toEqual({ black: 'byTime', white: 'byTime' })
    expect(played.game.view.moves).toEqual([])
  })

  test('is three minutes with a clock and as long as a move by correspondence, and pauses move it', () => {
    const days = { kind: 'correspondence', daysPerMove: 3 } as const
    expect(placingMs(TERMS.timeControl)).toBe(180_000)
    expect(placingMs(days)).toBe(3 * 86_400_000)
    const played = new PlayedGame({ ...PLACED, timeControl: days })
    const before = deadlineOf(played.game.view) ?? 0
    played.take({ events: [{ kind: 'paused', at: played.now, ms: 5000 }] })
    expect(deadlineOf(played.game.view)).toBe(before + 5000)
  })
})

describe('what follows from it', () => {
  test('a match of two swaps the sides and keeps both arrangements', () => {
    const played = bothPlaced(new PlayedGame({ ...PLACED, games: 2 }))
    played.playTo(2)
    played.ask(ANNA.id, { type: 'resign' })
    const second = followingGame(played.game, { kept: undefined, now: 1, fresh: fresh() })
    expect(second.game.view).toMatchObject({
      seats: { black: BERT, white: ANNA },
      deal: played.game.view.deal,
    })
    expect(phaseOf(second.game.view)).toBe('playing')
  })

  test('a rematch is placed again', () => {
    const played = bothPlaced().playTo(2)
    played.ask(ANNA.id, { type: 'resign' })
    const again = followingGame(played.game, { kept: undefined, now: 1, fresh: fresh() })
    expect(phaseOf(again.game.view)).toBe('placing')
  })

  test('its record names both arrangements, and there is no proof to check', () => {
    const { view } = bothPlaced().game
    expect(recordOf(view)?.beginning.kind).toBe('deal')
    expect(checkDeal(view)).toEqual({ ok: false, error: { code: 'placedDeal' } })
  })

  test('a stored one is read whole, with what is hidden, or reported', () => {
    const played = new PlayedGame(PLACED)
    played.ask(ANNA.id, { type: 'draft', arrangement: '1-----------------' })
    played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
    const restored = restoreGame(played.stored, undefined)
    if (!restored.ok) return expect.fail(restored.error.code)
    const { arrangements } = played.game
    expect(restoreArrangements(restored.value, arrangements)).toEqual({
      ok: true,
      value: played.game,
    })
    for (const stored of [
      {},
      { ...arrangements, white: '1-----------------' },
      { ...arrangements, black: '1111111-----------' },
      { ...arrangements, black: 7 },
    ]) {
      expect(restoreArrangements(restored.value, stored)).toEqual({
        ok: false,
        error: { code: 'badArrangement', version: 2 },
      })
    }
  })

  test('an event that says twice that a side is ready is damage', () => {
    const played = new PlayedGame(PLACED)
    played.ask(BERT.id, { type: 'place', arrangement: THREES_FIRST })
    const [, placed] = played.stored
    if (placed === undefined) return expect.fail('nothing stored')
    expect(restoreGame([...played.stored, placed], undefined)).toEqual({
      ok: false,
      error: { code: 'badPlacing', version: 3 },
    })
  })
})
