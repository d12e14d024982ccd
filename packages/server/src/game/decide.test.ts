import { commitmentOf, graceMs, type TimeControl, verifyDeal } from '@hokito/protocol'
import { legalMoves, score } from '@hokito/rules'
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
import { playerId } from '../../test/helpers/ids.ts'
import type { Decision } from './decision.ts'
import { deadlineOf, overdue } from './ending.ts'
import { restoreGame } from './game.ts'
import { followingGame } from './new-game.ts'

describe('a move', () => {
  test('is taken from whose turn it is', () => {
    expect(kindsOf(new PlayedGame().play())).toEqual(['moved'])
  })

  test('counts once, however often it is sent', () => {
    const played = new PlayedGame()
    const [move] = legalMoves(played.game.position ?? expect.fail())
    const command = { type: 'move', id: 'twice-0001', ply: 0, ...move }
    expect(kindsOf(played.ask(ANNA.id, command))).toEqual(['moved'])
    expect(played.ask(ANNA.id, command)).toEqual({ kind: 'repeated' })
    expect(played.game.view.moves).toHaveLength(1)
  })

  test.each([
    ['by a stranger', playerId('stranger'), {}, 'notSeated'],
    ['out of turn', BERT.id, {}, 'notYourTurn'],
    ['from another ply', ANNA.id, { ply: 1 }, 'stale'],
    ['that is illegal', ANNA.id, { from: 0, to: 35 }, 'illegalMove'],
    ['of the other side’s piece', ANNA.id, { from: 35, to: 34 }, 'illegalMove'],
  ])('%s is refused', (_, player, change, code) => {
    const played = new PlayedGame()
    const before = played.game
    const [move] = legalMoves(before.position ?? expect.fail())
    const decision = played.ask(player, { type: 'move', ...move, ...change })
    expect(codeOf(decision)).toBe(code)
    expect(played.game).toBe(before)
  })

  test('that comes too late is refused and loses', () => {
    const played = new PlayedGame().playTo(2)
    played.now += 60_000 + 500
    played.lagMs = 400
    const late = played.play()
    expect(codeOf(late)).toBe('gameOver')
    expect(played.game.view.ending).toEqual({ kind: 'timeout', winner: 'white' })
    expect(played.game.view.moves).toHaveLength(2)
  })

  test('or anything else that comes too late loses too, unless it had counted before', () => {
    const played = new PlayedGame().playTo(2)
    const offer = { type: 'offerDraw', id: 'offer-0001', ply: 2 }
    expect(kindsOf(played.ask(ANNA.id, offer))).toEqual(['offered'])
    played.now = (deadlineOf(played.game.view) ?? 0) + 1
    expect(played.ask(ANNA.id, offer)).toEqual({ kind: 'repeated' })
    expect(codeOf(played.ask(BERT.id, { type: 'resign' }))).toBe('gameOver')
    expect(played.game.view.ending).toEqual({ kind: 'timeout', winner: 'white' })
  })

  test('that was late by less than the measured lag is in time', () => {
    const played = new PlayedGame().playTo(2)
    played.now += 60_000 + 300
    played.lagMs = 400
    expect(kindsOf(played.play())).toEqual(['moved'])
  })

  test('that ends the game on the board ends it', () => {
    const played = new PlayedGame()
    while (played.game.view.ending === undefined) played.play(3)
    const points = score(played.game.position ?? expect.fail())
    expect(played.game.view.ending.kind).toBe('stuck')
    expect(played.game.view.ending.winner).toBe(points.black > points.white ? 'black' : 'white')
    expect(codeOf(played.play())).toBe('gameOver')
  })
})

describe('a random deal', () => {
  test('is made of both shares and the secret, and proves itself', () => {
    const played = new PlayedGame({ setup: { kind: 'mirrored' } })
    const { commitment = '' } = played.game.view
    expect(commitment).toBe(commitmentOf(SECRET))
    expect(JSON.stringify(played.game.view)).not.toContain(SECRET)
    expect(codeOf(played.ask(ANNA.id, { type: 'move', from: 0, to: 1 }))).toBe('notDealt')
    const shares = { black: 'aa'.repeat(16), white: 'bb'.repeat(16) }
    expect(kindsOf(played.ask(BERT.id, { type: 'share', share: shares.white }))).toEqual(['shared'])
    const again = played.ask(BERT.id, { type: 'share', share: shares.black })
    expect(codeOf(again)).toBe('alreadyShared')
    const dealt = played.ask(ANNA.id, { type: 'share', share: shares.black })
    expect(kindsOf(dealt)).toEqual(['shared', 'dealt'])
    const { secret = '', deal = '' } = played.game.view
    expect(verifyDeal({ setup: 'mirrored', commitment, secret, shares, deal }).ok).toBe(true)
    const late = played.ask(ANNA.id, { type: 'share', share: shares.black })
    expect(codeOf(late)).toBe('notDealing')
  })

  test('that one side does not help to make is given up in the end', () => {
    const played = new PlayedGame({ setup: { kind: 'standard' } })
    played.now = deadlineOf(played.game.view) ?? 0
    played.take({ events: overdue(played.game, played.circumstances()) })
    expect(played.game.view.ending).toEqual({ kind: 'aborted', winner: 'nobody' })
  })
})

describe('offers', () => {
  test('a draw is agreed by its id', () => {
    const played = new PlayedGame().playTo(3)
    played.ask(ANNA.id, { type: 'offerDraw' })
    const [offer] = played.game.view.offers
    expect(codeOf(played.ask(BERT.id, { type: 'acceptOffer', offer: 999 }))).toBe('unknownOffer')
    expect(codeOf(played.ask(ANNA.id, { type: 'acceptOffer', offer: offer?.id }))).toBe('ownOffer')
    played.ask(BERT.id, { type: 'acceptOffer', offer: offer?.id })
    expect(played.game.view.ending).toEqual({ kind: 'agreed', winner: 'draw' })
  })

  test('a draw lives through the own next move, and dies by the other side’s', () => {
    const played = new PlayedGame().playTo(2)
    played.ask(ANNA.id, { type: 'offerDraw' })
    played.play()
    expect(played.game.view.offers).toHaveLength(1)
    played.play()
    expect(played.game.view.offers).toHaveLength(0)
  })

  test('one of a kind is pending at a time, and one a ply is enough', () => {
    const played = new PlayedGame().playTo(2)
    played.ask(ANNA.id, { type: 'offerDraw' })
    expect(codeOf(played.ask(BERT.id, { type: 'offerDraw' }))).toBe('offerPending')
    const [offer] = played.game.view.offers
    expect(codeOf(played.ask(BERT.id, { type: 'withdrawOffer', offer: offer?.id }))).toBe(
      'notYourOffer',
    )
    played.ask(BERT.id, { type: 'declineOffer', offer: offer?.id })
    expect(codeOf(played.ask(ANNA.id, { type: 'offerDraw' }))).toBe('offerTooSoon')
    played.play()
    expect(kindsOf(played.ask(ANNA.id, { type: 'offerDraw' }))).toEqual(['offered'])
  })

  test('a takeback leads back to the asker’s last move and restores both clocks', () => {
    const played = new PlayedGame().playTo(4)
    const clockAtFour = played.game.view.clock.remainingMs
    played.now += 10_000
    played.play()
    played.now += 5000
    played.play()
    played.ask(ANNA.id, { type: 'offerTakeback' })
    const [offer] = played.game.view.offers
    expect(offer?.toPly).toBe(4)
    played.ask(BERT.id, { type: 'acceptOffer', offer: offer?.id })
    expect(played.game.view.moves).toHaveLength(4)
    expect(played.game.view.clock).toEqual({
      remainingMs: clockAtFour,
      turn: 'black',
      since: played.now,
      isRunning: true,
    })
    expect(kindsOf(played.play(5))).toEqual(['moved'])
  })

  test.each([
    ['that the game forbids', { allowsTakebacks: false }, 4, 'takebacksForbidden'],
    ['of a side that has not moved', {}, 0, 'nothingToTakeBack'],
  ])('a takeback %s is refused', (_, terms, ply, code) => {
    const played = new PlayedGame(terms).playTo(ply)
    expect(codeOf(played.ask(ANNA.id, { type: 'offerTakeback' }))).toBe(code)
  })

  test('a rematch swaps colours and gets a new deal', () => {
    const played = new PlayedGame({ setup: { kind: 'scattered' } })
    played.ask(ANNA.id, { type: 'share', share: 'aa'.repeat(16) })
    played.ask(BERT.id, { type: 'share', share: 'bb'.repeat(16) })
    expect(codeOf(played.ask(ANNA.id, { type: 'offerRematch' }))).toBe('gameRunning')
    played.ask(ANNA.id, { type: 'resign' })
    played.ask(BERT.id, { type: 'offerRematch' })
    played.ask(ANNA.id, { type: 'acceptOffer', offer: played.game.view.offers[0]?.id })
    expect(played.game.view.next).toBe('nextgame0001')
    expect(codeOf(played.ask(ANNA.id, { type: 'offerRematch' }))).toBe('alreadyContinued')
    const { game } = followingGame(played.game, {
      kept: undefined,
      now: played.now,
      fresh: fresh(),
    })
    expect(game.view.seats).toEqual({ black: BERT, white: ANNA })
    expect(game.view.previous).toBe('game00000001')
    expect(game.view.deal).toBeUndefined()
  })
})

describe('endings', () => {
  test('a resignation gives the game to the other side', () => {
    const played = new PlayedGame().playTo(1)
    played.ask(ANNA.id, { type: 'resign' })
    expect(played.game.view.ending).toEqual({ kind: 'resigned', winner: 'white' })
    expect(played.game.view.offers).toEqual([])
  })

  test('an abort is possible until both have moved', () => {
    expect(kindsOf(new PlayedGame().playTo(1).ask(BERT.id, { type: 'abort' }))).toEqual(['ended'])
    expect(codeOf(new PlayedGame().playTo(2).ask(ANNA.id, { type: 'abort' }))).toBe(
      'tooLateToAbort',
    )
  })

  test('a game whose other player is gone can be claimed after the grace, never before', () => {
    const played = new PlayedGame().playTo(5)
    expect(codeOf(played.ask(ANNA.id, { type: 'claim' }))).toBe('tooEarlyToClaim')
    played.goneSince = played.now
    played.now += 29_999
    expect(codeOf(played.ask(ANNA.id, { type: 'claim' }))).toBe('tooEarlyToClaim')
    played.now += 1
    played.ask(ANNA.id, { type: 'claim' })
    expect(played.game.view.ending).toEqual({ kind: 'abandoned', winner: 'black' })
  })

  const SLOW: TimeControl = { kind: 'fischer', initialSeconds: 600, incrementSeconds: 0 }
  const GRACE = graceMs(SLOW) ?? 0
  test.each([
    ['that is on turn, and went before that', { ply: 5, goneMs: -90_000, claimableMs: GRACE }],
    ['that is on turn, and went then', { ply: 5, goneMs: 7000, claimableMs: 7000 + GRACE }],
    ['that has nothing to do', { ply: 4, goneMs: -90_000, claimableMs: undefined }],
    ['before both have moved', { ply: 1, goneMs: -90_000, claimableMs: undefined }],
  ])('a game is claimed against a side %s, or never', (_, { ply, goneMs, claimableMs }) => {
    const played = new PlayedGame({ timeControl: SLOW }).playTo(ply)
    const turnSince = played.now
    played.goneSince = turnSince + goneMs
    const claimAfter = (ms: number) => {
      played.now = turnSince + ms
      return codeOf(played.ask(ANNA.id, { type: 'claim' }))
    }
    expect(claimAfter((claimableMs ?? 110_000) - 1)).toBe('tooEarlyToClaim')
    if (claimableMs === undefined) return
    expect(claimAfter(claimableMs)).toBeUndefined()
    expect(played.game.view.ending).toEqual({ kind: 'abandoned', winner: 'black' })
  })

  test('time decides with nobody there, at the deadline and not before', () => {
    const played = new PlayedGame().playTo(4)
    const deadline = deadlineOf(played.game.view) ?? 0
    played.now = deadline - 1
    expect(overdue(played.game, played.circumstances())).toEqual([])
    played.now = deadline
    played.take({ events: overdue(played.game, played.circumstances()) })
    expect(played.game.view.ending).toEqual({ kind: 'timeout', winner: 'white' })
    expect(played.game.view.clock.remainingMs.black).toBe(0)
    expect(deadlineOf(played.game.view)).toBeUndefined()
  })

  test('a restart takes no time from anyone', () => {
    const played = new PlayedGame().playTo(4)
    played.now += 3600_000
    played.take({ events: [{ kind: 'paused', at: played.now, ms: 3600_000 }] })
    expect(overdue(played.game, played.circumstances())).toEqual([])
    const { remainingMs } = played.game.view.clock
    played.play()
    expect(played.game.view.clock.remainingMs.black).toBe(remainingMs.black + 1000)
  })
})

describe('a match of two', () => {
  test('goes on with the same deal, colours swapped, and carries the points', () => {
    const played = new PlayedGame({ games: 2 })
    let last: Decision | undefined
    while (played.game.view.ending === undefined) last = played.play(2)
    expect(last && kindsOf(last)).toEqual(['moved', 'ended', 'continued'])
    const { game } = followingGame(played.game, {
      kept: undefined,
      now: played.now,
      fresh: fresh(),
    })
    const points = score(played.game.position ?? expect.fail())
    const winner = played.game.view.ending?.winner === 'black' ? 'white' : 'black'
    expect(game.view.match).toEqual({
      game: 2,
      first: {
        game: 'game00000001',
        points: { black: points.white, white: points.black },
        winner,
      },
    })
    expect(game.view.deal).toBe('77.1234567')
    expect(game.view.seats.black).toEqual(BERT)
  })

  test('gives no points to a player who resigns, and ends there when it was aborted', () => {
    const resigned = new PlayedGame({ games: 2 }).playTo(4)
    resigned.ask(ANNA.id, { type: 'resign' })
    const { game } = followingGame(resigned.game, {
      kept: undefined,
      now: resigned.now,
      fresh: fresh(),
    })
    expect(game.view.match?.first?.points.white).toBe(0)
    expect(game.view.match?.first?.points.black).toBeGreaterThan(0)
    const aborted = new PlayedGame({ games: 2 })
    expect(kindsOf(aborted.ask(ANNA.id, { type: 'abort' }))).toEqual(['ended'])
  })

  test('whose second game one side does not begin is lost there, not undone', () => {
    const first = new PlayedGame({ games: 2 }).playTo(4)
    first.ask(BERT.id, { type: 'resign' })
    const second = new PlayedGame(
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
  const events = () => new PlayedGame().playTo(3).stored

  test.each([
    ['no events', 'noEvents', () => []],
    ['a beginning in the middle', 'createdTwice', () => [...events(), ...events()]],
    ['no beginning', 'notCreated', () => events().slice(1)],
    ['an illegal move', 'badMove', () => [...events(), ...events().slice(2, 3)]],
    ['garbage', 'notAnEvent', () => [...events(), { event: { kind: 'garbage' } }]],
    [
      'a forged result',
      'forgedEnding',
      () => [
        ...events(),
        { event: { kind: 'ended', at: 1, ending: { kind: 'stuck', winner: 'black' } } },
      ],
    ],
    [
      'a winner before there is a board',
      'forgedEnding',
      () => [
        ...events().slice(0, 1),
        { event: { kind: 'ended', at: 1, ending: { kind: 'resigned', winner: 'black' } } },
      ],
    ],
    [
      'a takeback of what was never played',
      'badTakeback',
      () => [...events(), { event: { kind: 'takenBack', at: 1, toPly: 4 } }],
    ],
    [
      'a takeback before the deal',
      'badTakeback',
      () => [...events().slice(0, 1), { event: { kind: 'takenBack', at: 1, toPly: 0 } }],
    ],
  ])('are reported as damaged: %s', (_, code, make) => {
    const restored = restoreGame(make(), undefined)
    expect(restored.ok ? 'sound' : restored.error.code).toBe(code)
  })
})
