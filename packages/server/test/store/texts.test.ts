import { accountReplySchema, chapterReplySchema } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { PASSWORD, post } from '../helpers/account.ts'
import { kept } from '../helpers/kept.ts'
import type { Page } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'
import { changeStudy, makeStudy } from '../helpers/studies.ts'

const server = kept(() => startTestServer())
const { member } = pagesOn(() => server)

/** What no database stores: the character 0, and half of a surrogate pair. */
const BAD = 'a\u0000b\ud800c'
const CLEAN = 'a b\ufffdc'

const chapterOf = (comment: string) =>
  `[Deal "7.7"]\n[EndRule "either"]\n[Result "*"]\n[Termination "unterminated"]\n\n{${comment}} *\n`

async function get({ url, cookie }: Page, path: string): Promise<unknown> {
  return JSON.parse((await ask(`${url}${path}`, { headers: { cookie } })).body)
}

test('a chapter is stored without characters that no database stores', async () => {
  const page = await member()
  const { id } = await makeStudy(page, chapterOf(`${BAD}\r\n\tsecond`))
  expect(await get(page, `/api/studies/${id}/1`)).toMatchObject({
    chapter: { hgn: chapterOf(`${CLEAN}\n\tsecond`), version: 1 },
  })
})

test('a change with such characters is a repeat when it is sent again', async () => {
  const page = await member()
  const { id: study } = await makeStudy(page, chapterOf(''))
  const title = 'First'
  const saved = { type: 'saveChapter', study, n: 1, version: 1, title, hgn: chapterOf(BAD) }
  const added = { type: 'addChapter', study, n: 2, title, hgn: chapterOf(BAD) }
  for (const change of [{ ...saved, path: '' }, added]) {
    const once = await changeStudy(page, change)
    expect(once.status).toBe(200)
    expect((await changeStudy(page, change)).study).toEqual(once.study)
  }
  const { chapter } = chapterReplySchema.parse(await get(page, `/api/studies/${study}/2`))
  expect(chapter.hgn).toBe(chapterOf(CLEAN))
})

test('the name of a token is stored without them', async () => {
  const page = await member()
  const wish = { scopes: ['games:read'], password: PASSWORD }
  expect((await post(page, 'token', { ...wish, name: BAD })).status).toBe(200)
  expect((await post(page, 'token', { ...wish, name: '\u0000' })).status).toBe(400)
  const { account } = accountReplySchema.parse(await get(page, '/api/account'))
  expect(account?.tokens).toMatchObject([{ name: CLEAN }])
})

test.each([
  ['token-remove', { id: BAD }],
  ['passkey-remove', { id: BAD }],
  ['passkey-sign-in', { response: shown({ id: BAD }) }],
])('%s refuses an id that cannot be one', async (path, body) => {
  expect(await post(await member(), path, body)).toMatchObject({
    ...{ status: 400, refusal: { code: 'badRequest' } },
  })
})

test('a passkey that has signed such a challenge is a wrong one', async () => {
  const clientData = Buffer.from(JSON.stringify({ challenge: BAD })).toString('base64url')
  const answer = await post(await member(), 'passkey-sign-in', { response: shown({ clientData }) })
  expect(answer.refusal?.code).toBe('wrongPasskey')
})

test('a device is not subscribed under such an address', async () => {
  const { url, cookie } = await member()
  const headers = { 'content-type': 'application/json', cookie, origin: url }
  const body = JSON.stringify({ endpoint: `https://fcm.googleapis.com/${BAD}` })
  const answer = await ask(`${url}/api/push/unsubscribe`, { method: 'POST', headers }, body)
  expect(answer.status).toBe(400)
})

/** A passkey that has signed, as a browser sends it. */
function shown({ id = 'AAAA', clientData = 'AAAA' }) {
  return {
    ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
    response: { clientDataJSON: clientData, authenticatorData: 'AAAA', signature: 'AAAA' },
  }
}
