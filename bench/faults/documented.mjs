// @ts-check
/**
 * Random requests made from the document of the public API: valid and broken ones, from programs
 * whose tokens allow everything, some things, or nothing. Every answer of a node must exactly match
 * an answer that the document lists for that operation.
 */
import { request } from 'node:http'
import { formatMove, legalMoves, parsePosition } from '@hokito/rules'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { signUp, tokenFor } from '../attack/http.mjs'
import { wait } from '../attack/wait.mjs'
import { anyOf, ODD } from './any-of.mjs'
import { addressOf, judge, runStrangers } from './strangers.mjs'

/**
 * @typedef {import('./strangers.mjs').Setting} Setting
 * @typedef {{ name: string, in: 'path' | 'query', schema: import('./any-of.mjs').Json, example?: string }} Parameter
 * @typedef {{
 *   operationId: string,
 *   parameters: readonly Parameter[],
 *   requestBody?: { content: { 'application/json': { schema: import('./any-of.mjs').Json, example: unknown } } },
 *   responses: Record<string, { content?: Record<string, { schema: object }> }>,
 * }} Described
 * @typedef {{ path: string, method: string, described: Described }} Operation
 * @typedef {{ operations: readonly Operation[], faultOf: (described: Described, answer: Told) => string | undefined }} Document
 * @typedef {{ status: number, type: string, body: string | undefined }} Told of a stream only the
 *   beginning
 */

/**
 * Sends requests for the planned time, and leaves nothing running.
 * @param {import('./strangers.mjs').Plan} plan
 */
export function runDocumented(plan) {
  const known = new Known()
  return runStrangers(plan, PROGRAMS, (setting) => askOn(setting, known))
}

// --- internal ---

const PROGRAMS = 8
const REQUESTS_FROM_ONE_ADDRESS = 100
const ANSWER_MS = 8000
/** @type {[number, number]} */
const PAUSE_MS = [10, 60]
const SCOPES = ['games:read', 'challenges:write', 'games:play']
/** The most games, challenges and names that are kept to be used again. */
const MOST_KNOWN = 40
const DOCUMENT = 'https://example.org/openapi.json'

/**
 * @param {Setting} setting
 * @param {Known} known
 */
async function askOn(setting, known) {
  const { urls, chance, place, isOver, harm } = setting
  const document = await documentOf(urls[0] ?? '')
  const tokens = await tokensOf(setting)
  if (tokens === undefined) return harm(`program ${place} got no account`)
  for (let round = 0; !isOver(); round++) {
    const address = addressOf(place, round)
    const seed = setting.seed + 1000 * place + round
    const [aims = []] = fc.sample(AIMS, { numRuns: 1, seed })
    for (const aim of aims) {
      if (isOver()) return
      const operation = chance.oneOf(document.operations)
      const sent = requestFor(setting, operation, { aim, known, seed })
      const authorization = chance.happens(0.85) ? tokens.good : chance.oneOf(tokens.others)
      const told = await tell(chance.oneOf(urls) + sent.path, { ...sent, address, authorization })
      known.learn(told)
      answered(setting, document, operation, sent, told)
      await wait(chance.between(...PAUSE_MS))
    }
  }
}

/** How each of a hundred requests differs from a valid one. */
const AIMS = fc.array(
  fc.record({
    isWhole: fc.boolean(),
    odd: ODD,
    text: fc.string({ unit: 'grapheme', maxLength: 60 }),
  }),
  { minLength: REQUESTS_FROM_ONE_ADDRESS, maxLength: REQUESTS_FROM_ONE_ADDRESS },
)

/**
 * @param {Setting} setting
 * @param {Document} document
 * @param {Operation} operation
 * @param {{ path: string, body: string | undefined }} sent
 * @param {Told} told
 */
function answered(setting, { faultOf }, { method, described }, { path, body }, told) {
  const { count, harm } = setting
  const what = `${method} ${path} ${body ?? ''}`
  count(`${described.operationId} ${told.status}`)
  if (told.status === 0) return harm(`no answer: ${what.slice(0, 300)}`)
  judge(setting, told.status, what)
  const fault = faultOf(described, told)
  if (fault !== undefined) harm(`${fault}: ${what.slice(0, 300)}`)
}

/**
 * A request for an operation. Most requests that name something name something that exists, and
 * most moves are possible.
 * @param {Setting} setting
 * @param {Operation} operation
 * @param {{ aim: { isWhole: boolean, odd: unknown, text: string }, known: Known, seed: number }} made
 */
function requestFor({ chance }, { path, method, described }, { aim, known, seed }) {
  const one = (/** @type {import('./any-of.mjs').Json} */ schema) =>
    fc.sample(anyOf(schema), { numRuns: 1, seed: seed + chance.between(0, 1_000_000) })[0]
  const isAimed = chance.happens(0.8)
  const aimed = isAimed ? known.valuesFor(path, chance) : {}
  const query = new URLSearchParams()
  let address = path
  for (const { name, in: where, schema, example } of described.parameters) {
    const usual = aimed[name] ?? example ?? String(one(schema))
    const value = aim.isWhole || chance.happens(0.7) ? usual : aim.text
    // An empty value, or one of dots, would make another path.
    const inPath = /^\.{0,2}$/.test(value) ? usual : value
    if (where === 'path') address = address.replace(`{${name}}`, encoded(inPath))
    else if (chance.happens(0.8)) query.set(name, value)
  }
  const content = described.requestBody?.content['application/json']
  const usual = content && (chance.happens(0.3) ? content.example : one(content.schema))
  const whole = aimed.move !== undefined ? { move: aimed.move } : usual
  const body = aim.isWhole || chance.happens(0.3) ? whole : broken(whole, aim.odd, chance)
  return {
    path: `/api/v1${address}${query.size === 0 ? '' : `?${query}`}`,
    method: method.toUpperCase(),
    isStream: Object.keys(described.responses[200]?.content ?? {}).includes('text/event-stream'),
    body: method === 'get' ? undefined : JSON.stringify(body),
  }
}

/** The latest names and ids from answers, to use in requests. */
class Known {
  /** @type {Map<string, any>} */
  #games = new Map()
  /** @type {Map<string, true>} */
  #challenges = new Map()
  /** @type {Map<string, true>} */
  #names = new Map()

  /** @param {Told} told */
  learn({ status, type, body }) {
    if (status === 200 && type === 'application/json') this.#look(JSON.parse(body ?? 'null'))
  }

  /**
   * @param {string} path
   * @param {import('./chance.mjs').Chance} chance
   * @returns {Record<string, string>}
   */
  valuesFor(path, chance) {
    const games = [...this.#games.values()]
    const game = games.length === 0 ? undefined : chance.oneOf(games)
    const [position, move] = possibleIn(game, chance)
    const id = path.startsWith('/challenges') ? oneOf(this.#challenges, chance) : game?.id
    const name = oneOf(this.#names, chance)
    const offer = game?.offers?.[0]?.id
    return {
      ...(id && { id }),
      ...(name && { name }),
      ...(position && { position }),
      ...(game && { ply: String(game.moves.length) }),
      ...(offer && { offer: String(offer) }),
      ...(path.includes('/moves/') && move && { move }),
    }
  }

  /** @param {any} value */
  #look(value) {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value.moves) && typeof value.id === 'string')
      keep(this.#games, value.id, value)
    // If a game has only been named, a later request for it brings the rest.
    const { game } = value
    if (typeof game === 'string' && !this.#games.has(game)) {
      keep(this.#games, game, { id: game, moves: [] })
    }
    if (value.challenger !== undefined) keep(this.#challenges, value.id, true)
    if (typeof value.name === 'string') keep(this.#names, value.name, true)
    for (const part of Object.values(value)) this.#look(part)
  }
}

/**
 * @template T
 * @param {Map<string, T>} map
 * @param {string} key
 * @param {T} value
 */
function keep(map, key, value) {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_KNOWN && oldest !== undefined) map.delete(oldest)
}

/**
 * @param {ReadonlyMap<string, unknown>} map
 * @param {import('./chance.mjs').Chance} chance
 */
function oneOf(map, chance) {
  return map.size === 0 ? undefined : chance.oneOf([...map.keys()])
}

/**
 * The position of a game and a possible move there, if there are any.
 * @param {any} game
 * @param {import('./chance.mjs').Chance} chance
 * @returns {readonly [string?, string?]}
 */
function possibleIn(game, chance) {
  if (game?.position === undefined) return []
  const read = parsePosition(game.position, game.terms.endRule)
  const moves = read.ok ? legalMoves(read.value) : []
  return moves.length === 0 ? [game.position] : [game.position, formatMove(chance.oneOf(moves))]
}

/**
 * @param {any} whole
 * @param {unknown} odd
 * @param {import('./chance.mjs').Chance} chance
 */
function broken(whole, odd, chance) {
  if (typeof whole !== 'object' || whole === null || chance.happens(0.2)) return odd
  const names = Object.keys(whole)
  const name = names.length === 0 ? 'x' : chance.oneOf(names)
  return { ...whole, [name]: odd }
}

/** @param {string} text */
function encoded(text) {
  // Half a surrogate pair is not a character and has no encoding.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}

/**
 * An account of its own, and headers that allow everything, a part, and nothing; undefined if no
 * account could be made.
 * @param {Setting} setting
 */
async function tokensOf({ urls, place, seed }) {
  const [url = ''] = urls
  const address = addressOf(place, 0)
  const account = await signUp(url, address, `Program ${seed} ${place}`)
  if (!('cookie' in account)) return undefined
  const from = { address, cookie: account.cookie }
  const tokens = [await tokenFor(url, from, SCOPES), await tokenFor(url, from, SCOPES.slice(0, 1))]
  if (tokens.includes(undefined)) return undefined
  const [good = '', narrow = ''] = tokens.map((token) => `Bearer ${token}`)
  // Every other program becomes a bot before its first game, and the rest when they happen to
  // request it.
  if (place % 2 === 0) {
    await tell(`${url}/api/v1/account/bot`, {
      method: 'POST',
      address,
      authorization: good,
      body: '{}',
    })
  }
  return { good, others: [undefined, narrow, `${good}x`, 'Bearer none', 'Basic x'] }
}

/**
 * Sends one request. Of a stream it waits only for the beginning.
 * @param {string} url
 * @param {{ method: string, address: string, authorization?: string | undefined, body?: string | undefined, isStream?: boolean }} asking
 * @returns {Promise<Told>}
 */
function tell(url, { method, address, authorization, body, isStream = false }) {
  return new Promise((resolve) => {
    const headers = {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const none = () => resolve({ status: 0, type: '', body: undefined })
    const options = { method, headers, agent: false, localAddress: address, timeout: ANSWER_MS }
    const asked = request(url, options, (response) => {
      const { statusCode: status = 0, headers: received } = response
      const type = (received['content-type'] ?? '').split(';')[0] ?? ''
      if (isStream && status === 200) {
        resolve({ status, type, body: undefined })
        response.destroy()
        return
      }
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.once('error', none)
      response.once('end', () => resolve({ status, type, body: text }))
    })
    asked.once('timeout', () => asked.destroy(new Error('no answer in time')))
    asked.once('error', none)
    asked.end(body)
  })
}

/**
 * @param {string} url
 * @returns {Promise<Document>}
 */
async function documentOf(url) {
  /** @type {{ paths: Record<string, Record<string, Described>> }} */
  const document = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, DOCUMENT)
  /** @type {Map<object, import('ajv').ValidateFunction>} */
  const checks = new Map()
  const checkOf = (/** @type {object} */ schema) => {
    const known = checks.get(schema)
    if (known !== undefined) return known
    const check = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`)),
    )
    checks.set(schema, check)
    return check
  }
  return {
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ path, method, described })),
    ),
    faultOf: (described, { status, type, body }) => {
      const documented = described.responses[status]
      if (documented === undefined) return `${status} is not documented`
      const content = Object.entries(documented.content ?? {})
      const schema = content.find(([name]) => name.startsWith(type))?.[1].schema
      if (schema === undefined) return `${status} as "${type}" is not documented`
      if (body === undefined || !/\bjson$/.test(type) || type.includes('ndjson')) return undefined
      const check = checkOf(schema)
      return check(JSON.parse(body))
        ? undefined
        : `not as documented, ${ajv.errorsText(check.errors)}`
    },
  }
}
