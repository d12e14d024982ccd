import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { kept } from '../helpers/kept.ts'
import { pairUp } from '../helpers/page.ts'
import { playTo } from '../helpers/play.ts'
import { startTestServer } from '../helpers/server.ts'

const server = kept(() => startTestServer())
const sockets: Socket[] = []
afterEach(() => leave())

function leave(): void {
  for (const socket of sockets.splice(0)) socket.destroy()
}

/** Asks for streams at once and reads only how each answer begins; returns the statuses. */
function openUnread(path: string, count: number, localAddress: string): Promise<string[]> {
  const port = Number(new URL(server.url).port)
  const ask = () => {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    sockets.push(socket)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return new Promise<string>((resolve, reject) => {
      socket.once('error', reject)
      socket.once('data', (part) => {
        socket.pause()
        resolve(String(part).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
      })
    })
  }
  return Promise.all(Array.from({ length: count }, ask))
}

test('an address has twenty streams of games at most, and holds up no move by not reading', async () => {
  const { black, white, game } = await pairUp(server.url)
  const path = `/api/v1/games/${game}/events`
  const answers = await openUnread(path, 60, '127.0.4.1')
  expect(answers.filter((status) => status === '200')).toHaveLength(20)
  expect(await openUnread(path, 1, '127.0.4.2')).toEqual(['200'])
  await playTo({ black, white, game }, 10)
  leave()
  const again = async () => (await openUnread(path, 1, '127.0.4.1'))[0]
  await expect.poll(again, { timeout: 60_000 }).toBe('200')
  for (const page of [black, white]) page.close()
})
