import { type ColorChoice, type GameId, houseBotsReplySchema, type Terms } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { signUp } from '../helpers/account.ts'
import { kept } from '../helpers/kept.ts'
import { describeOnNodes, startClub } from '../helpers/nodes.ts'
import { commandId, GIVEN_TERMS, Page } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { RATED_TERMS } from '../helpers/rated.ts'
import { ON_POSTGRES, startTestServer, UNLIMITED_ADDRESS } from '../helpers/server.ts'
import { wait } from '../helpers/server-process.mjs'

const OPTIONS = {
  houseLevels: [1, 4],
  limits: { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 },
}

const server = kept(() => startTestServer(OPTIONS))
const { pages, guest } = pagesOn(() => server)

async function botsOf({ url }: { url: string } = server, cookie = '') {
  const response = await fetch(`${url}/api/bots`, { headers: { cookie } })
  return houseBotsReplySchema.parse(await response.json())
}

/** Challenges a house bot, and opens the game, which it starts straight away. */
async function challengeBot(
  page: Page,
  terms: Terms = GIVEN_TERMS,
  color: ColorChoice = 'white',
  bot?: Awaited<ReturnType<typeof botsOf>>['bots'][number],
): Promise<GameId> {
  const { bots } = await botsOf({ url: page.url })
  const opponent = (bot ?? bots[0])?.id ?? expect.fail('there is a bot')
  const wish = { terms, color, isListed: false, opponent }
  const offered = await page.send({ type: 'challenge', id: commandId(), ...wish })
  if (!('challenge' in offered)) throw new Error(JSON.stringify(offered))
  const { id } = offered.challenge
  const { game } = await page.hear('started', ({ challenge }) => challenge === id)
  await page.openGame(game)
  return game
}

/** Plays the first legal moves until the game is over, and returns it. */
async function playOut(page: Page, game: GameId) {
  for (;;) {
    const isDue = (view: ReturnType<Page['view']>) =>
      view.ending !== undefined ||
      (view.deal !== undefined && view.seats[turnIn(view)].id === page.player.id)
    const view = await page.sees(game, isDue)
    if (view.ending !== undefined) return view
    const [move] = legalMoves(page.position(game))
    if (move === undefined) throw new Error('there is a move')
    await page.move(game, move)
  }
}

function turnIn({ moves }: { readonly moves: readonly unknown[] }) {
  return moves.length % 2 === 0 ? 'black' : 'white'
}

describe('a bot of the house', () => {
  test('is there under its name, and a newcomer is offered the weakest', async () => {
    const { bots, suggested } = await botsOf()
    expect(bots).toMatchObject([
      { name: 'Hokito 1', level: 1, isBot: true, rating: { isProvisional: true } },
      { name: 'Hokito 4', level: 4, isBot: true },
    ])
    expect(suggested).toBe(bots[0]?.id)
    expect((await fetch(`${server.url}/api/bots?speed=warp`)).status).toBe(400)
  })

  test('accepts a challenge straight away, is there, and plays to the end', async () => {
    const page = await guest()
    const game = await challengeBot(page)
    expect(page.view(game).seats.black).toMatchObject({ name: 'Hokito 1', isBot: true })
    const ended = await playOut(page, game)
    expect(ended.ending?.kind).toBe('stuck')
    expect(page.presence.get(game)?.seats.black.isHere).toBe(true)
  })

  test.each([
    ['with days a move', { timeControl: { kind: 'correspondence', daysPerMove: 2 } }],
    ['without a clock', { timeControl: { kind: 'none' } }],
    ['with a deal by chance', { setup: { kind: 'standard' } }],
    ['with pieces that both place', { setup: { kind: 'placed' } }],
    ['for points that one of both names', { isDivided: true }],
  ] as const)('plays %s', async (_, terms) => {
    const page = await guest()
    const isDivided = 'isDivided' in terms
    const color = isDivided ? 'random' : 'white'
    const game = await challengeBot(page, { ...GIVEN_TERMS, ...terms }, color)
    const { setup } = page.view(game).terms
    if (isDivided) {
      // Each does what the lot leaves to them. The house takes White for 40 points.
      const isFirst = page.view(game).seats.black.id === page.player.id
      if (isFirst) await page.command(game, 'divide', { compensation: 40 })
      else {
        await page.sees(game, ({ division }) => division?.stage === 'choosing')
        expect(page.view(game).terms.compensation).toBe(13.5)
        await page.command(game, 'choose', { color: 'white' })
      }
      await page.sees(game, ({ division }) => division?.stage === 'chosen')
      const own = page.view(game).seats.black.id === page.player.id ? 'black' : 'white'
      expect(own).toBe(isFirst ? 'black' : 'white')
      if (own === 'black') {
        const [move] = legalMoves(page.position(game))
        await page.move(game, move ?? expect.fail('there is a move'))
      }
    }
    if (setup.kind === 'standard') await page.command(game, 'share', { share: '0f'.repeat(16) })
    if (setup.kind === 'placed') {
      await page.command(game, 'place', { arrangement: '123123123123123123' })
    }
    await page.sees(game, ({ moves }) => moves.length === 1)
  })

  test('declines draws, gives moves back, and plays again', async () => {
    const page = await guest()
    const game = await challengeBot(page)
    await page.sees(game, ({ moves }) => moves.length === 1)
    await page.command(game, 'offerDraw')
    await page.sees(game, ({ offers, version }) => offers.length === 0 && version > 4)
    const [move] = legalMoves(page.position(game))
    await page.move(game, move ?? expect.fail('there is a move'))
    await page.sees(game, ({ moves }) => moves.length === 3)
    await page.command(game, 'offerTakeback')
    await page.sees(game, ({ moves }) => moves.length === 1)
    await page.command(game, 'resign')
    await page.command(game, 'offerRematch')
    const { next } = await page.sees(game, (view) => view.next !== undefined)
    const again = next ?? expect.fail('there is a rematch')
    await page.openGame(again)
    expect((await playOut(page, again)).ending?.kind).toBe('stuck')
  })

  test('does not begin a second game before its opponent is ready', async () => {
    const page = await guest()
    const first = await challengeBot(page, { ...GIVEN_TERMS, games: 2 }, 'black')
    const [move] = legalMoves(page.position(first))
    await page.move(first, move ?? expect.fail('there is a move'))
    await page.sees(first, ({ moves }) => moves.length === 2)
    await page.command(first, 'resign')
    const { next = expect.fail() } = await page.sees(first, (view) => view.next !== undefined)
    await page.openGame(next)
    await page.sees(next, ({ seats: { black } }) => black.isBot === true)
    // Long enough for a bot that does not wait.
    await wait(500)
    expect(page.view(next)).toMatchObject({ moves: [], ready: { black: true } })
    await page.command(next, 'ready')
    await page.sees(next, ({ moves }) => moves.length === 1)
  })

  test('is rated like everyone', async () => {
    const page = await guest()
    await signUp(page, 'Rivalia')
    page.close()
    await page.signIn()
    await page.connect()
    const game = await challengeBot(page, RATED_TERMS)
    await page.command(game, 'share', { share: '0f'.repeat(16) })
    await playOut(page, game)
    const { next } = await page.sees(game, (view) => view.next !== undefined)
    const second = next ?? expect.fail('a match has two games')
    await page.openGame(second)
    await playOut(page, second)
    const { bots } = await botsOf()
    expect(bots[0]?.rating?.deviation).toBeLessThan(350)
    const profile = await (await fetch(`${server.url}/api/players/Hokito%201`)).json()
    expect(profile).toMatchObject({ isBot: true, matches: [{ opponent: 'Rivalia' }] })
  })

  test('goes on with its games after the server was away', async () => {
    const page = await guest()
    const terms: Terms = { ...GIVEN_TERMS, timeControl: { kind: 'none' } }
    const game = await challengeBot(page, terms)
    await page.sees(game, ({ moves }) => moves.length === 1)
    page.close()
    await server.restart()
    await page.connect()
    await page.openGame(game)
    const [move] = legalMoves(page.position(game))
    await page.move(game, move ?? expect.fail('there is a move'))
    await page.sees(game, ({ moves }) => moves.length === 3)
    expect((await botsOf()).bots.map(({ name }) => name)).toEqual(['Hokito 1', 'Hokito 4'])
  })

  test.skipIf(ON_POSTGRES)('moves as soon as the disk takes its moves again', async () => {
    const page = await guest()
    const change = (statement: string) => server.inStore((db) => sql.raw(statement).execute(db))
    await change(`create trigger full before insert on events when new.eventJson like '%"moved"%'
      begin select raise(abort, 'database or disk is full'); end`)
    const game = await challengeBot(page)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(page.view(game).moves).toEqual([])
    await change('drop trigger full')
    await page.sees(game, ({ moves }) => moves.length === 1)
  })

  test('has a name that nobody else can have', async () => {
    const page = await guest()
    for (const name of ['Hokito 1', 'hokito 9', 'H0kito 4']) {
      const renamed = await page.send({ type: 'rename', name })
      expect(renamed).toMatchObject({ ok: false, refusal: { code: 'nameReserved' } })
    }
  })
})

test('where the house has no bots, there are none', async () => {
  const empty = await startTestServer()
  try {
    expect(await botsOf(empty)).toEqual({ bots: [] })
  } finally {
    await empty.close()
  }
})

describeOnNodes('on two nodes', () => {
  test('a game of the house goes on when its node is gone, and every move counts once', async () => {
    const club = await startClub(2, OPTIONS)
    try {
      const [first, second] = club.nodes
      if (first === undefined || second === undefined) throw new Error('two nodes')
      expect((await botsOf(first)).bots.map(({ id }) => id)).toEqual(
        (await botsOf(second)).bots.map(({ id }) => id),
      )
      const beginner = await guest(first.url)
      const terms: Terms = { ...GIVEN_TERMS, timeControl: { kind: 'none' } }
      const game = await challengeBot(beginner, terms)
      await beginner.sees(game, ({ moves }) => moves.length === 1)
      const page = new Page(second.url)
      pages.push(page)
      page.cookie = beginner.cookie
      page.player = beginner.player
      beginner.close()
      await first.close()
      await page.connect()
      await page.openGame(game)
      const [move] = legalMoves(page.position(game))
      await page.move(game, move ?? expect.fail('there is a move'))
      await expect
        .poll(() => page.view(game).moves.length, { timeout: 40_000, interval: 200 })
        .toBe(3)
      // From here on the bot plays without waiting.
      expect((await playOut(page, game)).ending?.kind).toBe('stuck')
    } finally {
      for (const page of pages.splice(0)) page.close()
      await club.close()
    }
  })
})
