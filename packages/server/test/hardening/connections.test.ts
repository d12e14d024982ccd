import { writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startChildServer } from '../helpers/child.ts'
import { Page, pairUp, until } from '../helpers/page.ts'
import { moveIn } from '../helpers/play.ts'
import { startTestServer, UNLIMITED_ADDRESS } from '../helpers/server.ts'
import { ask, newGuest, readMetrics, Stranger } from '../helpers/stranger.ts'

const METRICS = { host: 'localhost', port: 0 }
const STRANGER = { localAddress: '127.0.0.66' }

/** A connection that sends a given text and no more. */
function dial(url: string, text: string, localAddress = STRANGER.localAddress): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  socket.on('error', () => undefined)
  socket.write(text)
  return socket
}

const isClosed = (socket: Socket) => socket.closed

describe('S10: a connection that takes its time is cut off', () => {
  test.each([
    [
      'with a body that never ends',
      'POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{',
    ],
    ['with headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: '],
    ['that says nothing', ''],
    ['after its answer', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'half way to a socket',
      'GET /socket/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade:',
    ],
  ])('%s', async (_, text) => {
    const server = await startTestServer({ limits: { requestMs: 300, idleMs: 600 } })
    const sockets = Array.from({ length: 20 }, () => dial(server.url, text).resume())
    await until(() => sockets.every(isClosed), 'all are cut off')
    await server.close()
  })

  test('that never reads its answer', async () => {
    const server = await startTestServer({ limits: { idleMs: 600 } })
    // More than the network buffers while the client does not read.
    await writeFile(join(server.folder, 'site', 'large.bin'), Buffer.alloc(30_000_000))
    const readAfter = async (pauseMs: number) => {
      const socket = dial(server.url, 'GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n').pause()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      let bytes = 0
      socket.on('data', (data) => {
        bytes += data.length
      })
      socket.resume()
      await until(() => isClosed(socket), 'it is closed')
      return bytes
    }
    // On a busy machine the server may begin to answer only after the shorter pauses.
    let bytes = 30_000_000
    for (const pauseMs of [2000, 8000, 32_000]) {
      if (bytes >= 30_000_000) bytes = await readAfter(pauseMs)
    }
    expect(bytes).toBeLessThan(30_000_000)
    await server.close()
  })

  test('that asks on and on without taking an answer', async () => {
    const server = await startTestServer({ metrics: METRICS })
    const request = 'GET /index.html HTTP/1.1\r\nHost: x\r\n\r\n'
    const socket = dial(server.url, request.repeat(1000)).resume()
    await until(() => isClosed(socket), 'it is cut off')
    const metrics = await readMetrics(server.metricsUrl)
    expect(metrics['hokito_cut_connections_total{reason="unanswered"}']).toBe(1)
    await server.close()
  })

  test('as a socket that never says whose it is', async () => {
    const server = await startTestServer()
    const silent = new Stranger(server.url, await newGuest(server.url))
    await until(() => silent.isOpen, 'it is open')
    await until(() => !silent.isOpen, 'it is cut off')
    await server.close()
  })
})

describe('S10: an address has so many connections, before they have said anything', () => {
  test('over TCP', async () => {
    const limits = { connectionsPerAddress: 10 }
    const server = await startTestServer({ limits, metrics: METRICS })
    const sockets = Array.from({ length: 50 }, () => dial(server.url, ''))
    await until(() => sockets.filter(isClosed).length >= 30, 'those beyond are cut off')
    expect(sockets.filter(isClosed)).toHaveLength(30)
    // Others can connect as before.
    const page = await Page.open(server.url)
    page.close()
    const metrics = await readMetrics(server.metricsUrl)
    expect(metrics['hokito_cut_connections_total{reason="address"}']).toBe(30)
    for (const socket of sockets) socket.destroy()
    await server.close()
  })

  test('S14: as sockets, counted by the first half of an IPv6 address', async () => {
    const limits = { connectionsPerAddress: 20 }
    const server = await startTestServer({ limits, proxies: 1 })
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
    const sockets: Stranger[] = []
    for (let n = 0; n < 30; n++) {
      const cookie = await newGuest(server.url, from(`2001:db8:0:7::${n}`))
      sockets.push(await Stranger.open(server.url, cookie, from(`2001:db8:0:7:${n}::9`)))
    }
    expect(sockets.filter(({ isOpen }) => isOpen)).toHaveLength(20)
    // An address that a visitor forges stands further from the end, and is ignored.
    const forged = from('198.51.100.9, 2001:db8:0:7::1')
    const cookie = await newGuest(server.url, forged)
    expect((await Stranger.open(server.url, cookie, forged)).isOpen).toBe(false)
    const other = from('2001:db8:0:8::1')
    expect((await Stranger.open(server.url, cookie, other)).refusal).toBeUndefined()
    for (const socket of sockets) socket.close()
    await server.close()
  })

  test('and so many attempts a minute', async () => {
    const server = await startTestServer({ limits: { handshakesPerMinute: 10 } })
    const cookie = await newGuest(server.url)
    const opened: boolean[] = []
    for (let n = 0; n < 15; n++) {
      const stranger = await Stranger.open(server.url, cookie, STRANGER)
      opened.push(stranger.isOpen)
      stranger.close()
    }
    expect(opened.filter(Boolean)).toHaveLength(10)
    await server.close()
  })
})

test('all together have so many connections, and those that are there go on', async () => {
  const limits = { ...UNLIMITED_ADDRESS, connections: 30 }
  const server = await startTestServer({ limits, metrics: METRICS })
  const { black, game } = await pairUp(server.url)
  const sockets = Array.from({ length: 100 }, () => dial(server.url, ''))
  await until(() => sockets.filter(isClosed).length >= 70, 'those beyond are cut off')
  await moveIn(black, game)
  const metrics = await readMetrics(server.metricsUrl)
  expect(metrics['hokito_cut_connections_total{reason="full"}']).toBeGreaterThanOrEqual(70)
  for (const socket of sockets) socket.destroy()
  await server.close()
})

test('S22: with few file descriptors, pages of games are answered while games go on', async () => {
  const { url, child } = await startChildServer(
    { limits: UNLIMITED_ADDRESS },
    { execPath: '/bin/sh', execArgv: ['-c', 'ulimit -n 500; exec node "$0" "$@"'] },
  )
  const { black, game } = await pairUp(url)
  const sockets = Array.from({ length: 600 }, () => dial(url, ''))
  await until(() => sockets.filter(isClosed).length >= 200, 'those beyond are cut off')
  await moveIn(black, game)
  for (const socket of sockets.splice(0, 20)) socket.destroy()
  let page = { status: 0, body: '' }
  await expect
    .poll(async () => {
      page = await ask(`${url}/play/${game}`).catch(() => page)
      return page.status
    })
    .toBe(200)
  expect(page.body).toContain('og:title')
  expect(child.exitCode).toBeNull()
  for (const socket of sockets) socket.destroy()
  black.close()
})

describe('sockets are WebSockets only', () => {
  test('long polling is refused, with the headers of every answer', async () => {
    const server = await startTestServer()
    const { status, headers } = await ask(`${server.url}/socket/?EIO=4&transport=polling`)
    expect(status).toBe(400)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
    await server.close()
  })

  test('S20: the answer that opens one has them too', async () => {
    const server = await startTestServer()
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const text = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')
    const path = '/socket/?EIO=4&transport=websocket'
    const socket = dial(server.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n${text}\r\n`)
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    await until(() => heard.includes('\r\n\r\n'), 'it answers')
    expect(heard).toContain('101 Switching Protocols')
    expect(heard.toLowerCase()).toContain('x-content-type-options: nosniff')
    socket.destroy()
    await server.close()
  })
})
