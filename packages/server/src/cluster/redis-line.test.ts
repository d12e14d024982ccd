import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { openRedisLine } from './redis-line.ts'

test('what is reported of a line holds no password, also where Redis refuses it', async () => {
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write('-WRONGPASS invalid username-password pair\r\n'))
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { port } = refusing.address() as AddressInfo
  const troubles: unknown[] = []
  const line = openRedisLine(`redis://anna:top-secret@127.0.0.1:${port}`, 'channel', {
    onText: () => undefined,
    onOpen: () => undefined,
    onFollowed: () => undefined,
    onTrouble: (error) => troubles.push(error),
  })
  try {
    await expect.poll(() => inspect(troubles), { timeout: 60_000 }).toContain('WRONGPASS')
    expect(inspect(troubles, { depth: 20, showHidden: true })).not.toContain('top-secret')
    expect(await line.say('hello')).toBe(false)
  } finally {
    line.close()
    refusing.close()
  }
})
