import type { ApiAnalysis, ApiGame } from '@hokito/protocol/api'
import {
  formatMove,
  formatPosition,
  legalMoves,
  parseMove,
  parsePosition,
  parseRecord,
  play,
  randomDeal,
  score,
  seededBytes,
  start,
} from '@hokito/rules'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from './helpers/account.ts'
import { addressOf, Documented } from './helpers/documented.ts'
import { followGame } from './helpers/follow.ts'
import { beginGame, Page } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'

let server: TestServer
let documented: Documented
const pages: Page[] = []
beforeAll(async () => {
  server = await startTestServer({ limits: UNLIMITED_ADDRESS })
  documented = await Documented.of(server.url)
})
afterAll(async () => {
  for (const page of pages) page.close()
  await server.close()
})

const ask = (path: string, init?: RequestInit) => fetch(`${server.url}/api/v1${path}`, init)
/** Two players and a game with this number of moves. */
async function playedGame(moves: number, isListed = false) {
  const [black, white] = [await Page.open(server.url), await Page.open(server.url)]
  pages.push(black, white)
  const game = await beginGame(black, white, {}, isListed)
  await playTo({ black, white, game }, moves)
  return { black, white, game }
}

/** The same, but listed, ended and counted by the explorer, which counts only public games. */
async function finishedGame(moves: number) {
  const finished = await playedGame(moves, true)
  await finished.black.command(finished.game, 'resign')
  const { name } = finished.black.player
  const count = async () =>
    (await (await ask(`/players/${encodeURIComponent(name)}/games`)).json()).games.length
  await expect.poll(count, { timeout: 60_000 }).toBe(1)
  return { ...finished, name }
}

describe('the document', () => {
  test('is OpenAPI 3.1, by a validator that is not ours', async () => {
    const document = await (await ask('/openapi.json')).json()
    const { valid, errors } = await new Validator().validate(document)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
  })

  test('has examples that do what they say', async () => {
    const { game, name } = await finishedGame(3)
    const token = await tokenOf(server.url, 'Examplia', [
      'games:read',
      'challenges:write',
      'games:play',
    ])
    const made = await ask('/tournaments', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        rounds: 3,
        timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
        startsInMinutes: 60,
      }),
    })
    const { tournament } = await made.json()
    const known: Record<string, string> = { id: game, name, ply: '0', offer: '1', tournament }
    for (const { path, method, operation } of documented.operations) {
      const examples = operation.parameters.flatMap(({ name: parameter, example }) => {
        const value = example ?? known[parameter]
        return value === undefined ? [] : [[parameter, value]]
      })
      const example = operation.requestBody?.content['application/json'].example
      const leave = new AbortController()
      const response = await ask(addressOf(path, operation, Object.fromEntries(examples)), {
        method: method.toUpperCase(),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(example !== undefined && { body: JSON.stringify(example) }),
        signal: leave.signal,
      })
      // A token without a seat in the game cannot change it, and the game is over.
      if (method === 'get') expect(response.status, path).toBe(200)
      else expect(response.status, path).toBeLessThan(500)
      await documented.has(operation, response.clone())
      if (path !== '/account/events') await response.text()
      // The events of an account never end; those of a finished game do.
      leave.abort()
    }
  })

  test('holds for whatever is asked: no request brings the server down', async () => {
    const { game, black } = await playedGame(2)
    const values = fc.oneof(
      fc.constantFrom(game, black.player.name, 'either', '__proto__', '', '0', '-1'),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', minLength: 390, maxLength: 500 }),
    )
    const token = await tokenOf(server.url, 'Anyone', ['games:read', 'challenges:write'])
    const operations = documented.operations.filter(({ path }) => !path.endsWith('/events'))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...operations),
        fc.dictionary(
          fc.constantFrom('id', 'name', 'after', 'position', 'endRule', 'ply', 'offer'),
          values,
        ),
        fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 12 }), values, { maxKeys: 1 }),
        fc.option(fc.oneof(fc.jsonValue(), values)),
        fc.constantFrom(undefined, `Bearer ${token}`, 'Bearer none', 'Basic x'),
        async ({ path, method, operation }, given, stray, body, authorization) => {
          const inPath = (value: string | undefined, known: string) =>
            // An empty value or dots would give another path.
            value === undefined || /^\.{0,2}$/.test(value) ? known : value
          const id = inPath(given.id, game)
          const name = inPath(given.name, black.player.name)
          const ply = inPath(given.ply, '0')
          const offer = inPath(given.offer, '1')
          const tournament = inPath(given.id, 'A'.repeat(12))
          const parts = { ...given, id, name, ply, offer, tournament }
          const address = addressOf(path, operation, parts, stray)
          const response = await ask(address, {
            method: method.toUpperCase(),
            headers: {
              'Content-Type': 'application/json',
              ...(authorization !== undefined && { Authorization: authorization }),
            },
            ...(method !== 'get' && { body: JSON.stringify(body) }),
          })
          expect(response.status, address).toBeLessThan(500)
          await documented.has(operation, response)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('has a reference for people, which needs no script', async () => {
    const page = await ask('/')
    const html = await page.text()
    expect(page.headers.get('content-type')).toContain('text/html')
    for (const { operation } of documented.operations) {
      expect(html).toContain(`id="${operation.operationId}"`)
    }
    expect(html).not.toContain('<script')
    const [, sheet = ''] = /href="([^"]+\.css)"/.exec(html) ?? []
    expect((await fetch(server.url + sheet)).headers.get('content-type')).toContain('text/css')
  })
})

test('what stands in a path and is far too long is answered as the document says', async () => {
  const isInPath = ({ in: place }: { readonly in: string }) => place === 'path'
  const withPath = documented.operations.filter(({ operation }) =>
    operation.parameters.some(isInPath),
  )
  for (const { path, method, operation } of withPath) {
    const values = operation.parameters.filter(isInPath).map(({ name }) => [name, 'x'.repeat(200)])
    const address = addressOf(path, operation, Object.fromEntries(values))
    await documented.has(operation, await ask(address, { method: method.toUpperCase() }))
  }
  expect((await ask(`/leaderboards/${'x'.repeat(200)}`)).status).toBe(400)
})

describe('a game', () => {
  test('has its moves, its clocks and its state', async () => {
    const { black, white, game } = await playedGame(3)
    const told: ApiGame = await (await ask(`/games/${game}`)).json()
    const position = black.position(game)
    expect(told).toMatchObject({
      id: game,
      phase: 'playing',
      black: black.player,
      white: white.player,
      moves: black.view(game).moves.map(formatMove),
      position: formatPosition(position),
      turn: position.turn,
    })
    expect(told.clocks).toHaveLength(4)
    await white.command(game, 'resign')
    const ended: ApiGame = await (await ask(`/games/${game}`)).json()
    expect(ended).toMatchObject({ phase: 'over', ending: { kind: 'resigned', winner: 'black' } })
    expect(ended.turn).toBeUndefined()
  })

  test('is not sent again while it has not gone on', async () => {
    const { black, white, game } = await playedGame(1)
    const etag = (await ask(`/games/${game}`)).headers.get('etag') ?? expect.fail()
    const headers = { 'If-None-Match': etag }
    expect((await ask(`/games/${game}`, { headers })).status).toBe(304)
    await playTo({ black, white, game }, 2)
    expect((await ask(`/games/${game}`, { headers })).status).toBe(200)
  })

  test('is a record that can be read', async () => {
    const { game, black } = await playedGame(4)
    const record = parseRecord(await (await ask(`/games/${game}/record`)).text())
    expect(record.ok && record.value.moves).toEqual(black.view(game).moves)
  })

  test('is followed from one state to the next, and to its end', async () => {
    const { black, white, game } = await playedGame(0)
    const states: ApiGame[] = []
    const following = followGame(server.url, game, (state) => states.push(state))
    await expect.poll(() => states.length).toBe(1)
    for (const ply of [1, 2, 3]) {
      await playTo({ black, white, game }, ply)
      await expect.poll(() => states.at(-1)?.moves.length).toBe(ply)
    }
    await black.command(game, 'resign')
    await following
    expect(states.at(-1)).toMatchObject({ phase: 'over', ending: { winner: 'white' } })
    const versions = states.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
  })

  test('can be followed by twenty of an address at once, and again when one has gone', async () => {
    const { game } = await playedGame(1)
    const controllers = Array.from({ length: 20 }, () => new AbortController())
    for (const { signal } of controllers) {
      expect((await ask(`/games/${game}/events`, { signal })).status).toBe(200)
    }
    const refused = await ask(`/games/${game}/events`)
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'tooMany'])
    for (const controller of controllers) controller.abort()
    await expect
      .poll(async () => {
        const controller = new AbortController()
        const { status } = await ask(`/games/${game}/events`, { signal: controller.signal })
        controller.abort()
        return status
      })
      .toBe(200)
  })
})

describe('a player', () => {
  test('is found by name, and nobody else by one that looks the same', async () => {
    const page = await Page.open(server.url)
    pages.push(page)
    await page.send({ type: 'rename', name: 'Bellona' })
    const found = await ask('/players/bellona')
    expect(await found.json()).toMatchObject({ id: page.player.id, name: 'Bellona' })
    for (const other of ['Be11ona', 'Bellonb', 'x'.repeat(65)]) {
      expect([400, 404]).toContain((await ask(`/players/${other}`)).status)
    }
  })

  test('has a list of finished games, whole ones as lines, and none that were by invitation', async () => {
    const { black, white, game, name } = await finishedGame(2)
    const invited = await beginGame(black, white)
    await black.command(invited, 'resign')
    await white.sees(invited, ({ ending }) => ending !== undefined)
    // Games are counted in the order in which they end. Once this one is counted, the one before
    // would be too.
    const last = await beginGame(black, white, {}, true)
    await playTo({ black, white, game: last }, 2)
    await black.command(last, 'resign')
    const path = `/players/${encodeURIComponent(name)}/games`
    const list = async () =>
      (await (await ask(path)).json()).games.map(({ id }: { id: string }) => id)
    await expect.poll(list, { timeout: 60_000 }).toEqual([last, game])
    const lines = (await (await ask(`${path}/export`)).text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([last, game])
    const rest = (await (await ask(`${path}/export?after=${last}`)).text()).trim()
    expect(JSON.parse(rest).id).toBe(game)
    // The game is available by its id.
    expect((await ask(`/games/${invited}`)).status).toBe(200)
  })
})

describe('a position', () => {
  test('has the moves and points of the rules, and its outcome', async () => {
    for (let seed = 0; seed < 20; seed++) {
      let position = start(randomDeal('standard', seededBytes(seed)), 'either')
      for (let ply = 0; ply < seed; ply++) {
        const [move] = legalMoves(position)
        if (move !== undefined) position = play(position, move)
      }
      const query = new URLSearchParams({ position: formatPosition(position) })
      const told = await (await ask(`/positions?${query}`)).json()
      expect(new Set(told.moves)).toEqual(new Set(legalMoves(position).map(formatMove)))
    }
    const over = await (
      await ask('/positions?position=------/------/------/------/------/a----- b')
    ).json()
    expect(over).toMatchObject({ moves: [], outcome: { winner: 'black' } })
  })

  test('that is none is refused with the place', async () => {
    const refused = await ask('/positions?position=abc')
    expect(refused.headers.get('content-type')).toContain('application/problem+json')
    expect(await refused.json()).toMatchObject({
      status: 400,
      code: 'badParameter',
      parameter: 'position',
      detail: expect.stringContaining('character'),
    })
  })
})

describe('an analysis', () => {
  const analyse = async (parameters: Record<string, string>, init?: RequestInit) =>
    ask(`/positions/analysis?${new URLSearchParams(parameters)}`, init)
  const opening = formatPosition(start(randomDeal('standard', seededBytes(1)), 'either'))

  test('has as many lines of possible moves as were asked for, and the same ones each time', async () => {
    const wish = { position: opening, nodes: '3000', lines: '3' }
    const told: ApiAnalysis = await (await analyse(wish)).json()
    expect(told.lines).toHaveLength(3)
    expect(new Set(told.lines.map(({ moves: [first] }) => first)).size).toBe(3)
    const estimates = told.lines.map(({ estimate = Number.NaN }) => estimate)
    expect(estimates).toEqual([...estimates].sort((a, b) => b - a))
    for (const { moves } of told.lines) playAll(opening, moves)
    await analyse({ position: opening, nodes: '500', lines: '5' })
    expect(await (await analyse(wish)).json()).toEqual(told)
  })

  test('says what is proved, for the side to move, and its line comes to that', async () => {
    const position = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'
    const told: ApiAnalysis = await (await analyse({ position })).json()
    const [best] = told.lines
    expect(best?.estimate).toBeUndefined()
    expect(best?.proved?.margin).toBeTypeOf('number')
    const end = playAll(position, best?.moves ?? [])
    expect(legalMoves(end)).toEqual([])
    const { black, white } = score(end)
    expect(black - white).toBe(best?.proved?.margin)
  })

  test('counts the compensation, in halves', async () => {
    const late = '-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a b'
    const margins = await Promise.all(
      ['0', '13.5'].map(async (compensation) => {
        const { lines, ...about } = await (await analyse({ position: late, compensation })).json()
        expect(about.compensation).toBe(compensation === '0' ? undefined : Number(compensation))
        return lines[0].proved.margin
      }),
    )
    expect(margins).toEqual([44, 30.5])
  })

  test('of a game that is over has no lines', async () => {
    const position = '------/------/------/------/------/a----- b'
    expect(await (await analyse({ position })).json()).toMatchObject({ depth: 0, lines: [] })
  })

  test.each([
    ['nodes', '0'],
    ['nodes', '300001'],
    ['nodes', '9'.repeat(400)],
    ['lines', '0'],
    ['lines', '6'],
    ['endRule', 'never'],
    ['compensation', '40.5'],
    ['compensation', '1e1'],
    ['position', 'abc'],
  ])('is refused where %s is %s', async (parameter, value) => {
    const refused = await analyse({ position: opening, [parameter]: value })
    expect([refused.status, (await refused.json()).parameter]).toEqual([400, parameter])
  })

  test('waits for its turn, and is refused where an address has too much waiting', async () => {
    const small = await startTestServer({ limits: { requestsPerMinute: 10_000 } })
    try {
      const query = new URLSearchParams({ position: opening, nodes: '60000' })
      const url = `${small.url}/api/v1/positions/analysis?${query}`
      const answers = await Promise.all(Array.from({ length: 12 }, () => fetch(url)))
      const statuses = new Set(answers.map(({ status }) => status))
      expect(statuses).toEqual(new Set([200, 429]))
      const told = answers.filter(({ status }) => status === 200)
      const texts = await Promise.all(told.map((answer) => answer.text()))
      expect(new Set(texts).size).toBe(1)
      expect((await fetch(url)).status).toBe(200)
    } finally {
      await small.close()
    }
  })

  test('is given up when nobody waits for it any more', async () => {
    const leave = new AbortController()
    const wish = { position: opening, nodes: '300000', lines: '5' }
    const left = analyse(wish, { signal: leave.signal })
    leave.abort()
    await expect(left).rejects.toThrow()
    expect((await analyse({ position: opening, nodes: '1000' })).status).toBe(200)
  })
})

test('a program reads how much it may ask, and that it must wait after too much', async () => {
  const small = await startTestServer({ limits: { requestsPerMinute: 10 } })
  try {
    const responses: Response[] = []
    for (let n = 0; n < 12; n++) responses.push(await fetch(`${small.url}/api/v1/openapi.json`))
    const [first, last] = [responses.at(0), responses.at(-1)]
    expect(first?.headers.get('ratelimit')).toMatch(/^"requests";r=9;t=\d+$/)
    expect(first?.headers.get('ratelimit-policy')).toBe('"requests";q=10;w=60')
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last?.json()).toMatchObject({ code: 'tooMany', retryAfterMs: expect.any(Number) })
  } finally {
    await small.close()
  }
})

test('pages of other sites may ask, without a cookie', async () => {
  const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' }
  const asked = await ask('/positions', { method: 'OPTIONS', headers })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  const nowhere = await ask('/nowhere')
  expect([nowhere.status, (await nowhere.json()).code]).toEqual([404, 'notFound'])
})

// --- internal ---

/** The position after some moves, all of which must be legal. */
function playAll(from: string, moves: readonly string[]) {
  const parsed = parsePosition(from, 'either')
  if (!parsed.ok) throw new Error(parsed.error.code)
  let position = parsed.value
  for (const text of moves) {
    expect(legalMoves(position).map(formatMove)).toContain(text)
    const move = parseMove(text)
    if (move.ok) position = play(position, move.value)
  }
  return position
}
