import { readFile } from 'node:fs/promises'
import { legalMoves, seededBytes } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { playBadly } from './helpers/bot.ts'
import { kept } from './helpers/kept.ts'
import { commandId, GIVEN_TERMS, Page, pairUp } from './helpers/page.ts'
import { startTestServer } from './helpers/server.ts'

const server = kept(
  () =>
    startTestServer({
      limits: {
        guestsPerMinute: 10_000,
        requestsPerMinute: 10_000,
        connectionsPerAddress: 10_000,
        burst: 1000,
        perSecond: 1000,
      },
      metrics: { host: 'localhost', port: 0 },
    }),
  'each',
)

describe('the operator of the server', () => {
  test('can ask whether it is ready', async () => {
    const ask = async () => {
      const response = await fetch(`${server.url}/readyz`)
      return [response.status, await response.json()]
    }
    // A node is deaf until it has heard itself for the first time.
    await expect.poll(ask, { timeout: 60_000 }).toEqual([200, { status: 'ready' }])
  })

  test('sees connections, games, moves, endings, refusals, commits and the event loop', async () => {
    const { black, game } = await pairUp(server.url)
    const [move] = legalMoves(black.position(game))
    await black.move(game, move ?? expect.fail())
    await black.sendRaw({ type: 'winGame' })
    await black.command(game, 'abort')
    const response = await fetch(`${server.metricsUrl}/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    const values = Object.fromEntries(
      text
        .split('\n')
        .filter((line) => line.startsWith('hokito_'))
        .map((line) => line.split(' ')),
    )
    expect(values).toMatchObject({
      hokito_connections: '2',
      hokito_games_loaded: '1',
      hokito_moves_total: '1',
      'hokito_games_ended_total{kind="aborted"}': '1',
      'hokito_refusals_total{code="malformed"}': '1',
      hokito_commit_seconds_count: expect.stringMatching(/^\d+$/),
    })
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test.each(['grafana/hokito.json', 'prometheus/alerts.yaml'])(
    'is served all that deploy/%s asks for',
    async (file) => {
      const url = new URL(`../../../deploy/${file}`, import.meta.url)
      const asked = (await readFile(url, 'utf8')).matchAll(/\b(?:hokito|nodejs|process)_[a-z\d_]+/g)
      const text = await (await fetch(`${server.metricsUrl}/metrics`)).text()
      const served = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
      )
      const names = new Set([...asked].map(([name]) => name))
      expect(names.size).toBeGreaterThan(5)
      expect([...names].filter((name) => !served.includes(name))).toEqual([])
    },
  )
})

test('the Containerfile copies the package.json of every workspace before it installs', async () => {
  const root = new URL('../../../', import.meta.url)
  const { workspaces } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  const text = await readFile(new URL('deploy/Containerfile', root), 'utf8')
  const copied = [...text.matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map(([, path]) => path)
  expect(copied.toSorted()).toEqual(workspaces.toSorted())
})

describe('a link to a game', () => {
  test('has a preview with a picture of the board', async () => {
    const { game } = await pairUp(server.url)
    const page = await (await fetch(`${server.url}/play/${game}`)).text()
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(page) ?? []
    const response = await fetch(picture)
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect((await fetch(`${server.url}/play/nosuchgame00/picture.png`)).status).toBe(404)
  })
})

describe('a stop', () => {
  test('tells pages to come back, stores what was accepted, and begins nothing new', async () => {
    const { black, white, game } = await pairUp(server.url)
    const [move] = legalMoves(black.position(game))
    const moved = black.move(game, move ?? expect.fail()).catch(() => undefined)
    const restarted = server.restart()
    const { reconnectAfterMs } = await white.hear('closing')
    expect(reconnectAfterMs).toBeGreaterThan(1000)
    const reply = await moved
    await restarted
    await Promise.all([black.connect(), white.connect()])
    const view = await white.openGame(game)
    if (reply?.ok) expect(view.moves).toEqual([move])
    expect(await black.openGame(game)).toEqual(view)
  })
})

test('watchers who come and go at any time see what the players see', async () => {
  const tables = await Promise.all(Array.from({ length: 15 }, () => pairUp(server.url)))
  const watchers = await Promise.all(Array.from({ length: 10 }, () => Page.open(server.url)))
  const trouble = { duplicate: 0, stale: 0, illegal: 0, disconnect: 0, offer: 0, delayMs: 10 }
  let isOver = false
  const watching = watchers.map(async (watcher, n) => {
    const random = seededBytes(n)
    while (!isOver) {
      for (const { game } of tables) {
        const [byte = 0] = random(1)
        if (byte < 128) await watcher.openGame(game)
        else if (byte < 192) await watcher.send({ type: 'closeGame', game })
        if (isOver) return
      }
    }
  })
  await Promise.all(
    tables.flatMap(({ black, white, game }, n) =>
      [black, white].map((page, side) => {
        return playBadly(page, game, { bytes: seededBytes(100 + 2 * n + side), trouble })
      }),
    ),
  )
  isOver = true
  await Promise.all(watching)
  for (const { black, game } of tables) {
    const end = await black.sees(game, ({ ending }) => ending !== undefined)
    for (const watcher of watchers) {
      await watcher.openGame(game)
      expect(watcher.view(game)).toEqual(end)
      // No version comes twice between opening and closing a game; opening sends the whole game.
      const versions = watcher.told.flatMap((told) =>
        told.event === 'update' && told.message.game === game ? [told.message.version] : [],
      )
      expect(new Set(versions).size).toBe(versions.length)
    }
  }
})

test('a match, a rematch and a challenge can be agreed while the other side reloads', async () => {
  const { black, white, game } = await pairUp(server.url)
  await black.command(game, 'abort')
  await white.sees(game, ({ ending }) => ending !== undefined)
  await white.command(game, 'offerRematch')
  black.close()
  await black.connect()
  const view = await black.openGame(game)
  const offer = view.offers[0]?.id
  white.close()
  const accepted = await black.command(game, 'acceptOffer', { offer })
  expect(accepted.ok).toBe(true)
  await white.connect()
  const { next = expect.fail() } = await white.openGame(game)
  expect((await white.openGame(next)).seats.black.id).toBe(white.player.id)
})

test('a forged lag gains no more than the table allows', async () => {
  const slow = await startTestServer()
  const { black, white, game } = await pairUp(slow.url, {
    timeControl: { kind: 'fischer', initialSeconds: 10, incrementSeconds: 0 },
  })
  for (const page of [black, white, black, white, black]) {
    const view = await page.openGame(game)
    const [move] = legalMoves(page.position(game))
    if (view.moves.length === 4) {
      // Far beyond the allowance of 0.2 s a move, so it is too late whatever lag the page claims.
      slow.advance(10_250)
      const late = await page.move(game, move ?? expect.fail())
      expect(late).toMatchObject({ ok: false, refusal: { code: 'gameOver' } })
      expect(page.view(game).ending).toEqual({ kind: 'timeout', winner: 'white' })
      break
    }
    expect((await page.move(game, move ?? expect.fail())).ok).toBe(true)
  }
  await slow.close()
})

test('a guest can play, be renamed, and is known by the new name in that game and in new ones', async () => {
  const { black, game } = await pairUp(server.url)
  await black.send({ type: 'rename', name: `Renamed ${process.pid}` })
  expect((await black.openGame(game)).seats.black.name).toBe(`Renamed ${process.pid}`)
  const offered = await black.send({
    type: 'challenge',
    id: commandId(),
    terms: GIVEN_TERMS,
    color: 'black',
    isListed: true,
  })
  expect(offered.ok && offered.challenge?.challenger.name).toBe(`Renamed ${process.pid}`)
})
