import {
  MOST_SHOWN_STUDIES,
  type PublicStudy,
  publicStudiesReplySchema,
  type StudyId,
  studiesReplySchema,
} from '@hokito/protocol'
import { expect, test } from 'vitest'
import { giveOrder } from '../../src/index.ts'
import { PASSWORD, post } from '../helpers/account.ts'
import { openClass, openTeacher, teach } from '../helpers/classes.ts'
import { kept } from '../helpers/kept.ts'
import type { Page } from '../helpers/page.ts'
import { doTo, pagesOn } from '../helpers/people.ts'
import { startTestServer } from '../helpers/server.ts'
import { ask } from '../helpers/stranger.ts'
import { changeStudy, freshStudyId, makeStudy } from '../helpers/studies.ts'

const server = kept(() => startTestServer())
const { pages, guest, member } = pagesOn(() => server)

const HGN = '[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n1. a2a6 *'

/** A new study, read by its owner alone. */
const make = async (page: Page): Promise<StudyId> => (await makeStudy(page, HGN)).id

const edit = (page: Page, study: StudyId, readers: object) =>
  changeStudy(page, { type: 'edit', study, title: 'Mine', isShared: true, ...readers })

/** A new study on its owner's profile. */
async function publish(page: Page): Promise<StudyId> {
  const study = await make(page)
  expect((await edit(page, study, { isPublic: true })).study?.isPublic).toBe(true)
  return study
}

/** The public studies of a player for a reader, or the status of the refusal. */
async function shown(
  { url, player: { name } }: Page,
  cookie = '',
): Promise<readonly PublicStudy[] | number> {
  const { status, body } = await ask(`${url}/api/players/${encodeURIComponent(name)}/studies`, {
    headers: { ...(cookie !== '' && { cookie }) },
  })
  return status === 200 ? publicStudiesReplySchema.parse(JSON.parse(body)).studies : status
}

async function look({ url, cookie }: Page, path: string): Promise<unknown> {
  return JSON.parse((await ask(`${url}/api/studies${path}`, { headers: { cookie } })).body)
}

const limit = ({ player }: Page, limitation: 'suspend' | 'mute' | 'close') =>
  giveOrder(
    server.source,
    {
      ...{ kind: 'limit', limitation, name: player.name },
      ...{ forMs: null, admin: 'a test', why: 'a test' },
    },
    () => 0,
  )

test('an owner shows a shared study on the profile, for as long as it is shared', async () => {
  const [owner, reader, visitor] = [await member(), await member(), await guest()]
  const study = await make(owner)
  await edit(owner, study, {})
  expect(await shown(owner, reader.cookie)).toEqual([])
  await edit(owner, study, { isPublic: true })
  const added = { type: 'addChapter', study, n: 2, title: 'Second', hgn: HGN }
  expect((await changeStudy(owner, added)).study?.isPublic).toBe(true)
  for (const cookie of [owner.cookie, reader.cookie, visitor.cookie, '']) {
    expect(await shown(owner, cookie)).toMatchObject([{ id: study, title: 'Mine', chapters: 2 }])
  }
  expect(await look(visitor, `/${study}`)).toMatchObject({ study: { title: 'Mine' } })
  // A page that knows nothing of public studies changes the title.
  expect((await edit(owner, study, { title: 'Ours' })).study?.isPublic).toBe(true)
  expect(await shown(owner)).toMatchObject([{ title: 'Ours' }])
  await edit(owner, study, { isShared: false })
  expect(await shown(owner)).toEqual([])
  expect((await edit(owner, study, {})).study).not.toHaveProperty('isPublic')
  expect(await shown(owner)).toEqual([])
  // A study that is not shared cannot be public.
  await edit(owner, study, { isShared: false, isPublic: true })
  expect(await shown(owner)).toEqual([])
})

test('the owner alone switches it, and is alone told', async () => {
  const [owner, stranger, editor] = [await member(), await member(), await member()]
  await doTo(editor, 'follow', { name: owner.player.name, isOn: true })
  const study = await make(owner)
  await edit(owner, study, {})
  await changeStudy(owner, { type: 'invite', study, name: editor.player.name, mayEdit: true })
  for (const page of [stranger, editor]) {
    const { refusal } = await edit(page, study, { isPublic: true })
    expect(refusal).toEqual({ code: 'unknownStudy' })
  }
  for (const page of [owner, stranger, editor]) await page.send({ type: 'followStudy', study })
  const { study: stored } = await edit(owner, study, { isPublic: true })
  const told = async (page: Page) =>
    (await page.hear('study', ({ study: { version } }) => version === stored?.version)).study
  expect(await told(owner)).toMatchObject({ isPublic: true })
  expect(await look(owner, `/${study}`)).toMatchObject({ study: { isPublic: true } })
  const { studies } = studiesReplySchema.parse(await look(owner, ''))
  expect(studies).toMatchObject([{ isPublic: true }])
  // Pages of the version before read what the others get.
  const { invited } = studiesReplySchema.parse(await look(editor, ''))
  for (const seen of [await told(stranger), await told(editor), ...invited]) {
    expect(seen).not.toHaveProperty('isPublic')
  }
  expect(JSON.stringify(await look(stranger, `/${study}`))).not.toContain('isPublic')
})

test('a profile shows the studies that were changed last, and not too many', async () => {
  const owner = await member()
  const rows = Array.from({ length: MOST_SHOWN_STUDIES + 3 }, (_, n) => ({
    ...{
      id: freshStudyId(),
      owner: owner.player.id,
      title: `Study ${n}`,
      isShared: 1,
      isPublic: 1,
    },
    ...{ version: 1, createdAt: n, changedAt: n, holder: null },
  }))
  // An older node makes studies without the column, and ends sharing without clearing it.
  const older = [{ isPublic: null }, { isShared: 0 }].map((is) => ({
    ...{
      id: freshStudyId(),
      owner: owner.player.id,
      title: 'Not public',
      isShared: 1,
      isPublic: 1,
    },
    ...{ version: 1, createdAt: 99, changedAt: 99, holder: null, ...is },
  }))
  await server.inStore((db) =>
    db
      .insertInto('studies')
      .values([...rows, ...older])
      .execute(),
  )
  const latest = rows.toReversed().slice(0, MOST_SHOWN_STUDIES)
  expect(await shown(owner)).toEqual(
    latest.map(({ id, title, changedAt }) => ({ id, title, changedAt, chapters: 0 })),
  )
})

test('a blocked reader sees none, and a player who has blocked the owner neither', async () => {
  const [owner, reader] = [await member(), await member()]
  await publish(owner)
  for (const [one, other] of [
    [owner, reader],
    [reader, owner],
  ] as const) {
    await doTo(one, 'block', { player: other.player.id, isOn: true })
    expect(await shown(owner, reader.cookie)).toEqual([])
    await doTo(one, 'block', { player: other.player.id, isOn: false })
    expect(await shown(owner, reader.cookie)).toHaveLength(1)
  }
})

test('an account that is suspended, muted, closed, deleted or unknown shows none', async () => {
  const reader = await member()
  for (const limitation of ['suspend', 'mute', 'close'] as const) {
    const owner = await member()
    await publish(owner)
    await expect.poll(async () => (await limit(owner, limitation)).ok).toBe(true)
    for (const cookie of [reader.cookie, '']) expect(await shown(owner, cookie)).toEqual([])
  }
  const owner = await member()
  await publish(owner)
  await post(owner, 'delete', { password: PASSWORD })
  expect(await shown(owner)).toBe(404)
  // Guests have no profile.
  expect(await shown(await guest(), reader.cookie)).toBe(404)
})

test('a pupil makes no study public, not even in an open class', async () => {
  const teacher = await openTeacher(server)
  const { class: id, pupils } = await openClass(teacher, ['Anna', 'Bert'])
  const [anna, bert] = pupils
  const outsider = await member()
  pages.push(teacher, ...pupils)
  if (anna === undefined || bert === undefined) return expect.fail('no pupil')
  const study = await make(anna)
  for (const isOn of [false, true]) {
    await teach(teacher, { type: 'open', class: id, isOn })
    const { refusal } = await edit(anna, study, { isPublic: true })
    expect(refusal).toEqual({ code: 'ofClass' })
    expect((await edit(anna, study, {})).study).toMatchObject({ isShared: true })
  }
  // However it got there, it is not shown.
  await server.inStore((db) =>
    db.updateTable('studies').set({ isPublic: 1 }).where('id', '=', study).execute(),
  )
  for (const page of [bert, teacher, outsider]) expect(await shown(anna, page.cookie)).toEqual([])
  await teach(teacher, { type: 'open', class: id, isOn: false })
  expect(await shown(anna, bert.cookie)).toEqual([])
  expect(await shown(anna, outsider.cookie)).toBe(404)
  expect(await shown(anna)).toBe(404)
  // Nor does a pupil see what others show outside the class.
  await publish(outsider)
  expect(await shown(outsider, bert.cookie)).toBe(404)
})
