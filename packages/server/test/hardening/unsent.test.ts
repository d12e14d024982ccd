import { expect, test } from 'vitest'
import { startChildServer } from '../helpers/child.ts'
import { commandId, GIVEN_TERMS, Page, pairUp, until } from '../helpers/page.ts'
import { moveIn } from '../helpers/play.ts'
import { startTestServer, UNLIMITED_ADDRESS } from '../helpers/server.ts'
import { newGuest, readMetrics, Stranger } from '../helpers/stranger.ts'

const ATTACKER = { localAddress: '127.0.0.66' }
/** No message prices, so that only the limit on unsent data applies. */
const FREE = { ...UNLIMITED_ADDRESS, burst: 100_000, perSecond: 100_000, patience: 100_000 }
const METRICS = { host: 'localhost', port: 0 }

test.each([
  ['within the default limits', {}],
  ['with the prices lifted', FREE],
])(
  'S2: a small heap survives 150 sockets that ask for the lobby ten times a second and never read, %s',
  async (_, limits) => {
    const { url, child } = await startChildServer(
      { limits: { ...limits, guestsPerMinute: 100 } },
      { execArgv: ['--max-old-space-size=256'] },
    )
    const { black, white, game } = await pairUp(url)
    // Without prices a move waits behind everything that the sockets have asked.
    black.replyMs = 200_000
    await fillLobby(url, 40)
    const sockets: Stranger[] = []
    for (let guest = 0; guest < 15; guest++) {
      const cookie = await newGuest(url, ATTACKER)
      for (let n = 0; n < 10; n++) sockets.push(await Stranger.open(url, cookie, ATTACKER))
    }
    for (const socket of sockets) socket.stopReading()
    for (let round = 0; round < 100; round++) {
      for (const socket of sockets) socket.tell({ type: 'openLobby' })
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
    }
    await moveIn(black, game)
    await white.sees(game, ({ moves }) => moves.length === 1)
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    for (const socket of [...sockets, black, white]) socket.close()
  },
)

test('S2: who does not read is cut off, and who reads is sent everything', async () => {
  const server = await startTestServer({ limits: FREE, metrics: METRICS })
  await fillLobby(server.url, 40)
  const cookie = await newGuest(server.url, ATTACKER)
  const deaf = await Stranger.open(server.url, cookie, ATTACKER)
  const honest = await Stranger.open(server.url, await newGuest(server.url))
  deaf.stopReading()
  for (let n = 0; n < 400; n++) {
    askMuch(deaf)
    honest.tell({ type: 'openLobby' })
    await until(() => honest.replyCount === n + 1, 'it is answered')
  }
  const metrics = await readMetrics(server.metricsUrl)
  expect(metrics['hokito_cut_connections_total{reason="unsent"}']).toBe(1)
  expect(honest.isOpen).toBe(true)
  honest.close()
  deaf.close()
  await server.close()
})

test('S2: where all together hold too much, those with the most are cut off first', async () => {
  const limits = { ...FREE, unsentPerSocket: 100_000_000, unsentInAll: 3_000_000 }
  const server = await startTestServer({ limits, metrics: METRICS })
  await fillLobby(server.url, 40)
  const cookie = await newGuest(server.url, ATTACKER)
  const deaf: Stranger[] = []
  for (let n = 0; n < 4; n++) deaf.push(await Stranger.open(server.url, cookie, ATTACKER))
  const honest = await Stranger.open(server.url, await newGuest(server.url))
  for (const socket of deaf) socket.stopReading()
  for (let n = 0; n < 300; n++) {
    for (const socket of deaf) askMuch(socket)
    honest.tell({ type: 'openLobby' })
    await until(() => honest.replyCount === n + 1, 'it is answered')
  }
  const metrics = await readMetrics(server.metricsUrl)
  expect(metrics['hokito_cut_connections_total{reason="unsentInAll"}']).toBeGreaterThan(0)
  expect(honest.isOpen).toBe(true)
  for (const socket of [...deaf, honest]) socket.close()
  await server.close()
})

// --- internal ---

/** Requests more than the network takes at a time, some megabytes. */
function askMuch(socket: Stranger): void {
  for (let n = 0; n < 10; n++) socket.tell({ type: 'openLobby' })
}

/** This number of guests list five challenges each. */
async function fillLobby(url: string, guests: number): Promise<void> {
  for (let guest = 0; guest < guests; guest++) {
    const page = await Page.open(url)
    for (let n = 0; n < 5; n++) {
      const terms = {
        ...GIVEN_TERMS,
        timeControl: { kind: 'correspondence', daysPerMove: 3 } as const,
      }
      await page.send({ type: 'challenge', id: commandId(), terms, color: 'black', isListed: true })
    }
    page.close()
  }
}
