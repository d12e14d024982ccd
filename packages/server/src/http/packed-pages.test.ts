import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { PackedPages } from './packed-pages.ts'

test('a page is filled and packed once for each encoding, however many ask for it', async () => {
  let filled = 0
  const pages = new PackedPages(({ document, base }) => {
    filled++
    return `${document} at ${base}`
  })
  const wish = { name: 'page', document: 'A page', base: 'https://one.example' }
  const packed = await Promise.all([1, 2, 3].map(() => pages.of(wish, 'gzip')))
  expect(packed.map((page) => String(gunzipSync(page)))).toEqual(
    Array.from({ length: 3 }, () => 'A page at https://one.example'),
  )
  expect(await pages.of(wish, 'gzip')).toBe(packed[0])
  expect(filled).toBe(1)
  await pages.of(wish, 'br')
  await pages.of({ ...wish, base: 'https://other.example' }, 'br')
  expect(filled).toBe(3)
  expect(await pages.of(wish, 'br')).toEqual(await pages.of(wish, 'br'))
  expect(filled).toBe(3)
})
