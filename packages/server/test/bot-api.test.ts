import { ApiError, HokitoClient } from '@hokito/client'
import {
  type ChallengeId,
  challengeIdSchema,
  type GameId,
  gameIdSchema,
  graceMs,
} from '@hokito/protocol'
import type { ApiOwnGame, ApiRefusal } from '@hokito/protocol/api'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeToken, signUp, tokenOf } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import { describeOnNodes, startClub } from './helpers/nodes.ts'
import { commandId, GIVEN_TERMS, Page, until } from './helpers/page.ts'
import { doTask, firstMove, Program } from './helpers/program.ts'
import { startTestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'

/** The tests play faster than people do. */
const LIMITS = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 }
const RATED = {
  ...GIVEN_TERMS,
  setup: { kind: 'standard' },
  games: 2,
  allowsTakebacks: false,
} as const

const server = kept(() => startTestServer({ limits: LIMITS }))
const programs: Program[] = []
const pages: Page[] = []
afterEach(() => {
  for (const program of programs.splice(0)) program.stop()
  for (const page of pages.splice(0)) page.close()
})

let names = 0
async function program(url = server.url, nodeUrl = url): Promise<Program> {
  const started = await Program.start(url, `Automaton ${letters(names++)}`, nodeUrl)
  programs.push(started)
  return started
}

function letters(number: number): string {
  return `${'abcdefghij'.charAt(number / 10)}${'abcdefghij'.charAt(number % 10)}x`
}

async function guest(url = server.url): Promise<Page> {
  const page = await Page.open(url)
  pages.push(page)
  return page
}

/** The refusal of a call. */
async function refusalOf(call: Promise<unknown>): Promise<Partial<ApiRefusal>> {
  try {
    return expect.fail(`it went well: ${JSON.stringify(await call)}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.refusal === undefined) throw error
    return error.refusal
  }
}

/** A person challenges a bot. */
async function challengeBy(
  page: Page,
  { client }: Program,
  terms = GIVEN_TERMS,
): Promise<ChallengeId> {
  const { id: opponent } = await client.account()
  const wish = { terms, color: 'white', isListed: true, opponent } as const
  const offered = await page.send({ type: 'challenge', id: commandId(), ...wish })
  if (!offered.ok) throw new Error(JSON.stringify(offered))
  return offered.challenge.id
}

/** A game of a bot as Black against a guest, started by a challenge to the bot. */
async function begun(terms = GIVEN_TERMS) {
  const [bot, page] = [await program(), await guest()]
  await challengeBy(page, bot, terms)
  const game = gameIdSchema.parse(await bot.client.accept(await bot.challenge()))
  await page.openGame(game)
  await bot.sees(game, () => true)
  return { bot, page, game }
}

describe('a challenge to a bot', () => {
  test('is heard, taken, and leads to a game of which both hear', async () => {
    const [bot, page] = [await program(), await guest()]
    const id = await challengeBy(page, bot)
    expect(await bot.challenge()).toBe(id)
    expect((await bot.client.challenges()).forYou).toMatchObject([
      { id, opponent: { name: bot.name } },
    ])
    const game = await bot.client.accept(id)
    expect((await page.hear('started')).game).toBe(game)
    const own = await bot.sees(game, ({ phase }) => phase === 'playing')
    expect(own).toMatchObject({ color: 'black', task: 'move', black: { isBot: true } })
    await bot.hears((event) => event.type === 'challengeGone' && event.id === id)
  })
})

describe('what a bot offers', () => {
  test('is listed and open to anyone, but never part of quick pairing', async () => {
    const [bot, page, other] = [await program(), await guest(), await guest()]
    const { timeControl } = RATED
    // Refused until the bot is connected.
    const offered = await vi.waitFor(() => bot.client.challenge({ terms: RATED, isListed: true }), {
      timeout: 60_000,
    })
    expect(offered).toMatchObject({ isListed: true, challenger: { name: bot.name, isBot: true } })
    const paired = await page.send({ type: 'quickPair', id: commandId(), timeControl })
    expect(paired).toMatchObject({ ok: true, challenge: { isListed: true } })
    const challenge = challengeIdSchema.parse(offered.id)
    const taken = await other.send({ type: 'acceptChallenge', id: commandId(), challenge })
    expect(taken).toMatchObject({ ok: true })
    await bot.sees('started' in taken ? taken.started : '', ({ task }) => task === 'share')
  })

  test('can be live only while the bot is online, and closes after it has left', async () => {
    const token = await tokenOf(server.url, 'Absentia', ['challenges:write'])
    const client = new HokitoClient({ server: server.url, token })
    const terms = GIVEN_TERMS
    expect(await refusalOf(client.challenge({ terms, isListed: true }))).toMatchObject({
      status: 409,
      code: 'notConnected',
    })
    const slow = { ...terms, timeControl: { kind: 'correspondence', daysPerMove: 2 } } as const
    const { id } = await client.challenge({ terms: slow, isListed: true })
    await client.withdraw(id)
    expect(await refusalOf(client.withdraw(id))).toMatchObject({ code: 'unknownChallenge' })
  })

  test('is not what people offer in the lobby, which is for people', async () => {
    const [bot, page] = [await program(), await guest()]
    const offered = await page.send({
      type: 'challenge',
      id: commandId(),
      terms: GIVEN_TERMS,
      color: 'random',
      isListed: true,
    })
    if (!offered.ok || !('challenge' in offered)) throw new Error(JSON.stringify(offered))
    const { id } = offered.challenge
    expect(await refusalOf(bot.client.accept(id))).toMatchObject({ reason: 'forPeople' })
    // A player who hands over the id of a challenge wants to play the bot.
    const { id: link } = await byLink(page)
    expect(await bot.client.accept(link)).toMatch(/^\w{12}$/)
  })
})

async function byLink(page: Page) {
  const wish = { terms: GIVEN_TERMS, color: 'random', isListed: false } as const
  const offered = await page.send({ type: 'challenge', id: commandId(), ...wish })
  if (!offered.ok || !('challenge' in offered)) throw new Error(JSON.stringify(offered))
  return offered.challenge
}

describe('a bot in its game', () => {
  test('moves once however often it says so, and hears the answer', async () => {
    const { bot, page, game } = await begun()
    const own = await bot.sees(game, ({ task }) => task === 'move')
    const move = firstMove(own)
    const answers = await Promise.all([1, 2, 3].map(() => bot.client.move(game, 0, move)))
    for (const answer of answers) expect(answer).toMatchObject({ moves: [move], color: 'black' })
    expect(await bot.client.move(game, 0, move)).toMatchObject({ moves: [move] })
    await page.sees(game, ({ moves }) => moves.length === 1)
    const [reply = ''] = await legalOf(bot, game)
    await page.move(game, squaresOf(reply))
    await bot.sees(game, ({ moves, task }) => moves.length === 2 && task === 'move')
    // Another move at a past ply, or a move out of turn, is refused.
    expect(await refusalOf(bot.client.move(game, 0, reply))).toMatchObject({ reason: 'stale' })
    expect(page.view(game).moves).toHaveLength(2)
  })

  test('reads what is wrong with a move', async () => {
    const { bot, game } = await begun()
    expect(await refusalOf(bot.client.move(game, 0, 'a1a1'))).toMatchObject({
      status: 409,
      reason: 'illegalMove',
    })
    expect(await refusalOf(bot.client.move(game, 0, 'e2e4e5'))).toMatchObject({
      status: 400,
      code: 'badBody',
    })
    expect(await refusalOf(bot.client.move(game, 99, 'a1a2'))).toMatchObject({ parameter: 'ply' })
    expect(await refusalOf(bot.client.move('x'.repeat(12), 0, 'a1a2'))).toMatchObject({
      code: 'unknownGame',
    })
    const stranger = await program()
    expect(await refusalOf(stranger.client.resign(game))).toMatchObject({ reason: 'notSeated' })
  })

  test('offers and answers draws, resigns, and plays again', async () => {
    const { bot, page, game } = await begun()
    await bot.client.move(game, 0, firstMove(await bot.sees(game, () => true)))
    await page.sees(game, ({ moves }) => moves.length === 1)
    await page.move(game, squaresOf((await legalOf(bot, game))[0]))
    await page.command(game, 'offerDraw')
    const offered = await bot.sees(game, ({ offers = [] }) => offers.length > 0)
    const [offer] = offered.offers ?? []
    expect(offer).toMatchObject({ kind: 'draw', by: 'white' })
    await bot.client.answer(game, offer?.id ?? 0, 'decline')
    expect(await bot.sees(game, ({ offers }) => offers === undefined)).toMatchObject({
      phase: 'playing',
    })
    await bot.client.offer(game, 'draw')
    await page.sees(game, ({ offers }) => offers.length === 1)
    const resigned = await bot.client.resign(game)
    expect(resigned).toMatchObject({ phase: 'over', ending: { winner: 'white' } })
    await page.sees(game, ({ ending }) => ending !== undefined)
    await page.command(game, 'offerRematch')
    const again = await bot.sees(game, ({ offers = [] }) => offers.length > 0)
    const accepted = await bot.client.answer(game, again.offers?.[0]?.id ?? 0, 'accept')
    const next = accepted.nextGame ?? ''
    expect(await bot.sees(next, () => true)).toMatchObject({ color: 'white', phase: 'playing' })
  })

  test('counts as there while it follows its account, in all its games', async () => {
    const { bot, page, game } = await begun()
    const isThere = (isHere: boolean) =>
      until(
        () => page.presence.get(game)?.seats.black.isHere === isHere,
        `the bot is ${isHere ? '' : 'not '}there`,
      )
    await isThere(true)
    bot.stop()
    await isThere(false)
    const again = new Program(server.url, bot.token, bot.name)
    programs.push(again)
    again.follow()
    await again.sees(game, ({ version }) => version > 0)
    await isThere(true)
  })

  test('claims a game only when its opponent is away in the opponent’s own turn', async () => {
    const { bot, page, game } = await begun({ ...GIVEN_TERMS, games: 2 })
    const graceOverMs = (graceMs(GIVEN_TERMS.timeControl) ?? expect.fail()) + 1000
    const move = async (ply: number) => {
      const own = await bot.sees(game, ({ moves }) => moves.length === ply)
      await bot.client.move(game, ply, firstMove(own))
      await page.sees(game, ({ moves }) => moves.length === ply + 1)
    }
    for (const ply of [0, 2]) {
      await move(ply)
      await page.move(game, squaresOf((await legalOf(bot, game))[0]))
    }
    const own = await bot.sees(game, ({ moves }) => moves.length === 4)
    const watcher = await guest()
    await watcher.openGame(game)
    page.close()
    const isAway = () => watcher.presence.get(game)?.seats.white.isHere === false
    await until(isAway, 'the opponent is away')
    server.advance(graceOverMs)
    const tooEarly = { reason: 'tooEarlyToClaim' }
    expect(await refusalOf(bot.client.claim(game))).toMatchObject(tooEarly)
    await bot.client.move(game, 4, firstMove(own))
    expect(await refusalOf(bot.client.claim(game))).toMatchObject(tooEarly)
    server.advance(graceOverMs)
    expect(await bot.client.claim(game)).toMatchObject({
      ending: { kind: 'abandoned', winner: 'black' },
    })
  })

  test('names points for a deal, and takes a side for those that a player names', async () => {
    const bot = await program()
    const { id: opponent } = await bot.client.account()
    for (const isDivider of [true, false]) {
      // The lot decides who divides, and is kept by two players who call a game off.
      for (let tries = 0; ; tries++) {
        const page = await guest()
        const terms = { ...GIVEN_TERMS, isDivided: true } as const
        const wish = { terms, color: 'random', isListed: false, opponent } as const
        const offered = await page.send({ type: 'challenge', id: commandId(), ...wish })
        if (!offered.ok) return expect.fail(JSON.stringify(offered))
        const game = gameIdSchema.parse(await bot.client.accept(offered.challenge.id))
        await page.openGame(game)
        const { color } = await bot.sees(game, () => true)
        if ((color === 'black') !== isDivider) {
          if (tries > 30) return expect.fail('the lot has always fallen the same way')
          await page.command(game, 'abort')
          continue
        }
        if (!isDivider) await page.command(game, 'divide', { compensation: 3 })
        const asked = await bot.sees(game, ({ task }) => task !== undefined)
        expect(asked).toMatchObject({ phase: 'dividing', task: isDivider ? 'divide' : 'choose' })
        await doTask(bot.client, asked)
        if (isDivider) await page.command(game, 'choose', { color: 'black' })
        const begun = await bot.sees(game, ({ phase }) => phase === 'playing')
        expect(begun).toMatchObject({
          color: isDivider ? 'white' : 'black',
          terms: { compensation: isDivider ? 9.5 : 3 },
        })
        await page.command(game, 'abort')
        break
      }
    }
  })

  test('plays a rated match of two to its end, with a deal from both sides’ bytes', async () => {
    const bots = [await program(), await program()] as const
    for (const bot of bots) {
      bot.stop()
    }
    const [one, two] = bots.map(
      (bot) => new Program(server.url, bot.token, bot.name),
    ) as unknown as readonly [Program, Program]
    for (const bot of [one, two]) {
      programs.push(bot)
      bot.follow(async (event) => {
        if (event.type === 'challenge') await bot.client.accept(event.challenge.id)
        if (event.type === 'game') await doTask(bot.client, event.game)
      })
    }
    await Promise.all([one.online, two.online])
    await one.client.challenge({ terms: { ...RATED, isRated: true }, opponent: two.name })
    const isOver = (game: ApiOwnGame) => game.phase === 'over'
    const over = () => [...one.games.values()].filter(isOver)
    const both = expect.poll(() => over().length, { timeout: 50_000 }).toBe(2)
    // Any of them that fails reports the error.
    await Promise.race([both, one.following, two.following])
    expect(
      over()
        .map(({ color }) => color)
        .sort(),
    ).toEqual(['black', 'white'])
    const ended = over().find(({ firstGame }) => firstGame !== undefined)
    const changes = await fetch(`${server.url}/api/games/${ended?.id}/ratings`)
    expect((await changes.json()).changes).toHaveLength(2)
  })
})

describe('the events of an account', () => {
  test('come whole again after the line was lost', async () => {
    const { bot, page, game } = await begun()
    bot.stop()
    await bot.following
    const other = await challengeBy(page, bot)
    const again = new Program(server.url, bot.token, bot.name)
    programs.push(again)
    again.follow()
    expect(await again.challenge()).toBe(other)
    await again.sees(game, ({ task }) => task === 'move')
  })

  test('go to three lines at most, of which the oldest gives way', async () => {
    const bot = await program()
    const lines = [1, 2, 3].map(() => new Program(server.url, bot.token, bot.name))
    for (const line of lines) {
      programs.push(line)
      line.follow()
    }
    await bot.hears(({ type }) => type === 'replaced')
    const page = await guest()
    await challengeBy(page, bot)
    await Promise.all(lines.map((line) => line.hears(({ type }) => type === 'challenge')))
  })

  test('are those of the token’s own account, and need its scope', async () => {
    const [bot, { game }] = [await program(), await begun()]
    const page = await guest()
    await challengeBy(page, bot)
    await bot.challenge()
    expect(bot.games.has(game)).toBe(false)
    const token = await tokenOf(server.url, 'Playonly', ['games:play'])
    const blind = new HokitoClient({ server: server.url, token })
    expect(await refusalOf(blind.events().next())).toMatchObject({
      status: 403,
      code: 'missingScope',
      scope: 'games:read',
    })
  })
})

test('nobody plays by a token who is no bot', async () => {
  const page = await guest()
  await signUp(page, 'Personia')
  const token = await makeToken(page, ['games:read', 'games:play', 'challenges:write'])
  const client = new HokitoClient({ server: server.url, token })
  const { game } = await begun()
  expect(await refusalOf(client.move(game, 0, 'a1a2'))).toMatchObject({
    status: 403,
    code: 'notABot',
  })
})

test('what a program does is counted with what its player does on sockets', async () => {
  const small = await startTestServer({
    limits: { ...UNLIMITED_ADDRESS, burst: 20, perSecond: 0.001, playerShare: 1 },
  })
  try {
    const token = await tokenOf(small.url, 'Frugalia', ['challenges:write', 'games:play'])
    const ask = (path: string) =>
      fetch(`${small.url}/api/v1${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      })
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      statuses.push((await ask(`/challenges/${'x'.repeat(12)}/accept`)).status)
    }
    expect(statuses).toContain(429)
    const last = await ask(`/challenges/${'x'.repeat(12)}/accept`)
    expect(await last.json()).toMatchObject({ code: 'tooMany', retryAfterMs: expect.any(Number) })
    expect(last.headers.get('retry-after')).not.toBeNull()
  } finally {
    await small.close()
  }
})

describeOnNodes('on two nodes', () => {
  test('a bot hears and plays on one what happens on the other', async () => {
    const club = await startClub(2, { limits: LIMITS })
    try {
      const [first, second] = club.nodes
      if (first === undefined || second === undefined) throw new Error('two nodes')
      const bot = await program(first.url, second.url)
      const page = await guest(first.url)
      await challengeBy(page, bot)
      const game = gameIdSchema.parse(await bot.client.accept(await bot.challenge()))
      await page.openGame(game)
      await until(
        () => page.presence.get(game)?.seats.black.isHere === true,
        'the other node knows that it is there',
      )
      const own = await bot.sees(game, ({ task }) => task === 'move')
      await bot.client.move(game, 0, firstMove(own))
      await page.sees(game, ({ moves }) => moves.length === 1)
      await page.move(game, squaresOf((await legalOf(bot, game))[0]))
      await bot.sees(game, ({ moves }) => moves.length === 2)
    } finally {
      for (const one of programs.splice(0)) one.stop()
      for (const page of pages.splice(0)) page.close()
      await club.close()
    }
  })
})

async function legalOf({ client }: Program, game: GameId): Promise<readonly string[]> {
  const { position = '', terms } = await client.game(game)
  return (await client.position(position, terms.endRule)).moves
}

/** A move in the form that a page sends. */
function squaresOf(move = ''): { readonly from: number; readonly to: number } {
  const square = (text: string) =>
    'abcdef'.indexOf(text.charAt(0)) + 6 * (Number(text.charAt(1)) - 1)
  return { from: square(move.slice(0, 2)), to: square(move.slice(2)) }
}
