import { studyIdSchema } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openClass, openTeacher, teach } from '../helpers/classes.ts'
import { type Club, describeOnNodes, startClub } from '../helpers/nodes.ts'
import { Page } from '../helpers/page.ts'
import { doTo, openMember } from '../helpers/people.ts'
import { changeStudy } from '../helpers/studies.ts'

let club: Club
const pages: Page[] = []
beforeEach(async () => {
  club = await startClub()
})
afterEach(async () => {
  for (const page of pages.splice(0)) page.close()
  await club.close()
})

const study = studyIdSchema.parse('studystudy12')
const record = (words: string) =>
  `[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]\n\n1. a2a6 {${words}} *`

async function change(page: Page, body: object, path = ''): Promise<number> {
  return (await changeStudy(page, { study, ...body }, path)).status
}

/** A player with an account, connected to a node. */
async function memberOn(node: number, name: string): Promise<Page> {
  const page = await openMember(club.nodes[node]?.url ?? expect.fail(), name)
  pages.push(page)
  return page
}

async function makeShared(owner: Page): Promise<void> {
  const chapter = { title: 'First', hgn: record('one') }
  expect(await change(owner, { type: 'make', title: 'Mine', chapter })).toBe(200)
  expect(await change(owner, { type: 'edit', title: 'Mine', isShared: true })).toBe(200)
}

describeOnNodes('a study on two nodes', () => {
  test('reaches its reader on the other node, until it is removed', async () => {
    const [here, there] = club.nodes.map(({ url }) => url)
    const owner = await openMember(here ?? expect.fail(), 'Ottilie')
    const reader = await Page.open(there ?? expect.fail())
    pages.push(owner, reader)
    await makeShared(owner)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
    for (let version = 1; version <= 5; version++) {
      const save = { type: 'saveChapter', n: 1, version, path: '', title: 'First' }
      expect(await change(owner, { ...save, hgn: record(`version ${version}`) })).toBe(200)
    }
    const heard = await reader.hear('study', (told) => told.chapter?.version === 6)
    expect(heard.chapter?.hgn).toContain('version 5')
    for (const n of [2, 3]) {
      const more = { type: 'addChapter', n, title: 'More', hgn: record('more') }
      expect(await change(owner, more)).toBe(200)
    }
    expect(await change(owner, { type: 'moveChapter', n: 3, after: null })).toBe(200)
    await reader.hear('study', ({ study: { chapters } }) => chapters.at(0)?.n === 3)
    expect(await change(owner, {}, '/remove')).toBe(200)
    await reader.hear('studyGone', (gone) => gone.study === study)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: false })
  })

  test('is not followed any more by a reader whom its owner blocks', async () => {
    const [owner, reader] = [await memberOn(0, 'Ottilie'), await memberOn(1, 'Kunigunde')]
    await makeShared(owner)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
    await doTo(owner, 'block', { player: reader.player.id, isOn: true })
    await reader.hear('studyGone', (gone) => gone.study === study)
  })

  test('is closed to strangers with a class of many pupils', async () => {
    const [node] = club.nodes
    const source = { databaseFile: undefined, databaseUrl: club.database.url }
    const teacher = await openTeacher({ ...(node ?? expect.fail()), source })
    const { class: id, pupils } = await openClass(teacher, ['Anna', 'Bert', 'Carl', 'Dora'])
    const reader = await memberOn(1, 'Kunigunde')
    pages.push(teacher, ...pupils)
    const open = (isOn: boolean) => teach(teacher, { type: 'open', class: id, isOn })
    await open(true)
    await makeShared(pupils.at(-1) ?? expect.fail())
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
    await open(false)
    await reader.hear('studyGone', (gone) => gone.study === study)
  })

  test('is not sent to a reader whose block this node has not heard of', async () => {
    const [owner, reader] = [await memberOn(0, 'Ottilie'), await memberOn(0, 'Kunigunde')]
    const elsewhere = { ...reader, url: club.nodes[1]?.url ?? expect.fail(), cookie: reader.cookie }
    await makeShared(owner)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
    for (const { redis } of club.nodes) redis.cut()
    await doTo(elsewhere, 'block', { player: owner.player.id, isOn: true })
    expect(await change(owner, { type: 'edit', title: 'Secret', isShared: true })).toBe(200)
    await reader.hear('studyGone', (gone) => gone.study === study)
    expect(JSON.stringify(reader.told)).not.toContain('Secret')
  })
})
