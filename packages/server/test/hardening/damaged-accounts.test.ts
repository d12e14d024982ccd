import { accountReplySchema, profileReplySchema } from '@hokito/protocol'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeToken, PASSWORD, post } from '../helpers/account.ts'
import { BYTES, damagedServer, notANumber } from '../helpers/damage.ts'
import { giveAddress, startSending } from '../helpers/letters.ts'
import { saidBy, startMailServer } from '../helpers/mail-server.ts'
import type { Page } from '../helpers/page.ts'
import { openMember, pagesOn } from '../helpers/people.ts'
import { ask } from '../helpers/stranger.ts'

const { server, get, damage, expectReported } = damagedServer()
const { member } = pagesOn(() => server)

async function accountOf({ cookie }: Page) {
  await get('/api/account/data', { cookie })
  return accountReplySchema.parse(await get('/api/account', { cookie })).account
}

async function profileOf({ player: { name } }: Page) {
  return profileReplySchema.parse(await get(`/api/players/${encodeURIComponent(name)}`))
}

describe('a damaged token', () => {
  test.each([
    ...['createdAt', 'usedAt'].flatMap(notANumber),
    ...['id', 'name', 'scopes'].map((column) => `${column} = ${BYTES}`),
  ])('(%s) is refused and left out; the owner sees and revokes the others', async (set) => {
    const page = await member()
    const bad = await makeToken(page, ['games:read'])
    const { id } = (await accountOf(page))?.tokens[0] ?? expect.fail()
    const sound = await makeToken(page, ['games:read'])
    await damage('accessTokens', set, `id = '${id}'`)
    const tokens = (await accountOf(page))?.tokens ?? []
    expect(tokens).toHaveLength(1)
    const statusOf = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await ask(`${server.url}/api/v1/account`, { headers })).status
    }
    expect([await statusOf(bad), await statusOf(sound)]).toEqual([401, 200])
    if (!set.startsWith('id')) await expectReported('accessTokens', id)
    await post(page, 'token-remove', { id: tokens[0]?.id })
    expect(await statusOf(sound)).toBe(401)
  })
})

describe('a damaged account', () => {
  test('address of e-mails is left out, and all else is shown', async () => {
    const mails = await startMailServer()
    const sending = await startSending(mails.url)
    const page = await openMember(sending.url)
    await giveAddress(page, mails, 'damaged@example.org')
    const wish = { address: 'next@example.org', language: 'en', proof: { password: PASSWORD } }
    expect((await post(page, 'mail-add', wish)).status).toBe(200)
    const { token } = saidBy(await mails.lastTo(wish.address, 1))
    for (const table of ['mailAddresses', 'mailLinks']) {
      await sending.inStore((db) => sql.raw(`update "${table}" set address = ${BYTES}`).execute(db))
    }
    const { body, status } = await ask(`${page.url}/api/account`, {
      headers: { cookie: page.cookie },
    })
    expect(status).toBe(200)
    expect(accountReplySchema.parse(JSON.parse(body)).account?.mail).toEqual({})
    const confirmed = await post(page, 'mail-confirm', { token })
    expect(confirmed.refusal).toEqual({ code: 'wrongLink' })
    const next = `${PASSWORD} more`
    const changed = await post(page, 'password', { password: PASSWORD, next })
    expect(changed.status).toBe(200)
    page.cookie = changed.cookie ?? ''
    page.cookie = (await post(page, 'password', { password: next, next: PASSWORD })).cookie ?? ''
    // The owner can give another address.
    await giveAddress(page, mails, 'other@example.org')
    page.close()
    await sending.close()
    await mails.close()
  })

  test.each(notANumber('createdAt'))(
    'passkey (%s) is left out, and the others are shown',
    async (set) => {
      const page = await member()
      const player = page.player.id
      const row = { player, publicKey: 'AAAA', counter: 0, createdAt: 5 }
      await server.inStore((db) =>
        db
          .insertInto('passkeys')
          .values(['a', 'b'].map((id) => ({ ...row, id: `${id}${player}` })))
          .execute(),
      )
      await damage('passkeys', set, `id = 'a${player}'`)
      expect((await accountOf(page))?.passkeys).toEqual([{ id: `b${player}`, createdAt: 5 }])
      await expectReported('passkeys', `a${player}`)
    },
  )

  test.each([...['createdAt', 'renamedAt'].flatMap(notANumber)])(
    '(%s) is shown on its own page and to others',
    async (set) => {
      const page = await member()
      await damage('credentials', set, `player = '${page.player.id}'`)
      expect(await accountOf(page)).toMatchObject({ createdAt: 0, renameAt: 0 })
      expect((await profileOf(page)).name).toBe(page.player.name)
      await expectReported('credentials', page.player.id)
    },
  )
})
