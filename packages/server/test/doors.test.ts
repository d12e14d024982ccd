import { ApiError, HokitoClient } from '@hokito/client'
import {
  accountReplySchema,
  type ChallengeId,
  challengeIdSchema,
  type GameId,
  gameIdSchema,
  type Terms,
  type TimeControl,
  tournamentsReplySchema,
} from '@hokito/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveOrder } from '../src/index.ts'
import { makeToken, PASSWORD, post } from './helpers/account.ts'
import { beginGame, commandId, GIVEN_TERMS, type Page } from './helpers/page.ts'
import { doTo, openMember } from './helpers/people.ts'
import {
  OFTEN,
  severalRounds,
  startTestServer,
  type TestServer,
  UNLIMITED_ADDRESS,
} from './helpers/server.ts'
import {
  ARENA,
  BEGUN_MS,
  holdAs,
  playing,
  press,
  ROUND_ROBIN,
  seen,
  WISH,
} from './helpers/tournament.ts'

/**
 * Every endpoint decides in the same way whether a player may begin something. Here every one is
 * tried in every state of the two players concerned, after a restart: no game is in memory, and the
 * admin's orders meanwhile have been announced to no one.
 */
const ASKER_STATES = ['open', 'suspended', 'closed', 'deleted', 'revoked'] as const
const OTHER_STATES = [
  'blocked',
  'blocking',
  'other suspended',
  'other closed',
  'other deleted',
] as const
const STATES = [...ASKER_STATES, ...OTHER_STATES] as const
type State = (typeof STATES)[number]

/** An account with a page and a token, both valid until the state of the account changes. */
interface Account {
  readonly page: Page
  readonly token: string
  readonly client: HokitoClient
}

/** The two players, or two bots, that a door needs. */
interface Pair {
  readonly asker: Account
  readonly other: Account
  /** Two finished games; in the second, the other player offers a rematch with this number. */
  readonly games: readonly [GameId, GameId]
  readonly offer: number
  /** A challenge of the other player for the asker's program, by link. */
  readonly programLink: ChallengeId
}

/** Everything that is needed to try one state. */
interface Table extends Pair {
  readonly bots: Pair
  readonly listed: ChallengeId
  /** To one game in which White gets points. */
  readonly link: ChallengeId
  readonly quick: TimeControl
}

/** A way to begin something, or to act at all. */
interface Door {
  readonly name: string
  /** The asker's credential. */
  readonly by: 'cookie' | 'token'
  /** The effect: nothing new, something of the asker's own, or a game with the other player. */
  readonly begins: 'nothing' | 'own' | 'meeting'
  /** The answer if the other player is deleted. */
  readonly ofDeleted?: string
  readonly ask: (table: Table) => Promise<string>
}

const LIMITS = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000 }
const DAYS: Terms = {
  ...GIVEN_TERMS,
  timeControl: { kind: 'correspondence', daysPerMove: 2 },
}

/** One game in which White gets points, as the lobby recommends it. */
const FAIR: Terms = { ...DAYS, games: 1, compensation: 13.5 }

let server: TestServer
let tournament: string
/** The arena that the server itself announces for each day. */
let dailyArena: string
let tables: Readonly<Record<State, Table>>
beforeAll(async () => {
  server = await startTestServer({ limits: LIMITS, rhythm: OFTEN, arenaHour: 12 })
  const maker = await openMember(server.url)
  const made = await press(maker, 'make', { ...ARENA, admitsBots: true })
  tournament = Object(made.read).tournament
  dailyArena = await announcedArena()
  tables = await layTables()
  await bringAbout()
})
afterAll(() => server.close())

describe('a door', () => {
  test.each(STATES)('answers alike wherever it is, where the state is “%s”', async (state) => {
    const answers: Record<string, string> = {}
    // Doors that concern only the asker are tried only in the asker's states.
    const isAboutOther = !ASKER_STATES.some((one) => one === state)
    const asked = DOORS.filter(({ begins }) => begins === 'meeting' || !isAboutOther)
    for (const door of asked) answers[door.name] = await door.ask(tables[state])
    const right = asked.map((door): [string, string] => [door.name, rightAnswer(state, door)])
    expect(answers).toEqual(Object.fromEntries(right))
  })
})

describe('an open stream', () => {
  test('ends with its token, and with its account', async () => {
    const { page } = tables.open.other
    const revoked = await openStream(page)
    await revokeAll(page)
    expect(await revoked.end).toBe('The server closed the stream.')
    const closed = await openStream(page)
    await limit(page, 'close')
    expect(await closed.end).toBe('The server closed the stream.')
  })
})

test.each([
  ['a Swiss tournament', WISH],
  ['a round robin', ROUND_ROBIN],
  ['an arena', ARENA],
])('nobody is paired with players who may not begin games, in %s', async (_, wish) => {
  const open = () => openMember(server.url)
  const members = [await open(), await open()] as const
  const barred = [await open(), await open()] as const
  const id = await holdAs([...members, ...barred], wish)
  await limit(barred[0], 'suspend')
  await limit(barred[1], 'close')
  server.advance(BEGUN_MS)
  const [match] = await playing(members[0], id, 1)
  const names = members.map(({ player }) => player.name).toSorted()
  expect(match?.names.toSorted()).toEqual(names)
  const { standings } = await seen(members[0], id)
  const within = standings.filter(({ isOut }) => isOut !== true)
  expect(within.map(({ name }) => name).toSorted()).toEqual(names)
  for (const page of [...members, ...barred]) page.close()
})

// --- what is right ---

function rightAnswer(state: State, { by, begins, ofDeleted }: Door): string {
  if (state === 'closed' || state === 'deleted') return by === 'cookie' ? 'signedOut' : 'badToken'
  if (state === 'revoked') return by === 'cookie' ? 'ok' : 'badToken'
  if (state === 'open' || begins === 'nothing') return 'ok'
  if (state === 'suspended') return 'suspended'
  if (begins === 'own') return 'ok'
  if (state === 'blocked' || state === 'blocking') return 'blocked'
  return state === 'other deleted' ? (ofDeleted ?? 'opponentBarred') : 'opponentBarred'
}

const SCOPES = ['games:read', 'challenges:write', 'games:play'] as const
const common = () => ({ id: commandId(), terms: DAYS, color: 'random' }) as const

const DOORS: readonly Door[] = [
  // From a page.
  socket('a listed challenge', 'own', ({ asker }) => offerBy(asker.page, { isListed: true })),
  socket('a challenge by link', 'own', ({ asker }) => offerBy(asker.page, { isListed: false })),
  socket('a challenge by name', 'meeting', ({ asker, other }) =>
    offerBy(asker.page, { opponent: other.page.player.id }),
  ),
  socket('a challenge to a game with points for White', 'meeting', ({ asker, other }) =>
    offerBy(asker.page, { terms: FAIR, opponent: other.page.player.id }),
  ),
  {
    ...socket('taking what is listed', 'meeting', ({ asker, listed }) => take(asker, listed)),
    ofDeleted: 'unknownChallenge',
  },
  {
    ...socket('taking a link', 'meeting', ({ asker, link }) => take(asker, link)),
    ofDeleted: 'unknownChallenge',
  },
  // `live/lobby.test.ts` tests who is paired. Here it waits, because the games of all others were
  // left.
  socket('quick pairing', 'own', ({ asker, quick }) => pairBy(asker.page, { timeControl: quick })),
  socket('quick pairing for a single game', 'own', ({ asker, quick }) =>
    pairBy(asker.page, { timeControl: quick, isSingle: true }),
  ),
  socket('watching a game', 'nothing', ({ asker: { page }, games: [game] }) =>
    page.send({ type: 'openGame', game }).then(codeIn),
  ),
  socket('offering a rematch', 'meeting', ({ asker: { page }, games: [game] }) =>
    page.send({ type: 'offerRematch', game, ply: 0, id: commandId() }).then(codeIn),
  ),
  socket('taking a rematch', 'meeting', ({ asker: { page }, games: [, game], offer }) =>
    page.send({ type: 'acceptOffer', game, ply: 0, id: commandId(), offer }).then(codeIn),
  ),
  {
    name: 'a new tournament',
    by: 'cookie',
    begins: 'own',
    ask: ({ asker }) => pressBy(asker.page, 'make', ARENA),
  },
  {
    name: 'entering a tournament',
    by: 'cookie',
    begins: 'own',
    ask: ({ asker }) => pressBy(asker.page, 'enter', { tournament }),
  },
  {
    name: 'joining the arena of the day',
    by: 'cookie',
    begins: 'own',
    ask: ({ asker }) => pressBy(asker.page, 'enter', { tournament: dailyArena }),
  },
  // From a person's program.
  api('a listed challenge by a program', 'own', async ({ asker: { client } }) => {
    const { id } = await client.challenge({ terms: DAYS, isListed: true })
    await client.withdraw(id)
  }),
  {
    ...api('a challenge by name by a program', 'meeting', async ({ asker: { client }, other }) => {
      const { id } = await client.challenge({ terms: DAYS, opponent: other.page.player.name })
      await client.withdraw(id)
    }),
    ofDeleted: 'unknownPlayer',
  },
  {
    ...api('taking a link by a program', 'meeting', ({ asker: { client }, programLink }) =>
      client.accept(programLink),
    ),
    ofDeleted: 'unknownChallenge',
  },
  api('a new tournament by a program', 'own', ({ asker }) => postBy(asker, 'tournaments', ARENA)),
  api('entering a tournament by a program', 'own', ({ asker }) => enterBy(asker)),
  api('joining the arena of the day by a program', 'own', ({ asker }) =>
    enterBy(asker, dailyArena),
  ),
  api('following the account', 'nothing', async ({ asker: { client } }) => {
    const stop = new AbortController()
    // It reports when the stream is open; the test waits no longer than that.
    const opened = new Promise<void>((resolve, reject) => {
      const read = async () => {
        for await (const _ of client.events(stop.signal, resolve)) break
      }
      read().catch(reject)
    })
    await opened.finally(() => stop.abort())
  }),
  api('looking at the account', 'nothing', ({ asker: { client } }) => client.account()),
  // From a bot.
  {
    ...api('a challenge of a bot by name', 'meeting', async ({ bots: { asker, other } }) => {
      const opponent = other.page.player.name
      const { id } = await asker.client.challenge({ terms: DAYS, opponent })
      await asker.client.withdraw(id)
    }),
    ofDeleted: 'unknownPlayer',
  },
  {
    ...api('a link that a bot takes', 'meeting', ({ bots: { asker, programLink } }) =>
      asker.client.accept(programLink),
    ),
    ofDeleted: 'unknownChallenge',
  },
  api('a rematch that a bot offers', 'meeting', ({ bots: { asker, games } }) =>
    asker.client.offer(games[0], 'rematch'),
  ),
  api('a rematch that a bot takes', 'meeting', ({ bots: { asker, games, offer } }) =>
    asker.client.answer(games[1], offer, 'accept'),
  ),
  api('a bot in a tournament', 'own', ({ bots: { asker } }) => enterBy(asker)),
]

// --- doors ---

/** A message from a page; its socket has to connect first. */
function socket(name: string, begins: Door['begins'], ask: Door['ask']): Door {
  return {
    name,
    by: 'cookie',
    begins,
    ask: async (table) => {
      const { page } = table.asker
      const refused = page.socket.connected ? undefined : await reconnect(page)
      return refused ?? ask(table)
    },
  }
}

function api(name: string, begins: Door['begins'], ask: (table: Table) => Promise<unknown>): Door {
  return {
    name,
    by: 'token',
    begins,
    ask: (table) =>
      ask(table).then(
        () => 'ok',
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          return error.refusal?.reason ?? error.refusal?.code ?? String(error)
        },
      ),
  }
}

/** Why the page may not connect; undefined if it may. */
function reconnect(page: Page): Promise<string | undefined> {
  return page.connect().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
}

function codeIn(reply: { readonly ok: boolean; readonly refusal?: { readonly code: string } }) {
  return reply.refusal?.code ?? 'ok'
}

/** Makes a challenge, and withdraws it if it is accepted by the server. */
async function offerBy(page: Page, wish: object): Promise<string> {
  const isListed = false
  const reply = await page.send({ type: 'challenge', ...common(), isListed, ...wish })
  if (!reply.ok) return codeIn(reply)
  const { id: challenge } = reply.challenge
  await page.send({ type: 'withdrawChallenge', challenge })
  return 'ok'
}

/** Asks to be paired, and withdraws the search if it waits. */
async function pairBy(
  page: Page,
  wish: { readonly timeControl: TimeControl; readonly isSingle?: true },
): Promise<string> {
  const reply = await page.send({ type: 'quickPair', id: commandId(), ...wish })
  if (!('challenge' in reply)) return codeIn(reply)
  await page.send({ type: 'withdrawChallenge', challenge: reply.challenge.id })
  return 'ok'
}

async function take({ page }: Account, challenge: ChallengeId): Promise<string> {
  return codeIn(await page.send({ type: 'acceptChallenge', id: commandId(), challenge }))
}

async function pressBy(page: Page, path: string, body: unknown): Promise<string> {
  const { refusal } = await press(page, path, body)
  return refusal?.code ?? 'ok'
}

function enterBy(account: Account, into = tournament): Promise<void> {
  return postBy(account, `tournaments/${into}/enter`, {})
}

/** Posts from a program what the client has no method for. */
async function postBy({ token }: Account, path: string, body: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new ApiError(response.status, await response.json())
}

// --- what the doors are tried on ---

async function layTables(): Promise<Readonly<Record<State, Table>>> {
  const people = await seatAll(openPerson)
  const bots = await seatAll(openBot)
  const offered = new Map<Account, Awaited<ReturnType<typeof offersOf>>>()
  const laid: Partial<Record<State, Table>> = {}
  for (const state of STATES) {
    const [asker, other] = people(state)
    const offers = offered.get(other) ?? (await offersOf(other.page, 3 + offered.size))
    offered.set(other, offers)
    laid[state] = {
      ...offers,
      ...{ asker, other, bots: await playedBots(...bots(state)) },
      ...(await played(asker.page, other.page)),
    }
  }
  return laid as Record<State, Table>
}

/**
 * Opens an account for each state of the asker, and for each state of the other. Returns a function
 * that gives the two for a state.
 */
async function seatAll(open: () => Promise<Account>) {
  const askers = new Map<State, Account>()
  const others = new Map<State, Account>()
  for (const state of ASKER_STATES) askers.set(state, await open())
  for (const state of ['open', 'suspended', ...OTHER_STATES] as const) {
    others.set(state, await open())
  }
  const spare = { asker: askers.get('open'), other: others.get('suspended') }
  return (state: State): readonly [Account, Account] => {
    const [asker, other] = [askers.get(state) ?? spare.asker, others.get(state) ?? spare.other]
    return [asker ?? expect.fail(), other ?? expect.fail()]
  }
}

async function openPerson(): Promise<Account> {
  const page = await openMember(server.url)
  const token = await makeToken(page, SCOPES)
  return { page, token, client: new HokitoClient({ server: server.url, token }) }
}

async function openBot(): Promise<Account> {
  const account = await openPerson()
  await account.client.becomeBot()
  return account
}

/** The challenges of a player: a listed one, two by link, and a quick search on such terms. */
async function offersOf(page: Page, daysPerMove: number) {
  const offer = async (isListed: boolean, terms = DAYS) => {
    const reply = await page.send({ type: 'challenge', ...common(), isListed, terms })
    return reply.ok ? reply.challenge.id : expect.fail(JSON.stringify(reply))
  }
  const quick: TimeControl = { kind: 'correspondence', daysPerMove }
  await page.send({ type: 'quickPair', id: commandId(), timeControl: quick })
  const [listed, link] = [await offer(true), await offer(false, FAIR)]
  return { listed, link, programLink: await offer(false), quick }
}

/** The arena of the day, once the server has announced it. */
async function announcedArena(): Promise<string> {
  for (;;) {
    const answer = await fetch(`${server.url}/api/tournaments`)
    const { tournaments } = tournamentsReplySchema.parse(await answer.json())
    const arena = tournaments.find(({ day }) => day !== undefined)
    if (arena !== undefined) return arena.id
    await severalRounds()
  }
}

async function played(asker: Page, other: Page): Promise<Pick<Pair, 'games' | 'offer'>> {
  const games: GameId[] = []
  for (let count = 0; count < 2; count++) {
    const game = await beginGame(other, asker, DAYS)
    await other.command(game, 'resign')
    games.push(game)
  }
  const [first, second] = games as [GameId, GameId]
  await other.command(second, 'offerRematch')
  const { offers } = await other.sees(second, (view) => view.offers.length === 1)
  return { games: [first, second], offer: offers[0]?.id ?? expect.fail() }
}

async function playedBots(asker: Account, other: Account): Promise<Pair> {
  const games: GameId[] = []
  for (let count = 0; count < 2; count++) {
    const { id } = await other.client.challenge({ terms: DAYS, opponent: asker.page.player.name })
    const game = await asker.client.accept(id)
    await other.client.resign(game)
    games.push(gameIdSchema.parse(game))
  }
  const [first, second] = games as [GameId, GameId]
  const { offers = [] } = await other.client.offer(second, 'rematch')
  const { id } = await other.client.challenge({ terms: DAYS })
  return {
    ...{ asker, other, games: [first, second], offer: offers[0]?.id ?? expect.fail() },
    programLink: challengeIdSchema.parse(id),
  }
}

/** Brings about all states: players act while the server runs, the admin while it does not. */
async function bringAbout(): Promise<void> {
  const inState = (state: State) => [tables[state], tables[state].bots]
  for (const { asker, other } of inState('blocking')) await block(asker, other)
  for (const { asker, other } of inState('blocked')) await block(other, asker)
  for (const { asker } of inState('revoked')) await revokeAll(asker.page)
  for (const { asker } of inState('deleted')) await remove(asker)
  for (const { other } of inState('other deleted')) await remove(other)
  await server.restart(0, async () => {
    for (const { asker } of inState('suspended')) await limit(asker.page, 'suspend')
    for (const { asker } of inState('closed')) await limit(asker.page, 'close')
    for (const { other } of inState('other suspended')) await limit(other.page, 'suspend')
    for (const { other } of inState('other closed')) await limit(other.page, 'close')
  })
}

async function block({ page }: Account, other: Account): Promise<void> {
  const { status } = await doTo(page, 'block', { player: other.page.player.id, isOn: true })
  expect(status).toBe(200)
}

async function remove({ page }: Account): Promise<void> {
  expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
}

async function limit({ player: { name } }: Page, limitation: 'suspend' | 'close'): Promise<void> {
  const order = {
    kind: 'limit',
    limitation,
    name,
    forMs: null,
    why: 'A test',
    admin: 'root',
  } as const
  expect(await giveOrder(server.source, order, () => Date.now())).toMatchObject({
    ok: true,
    value: { ok: true },
  })
}

/** Revokes every token of an account. */
async function revokeAll(page: Page): Promise<void> {
  const response = await fetch(`${server.url}/api/account`, { headers: { cookie: page.cookie } })
  const { account } = accountReplySchema.parse(await response.json())
  for (const { id } of account?.tokens ?? []) await post(page, 'token-remove', { id })
}

/** An open stream of an account's events, with a new token, and the promise of its end. */
async function openStream(page: Page): Promise<{ readonly end: Promise<unknown> }> {
  const client = new HokitoClient({ server: server.url, token: await makeToken(page, SCOPES) })
  let end: Promise<unknown> | undefined
  await new Promise<void>((resolve) => {
    const read = async () => {
      for await (const _ of client.events(undefined, resolve));
    }
    end = read().catch((error: unknown) => (error instanceof Error ? error.message : ''))
  })
  return { end: end ?? expect.fail() }
}
