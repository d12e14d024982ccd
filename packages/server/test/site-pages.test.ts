import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../src/index.ts'

const ORIGIN = 'https://hokito.invalid'
const EARLY = 'document.documentElement.dataset.theme = 1'
const SHEET = 'h1 { color: $&red }'
const LINK = '<link rel="stylesheet" crossorigin href="/style.css">'
const LANGUAGES = ['en', 'de'] as const

let siteFolder: string
let server: RunningServer

beforeAll(async () => {
  siteFolder = await mkdtemp(join(tmpdir(), 'hokito-site-'))
  await writeFile(
    join(siteFolder, 'index.html'),
    `<!doctype html><head><script>${EARLY}</script>${LINK}</head>the shell`,
  )
  await writeFile(join(siteFolder, 'style.css'), SHEET)
  const site = {
    origin: ORIGIN,
    languages: LANGUAGES,
    built: ['/', '/rules'],
    others: ['/game/:id'],
    guessed: { '/game': '/rules' },
  }
  await writeFile(join(siteFolder, 'site.json'), JSON.stringify(site))
  for (const language of LANGUAGES) {
    for (const folder of ['', 'plain'])
      await mkdir(join(siteFolder, folder, language), { recursive: true })
    for (const [name, path] of [
      ['index', ''],
      ['rules', '/rules'],
    ]) {
      const document = `${LINK}<link rel="canonical" href="${ORIGIN}/${language}${path}">${language} ${name}`
      await writeFile(join(siteFolder, language, `${name}.html`), document.padEnd(5000))
      const plain = `${document}, plain`
      await writeFile(join(siteFolder, 'plain', language, `${name}.html`), plain.padEnd(5000))
    }
  }
  server = await startServer({ host: 'localhost', port: 0, siteFolder })
})
afterAll(async () => {
  await server.close()
  await rm(siteFolder, { recursive: true })
})

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** An answer as it is sent over the network; `fetch` would decompress it and follow redirects. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(server.url + path, { headers }, resolve).on('error', reject)
  })
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

describe('a page in a language', () => {
  test.each([
    ['/de', 'de index', '/de'],
    ['/de/', 'de index', '/de'],
    ['/de/rules', 'de rules', '/de/rules'],
    ['/en/rules?x=1', 'en rules', '/en/rules'],
  ])('%s is sent as it was built, with the address of the site', async (path, text, canonical) => {
    const { status, headers, body } = await ask(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(headers['cache-control']).toBe('no-cache')
    expect(body.toString()).toContain(text)
    expect(body.toString()).toContain(`href="${server.url}${canonical}"`)
    expect(body.toString()).toContain(`<style>${SHEET}</style>`)
    expect(body.toString()).not.toContain('stylesheet')
  })

  test('has the address that the owner has set, whatever is asked for', async () => {
    const publicUrl = 'https://hokito.example/'
    const other = await startServer({ host: 'localhost', port: 0, siteFolder, publicUrl })
    try {
      const answer = await fetch(`${other.url}/de/rules`)
      expect(await answer.text()).toContain('href="https://hokito.example/de/rules"')
      expect(await (await fetch(`${other.url}/sitemap.xml`)).text()).toContain(
        '<loc>https://hokito.example/de</loc>',
      )
    } finally {
      await other.close()
    }
  })

  test('has paths where the host that is asked for is no name of a host', async () => {
    const { body } = await ask('/de/rules', { host: '"><script>' })
    expect(body.toString()).toContain('href="/de/rules"')
    expect((await ask('/sitemap.xml', { host: '"><script>' })).status).toBe(404)
  })

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (packed: Buffer) => packed],
  ])('is packed for who takes "%s"', async (accepted, encoding, unpack) => {
    // Twice, because the second answer comes from the cache.
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await ask('/de/rules', { 'accept-encoding': accepted })
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['content-length']).toBe(String(body.length))
      expect(unpack(body).toString()).toContain('de rules')
    }
  })

  test('is not answered for another host from what was kept', async () => {
    const headers = { 'accept-encoding': 'br' }
    await ask('/de/rules', headers)
    const { body } = await ask('/de/rules', { ...headers, host: 'other.example' })
    expect(brotliDecompressSync(body).toString()).toContain('href="http://other.example/de/rules"')
  })
})

describe('a page without a language in its address', () => {
  test.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de rules, plain'],
    ['fr,de;q=0.5', 'de rules, plain'],
    ['en-GB', 'en rules, plain'],
    ['ja', 'en rules, plain'],
    ['', 'en rules, plain'],
  ])('comes in what "%s" likes best', async (wanted, text) => {
    const { status, headers, body } = await ask('/rules', { 'accept-language': wanted })
    expect(status).toBe(200)
    expect(headers.vary).toBe('Accept-Language, Accept-Encoding')
    expect(body.toString()).toContain(text)
  })

  test.each([
    ['/rules?lang=de', '/de/rules'],
    ['/?lang=de', '/de'],
    ['/rules?a=1&lang=de&b=2', '/de/rules?a=1&b=2'],
  ])('%s leads to %s', async (path, to) => {
    const { status, headers } = await ask(path)
    expect([status, headers.location]).toEqual([301, to])
  })

  test.each(['/game', '/game/'])(
    '%s, which people guess, leads to the page meant',
    async (path) => {
      const { status, headers } = await ask(path)
      expect([status, headers.location]).toEqual([301, '/rules'])
    },
  )

  test('is not led to a language that there is none of', async () => {
    expect((await ask('/rules?lang=xx')).status).toBe(200)
  })
})

describe('pages that were not built', () => {
  test('are the shell, found or not', async () => {
    const html = { accept: 'text/html' }
    const answers = await Promise.all(
      ['/game/abc', '/index.html', '/xx/rules', '/de/game/abc', '/nowhere'].map((path) =>
        ask(path, html),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404])
    for (const { body } of answers) expect(body.toString()).toContain('the shell')
  })

  test('files of pages are not served beside them', async () => {
    expect((await ask('/de/rules.html')).status).toBe(404)
  })
})

test('of what could stand in a page only its own script and sheet count', async () => {
  const { headers } = await ask('/de/rules')
  const hashOf = (content: string) => createHash('sha256').update(content).digest('base64')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hashOf(EARLY)}';`)
  expect(policy).toContain(`style-src 'self' 'sha256-${hashOf(SHEET)}';`)
  expect(policy).not.toContain('unsafe-inline')
})

test('search engines learn where the pages are', async () => {
  expect((await ask('/robots.txt')).body.toString()).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  const { headers, body } = await ask('/sitemap.xml')
  expect(headers['content-type']).toContain('application/xml')
  const found = [...body.toString().matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  expect(found).toEqual(['/en', '/en/rules', '/de', '/de/rules'].map((path) => server.url + path))
})
