import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../helpers/free-port.mjs'
import { FROM, giveAddress, setGameLetters } from '../helpers/letters.ts'
import { type MailServer, startMailServer } from '../helpers/mail-server.ts'
import { describeOnNodes, type Node, startNode, untilItHears } from '../helpers/nodes.ts'
import { beginGame, Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
import { leave, moveIn } from '../helpers/play.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/postgres.ts'
import { OFTEN, severalRounds } from '../helpers/server.ts'
import { inStore } from '../helpers/stored.ts'

const HOUR = 3_600_000
const ADDRESS = 'nodes@example.org'

let mails: MailServer
let database: TestDatabase
const nodes: Node[] = []
const pages: Page[] = []
beforeEach(async () => {
  mails = await startMailServer()
  database = await createTestDatabase()
  for (let count = 0; count < 2; count++) {
    const port = await freePort()
    const publicUrl = `http://127.0.0.1:${port}`
    const mail = { url: mails.url, from: FROM }
    nodes.push(await startNode(database, { port, publicUrl, mail, rhythm: OFTEN }))
  }
  await Promise.all(nodes.map(untilItHears))
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  for (const node of nodes.splice(0)) await node.close()
  await database.drop()
  await mails.close()
})

const urlOf = (node: number) => nodes[node]?.url ?? expect.fail()

/** Black has moved on one node; White, who wants e-mails, was on the other. */
async function begin() {
  const [black, white] = [await Page.open(urlOf(0)), await openMember(urlOf(1))]
  pages.push(black, white)
  await giveAddress(white, mails, ADDRESS)
  await setGameLetters(white, true)
  mails.taken.length = 0
  const game = await beginGame(black, white, {
    timeControl: { kind: 'correspondence', daysPerMove: 2 },
  })
  await leave(white, black, game)
  await moveIn(black, game)
  return { white, game }
}

const waiting = () =>
  inStore({ databaseFile: '', databaseUrl: database.url }, (db) =>
    db.selectFrom('waitingLetters').select('kind').execute(),
  )
const advance = (ms: number) => {
  for (const node of nodes) node.advance(ms)
}
const ROUNDS = { timeout: 60_000 }

describeOnNodes('letters about games on two nodes', () => {
  test('are sent once, whichever of them gets to it', async () => {
    const { game } = await begin()
    await expect.poll(waiting).toEqual([{ kind: 'turns' }])
    advance(3 * HOUR)
    const { text } = await mails.lastTo(ADDRESS)
    expect(text).toContain(`/play/${game}\n`)
    await expect.poll(waiting, ROUNDS).toEqual([])
    advance(HOUR)
    await severalRounds()
    expect(mails.taken).toHaveLength(1)
  })

  test('are not sent while a page is used on the other node, or where it was since', async () => {
    const { white, game } = await begin()
    await expect.poll(waiting).toEqual([{ kind: 'turns' }])
    await white.connect()
    await white.openGame(game)
    await expect.poll(waiting, ROUNDS).toEqual([])
    advance(4 * HOUR)
    await severalRounds()
    expect(mails.taken).toEqual([])
  })
})
