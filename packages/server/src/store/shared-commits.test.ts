import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEach } from '../../test/helpers/databases.ts'
import type { Database } from './database.ts'
import { readFact, writeFact } from './facts.ts'
import { SharedCommits } from './shared-commits.ts'

let database: Database
let commits: SharedCommits

describeOnEach('tasks that come at once', (open) => {
  beforeEach(async () => {
    database = await open()
    commits = new SharedCommits(database)
  })
  afterEach(() => database.close())

  test('are done one after another, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        commits.run(async (transaction) => {
          const before = Number((await readFact(transaction, 'count')) ?? 0)
          await writeFact(transaction, 'count', String(before + 1))
          return place - before
        }),
      ),
    )
    expect(new Set(answers)).toEqual(new Set([0]))
    expect(await readFact(database.db, 'count')).toBe('50')
  })

  test('fail alone, and leave nothing behind', async () => {
    const store = (name: string) =>
      commits.run((transaction) => writeFact(transaction, name, 'stored'))
    const fail = commits.run(async (transaction) => {
      await writeFact(transaction, 'half', 'stored')
      throw new Error('no')
    })
    const outcomes = await Promise.allSettled([store('first'), fail, store('last')])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const facts = ['first', 'half', 'last'].map((name) => readFact(database.db, name))
    expect(await Promise.all(facts)).toEqual(['stored', undefined, 'stored'])
  })

  test('are refused together where it is the database that fails', async () => {
    let begun = 0
    const away: Database = {
      ...database,
      isFailure: (error) => error === AWAY,
      transact: () => {
        begun++
        return Promise.reject(AWAY)
      },
    }
    const failing = new SharedCommits(away)
    const tasks = Array.from({ length: 20 }, () => failing.run(async () => 'done'))
    const outcomes = await Promise.allSettled(tasks)
    expect(outcomes).toEqual(tasks.map(() => ({ status: 'rejected', reason: AWAY })))
    // Each further attempt would wait for the database as long as the first did.
    expect(begun).toBe(1)
  })

  test('that came while another was failing are still done', async () => {
    await commits.run(() => Promise.reject(new Error('no'))).catch(() => undefined)
    expect(await commits.run(async () => 'done')).toBe('done')
  })
})

// --- internal ---

const AWAY = new Error('the database is away')
