import {
  type GameId,
  graceMs,
  PROTOCOL_VERSION,
  type Presence,
  protocolOf,
  recordOf,
  verifyDeal,
} from '@hokito/protocol'
import { formatRecord, legalMoves, outcome, parseRecord, totals } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import { commandId, GIVEN_TERMS, Page, pairUp, positionOf, startedBy } from './helpers/page.ts'
import { moveIn, playTo } from './helpers/play.ts'
import { IS_SHARED, startTestServer } from './helpers/server.ts'
import { wait } from './helpers/server-process.mjs'

const server = kept(() => startTestServer())

/** Plays legal moves for both until the game is over or a ply is reached. */
async function playOn(
  { black, white, game }: { black: Page; white: Page; game: GameId },
  toPly = 99,
): Promise<void> {
  for (;;) {
    const ply = Math.max(black.view(game).moves.length, white.view(game).moves.length)
    const mover = ply % 2 === 0 ? black : white
    const view = await mover.sees(game, ({ moves }) => moves.length === ply)
    const [move] = legalMoves(positionOf(view))
    if (ply >= toPly || move === undefined || view.ending !== undefined) return
    const reply = await mover.move(game, move)
    expect(reply.ok).toBe(true)
  }
}

/** A player with a challenge by link. A game of the same player shows when they go away. */
async function offerByLink() {
  const { black: host, game } = await pairUp(server.url)
  const wish = { terms: GIVEN_TERMS, color: 'black', isListed: false } as const
  const offered = await host.send({ type: 'challenge', id: commandId(), ...wish })
  return {
    host,
    challenge: offered.ok ? offered.challenge.id : expect.fail(offered.refusal.code),
    goAway: async (watcher: Page) => {
      await watcher.openGame(game)
      host.close()
      await watcher.hear('presence', ({ game: id, seats }) => id === game && !seats.black.isHere)
      // The challenger might be on another node. The server knows that they are not once every node
      // has reported its players.
      if (IS_SHARED) await wait(7000)
    },
  }
}

describe('two players', () => {
  test('play a whole game, watched by a third, and all see the same', async () => {
    const table = await pairUp(server.url)
    const watcher = await Page.open(server.url)
    await watcher.openGame(table.game)
    await playOn(table)
    const end = await table.black.sees(table.game, ({ ending }) => ending !== undefined)
    expect(end.ending?.kind).toBe('stuck')
    expect(outcome(positionOf(end))?.winner).toBe(end.ending?.winner)
    expect(await table.white.sees(table.game, ({ version }) => version === end.version)).toEqual(
      end,
    )
    expect(await watcher.sees(table.game, ({ version }) => version === end.version)).toEqual(end)
    const versions = watcher.told.flatMap((told) =>
      told.event === 'update' ? [told.message.version] : [],
    )
    expect(versions).toEqual(versions.map((_, index) => index + 3))
  })

  test('play by a compensation, which decides the game and its record', async () => {
    const terms = { compensation: 39.5, endRule: 'onTurn' } as const
    const table = await pairUp(server.url, terms)
    await playOn(table)
    const end = await table.white.sees(table.game, ({ ending }) => ending !== undefined)
    expect(end.terms).toMatchObject(terms)
    const { black, white } = totals(positionOf(end))
    expect(end.ending).toEqual({ kind: 'stuck', winner: black > white ? 'black' : 'white' })
    const record = recordOf(end)
    const read = record && parseRecord(formatRecord(record))
    expect(read?.ok && read.value).toMatchObject({ compensation: 39.5, ending: end.ending })
  })

  test('make a random deal together, and can check it', async () => {
    const { black, white, game } = await pairUp(server.url, { setup: { kind: 'scattered' } })
    const shares = { black: 'a1'.repeat(16), white: 'b2'.repeat(16) }
    await black.command(game, 'share', { share: shares.black })
    await white.sees(game, (view) => view.shares.black !== undefined)
    await white.command(game, 'share', { share: shares.white })
    const view = await black.sees(game, ({ deal }) => deal !== undefined)
    const { commitment = '', secret = '', deal = '' } = view
    expect(verifyDeal({ setup: 'scattered', commitment, secret, shares, deal }).ok).toBe(true)
  })

  test('agree on a draw, on a takeback, and on a rematch', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 4)
    await black.command(game, 'offerTakeback')
    const offered = await white.sees(game, ({ offers }) => offers.length === 1)
    await white.command(game, 'acceptOffer', { offer: offered.offers[0]?.id })
    await black.sees(game, ({ moves }) => moves.length === 2)
    await playOn(table, 3)
    await white.command(game, 'offerDraw')
    const draw = await black.sees(game, ({ offers }) => offers.length === 1)
    await black.command(game, 'acceptOffer', { offer: draw.offers[0]?.id })
    await white.sees(game, ({ ending }) => ending?.winner === 'draw')
    await white.command(game, 'offerRematch')
    const rematch = await black.sees(game, ({ offers }) => offers.length === 1)
    await black.command(game, 'acceptOffer', { offer: rematch.offers[0]?.id })
    const { next = expect.fail() } = await white.sees(game, ({ next }) => next !== undefined)
    expect((await white.hear('started', (started) => started.game === next)).game).toBe(next)
    const second = await white.openGame(next)
    expect(second.seats.black.id).toBe(white.player.id)
  })

  test('play a match of two with the same deal, colours swapped', async () => {
    const table = await pairUp(server.url, { games: 2 })
    await playOn(table)
    const { next = expect.fail() } = await table.black.sees(
      table.game,
      ({ next }) => next !== undefined,
    )
    const { black: white, white: black } = table
    await Promise.all([black.openGame(next), white.openGame(next)])
    await playOn({ black, white, game: next })
    const end = await black.sees(next, ({ ending }) => ending !== undefined)
    expect(end.match?.first?.game).toBe(table.game)
    expect(end.next).toBeUndefined()
  })

  test('have half a minute before the second game, unless both are ready earlier', async () => {
    const table = await pairUp(server.url, { games: 2 })
    await playTo(table, 2)
    await table.black.command(table.game, 'resign')
    const { next = expect.fail() } = await table.white.sees(
      table.game,
      ({ next }) => next !== undefined,
    )
    const { black: white, white: black } = table
    await Promise.all([black.openGame(next), white.openGame(next)])
    const { clock, createdAt } = black.view(next)
    expect(clock).toMatchObject({ since: createdAt + 30_000, standsUntil: createdAt + 30_000 })
    for (const page of [black, white]) expect((await page.command(next, 'ready')).ok).toBe(true)
    const begun = await black.sees(next, ({ clock }) => clock.standsUntil === undefined)
    expect(begun.clock.since).toBeLessThan(createdAt + 30_000)
    // A page that comes later sees the same.
    expect(await (await Page.open(server.url)).openGame(next)).toEqual(begun)
  })

  test('get one message each for a move: its answer, or the event', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 2)
    const messages = [black, white].map(({ socket }) => {
      const heard: string[] = []
      socket.io.engine.on('packet', ({ type, data }) => {
        const isAside = /^2\d*\["(lag|presence)"/.test(String(data))
        if (type === 'message' && !isAside) heard.push(String(data).replace(/\d+/, ''))
      })
      return heard
    })
    await playOn(table, 6)
    for (const page of [black, white]) await page.sees(game, ({ moves }) => moves.length === 6)
    for (const heard of messages) {
      expect(heard).toHaveLength(4)
      expect(heard.filter((message) => message.startsWith('["update"'))).toHaveLength(2)
    }
  })

  test('say phrases to each other and to who watches', async () => {
    const { black, white, game } = await pairUp(server.url)
    const watcher = await Page.open(server.url)
    await watcher.openGame(game)
    await black.send({ type: 'say', game, phrase: 'goodLuck' })
    const said = { game, color: 'black', phrase: 'goodLuck' }
    expect(await white.hear('said')).toEqual(said)
    expect(await watcher.hear('said')).toEqual(said)
    const refused = await watcher.send({ type: 'say', game, phrase: 'hello' })
    expect(refused).toEqual({ ok: false, refusal: { code: 'notSeated' } })
  })
})

describe('a connection that is lost', () => {
  test('is replaced by another that gets the whole game and goes on', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 3)
    black.close()
    await white.hear('presence', ({ seats }) => !seats.black.isHere)
    const [move] = legalMoves(white.position(game))
    await white.move(game, move ?? expect.fail())
    await black.connect()
    const view = await black.openGame(game)
    expect(view).toEqual(white.view(game))
    await white.hear('presence', ({ seats }) => seats.black.isHere)
    await playOn(table, 6)
  })

  test('between sending and hearing the answer: the same command again counts once', async () => {
    const { black, white, game } = await pairUp(server.url)
    const [move] = legalMoves(black.position(game))
    const command = { type: 'move', game, ply: 0, id: commandId(), ...move }
    black.socket.emit('command', command, () => undefined)
    await white.sees(game, ({ moves }) => moves.length === 1)
    black.close()
    await black.connect()
    const reply = await black.sendRaw(command)
    expect('game' in reply && reply.game?.moves).toEqual([move])
    expect(white.view(game).moves).toHaveLength(1)
  })
})

describe('a player who leaves', () => {
  test('can be claimed against after the grace, not before', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 4)
    black.close()
    await white.hear('presence', ({ seats }) => seats.black.claimableAt !== undefined)
    expect(await white.command(game, 'claim')).toMatchObject({
      refusal: { code: 'tooEarlyToClaim' },
    })
    server.advance(35_000)
    expect((await white.command(game, 'claim')).ok).toBe(true)
    expect(white.view(game).ending).toEqual({ kind: 'abandoned', winner: 'white' })
  })

  test('loses nothing by the other side’s long thought, and has the whole grace after it', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 5)
    black.close()
    await white.hear('presence', ({ seats }) => !seats.black.isHere)
    server.advance(60_000)
    const early = { refusal: { code: 'tooEarlyToClaim' } }
    expect(await white.command(game, 'claim')).toMatchObject(early)
    expect(white.presence.get(game)?.seats.black.claimableAt).toBeUndefined()
    await white.move(game, legalMoves(white.position(game))[0] ?? expect.fail())
    const claimable = ({ seats }: Presence) => seats.black.claimableAt !== undefined
    const { claimableAt = 0 } = (await white.hear('presence', claimable)).seats.black
    const { clock, terms } = white.view(game)
    expect(claimableAt).toBe(clock.since + (graceMs(terms.timeControl) ?? 0))
    expect(await white.command(game, 'claim')).toMatchObject(early)
    // A restart does not shorten the grace either.
    server.advance(30_000)
    await server.restart()
    await white.connect()
    await white.openGame(game)
    server.advance(20_000)
    expect(await white.command(game, 'claim')).toMatchObject(early)
    server.advance(20_000)
    expect(await white.command(game, 'claim')).toMatchObject({ ok: true })
  })

  test('loses on time with nobody connected at all', async () => {
    const table = await pairUp(server.url)
    const { black, white, game } = table
    await playOn(table, 4)
    black.close()
    white.close()
    server.advance(310_000)
    const watcher = await Page.open(server.url)
    await watcher.openGame(game)
    const view = await watcher.sees(game, ({ ending }) => ending !== undefined)
    expect(view.ending).toEqual({ kind: 'timeout', winner: 'white' })
  })

  test('who never comes undoes the game', async () => {
    const { white, game } = await pairUp(server.url)
    server.advance(121_000)
    const view = await white.sees(game, ({ ending }) => ending !== undefined)
    expect(view.ending).toEqual({ kind: 'aborted', winner: 'nobody' })
  })

  test.each([
    ['a friend, who has two minutes', false, 119_000],
    ['a stranger, who has one', true, 59_000],
  ])('is waited for by %s', async (_who, isListed, patienceMs) => {
    const [host, guest] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    const wish = { terms: GIVEN_TERMS, color: 'black', isListed } as const
    const offered = await host.send({ type: 'challenge', id: commandId(), ...wish })
    if (!offered.ok) return expect.fail(offered.refusal.code)
    const { id: challenge } = offered.challenge
    const taken = await guest.send({ type: 'acceptChallenge', id: commandId(), challenge })
    if (!taken.ok) return expect.fail(taken.refusal.code)
    const { clock } = await guest.openGame(taken.started)
    server.advance(patienceMs)
    const last = await guest.send({ type: 'myGames' })
    expect(last.ok && last.games[0]?.deadline).toBe(clock.since + patienceMs + 1000)
    expect(guest.view(taken.started).ending).toBeUndefined()
    server.advance(2000)
    const { leftBy } = await guest.sees(taken.started, ({ ending }) => ending !== undefined)
    expect(leftBy).toBe('black')
  })
})

describe('the lobby', () => {
  test('pairs two who want the same, once, however often they ask', async () => {
    const [one, two] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    const timeControl = { kind: 'fischer', initialSeconds: 77, incrementSeconds: 1 } as const
    const asked = { type: 'quickPair', id: commandId(), timeControl } as const
    const [first, again] = await Promise.all([one.send(asked), one.send(asked)])
    expect(again).toEqual(first)
    const taking = { type: 'quickPair', id: commandId(), timeControl } as const
    const [paired, pairedAgain] = await Promise.all([two.send(taking), two.send(taking)])
    expect(pairedAgain).toEqual(paired)
    const game = startedBy(paired)
    const started = await one.hear('started')
    expect(started.game).toBe(game)
    expect(one.told.filter(({ event }) => event === 'started')).toHaveLength(1)
    const mine = await one.send({ type: 'myGames' })
    expect(mine.ok && mine.games.map(({ id }) => id)).toEqual([game])
  })

  test('answers what is asked, though something else was asked with the same id', async () => {
    const page = await Page.open(server.url)
    const id = commandId()
    await page.send({ type: 'quickPair', id, timeControl: { kind: 'none' } })
    const offered = await page.send({
      type: 'challenge',
      id,
      terms: GIVEN_TERMS,
      color: 'white',
      isListed: false,
    })
    expect(offered).toMatchObject({ ok: true, challenge: { color: 'white' } })
  })

  test('shows challenges live, and hides those that are only for a friend', async () => {
    const [one, two] = await Promise.all([Page.open(server.url), Page.open(server.url)])
    await two.send({ type: 'openLobby' })
    const ask = (isListed: boolean) =>
      one.send({
        type: 'challenge',
        id: commandId(),
        terms: {
          setup: { kind: 'mirrored' },
          endRule: 'onTurn',
          timeControl: { kind: 'none' },
          allowsTakebacks: true,
          games: 1,
        },
        color: 'white',
        isListed,
      })
    const hidden = await ask(false)
    const shown = await ask(true)
    const id = shown.ok ? shown.challenge.id : expect.fail()
    const hiddenId = hidden.ok ? hidden.challenge.id : expect.fail()
    await two.hear('lobby', ({ added }) => added.some((challenge) => challenge.id === id))
    const told = two.told.flatMap((one) => (one.event === 'lobby' ? one.message.added : []))
    expect(told.map((challenge) => challenge.id)).not.toContain(hiddenId)
    const seen = await two.send({ type: 'seeChallenge', challenge: hiddenId })
    expect('challenge' in seen && seen.challenge.challenger).toEqual(one.player)
    await one.send({ type: 'withdrawChallenge', challenge: id })
    await two.hear('lobby', ({ removed }) => removed.includes(id))
    const gone = await two.send({ type: 'acceptChallenge', id: commandId(), challenge: id })
    expect(gone).toEqual({ ok: false, refusal: { code: 'unknownChallenge' } })
  })

  test('keeps a challenge whose maker is away, and says when it can be taken', async () => {
    const { host, challenge, goAway } = await offerByLink()
    const friend = await Page.open(server.url)
    await goAway(friend)
    const accept = () =>
      friend.send({ type: 'acceptChallenge', id: commandId(), challenge } as const)
    expect(await accept()).toEqual({ ok: false, refusal: { code: 'opponentAway' } })
    const seen = await friend.send({ type: 'seeChallenge', challenge })
    expect('challenge' in seen && seen.challenge.id).toBe(challenge)
    await host.connect()
    const { challenger } = await friend.hear('challengerHere')
    expect(challenger).toBe(host.player.id)
    const taken = await accept()
    const game = taken.ok ? taken.started : expect.fail(taken.refusal.code)
    expect(await host.hear('started', (started) => started.game === game)).toEqual({
      game,
      challenge,
    })
  })

  test('tells nobody of a player whom they do not wait for any more', async () => {
    const [first, second] = [await offerByLink(), await offerByLink()]
    const friend = await Page.open(server.url)
    for (const { challenge, goAway } of [first, second]) {
      await goAway(friend)
      const reply = await friend.send({ type: 'acceptChallenge', id: commandId(), challenge })
      expect(reply.ok).toBe(false)
    }
    await first.host.connect()
    await second.host.connect()
    const { id } = second.host.player
    expect(await friend.hear('challengerHere')).toEqual({ challenger: id })
    expect(friend.told.filter(({ event }) => event === 'challengerHere')).toHaveLength(1)
  })

  test('gives a challenge to one of many who take it at once', async () => {
    const one = await Page.open(server.url)
    const offered = await one.send({
      type: 'challenge',
      id: commandId(),
      terms: {
        setup: { kind: 'standard' },
        endRule: 'either',
        timeControl: { kind: 'correspondence', daysPerMove: 2 },
        allowsTakebacks: true,
        games: 1,
      },
      color: 'random',
      isListed: true,
    })
    const challenge = offered.ok ? offered.challenge.id : expect.fail()
    const others = await Promise.all(Array.from({ length: 6 }, () => Page.open(server.url)))
    const replies = await Promise.all(
      others.map((other) => other.send({ type: 'acceptChallenge', id: commandId(), challenge })),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    const own = await one.send({ type: 'acceptChallenge', id: commandId(), challenge })
    expect(own.ok).toBe(false)
  })
})

describe('a player', () => {
  test('of an older version learns from the first message that it has to be loaded again', async () => {
    const page = await Page.open(server.url)
    const [first] = page.told
    // Pages of each version read this much of a welcome, and nothing else.
    expect(first?.event).toBe('welcome')
    expect(protocolOf(first?.message)).toBe(PROTOCOL_VERSION)
    expect(protocolOf(first?.message)).toBeGreaterThan(3)
  })

  test('stays the same by the cookie, and may choose another name', async () => {
    const page = await Page.open(server.url)
    const { id, name } = page.player
    await page.signIn()
    expect(page.player).toEqual({ id, name })
    const wanted = `Zoe ${process.pid}`
    const renamed = await page.send({ type: 'rename', name: wanted })
    expect(renamed).toEqual({ ok: true, player: { id, name: wanted } })
    await page.signIn()
    expect(page.player).toEqual({ id, name: wanted })
    const other = await Page.open(server.url)
    const taken = await other.send({ type: 'rename', name: wanted.toUpperCase() })
    expect(taken).toEqual({ ok: false, refusal: { code: 'nameTaken' } })
  })
})

// The time for which nodes were away is measured by the database's clock, which cannot be advanced
// here.
describe.skipIf(IS_SHARED)('a restart', () => {
  test('takes no time from anyone, and games and challenges go on', async () => {
    const own = await startTestServer()
    try {
      const terms = { timeControl: { kind: 'correspondence', daysPerMove: 1 } } as const
      const table = await pairUp(own.url, terms)
      const live = await pairUp(own.url)
      await playOn(table, 3)
      await playOn(live, 3)
      const waiting = await table.black.send({
        type: 'challenge',
        id: commandId(),
        terms: table.black.view(table.game).terms,
        color: 'random',
        isListed: false,
      })
      // Far longer than the players of the second game have left.
      await own.restart(3 * 3600_000)
      await table.black.hear('closing')
      await Promise.all([table.black.connect(), table.white.connect(), live.white.connect()])
      const view = await table.black.openGame(table.game)
      await table.white.openGame(table.game)
      expect(view.moves).toHaveLength(3)
      await playOn(table, 5)
      const after = await live.white.openGame(live.game)
      expect(after.ending).toBeUndefined()
      const spent = await live.black.connect().then(() => live.black.openGame(live.game))
      await moveIn(live.white, live.game)
      const { white } = live.white.view(live.game).clock.remainingMs
      expect(white).toBeGreaterThan(spent.clock.remainingMs.white - 10_000)
      const id = waiting.ok ? waiting.challenge.id : expect.fail()
      expect((await table.white.send({ type: 'seeChallenge', challenge: id })).ok).toBe(true)
    } finally {
      await own.close()
    }
  })
})
