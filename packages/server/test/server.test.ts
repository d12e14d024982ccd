import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { SYSTEM_CHANCE } from '../src/ground/chance.ts'
import { ServerClock } from '../src/ground/clock.ts'
import { DEFAULT_RHYTHM } from '../src/ground/rhythm.ts'
import { DEFAULT_LIMITS, type RunningServer, StartError, startServer } from '../src/index.ts'
import { createLogger } from '../src/log.ts'
import { createMetrics } from '../src/metrics.ts'
import { IN_MEMORY, openDatabase } from '../src/store/database.ts'

const SCRIPT = 'export {}\n'.repeat(500)

let siteFolder: string
let server: RunningServer

beforeAll(async () => {
  siteFolder = await mkdtemp(join(tmpdir(), 'hokito-site-'))
  await mkdir(join(siteFolder, 'assets'))
  await writeFile(join(siteFolder, 'index.html'), '<!doctype html><title>site</title>')
  const script = join(siteFolder, 'assets', 'app-abc123.js')
  await writeFile(script, SCRIPT)
  await writeFile(`${script}.br`, brotliCompressSync(SCRIPT))
  await writeFile(`${script}.gz`, gzipSync(SCRIPT))
  await writeFile(join(siteFolder, 'other.js'), SCRIPT)
  server = await startServer({ host: 'localhost', port: 0, siteFolder })
})
afterAll(async () => {
  await server.close()
  await rm(siteFolder, { recursive: true })
})

const html = { headers: { accept: 'text/html' } }

/** An answer as it is sent over the network; `fetch` would decompress it. */
async function ask(
  path: string,
  accepted: string,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const headers = accepted === '' ? {} : { 'accept-encoding': accepted }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url + path, { headers }, resolve).on('error', reject)
  })
  return { headers: response.headers, body: await buffer(response) }
}

describe('pages', () => {
  test.each(['/', '/new', '/game/abc', '/replay', '/rules/', '/nowhere?x=1'])(
    '%s is the site',
    async (path) => {
      const response = await fetch(server.url + path, html)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>site')
      expect(response.headers.get('cache-control')).toBe('no-cache')
    },
  )

  test('come with headers that isolate them and forbid foreign scripts', async () => {
    const { headers } = await fetch(server.url, html)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    for (const name of ['server', 'x-powered-by']) expect(headers.get(name)).toBeNull()
  })
})

describe('files', () => {
  test('with a hash in their name are kept for good', async () => {
    const response = await fetch(`${server.url}/assets/app-abc123.js`)
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  const unpacked = (packed: Buffer) => packed
  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, unpacked],
    ['', undefined, unpacked],
  ])(
    'are sent as they were packed when the site was built: to "%s"',
    async (accepted, encoding, unpack) => {
      const { headers, body } = await ask('/assets/app-abc123.js', accepted)
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
      expect(headers['content-length']).toBe(String(body.length))
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(unpack(body).toString()).toBe(SCRIPT)
    },
  )

  test('that were not packed are sent as they are', async () => {
    const { headers, body } = await ask('/other.js', 'gzip, br')
    expect(headers['content-encoding']).toBeUndefined()
    expect(body.toString()).toBe(SCRIPT)
  })

  test.each([
    '/assets/gone.js',
    '/favicon.ico',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/%00',
  ])('%s is not there', async (path) => {
    const response = await fetch(server.url + path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
  })

  test('cannot be written', async () => {
    expect((await fetch(server.url, { method: 'POST', ...html })).status).toBe(404)
  })
})

describe('answers to programs', () => {
  test.each(['/nowhere', '/assets/gone.js', '/new.html'])(
    '%s is not found, as JSON',
    async (path) => {
      const response = await fetch(server.url + path, { headers: { accept: '*/*' } })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ code: 'notFound', path })
    },
  )

  test('a long address is not echoed whole', async () => {
    const response = await fetch(`${server.url}/${'x'.repeat(3000)}`)
    expect((await response.text()).length).toBeLessThan(300)
  })

  test('a broken address is the fault of who asked', async () => {
    const response = await fetch(`${server.url}/%zz`)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ code: 'badRequest' })
  })
})

test('what fails inside is logged and not told', async () => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line) => lines.push(line) })
  const database = await openDatabase(IN_MEMORY)
  const { app, online } = await buildApp({
    houseLevels: [],
    arenaHour: undefined,
    push: undefined,
    mail: undefined,
    siteFolder,
    database,
    secret: 's'.repeat(32),
    chance: SYSTEM_CHANCE,
    metrics: createMetrics(),
    clock: new ServerClock(),
    limits: DEFAULT_LIMITS,
    rhythm: DEFAULT_RHYTHM,
    publicUrl: undefined,
    proxies: 0,
    logger,
  })
  app.get('/broken', async () => {
    throw new Error('the secret inside')
  })
  const response = await app.inject('/broken')
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ code: 'internal' })
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['GET /broken failed'])
  await online.close()
  await app.close()
  await database.close()
})

test('nothing that lets a person act as another gets into the log', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => lines.push(line) })
  const token = 'the-very-token'
  logger.info({ token, headers: { cookie: token }, guest: { session: { token } } }, 'somebody came')
  expect(lines.join()).not.toContain(token)
})

test('closing lets an answer finish and then takes no more', async () => {
  const other = await startServer({ host: 'localhost', port: 0, siteFolder })
  const answer = fetch(`${other.url}/assets/app-abc123.js`)
  expect((await answer).status).toBe(200)
  await other.close()
  await expect(fetch(other.url)).rejects.toThrow()
})

test('tells that it is alive', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
})

describe('a server that cannot start says why', () => {
  test('the port is taken', async () => {
    const port = Number(new URL(server.url).port)
    const second = startServer({ host: 'localhost', port, siteFolder })
    await expect(second).rejects.toThrow(new StartError('portTaken'))
  })

  test('the site is not built', async () => {
    const started = startServer({
      host: 'localhost',
      port: 0,
      siteFolder: join(siteFolder, 'none'),
    })
    await expect(started).rejects.toThrow(new StartError('siteMissing'))
  })

  test('the host does not exist', async () => {
    const started = startServer({ host: 'no-such-host.invalid', port: 0, siteFolder })
    await expect(started).rejects.toThrow(new StartError('hostUnknown'))
  })
})
