import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_LIMITS } from './ground/limits.ts'
import { listenerFactory } from './listener.ts'

/** A listener with connections to it, and the addresses whose requests arrived and began. */
async function listen(connections: number, isCrowded = () => false) {
  const arrived: string[] = []
  const served: string[] = []
  const listener = listenerFactory({
    limits: DEFAULT_LIMITS,
    proxies: 1,
    isCrowded,
    onCut: () => undefined,
  })
  const from = ({ headers }: IncomingMessage) => String(headers['x-forwarded-for'])
  const server = listener((request, response) => {
    served.push(from(request))
    response.end()
  })
  server.on('request', (request) => arrived.push(from(request)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sockets = Array.from({ length: connections }, () => connect({ host: '127.0.0.1', port }))
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))),
  )
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return { arrived, served, sockets, close }
}

const request = (from: string) => `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`
const reach = (list: readonly string[], length: number) =>
  expect.poll(() => list.length, { interval: 5, timeout: 60_000 }).toBe(length)

test('addresses take turns, however much one of them asks at once', async () => {
  const { served, sockets, close } = await listen(50)
  try {
    for (const socket of sockets.slice(1)) socket.write(request('192.0.2.1').repeat(4))
    sockets[0]?.write(request('192.0.2.2'))
    await reach(served, 49 * 4 + 1)
    expect(served.indexOf('192.0.2.2')).toBeLessThan(40)
  } finally {
    await close()
  }
})

describe('while much waits for the database', () => {
  // Time passes only when a test says so.
  let now = 0
  beforeEach(() => {
    now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
  })
  afterEach(() => void vi.restoreAllMocks())

  test('a request begins every 50 ms, and all of them afterwards', async () => {
    let isCrowded = true
    const { arrived, served, sockets, close } = await listen(10, () => isCrowded)
    try {
      for (const socket of sockets) socket.write(request('192.0.2.1'))
      await reach(arrived, 10)
      for (let begun = 0; begun < 3; begun++) {
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
        expect(served).toHaveLength(begun)
        now += 50
        await reach(served, begun + 1)
      }
      isCrowded = false
      await reach(served, 10)
    } finally {
      await close()
    }
  })

  test('an address with a thousand requests waiting is refused more, and others are not', async () => {
    let isCrowded = true
    const { arrived, served, sockets, close } = await listen(252, () => isCrowded)
    const refused: string[] = []
    for (const socket of sockets) {
      socket.on('data', (data) => {
        if (String(data).startsWith('HTTP/1.1 429 ')) refused.push(String(data))
      })
    }
    const [other, last, ...rest] = sockets
    try {
      for (const socket of rest) socket.write(request('192.0.2.1').repeat(4))
      await reach(arrived, 1000)
      last?.write(request('192.0.2.1'))
      other?.write(request('192.0.2.2'))
      await reach(arrived, 1002)
      await reach(refused, 1)
      expect(refused[0]).toMatch(/^Retry-After: 2\r$/m)
      isCrowded = false
      await reach(served, 1001)
      expect(served).toContain('192.0.2.2')
      expect(refused).toHaveLength(1)
    } finally {
      await close()
    }
  })
})
