// @ts-check
/**
 * Random messages and requests, made from the schemas of the protocol, valid and broken, and sent
 * to any node while others play. A node may refuse them, and may cut off a client that sends too
 * many, but it must not fail.
 */
import { clientMessageSchema } from '@hokito/protocol'
import fc from 'fast-check'
import * as z from 'zod'
import { ask, signIn } from '../attack/http.mjs'
import { wait } from '../attack/wait.mjs'
import { Wire } from '../attack/wire.mjs'
import { anyOf, ODD } from './any-of.mjs'
import { addressOf, judge, runStrangers } from './strangers.mjs'

/** @typedef {import('./strangers.mjs').Setting} Setting */

/**
 * Sends for the planned time, and leaves nothing running.
 * @param {import('./strangers.mjs').Plan} plan
 */
export function runGenerated(plan) {
  return runStrangers(plan, SENDERS, (setting) =>
    setting.place % 3 === 0 ? request(setting) : converse(setting),
  )
}

// --- internal ---

const SENDERS = 12
const MESSAGES_OF_ONE = 40
const MADE_TOGETHER = 100
/** @type {[number, number]} */
const PAUSE_MS = [20, 120]
const LONGEST_PAUSE_MS = 2000
const ANSWER_MS = 8000

const WHOLE = anyOf(
  /** @type {import('./any-of.mjs').Json} */ (z.toJSONSchema(clientMessageSchema)),
)
const BROKEN = fc.tuple(WHOLE, fc.nat(), ODD, fc.nat(3)).map(([message, place, odd, how]) => {
  const names = Object.keys(message)
  const name = names[place % names.length] ?? ''
  if (how === 0) return odd
  if (how === 1) return { ...message, [JSON.stringify(odd).slice(0, 20)]: odd }
  const { [name]: _, ...rest } = message
  return how === 2 ? rest : { ...message, [name]: odd }
})
const MESSAGES = fc.oneof({ weight: 3, arbitrary: WHOLE }, { weight: 2, arbitrary: BROKEN })

/**
 * Sends messages to nodes as one guest after another.
 * @param {Setting} setting
 */
async function converse(setting) {
  const { urls, chance, isOver, count } = setting
  /** @type {any[]} */
  let made = []
  for (let round = 0; !isOver(); round++) {
    const address = addressOf(setting.place, round)
    const url = chance.oneOf(urls)
    const session = await signIn(url, { address })
    if (!('player' in session)) {
      judge(setting, session.status, 'POST /api/session')
      await wait(LONGEST_PAUSE_MS)
      continue
    }
    const wire = await Wire.open(url, { address, cookie: session.cookie })
    count('guests')
    for (let sent = 0; sent < MESSAGES_OF_ONE && wire.isOpen && !isOver(); sent++) {
      if (made.length === 0) {
        const seed = setting.seed + 1000 * setting.place + round
        made = fc.sample(MESSAGES, { numRuns: MADE_TOGETHER, seed })
      }
      await say(setting, wire, aimed(setting, made.pop()))
    }
    wire.close()
  }
}

/**
 * Sends one message and judges the answer.
 * @param {Setting} setting
 * @param {Wire} wire
 * @param {any} message
 */
async function say({ chance, count, harm }, wire, message) {
  const isWhole = clientMessageSchema.safeParse(message).success
  count(isWhole ? 'whole messages' : 'broken messages')
  const reply = await wire.ask(message, ANSWER_MS)
  const code = reply?.refusal?.code ?? (reply === undefined ? 'none' : 'ok')
  count(`answered ${code}`)
  const text = JSON.stringify(message).slice(0, 300)
  if (code === 'internal') harm(`internal: ${text}`)
  if (code === 'none' && wire.isOpen) harm(`no answer: ${text}`)
  if (code === 'malformed' && isWhole) harm(`whole, and called malformed: ${text}`)
  const isTaken = code !== 'malformed' && code !== 'tooMany' && code !== 'none'
  if (isTaken && !isWhole) harm(`broken, and answered ${code}: ${text}`)
  const pauseMs = Math.min(LONGEST_PAUSE_MS, reply?.refusal?.retryAfterMs ?? 0)
  await wait(Math.max(pauseMs, chance.between(...PAUSE_MS)))
}

/**
 * The message as sent; most messages that name a game or a challenge name an existing one.
 * @param {Setting} setting
 * @param {any} message
 */
function aimed({ chance, history }, message) {
  const sent = JSON.parse(JSON.stringify(message ?? null))
  if (typeof sent !== 'object' || sent === null || chance.happens(0.3)) return sent
  const latest = history.entries.slice(-RECENT).reverse()
  const heard = latest.filter((entry) => entry.kind === 'answered')
  const seen = heard.find(({ answer }) => answer.seen !== undefined && chance.happens(0.3))?.answer
  const challenge = heard.find(({ answer }) => answer.challenge !== undefined)?.answer.challenge
  if (typeof sent.game === 'string' && seen?.game !== undefined) sent.game = seen.game
  if (Number.isInteger(sent.ply)) sent.ply = seen?.seen?.moves.length ?? sent.ply
  if (typeof sent.challenge === 'string') sent.challenge = challenge ?? sent.challenge
  return sent
}

const RECENT = 400

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']
const PATHS = [
  '/api/session',
  '/api/games',
  '/api/games?after=#',
  '/api/games/#',
  '/api/games/#/hgn',
  '/play/#',
  '/play/#/picture.png',
  '/socket.io/?EIO=4&transport=#',
  '/healthz',
  '/readyz',
  '/metrics',
  '/assets/#',
  '/#',
  '/?lang=#',
]
const REQUESTS = fc.record({
  method: fc.constantFrom(...METHODS),
  path: fc.constantFrom(...PATHS),
  id: fc.oneof(
    fc.stringMatching(/^[0-9A-Za-z]{12}$/),
    fc.webPath(),
    fc.string({ unit: 'binary', maxLength: 60 }).map(encoded),
    fc.constantFrom('%', '%ff', '..%2f..%2fetc%2fpasswd', '%00', '-1', '9'.repeat(400)),
  ),
  type: fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'x'),
  body: fc.oneof(fc.json(), fc.string({ maxLength: 200 }), fc.constant('')),
  cookie: fc.oneof(fc.constant(''), fc.stringMatching(/^[!-:<-~]{0,80}$/)),
})

/**
 * Sends requests to nodes over HTTP.
 * @param {Setting} setting
 */
async function request(setting) {
  const { urls, chance, isOver, count } = setting
  for (let round = 0; !isOver(); round++) {
    const seed = setting.seed + 1000 * setting.place + round
    for (const made of fc.sample(REQUESTS, { numRuns: MADE_TOGETHER, seed })) {
      if (isOver()) return
      const { method, id, type, body, cookie } = made
      const path = made.path.replace('#', () => id)
      const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
      const answer = await ask(chance.oneOf(urls) + path, {
        method,
        address: addressOf(setting.place, round),
        headers: { cookie: `hokito=${cookie}`, ...(!isRead && { 'content-type': type }) },
        ...(!isRead && { body }),
      })
      count('requests')
      judge(setting, answer.status, `${method} ${path}`)
      await wait(chance.between(...PAUSE_MS))
    }
  }
}

/** @param {string} text */
function encoded(text) {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}
