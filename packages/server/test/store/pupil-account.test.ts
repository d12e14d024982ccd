import { passwordOf } from '@hokito/protocol'
import { expect, test } from 'vitest'
import { PAGE_OPERATIONS } from '../../src/http/operations.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { confirmTeacher, enterBy, makeClass, openTeacher } from '../helpers/classes.ts'
import { kept } from '../helpers/kept.ts'
import { pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'

const server = kept(() => startTestServer())
const { pages } = pagesOn(() => server)

const CARD = 'the words of the card'
const PASSKEY = { id: 'key', rawId: 'key', type: 'public-key', clientExtensionResults: {} }
const LINK = 'a'.repeat(43)

/** The requests with which a player changes an account, and the answers that a pupil gets. */
const REFUSED = [
  ['name', { name: 'Free Emil' }, 'ofClass'],
  ['password', { password: CARD, next: PASSWORD }, 'ofClass'],
  ['codes', { password: CARD }, 'ofClass'],
  ['delete', { password: CARD }, 'ofClass'],
  ['bot', {}, 'ofClass'],
  ['token', { name: 'a program', scopes: ['games:play'], password: CARD }, 'ofClass'],
  ['passkey-options', { password: CARD }, 'ofClass'],
  [
    'passkey',
    { response: { ...PASSKEY, response: { clientDataJSON: '', attestationObject: '' } } },
    'ofClass',
  ],
  [
    'mail-add',
    { address: 'emil@example.org', language: 'en', proof: { password: CARD } },
    'ofClass',
  ],
  ['mail-confirm', { token: LINK }, 'ofClass'],
  // These need something that no pupil's account has or lacks.
  ['sign-up', { name: 'Free Emil', password: PASSWORD }, 'hasAccount'],
  ['recover', { name: 'Emil', code: 'aaaa-bbbb-cccc-dddd', password: PASSWORD }, 'wrongCode'],
  ['mail-reset', { token: LINK, password: PASSWORD }, 'wrongLink'],
  ['mail-recover', { who: 'Emil' }, 'noMail'],
  ['mail-games', { isOn: true }, 'noMail'],
] as const

/** What a pupil may do, and what only removes something that no pupil has. */
const OPEN = [
  'sign-in',
  'sign-out',
  'sign-out-everywhere',
  'break',
  'break-end',
  'progress',
  'token-remove',
  'passkey-remove',
  'passkey-sign-in-options',
  'passkey-sign-in',
  'mail-remove',
  'mail-games-off/{token}',
]

async function pupil() {
  const teacher = await openTeacher(server)
  const { cards } = await makeClass(teacher, ['Emil'])
  const [card] = cards
  if (card === undefined) return expect.fail('no card')
  const page = await enterBy(server.url, card)
  pages.push(teacher, page)
  return { page, card }
}

test('a pupil changes neither the name of the account nor a way into it, by no door', async () => {
  const { page, card } = await pupil()
  const sent = (body: object) =>
    JSON.parse(JSON.stringify(body).replace(CARD, passwordOf(card.words)))
  for (const [path, body, code] of REFUSED) {
    const { refusal } = await post(page, path, sent(body))
    expect([path, refusal?.code]).toEqual([path, code])
  }
  expect(await page.send({ type: 'rename', name: 'Free Emil' })).toEqual({
    ok: false,
    refusal: { code: 'outsideClass' },
  })
  expect(await confirmTeacher(server, page.player.name)).toMatchObject({
    value: { ok: false, code: 'ofClass' },
  })
  const again = await enterBy(server.url, card)
  pages.push(again)
  expect(again.player).toEqual({ id: page.player.id, name: card.name })
  for (const table of ['passkeys', 'accessTokens', 'recoveryCodes', 'mailAddresses'] as const) {
    const rows = await server.inStore((db) =>
      db.selectFrom(table).select('player').where('player', '=', page.player.id).execute(),
    )
    expect([table, rows]).toEqual([table, []])
  }
})

test('each way to change an account is closed to a pupil, or named as open', () => {
  const PATH = '/api/account/'
  const paths = PAGE_OPERATIONS.filter(
    ({ method, path }) => method !== undefined && method !== 'get' && path.startsWith(PATH),
  ).map(({ path }) => path.slice(PATH.length))
  expect(paths.toSorted()).toEqual([...REFUSED.map(([path]) => path), ...OPEN].toSorted())
})
