import { LONGEST_TALK, TALK_KEPT_DAYS } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { readReports } from '../../src/index.ts'
import { MOST_SAYINGS } from '../../src/people/sayings.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { kept } from '../helpers/kept.ts'
import { beginGame, commandId, type Page } from '../helpers/page.ts'
import { doTo, pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'

const DAY = 86_400_000

const server = kept(() => startTestServer())
const { guest, member } = pagesOn(() => server)

const talk = (page: Page, isOn = true) => doTo(page, 'talk', { isOn })
const write = (page: Page, game: string, words: string) =>
  page.sendRaw({ type: 'write', id: commandId(), game, words })
const wordsHeardBy = (page: Page) =>
  page.told.flatMap(({ event, message }) => (event === 'written' ? [message.words] : []))

/** A game of two players who have both switched talk on. */
async function talkingPair() {
  const [one, other] = [await member(), await member()]
  await talk(one)
  await talk(other)
  const game = await beginGame(one, other)
  for (const page of [one, other]) await page.hear('talk', (told) => told.game === game)
  return { one, other, game }
}

describe('own words', () => {
  test('are read by both and by nobody else, and by a page that comes later', async () => {
    const { one, other, game } = await talkingPair()
    const watcher = await guest()
    await watcher.openGame(game)
    expect(await write(one, game, '  <b>hello</b> &amp; \u202eolleh\u0007 ')).toEqual({ ok: true })
    for (const page of [one, other]) {
      const { words, color } = await page.hear('written', (told) => told.game === game)
      // Stored as written; the page shows it as text.
      expect([words, color]).toEqual(['<b>hello</b> &amp; olleh', 'black'])
    }
    await other.send({ type: 'closeGame', game })
    await other.openGame(game)
    const { written } = await other.hear('talk', (told) => told.written.length > 0)
    expect(written).toMatchObject([{ words: '<b>hello</b> &amp; olleh', color: 'black' }])
    await watcher.send({ type: 'myChallenges' })
    expect(watcher.told.some(({ event }) => event === 'written' || event === 'talk')).toBe(false)
    expect((await ask(`${server.url}/api/games/${game}`)).body).not.toContain('hello')
  })

  test('are off until both have switched them on, and again once one has not', async () => {
    const [one, other] = [await member(), await member()]
    const game = await beginGame(one, other)
    expect(await write(one, game, 'hello')).toMatchObject({ refusal: { code: 'talkOff' } })
    await talk(one)
    expect(await write(one, game, 'hello')).toMatchObject({ refusal: { code: 'talkOff' } })
    await talk(other)
    for (const page of [one, other]) await page.hear('talk', ({ isOn }) => isOn)
    expect(await write(one, game, 'hello')).toEqual({ ok: true })
    await talk(other, false)
    for (const page of [one, other]) await page.hear('talk', ({ isOn }) => !isOn)
    expect(await write(one, game, 'hello')).toMatchObject({ refusal: { code: 'talkOff' } })
  })

  test('are never a guest’s, whatever is asked for', async () => {
    const [one, other] = [await member(), await guest()]
    await talk(one)
    expect(await talk(other)).toMatchObject({ refusal: { code: 'noAccount' } })
    const game = await beginGame(one, other)
    for (const page of [one, other]) {
      expect(await write(page, game, 'hello')).toMatchObject({ refusal: { code: 'talkOff' } })
    }
  })

  test('are nobody’s in the game of others', async () => {
    const { game } = await talkingPair()
    const third = await member()
    await talk(third)
    expect(await write(third, game, 'hello')).toMatchObject({ refusal: { code: 'unknownGame' } })
    await third.openGame(game)
    expect(await write(third, game, 'hello')).toMatchObject({ refusal: { code: 'notSeated' } })
    expect(third.told.filter(({ event }) => event === 'talk')).toEqual([])
  })

  test('have a length, and a number in a game', async () => {
    const { one, game } = await talkingPair()
    for (const words of ['', ' \u200b ', 'x'.repeat(LONGEST_TALK + 1)]) {
      expect(await write(one, game, words)).toMatchObject({ refusal: { code: 'malformed' } })
    }
    const { id: player } = one.player
    const rows = Array.from({ length: MOST_SAYINGS }, () => ({
      game,
      player,
      at: Date.now(),
      phrase: 'hello' as const,
      words: null,
    }))
    await server.inStore((db) => db.insertInto('sayings').values(rows).execute())
    expect(await write(one, game, 'x')).toMatchObject({ refusal: { code: 'tooMany' } })
  })

  test('cost so much that a flood of them is held up', async () => {
    const { one, game } = await talkingPair()
    const replies = await Promise.all(Array.from({ length: 60 }, () => write(one, game, 'x')))
    expect(replies.some((reply) => !reply.ok && reply.refusal.code === 'tooMany')).toBe(true)
  })

  test('end with a block, in the game that runs', async () => {
    const { one, other, game } = await talkingPair()
    await doTo(one, 'block', { player: other.player.id, isOn: true })
    await other.hear('talk', ({ isOn }) => !isOn)
    expect(await write(other, game, 'hello')).toMatchObject({ refusal: { code: 'blocked' } })
    expect(wordsHeardBy(one)).toEqual([])
  })

  test('count once when they are sent again', async () => {
    const { one, other, game } = await talkingPair()
    const message = { type: 'write', id: commandId(), game, words: 'once' }
    await Promise.all([one.sendRaw(message), one.sendRaw(message)])
    await one.sendRaw(message)
    await other.hear('written')
    await write(one, game, 'twice')
    await other.hear('written', ({ words }) => words === 'twice')
    expect(wordsHeardBy(other)).toEqual(['once', 'twice'])
  })
})

describe('what is kept of it', () => {
  test('goes with a player’s own report, with phrases, and with no other report', async () => {
    const { one, other, game } = await talkingPair()
    await other.send({ type: 'say', game, phrase: 'hello' })
    await write(other, game, 'rude <script>')
    const wish = { player: other.player.id, reason: 'talk', words: 'He was\nrude\u001b[2J' }
    await expect
      .poll(() =>
        server.inStore((db) =>
          db.selectFrom('sayings').select('key').where('game', '=', game).execute(),
        ),
      )
      .toHaveLength(2)
    expect(await doTo(one, 'report', { ...wish, game })).toMatchObject({ status: 200 })
    const third = await member()
    expect(await doTo(third, 'report', { ...wish, game })).toMatchObject({
      refusal: { code: 'unknownGame' },
    })
    const reports = await readReports(server.source, { all: false, most: 10 })
    expect(reports).toMatchObject({
      ok: true,
      value: [
        {
          reporter: one.player.name,
          name: other.player.name,
          words: 'He was rude [2J',
          game,
          said: [
            { by: 'white', phrase: 'hello' },
            { by: 'white', words: 'rude <script>' },
          ],
        },
      ],
    })
  })

  test('is so many reports of one person a day', async () => {
    const [one, other] = [await member(), await member()]
    const wish = { player: other.player.id, reason: 'name', words: '' }
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await doTo(one, 'report', wish))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429])
    expect(answers.at(-1)?.refusal?.retryAfterMs).toBeGreaterThan(0)
    expect(await doTo(one, 'report', { ...wish, player: one.player.id })).toMatchObject({
      refusal: { code: 'self' },
    })
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect(await doTo(other, 'report', wish, foreign)).toMatchObject({ status: 403 })
  })

  test('is in the player’s own data, and goes with the account', async () => {
    const { one, other, game } = await talkingPair()
    await write(one, game, 'mine')
    await write(other, game, 'theirs')
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: one.cookie },
    })
    expect(body).toContain('mine')
    expect(body).not.toContain('theirs')
    await one.command(game, 'resign')
    expect((await post(one, 'delete', { password: PASSWORD })).status).toBe(200)
    const left = () =>
      server.inStore((db) =>
        db.selectFrom('sayings').select('words').where('game', '=', game).execute(),
      )
    await expect.poll(left, { timeout: 60_000 }).toEqual([{ words: 'theirs' }])
  })

  test('is gone after the stated time', async () => {
    const { one, game } = await talkingPair()
    await write(one, game, 'old')
    const at = Date.now() - (TALK_KEPT_DAYS + 1) * DAY
    await server.inStore((db) =>
      db.updateTable('sayings').set({ at }).where('game', '=', game).execute(),
    )
    await cleanUp()
    const left = await server.inStore((db) =>
      db.selectFrom('sayings').select('words').where('game', '=', game).execute(),
    )
    expect(left).toEqual([])
  })
})

async function cleanUp(): Promise<void> {
  const { Cleanup } = await import('../../src/cleanup.ts')
  await server.inStore(async (db) => {
    const database = { db, transact: (task: never) => db.transaction().execute(task) } as never
    await new Cleanup(database, new Set()).run(Date.now())
  })
}
