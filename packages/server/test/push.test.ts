import { MOST_SUBSCRIPTIONS, type Terms } from '@hokito/protocol'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, post } from './helpers/account.ts'
import { takeBreak } from './helpers/breaks.ts'
import { BYTES } from './helpers/damage.ts'
import { beginGame, commandId, GIVEN_TERMS, Page } from './helpers/page.ts'
import { openMember } from './helpers/people.ts'
import { leave, moveIn } from './helpers/play.ts'
import {
  type Device,
  notifyOn,
  type PushService,
  postPush,
  pushKeyOf,
  senderOf,
  startPushService,
} from './helpers/push-service.ts'
import { OFTEN, severalRounds, startTestServer, type TestServer } from './helpers/server.ts'
import { ServerProcess } from './helpers/server-process.mjs'
import { ask, readMetrics } from './helpers/stranger.ts'

let service: PushService
let server: TestServer
const pages: Page[] = []
beforeEach(async () => {
  service = await startPushService()
  server = await startTestServer({
    publicUrl: undefined,
    metrics: { host: '127.0.0.1', port: 0 },
    push: {
      hosts: ['fcm.googleapis.com', '*.push.example.com'],
      contact: 'mailto:owner@hokito.example',
      testOrigin: service.origin,
    },
    rhythm: OFTEN,
  })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
  await service.close()
})

async function guest(url = server.url): Promise<Page> {
  const page = await Page.open(url)
  pages.push(page)
  return page
}

async function member(name?: string): Promise<Page> {
  const page = await openMember(server.url, name)
  pages.push(page)
  return page
}

const DAYS: Partial<Terms> = { timeControl: { kind: 'correspondence', daysPerMove: 2 } }

/** A game in which White has a subscribed device and has left. */
async function away(terms = DAYS) {
  const [black, white] = [await guest(), await guest()]
  const game = await beginGame(black, white, terms)
  const device = await notifyOn(white, service, 'fr')
  await leave(white, black, game)
  return { black, white, game, device }
}

const messagesOf = (device: Device) => device.messagesIn(service)

/** Everything due has been sent, because a stopping server sends what is waiting. */
const settle = () => server.restart()

const rowsOf = ({ player }: Page) =>
  server.inStore((db) =>
    db.selectFrom('pushSubscriptions').selectAll().where('player', '=', player.id).execute(),
  )

describe('a player whose time is nearly up', () => {
  const HOUR = 3_600_000

  test('is reminded of the turn once, also after a restart, and again of the next one', async () => {
    const { black, white, game, device } = await away()
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(1)
    server.advance(39 * HOUR)
    await settle()
    expect(messagesOf(device)).toHaveLength(1)
    server.advance(2 * HOUR)
    await expect.poll(() => messagesOf(device), { timeout: 60_000 }).toHaveLength(2)
    expect(messagesOf(device)[1]).toEqual({
      kind: 'last',
      language: 'fr',
      name: black.player.name,
      path: `/play/${game}`,
      deadline: expect.any(Number),
    })
    await server.restart(60_000)
    await severalRounds()
    expect(messagesOf(device)).toHaveLength(2)
    for (const page of [white, black]) {
      await page.signIn()
      await page.connect()
      await page.openGame(game)
    }
    await moveIn(white, game)
    await black.sees(game, ({ moves }) => moves.length === 2)
    await leave(white, black, game)
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(3)
    server.advance(41 * HOUR)
    await expect.poll(() => messagesOf(device), { timeout: 60_000 }).toHaveLength(4)
    expect(messagesOf(device).map(({ kind }) => kind)).toEqual(['turn', 'last', 'turn', 'last'])
  })

  test('is not reminded of a turn that stands still, but before it really ends', async () => {
    const white = await member()
    const black = await guest()
    const game = await beginGame(black, white, DAYS)
    const device = await notifyOn(white, service)
    await leave(white, black, game)
    await moveIn(black, game)
    await takeBreak(white, 3)
    server.advance(41 * HOUR)
    await severalRounds()
    const kinds = () => messagesOf(device).map(({ kind }) => kind)
    expect(kinds()).toEqual(['turn'])
    server.advance(72 * HOUR)
    await expect.poll(kinds, { timeout: 60_000 }).toEqual(['turn', 'last'])
  })
})

describe('a player who is away', () => {
  test('hears of their turn in a correspondence game, by a message that only the device can read', async () => {
    const { black, game, device } = await away()
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(1)
    expect(messagesOf(device)).toEqual([
      {
        kind: 'turn',
        language: 'fr',
        name: black.player.name,
        path: `/play/${game}`,
        deadline: expect.any(Number),
      },
    ])
    const [received = expect.fail()] = service.received
    expect(received.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal' })
    const ttl = Number(received.headers.ttl)
    expect(ttl).toBeGreaterThan(86_400)
    expect(ttl).toBeLessThanOrEqual(2 * 86_400)
    const { key, claims } = senderOf(received)
    expect(key).toBe(await pushKeyOf(server.url))
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:owner@hokito.example' })
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(86_400)
    // Nothing about the game leaves the server unencrypted, and all messages have the same length.
    expect(JSON.stringify(received.headers)).not.toContain(game)
    expect(received.body.length).toBe(16 + 4 + 1 + 65 + 400 + 1 + 16)
  })

  test('hears of each turn in a game under the same topic, so that a newer message replaces it', async () => {
    const { black, white, game, device } = await away()
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(1)
    await white.connect()
    await white.openGame(game)
    await moveIn(white, game)
    await leave(white, black, game)
    await black.sees(game, ({ moves }) => moves.length === 2)
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(2)
    const [first, second] = service.received.map(({ headers }) => headers.topic)
    expect(first).toMatch(/^[\w-]{32}$/)
    expect(second).toBe(first)
  })

  test('hears that a game has begun in which the first move is theirs', async () => {
    const [maker, taker] = [await guest(), await guest()]
    const offered = await maker.send({
      type: 'challenge',
      id: commandId(),
      terms: { ...GIVEN_TERMS, ...DAYS },
      color: 'black',
      isListed: false,
    })
    const challenge = offered.ok ? offered.challenge.id : expect.fail()
    const device = await notifyOn(maker, service)
    maker.close()
    await expect.poll(async () => (await readMetrics(server.metricsUrl)).hokito_connections).toBe(1)
    const taken = await taker.send({ type: 'acceptChallenge', id: commandId(), challenge })
    const game = taken.ok ? taken.started : expect.fail()
    await expect
      .poll(() => messagesOf(device))
      .toMatchObject([{ kind: 'begun', name: taker.player.name, path: `/play/${game}` }])
  })

  test('hears of a challenge, and of five an hour from one player', async () => {
    const [one, other] = [await member(), await member()]
    const device = await notifyOn(other, service, 'pl')
    other.close()
    await expect.poll(async () => (await readMetrics(server.metricsUrl)).hokito_connections).toBe(1)
    const paths: string[] = []
    for (let n = 0; n < 7; n++) {
      const wish = {
        type: 'challenge',
        id: commandId(),
        terms: GIVEN_TERMS,
        color: 'black',
        isListed: false,
        opponent: other.player.id,
      } as const
      const offered = await one.send(wish)
      const challenge = offered.ok ? offered.challenge.id : expect.fail()
      // Sent again after a lost reply, it is the same challenge.
      expect(await one.send(wish)).toEqual(offered)
      paths.push(`/invite/${challenge}`)
      await one.send({ type: 'withdrawChallenge', challenge })
    }
    await settle()
    const told = messagesOf(device)
    expect(told.map(({ path }) => path).toSorted()).toEqual(paths.slice(0, 5).toSorted())
    for (const { kind, language, name } of told) {
      expect({ kind, language, name }).toEqual({
        kind: 'challenge',
        language: 'pl',
        name: one.player.name,
      })
    }
  })

  test('does not hear of moves in a live game', async () => {
    const { black, game, device } = await away({})
    await moveIn(black, game)
    await settle()
    expect(messagesOf(device)).toEqual([])
  })

  test.each(['endpoint', 'p256dh', 'auth', 'language'])(
    'hears it on the others if one has a damaged %s, which is counted',
    async (column) => {
      const { black, white, game, device } = await away()
      const other = await notifyOn(white, service, 'de')
      await server.inStore((db) =>
        sql
          .raw(`update "pushSubscriptions" set "${column}" = ${BYTES} where language = 'fr'`)
          .execute(db),
      )
      await moveIn(black, game)
      await expect.poll(() => messagesOf(other)).toHaveLength(1)
      expect(messagesOf(device)).toEqual([])
      const { hokito_damaged_rows_total } = await readMetrics(server.metricsUrl)
      expect(hokito_damaged_rows_total).toBe(1)
    },
  )

  test('hears it on each device', async () => {
    const { black, white, game, device } = await away()
    const other = await notifyOn(white, service, 'de')
    await moveIn(black, game)
    await expect
      .poll(() => [device, other].map((one) => messagesOf(one).map(({ language }) => language)))
      .toEqual([['fr'], ['de']])
  })
})

describe('a player with a page open', () => {
  test('gets no message, because the page shows it', async () => {
    const { black, white, game, device } = await away()
    await white.connect()
    await moveIn(black, game)
    await settle()
    expect(messagesOf(device)).toEqual([])
  })

  test('gets a message after all when nobody has used the page for ten minutes', async () => {
    const { black, white, game, device } = await away()
    await white.connect()
    server.advance(11 * 60_000)
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(1)
  })
})

describe('a push service', () => {
  test.each([404, 410])('that answers %i is sent nothing more for that device', async (status) => {
    service.answer = (response) => response.writeHead(status).end()
    const { black, white, game } = await away()
    await moveIn(black, game)
    await expect.poll(() => rowsOf(white)).toEqual([])
    expect(service.received).toHaveLength(1)
  })

  test('that says to come later is asked again then', async () => {
    let asked = 0
    service.answer = (response) =>
      ++asked === 1
        ? response.writeHead(429, { 'Retry-After': '1' }).end()
        : response.writeHead(201).end()
    const { black, game, device } = await away()
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device), { timeout: 60_000 }).toHaveLength(2)
    await settle()
    expect(messagesOf(device)).toHaveLength(2)
  })

  test('leads nowhere else by a redirect', async () => {
    const other = await startPushService()
    service.answer = (response) => response.writeHead(307, { location: `${other.origin}/x` }).end()
    const { black, white, game } = await away()
    await moveIn(black, game)
    await expect.poll(() => rowsOf(white)).toMatchObject([{ failingSince: expect.any(Number) }])
    await settle()
    expect(service.received).toHaveLength(1)
    expect(other.received).toEqual([])
    await other.close()
  })

  test('that takes nothing for a week is forgotten', async () => {
    service.answer = (response) => response.writeHead(403).end('other credentials'.repeat(1000))
    const { black, white, game } = await away()
    await moveIn(black, game)
    await expect.poll(() => rowsOf(white)).toMatchObject([{ failingSince: expect.any(Number) }])
    await server.inStore((db) =>
      db
        .updateTable('pushSubscriptions')
        .set({ failingSince: Date.now() - 8 * 86_400_000 })
        .execute(),
    )
    const again = await beginGame(await guest(), await reopened(white), DAYS)
    const mover = pages.at(-1) ?? expect.fail()
    await leave(white, mover, again)
    await moveIn(mover, again)
    await expect.poll(() => rowsOf(white)).toEqual([])
  })

  test('that never answers holds up neither play nor the end of the server', async () => {
    service.answer = () => undefined
    const { black, white, game } = await away()
    const more = await Promise.all(Array.from({ length: 8 }, () => notifyOn(white, service)))
    expect(more).toHaveLength(8)
    await moveIn(black, game)
    await expect.poll(() => service.received.length).toBe(4)
    expect(await readMetrics(server.metricsUrl)).toMatchObject({ hokito_pushes_waiting: 5 })
    const { black: one, white: other, game: second } = await playing()
    await moveIn(one, second)
    await other.sees(second, ({ moves }) => moves.length === 1)
    await settle()
    expect(service.received).toHaveLength(4)
    await black.connect()
    expect((await black.openGame(game)).moves).toHaveLength(1)
  })
})

/** A page that connects again, with the same player. */
async function reopened(page: Page): Promise<Page> {
  await page.connect()
  return page
}

async function playing() {
  const [black, white] = [await guest(), await guest()]
  return { black, white, game: await beginGame(black, white) }
}

describe('subscribing', () => {
  const subscribe = async (page: Page, change: object, headers?: Record<string, string>) =>
    postPush(page, 'subscribe', { ...service.newDevice().subscription, ...change }, headers)

  test.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://fcm.googleapis.com:8443/a',
    'https://somebody@fcm.googleapis.com/a',
    'https://push.example.com/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'file:///etc/passwd',
    'nothing',
  ])('with %s is refused', async (endpoint) => {
    expect(await subscribe(await guest(), { endpoint })).toMatchObject({
      status: 400,
      refusal: { code: 'unknownPushService' },
    })
  })

  test('is possible at each service of the list', async () => {
    const page = await guest()
    for (const endpoint of ['https://fcm.googleapis.com/a', 'https://eu.push.example.com/a']) {
      expect(await subscribe(page, { endpoint })).toMatchObject({ status: 200 })
    }
    expect(await rowsOf(page)).toHaveLength(2)
  })

  test('is refused with keys that nothing can be encrypted with', async () => {
    const { keys } = service.newDevice().subscription
    const noPoint = { ...keys, p256dh: `B${'A'.repeat(86)}` }
    expect(await subscribe(await guest(), { keys: noPoint })).toMatchObject({ status: 400 })
    expect(await subscribe(await guest(), { keys: { ...keys, auth: 'short' } })).toMatchObject({
      status: 400,
    })
  })

  test('is for pages of our own with a cookie', async () => {
    const page = await guest()
    expect(await subscribe(page, {}, { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      refusal: { code: 'wrongOrigin' },
    })
    expect(await subscribe(new Page(server.url), {})).toMatchObject({
      status: 401,
      refusal: { code: 'signedOut' },
    })
    expect(await rowsOf(page)).toEqual([])
  })

  test('is refused where the server notifies nobody, which says so', async () => {
    const quiet = await startTestServer()
    const page = await guest(quiet.url)
    expect(await pushKeyOf(quiet.url)).toBeUndefined()
    expect(await subscribe(page, {})).toMatchObject({ status: 404, refusal: { code: 'noPush' } })
    await quiet.close()
  })

  test('of one device too many takes the place of the oldest', async () => {
    const page = await guest()
    const first = await notifyOn(page, service)
    await Promise.all(
      Array.from({ length: MOST_SUBSCRIPTIONS }, () => {
        server.advance(1)
        return notifyOn(page, service)
      }),
    )
    const rows = await rowsOf(page)
    expect(rows).toHaveLength(MOST_SUBSCRIPTIONS)
    expect(rows.map(({ endpoint }) => endpoint)).not.toContain(first.endpoint)
  })

  test('of too many in an hour is refused with when to come again', async () => {
    const page = await guest()
    const { subscription } = service.newDevice()
    let answer = await postPush(page, 'subscribe', subscription)
    for (let n = 0; n < 80 && answer.status === 200; n++) {
      answer = await postPush(page, 'subscribe', subscription)
    }
    expect(answer).toMatchObject({ status: 429, refusal: { code: 'tooMany' } })
    expect(answer.refusal?.retryAfterMs).toBeGreaterThan(0)
  })

  test('again replaces the former endpoint and keeps the language', async () => {
    const page = await guest()
    const former = await notifyOn(page, service, 'it')
    const device = service.newDevice()
    const renewed = { ...device.subscription, former: former.endpoint }
    expect((await postPush(page, 'subscribe', renewed)).status).toBe(200)
    expect(await rowsOf(page)).toMatchObject([{ endpoint: device.endpoint, language: 'it' }])
  })

  test('takes a device over from the player who used it before', async () => {
    const [one, other] = [await guest(), await guest()]
    const device = await notifyOn(one, service)
    await postPush(other, 'subscribe', device.subscription)
    expect(await rowsOf(one)).toEqual([])
    expect(await rowsOf(other)).toHaveLength(1)
  })

  test('gives the same key after a restart', async () => {
    const key = await pushKeyOf(server.url)
    await server.restart()
    expect(key).toMatch(/^B[\w-]{86}$/)
    expect(await pushKeyOf(server.url)).toBe(key)
  })
})

describe('a device', () => {
  test('is notified no more when its player says so, and by nobody else’s word', async () => {
    const [one, other] = [await guest(), await guest()]
    const { endpoint } = await notifyOn(one, service)
    expect((await postPush(other, 'unsubscribe', { endpoint })).status).toBe(200)
    expect(await rowsOf(one)).toHaveLength(1)
    expect((await postPush(one, 'unsubscribe', { endpoint })).status).toBe(200)
    expect(await rowsOf(one)).toEqual([])
  })

  test('ends with the session: of two, the one that signs out', async () => {
    const page = await member('Ottilie')
    const device = await notifyOn(page, service)
    const cookie =
      (
        await post({ url: server.url, cookie: '' }, 'sign-in', {
          name: 'Ottilie',
          password: PASSWORD,
        })
      ).cookie ?? expect.fail()
    const other = await notifyOn({ url: server.url, cookie }, service)
    expect(await rowsOf(page)).toHaveLength(2)
    await post({ url: server.url, cookie }, 'sign-out')
    expect((await rowsOf(page)).map(({ endpoint }) => endpoint)).toEqual([device.endpoint])
    expect(other.endpoint).not.toBe(device.endpoint)
  })

  test.each([
    ['sign-out-everywhere', {}],
    ['password', { password: PASSWORD, next: 'another stack of stones' }],
    ['delete', { password: PASSWORD }],
  ])('is notified no more after %s', async (path, body) => {
    const page = await member()
    await notifyOn(page, service)
    expect((await post(page, path, body)).status).toBe(200)
    expect(await rowsOf(page)).toEqual([])
  })

  test('stays when its session gets a successor', async () => {
    const { black, white, game, device } = await away()
    server.advance(31 * 3_600_000)
    await server.inStore((db) =>
      db
        .updateTable('sessions')
        .set({ createdAt: 0 })
        .where('player', '=', white.player.id)
        .execute(),
    )
    const before = white.cookie
    await white.signIn()
    expect(white.cookie).not.toBe(before)
    // The new session is used, and the old one ends.
    await ask(`${server.url}/api/account`, { headers: { cookie: white.cookie } })
    server.advance(6 * 60_000)
    await moveIn(black, game)
    await expect.poll(() => messagesOf(device)).toHaveLength(1)
  })

  test('is in the download of the player’s data', async () => {
    const page = await member()
    const { endpoint } = await notifyOn(page, service, 'et')
    const headers = { cookie: page.cookie }
    const { body } = await ask(`${server.url}/api/account/data`, { headers })
    expect(JSON.parse(body)).toMatchObject({ notifiedDevices: [{ endpoint, language: 'et' }] })
  })
})

test('a server that is killed between the move and the message loses the message at most', async () => {
  service.answer = () => undefined
  const options = { push: { hosts: [], testOrigin: service.origin } }
  const process = await ServerProcess.prepare(options)
  await process.start()
  const [black, white] = [await guest(process.url), await guest(process.url)]
  const game = await beginGame(black, white, DAYS)
  await notifyOn(white, service)
  await leave(white, black, game)
  await moveIn(black, game)
  await process.kill()
  await process.start()
  await black.connect()
  expect((await black.openGame(game)).moves).toHaveLength(1)
  expect(service.received.length).toBeLessThanOrEqual(1)
  await process.close()
})
