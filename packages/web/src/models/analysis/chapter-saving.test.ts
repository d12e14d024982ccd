import type { Study } from '@hokito/protocol'
import { err, ok, type Result } from '@hokito/rules'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ChapterContent, createChapterSaving } from './chapter-saving.ts'
import type { StudyRefusal } from './studies-api.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const content = (hgn: string): ChapterContent => ({ title: 'T', hgn, path: '' })

/** A server with one chapter, which can be away, and which refuses other versions than its own. */
function serverWith(hgn: string) {
  const server = {
    ...{ hgn, version: 1, isAway: false, writes: 0 },
    save: async (version: number, next: ChapterContent): Promise<Result<Study, StudyRefusal>> => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (server.isAway) return err('other')
      if (server.hgn !== next.hgn) {
        if (version !== server.version) return err('staleStudy')
        server.hgn = next.hgn
        server.version++
        server.writes++
      }
      return ok({ chapters: [{ n: 1, title: 'T', version: server.version }] } as unknown as Study)
    },
  }
  const saving = createChapterSaving({
    ...{ n: 1, version: 1, stored: content(hgn) },
    save: server.save,
  })
  return { server, saving }
}

test('what is typed in one go is stored once, and the last of it', async () => {
  const { server, saving } = serverWith('a')
  for (const hgn of ['b', 'c', 'd']) saving.want(content(hgn))
  expect(saving.state.value).toBe('saving')
  await vi.advanceTimersByTimeAsync(2000)
  expect(server).toMatchObject({ hgn: 'd', writes: 1 })
  expect(saving.state.value).toBe('saved')
  expect(saving.version()).toBe(2)
})

test('a change while a request is under way follows it', async () => {
  const { server, saving } = serverWith('a')
  saving.want(content('b'))
  await vi.advanceTimersByTimeAsync(1100)
  saving.want(content('c'))
  await vi.advanceTimersByTimeAsync(5000)
  expect(server).toMatchObject({ hgn: 'c', version: 3 })
  expect(saving.state.value).toBe('saved')
})

test('without an answer it is sent again, even if the server had stored it', async () => {
  const { server, saving } = serverWith('a')
  server.isAway = true
  saving.want(content('b'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(saving.state.value).toBe('waiting')
  Object.assign(server, { isAway: false, hgn: 'b', version: 2 })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(saving.state.value).toBe('saved')
  expect(saving.version()).toBe(2)
  saving.want(content('c'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(server).toMatchObject({ hgn: 'c', version: 3 })
})

test('a chapter changed elsewhere is never overwritten', async () => {
  const { server, saving } = serverWith('a')
  Object.assign(server, { hgn: 'other', version: 2 })
  saving.want(content('b'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(saving.state.value).toBe('stale')
  saving.want(content('c'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.hgn).toBe('other')
})

test('a chapter changed elsewhere is taken in, and what is made of both is stored', async () => {
  const { server, saving } = serverWith('a')
  Object.assign(server, { hgn: 'other', version: 2 })
  saving.want(content('b'))
  await vi.advanceTimersByTimeAsync(3000)
  saving.takeIn(2, content('other'))
  saving.want(content('other and b'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(server).toMatchObject({ hgn: 'other and b', version: 3 })
  expect(saving.state.value).toBe('saved')
})

test('the latest change is sent when the page is left, also one behind a request', async () => {
  const { server, saving } = serverWith('a')
  saving.want(content('b'))
  await vi.advanceTimersByTimeAsync(1100)
  saving.want(content('c'))
  saving.dispose()
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.hgn).toBe('c')
})

test('a page that closes sends what was changed last, and knows when that is not enough', async () => {
  const { server, saving } = serverWith('a')
  expect(saving.sendNow()).toBe(true)
  saving.want(content('b'))
  expect(saving.sendNow()).toBe(true)
  saving.want(content('c'))
  expect(saving.sendNow()).toBe(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.hgn).toBe('c')
  server.isAway = true
  saving.want(content('d'))
  await vi.advanceTimersByTimeAsync(3000)
  expect(saving.sendNow()).toBe(false)
})

test('a chapter that is closed during an outage is sent again for a minute', async () => {
  const { server, saving } = serverWith('a')
  server.isAway = true
  saving.want(content('b'))
  saving.dispose()
  await vi.advanceTimersByTimeAsync(20_000)
  server.isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  expect(server.hgn).toBe('b')
  server.isAway = true
  saving.want(content('c'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('a change that is taken back leaves nothing to store', async () => {
  const { server, saving } = serverWith('a')
  saving.want(content('b'))
  saving.want(content('a'))
  expect(saving.state.value).toBe('saved')
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.writes).toBe(0)
})
