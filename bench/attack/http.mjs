// @ts-check
/** One HTTP request from a chosen local address, which `fetch` cannot do. */
import { request } from 'node:http'

/**
 * @typedef {{
 *   status: number,
 *   headers: import('node:http').IncomingHttpHeaders,
 *   body: string,
 *   isCut: boolean,
 * }} Answer `status` is 0 and `isCut` true when no answer came.
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
 * The cookie's player, or a new guest. Returns the answer itself if the server did not name a
 * player.
 * @param {string} url
 * @param {{ address?: string | undefined, cookie?: string, headers?: Record<string, string> }} from
 * @returns {Promise<{ cookie: string, player: { id: string, name: string } } | Answer>}
 */
export async function signIn(url, { address, cookie = '', headers = {} }) {
  const sent = cookie === '' ? headers : { ...headers, cookie }
  const answer = await ask(`${url}/api/session`, { method: 'POST', address, headers: sent })
  if (answer.status !== 200) return answer
  const [given = ''] = answer.headers['set-cookie'] ?? []
  const { player } = JSON.parse(answer.body)
  return { cookie: given.split(';')[0] || cookie, player }
}
