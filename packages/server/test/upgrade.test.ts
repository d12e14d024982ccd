import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartError } from '../src/index.ts'
import { POSTGRES_COLUMNS, SQLITE_COLUMNS } from '../src/store/columns.ts'
import { type Database, openDatabase } from '../src/store/database.ts'
import {
  NewerSchemaError,
  OtherNodesError,
  type Step,
  type Steps,
  stepsFor,
} from '../src/store/migrations.ts'
import { openPostgres } from '../src/store/postgres.ts'
import { describeOnNodes, type Node, startNode, untilItHears } from './helpers/nodes.ts'
import { Page, pairUp } from './helpers/page.ts'
import { playTo } from './helpers/play.ts'
import { createTestDatabase, type TestDatabase } from './helpers/postgres.ts'
import { startTestServer } from './helpers/server.ts'

/** A possible later version: a new column in every table that is read whole, and a new table. */
const NEXT: Step = {
  isAdditive: true,
  migration: {
    up: async (db) => {
      for (const table of ['games', 'events', 'sessions', 'challenges', 'shifts', 'facts']) {
        await db.schema.alterTable(table).addColumn('next', 'text').execute()
      }
      await db.schema.createTable('later').addColumn('what', 'text').execute()
    },
  },
}
/** A change that no program without it could work with. */
const CHANGED: Step = {
  isAdditive: false,
  migration: { up: (db) => db.schema.dropTable('arrangements').execute() },
}
const PRESENT = stepsFor(POSTGRES_COLUMNS)

let made: TestDatabase
let node: Node | undefined
beforeEach(async () => {
  made = await createTestDatabase('nothing')
})
afterEach(async () => {
  await node?.close()
  node = undefined
  await made.drop()
})

/** Opens the database as a node with other steps would. */
function openWith(steps: Steps): Promise<Database> {
  return openPostgres(made.url, () => undefined, true, steps)
}

describeOnNodes('a node of the next version', () => {
  test('adds to the schema while the version before plays on, and starts again', async () => {
    node = await startNode(made)
    const table = await pairUp(node.url)
    await playTo(table, 6)
    const next = await openWith({ ...PRESENT, '9998-next': NEXT })
    await Page.open(node.url)
    await playTo(table, 12)
    await next.close()
    await node.restart()
    await untilItHears(node)
    for (const page of [table.black, table.white]) {
      await page.connect()
      await page.openGame(table.game)
    }
    await playTo(table, 16)
    expect(await made.run('select count(next)::int as count from games')).toEqual([{ count: 0 }])
  })

  test('waits for long transactions without letting play wait behind it', async () => {
    node = await startNode(made)
    const table = await pairUp(node.url)
    const holder = new pg.Client(made.url)
    await holder.connect()
    await holder.query('begin; select count(*) from games')
    let isOpen = false
    const opening = openWith({ ...PRESENT, '9998-next': NEXT }).finally(() => {
      isOpen = true
    })
    await playTo(table, 20)
    expect(isOpen).toBe(false)
    await holder.query('commit')
    await holder.end()
    await (await opening).close()
  })

  test('does not start where the one before could not go on beside it', async () => {
    node = await startNode(made)
    const steps = { ...PRESENT, '9998-next': NEXT, '9999-changed': CHANGED }
    await expect(openWith(steps)).rejects.toThrow(OtherNodesError)
    expect(await made.run(`select 1 from pg_tables where tablename = 'later'`)).toEqual([])
    await playTo(await pairUp(node.url), 4)
    await node.close()
    await (await openWith(steps)).close()
  })

  test('says so', async () => {
    const older = Object.entries(PRESENT).filter(([name]) => name < '0005')
    const running = await openWith(Object.fromEntries(older))
    await expect(startNode(made)).rejects.toThrow(new StartError('otherNodesRunning'))
    await running.close()
    node = await startNode(made)
  })

  test('starts together with another one, after all have been stopped', async () => {
    await (await openWith(PRESENT)).close()
    const steps = { ...PRESENT, '9999-changed': CHANGED }
    const both = await Promise.all([openWith(steps), openWith(steps)])
    for (const one of both) await one.close()
  })
})

describeOnNodes('a node of the version before', () => {
  test('does not start once the schema has become another', async () => {
    const next = await openWith({ ...PRESENT, '9998-next': NEXT, '9999-changed': CHANGED })
    await expect(startNode(made)).rejects.toThrow(new StartError('newerSchema'))
    await next.close()
    await expect(startNode(made)).rejects.toThrow(new StartError('newerSchema'))
  })

  test('changes nothing in a database that has what it does not know', async () => {
    const { '0005-witnesses': _, ...before } = PRESENT
    await (await openWith({ ...before, '9998-next': NEXT })).close()
    await expect(openWith(PRESENT)).rejects.toThrow(NewerSchemaError)
    expect(await made.run(`select 1 from pg_tables where tablename = 'witnesses'`)).toEqual([])
  })
})

describe('a file of a newer version', () => {
  test.each([
    ['added to', NEXT],
    ['changed', CHANGED],
  ])('is refused as it is, where the schema was %s', async (_, step) => {
    const folder = await mkdtemp(join(tmpdir(), 'hokito-upgrade-'))
    const databaseFile = join(folder, 'hokito.db')
    const steps = { ...stepsFor(SQLITE_COLUMNS), '9998-next': step }
    await (await openDatabase(databaseFile, steps)).close()
    const before = await readFile(databaseFile)
    const refused = new StartError('newerSchema')
    await expect(startTestServer({ databaseFile })).rejects.toThrow(refused)
    expect((await readFile(databaseFile)).equals(before)).toBe(true)
    await (await openDatabase(databaseFile, steps)).close()
    await rm(folder, { recursive: true })
  })
})
