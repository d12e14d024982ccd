import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from './ground/limits.ts'
import { listenerFactory } from './listener.ts'

test('addresses take turns, however much one of them asks at once', async () => {
  const served: string[] = []
  const listener = listenerFactory({
    limits: DEFAULT_LIMITS,
    proxies: 1,
    isCrowded: () => false,
    onCut: () => undefined,
  })
  const server = listener((request, response) => {
    served.push(String(request.headers['x-forwarded-for']))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const dial = () => connect({ host: '127.0.0.1', port })
  const sockets = Array.from({ length: 50 }, dial)
  const [last] = sockets
  if (last === undefined) throw new Error('there are sockets')
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))),
  )
  const request = (from: string) => `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n\r\n`
  try {
    for (const socket of sockets.slice(1)) socket.write(request('192.0.2.1').repeat(4))
    last.write(request('192.0.2.2'))
    await expect.poll(() => served.length, { interval: 5, timeout: 60_000 }).toBe(49 * 4 + 1)
    expect(served.indexOf('192.0.2.2')).toBeLessThan(40)
  } finally {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})
