import {
  type AccountReply,
  accountReplySchema,
  DELETED_NAME,
  passkeyOptionsReplySchema,
} from '@hokito/protocol'
import { beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, post, signUp } from './helpers/account.ts'
import { kept } from './helpers/kept.ts'
import { beginGame, Page, pairUp, until } from './helpers/page.ts'
import { pagesOn } from './helpers/people.ts'
import { playTo } from './helpers/play.ts'
import { startTestServer, UNLIMITED_ADDRESS } from './helpers/server.ts'
import { ask } from './helpers/stranger.ts'

const DAY = 86_400_000
/** How far one of the tests advances the server's clock. */
const AHEAD = 31 * DAY

const server = kept(() => startTestServer())
const { pages, guest } = pagesOn(() => server)

/** A device that has not been used yet. */
function device(): Page {
  return new Page(server.url)
}

async function account(page: Page): Promise<AccountReply> {
  const { body } = await ask(`${server.url}/api/account`, { headers: { cookie: page.cookie } })
  return accountReplySchema.parse(JSON.parse(body))
}

/** Signs in on a new device; returns the answer and the page. */
async function signIn(name: string, password = PASSWORD, from = device()) {
  const answer = await post(from, 'sign-in', { name, password })
  if (answer.cookie !== undefined) from.cookie = answer.cookie
  return { ...answer, page: from }
}

async function isSignedIn(page: Page): Promise<boolean> {
  return (await account(page)).account !== undefined
}

async function cutOff(page: Page): Promise<void> {
  await until(() => !page.socket.connected, 'the socket is closed')
}

describe('signing up', () => {
  test('keeps the player with the games, and is known on another device', async () => {
    const { black, white, game } = await pairUp(server.url)
    pages.push(black, white)
    const codes = await signUp(black, 'Ottilie')
    expect(codes).toHaveLength(10)
    expect(await account(black)).toMatchObject({
      player: { id: black.player.id, name: 'Ottilie' },
      hasPlayed: true,
      account: { codesLeft: 10 },
    })
    const { status, page } = await signIn('ottilie')
    expect(status).toBe(200)
    await page.signIn()
    expect(page.player).toEqual({ id: black.player.id, name: 'Ottilie' })
    const { body } = await ask(`${server.url}/api/games`, { headers: { cookie: page.cookie } })
    expect(JSON.parse(body).running).toMatchObject([{ id: game }])
  })

  test('makes every cookie that was there before good for nothing', async () => {
    const page = await guest()
    const planted = page.cookie
    await signUp(page, 'Kunigunde')
    expect(page.cookie).not.toBe(planted)
    await cutOff(page)
    const thief = device()
    thief.cookie = planted
    expect((await account(thief)).player).toBeUndefined()
    expect(await isSignedIn(page)).toBe(true)
  })

  test.each([
    ['a short password', { name: 'Wanda', password: 'nine char' }, 'passwordTooShort'],
    ['a long one', { name: 'Wanda', password: 'ab cd ef'.repeat(26) }, 'passwordTooLong'],
    ['a common one', { name: 'Wanda', password: 'Password1234' }, 'passwordTooEasy'],
    ['the same letter', { name: 'Wanda', password: 'aaaaaaaaaaaa' }, 'passwordTooEasy'],
    ['the name', { name: 'Wanda the Brave', password: 'wanda the brave1' }, 'passwordTooEasy'],
    ['an official name', { name: 'Hokito Admin', password: PASSWORD }, 'nameReserved'],
    ['the name of the deleted', { name: 'Deleted Player', password: PASSWORD }, 'nameReserved'],
    ['a name of strange letters', { name: 'W\u1160nda', password: PASSWORD }, 'nameCharacters'],
    ['something else besides', { name: 'Wanda', password: PASSWORD, admin: true }, 'badRequest'],
    ['no text', { name: ['Wanda'], password: { length: 12 } }, 'badRequest'],
  ])('with %s is refused', async (_, wish, code) => {
    const page = await guest()
    expect((await post(page, 'sign-up', wish)).refusal).toEqual({ code })
    expect(await isSignedIn(page)).toBe(false)
  })

  test('twice is refused, and without a guest too', async () => {
    const page = await guest()
    await signUp(page, 'Isolde')
    const wish = { name: 'Isolde', password: PASSWORD }
    expect((await post(page, 'sign-up', wish)).refusal).toEqual({ code: 'hasAccount' })
    expect(await post(device(), 'sign-up', wish)).toMatchObject({
      status: 401,
      refusal: { code: 'signedOut' },
    })
  })

  test('gives a name to one of many who want it at once', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, () => guest()))
    const answers = await Promise.all(
      many.map((page) => post(page, 'sign-up', { name: 'Brunhilde', password: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('a name that an account has', () => {
  beforeAll(async () => signUp(await guest(), 'Adelheid'))

  test.each(['Adelheid', 'ADELHEID', 'Ade1heid', 'Adélheid', 'A.d.e.l.h.e.i.d'])(
    'is nobody else’s as %s',
    async (name) => {
      const page = await guest()
      const wish = { name, password: PASSWORD }
      expect((await post(page, 'sign-up', wish)).refusal).toEqual({ code: 'nameTaken' })
      expect(await page.send({ type: 'rename', name })).toMatchObject({
        refusal: { code: 'nameTaken' },
      })
    },
  )

  test('changes once a month, over socket and HTTP alike, and stays its own for a while', async () => {
    const page = await guest()
    await signUp(page, 'Walburga')
    expect((await post(page, 'name', { name: 'Walburga Two' })).status).toBe(200)
    const again = await post(page, 'name', { name: 'Walburga Three' })
    expect(again).toMatchObject({ status: 429, refusal: { code: 'renameTooSoon' } })
    await page.connect()
    expect(await page.send({ type: 'rename', name: 'Walburga Four' })).toMatchObject({
      refusal: { code: 'renameTooSoon' },
    })
    const other = await guest()
    const wish = { name: 'Walburga', password: PASSWORD }
    expect((await post(other, 'sign-up', wish)).refusal).toEqual({ code: 'nameTaken' })
    expect((await account(page)).account?.renameAt).toBeGreaterThan(Date.now() + 29 * DAY)
  })
})

describe('signing in', () => {
  test('is a session of its own each time, whatever cookie was there before', async () => {
    await signUp(await guest(), 'Sieglinde')
    const planted = await guest()
    const before = planted.cookie
    const first = await signIn('Sieglinde', PASSWORD, planted)
    const second = await signIn('Sieglinde')
    expect(new Set([before, first.cookie, second.cookie]).size).toBe(3)
    // The guest's session on this device ends, in other tabs too.
    await cutOff(planted)
    const left = device()
    left.cookie = before
    expect((await account(left)).player).toBeUndefined()
  })

  test('says the same of a wrong password, an unknown name and a guest’s name', async () => {
    await signUp(await guest(), 'Gertrude')
    const { player } = await guest()
    const answers = await Promise.all([
      signIn('Gertrude', 'not her password'),
      signIn('Nobody of That Name', 'not her password'),
      signIn(player.name, 'not her password'),
      signIn('', 'x'),
    ])
    for (const { status, body, cookie } of answers) {
      expect({ status, body, cookie }).toEqual({
        status: 401,
        body: { code: 'wrongSignIn' },
        cookie: undefined,
      })
    }
  })

  test('leaves the games of the guest who was there with that guest', async () => {
    await signUp(await guest(), 'Mechthild')
    const { black, white } = await pairUp(server.url)
    pages.push(black, white)
    const { page } = await signIn('Mechthild', PASSWORD, black)
    expect(await account(page)).toMatchObject({ player: { name: 'Mechthild' }, hasPlayed: false })
  })
})

describe('guessing', () => {
  const strict = kept(() =>
    startTestServer({ limits: { ...UNLIMITED_ADDRESS, signInsPerHour: 30 } }),
  )

  test('a name’s password ends after ten tries, from any address, even with the right password', async () => {
    const page = await Page.open(strict.url)
    await signUp(page, 'Hildegard')
    page.close()
    const nowhere = { url: strict.url, cookie: '' }
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      const name = count % 2 === 0 ? 'Hildegard' : 'h i l d e g a r d'
      const wish = { name, password: `guess number ${count}` }
      const origin = { localAddress: `127.0.0.${count + 2}` }
      statuses.push((await post(nowhere, 'sign-in', wish, origin)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    const right = await post(nowhere, 'sign-in', { name: 'Hildegard', password: PASSWORD })
    expect(right).toMatchObject({ status: 429, refusal: { code: 'tooMany' } })
    expect(right.refusal?.retryAfterMs).toBeGreaterThan(0)
  })

  test('many names from one address ends too', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 31; count++) {
      const name = `Name ${String.fromCharCode(97 + (count % 26))}${count}`
      const body = { name, password: 'the same for all' }
      statuses.push((await post({ url: strict.url, cookie: '' }, 'sign-in', body)).status)
    }
    expect(statuses.at(0)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('recovery codes', () => {
  test('give a new password once each, and end every session', async () => {
    const page = await guest()
    const [code = '', other = ''] = await signUp(page, 'Rosalinde')
    await page.connect()
    const recover = (given: string, password: string) =>
      post(device(), 'recover', { name: 'Rosalinde', code: given, password })
    expect((await recover('0000-0000-0000-0000', 'another password')).refusal).toEqual({
      code: 'wrongCode',
    })
    // As a person might type a code written on paper.
    const typed = code.toLowerCase().replaceAll('-', ' ')
    const recovered = await recover(typed, 'another password')
    expect(recovered.status).toBe(200)
    await cutOff(page)
    expect(await isSignedIn(page)).toBe(false)
    expect((await signIn('Rosalinde')).status).toBe(401)
    expect((await signIn('Rosalinde', 'another password')).status).toBe(200)
    expect((await recover(code, 'a third password')).refusal).toEqual({ code: 'wrongCode' })
    expect((await recover(other, 'a third password')).status).toBe(200)
  })

  test('of one account open no other, and new ones void the old', async () => {
    const [one, other] = [await guest(), await guest()]
    const [code = ''] = await signUp(one, 'Ermengarde')
    await signUp(other, 'Theodora')
    const wish = { code, password: 'another password' }
    expect((await post(device(), 'recover', { ...wish, name: 'Theodora' })).refusal).toEqual({
      code: 'wrongCode',
    })
    expect((await post(one, 'codes', { password: 'not it at all' })).refusal).toEqual({
      code: 'wrongPassword',
    })
    expect((await post(one, 'codes', { password: PASSWORD })).status).toBe(200)
    expect((await post(device(), 'recover', { ...wish, name: 'Ermengarde' })).refusal).toEqual({
      code: 'wrongCode',
    })
  })

  test('and passwords are stored as nothing that can be used', async () => {
    const page = await guest()
    const codes = await signUp(page, 'Kriemhild')
    const stored = await server.inStore(async (db) => [
      await db.selectFrom('credentials').selectAll().execute(),
      await db.selectFrom('recoveryCodes').selectAll().execute(),
    ])
    const text = JSON.stringify(stored)
    for (const secret of [PASSWORD, ...codes]) expect(text).not.toContain(secret)
    expect(text).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('signing out', () => {
  test('ends this session and no other', async () => {
    const page = await guest()
    await signUp(page, 'Roswitha')
    const { page: elsewhere } = await signIn('Roswitha')
    const before = page.cookie
    expect((await post(page, 'sign-out')).cookie).toBe('')
    page.cookie = before
    expect(await isSignedIn(page)).toBe(false)
    expect(await isSignedIn(elsewhere)).toBe(true)
  })

  test('everywhere ends all of them, with their sockets', async () => {
    const page = await guest()
    await signUp(page, 'Eleonore')
    const { page: elsewhere } = await signIn('Eleonore')
    pages.push(elsewhere)
    await elsewhere.connect()
    expect((await post(page, 'sign-out-everywhere')).status).toBe(200)
    await cutOff(elsewhere)
    await expect(elsewhere.connect()).rejects.toThrow('signedOut')
    expect(await isSignedIn(page)).toBe(false)
  })

  test('leaves nothing of a session whose successor was made meanwhile', async () => {
    const page = await guest()
    await signUp(page, 'Leopoldine')
    const old = page.cookie
    server.advance(AHEAD)
    await page.signIn()
    expect(page.cookie).not.toBe(old)
    const successor = page.cookie
    page.cookie = old
    await post(page, 'sign-out')
    page.cookie = successor
    expect(await isSignedIn(page)).toBe(false)
  })

  test('elsewhere follows from a new password, which needs the present one', async () => {
    const page = await guest()
    await signUp(page, 'Wilhelmine')
    const { page: elsewhere } = await signIn('Wilhelmine')
    const wish = (password: string) => ({ password, next: 'quite another one' })
    expect((await post(page, 'password', wish('not the present'))).refusal).toEqual({
      code: 'wrongPassword',
    })
    const changed = await post(page, 'password', wish(PASSWORD))
    expect(changed.status).toBe(200)
    expect(await isSignedIn(elsewhere)).toBe(false)
    page.cookie = changed.cookie ?? ''
    expect(await isSignedIn(page)).toBe(true)
    expect((await signIn('Wilhelmine')).status).toBe(401)
  })
})

describe('another site', () => {
  test.each([
    'sign-up',
    'sign-in',
    'recover',
    'sign-out',
    'sign-out-everywhere',
    'password',
    'name',
    'codes',
    'passkey-options',
    'passkey',
    'passkey-remove',
    'passkey-sign-in-options',
    'passkey-sign-in',
    'delete',
  ])('can make no visitor %s', async (path) => {
    const page = await guest()
    const wish = { name: 'Forged', password: PASSWORD }
    const answer = await post(page, path, wish, {
      headers: { origin: 'https://evil.example' },
    })
    expect(answer).toMatchObject({ status: 403, refusal: { code: 'wrongOrigin' } })
    expect(answer.cookie).toBeUndefined()
    expect((await account(page)).player).toEqual(page.player)
  })
})

describe('a passkey', () => {
  const made = (challenge: string) => ({
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge, origin: server.url }),
      ).toString('base64url'),
      authenticatorData: 'AAAA',
      signature: 'AAAA',
      attestationObject: 'AAAA',
    },
  })

  test('is asked for with a challenge that is new each time', async () => {
    const asked = await Promise.all([1, 2].map(() => post(device(), 'passkey-sign-in-options', {})))
    const challenges = asked.map(
      ({ body }) => passkeyOptionsReplySchema.parse(body).options.challenge,
    )
    expect(new Set(challenges).size).toBe(2)
  })

  test('that nobody has made lets nobody in, with any challenge', async () => {
    const asked = await post(device(), 'passkey-sign-in-options', {})
    const { challenge } = passkeyOptionsReplySchema.parse(asked.body).options
    for (const answered of [challenge, challenge, 'made-up']) {
      const answer = await post(device(), 'passkey-sign-in', { response: made(answered) })
      expect(answer).toMatchObject({ status: 401, refusal: { code: 'wrongPasskey' } })
      expect(answer.cookie).toBeUndefined()
    }
  })

  test('is added by the player who asked, and only with the password', async () => {
    const [page, other] = [await guest(), await guest()]
    await signUp(page, 'Theresia')
    await signUp(other, 'Apollonia')
    expect((await post(page, 'passkey-options', { password: 'not hers at all' })).refusal).toEqual({
      code: 'wrongPassword',
    })
    const asked = await post(page, 'passkey-options', { password: PASSWORD })
    const { challenge } = passkeyOptionsReplySchema.parse(asked.body).options
    for (const adder of [other, page, page]) {
      expect((await post(adder, 'passkey', { response: made(challenge) })).refusal).toEqual({
        code: 'wrongPasskey',
      })
    }
    expect((await account(page)).account?.passkeys).toEqual([])
  })
})

describe('the data of an account', () => {
  test('has player, sessions and all games, and nothing of anyone else', async () => {
    const { black, white, game } = await pairUp(server.url)
    pages.push(black, white)
    await playTo({ black, white, game }, 3)
    await white.command(game, 'resign')
    await signUp(black, 'Philippa')
    const url = `${server.url}/api/account/data`
    const { status, headers, body } = await ask(url, { headers: { cookie: black.cookie } })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('attachment')
    expect(headers['cache-control']).toBe('no-store')
    const data = JSON.parse(body)
    expect(data.player).toEqual({ id: black.player.id, name: 'Philippa' })
    expect(data.sessions).toHaveLength(1)
    expect(data.games).toMatchObject([{ id: game, hgn: expect.stringContaining('[GameId') }])
    expect(body).not.toContain(white.player.id)
    expect((await ask(url)).status).toBe(401)
    const others = await ask(`${url}?player=${black.player.id}`, {
      headers: { cookie: (await guest()).cookie },
    })
    expect(JSON.parse(others.body).games).toEqual([])
  })

  test('is given three times an hour', async () => {
    const page = await guest()
    const url = `${server.url}/api/account/data`
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) {
      statuses.push((await ask(url, { headers: { cookie: page.cookie } })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('deleting an account', () => {
  test('needs the password, and that no game runs', async () => {
    const { black, white } = await pairUp(server.url)
    pages.push(black, white)
    await signUp(black, 'Henriette')
    expect((await post(black, 'delete', { password: 'not hers at all' })).refusal).toEqual({
      code: 'wrongPassword',
    })
    expect((await post(black, 'delete', { password: PASSWORD })).refusal).toEqual({
      code: 'gamesRunning',
    })
    expect(await isSignedIn(black)).toBe(true)
  })

  test('leaves the games, and the name nowhere; it stays blocked for 90 days', async () => {
    const [black, white] = [await guest(), await guest()]
    await black.send({ type: 'rename', name: 'Friederike' })
    const game = await beginGame(black, white)
    await playTo({ black, white, game }, 3)
    await white.command(game, 'resign')
    await white.sees(game, ({ ending }) => ending !== undefined)
    await signUp(black, 'Friederike')
    await black.connect()
    expect((await post(black, 'delete', { password: PASSWORD })).status).toBe(200)
    await cutOff(black)
    expect((await account(black)).player).toBeUndefined()
    expect((await signIn('Friederike')).status).toBe(401)

    const shown = JSON.parse((await ask(`${server.url}/api/games/${game}`)).body)
    expect(shown.seats.black).toEqual({ id: black.player.id, name: DELETED_NAME })
    expect(shown.seats.white.name).toBe(white.player.name)
    expect(shown.ending.kind).toBe('resigned')
    const texts = () =>
      server.inStore(async (db) => [
        await db.selectFrom('events').select('eventJson').execute(),
        await db.selectFrom('players').select(['name', 'nameKey']).execute(),
        await db.selectFrom('heldKeys').select('name').execute(),
      ])
    await expect
      .poll(async () => JSON.stringify(await texts()), { timeout: 60_000 })
      .not.toMatch(/Friederike/i)
    const blocked = await server.inStore((db) =>
      db
        .selectFrom('heldKeys')
        .select('until')
        .where('player', '=', black.player.id)
        .executeTakeFirstOrThrow(),
    )
    expect((blocked.until ?? 0) / DAY).toBeCloseTo(Date.now() / DAY + 90 + AHEAD / DAY, 0)

    const wish = { name: 'Friederike', password: PASSWORD }
    expect((await post(await guest(), 'sign-up', wish)).refusal).toEqual({ code: 'nameTaken' })
  })
})
