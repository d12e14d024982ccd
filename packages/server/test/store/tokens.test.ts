import { accountReplySchema, MOST_TOKENS } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { makeToken, PASSWORD, post, signUp } from '../helpers/account.ts'
import { kept } from '../helpers/kept.ts'
import { beginGame, Page } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'

const server = kept(() => startTestServer())
const { pages } = pagesOn(() => server)

async function account(name: string): Promise<Page> {
  const page = await Page.open(server.url)
  pages.push(page)
  await signUp(page, name)
  page.close()
  await page.signIn()
  await page.connect()
  return page
}

async function tokensOf(page: Page) {
  const { body } = await ask(`${server.url}/api/account`, { headers: { cookie: page.cookie } })
  return accountReplySchema.parse(JSON.parse(body)).account?.tokens ?? []
}

async function call(path: string, authorization?: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    ...init,
    headers: { ...init.headers, ...(authorization !== undefined && { authorization }) },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const use = (token: string) => call('/account', `Bearer ${token}`)

describe('a token', () => {
  test('says whose it is and what it is good for, and is listed without its secret', async () => {
    const page = await account('Adelgunde')
    const token = await makeToken(page, ['games:read', 'games:play'])
    expect(await tokensOf(page)).toMatchObject([
      { name: 'a test', scopes: ['games:read', 'games:play'] },
    ])
    expect((await tokensOf(page))[0]?.usedAt).toBeUndefined()
    expect(await use(token)).toMatchObject({
      status: 200,
      body: { id: page.player.id, name: 'Adelgunde', scopes: ['games:read', 'games:play'] },
    })
    const [kept] = await tokensOf(page)
    expect(kept?.usedAt).toBeGreaterThan(0)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  test('is nowhere on the disk', async () => {
    const token = await makeToken(await account('Brunhilde'), ['games:read'])
    await use(token)
    const stored = await server.inStore((db) => db.selectFrom('accessTokens').selectAll().execute())
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(token.slice('hokito_'.length))
  })

  test('is good for nothing once it is revoked, and nobody revokes another’s', async () => {
    const [own, other] = [await account('Cunigunde'), await account('Dietlinde')]
    const token = await makeToken(own, ['games:read'])
    const [{ id } = { id: '' }] = await tokensOf(own)
    await post(other, 'token-remove', { id })
    expect((await use(token)).status).toBe(200)
    await post(own, 'token-remove', { id })
    expect(await use(token)).toMatchObject({ status: 401, body: { code: 'badToken' } })
    expect(await tokensOf(own)).toEqual([])
  })

  test('ends with its account', async () => {
    const page = await account('Edeltraud')
    const token = await makeToken(page, ['games:read'])
    expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
    expect(await use(token)).toMatchObject({ status: 401, body: { code: 'badToken' } })
    const left = await server.inStore((db) =>
      db.selectFrom('accessTokens').select('id').where('player', '=', page.player.id).execute(),
    )
    expect(left).toEqual([])
  })

  test('is in its owner’s data, without its secret', async () => {
    const page = await account('Friedegund')
    const token = await makeToken(page, ['games:read'])
    const { body } = await ask(`${server.url}/api/account/data`, {
      headers: { cookie: page.cookie },
    })
    expect(JSON.parse(body).tokens).toMatchObject([{ name: 'a test', scopes: ['games:read'] }])
    expect(body).not.toContain(token)
  })
})

describe('making a token', () => {
  test('needs the password, an account, a page of ours, a name and something it is good for', async () => {
    const page = await account('Gerlinde')
    const wish = { name: 'bot', scopes: ['games:read'], password: PASSWORD }
    expect((await post(page, 'token', { ...wish, password: 'no' })).refusal?.code).toBe(
      'wrongPassword',
    )
    const guest = await Page.open(server.url)
    pages.push(guest)
    expect((await post(guest, 'token', wish)).refusal?.code).toBe('noAccount')
    const foreign = { headers: { origin: 'https://example.org' } }
    expect((await post(page, 'token', wish, foreign)).status).toBe(403)
    for (const wrong of [
      { scopes: [] },
      { scopes: ['admin'] },
      { name: ' ' },
      { name: 'x'.repeat(41) },
    ]) {
      expect((await post(page, 'token', { ...wish, ...wrong })).status).toBe(400)
    }
    expect(await tokensOf(page)).toEqual([])
  })

  test(`is possible ${MOST_TOKENS} times, even for many at once`, async () => {
    const page = await account('Hildegund')
    await server.inStore((db) =>
      db
        .insertInto('accessTokens')
        .values(
          Array.from({ length: MOST_TOKENS - 2 }, (_, n) => ({
            // Hashes that belong to no token.
            tokenHash: `${page.player.id}-${n}` as never,
            id: `${n}`,
            player: page.player.id,
            name: 'kept',
            scopes: 'games:read',
            createdAt: n,
            usedAt: null,
          })),
        )
        .execute(),
    )
    const wish = { name: 'bot', scopes: ['games:read'], password: PASSWORD }
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(page, 'token', wish)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await tokensOf(page)).toHaveLength(MOST_TOKENS)
  })
})

describe('the API', () => {
  test('says which scope is missing, and that a token is', async () => {
    const page = await account('Irmgard')
    const token = await makeToken(page, ['games:read'])
    const post = { method: 'POST' }
    expect(await call('/account/bot', `Bearer ${token}`, post)).toMatchObject({
      status: 403,
      body: { code: 'missingScope', scope: 'games:play', type: '/api/v1#missingScope' },
    })
    const none = await call('/account/bot', undefined, post)
    expect(none).toMatchObject({ status: 401, body: { code: 'noToken' } })
    expect(none.headers.get('www-authenticate')).toContain('Bearer')
    for (const wrong of [`hokito_${'x'.repeat(43)}`, 'x', `${token}x`, token.toUpperCase()]) {
      expect(await use(wrong)).toMatchObject({ status: 401, body: { code: 'badToken' } })
    }
  })

  test('takes no cookie for a token', async () => {
    const page = await account('Jolanthe')
    for (const method of ['GET', 'POST']) {
      const path = method === 'GET' ? '/account' : '/account/bot'
      const asked = await call(path, undefined, { method, headers: { cookie: page.cookie } })
      expect(asked).toMatchObject({ status: 401, body: { code: 'noToken' } })
    }
  })

  test('says what is wrong with a body, before anything is done', async () => {
    const token = await makeToken(await account('Kriemhild'), ['games:play'])
    for (const [type, body] of [
      ['application/json', '{'],
      ['text/plain', 'x'],
      ['application/json', `"${'x'.repeat(5000)}"`],
    ] as const) {
      const asked = await call('/account/bot', `Bearer ${token}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect(asked).toMatchObject({ body: { code: 'badBody' } })
      expect(asked.status).toBe(400)
    }
    expect((await use(token)).body.isBot).toBeUndefined()
  })
})

describe('a bot', () => {
  test('is an account from before its first game on, and everyone sees it', async () => {
    const page = await account('Leopoldine')
    const token = await makeToken(page, ['games:play'])
    const declare = () => call('/account/bot', `Bearer ${token}`, { method: 'POST' })
    expect(await declare()).toMatchObject({ status: 200, body: { isBot: true } })
    expect(await declare()).toMatchObject({ status: 200, body: { isBot: true } })
    expect((await call('/players/leopoldine')).body.isBot).toBe(true)
    const other = await account('Mechthild')
    const game = await beginGame(page, other)
    expect(other.view(game).seats).toMatchObject({
      [other.view(game).seats.black.id === page.player.id ? 'black' : 'white']: { isBot: true },
    })
    await page.command(game, 'abort')
  })

  test('cannot be made of an account that has played', async () => {
    const [page, other] = [await account('Notburga'), await account('Ottilie')]
    const token = await makeToken(page, ['games:play'])
    const game = await beginGame(page, other)
    expect(await call('/account/bot', `Bearer ${token}`, { method: 'POST' })).toMatchObject({
      status: 409,
      body: { code: 'hasPlayed' },
    })
    expect((await use(token)).body.isBot).toBeUndefined()
    await page.command(game, 'abort')
  })
})
