// @ts-check
/**
 * Messages and requests that nobody has thought of: made from the schemas of the protocol, whole and broken, and
 * sent to any node while others play. A node may refuse, and cut off whoever asks for too much; it may not
 * fail.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientMessageSchema } from '@hokito/protocol'
import fc from 'fast-check'
import * as z from 'zod'
import { ask, signIn } from '../attack/http.mjs'
import { wait } from '../attack/wait.mjs'
import { Wire } from '../attack/wire.mjs'
import { Chance } from './chance.mjs'
import { Cluster } from './cluster.mjs'
import { Crowd } from './crowd.mjs'
import { History } from './history.mjs'

/**
 * @typedef {{ seed: number, seconds: number, nodes: number, players: number, folder: string }} Plan
 * @typedef {{ counts: ReadonlyMap<string, number>, harms: readonly string[] }} Outcome
 * @typedef {{
 *   urls: readonly string[],
 *   chance: Chance,
 *   seed: number,
 *   place: number,
 *   history: History,
 *   isOver: () => boolean,
 *   count: (what: string) => void,
 *   harm: (what: string) => void,
 * }} Setting
 */

/**
 * Sends for so long, and leaves nothing running.
 * @param {Plan} plan
 * @returns {Promise<Outcome>}
 */
export async function runGenerated({ seed, seconds, nodes, players, folder }) {
  const cluster = await Cluster.start({ folder, count: nodes, broken: undefined })
  try {
    const history = new History(join(folder, 'history.ndjson'))
    const urls = cluster.nodes.map(({ url }) => url)
    const crowd = new Crowd({ seed, players, urls, history })
    const until = performance.now() + seconds * 1000
    const isOver = () => performance.now() > until || history.isFull
    /** @type {Map<string, number>} */
    const counts = new Map()
    /** @type {Set<string>} */
    const harms = new Set()
    const count = (/** @type {string} */ what) => counts.set(what, (counts.get(what) ?? 0) + 1)
    const harm = (/** @type {string} */ what) => {
      if (harms.size < MOST_HARMS) harms.add(what)
    }
    const senders = Array.from({ length: SENDERS }, (_, place) => {
      const chance = new Chance(seed, 1000 + place)
      const setting = { urls, chance, seed, place, history, isOver, count, harm }
      return place % 3 === 0 ? request(setting) : converse(setting)
    })
    await Promise.all(senders)
    await crowd.stop()
    if (!(await cluster.isWell(WELL_MS))) harm('not all nodes are well in the end')
    for (const node of cluster.nodes) {
      if (node.crashes > 0) harm(`${node.name} ended by itself`)
      for (const line of errorsIn(join(folder, `${node.name}.log`))) harm(`${node.name}: ${line}`)
    }
    return { counts, harms: [...harms] }
  } finally {
    await cluster.close()
  }
}

// --- internal ---

const SENDERS = 12
const MOST_HARMS = 50
const WELL_MS = 30_000
const MESSAGES_OF_ONE = 40
const MADE_TOGETHER = 100
/** @type {[number, number]} */
const PAUSE_MS = [20, 120]
const LONGEST_PAUSE_MS = 2000
const ANSWER_MS = 8000

/**
 * @typedef {{
 *   oneOf?: Json[], anyOf?: Json[], const?: unknown, enum?: unknown[], type?: string,
 *   properties?: Record<string, Json>, required?: string[], items?: Json, maxItems?: number,
 *   pattern?: string, minLength?: number, maxLength?: number, minimum?: number, maximum?: number,
 * }} Json the parts of JSON Schema by which the protocol is described
 */

/**
 * Any value of a schema, but for what the schema says in code.
 * @param {Json} schema
 * @returns {fc.Arbitrary<any>}
 */
function anyOf(schema) {
  const choices = schema.oneOf ?? schema.anyOf
  if (choices !== undefined) return fc.oneof(...choices.map(anyOf))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object': {
      const parts = Object.entries(schema.properties ?? {})
      const made = Object.fromEntries(parts.map(([name, part]) => [name, anyOf(part)]))
      return fc.record(made, { requiredKeys: schema.required ?? [] })
    }
    case 'array':
      return fc.array(anyOf(schema.items ?? {}), { maxLength: schema.maxItems ?? 5 })
    case 'integer':
    case 'number':
      return fc.integer({ min: least(schema.minimum), max: most(schema.maximum) })
    case 'boolean':
      return fc.boolean()
    case 'string':
      return schema.pattern === undefined
        ? fc.string({ minLength: schema.minLength ?? 0, maxLength: schema.maxLength ?? 100 })
        : fc.stringMatching(new RegExp(schema.pattern))
    default:
      return fc.jsonValue()
  }
}

const least = (/** @type {number | undefined} */ bound) => Math.max(bound ?? 0, -(2 ** 31))
const most = (/** @type {number | undefined} */ bound) => Math.min(bound ?? 1000, 2 ** 31 - 1)

const ODD = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    -1,
    0.5,
    2 ** 53,
    -0,
    1e308,
    '',
    '\u0000',
    '../..',
    "' or 1=1 --",
    'x'.repeat(3000),
  ),
  fc.constantFrom(null, [], {}, { toString: 'x' }, '__proto__', true),
)
const WHOLE = anyOf(/** @type {Json} */ (z.toJSONSchema(clientMessageSchema)))
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
 * Speaks to nodes as one guest after another.
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
 * Sends one message, and judges the answer.
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
 * A message as it arrives; most of those that name a game or a challenge name one that there is.
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
 * Asks nodes by HTTP.
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

/**
 * @param {Setting} setting
 * @param {number} status
 * @param {string} what
 */
function judge({ count, harm }, status, what) {
  count(`status ${status}`)
  if (status >= 500) harm(`${status}: ${what.slice(0, 300)}`)
}

/** @param {string} text */
function encoded(text) {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/**
 * One of this machine's, which nobody had before.
 * @param {number} place
 * @param {number} round
 */
function addressOf(place, round) {
  return `127.${20 + place}.${1 + (Math.floor(round / 250) % 250)}.${1 + (round % 250)}`
}

/** @param {string} file which is there if anything was logged */
function errorsIn(file) {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.filter((line) => /"level":(50|60)|unhandled/i.test(line)).slice(0, 10)
}
