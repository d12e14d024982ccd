import { createServer } from 'node:net'
import { type AccountReply, accountReplySchema } from '@hokito/protocol'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { giveOrder } from '../../src/index.ts'
import { PASSWORD, post, signUp } from '../helpers/account.ts'
import { freePort } from '../helpers/free-port.mjs'
import { FROM, giveAddress as giveAddressAt, startSending } from '../helpers/letters.ts'
import { type MailServer, saidBy, startMailServer } from '../helpers/mail-server.ts'
import { beginGame, Page, until } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { playTo } from '../helpers/play.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'

const HOUR = 3_600_000
const NEXT = 'eight stacks of stone'

let mails: MailServer
let server: TestServer
beforeAll(async () => {
  mails = await startMailServer()
  server = await startSending(mails.url)
})
afterAll(async () => {
  await server.close()
  await mails.close()
})
beforeEach(() => {
  mails.taken.length = 0
})
const { pages } = pagesOn(() => server)

/** A player with an account. */
async function member(name: string, on = server): Promise<Page> {
  const page = await Page.open(on.url)
  pages.push(page)
  await signUp(page, name)
  return page
}

const stranger = (on = server) => new Page(on.url)
const proof = { password: PASSWORD }

const giveAddress = (page: Page, address: string, language?: string) =>
  giveAddressAt(page, mails, address, language)

async function accountOf(page: Page): Promise<AccountReply> {
  const { body } = await ask(`${page.url}/api/account`, { headers: { cookie: page.cookie } })
  return accountReplySchema.parse(JSON.parse(body))
}

async function mailOf(page: Page) {
  return (await accountOf(page)).account?.mail
}

/** The link of an e-mail for a forgotten password. */
async function recoveryOf(who: string, address: string, on = server): Promise<string> {
  const before = mails.taken.filter(({ to }) => to.includes(address)).length
  expect((await post(stranger(on), 'mail-recover', { who })).status).toBe(200)
  return saidBy(await mails.lastTo(address, before + 1)).token
}

describe('an address', () => {
  test('is the account’s once the link in a letter was opened, and only then', async () => {
    const page = await member('Ottilie')
    expect(await accountOf(page)).toMatchObject({ sendsMail: true, account: { mail: {} } })
    const wish = { address: ' Ottilie@example.org ', language: 'en', proof }
    expect((await post(page, 'mail-add', wish)).status).toBe(200)
    const letter = await mails.lastTo('Ottilie@example.org')
    expect(letter.from).toBe(FROM.address)
    expect(letter.headers).toContain('From: Hokito <hokito@hokito.example>')
    expect(letter.headers).toContain('Content-Type: text/plain; charset=utf-8')
    expect(letter.text).toContain('Hello Ottilie,')
    expect(await mailOf(page)).toEqual({ awaiting: 'Ottilie@example.org' })
    const { base, token } = saidBy(letter)
    expect(base).toBe(`${server.url}/account`)
    expect((await post(page, 'mail-confirm', { token })).status).toBe(200)
    expect(await mailOf(page)).toEqual({ address: 'Ottilie@example.org' })
  })

  test.each([
    ['de', 'Hallo', 'Bestätige'],
    ['fr', 'Bonjour', 'Confirmez'],
    ['et', 'Tere', 'Kinnita'],
  ])('is written to in %s', async (language, greeting, subject) => {
    const page = await member(`Reader ${language.toUpperCase()}`)
    const address = `${language}@example.org`
    await post(page, 'mail-add', { address, language, proof })
    const { text, headers } = await mails.lastTo(address)
    expect(text).toContain(greeting)
    const words = /^subject: (.*(?:\r\n .*)*)/im.exec(headers)?.[1] ?? ''
    expect(decodeWords(words)).toContain(subject)
  })

  test('can be replaced, and the former one gets an e-mail about it', async () => {
    const page = await member('Mover')
    await giveAddress(page, 'old@example.org', 'nl')
    await giveAddress(page, 'new@example.org', 'nl')
    expect(await mailOf(page)).toEqual({ address: 'new@example.org' })
    const { text } = await mails.lastTo('old@example.org', 2)
    expect(text).toContain('gaan voortaan naar een ander adres')
    expect(text).not.toContain('new@example.org')
  })

  test('can be removed, and gets an e-mail about it', async () => {
    const page = await member('Leaver')
    await giveAddress(page, 'leaver@example.org')
    expect((await post(page, 'mail-remove', { proof })).status).toBe(200)
    expect(await mailOf(page)).toEqual({})
    expect((await mails.lastTo('leaver@example.org', 2)).text).toContain('no longer belongs')
    await post(stranger(), 'mail-recover', { who: 'Leaver' })
    await settled()
    expect(mails.taken).toHaveLength(2)
  })

  test.each([
    ['a wrong password', { password: 'some other words' }, 'wrongPassword'],
    ['nothing', {}, 'badRequest'],
    ['two proofs', { ...proof, passkey: {} }, 'badRequest'],
  ])('needs its owner, and not %s', async (_, wrong, code) => {
    const page = await member(`Owner ${code.length}${Object.keys(wrong).length}`)
    const wish = { address: 'thief@example.org', language: 'en', proof: wrong }
    expect((await post(page, 'mail-add', wish)).refusal).toMatchObject({ code })
    expect((await post(page, 'mail-remove', { proof: wrong })).refusal).toMatchObject({ code })
    expect(mails.taken).toEqual([])
  })

  test.each([
    'nobody',
    'a@b',
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: everybody@example.org',
    'a@example.org\nSubject: x',
    '"a b"@example.org',
    '<a@example.org>',
    'Anna <a@example.org>',
    'a@example.org?bcc=b@example.org',
    `${'a'.repeat(60)}@${'b'.repeat(200)}.org`,
    'a\u0000@example.org',
  ])('cannot be %j', async (address) => {
    const page = await member(`Inject ${++injections}`)
    const { refusal } = await post(page, 'mail-add', { address, language: 'en', proof })
    expect(['badMailAddress', 'badRequest']).toContain(refusal?.code)
    await settled()
    expect(mails.taken).toEqual([])
  })

  test('is shown to nobody else, and is in the player’s own data', async () => {
    const page = await member('Discreet')
    await giveAddress(page, 'discreet@example.org')
    const data = await ask(`${server.url}/api/account/data`, { headers: { cookie: page.cookie } })
    expect(JSON.parse(data.body).mail).toMatchObject({ address: 'discreet@example.org' })
    const other = await member('Curious')
    for (const path of ['/api/players/Discreet', '/api/v1/players/Discreet', '/api/account/data']) {
      const { body } = await ask(`${server.url}${path}`, { headers: { cookie: other.cookie } })
      expect(body).not.toContain('discreet@')
    }
  })

  test('goes with the account', async () => {
    const page = await member('Goner')
    await giveAddress(page, 'goner@example.org')
    const token = await recoveryOf('Goner', 'goner@example.org')
    expect((await post(page, 'delete', proof)).status).toBe(200)
    const left = await server.inStore(async (db) => [
      ...(await db.selectFrom('mailAddresses').select('address').execute()),
      ...(await db.selectFrom('mailLinks').select('address').execute()),
    ])
    expect(left.filter(({ address }) => address.startsWith('goner'))).toEqual([])
    const reset = await post(stranger(), 'mail-reset', { token, password: NEXT })
    expect(reset.refusal).toEqual({ code: 'wrongLink' })
  })
})

describe('the link of an address', () => {
  test('works once', async () => {
    const page = await member('Once')
    await giveAddress(page, 'once@example.org')
    const { token } = saidBy(await mails.lastTo('once@example.org'))
    expect((await post(page, 'mail-confirm', { token })).refusal).toEqual({ code: 'wrongLink' })
  })

  test('is of no use to another account, or to nobody', async () => {
    const [page, other] = [await member('Rightful'), await member('Wrongful')]
    await post(page, 'mail-add', { address: 'rightful@example.org', language: 'en', proof })
    const { token } = saidBy(await mails.lastTo('rightful@example.org'))
    expect((await post(other, 'mail-confirm', { token })).refusal).toEqual({ code: 'wrongLink' })
    expect((await post(stranger(), 'mail-confirm', { token })).refusal).toEqual({
      code: 'signedOut',
    })
    expect(await mailOf(other)).toEqual({})
    expect((await post(page, 'mail-confirm', { token })).status).toBe(200)
  })

  test('is void once another address was given', async () => {
    const page = await member('Typo')
    await post(page, 'mail-add', { address: 'tpyo@example.org', language: 'en', proof })
    const { token } = saidBy(await mails.lastTo('tpyo@example.org'))
    await giveAddress(page, 'typo@example.org')
    expect((await post(page, 'mail-confirm', { token })).refusal).toEqual({ code: 'wrongLink' })
    expect(await mailOf(page)).toEqual({ address: 'typo@example.org' })
  })

  test('sets no password, and that for a password confirms nothing', async () => {
    const page = await member('Mixed')
    await giveAddress(page, 'mixed@example.org')
    await post(page, 'mail-add', { address: 'mixed2@example.org', language: 'en', proof })
    const { token } = saidBy(await mails.lastTo('mixed2@example.org'))
    const reset = await post(stranger(), 'mail-reset', { token, password: NEXT })
    expect(reset.refusal).toEqual({ code: 'wrongLink' })
    const recovery = await recoveryOf('Mixed', 'mixed@example.org')
    const confirmed = await post(page, 'mail-confirm', { token: recovery })
    expect(confirmed.refusal).toEqual({ code: 'wrongLink' })
  })

  test('is on the disk as nothing that can be used', async () => {
    const page = await member('Hashed')
    await post(page, 'mail-add', { address: 'hashed@example.org', language: 'en', proof })
    const { token } = saidBy(await mails.lastTo('hashed@example.org'))
    const rows = await server.inStore((db) => db.selectFrom('mailLinks').selectAll().execute())
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a forgotten password', () => {
  test.each([
    ['name', 'Forgetful A', 'forgetful A'],
    ['address', 'Forgetful B', 'FORGETFULB@example.org'],
  ])('is set again by an e-mail to a player who gives the %s', async (_, name, who) => {
    const page = await member(name)
    const address = `forgetful${name.at(-1)?.toLowerCase()}@example.org`
    await giveAddress(page, address)
    const elsewhere = stranger()
    elsewhere.cookie = (await post(elsewhere, 'sign-in', { name, password: PASSWORD })).cookie ?? ''
    const token = await recoveryOf(who, address)
    const visitor = stranger()
    const reset = await post(visitor, 'mail-reset', { token, password: NEXT })
    expect(reset).toMatchObject({ status: 200, body: { player: { name } } })
    visitor.cookie = reset.cookie ?? ''
    expect((await accountOf(visitor)).account).toBeDefined()
    for (const former of [page, elsewhere]) {
      expect((await accountOf(former)).account).toBeUndefined()
    }
    await until(() => !page.socket.connected, 'the open page is cut off')
    const old = await post(stranger(), 'sign-in', { name, password: PASSWORD })
    expect(old.refusal).toEqual({ code: 'wrongSignIn' })
    expect((await post(stranger(), 'sign-in', { name, password: NEXT })).status).toBe(200)
    const told = await mails.lastTo(address, 3)
    expect(told.text).toContain('has just been changed')
    expect(told.text).not.toContain('#')
  })

  test('is set again once, and by no other link of the same account after that', async () => {
    const page = await member('Twice')
    await giveAddress(page, 'twice@example.org')
    const [first, second] = [
      await recoveryOf('Twice', 'twice@example.org'),
      await recoveryOf('Twice', 'twice@example.org'),
    ]
    const answers = await Promise.all(
      [1, 2].map(() => post(stranger(), 'mail-reset', { token: first, password: NEXT })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const again = await post(stranger(), 'mail-reset', { token: second, password: PASSWORD })
    expect(again.refusal).toEqual({ code: 'wrongLink' })
  })

  test('has to be a good one, and the link stays good until it is, and the account open', async () => {
    const page = await member('Hasty')
    await giveAddress(page, 'hasty@example.org')
    const token = await recoveryOf('Hasty', 'hasty@example.org')
    const order = { limitation: 'close', name: 'Hasty', admin: 'root' } as const
    const limit = { ...order, kind: 'limit', forMs: null, why: 'A test' } as const
    await giveOrder(server.source, limit, () => Date.now())
    const closed = await post(stranger(), 'mail-reset', { token, password: NEXT })
    expect(closed.refusal).toMatchObject({ code: 'accountClosed' })
    await giveOrder(server.source, { ...order, kind: 'lift', why: 'A test' }, () => Date.now())
    const short = await post(stranger(), 'mail-reset', { token, password: 'short' })
    expect(short.refusal).toEqual({ code: 'passwordTooShort' })
    expect((await post(stranger(), 'mail-reset', { token, password: NEXT })).status).toBe(200)
  })

  test('is set by no link that went to an address which is the account’s no more', async () => {
    const page = await member('Moved')
    await giveAddress(page, 'lost@example.org')
    const token = await recoveryOf('Moved', 'lost@example.org')
    await giveAddress(page, 'found@example.org')
    const reset = await post(stranger(), 'mail-reset', { token, password: NEXT })
    expect(reset.refusal).toEqual({ code: 'wrongLink' })
  })

  test('gets the same answer for any name, and nobody else gets an e-mail', async () => {
    const page = await member('Known')
    await giveAddress(page, 'known@example.org')
    await member('Unaddressed')
    mails.taken.length = 0
    const answers = []
    for (const who of [
      'Known',
      'Unaddressed',
      'Nobody Here',
      'x@example.org',
      'known@example.org',
    ]) {
      const { status, body, cookie } = await post(stranger(), 'mail-recover', { who })
      answers.push({ status, body, cookie })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual({ status: 200, body: {}, cookie: undefined })
    await mails.lastTo('known@example.org', 2)
    await settled()
    expect(mails.taken.map(({ to }) => to)).toEqual([['known@example.org'], ['known@example.org']])
  })

  test('leads where the site is, whatever a visitor says the site is called', async () => {
    const page = await member('Hosted')
    await giveAddress(page, 'hosted@example.org')
    const headers = {
      origin: server.url,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    }
    await post(stranger(), 'mail-recover', { who: 'Hosted' }, { headers })
    const letter = await mails.lastTo('hosted@example.org', 2)
    expect(saidBy(letter).base).toBe(`${server.url}/account`)
    expect(letter.text).not.toContain('evil')
  })

  test('leads nowhere else', async () => {
    const next = { who: 'Hosted', next: 'https://evil.example' }
    expect((await post(stranger(), 'mail-recover', next)).refusal).toEqual({ code: 'badRequest' })
    const reset = { token: 'a'.repeat(43), password: NEXT, next: '//evil.example' }
    expect((await post(stranger(), 'mail-reset', reset)).refusal).toEqual({ code: 'badRequest' })
  })

  test.each(['a'.repeat(43), `${'a'.repeat(42)}%`, '', "' or 1=1 --"])(
    'is not set by the guess %j',
    async (token) => {
      const { refusal } = await post(stranger(), 'mail-reset', { token, password: NEXT })
      expect(['wrongLink', 'badRequest']).toContain(refusal?.code)
    },
  )

  test.each(['mail-add', 'mail-confirm', 'mail-remove', 'mail-recover', 'mail-reset'])(
    'is asked for by our own pages alone: %s',
    async (path) => {
      const headers = { origin: 'https://evil.example' }
      const answer = await post(stranger(), path, {}, { headers })
      expect(answer).toMatchObject({ status: 403, refusal: { code: 'wrongOrigin' } })
    },
  )

  test('is reported to its owner, even when changed with the old password', async () => {
    const page = await member('Careful')
    await giveAddress(page, 'careful@example.org')
    await post(page, 'password', { password: PASSWORD, next: NEXT })
    expect((await mails.lastTo('careful@example.org', 2)).text).toContain('has just been changed')
  })
})

describe('time', () => {
  test('ends links: of addresses after a day, of passwords after an hour', async () => {
    const late = await startSending(mails.url)
    const page = await member('Late', late)
    await giveAddress(page, 'late@example.org')
    const token = await recoveryOf('Late', 'late@example.org', late)
    await post(page, 'mail-add', { address: 'later@example.org', language: 'en', proof })
    const confirm = saidBy(await mails.lastTo('later@example.org')).token
    late.advance(3_600_000)
    const reset = await post(stranger(late), 'mail-reset', { token, password: NEXT })
    expect(reset.refusal).toEqual({ code: 'wrongLink' })
    late.advance(82_800_000)
    const confirmed = await post(page, 'mail-confirm', { token: confirm })
    expect(confirmed.refusal).toEqual({ code: 'wrongLink' })
    expect(await mailOf(page)).toEqual({ address: 'late@example.org' })
    await late.close()
  })
})

describe('too many letters', () => {
  test('to one account, one box, one domain or from one visitor are not sent', async () => {
    const limits = {
      ...{ mailAsksPerHour: 16, mailsToDomainPerHour: 9, mailAccountAgeMs: 3 * HOUR },
      signInsOfNamePerHour: 100,
    }
    const strict = await startSending(mails.url, { limits })
    const page = await member('Flooded', strict)
    const wish = { address: 'flooded@example.org', language: 'en', proof }
    const early = await post(page, 'mail-add', wish)
    expect(early).toMatchObject({ status: 429, refusal: { code: 'mailTooSoon' } })
    expect(early.refusal?.retryAfterMs).toBeLessThanOrEqual(3 * HOUR)
    strict.advance(3 * HOUR)
    await giveAddress(page, 'flooded@example.org')
    const statuses = []
    for (let n = 0; n < 7; n++) {
      statuses.push((await post(stranger(strict), 'mail-recover', { who: 'Flooded' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    await mails.lastTo('flooded@example.org', 4)
    await settled()
    expect(mails.taken).toHaveLength(4)
    const countAdded = async (addresses: readonly string[]) => {
      let count = 0
      for (const address of addresses) {
        if ((await post(page, 'mail-add', { ...wish, address })).status === 200) count++
      }
      return count
    }
    const tagged = [0, 1, 2, 3, 4, 5, 6].map((n) => `${n % 2 ? 'V' : 'v'}ictim+0${n}@example.org`)
    expect(await countAdded(tagged)).toBe(5)
    expect(await countAdded([0, 1, 2, 3].map((n) => `victim${n}@Example.org`))).toBe(3)
    const others = []
    for (let n = 0; n < 8; n++) {
      others.push((await post(stranger(strict), 'mail-recover', { who: `Other ${n}` })).status)
    }
    expect(others.filter((status) => status === 200)).toHaveLength(2)
    // The same visitor cannot get more with another account, even one that has played and need not
    // wait.
    const [black, white] = [await member('Playful', strict), await member('Gamesome', strict)]
    for (const one of [black, white]) await one.connect()
    const game = await beginGame(black, white)
    await playTo({ black, white, game }, 2)
    await white.command(game, 'resign')
    const refused = await post(black, 'mail-add', { ...wish, address: 'black@example.com' })
    expect(refused).toMatchObject({ status: 429, refusal: { code: 'tooMany' } })
    await strict.close()
  })
})

describe('a mail server', () => {
  test('that says no for good is not asked again, and the log does not say for whom', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const refusing = await startMailServer()
    refusing.refuse({ code: 550, message: 'no such box: refused@example.org' })
    const own = await startSending(refusing.url, {
      logger,
      metrics: { host: '127.0.0.1', port: 0 },
    })
    const page = await member('Refused', own)
    const wish = { address: 'refused@example.org', language: 'en', proof }
    expect((await post(page, 'mail-add', wish)).status).toBe(200)
    await until(
      () => lines.some((line) => line.includes('the mail server did not take an e-mail')),
      'it is logged',
    )
    expect(lines.join('')).toContain('550')
    expect(lines.join('')).not.toContain('refused@')
    const metrics = await (await fetch(`${own.metricsUrl}/metrics`)).text()
    expect(metrics).toContain('hokito_mails_total{outcome="failed"} 1')
    await own.close()
    await refusing.close()
  })

  test('that is gone for a while gets the letter when it is back', async () => {
    const port = await freePort()
    const own = await startSending(`smtp://127.0.0.1:${port}`, {
      mail: { url: `smtp://127.0.0.1:${port}`, from: FROM, laterMs: 1000 },
    })
    const page = await member('Patient', own)
    const wish = { address: 'patient@example.org', language: 'en', proof }
    expect((await post(page, 'mail-add', wish)).status).toBe(200)
    const back = await startMailServer(port)
    await back.lastTo('patient@example.org')
    await own.close()
    await back.close()
  })

  test('that never answers holds up nothing else', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await until(() => silent.listening, 'it listens')
    const address = silent.address()
    const url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const own = await startSending(url, { mail: { url, from: FROM, patienceMs: 500 } })
    const page = await member('Unhurried', own)
    const wish = { address: 'unhurried@example.org', language: 'en', proof }
    expect((await post(page, 'mail-add', wish)).status).toBe(200)
    expect(await mailOf(page)).toEqual({ awaiting: 'unhurried@example.org' })
    await own.close()
    silent.close()
  })
})

test('without a mail server no account has an address, and the page says nothing of it', async () => {
  const plain = await startTestServer()
  const page = await member('Plain', plain)
  const known = await accountOf(page)
  expect(known.sendsMail).toBeUndefined()
  expect(known.account?.mail).toBeUndefined()
  const wish = { address: 'a@example.org', language: 'en', proof }
  expect((await post(page, 'mail-add', wish)).refusal).toEqual({ code: 'noMail' })
  const asked = await post(stranger(plain), 'mail-recover', { who: 'Plain' })
  expect(asked).toMatchObject({ status: 404, refusal: { code: 'noMail' } })
  await plain.close()
})

// --- internal ---

let injections = 0

/** Waits until e-mails on their way have arrived, because one requested now comes after them. */
async function settled(): Promise<void> {
  const page = await member(`Last ${++injections}x`)
  const before = mails.taken.length
  await post(page, 'mail-add', { address: `last${injections}@example.net`, language: 'en', proof })
  await mails.lastTo(`last${injections}@example.net`)
  const ours = mails.taken.findIndex(({ to }) => to[0] === `last${injections}@example.net`)
  mails.taken.splice(ours, 1)
  expect(mails.taken.length).toBeGreaterThanOrEqual(before)
}

/** Decodes the words of a header that are not ASCII (RFC 2047). */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_, kind, text) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([\dA-F]{2})/g, (_whole: string, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString(),
    )
}
