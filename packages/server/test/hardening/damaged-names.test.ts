import { DELETED_NAME, daySchema, namesReplySchema } from '@hokito/protocol'
import { describe, expect, test } from 'vitest'
import { giveOrder } from '../../src/index.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { BYTES, damagedServer } from '../helpers/damage.ts'
import type { Page } from '../helpers/page.ts'
import { pagesOn } from '../helpers/people.ts'
import { playRatedSingle } from '../helpers/rated.ts'
import { ARENA, BEGUN_MS, holdAs, roundBegun, seen, WISH } from '../helpers/tournament.ts'

const { server, get, damage, expectReported } = damagedServer()
const { guest, member } = pagesOn(() => server)

const DAMAGES = [`name = ${BYTES}`, `name = '${'x'.repeat(65)}'`]

const damageNameOf = ({ player }: Page, set = `name = ${BYTES}`) =>
  damage('players', set, `id = '${player.id}'`)

describe('a player whose name is damaged', () => {
  test.each(DAMAGES)('(%s) is let in, and takes another name', async (set) => {
    for (const page of [await guest(), await member()]) {
      await damageNameOf(page, set)
      await page.signIn()
      expect(page.player.name).toBe(DELETED_NAME)
      page.close()
      await page.connect()
      await expectReported('players', page.player.id)
      expect(await page.send({ type: 'rename', name: nextName() })).toMatchObject({ ok: true })
    }
  })

  test('makes an account, and deletes one', async () => {
    const page = await guest()
    await damageNameOf(page)
    const made = await post(page, 'sign-up', { name: nextName(), password: PASSWORD })
    expect(made.status).toBe(200)
    page.cookie = made.cookie ?? ''
    await damageNameOf(page)
    expect((await post(page, 'delete', { password: PASSWORD })).status).toBe(200)
  })

  test('signs in by it, and is renamed by the owner of the server', async () => {
    const page = await member()
    const { name } = page.player
    await damageNameOf(page)
    const signedIn = await post({ ...page, cookie: '' }, 'sign-in', { name, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const order = { kind: 'rename', name, next: nextName(), why: 'x', admin: 'x' } as const
    expect(await giveOrder(server.source, order, () => 0)).toMatchObject({ value: { ok: true } })
  })

  test('keeps no other from being found, nor a table from being shown', async () => {
    const [bad, sound] = [await member(`${nextName()} bad`), await member()]
    await playRatedSingle([bad, sound], sound)
    const begins = bad.player.name.slice(0, 6)
    const row = { day: daySchema.parse('2026-01-05'), level: 1, moves: '', at: 5 } as const
    const tries = [bad, sound].map(({ player }, margin) => ({ ...row, margin, player: player.id }))
    await server.inStore((db) => db.insertInto('dailyTries').values(tries).execute())
    await damageNameOf(bad)
    const headers = { cookie: sound.cookie }
    namesReplySchema.parse(await get(`/api/names?begins=${encodeURIComponent(begins)}`, headers))
    await get(`/api/players/${encodeURIComponent(sound.player.name)}/opponents`, headers)
    const table = await get(`/api/daily/${row.day}?level=1`, headers)
    expect(table).toMatchObject({ rows: [{ name: sound.player.name }, {}] })
  })

  test.each([
    ['a Swiss tournament', WISH],
    ['an arena', ARENA],
  ])('does not hold up %s, and plays in it', async (_, wish) => {
    const [bad, sound] = [await member(), await member()]
    const id = await holdAs([bad, sound], wish)
    await damageNameOf(bad)
    expect((await seen(sound, id)).tournament.maker).toBe(DELETED_NAME)
    server.advance(BEGUN_MS)
    const { you } = await roundBegun(sound, id, 1)
    const [game] = you?.match?.games ?? []
    const { seats } = await sound.openGame(game ?? expect.fail('no game'))
    const names = [seats.black.name, seats.white.name]
    expect(names.toSorted()).toEqual([DELETED_NAME, sound.player.name].toSorted())
  })
})

let names = 0
function nextName(): string {
  return `Mended ${'abcdefgh'[names++]}x`
}
