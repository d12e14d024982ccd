// @ts-check
/** Attacks over HTTP. */
import { ask, signIn } from '../http.mjs'
import { rawRequest, rawSocket } from '../raw.mjs'

/** @typedef {import('../context.mjs').Context} Context */

/** Requests for pages of games with Host headers that are invalid or belong to another site. */
export const badHosts = {
  name: 'bad-hosts',
  fault: 'S12',
  run: async (/** @type {Context} */ context) => {
    await context.atRate(20, async (n) => {
      context.tally.tried()
      const host = HOSTS[n % HOSTS.length]
      const line = host === undefined ? '' : `Host: ${host}\r\n`
      const version = host === undefined ? '1.0' : '1.1'
      const text = `GET /play/${context.game} HTTP/${version}\r\n${line}Connection: close\r\n\r\n`
      const answer = await rawRequest(rawSocket(context), text)
      context.tally.heardHttp(answer)
      const isBroken = host !== undefined && BROKEN_HOSTS.includes(host)
      if (isBroken && answer.body.includes(host)) context.tally.fail('a broken Host was echoed')
    })
  },
}

/** Paths that lead out of the site's folder, or nowhere. */
export const traversal = {
  name: 'path-traversal',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    await context.atRate(50, async (n) => {
      context.tally.tried()
      const path = PATHS[n % PATHS.length]
      const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      const answer = await rawRequest(rawSocket(context), text)
      context.tally.heardHttp(answer)
      if (SECRETS.test(answer.body)) context.tally.fail(`${path} gave something away`)
    })
  },
}

/** Requests for everything that is expensive to answer, from three addresses. */
export const httpFlood = {
  name: 'http-flood',
  fault: 'S20',
  run: async (/** @type {Context} */ context) => {
    const pages = ['/metrics', '/readyz', '/healthz', `/play/${context.game}/picture.png`]
    const all = [...pages, `/play/${context.game}`, `/api/games/${context.game}`, '/', '/nowhere']
    await context.flood(600, AT_ONCE, (n) => {
      const place = `${context.url}${all[n % all.length]}`
      return ask(place, { address: context.address(n % 3), headers: { accept: 'text/html' } })
    })
  },
}

/** New guests from five addresses, as fast as possible. */
export const guestFlood = {
  name: 'guest-flood',
  fault: 'S16',
  run: async (/** @type {Context} */ context) => {
    await context.flood(300, AT_ONCE, async (n) => {
      const session = await signIn(context.url, { address: context.address(n % 5) })
      if ('status' in session) return session
      context.tally.heard('welcome')
      return undefined
    })
  },
}

/** Bodies that are not JSON, are too large, or do not match their content type. */
export const badBodies = {
  name: 'bad-bodies',
  fault: '–',
  run: async (/** @type {Context} */ context) => {
    await context.flood(50, AT_ONCE, (n) => {
      const headers = { 'content-type': n % 2 === 0 ? 'application/json' : 'text/xml' }
      const body = BODIES[n % BODIES.length] ?? ''
      const address = context.address(n % 5)
      return ask(`${context.url}/api/session`, { method: 'POST', address, headers, body })
    })
  },
}

// --- internal ---

const BROKEN_HOSTS = [
  'evil.example:99999',
  'evil b',
  '[::evil',
  '"><script>evil',
  'evil%00',
  '@evil/',
]

/** @type {readonly (string | undefined)[]} */
const HOSTS = [undefined, '', 'foreign.example', ...BROKEN_HOSTS, '..', ':', 'x'.repeat(4000)]

const PATHS = [
  '/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2f..%2fetc/passwd',
  '/..%5c..%5cetc/passwd',
  '/assets/../../../package.json',
  '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
  '//etc/passwd',
  '/%00',
  '/%',
  '/%c0%ae%c0%ae/',
  '/hokito.db',
  '/secret',
  '/../hokito.db',
  '/.git/config',
  '/play/..%2f..%2fsecret',
  '/api/games/..%2f..%2fsecret',
  '/api/games/__proto__',
  'http://evil.example/',
  '*',
  `/${'a/'.repeat(3000)}`,
]

const SECRETS = /root:|SQLite format 3|"workspaces"|\[core\]|^[0-9a-f]{64}$/m

const BODIES = [
  '{',
  '[]'.repeat(400),
  '{"__proto__":{"id":"x"}}',
  'x'.repeat(100_000),
  'null',
  '{"a":1e999}',
  '"\\ud800"',
]

const AT_ONCE = 200
