import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { challengeSchema, gameIdSchema, gameReplySchema } from '@hokito/protocol'
import { legalMoves } from '@hokito/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { Sqlite } from '../src/store/sqlite.ts'
import { Page } from './helpers/page.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

/**
 * A database left by an earlier version, with the views of its games then: games played to the end
 * with a takeback, called off after the deal, a match in its second game, a running game with a
 * draw offer, and a challenge by link.
 */
const factsSchema = z.object({
  at: z.number(),
  finished: z.array(gameIdSchema),
  running: z.array(gameIdSchema),
  cookies: z.object({ black: z.string(), white: z.string() }),
  next: gameIdSchema,
  challenge: challengeSchema,
  views: z.record(gameIdSchema, gameReplySchema),
})

let facts: z.infer<typeof factsSchema>
let folder: string
let server: TestServer

beforeAll(async () => {
  const read = (file: string) => readFile(join(import.meta.dirname, 'fixtures', file), 'utf8')
  facts = factsSchema.parse(JSON.parse(await read('database-0002.json')))
  folder = await mkdtemp(join(tmpdir(), 'hokito-stored-'))
  const databaseFile = join(folder, 'hokito.db')
  const sqlite = new Sqlite(databaseFile)
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec(await read('database-0002.sql'))
  sqlite.close()
  // An hour later in any case, because sessions end after a year and offers after days.
  const late = facts.at + 3_600_000 - performance.now()
  const time = { wall: () => late + performance.now(), monotonic: () => performance.now() }
  server = await startTestServer({ databaseFile, time })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function pageOf(cookie: string): Promise<Page> {
  const page = new Page(server.url)
  page.cookie = cookie
  await page.signIn()
  await page.connect()
  return page
}

test('games that are over are as they were', async () => {
  for (const id of facts.finished) {
    const response = await fetch(`${server.url}/api/games/${id}`)
    const view = facts.views[id]
    // The version that stored them gave the stop of a stopped clock, not the beginning of its last
    // turn.
    const clock = { ...view?.clock, since: expect.any(Number) }
    // A player renamed since has the new name in earlier games too.
    const { black, white } = view?.seats ?? expect.fail()
    const seats = { white, black: { ...black, name: LATER_NAMES[black.name] ?? black.name } }
    expect(await response.json()).toEqual({ ...view, clock, seats })
  }
})

test('running games have their moves and offers, and go on', async () => {
  for (const id of facts.running) {
    const response = await fetch(`${server.url}/api/games/${id}`)
    const { moves, offers, seats, deal } = gameReplySchema.parse(await response.json())
    expect(facts.views[id]).toMatchObject({ moves, offers, seats, deal })
  }
  const white = await pageOf(facts.cookies.white)
  const { moves } = await white.openGame(facts.next)
  const [move] = legalMoves(white.position(facts.next))
  if (move === undefined) return expect.fail('no move')
  expect((await white.move(facts.next, move)).ok).toBe(true)
  expect(white.view(facts.next).moves).toEqual([...moves, move])
  white.close()
})

test('players are known by their cookies, and what they have offered is open', async () => {
  const black = await pageOf(facts.cookies.black)
  expect(black.player).toEqual(facts.challenge.challenger)
  const seen = await black.send({ type: 'seeChallenge', challenge: facts.challenge.id })
  expect(seen).toEqual({ ok: true, challenge: facts.challenge })
  black.close()
})

/** The players renamed after these games, with their new names. */
const LATER_NAMES: Readonly<Record<string, string>> = { 'Golden Newt 8793': 'Anna Fixture' }
