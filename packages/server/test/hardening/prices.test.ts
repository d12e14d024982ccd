import { legalMoves } from '@hokito/rules'
import { describe, expect, test } from 'vitest'
import { kept } from '../helpers/kept.ts'
import { Page, pairUp, until } from '../helpers/page.ts'
import { startTestServer } from '../helpers/server.ts'
import { newGuest, readMetrics, Stranger } from '../helpers/stranger.ts'

/** The default limits, so that these tests refuse what a real server refuses. */
const server = kept(
  () => startTestServer({ limits: {}, metrics: { host: 'localhost', port: 0 } }),
  'each',
)

const FLOODER = { localAddress: '127.0.0.66' }
const isTooMany = ({ refusal }: { refusal?: { code: string } }) => refusal?.code === 'tooMany'
const cuts = async (reason: string) =>
  (await readMetrics(server.metricsUrl))[`hokito_cut_connections_total{reason="${reason}"}`]

async function openFlooder(): Promise<Stranger> {
  return Stranger.open(server.url, await newGuest(server.url, FLOODER), FLOODER)
}

describe('a message costs what it makes the server do', () => {
  test('S21: few lists of the lobby, and a word about when there will be another', async () => {
    const stranger = await openFlooder()
    for (let n = 0; n < 40; n++) stranger.tell({ type: 'openLobby' })
    await until(() => stranger.replies.length === 40, 'all are answered')
    const refused = stranger.replies.filter(isTooMany)
    expect(refused.length).toBeGreaterThanOrEqual(8)
    expect(refused[0]?.refusal?.retryAfterMs).toBeGreaterThan(0)
    stranger.close()
  })

  test('S7: few attempts at a name', async () => {
    const stranger = await openFlooder()
    for (let n = 0; n < 80; n++) stranger.tell({ type: 'rename', name: 'Admin' })
    await until(() => stranger.replies.length === 80, 'all are answered')
    expect(stranger.replies.filter(isTooMany).length).toBeGreaterThan(20)
    stranger.close()
  })

  test('S7: many sockets of a player have not many times as much', async () => {
    const cookie = await newGuest(server.url, FLOODER)
    const tabs: Stranger[] = []
    for (let n = 0; n < 10; n++) tabs.push(await Stranger.open(server.url, cookie, FLOODER))
    for (const tab of tabs) for (let n = 0; n < 8; n++) tab.tell({ type: 'myGames' })
    await until(() => tabs.every(({ replies }) => replies.length === 8), 'all are answered')
    const granted = tabs.flatMap(({ replies }) => replies).filter(({ ok }) => ok)
    // Each socket alone could have had 8; together they get the units of two.
    expect(granted.length).toBeGreaterThanOrEqual(16)
    expect(granted.length).toBeLessThan(40)
    for (const tab of tabs) tab.close()
  })
})

describe('a client that does not stop', () => {
  test('S9: is cut off, though a message now and then was paid for, and kept out', async () => {
    const cookie = await newGuest(server.url, FLOODER)
    const stranger = await Stranger.open(server.url, cookie, FLOODER)
    while (stranger.isOpen) {
      // Slower than the packet limit, but faster than it can pay for.
      for (let n = 0; n < 3; n++) stranger.tell({ type: 'openLobby' })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(stranger.replies.some(({ ok }) => ok)).toBe(true)
    expect(await cuts('refusals')).toBe(1)
    const again = await Stranger.open(server.url, cookie, FLOODER)
    expect(again.refusal?.message).toBe('tooMany')
    expect(again.refusal?.data.retryAfterMs).toBeGreaterThan(0)
    again.close()
    // Other players with the same address are not refused.
    const other = await openFlooder()
    expect(other.refusal).toBeUndefined()
    other.close()
  })

  test.each([
    ['pongs', '3'],
    ['acknowledgements that nobody waits for', '431[]'],
    ['commands without an answer', '42["command",{}]'],
  ])('S9: is cut off for %s too', async (_, packet) => {
    const stranger = await openFlooder()
    for (let n = 0; n < 3000; n++) stranger.send(packet)
    await until(() => !stranger.isOpen, 'it is cut off')
  })

  test('S9: again and again with new guests, is kept out with its address', async () => {
    let refusal: Stranger['refusal']
    for (let n = 0; n < 15 && refusal === undefined; n++) {
      const stranger = await openFlooder()
      refusal = stranger.refusal
      for (let sent = 0; sent < 3000; sent++) stranger.send('3')
      if (refusal === undefined) await until(() => !stranger.isOpen, 'it is cut off')
      stranger.close()
    }
    expect(refusal?.message).toBe('tooMany')
  })
})

test('two honest players beside a flood play on', async () => {
  const { black, white, game } = await pairUp(server.url)
  let isOver = false
  const flooding = Array.from({ length: 5 }, async (_, n) => {
    const origin = { localAddress: `127.0.0.${70 + n}` }
    const cookie = await newGuest(server.url, origin)
    while (!isOver) {
      const stranger = new Stranger(server.url, cookie, origin)
      await new Promise((resolve) => setTimeout(resolve, 20))
      stranger.send('40')
      for (let sent = 0; sent < 2000; sent++) stranger.tell({ type: 'openLobby' })
      await new Promise((resolve) => setTimeout(resolve, 20))
      stranger.close()
    }
  })
  for (let ply = 0; ply < 16; ply++) {
    const page = ply % 2 === 0 ? black : white
    await page.sees(game, ({ moves }) => moves.length === ply)
    const [move] = legalMoves(page.position(game))
    if (move === undefined) break
    expect((await page.move(game, move)).ok).toBe(true)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  isOver = true
  await Promise.all(flooding)
  black.close()
  white.close()
})

test('while too much waits for the disk, nothing more is taken on', async () => {
  const busy = await startTestServer({ limits: { unitsWaiting: 0 } })
  const page = await Page.open(busy.url)
  const reply = await page.sendRaw({ type: 'closeLobby' })
  expect(reply).toMatchObject({ ok: false, refusal: { code: 'tooMany' } })
  expect(reply.ok ? 0 : reply.refusal.retryAfterMs).toBeGreaterThan(0)
  page.close()
  await busy.close()
})
