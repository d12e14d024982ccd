import { accountReplySchema, type Terms } from '@hokito/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, post } from './helpers/account.ts'
import { takeBreak } from './helpers/breaks.ts'
import { FROM, giveAddress, setGameLetters, startSending } from './helpers/letters.ts'
import { type MailServer, saidBy, startMailServer, type Taken } from './helpers/mail-server.ts'
import { beginGame, commandId, GIVEN_TERMS, Page, until } from './helpers/page.ts'
import { doTo, openMember } from './helpers/people.ts'
import { leave, moveIn } from './helpers/play.ts'
import { OFTEN, severalRounds, startTestServer, type TestServer } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAYS: Partial<Terms> = { timeControl: { kind: 'correspondence', daysPerMove: 2 } }
/** The tests wait for a round of the server and for the mail server. */
const ROUNDS = { timeout: 60_000 }

let mails: MailServer
let server: TestServer
const pages: Page[] = []
beforeAll(async () => {
  mails = await startMailServer()
})
afterAll(() => mails.close())
beforeEach(async () => {
  mails.refuse(undefined)
  mails.taken.length = 0
  server = await startSending(mails.url, {
    metrics: { host: '127.0.0.1', port: 0 },
    rhythm: OFTEN,
  })
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await server.close()
})

async function guest(): Promise<Page> {
  const page = await Page.open(server.url)
  pages.push(page)
  return page
}

/** A player with a confirmed address who wants e-mails. */
async function reader(address: string, language = 'en'): Promise<Page> {
  const page = await openMember(server.url)
  pages.push(page)
  await giveAddress(page, mails, address, language)
  await setGameLetters(page, true)
  mails.taken.length = 0
  return page
}

/** A game in which White, who wants e-mails, has left and Black has not moved. */
async function away(address: string, language?: string, terms = DAYS) {
  const [black, white] = [await guest(), await reader(address, language)]
  const game = await beginGame(black, white, terms)
  await leave(white, black, game)
  return { black, white, game }
}

const waitingOf = ({ player }: Page) =>
  server.inStore((db) =>
    db.selectFrom('waitingLetters').selectAll().where('player', '=', player.id).execute(),
  )
const rowOf = ({ player }: Page) =>
  server.inStore((db) =>
    db.selectFrom('gameLetters').selectAll().where('player', '=', player.id).executeTakeFirst(),
  )

/** Waits until an e-mail is due. */
async function isWaiting(page: Page) {
  await expect.poll(() => waitingOf(page)).toHaveLength(1)
  const [letter = expect.fail()] = await waitingOf(page)
  return letter
}

/** Waits until no e-mail is due, whether sent or dropped. */
async function isDone(page: Page) {
  await expect.poll(() => waitingOf(page), ROUNDS).toEqual([])
}

async function mailOf({ url, cookie }: Pick<Page, 'url' | 'cookie'>) {
  const { body } = await ask(`${url}/api/account`, { headers: { cookie } })
  return accountReplySchema.parse(JSON.parse(body)).account?.mail
}

const header = ({ headers }: Taken, name: string) =>
  new RegExp(`^${name}:((?:.*\r\n[ \t])*.*)`, 'im')
    .exec(headers)?.[1]
    ?.replaceAll('\r\n', '')
    .trim()

async function outcomes(): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${server.metricsUrl}/metrics`)).text()
  const lines = text.matchAll(/hokito_mails_total\{outcome="(\w+)"\} (\d+)/g)
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]))
}

/** Challenges a player; if sent again, it is the same challenge. */
async function challenge(one: Page, other: Page, terms = DAYS) {
  const command = commandId()
  const send = () =>
    one.send({
      type: 'challenge',
      id: command,
      terms: { ...GIVEN_TERMS, ...terms },
      color: 'black',
      isListed: false,
      opponent: other.player.id,
    })
  const offered = await send()
  const id = offered.ok ? offered.challenge.id : expect.fail(JSON.stringify(offered))
  return { id, send }
}

async function member(): Promise<Page> {
  const page = await openMember(server.url)
  pages.push(page)
  return page
}

describe('a player whose turn it is', () => {
  test('gets one e-mail after three hours about all games that wait', async () => {
    const { black, white, game } = await away('waits@example.org', 'de')
    await moveIn(black, game)
    const letter = await isWaiting(white)
    expect(letter.dueAt - letter.madeAt).toBe(3 * HOUR)
    await white.connect()
    const other = await guest()
    const second = await beginGame(other, white, DAYS)
    await leave(white, other, second)
    // After a visit the e-mail has only what has happened since.
    await isDone(white)
    await moveIn(other, second)
    await isWaiting(white)
    server.advance(3 * HOUR)
    const told = await mails.lastTo('waits@example.org')
    expect(told.text).toContain(`Hallo ${white.player.name},`)
    expect(told.text).toContain('Diese Partien warten auf deinen Zug:')
    for (const [page, id] of [
      [black, game],
      [other, second],
    ] as const) {
      expect(told.text).toContain(`Gegen ${page.player.name}\n`)
      expect(told.text).toContain(`${server.url}/play/${id}\n`)
    }
    expect(told.text).toMatch(/Zug bis \w+, \d+\. \w+ \d{4} um \d\d:\d\d UTC\./)
    expect(header(told, 'Auto-Submitted')).toBe('auto-generated')
    expect(header(told, 'Content-Type')).toContain('text/plain')
    expect(saidBy(told).base).toBe(`${server.url}/account`)
    await isDone(white)
    expect(mails.taken).toHaveLength(1)
  })

  test('gets at most one such e-mail a day', async () => {
    const terms = { timeControl: { kind: 'correspondence', daysPerMove: 7 } } as const
    const { black, white, game } = await away('daily@example.org', 'en', terms)
    await moveIn(black, game)
    await isWaiting(white)
    server.advance(3 * HOUR)
    await mails.lastTo('daily@example.org')
    await isDone(white)
    const { turnsAt } = (await rowOf(white)) ?? expect.fail()
    await white.connect()
    await white.openGame(game)
    await moveIn(white, game)
    await leave(white, black, game)
    await black.sees(game, ({ moves }) => moves.length === 2)
    await moveIn(black, game)
    const { dueAt } = await isWaiting(white)
    expect(dueAt - (turnsAt ?? 0)).toBe(24 * HOUR)
    server.advance(24 * HOUR)
    await mails.lastTo('daily@example.org', 2)
  })

  test('gets no e-mail after using the site', async () => {
    const { black, white, game } = await away('seen@example.org')
    await moveIn(black, game)
    await isWaiting(white)
    await white.connect()
    await white.openGame(game)
    await leave(white, black, game)
    await isDone(white)
    server.advance(4 * HOUR)
    await moveInAnother(white)
    expect(mails.taken).toEqual([])
  })

  test('gets no e-mail about a game that has ended, or about a live one', async () => {
    const { black, white, game } = await away('ended@example.org')
    await moveIn(black, game)
    await isWaiting(white)
    await black.command(game, 'resign')
    server.advance(3 * HOUR)
    await isDone(white)
    const { black: fast, white: also, game: live } = await away('fast@example.org', 'en', {})
    await moveIn(fast, live)
    await moveInAnother(also)
    expect(await waitingOf(also)).toMatchObject([{ kind: 'turns' }])
    expect(mails.taken).toEqual([])
  })

  test('gets one e-mail eight hours before the time is up, and none during a pause', async () => {
    const { black, white, game } = await away('last@example.org', 'fr')
    await moveIn(black, game)
    await isWaiting(white)
    server.advance(41 * HOUR)
    const isAbout = (letter: Taken) => letter.text.includes('peu de temps')
    await until(() => mails.taken.some(isAbout), 'the letter has come')
    await isDone(white)
    const [told = expect.fail()] = mails.taken.filter(isAbout)
    expect(told.text).toContain(`Contre ${black.player.name}\nCoup à jouer avant le `)
    expect(told.text).toContain(`${server.url}/play/${game}`)
    await server.restart(MINUTE)
    await severalRounds()
    expect(mails.taken.filter(isAbout)).toHaveLength(1)
    await black.signIn()
    await black.connect()
    const later = { timeControl: { kind: 'correspondence', daysPerMove: 2 } } as const
    await white.signIn()
    await white.connect()
    const second = await beginGame(black, white, later)
    await takeBreak(white, 3)
    await leave(white, black, second)
    await moveIn(black, second)
    server.advance(41 * HOUR)
    await severalRounds()
    expect(mails.taken.filter(isAbout)).toHaveLength(1)
  })
})

describe('a challenge', () => {
  test('to a correspondence game is sent straight away, and once, with its link', async () => {
    const [one, other] = [await member(), await reader('invited@example.org', 'pl')]
    other.close()
    const { id, send } = await challenge(one, other)
    for (let n = 0; n < 2; n++) await send()
    const { text } = await mails.lastTo('invited@example.org')
    expect(text).toContain(`${one.player.name} rzuca ci wyzwanie\n${server.url}/invite/${id}\n`)
    await isDone(other)
    await challenge(one, other, {})
    expect(await waitingOf(other)).toEqual([])
    expect(mails.taken).toHaveLength(1)
  })

  test('is not sent from a blocked player, or when it is no longer open', async () => {
    const [one, two] = [await member(), await member()]
    const other = await reader('blocking@example.org')
    other.close()
    mails.refuse({ code: 451, message: 'later' })
    await challenge(one, other)
    const { id } = await challenge(two, other)
    await expect.poll(async () => (await outcomes()).later, ROUNDS).toBe(2)
    const block = { player: one.player.id, isOn: true }
    expect((await doTo(other, 'block', block)).status).toBe(200)
    expect(await two.send({ type: 'withdrawChallenge', challenge: id })).toMatchObject({ ok: true })
    mails.refuse(undefined)
    server.advance(6 * MINUTE)
    await isDone(other)
    await expect(challenge(one, other)).rejects.toThrow('blocked')
    expect(await waitingOf(other)).toEqual([])
    expect(mails.taken).toEqual([])
  })
})

describe('nothing is sent', () => {
  test('to a player who has not switched it on', async () => {
    const [one, other] = [await member(), await member()]
    await giveAddress(other, mails, 'quiet@example.org')
    expect(await mailOf(other)).toEqual({ address: 'quiet@example.org' })
    other.close()
    await challenge(one, other)
    await server.restart()
    expect(await waitingOf(other)).toEqual([])
  })

  test.each(['suspend', 'close'] as const)(
    'to an account under %s',
    async (kind) => {
      const { black, white, game } = await away(`${kind}@example.org`)
      await moveIn(black, game)
      await isWaiting(white)
      const row = { player: white.player.id, kind, why: 'a test', since: 0, until: null }
      await server.inStore((db) => db.insertInto('limitations').values(row).execute())
      server.advance(3 * HOUR)
      await isDone(white)
      expect(mails.taken).toEqual([])
    },
    30_000,
  )

  test.each([
    ['whose address was taken away', 'mail-remove', { proof: { password: PASSWORD } }],
    ['that was deleted', 'delete', { password: PASSWORD }],
  ] as const)(
    'to an account %s',
    async (_, path, body) => {
      const page = await reader(`${path}@example.org`)
      // Meanwhile the server notices that the page has gone.
      page.close()
      const one = await member()
      mails.refuse({ code: 451, message: 'later' })
      await challenge(one, page)
      await isWaiting(page)
      expect((await post(page, path, body)).status).toBe(200)
      expect(await rowOf(page)).toBeUndefined()
      expect(await waitingOf(page)).toEqual([])
    },
    30_000,
  )

  test('beyond ten letters a day, which is counted', async () => {
    const [one, other] = [await member(), await reader('flooded@example.org')]
    other.close()
    await server.inStore((db) => db.updateTable('gameLetters').set({ countOfDay: 9 }).execute())
    await challenge(one, other)
    await mails.lastTo('flooded@example.org')
    await challenge(one, other)
    await expect.poll(async () => (await outcomes()).dropped, ROUNDS).toBe(1)
    await isDone(other)
    server.advance(24 * HOUR)
    await challenge(one, other)
    await mails.lastTo('flooded@example.org', 2)
    expect(mails.taken).toHaveLength(2)
  })

  test('where ten thousand letters wait already, which is counted', async () => {
    const [one, other] = [await member(), await reader('crowded@example.org')]
    other.close()
    const row = { player: other.player.id, kind: 'last' as const, tries: 0, madeAt: 0 }
    await server.inStore(async (db) => {
      for (let n = 0; n < 10_000; n += 500) {
        const rows = Array.from({ length: 500 }, (_, at) => ({
          ...row,
          subject: `game${n + at}`,
          dueAt: Date.UTC(3000),
        }))
        await db.insertInto('waitingLetters').values(rows).execute()
      }
    })
    await challenge(one, other)
    await expect.poll(async () => (await outcomes()).dropped, ROUNDS).toBe(1)
    expect(mails.taken).toEqual([])
  })
})

describe('a mail server that is away', () => {
  test('gets the letter later, after five tries no more, and all of it is counted', async () => {
    const terms = { timeControl: { kind: 'correspondence', daysPerMove: 7 } } as const
    const { black, white, game } = await away('trying@example.org', 'en', terms)
    await moveIn(black, game)
    await isWaiting(white)
    mails.refuse({ code: 451, message: 'later' })
    let tries = 0
    for (const waitMs of [3 * HOUR, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR]) {
      server.advance(waitMs)
      tries++
      await expect.poll(async () => (await outcomes()).later, ROUNDS).toBe(tries)
    }
    await isDone(white)
    expect(await outcomes()).toMatchObject({ later: 5, dropped: 1 })
    expect(mails.taken).toEqual([])
  })

  test('gets the letter after a restart, when it is back', async () => {
    const [one, other] = [await member(), await reader('later@example.org')]
    other.close()
    mails.refuse({ code: 451, message: 'later' })
    await challenge(one, other)
    await expect.poll(async () => (await outcomes()).later, ROUNDS).toBe(1)
    mails.refuse(undefined)
    await server.restart(6 * MINUTE)
    await mails.lastTo('later@example.org')
  })

  test('and says no for good is not asked again', async () => {
    const [one, other] = [await member(), await reader('never@example.org')]
    other.close()
    mails.refuse({ code: 550, message: 'nobody' })
    await challenge(one, other)
    await isDone(other)
    await expect.poll(outcomes, ROUNDS).toMatchObject({ failed: 1 })
  })
})

describe('the switch', () => {
  test('is for accounts with a confirmed address', async () => {
    const page = await member()
    const none = await post(page, 'mail-games', { isOn: true })
    expect(none.refusal).toEqual({ code: 'badMailAddress' })
    const wish = { address: 'open@example.org', language: 'en', proof: { password: PASSWORD } }
    await post(page, 'mail-add', wish)
    const unconfirmed = await post(page, 'mail-games', { isOn: true })
    expect(unconfirmed.refusal).toEqual({ code: 'badMailAddress' })
    const { token } = saidBy(await mails.lastTo('open@example.org'))
    await post(page, 'mail-confirm', { token })
    await setGameLetters(page, true)
    expect(await mailOf(page)).toEqual({ address: 'open@example.org', gameLetters: true })
    await setGameLetters(page, true)
    await setGameLetters(page, false)
    await setGameLetters(page, false)
    expect(await mailOf(page)).toEqual({ address: 'open@example.org' })
  })

  test('is for its owner, from our own pages', async () => {
    const page = await reader('owned@example.org')
    const stranger = new Page(server.url)
    const off = { isOn: false }
    expect((await post(stranger, 'mail-games', off)).refusal).toEqual({ code: 'signedOut' })
    const headers = { origin: 'https://evil.example' }
    const foreign = await post(page, 'mail-games', off, { headers })
    expect(foreign).toMatchObject({ status: 403, refusal: { code: 'wrongOrigin' } })
    expect(await mailOf(page)).toMatchObject({ gameLetters: true })
  })

  test('is in the player’s own data', async () => {
    const page = await reader('own@example.org')
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: page.cookie },
    })
    const data = JSON.parse(body)
    expect(data).toMatchObject({ gameLetters: { since: expect.any(String) }, waitingLetters: [] })
    expect(body).not.toContain((await rowOf(page))?.hash)
  })

  test('is not there without a mail server', async () => {
    const plain = await startTestServer()
    const page = await openMember(plain.url)
    const answer = await post(page, 'mail-games', { isOn: true })
    expect(answer).toMatchObject({ status: 404, refusal: { code: 'noMail' } })
    page.close()
    await plain.close()
  })
})

describe('the link that ends such letters', () => {
  /** Posts as a mail program does: without a cookie or a page. */
  const postTo = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
    ask(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': type } }, body)
  const ONE_CLICK = 'List-Unsubscribe=One-Click'

  /** A player who has received an e-mail, and the address that stops them. */
  async function written(address: string) {
    const [one, page] = [await member(), await reader(address)]
    page.close()
    await challenge(one, page)
    const letter = await mails.lastTo(address)
    await isDone(page)
    const [, path = ''] =
      /^<http:\/\/127\.0\.0\.1:\d+(\/\S+)>$/.exec(header(letter, 'List-Unsubscribe') ?? '') ?? []
    return { one, page, path, token: saidBy(letter).token }
  }

  test('is the same in the header and in the text', async () => {
    const { path, token } = await written('same@example.org')
    expect(path).toBe(`/api/account/mail-games-off/${token}`)
  })

  test.each([
    ['a form', ONE_CLICK, 'application/x-www-form-urlencoded'],
    [
      'parts',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])(
    'ends them by one press, as often as it is pressed: %s',
    async (_, body, type) => {
      const { one, page, path } = await written(`press${type.length}@example.org`)
      for (let n = 0; n < 2; n++) {
        const answer = await postTo(path, body, type)
        expect(answer).toMatchObject({ status: 200, body: '{}' })
        expect(answer.headers['set-cookie']).toBeUndefined()
        expect(await mailOf(page)).toEqual({ address: expect.any(String) })
      }
      await challenge(one, page)
      expect(await waitingOf(page)).toEqual([])
      // The link stays valid for players who switch e-mails on again and open an old one.
      await setGameLetters(page, true)
      await postTo(path, body, type)
      expect(await mailOf(page)).toEqual({ address: expect.any(String) })
    },
    30_000,
  )

  test('changes nothing when it is looked at, and leads to a page that asks', async () => {
    const { page, path, token } = await written('looked@example.org')
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(`${server.url}${path}`, { method })
      expect(answer).toMatchObject({ status: 303 })
      expect(answer.headers.location).toBe(`/account#unsubscribe=${token}`)
    }
    expect(await mailOf(page)).toMatchObject({ gameLetters: true })
  })

  test('tells nothing of any account, and wants what the header says', async () => {
    const { page, path } = await written('strict@example.org')
    const guess = path.replace(/[^/]+$/, 'a'.repeat(43))
    expect(await postTo(guess, ONE_CLICK)).toMatchObject({ status: 200, body: '{}' })
    for (const [to, body, type] of [
      [path, '', undefined],
      [path, 'List-Unsubscribe=No', undefined],
      [path, 'x'.repeat(5000), undefined],
      [path, '{}', 'application/json'],
      [path.replace(/.$/, '%'), ONE_CLICK, undefined],
      ['/api/account/mail-games-off/short', ONE_CLICK, undefined],
    ] as const) {
      expect((await postTo(to, body, type)).status).toBeGreaterThanOrEqual(400)
    }
    expect(await mailOf(page)).toMatchObject({ gameLetters: true })
  })

  test('is on the disk as nothing that can be used, and opens nothing else', async () => {
    const { page, token } = await written('hashed@example.org')
    const rows = await server.inStore(async (db) => [
      await db.selectFrom('gameLetters').selectAll().execute(),
      await db.selectFrom('mailLinks').selectAll().execute(),
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect((await post(page, 'mail-confirm', { token })).refusal).toEqual({ code: 'wrongLink' })
    const reset = await post(page, 'mail-reset', { token, password: 'eight stacks of stone' })
    expect(reset.refusal).toEqual({ code: 'wrongLink' })
  })

  test('is one for one press (RFC 8058) where the site is reached by https', async () => {
    const safe = await startTestServer({
      publicUrl: 'https://hokito.example',
      mail: { url: mails.url, from: FROM },
      rhythm: OFTEN,
    })
    const [one, page] = [await Page.open(safe.url), await Page.open(safe.url)]
    const headers = { origin: 'https://hokito.example' }
    for (const [each, name] of [
      [one, 'Challenger'],
      [page, 'Challenged'],
    ] as const) {
      const signed = await post(each, 'sign-up', { name, password: PASSWORD }, { headers })
      each.cookie = signed.cookie ?? ''
      each.close()
      await each.signIn()
    }
    await one.connect()
    const wish = { address: 'safe@example.org', language: 'en', proof: { password: PASSWORD } }
    await post(page, 'mail-add', wish, { headers })
    const { token } = saidBy(await mails.lastTo('safe@example.org'))
    await post(page, 'mail-confirm', { token }, { headers })
    await post(page, 'mail-games', { isOn: true }, { headers })
    await challenge(one, page)
    const letter = await mails.lastTo('safe@example.org', 2)
    const url = header(letter, 'List-Unsubscribe')
    expect(url).toMatch(/^<https:\/\/hokito\.example\/api\/account\/mail-games-off\/[\w-]{43}>$/)
    expect(header(letter, 'List-Unsubscribe-Post')).toBe(ONE_CLICK)
    one.close()
    await safe.close()
  })
})

// --- internal ---

/** Makes a turn that causes an e-mail. By then everything earlier has been handled. */
async function moveInAnother(white: Page): Promise<void> {
  const black = await guest()
  await white.connect()
  const game = await beginGame(black, white, DAYS)
  await leave(white, black, game)
  await moveIn(black, game)
  await isWaiting(white)
}
