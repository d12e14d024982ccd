import { connect } from 'node:net'
import type { GameId } from '@hokito/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { StartError } from '../../src/index.ts'
import { createLogger } from '../../src/log.ts'
import { Page, pairUp } from '../helpers/page.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from '../helpers/server.ts'
import { ask, readMetrics } from '../helpers/stranger.ts'

const METRICS = { host: 'localhost', port: 0 }
let server: TestServer
afterEach(() => server.close())

/** Sends a request word for word, as no client would, and returns the whole answer. */
function say(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (data) => {
    heard += data
  })
  socket.write(text)
  return new Promise((resolve) => socket.once('close', () => resolve(heard)))
}

describe('S12: the host that a visitor names', () => {
  const BAD = [
    '',
    '[',
    'a b',
    'x" onload="alert(1)',
    'evil.example/path',
    'a:99999999',
    '::',
    '<b>',
  ]
  test.each(BAD)('may be %j: the page comes, without it, and nothing is logged', async (host) => {
    const lines: string[] = []
    const logger = createLogger('warn', { write: (line) => lines.push(line) })
    server = await startTestServer({ logger })
    const { game, black, white } = await pairUp(server.url)
    const answer = await say(
      `GET /play/${game} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200/)
    expect(answer).toContain('og:title')
    expect(answer).not.toContain('og:image"')
    // A busy machine may stop this process for a second, which the server logs.
    expect(lines.filter((line) => !line.includes('time has jumped'))).toEqual([])
    for (const page of [black, white]) page.close()
  })

  test('may be missing', async () => {
    server = await startTestServer()
    const { game, black, white } = await pairUp(server.url)
    expect(await say(`GET /play/${game} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/)
    const bare = await say(`GET /play/${game} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    expect(bare).toMatch(/^HTTP\/1.1 400/)
    for (const page of [black, white]) page.close()
  })

  test('is not taken where the address is known', async () => {
    server = await startTestServer({ publicUrl: 'https://hokito.example' })
    const { game, black, white } = await pairUp(server.url)
    const headers = { host: 'evil.example' }
    const { body } = await ask(`${server.url}/play/${game}`, { headers })
    expect(body).toContain(`"https://hokito.example/play/${game}/picture.png"`)
    expect(body).not.toContain('evil')
    for (const page of [black, white]) page.close()
  })
})

describe('S20: the numbers for the operator', () => {
  test('are not on the public address', async () => {
    server = await startTestServer({ metrics: METRICS })
    expect((await ask(`${server.url}/metrics`)).body).not.toContain('hokito_')
    expect(await readMetrics(server.metricsUrl)).toHaveProperty('hokito_connections')
  })

  test('need the token', async () => {
    const metricsToken = 'm'.repeat(32)
    server = await startTestServer({ metricsToken })
    const read = (authorization: string) =>
      ask(`${server.url}/metrics`, { headers: { authorization } })
    for (const wrong of ['', 'Bearer', `Bearer ${'n'.repeat(32)}`, metricsToken]) {
      expect((await read(wrong)).body).not.toContain('hokito_')
    }
    expect((await read(`Bearer ${metricsToken}`)).body).toContain('hokito_connections 0')
  })

  test('on an address that is taken keep the server from starting, which says so', async () => {
    server = await startTestServer({ metrics: METRICS })
    const port = Number(new URL(server.metricsUrl ?? '').port)
    const second = startTestServer({ metrics: { host: 'localhost', port } })
    await expect(second).rejects.toThrow(new StartError('metricsUnusable'))
  })

  test('have nothing else beside them', async () => {
    server = await startTestServer({ metrics: METRICS })
    expect((await ask(`${server.metricsUrl}/readyz`)).status).toBe(404)
    expect((await ask(`${server.metricsUrl}/metrics`, { method: 'POST' })).status).toBe(404)
  })
})

describe('S23: too many requests', () => {
  test.each([
    ['of sessions', { guestsPerMinute: 2 }, '/api/session', 'POST'],
    ['of games', { requestsPerMinute: 2 }, '/api/games/nosuchgame00', 'GET'],
    ['of health', { healthChecksPerMinute: 2 }, '/healthz', 'GET'],
    ['of readiness', { healthChecksPerMinute: 2 }, '/readyz', 'GET'],
    ['of files', { filesPerMinute: 2 }, '/', 'GET'],
  ])('%s are refused with a word about when to come again', async (_, limits, path, method) => {
    server = await startTestServer({ limits })
    const answers = []
    for (let n = 0; n < 4; n++) answers.push(await ask(server.url + path, { method }))
    const { status, headers, body } = answers[2] ?? expect.fail()
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    const { code, retryAfterMs } = JSON.parse(body)
    expect(code).toBe('tooMany')
    expect(Math.ceil(retryAfterMs / 1000)).toBe(Number(headers['retry-after']))
    // Another address may still send requests.
    const other = await ask(server.url + path, { method, localAddress: '127.0.0.67' })
    expect(other.status).not.toBe(429)
  })

  test('leave a balancer its looks at whether the server runs', async () => {
    server = await startTestServer({ limits: { requestsPerMinute: 2 } })
    const statusOf = async (path: string) => (await ask(server.url + path)).status
    const game = '/api/games/nosuchgame00'
    expect([await statusOf(game), await statusOf(game), await statusOf(game)]).toEqual([
      404, 404, 429,
    ])
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200])
  })

  test('behind a proxy are counted for the one who asks, not for the proxy', async () => {
    server = await startTestServer({ limits: { healthChecksPerMinute: 2 }, proxies: 1 })
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await ask(`${server.url}/readyz`, { headers })).status
    }
    const same = ['192.0.2.1', '192.0.2.1', '1.2.3.4, 192.0.2.1', '::ffff:192.0.2.1']
    const statuses = []
    for (const address of same) statuses.push(await from(address))
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await from('192.0.2.2')).toBe(200)
  })
})

describe('what is only looked at', () => {
  test('does not stay in memory', async () => {
    server = await startTestServer({ limits: UNLIMITED_ADDRESS, metrics: METRICS })
    const { game, black, white } = await pairUp(server.url)
    await black.command(game, 'abort')
    await server.restart(0)
    for (const path of [`/play/${game}`, `/api/games/${game}`, `/play/${game}/picture.png`]) {
      expect((await ask(server.url + path)).status).toBe(200)
    }
    await black.connect()
    const reply = await black.send({ type: 'myGames' })
    expect(reply.ok && reply.games.map(({ id }) => id)).toEqual([game])
    expect((await readMetrics(server.metricsUrl)).hokito_games_loaded).toBe(0)
    for (const page of [black, white]) page.close()
  })

  test('and was opened is forgotten when there are too many games', async () => {
    const limits = { ...UNLIMITED_ADDRESS, gamesLoaded: 5, burst: 1000, perSecond: 1000 }
    server = await startTestServer({ limits, metrics: METRICS })
    const games: GameId[] = []
    for (let n = 0; n < 12; n++) {
      const { black, white, game } = await pairUp(server.url)
      await black.command(game, 'abort')
      games.push(game)
      for (const page of [black, white]) page.close()
    }
    await server.restart(0)
    const watcher = await Page.open(server.url)
    for (const game of games) {
      expect((await watcher.openGame(game)).ending?.kind).toBe('aborted')
      await watcher.send({ type: 'closeGame', game })
    }
    expect((await readMetrics(server.metricsUrl)).hokito_games_loaded).toBeLessThanOrEqual(5)
    watcher.close()
  })

  test('as a picture is drawn once, and few new ones a second for all together', async () => {
    server = await startTestServer({ limits: { ...UNLIMITED_ADDRESS, picturesPerSecond: 2 } })
    const tables = []
    for (let n = 0; n < 5; n++) tables.push(await pairUp(server.url))
    const pictures = tables.map(({ game }) => `${server.url}/play/${game}/picture.png`)
    const statuses = await Promise.all(pictures.map(async (picture) => (await ask(picture)).status))
    expect(statuses).toContain(429)
    const kept = pictures[statuses.indexOf(200)] ?? expect.fail('one was drawn')
    for (let n = 0; n < 5; n++) expect((await ask(kept)).status).toBe(200)
    for (const { black, white } of tables) for (const page of [black, white]) page.close()
  })
})
