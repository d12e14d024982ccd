import { drawBoard, PLAIN_MANNER, scenesOf } from '@hokito/picture'
import { formatMove, formatPosition, parseRecord, play, replay } from '@hokito/rules'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Page, pairUp } from './helpers/page.ts'
import { moveIn } from './helpers/play.ts'
import { startTestServer, type TestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'

/** No limits on disk reads and painting, because tests request more than people do. */
const LIMITS = { ...UNLIMITED_ADDRESS, picturesPerSecond: 10_000 }

let server: TestServer
const pages: Page[] = []
beforeEach(async () => {
  server = await startTestServer({ limits: LIMITS })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
})

/** A running game with this number of moves. */
async function playedGame(moves: number) {
  const { black, white, game } = await pairUp(server.url)
  pages.push(black, white)
  for (let n = 0; n < moves; n++) {
    const mover = n % 2 === 0 ? black : white
    await mover.sees(game, (view) => view.moves.length === n)
    await moveIn(mover, game)
  }
  const record = parseRecord(await (await fetch(`${server.url}/api/games/${game}/hgn`)).text())
  const positions = record.ok ? replay(record.value) : expect.fail('the record is sound')
  if (!record.ok || !positions.ok) throw new Error('the record is sound')
  const walk = { positions: positions.value, moves: record.value.moves }
  return { black, white, game, walk, scenes: scenesOf(walk) }
}

const ask = (path: string) => fetch(server.url + path)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
/**
 * The frames of a GIF, found by the block before each, which has a length, an end, and the frame's
 * own block after it.
 */
const framesIn = (gif: Buffer) =>
  gif.filter((_, at) => {
    const [extension, control, length] = gif.subarray(at, at + 3)
    const [end, frame] = gif.subarray(at + 7, at + 9)
    return extension === 0x21 && control === 0xf9 && length === 4 && end === 0 && frame === 0x2c
  }).length
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describe('a game as a picture', () => {
  test('is the same drawing as on the site, after any of its moves', async () => {
    const { game, scenes } = await playedGame(3)
    const latest = await ask(`/picture/game/${game}.svg`)
    expect(latest.headers.get('content-type')).toContain('image/svg+xml')
    const drawn = (ply: number, size = 660, manner = PLAIN_MANNER) =>
      drawBoard(scenes[ply] ?? expect.fail(), size, manner)
    expect(await latest.text()).toBe(drawn(3))
    expect(await (await ask(`/picture/game/${game}.svg?ply=0`)).text()).toBe(drawn(0))
    const other = await ask(
      `/picture/game/${game}.svg?ply=2&size=300&theme=dark&board=slate&pieces=stone&view=white`,
    )
    const sets = { board: 'slate', pieces: 'stone' } as const
    const manner = { ...PLAIN_MANNER, theme: 'dark', sets, orientation: 'white' } as const
    expect(await other.text()).toBe(drawn(2, 300, manner))
  })

  test('is painted as large as it is asked for, and moving with all its positions', async () => {
    const { game } = await playedGame(3)
    const png = await ask(`/picture/game/${game}.png?size=100`)
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(sizeOf(await bytesOf(png))).toEqual([100, 100])
    const gif = await ask(`/picture/game/${game}.gif?size=64`)
    expect(gif.headers.get('content-type')).toBe('image/gif')
    const bytes = await bytesOf(gif)
    expect([bytes.toString('latin1', 0, 6), bytes.readUInt16LE(6)]).toEqual(['GIF89a', 64])
    expect(framesIn(bytes)).toBe(4)
  })

  test('may be shown on other sites and kept: for a moment while it runs, then for a day', async () => {
    const { game, black } = await playedGame(2)
    for (const file of [`${game}.svg`, `${game}.png`, `${game}.gif?size=64`]) {
      const { headers } = await ask(`/picture/game/${file}`)
      expect(headers.get('cache-control')).toBe('public, max-age=5')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
    await black.command(game, 'resign')
    const { headers } = await ask(`/picture/game/${game}.png`)
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
  })

  test.each(['nosuchgame00.png', 'nosuchgame00', '.png', '..png', 'x.png.png', '%00.svg'])(
    'is not there: %s',
    async (file) => {
      expect((await ask(`/picture/game/${file}`)).status).toBe(404)
    },
  )

  test('is not there before its pieces are', async () => {
    const { game } = await playedGame(0)
    expect((await ask(`/picture/game/${game}.jpg`)).status).toBe(404)
  })
})

describe('a position as a picture', () => {
  test('is drawn from a layout number or an HFEN, with the move from it where one is given', async () => {
    const { walk, scenes } = await playedGame(1)
    const [first, second] = walk.positions
    const [move] = walk.moves
    if (first === undefined || second === undefined || move === undefined)
      throw new Error('no move')
    const query = new URLSearchParams({ position: formatPosition(first), move: formatMove(move) })
    const svg = await (await ask(`/picture/position.svg?${query}`)).text()
    expect(svg).toBe(drawBoard(scenes[1] ?? expect.fail(), 660))
    expect(play(first, move)).toEqual(second)
    const png = await ask('/picture/position.png?position=77.1234567&size=200&theme=contrast')
    expect(sizeOf(await bytesOf(png))).toEqual([200, 200])
  })

  test.each([
    '',
    'position=',
    'position=nothing',
    'position=77.1234567&position=77.1234568',
    'position=77.1234567&move=a1a1',
    'position=77.1234567&move=zz',
    'position=77.1234567&move=a3c4&move=a3c4',
  ])('is refused: %s', async (query) => {
    expect((await ask(`/picture/position.png?${query}`)).status).toBe(400)
  })
})

describe('what is asked of a picture', () => {
  test.each([
    ['png', 'size=0'],
    ['png', 'size=63'],
    ['png', 'size=1601'],
    ['png', 'size=99999999999'],
    ['png', 'size=1e3'],
    ['png', 'size=-100'],
    ['png', 'size=100.5'],
    ['png', 'size=0100'],
    ['png', 'size=100&size=1600'],
    ['png', 'size[]=100'],
    ['svg', 'size=2049'],
    ['gif', 'size=721'],
    ['png', 'theme=pink'],
    ['png', 'theme=__proto__'],
    ['png', 'view=red'],
    ['png', 'ply=2'],
    ['png', 'ply=-1'],
    ['png', 'ply=x'],
    ['gif', 'ply=x'],
  ])('is held to bounds: %s with %s', async (format, query) => {
    const { game } = await playedGame(1)
    const isUnknown = query.startsWith('size[]')
    const { status } = await ask(`/picture/game/${game}.${format}?${query}`)
    // Unknown parameters are ignored.
    expect(status).toBe(isUnknown ? 200 : 400)
  })

  test('is painted once for all who ask, and little of it in a second', async () => {
    await server.close()
    server = await startTestServer({ limits: { ...LIMITS, picturesPerSecond: 3 } })
    const position = '/picture/position.png?position=77.1234567'
    const statuses = await Promise.all(
      Array.from({ length: 6 }, async () => (await ask(position)).status),
    )
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200))
    const others = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(`${position}&size=${600 + n}`)),
    )
    const refused = others.find(({ status }) => status === 429)
    expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(refused?.headers.get('cache-control')).toBeNull()
    expect((await ask(position)).status).toBe(200)
  })
})

describe('a game in a frame', () => {
  test('has its record in it, and any site may frame it', async () => {
    const { game, walk } = await playedGame(2)
    const response = await ask(`/embed/game/${game}`)
    const page = await response.text()
    const [, json = ''] =
      /<script type="application\/json" id="shown">(.*?)<\/script>/.exec(page) ?? []
    const shown = JSON.parse(json)
    const record = parseRecord(shown.record)
    expect(shown.id).toBe(game)
    expect(record.ok && record.value.moves).toEqual(walk.moves)
    for (const path of [`/embed/game/${game}`, '/embed/analysis']) {
      const { headers } = await ask(path)
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(headers.get('content-security-policy')).not.toContain('unsafe-inline')
      expect(headers.get('x-frame-options')).toBeNull()
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
  })

  test('that does not exist says so', async () => {
    const response = await ask('/embed/game/nosuchgame00')
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('"problem":"unknownGame"')
  })

  test('is the only thing that may be framed', async () => {
    const { game } = await playedGame(1)
    const paths = [
      '/',
      '/new',
      '/analysis',
      '/review',
      `/play/${game}`,
      `/play/${game}/picture.png`,
      '/play/nosuchgame00',
      `/game/${game}`,
      `/api/games/${game}`,
      `/api/games/${game}/hgn`,
      '/api/games',
      `/picture/game/${game}.svg`,
      `/picture/game/${game}.png`,
      `/picture/game/${game}.gif?size=64`,
      '/picture/position.svg?position=77.1234567',
      '/picture/position.png?position=77.1234567',
      `/oembed?url=${encodeURIComponent(`${server.url}/play/${game}`)}`,
      '/oembed',
      '/healthz',
      '/readyz',
      '/index.html',
      '/embed.html',
      '/embed',
      '/embed/',
      '/embed/game',
      '/embed/game/x/y',
      '/embed/game/nosuchgame00',
      '/embed/study',
      '/embed/study/nosuchstudy0',
      '/embed/other',
      '/embed/..',
      '/nowhere',
      '/assets/gone.js',
      '/robots.txt',
      // The router cannot read these.
      '/%',
      '/api/v1/%',
    ]
    for (const path of paths) {
      for (const accept of ['text/html', 'application/json']) {
        const { headers } = await fetch(server.url + path, { headers: { accept } })
        expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
        const policy = headers.get('content-security-policy')
        expect([path, policy?.includes("frame-ancestors 'none'")]).toEqual([path, true])
      }
    }
  })
})

describe('oEmbed', () => {
  const oembed = (query: Record<string, string>) => ask(`/oembed?${new URLSearchParams(query)}`)

  test('is found from the page of a game, and describes its frame', async () => {
    const { game } = await playedGame(1)
    const page = await (await ask(`/play/${game}`)).text()
    const [, href = ''] =
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page) ?? []
    const found = await (await fetch(href.replaceAll('&amp;', '&'))).json()
    expect(found).toMatchObject({ version: '1.0', type: 'rich', provider_name: 'Hokito' })
    expect(found.html).toContain(
      `<iframe src="${server.url}/embed/game/${game}" width="480" height="600"`,
    )
    expect((await fetch(found.thumbnail_url)).headers.get('content-type')).toBe('image/png')
  })

  test('keeps to the size that is wanted', async () => {
    const { game } = await playedGame(0)
    const url = `${server.url}/play/${game}`
    const sized = async (query: object) => {
      const { width, height } = await (await oembed({ url, ...query })).json()
      return [width, height]
    }
    expect(await sized({ maxwidth: '300' })).toEqual([300, 420])
    expect(await sized({ maxheight: '400' })).toEqual([280, 400])
    expect(await sized({ maxwidth: '100', maxheight: '100' })).toEqual([100, 100])
    expect(await sized({ maxwidth: '9000' })).toEqual([480, 600])
  })

  test('knows games of this server alone', async () => {
    const { game } = await playedGame(0)
    const statusOf = async (query: Record<string, string>) => (await oembed(query)).status
    expect(await statusOf({ url: `https://elsewhere.example/play/${game}` })).toBe(404)
    expect(await statusOf({ url: `${server.url}/play/nosuchgame00` })).toBe(404)
    expect(await statusOf({ url: `${server.url}/about` })).toBe(404)
    expect(await statusOf({ url: 'javascript:alert(1)' })).toBe(404)
    expect(await statusOf({ url: 'nothing' })).toBe(400)
    expect(await statusOf({})).toBe(400)
    const url = `${server.url}/play/${game}`
    expect(await statusOf({ url, maxwidth: '0' })).toBe(400)
    expect(await statusOf({ url, format: 'xml' })).toBe(501)
  })
})
