import { commitmentOf, verifyDeal } from '@hokito/protocol'
import { legalMoves, score } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { ANNA, BERT, codeOf, fresh, kindsOf, SECRET, Table } from '../../test/helpers/decisions.ts'
import type { Decision } from './decision.ts'
import { deadlineOf, overdue } from './ending.ts'
import { restoreGame } from './game.ts'
import { followingGame } from './new-game.ts'

describe('a move', () => {
  test('is taken from whose turn it is', () => {
    expect(kindsOf(new Table().play())).toEqual(['moved'])
  })

  test('counts once, however often it is sent', () => {
    const table = new Table()
    const [move] = legalMoves(table.game.position ?? expect.fail())
    const command = { type: 'move', id: 'twice-0001', ply: 0, ...move }
    expect(kindsOf(table.ask(ANNA.id, command))).toEqual(['moved'])
    expect(table.ask(ANNA.id, command)).toEqual({ events: [] })
    expect(table.game.view.moves).toHaveLength(1)
  })

  test.each([
    ['by a stranger', 'strang000000', {}, 'notSeated'],
    ['out of turn', BERT.id, {}, 'notYourTurn'],
    ['from another ply', ANNA.id, { ply: 1 }, 'stale'],
    ['that is illegal', ANNA.id, { from: 0, to: 35 }, 'illegalMove'],
    ['of the other side’s piece', ANNA.id, { from: 35, to: 34 }, 'illegalMove'],
  ])('%s is refused', (_, player, change, code) => {
    const table = new Table()
    const before = table.game
    const [move] = legalMoves(before.position ?? expect.fail())
    const decision = table.ask(player, { type: 'move', ...move, ...change })
    expect(codeOf(decision)).toBe(code)
    expect(table.game).toBe(before)
  })

  test('that comes too late is refused and loses', () => {
    const table = new Table().playTo(2)
    table.now += 60_000 + 500
    table.lagMs = 400
    const late = table.play()
    expect(codeOf(late)).toBe('gameOver')
    expect(table.game.view.ending).toEqual({ kind: 'timeout', winner: 'white' })
    expect(table.game.view.moves).toHaveLength(2)
  })

  test('that was late by less than the measured lag is in time', () => {
    const table = new Table().playTo(2)
    table.now += 60_000 + 300
    table.lagMs = 400
    expect(kindsOf(table.play())).toEqual(['moved'])
  })

  test('that ends the game on the board ends it', () => {
    const table = new Table()
    while (table.game.view.ending === undefined) table.play(3)
    const points = score(table.game.position ?? expect.fail())
    expect(table.game.view.ending.kind).toBe('stuck')
    expect(table.game.view.ending.winner).toBe(points.black > points.white ? 'black' : 'white')
    expect(codeOf(table.play())).toBe('gameOver')
  })
})

describe('a random deal', () => {
  test('is made of both shares and the secret, and proves itself', () => {
    const table = new Table({ setup: { kind: 'mirrored' } })
    const { commitment = '' } = table.game.view
    expect(commitment).toBe(commitmentOf(SECRET))
    expect(JSON.stringify(table.game.view)).not.toContain(SECRET)
    expect(codeOf(table.ask(ANNA.id, { type: 'move', from: 0, to: 1 }))).toBe('notDealt')
    const shares = { black: 'aa'.repeat(16), white: 'bb'.repeat(16) }
    expect(kindsOf(table.ask(BERT.id, { type: 'share', share: shares.white }))).toEqual(['shared'])
    const again = table.ask(BERT.id, { type: 'share', share: shares.black })
    expect(codeOf(again)).toBe('alreadyShared')
    const dealt = table.ask(ANNA.id, { type: 'share', share: shares.black })
    expect(kindsOf(dealt)).toEqual(['shared', 'dealt'])
    const { secret = '', deal = '' } = table.game.view
    expect(verifyDeal({ setup: 'mirrored', commitment, secret, shares, deal }).ok).toBe(true)
    const late = table.ask(ANNA.id, { type: 'share', share: shares.black })
    expect(codeOf(late)).toBe('notDealing')
  })

  test('that one side does not help to make is given up in the end', () => {
    const table = new Table({ setup: { kind: 'standard' } })
    table.now = deadlineOf(table.game.view) ?? 0
    table.take({ events: overdue(table.game, table.circumstances()) })
    expect(table.game.view.ending).toEqual({ kind: 'aborted', winner: 'nobody' })
  })
})

describe('offers', () => {
  test('a draw is agreed by its id', () => {
    const table = new Table().playTo(3)
    table.ask(ANNA.id, { type: 'offerDraw' })
    const [offer] = table.game.view.offers
    expect(codeOf(table.ask(BERT.id, { type: 'acceptOffer', offer: 999 }))).toBe('unknownOffer')
    expect(codeOf(table.ask(ANNA.id, { type: 'acceptOffer', offer: offer?.id }))).toBe('ownOffer')
    table.ask(BERT.id, { type: 'acceptOffer', offer: offer?.id })
    expect(table.game.view.ending).toEqual({ kind: 'agreed', winner: 'draw' })
  })

  test('a draw lives through the own next move, and dies by the other side’s', () => {
    const table = new Table().playTo(2)
    table.ask(ANNA.id, { type: 'offerDraw' })
    table.play()
    expect(table.game.view.offers).toHaveLength(1)
    table.play()
    expect(table.game.view.offers).toHaveLength(0)
  })

  test('one of a kind is pending at a time, and one a ply is enough', () => {
    const table = new Table().playTo(2)
    table.ask(ANNA.id, { type: 'offerDraw' })
    expect(codeOf(table.ask(BERT.id, { type: 'offerDraw' }))).toBe('offerPending')
    const [offer] = table.game.view.offers
    expect(codeOf(table.ask(BERT.id, { type: 'withdrawOffer', offer: offer?.id }))).toBe(
      'notYourOffer',
    )
    table.ask(BERT.id, { type: 'declineOffer', offer: offer?.id })
    expect(codeOf(table.ask(ANNA.id, { type: 'offerDraw' }))).toBe('offerTooSoon')
    table.play()
    expect(kindsOf(table.ask(ANNA.id, { type: 'offerDraw' }))).toEqual(['offered'])
  })

  test('a takeback leads to one’s own last move and restores both clocks', () => {
    const table = new Table().playTo(4)
    const clockAtFour = table.game.view.clock.remainingMs
    table.now += 10_000
    table.play()
    table.now += 5000
    table.play()
    table.ask(ANNA.id, { type: 'offerTakeback' })
    const [offer] = table.game.view.offers
    expect(offer?.toPly).toBe(4)
    table.ask(BERT.id, { type: 'acceptOffer', offer: offer?.id })
    expect(table.game.view.moves).toHaveLength(4)
    expect(table.game.view.clock).toEqual({
      remainingMs: clockAtFour,
      turn: 'black',
      since: table.now,
      isRunning: true,
    })
    expect(kindsOf(table.play(5))).toEqual(['moved'])
  })

  test.each([
    ['that the game forbids', { allowsTakebacks: false }, 4, 'takebacksForbidden'],
    ['of a side that has not moved', {}, 0, 'nothingToTakeBack'],
  ])('a takeback %s is refused', (_, terms, ply, code) => {
    const table = new Table(terms).playTo(ply)
    expect(codeOf(table.ask(ANNA.id, { type: 'offerTakeback' }))).toBe(code)
  })

  test('a rematch swaps colours and deals anew', () => {
    const table = new Table({ setup: { kind: 'scattered' } })
    table.ask(ANNA.id, { type: 'share', share: 'aa'.repeat(16) })
    table.ask(BERT.id, { type: 'share', share: 'bb'.repeat(16) })
    expect(codeOf(table.ask(ANNA.id, { type: 'offerRematch' }))).toBe('gameRunning')
    table.ask(ANNA.id, { type: 'resign' })
    table.ask(BERT.id, { type: 'offerRematch' })
    table.ask(ANNA.id, { type: 'acceptOffer', offer: table.game.view.offers[0]?.id })
    expect(table.game.view.next).toBe('nextgame0001')
    expect(codeOf(table.ask(ANNA.id, { type: 'offerRematch' }))).toBe('alreadyContinued')
    const { game } = followingGame(table.game, { kept: undefined, now: table.now, fresh: fresh() })
    expect(game.view.seats).toEqual({ black: BERT, white: ANNA })
    expect(game.view.previous).toBe('game00000001')
    expect(game.view.deal).toBeUndefined()
  })
})

describe('endings', () => {
  test('a resignation gives the game to the other side', () => {
    const table = new Table().playTo(1)
    table.ask(ANNA.id, { type: 'resign' })
    expect(table.game.view.ending).toEqual({ kind: 'resigned', winner: 'white' })
    expect(table.game.view.offers).toEqual([])
  })

  test('an abort is possible until both have moved', () => {
    expect(kindsOf(new Table().playTo(1).ask(BERT.id, { type: 'abort' }))).toEqual(['ended'])
    expect(codeOf(new Table().playTo(2).ask(ANNA.id, { type: 'abort' }))).toBe('tooLateToAbort')
  })

  test('a game whose other player is gone can be claimed after the grace, never before', () => {
    const table = new Table().playTo(5)
    expect(codeOf(table.ask(ANNA.id, { type: 'claim' }))).toBe('tooEarlyToClaim')
    table.goneSince = table.now
    table.now += 29_999
    expect(codeOf(table.ask(ANNA.id, { type: 'claim' }))).toBe('tooEarlyToClaim')
    table.now += 1
    table.ask(ANNA.id, { type: 'claim' })
    expect(table.game.view.ending).toEqual({ kind: 'abandoned', winner: 'black' })
  })

  test('time decides with nobody there, at the deadline and not before', () => {
    const table = new Table().playTo(4)
    const deadline = deadlineOf(table.game.view) ?? 0
    table.now = deadline - 1
    expect(overdue(table.game, table.circumstances())).toEqual([])
    table.now = deadline
    table.take({ events: overdue(table.game, table.circumstances()) })
    expect(table.game.view.ending).toEqual({ kind: 'timeout', winner: 'white' })
    expect(table.game.view.clock.remainingMs.black).toBe(0)
    expect(deadlineOf(table.game.view)).toBeUndefined()
  })

  test('a restart takes no time from anyone', () => {
    const table = new Table().playTo(4)
    table.now += 3600_000
    table.take({ events: [{ kind: 'paused', at: table.now, ms: 3600_000 }] })
    expect(overdue(table.game, table.circumstances())).toEqual([])
    const { remainingMs } = table.game.view.clock
    table.play()
    expect(table.game.view.clock.remainingMs.black).toBe(remainingMs.black + 1000)
  })
})

describe('a match of two', () => {
  test('goes on with the same deal, colours swapped, and carries the points', () => {
    const table = new Table({ games: 2 })
    let last: Decision | undefined
    while (table.game.view.ending === undefined) last = table.play(2)
    expect(last && kindsOf(last)).toEqual(['moved', 'ended', 'continued'])
    const { game } = followingGame(table.game, { kept: undefined, now: table.now, fresh: fresh() })
    const points = score(table.game.position ?? expect.fail())
    expect(game.view.match).toEqual({
      game: 2,
      first: { game: 'game00000001', points: { black: points.white, white: points.black } },
    })
    expect(game.view.deal).toBe('77.1234567')
    expect(game.view.seats.black).toEqual(BERT)
  })

  test('gives no points to whoever resigns, and ends there when it was aborted', () => {
    const resigned = new Table({ games: 2 }).playTo(4)
    resigned.ask(ANNA.id, { type: 'resign' })
    const { game } = followingGame(resigned.game, {
      kept: undefined,
      now: resigned.now,
      fresh: fresh(),
    })
    expect(game.view.match?.first?.points.white).toBe(0)
    expect(game.view.match?.first?.points.black).toBeGreaterThan(0)
    const aborted = new Table({ games: 2 })
    expect(kindsOf(aborted.ask(ANNA.id, { type: 'abort' }))).toEqual(['ended'])
  })

  test('whose second game one side does not begin is lost there, not undone', () => {
    const first = new Table({ games: 2 }).playTo(4)
    first.ask(BERT.id, { type: 'resign' })
    const second = new Table(
      {},
      followingGame(first.game, { kept: undefined, now: first.now, fresh: fresh() }).game,
    )
    expect(codeOf(second.ask(BERT.id, { type: 'abort' }))).toBe('tooLateToAbort')
    second.now = deadlineOf(second.game.view) ?? 0
    second.take({ events: overdue(second.game, second.circumstances()) })
    expect(second.game.view.ending).toEqual({ kind: 'abandoned', winner: 'white' })
  })
})

describe('stored events', () => {
  const events = () => new Table().playTo(3).stored

  test.each([
    ['no events', 'noEvents', () => []],
    ['a beginning in the middle', 'createdTwice', () => [...events(), ...events()]],
    ['no beginning', 'notCreated', () => events().slice(1)],
    ['an illegal move', 'badMove', () => [...events(), ...events().slice(2, 3)]],
    ['garbage', 'notAnEvent', () => [...events(), { event: { kind: 'garbage' } }]],
    [
      'a forged result',
      'badMove',
      () => [
        ...events(),
        { event: { kind: 'ended', at: 1, ending: { kind: 'stuck', winner: 'black' } } },
      ],
    ],
  ])('are reported as damaged: %s', (_, code, make) => {
    const restored = restoreGame(make(), undefined)
    expect(restored.ok ? 'sound' : restored.error.code).toBe(code)
  })
})
