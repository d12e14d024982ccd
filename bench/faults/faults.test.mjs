// @ts-check
import { spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Relay } from './relay.mjs'
import { scheduleOf } from './schedule.mjs'

describe('the schedule of faults', () => {
  const plan = { seed: 1, seconds: 600, nodes: 3 }

  test('follows from the seed', () => {
    expect(scheduleOf(plan)).toEqual(scheduleOf(plan))
    expect(scheduleOf({ ...plan, seed: 2 })).not.toEqual(scheduleOf(plan))
  })

  test('has faults of all kinds, in their order, on all nodes, and is over before the end', () => {
    const faults = scheduleOf(plan)
    expect(new Set(faults.map(({ fault }) => fault)).size).toBe(17)
    expect(new Set(faults.map(({ node }) => node))).toEqual(new Set([0, 1, 2, undefined]))
    expect(faults.map(({ atMs }) => atMs)).toEqual(
      faults.map(({ atMs }) => atMs).toSorted((a, b) => a - b),
    )
    expect(Math.max(...faults.map(({ atMs, forMs }) => atMs + forMs))).toBeLessThan(580_000)
    const skews = faults.filter(({ fault }) => fault === 'skew').map(({ amount = 0 }) => amount)
    expect(Math.max(...skews)).toBeGreaterThan(0)
    expect(Math.min(...skews)).toBeLessThan(0)
  })
})

test('a campaign says what it can be asked for, and does nothing else', () => {
  const run = fileURLToPath(new URL('run.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [run, '--help'])
  expect([status, String(stderr)]).toEqual([0, ''])
  expect(String(stdout)).toMatch(/^`npm run faults`: .*--broken name/s)
})

describe('a line', () => {
  test('holds each way up, loses nothing, and breaks when it is cut', async () => {
    const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket))
    await new Promise((resolve) => echo.listen(0, '127.0.0.1', () => resolve(undefined)))
    const address = echo.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const [relay, free] = [await Relay.open(port), await Relay.open(port)]
    const [one, other] = [listenTo(relay.port), listenTo(free.port)]
    const echoed = async (/** @type {typeof one} */ client, /** @type {string} */ letter) => {
      client.socket.write(letter)
      await expect.poll(() => client.heard).toContain(letter)
    }
    await echoed(one, 'a')
    for (const direction of /** @type {const} */ (['there', 'back'])) {
      relay.hold([direction])
      one.socket.write(direction)
      // Meanwhile other connections get their answers.
      for (const letter of 'xyz') await echoed(other, letter)
      other.heard = ''
      expect(one.heard).not.toContain(direction)
      relay.mend()
      await expect.poll(() => one.heard).toContain(direction)
    }
    relay.cut()
    await expect.poll(() => one.isBroken).toBe(true)
    relay.mend()
    await echoed(listenTo(relay.port), 'b')
    await Promise.all([relay.close(), free.close()])
    echo.close()
  })
})

test('every change finds what it changes', () => {
  const broken = new URL('broken.mjs', import.meta.url)
  // In a process of its own, because it changes the server for all that follows.
  const { status, stderr } = spawnSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { BREAKAGES } from '${broken}'; for (const begin of Object.values(BREAKAGES)) begin()`,
  ])
  expect([status, String(stderr)]).toEqual([0, ''])
})

// --- internal ---

/** @param {number} port */
function listenTo(port) {
  const socket = connect({ host: '127.0.0.1', port })
  const client = { socket, heard: '', isBroken: false }
  socket.on('data', (piece) => {
    client.heard += piece
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    client.isBroken = true
  })
  return client
}
