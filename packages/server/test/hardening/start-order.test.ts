import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Sqlite } from '../../src/store/sqlite.ts'
import { freePort } from '../helpers/free-port.mjs'
import { Page, pairUp } from '../helpers/page.ts'
import { makeFolder, startProcess } from '../helpers/processes.ts'

let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true }))

test('S1: a start that finds its port taken leaves the games as they were', async () => {
  const first = await startProcess(folder)
  const { black, game } = await pairUp(first.url ?? expect.fail('no server'))
  const before = await black.openGame(game)
  black.close()
  await first.kill()
  const aliveAt = readAliveAt()
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  expect((await startProcess(folder, { port })).code).toBe('portTaken')
  other.close()
  // A newer heartbeat from the failed start would make the next one give back too little time.
  expect(readAliveAt()).toBe(aliveAt)
  const database = new Sqlite(join(folder, 'data', 'hokito.db'), { readonly: true })
  const { count } = database.prepare('select count(*) as count from events').get() as {
    count: number
  }
  database.close()
  expect(count).toBe(before.version)
})

test('S1: while it starts with many games the server refuses sockets, then lets players in', async () => {
  multiplyGames(5000)
  const port = await freePort()
  const starting = startProcess(folder, { port })
  const url = `http://127.0.0.1:${port}`
  const answers: string[] = []
  while (!answers.includes('ready')) answers.push(...(await answersOf(url)))
  // A start may be too quick to be seen, or may end between two requests, in which case the socket
  // is refused as signed out.
  const known = ['unreachable', 'starting', 'site 200', 'websocket error', 'signedOut', 'ready']
  expect(known).toEqual(expect.arrayContaining([...new Set(answers)]))
  const server = await starting
  expect(server.url).toBe(url)
  const { black } = await pairUp(url)
  black.close()
  await server.kill()
})

// --- internal ---

/** The answer of `/readyz` and, while that is "starting", of a page and a socket. */
async function answersOf(url: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined)
  if (response === undefined) return ['unreachable']
  const { status, reason } = (await response.json()) as { status: string; reason?: string }
  if (reason !== 'starting') return [status]
  // Without a cookie it would be refused later too, but then as signed out.
  const [site, socket] = await Promise.all([
    fetch(url),
    new Page(url).connect().catch((error: Error) => error.message),
  ])
  return [reason, `site ${site.status}`, String(socket)]
}

function readAliveAt(): string {
  const database = new Sqlite(join(folder, 'data', 'hokito.db'), { readonly: true })
  const row = database.prepare("select value from facts where name = 'aliveAt'").get()
  database.close()
  return (row as { value: string }).value
}

/** Copies the first game this often, as running games that the server has to restore. */
function multiplyGames(count: number): void {
  const database = new Sqlite(join(folder, 'data', 'hokito.db'))
  const [events, { id }] = [
    database.prepare('select version, eventJson from events where game = 1').all(),
    database.prepare('select id from games where key = 1').get(),
  ] as [{ version: number; eventJson: string }[], { id: string }]
  const addGame = database.prepare(
    'insert into games (id, black, white, createdAt, secret) select ?, black, white, createdAt, secret from games where key = 1',
  )
  const addEvent = database.prepare(
    'insert into events (game, version, eventJson) values (?, ?, ?)',
  )
  database.transaction(() => {
    for (let n = 0; n < count; n++) {
      const copy = String(n).padStart(id.length, '0')
      const { lastInsertRowid } = addGame.run(copy)
      for (const { version, eventJson } of events) {
        addEvent.run(lastInsertRowid, version, eventJson.replaceAll(id, copy))
      }
    }
  })()
  database.close()
}
