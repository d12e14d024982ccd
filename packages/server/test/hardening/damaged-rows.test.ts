import { join } from 'node:path'
import type { ChallengeId, GameId } from '@hokito/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupDatabase } from '../../src/index.ts'
import { Sqlite } from '../../src/store/sqlite.ts'
import { commandId, GIVEN_TERMS, Page, pairUp } from '../helpers/page.ts'
import { moveIn } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

/** Two games, and the challenges by link of each player of the first. */
let origin: TestServer
let black: Page
let white: Page
let sound: GameId
let struck: GameId
let offered: readonly ChallengeId[] = []
let copies = 0

beforeAll(async () => {
  origin = await startTestServer()
  const table = await pairUp(origin.url)
  ;({ black, white, game: sound } = table)
  struck = (await pairUp(origin.url)).game
  offered = [await offerOf(black), await offerOf(white)]
})
afterAll(() => origin.close())

async function offerOf(page: Page): Promise<ChallengeId> {
  const id = commandId()
  const wish = { terms: GIVEN_TERMS, color: 'random', isListed: false } as const
  const reply = await page.send({ type: 'challenge', id, ...wish })
  return reply.ok ? reply.challenge.id : expect.fail(reply.refusal.code)
}

/** A server on a copy of the data, in which a statement has changed rows outside the server. */
async function startDamaged(sql: string): Promise<TestServer & { readonly file: string }> {
  const file = join(origin.folder, `damaged-${++copies}.db`)
  await backupDatabase(origin.databaseFile, file)
  const sqlite = new Sqlite(file)
  sqlite.pragma('foreign_keys = OFF')
  const [challenge] = offered
  const values = { struck, challenge, brackets: '['.repeat(100_000) }
  expect(sqlite.prepare(sql).run(values).changes).toBeGreaterThan(0)
  sqlite.close()
  return { ...(await startTestServer({ databaseFile: file })), file }
}

/** A player connected to another server with the cookie of the first. */
async function moved(page: Page, url: string): Promise<Page> {
  const there = new Page(url)
  there.cookie = page.cookie
  await there.signIn()
  await there.connect()
  return there
}

async function expectPlayable(url: string): Promise<void> {
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const [one, other] = [await moved(black, url), await moved(white, url)]
  await Promise.all([one.openGame(sound), other.openGame(sound)])
  await moveIn(one, sound)
  await other.sees(sound, ({ moves }) => moves.length === 1)
}

describe('S4: one unreadable challenge row does not prevent the start', () => {
  test.each([
    ['no JSON', "set challengeJson = '{'"],
    ['nothing', "set challengeJson = ''"],
    ['bytes', "set challengeJson = x'00ff'"],
    ['JSON of something else', "set challengeJson = 'null'"],
    ['a hundred thousand brackets', 'set challengeJson = $brackets'],
    ['another id', "set challengeJson = replace(challengeJson, $challenge, 'aaaaaaaaaaaa')"],
    ['another maker', "set player = 'nobody000000'"],
    ['terms that are none', `set challengeJson = replace(challengeJson, '"either"', '"never"')`],
    [
      'an instant that is none',
      `set challengeJson = replace(challengeJson, '"createdAt":', '"createdAt":-')`,
    ],
  ])('where it holds %s, it is set aside, and the others are open', async (_, change) => {
    const server = await startDamaged(`update challenges ${change} where id = $challenge`)
    try {
      const friend = await Page.open(server.url)
      const seen = await Promise.all(
        offered.map((challenge) => friend.send({ type: 'seeChallenge', challenge })),
      )
      expect(seen.map(({ ok }) => ok)).toEqual([false, true])
      await expectPlayable(server.url)
      const sqlite = new Sqlite(server.file, { readonly: true })
      const rows = sqlite.prepare('select id, damage from challenges order by damage').all()
      sqlite.close()
      expect(rows).toEqual([
        { id: offered[1], damage: null },
        { id: offered[0], damage: 'notAChallenge' },
      ])
    } finally {
      await server.close()
    }
  })
})

const EVENT = 'update events set eventJson ='
const OF_STRUCK = 'where game = (select key from games where id = $struck)'
const SECOND = `${OF_STRUCK} and version = 2`
const SESSION_OF_STRUCK = 'where player = (select black from games where id = $struck)'
const PLAYER_OF_STRUCK = 'where id = (select black from games where id = $struck)'

describe('S4: no other bad row prevents the start, or harms a game that is sound', () => {
  test.each([
    ['a heartbeat in words', "update facts set value = 'soon' where name = 'aliveAt'"],
    ['a heartbeat before all time', "update facts set value = '-1e300' where name = 'aliveAt'"],
    ['a heartbeat between two instants', "update facts set value = value || '.5'"],
    ['a heartbeat that is nothing', "update facts set value = '' where name = 'aliveAt'"],
    ['facts of another program', "insert into facts (name, value) values ('weather', '{')"],
    ['a name of bytes', `update players set name = x'00ff' ${PLAYER_OF_STRUCK}`],
    ['a name without end', `update players set name = $brackets ${PLAYER_OF_STRUCK}`],
    ['a session of nobody', `update sessions set player = 'nobody000000' ${SESSION_OF_STRUCK}`],
    ['a session seen some day', `update sessions set seenAt = 'soon' ${SESSION_OF_STRUCK}`],
    ['players that are gone', `delete from players ${PLAYER_OF_STRUCK}`],
    ['a game of nobody', "update games set black = 'nobody000000' where id = $struck"],
    ['a game that ended some day', "update games set endedAt = 'soon' where id = $struck"],
    ['a game without a start', "update games set createdAt = 'once' where id = $struck"],
    ['a secret that is none', "update games set secret = 'secret' where id = $struck"],
    ['a deadline in words', `update deadlines set at = 'soon' ${OF_STRUCK}`],
    ['a deadline before all time', `update deadlines set at = -9e15 ${OF_STRUCK}`],
    ['a deadline that never comes', `update deadlines set at = 9e300 ${OF_STRUCK}`],
    ['a deadline of no game', `update deadlines set game = -1 ${OF_STRUCK}`],
    ['events that are no JSON', `${EVENT} '{' ${OF_STRUCK}`],
    ['events that are bytes', `${EVENT} x'00ff' ${OF_STRUCK}`],
    ['events of brackets', `${EVENT} $brackets ${OF_STRUCK}`],
    ['events of commands without end', `update events set command = $brackets ${OF_STRUCK}`],
    ['a deal that is none', `${EVENT} replace(eventJson, '77.1234567', '77.9999999') ${OF_STRUCK}`],
    ['a takeback before the deal', `${EVENT} '{"kind":"takenBack","at":1,"toPly":0}' ${SECOND}`],
    [
      'a pause before the deal',
      `${EVENT} '{"kind":"paused","at":1,"ms":9007199254740991}' ${SECOND}`,
    ],
    [
      'an end before the deal',
      `${EVENT} '{"kind":"ended","at":1,"ending":{"kind":"stuck","winner":"black"}}' ${SECOND}`,
    ],
    [
      'a share after the deal',
      `${EVENT} '{"kind":"continued","at":1,"next":"aaaaaaaaaaaa"}' ${SECOND}`,
    ],
  ])('%s', async (_, sql) => {
    const server = await startDamaged(sql)
    try {
      await expectPlayable(server.url)
    } finally {
      await server.close()
    }
  })
})
