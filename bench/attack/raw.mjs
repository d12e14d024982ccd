// @ts-check
/** TCP connections that can send any bytes. */
import { connect } from 'node:net'

/**
 * @typedef {import('./context.mjs').Context} Context
 * @typedef {import('./http.mjs').Answer} Answer
 */

/**
 * Connects. Errors on the connection are ignored.
 * @param {Pick<Context, 'port' | 'address'>} context
 * @param {number} [n] the number of the address, among those of the kind
 */
export function rawSocket(context, n = 0) {
  const localAddress = context.address(n)
  const socket = connect({ host: '127.0.0.1', port: context.port, localAddress })
  socket.on('error', () => undefined)
  return socket
}

/**
 * Sends a request unchanged and reads until the end.
 * @param {import('node:net').Socket} socket
 * @param {string | Buffer} text
 * @returns {Promise<Answer>}
 */
export function rawRequest(socket, text) {
  return new Promise((resolve) => {
    let received = ''
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', (part) => {
      received += part
    })
    socket.once('close', () => resolve(answerOf(received)))
    socket.write(text)
  })
}

// --- internal ---

/**
 * @param {string} text
 * @returns {Answer}
 */
function answerOf(text) {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? []
  if (status === undefined) return { status: 0, headers: {}, body: '', isCut: true }
  const [, retryAfter] = /^retry-after: (.*)$/im.exec(head) ?? []
  const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  return { status: Number(status), headers, body: rest.join('\r\n\r\n'), isCut: false }
}
