import { MESSAGE_EVENT, SOCKET_PATH } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { kept } from './helpers/kept.ts'
import { commandId, Page, pairUp, until } from './helpers/page.ts'
import { moveIn } from './helpers/play.ts'
import { startTestServer } from './helpers/server.ts'

const server = kept(() => startTestServer())
let table: Awaited<ReturnType<typeof pairUp>>
let stranger: Page
beforeEach(async () => {
  table = await pairUp(server.url)
  stranger = await Page.open(server.url)
})

/** After every attack the game is unchanged and continues. */
afterEach(async () => {
  const { black, white, game } = table
  for (const page of [black, white]) if (!page.socket.connected) await page.connect()
  const view = await black.openGame(game)
  await white.openGame(game)
  expect(view.moves).toEqual([])
  expect(view.ending).toBeUndefined()
  await moveIn(black, game)
  await white.sees(game, ({ moves }) => moves.length === 1)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
  for (const page of [black, white, stranger]) page.close()
})

const command = (change: object = {}) => ({
  type: 'move',
  game: table.game,
  ply: 0,
  id: commandId(),
  ...legalMoves(table.black.position(table.game))[0],
  ...change,
})

describe('a message that is none is refused as malformed', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'move'],
    ['a list', []],
    ['an empty object', {}],
    ['an unknown type', { type: 'winGame' }],
    ['a type that is an object', { type: { toString: 'move' } }],
    ['bytes', Buffer.from([1, 2, 3])],
    ['a game that is a list', { type: 'openGame', game: ['abcDEF012345'] }],
    ['a game that is a path', { type: 'openGame', game: '../../../../etc/passwd' }],
    ['a deep nest', JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)],
    ['a polluted prototype', JSON.parse('{"__proto__":{"polluted":true},"type":"openLobby"}')],
    ['a constructor', { type: 'openLobby', constructor: { prototype: { polluted: true } } }],
    ['a phrase that is not in the list', { type: 'say', game: 'abcDEF012345', phrase: 'you fool' }],
  ])('%s', async (_, message) => {
    const reply = await stranger.sendRaw(message)
    expect(reply).toEqual({ ok: false, refusal: { code: 'malformed' } })
    expect(stranger.socket.connected).toBe(true)
  })

  test.each([
    ['its own board', { board: [] }],
    ['a winner', { winner: 'black' }],
    ['a score', { score: { black: 99, white: 0 } }],
    ['its own time', { at: 0, lagMs: 60_000 }],
    ['its own choice of player', { player: 'anna00000000' }],
    ['a square that is a text', { from: '0' }],
    ['a square that is infinite', { from: Number.POSITIVE_INFINITY }],
    ['a ply that is a half', { ply: 0.5 }],
    ['a ply that is huge', { ply: 2 ** 53 }],
    ['an id that is a script', { id: '<script>alert(1)</script>' }],
  ])('a move with %s', async (_, change) => {
    const reply = await table.black.sendRaw(command(change))
    expect(reply).toEqual({ ok: false, refusal: { code: 'malformed' } })
  })
})

describe('a command is refused', () => {
  test('to a game that does not exist', async () => {
    const reply = await stranger.sendRaw(command({ game: 'nosuchgame00' }))
    expect(reply).toEqual({ ok: false, refusal: { code: 'unknownGame' } })
  })

  test.each([
    ['move', {}],
    ['resign', {}],
    ['abort', {}],
    ['claim', {}],
    ['offerDraw', {}],
    ['acceptOffer', { offer: 1 }],
  ])('from a player without a seat: %s', async (type, change) => {
    const { game } = table
    const bare = { type, game, ply: 0, id: commandId(), ...change }
    const message = type === 'move' ? command() : bare
    const reply = await stranger.sendRaw(message)
    expect(reply).toEqual({ ok: false, refusal: { code: 'notSeated' } })
  })

  test('from a spectator who has the game open', async () => {
    await stranger.openGame(table.game)
    const reply = await stranger.sendRaw(command())
    expect(reply).toEqual({ ok: false, refusal: { code: 'notSeated' } })
  })

  test('out of turn', async () => {
    const reply = await table.white.sendRaw(command())
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'notYourTurn' } })
  })

  test.each([
    ['from an empty way', { from: 0, to: 35 }, 'outOfReach'],
    ['with the other side’s piece', { from: 35, to: 34 }, 'notYours'],
    ['onto itself', { from: 0, to: 0 }, 'outOfReach'],
  ])('for an illegal move: %s', async (_, move, why) => {
    const reply = await table.black.sendRaw(command(move))
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'illegalMove', move: why } })
  })

  test('from another ply, with the present state', async () => {
    const reply = await table.black.sendRaw(command({ ply: 4 }))
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'stale' } })
    expect('game' in reply && reply.game?.id).toBe(table.game)
  })

  test('for an offer that is none', async () => {
    const reply = await table.black.command(table.game, 'acceptOffer', { offer: 77 })
    expect(reply).toMatchObject({ ok: false, refusal: { code: 'unknownOffer' } })
  })
})

describe('a socket', () => {
  const refusedSocket = async (settings: object) => {
    const socket = io(server.url, {
      path: SOCKET_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...settings,
    })
    const error = await new Promise<Error>((resolve, reject) => {
      socket.once('connect_error', resolve)
      socket.once('connect', () => reject(new Error('it was let in')))
    })
    socket.disconnect()
    return error.message
  }

  test('of another site is not let in', async () => {
    const extraHeaders = { cookie: table.black.cookie, origin: 'https://evil.example' }
    expect(await refusedSocket({ extraHeaders })).toContain('websocket error')
    const polling = await refusedSocket({ extraHeaders, transports: ['polling'] })
    expect(polling).toContain('xhr poll error')
  })

  test.each([
    ['no cookie', {}],
    ['a made-up cookie', { cookie: `hokito_session=${'a'.repeat(43)}` }],
    ['a giant cookie', { cookie: `hokito_session=${'a'.repeat(5000)}` }],
    ['a cookie that is SQL', { cookie: "hokito_session=' OR 1=1 --" }],
    ['a player’s id as a cookie', { cookie: 'hokito_session=anna00000000' }],
  ])('with %s is not let in', async (_, extraHeaders) => {
    expect(await refusedSocket({ extraHeaders })).toBe('signedOut')
  })

  test('beyond the tenth of one player is not let in, and the ten see one game', async () => {
    const { black, white, game } = table
    const tabs: Page[] = []
    for (let n = 1; n < 10; n++) {
      const tab = new Page(server.url)
      tab.cookie = black.cookie
      await tab.signIn()
      await tab.connect()
      await tab.openGame(game)
      tabs.push(tab)
    }
    expect(await refusedSocket({ extraHeaders: { cookie: black.cookie } })).toBe('tooMany')
    // All tabs move at the same time. One move counts; the others are made at a stale ply.
    const moves = legalMoves(black.position(game))
    const replies = await Promise.all(
      [black, ...tabs].map((tab, n) => tab.sendRaw(command({ id: commandId(), ...moves[n] }))),
    )
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1)
    const view = await white.sees(game, (seen) => seen.moves.length === 1)
    for (const tab of tabs)
      expect(await tab.sees(game, (v) => v.version === view.version)).toEqual(view)
    for (const tab of tabs) tab.close()
    // The check after each of these tests needs a game without moves.
    table = await pairUp(server.url)
  })

  test('of one player among twenty at once: at most ten stay', async () => {
    const tabs = Array.from({ length: 20 }, () => {
      const tab = new Page(server.url)
      tab.cookie = stranger.cookie
      return tab
    })
    // Refused tabs, and those soon closed, receive no welcome.
    const connecting = tabs.map((tab) => tab.connect({ timeout: 2000 }).catch(() => undefined))
    await Promise.race([
      Promise.all(connecting),
      new Promise((resolve) => setTimeout(resolve, 1500)),
    ])
    const count = tabs.filter((tab) => tab.socket.connected).length
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThanOrEqual(9)
    for (const tab of tabs) tab.close()
  })

  test('that sends something else than commands is closed', async () => {
    stranger.socket.emit('game-over', { game: table.game, winner: 'white' })
    await until(() => !stranger.socket.connected, 'it is closed')
  })

  test('that wants no answer is closed', async () => {
    stranger.socket.emit(MESSAGE_EVENT, command())
    await until(() => !stranger.socket.connected, 'it is closed')
  })

  test('that sends giant texts is closed', async () => {
    stranger.socket.emit(MESSAGE_EVENT, { type: 'rename', name: 'x'.repeat(100_000) }, () => 0)
    await until(() => !stranger.socket.connected, 'it is closed')
  })

  test('that asks too much is refused, and closed when it goes on', async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => stranger.sendRaw({ type: 'closeLobby' })),
    )
    const refused = replies.filter((reply) => !reply.ok && reply.refusal.code === 'tooMany')
    expect(refused.length).toBeGreaterThan(40)
    for (let n = 0; n < 400; n++) {
      stranger.socket.emit(MESSAGE_EVENT, { type: 'closeLobby' }, () => undefined)
    }
    await until(() => !stranger.socket.connected, 'it is closed')
  })

  test('can open no more than twenty games', async () => {
    const games = await Promise.all(Array.from({ length: 21 }, () => pairUp(server.url)))
    const replies = []
    for (const { game } of games) replies.push(await stranger.sendRaw({ type: 'openGame', game }))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(20)
    expect(replies.at(-1)).toEqual({ ok: false, refusal: { code: 'tooMany' } })
    for (const { black, white } of games) {
      black.close()
      white.close()
    }
  })
})

describe('a replay of another player’s messages', () => {
  test('is of no use without the cookie', async () => {
    const sent = command()
    const reply = await stranger.sendRaw(sent)
    expect(reply).toEqual({ ok: false, refusal: { code: 'notSeated' } })
  })

  test('of a player’s own command counts once', async () => {
    const { black, white, game } = table
    const sent = command()
    const replies = await Promise.all([
      black.sendRaw(sent),
      black.sendRaw(sent),
      black.sendRaw(sent),
    ])
    expect(replies.every(({ ok }) => ok)).toBe(true)
    const view = await white.sees(game, ({ moves }) => moves.length === 1)
    expect(view.version).toBe(3)
    table = await pairUp(server.url)
  })
})

describe('over HTTP', () => {
  test('another site cannot sign a visitor in', async () => {
    const response = await fetch(`${server.url}/api/session`, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({ code: 'wrongOrigin' })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test.each(['null', 'not a url', 'http://localhost:1', 'javascript:alert(1)'])(
    'the origin %s is another site',
    async (origin) => {
      const headers = { origin }
      const response = await fetch(`${server.url}/api/session`, { method: 'POST', headers })
      expect(response.status).toBe(403)
    },
  )

  test('the cookie is out of reach for scripts and other sites', async () => {
    const response = await fetch(`${server.url}/api/session`, { method: 'POST' })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^hokito_session=[\w-]{43}; /)
    expect(cookie).toContain('; HttpOnly')
    expect(cookie).toContain('; SameSite=Lax')
    expect(cookie).toContain('; Path=/')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('giant and garbled bodies are refused', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(`${server.url}/api/session`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    expect((await post('x'.repeat(100_000))).status).toBe(413)
    expect((await post('{"a":')).status).toBe(400)
    expect((await post('{"__proto__":{"polluted":true}}')).status).toBe(400)
    expect((await post('<xml/>', 'text/xml')).status).toBe(415)
  })

  test.each([
    '/api/games/nosuchgame00',
    '/api/games/..%2f..%2fpackage.json',
    '/api/games/%00',
    '/api/games/x/hgn',
    '/play/%3Cscript%3E',
    '/play/nosuchgame00',
    '/api/games/nosuchgame00/../../package.json',
    '/socket/../../package.json',
  ])('there is nothing at %s', async (path) => {
    const response = await fetch(server.url + path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await response.text()).not.toContain('dependencies')
  })

  test('a page of a game has a preview in which names are text', async () => {
    const response = await fetch(`${server.url}/play/${table.game}`)
    const page = await response.text()
    expect(page).toContain(`<meta property="og:title" content="${table.black.player.name} – `)
    expect(page).toContain('<title>site</title>')
  })

  test('too many new guests from one address are too many', async () => {
    const strict = await startTestServer({ limits: { guestsPerMinute: 3 } })
    const post = (cookie = '') =>
      fetch(`${strict.url}/api/session`, { method: 'POST', headers: { cookie } })
    const first = await post()
    const statuses = [first.status]
    for (let n = 0; n < 3; n++) statuses.push((await post()).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await (await post()).json()).toMatchObject({ code: 'tooMany' })
    // A known guest does not count as a new one.
    const [cookie = ''] = first.headers.getSetCookie()
    expect((await post(cookie.split(';')[0])).status).toBe(200)
    await strict.close()
  })

  test('behind a proxy with https the cookie is secure, and only its pages may connect', async () => {
    const behind = await startTestServer({ publicUrl: 'https://hokito.example', proxies: 1 })
    const post = (origin: string) =>
      fetch(`${behind.url}/api/session`, { method: 'POST', headers: { origin } })
    const [cookie = ''] = (await post('https://hokito.example')).headers.getSetCookie()
    expect(cookie).toContain('; Secure')
    expect((await post(behind.url)).status).toBe(403)
    await behind.close()
  })
})
