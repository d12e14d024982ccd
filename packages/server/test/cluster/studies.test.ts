import { studyIdSchema } from '@hokito/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, describeOnNodes, startClub } from '../helpers/nodes.ts'
import { Page } from '../helpers/page.ts'
import { openMember } from '../helpers/people.ts'
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

describeOnNodes('a study on two nodes', () => {
  test('reaches its reader on the other node, until it is removed', async () => {
    const [here, there] = club.nodes.map(({ url }) => url)
    const owner = await openMember(here ?? expect.fail(), 'Ottilie')
    const reader = await Page.open(there ?? expect.fail())
    pages.push(owner, reader)
    const chapter = { title: 'First', hgn: record('one') }
    expect(await change(owner, { type: 'make', title: 'Mine', chapter })).toBe(200)
    expect(await change(owner, { type: 'edit', title: 'Mine', isShared: true })).toBe(200)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: true })
    for (let version = 1; version <= 5; version++) {
      const save = { type: 'saveChapter', n: 1, version, path: '', title: 'First' }
      expect(await change(owner, { ...save, hgn: record(`version ${version}`) })).toBe(200)
    }
    const heard = await reader.hear('study', (told) => told.chapter?.version === 6)
    expect(heard.chapter?.hgn).toContain('version 5')
    expect(await change(owner, {}, '/remove')).toBe(200)
    await reader.hear('studyGone', (gone) => gone.study === study)
    expect(await reader.send({ type: 'followStudy', study })).toMatchObject({ ok: false })
  })
})
