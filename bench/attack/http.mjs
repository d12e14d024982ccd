// @ts-check
/** HTTP requests from a chosen local address, which `fetch` cannot do, and the players behind them. */
import { request } from 'node:http'

/**
 * @typedef {{
 *   status: number,
 *   headers: import('node:http').IncomingHttpHeaders,
 *   body: string,
 *   isCut: boolean,
 * }} Answer `status` is 0 and `isCut` true when no answer came.
 * @typedef {{ cookie: string, player: { id: string, name: string } }} SignedIn
 * @typedef {{
 *   method?: string,
 *   address?: string | undefined,
 *   headers?: Record<string, string>,
 *   body?: string,
 *   timeoutMs?: number,
 * }} Asking
 */

/**
 * Sends one request on a new connection. It never rejects, because an attacker expects to be cut
 * off.
 * @param {string} url
 * @param {Asking} [asking]
 * @returns {Promise<Answer>}
 */
export function ask(url, { method = 'GET', address, headers = {}, body, timeoutMs = 5000 } = {}) {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, headers: {}, body: '', isCut: true })
    const options = { method, headers, agent: false, timeout: timeoutMs }
    const asked = request(url, { ...options, ...(address && { localAddress: address }) })
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.once('error', none)
    asked.once('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.once('error', none)
      response.once('end', () => {
        const { statusCode: status = 0, headers: received } = response
        resolve({ status, headers: received, body: text, isCut: false })
      })
    })
    asked.end(body)
  })
}

/**
 * Sends JSON, as a page of the site does.
 * @param {string} place
 * @param {{ address?: string | undefined, cookie: string, timeoutMs?: number }} from
 * @param {object} body
 */
export function post(place, { cookie, ...from }, body) {
  const headers = { cookie, origin: new URL(place).origin, 'content-type': 'application/json' }
  return ask(place, { ...from, method: 'POST', headers, body: JSON.stringify(body) })
}

/**
 * The cookie's player, or a new guest. Returns the answer itself if the server did not name a
 * player.
 * @param {string} url
 * @param {{ address?: string | undefined, cookie?: string, headers?: Record<string, string> }} from
 * @returns {Promise<SignedIn | Answer>}
 */
export async function signIn(url, { address, cookie = '', headers = {} }) {
  const sent = cookie === '' ? headers : { ...headers, cookie }
  const answer = await ask(`${url}/api/session`, { method: 'POST', address, headers: sent })
  if (answer.status !== 200) return answer
  return { cookie: cookieIn(answer) ?? cookie, player: JSON.parse(answer.body).player }
}

/**
 * Makes an account. Returns the answer itself if the server refused it.
 * @param {string} url
 * @param {string | undefined} address
 * @param {string} name
 * @returns {Promise<SignedIn | Answer>}
 */
export async function signUp(url, address, name) {
  const guest = await signIn(url, { address })
  if (!('player' in guest)) return guest
  const from = { address, cookie: guest.cookie, timeoutMs: PASSWORD_MS }
  const answer = await post(`${url}/api/account/sign-up`, from, { name, password: PASSWORD })
  if (answer.status !== 200) return answer
  return { cookie: cookieIn(answer) ?? guest.cookie, player: guest.player }
}

/**
 * A token for programs, as a header; undefined if the server refused it.
 * @param {string} url
 * @param {{ address?: string, cookie: string }} from
 * @param {readonly string[]} scopes
 */
export async function tokenFor(url, from, scopes) {
  const wanted = { name: scopes.join(' '), scopes, password: PASSWORD }
  const { status, body } = await post(`${url}/api/account/token`, from, wanted)
  return status === 200 ? /** @type {string} */ (JSON.parse(body).token) : undefined
}

/** The password of every account. */
export const PASSWORD = 'seven stacks of stone'

// --- internal ---

/** Hashing passwords takes time, and many accounts are made at once. */
const PASSWORD_MS = 30_000

/** @param {Answer} answer */
function cookieIn({ headers }) {
  const [given = ''] = headers['set-cookie'] ?? []
  return given.split(';')[0] || undefined
}
