import { readFile } from 'node:fs/promises'
import { drawBoard, PLAIN_MANNER, scenesOf } from '@hokito/picture'
import { formatRecord, lineOf, newRecord } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, type Page, test } from '@playwright/test'

const WHOLE = seededGame(4, 'either')
const GAME = { positions: WHOLE.positions.slice(0, 13), moves: WHOLE.moves.slice(0, 12) }
const [FIRST] = GAME.positions
if (FIRST === undefined) throw new Error('a game has a first position')
const HGN = formatRecord({
  ...newRecord({ kind: 'position', position: FIRST }, 'either'),
  ...lineOf(GAME.moves),
})

async function openShare(page: Page): Promise<void> {
  await page.goto(`/replay#${encodeURI(HGN)}`)
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.getByRole('button', { name: 'Save and share' }).click()
  await expect(page.getByRole('button', { name: /GIF/ })).toBeVisible()
}

async function saved(page: Page, name: RegExp): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return readFile(await (await downloading).path())
}

test('a game is saved as a moving picture with all its positions', async ({ page }) => {
  await openShare(page)
  const gif = await saved(page, /GIF/)
  await expect(page.getByRole('status').filter({ hasText: /Saved, \d+\skB/ })).toBeVisible()
  expect(gif.length).toBeLessThan(2_000_000)
  const facts = await page.evaluate(
    async (bytes) => {
      const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' })
      await decoder.completed
      const { image } = await decoder.decode()
      return [
        decoder.tracks.selectedTrack?.frameCount,
        image.displayWidth,
        image.displayHeight > image.displayWidth,
      ]
    },
    [...gif],
  )
  expect(facts).toEqual([GAME.positions.length, 480, true])
})

test('making it can be stopped, and begun again', async ({ page }) => {
  await openShare(page)
  let hasSaved = false
  page.on('download', () => {
    hasSaved = true
  })
  // It cannot end before it is stopped.
  await page.evaluate(() => {
    Object.assign(window, { terminated: 0 })
    const { postMessage, terminate } = Worker.prototype
    Worker.prototype.postMessage = () => undefined
    Worker.prototype.terminate = function end() {
      Object.assign(window, { terminated: Reflect.get(window, 'terminated') + 1 })
      Object.assign(Worker.prototype, { postMessage })
      terminate.call(this)
    }
  })
  await page.getByRole('button', { name: /GIF/ }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(page.getByRole('button', { name: /GIF/ })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'terminated'))).toBe(1)
  expect(hasSaved).toBe(false)
  expect((await saved(page, /GIF/)).toString('latin1', 0, 6)).toBe('GIF89a')
})

/** A short game that was resigned, with both names. */
const ENDED = formatRecord({
  ...newRecord({ kind: 'position', position: FIRST }, 'either'),
  ...lineOf(GAME.moves.slice(0, 2)),
  tags: { Black: 'Ada', White: 'Blaise' },
  ending: { kind: 'resigned', winner: 'black' },
})

/** The texts drawn on pictures from now on. */
async function writings(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const written: string[] = []
    Object.assign(window, { written })
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function note(text, ...place) {
      written.push(text)
      fillText.call(this, text, ...place)
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'written').splice(0))
}

for (const [theme, paper] of [
  ['light', [246, 239, 227]],
  ['dark', [27, 23, 19]],
] as const) {
  test(`a saved picture says who has played, the points and who has won (${theme})`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`/replay#${encodeURI(ENDED)}`)
    await page.getByRole('button', { name: 'One move forward' }).click()
    await page.getByRole('button', { name: 'Save and share' }).click()
    await expect(page.getByRole('button', { name: /GIF/ })).toBeVisible()
    const read = await writings(page)
    const corners = async (bytes: Buffer, type: string) =>
      page.evaluate(
        async ([data, mime]) => {
          const blob = new Blob([new Uint8Array(data)], { type: mime })
          const image = await createImageBitmap(blob)
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
          context?.drawImage(image, 0, 0)
          const places = [0, Math.round(image.width * 0.1) + 1]
          return places.map((y) => [...(context?.getImageData(0, y, 1, 1).data ?? [])])
        },
        [[...bytes], type] as const,
      )
    const background = [...paper, 255]
    const png = await saved(page, /PNG/)
    expect(await read()).toEqual(['Blaise', expect.any(String), 'Ada', expect.any(String)])
    expect(await corners(png, 'image/png')).toEqual([background, background])
    const gif = await saved(page, /GIF/)
    const written = await read()
    expect(written.filter((text) => text === 'Ada')).toHaveLength(3)
    expect(written.filter((text) => /^\d+$/.test(text))).toHaveLength(6)
    expect(written.at(-1)).toBe('Ada won: Blaise resigned.')
    expect(written.filter((text) => text.includes('resigned'))).toHaveLength(1)
    expect(await corners(gif, 'image/gif')).toEqual([background, background])
  })
}

test('a saved drawing is the one that server and command line draw', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openShare(page)
  const last = scenesOf(GAME).at(-1)
  if (last === undefined) throw new Error('a game has a last position')
  const svg = (await saved(page, /SVG/)).toString()
  expect(svg).toBe(drawBoard(last, 1080, { ...PLAIN_MANNER, theme: 'dark' }))
})
