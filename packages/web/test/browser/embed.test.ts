import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatMove, formatRecord, isSameMove, legalMoves, lineOf, newRecord } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, type FrameLocator, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'

const GAME = seededGame(4, 'either')
const MOVES = GAME.moves.slice(0, 6)
const [FIRST] = GAME.positions
if (FIRST === undefined) throw new Error('a game has a first position')
const HGN = formatRecord({
  ...newRecord({ kind: 'position', position: FIRST }, 'either'),
  ...lineOf(MOVES),
  comments: [{ ply: 2, text: 'Here it turns.' }],
  tags: { Black: 'Ada', White: 'Bert' },
})
/** The same with another second move, which has a judgement and is followed by one more move. */
const [, SECOND] = GAME.positions
const TRIED = legalMoves(SECOND ?? FIRST).find((move) => MOVES[1] && !isSameMove(move, MOVES[1]))
if (TRIED === undefined) throw new Error('there is another move')
const TRIED_NAME = formatMove(TRIED)
const VARIED = formatRecord({
  ...newRecord({ kind: 'position', position: FIRST }, 'either'),
  ...lineOf(MOVES),
  tags: { Black: 'Ada', White: 'Bert' },
  variations: [
    {
      ...lineOf([TRIED]),
      ply: 1,
      comments: [{ ply: 2, text: 'A try.' }],
      glyphs: [{ ply: 2, code: 1 }],
    },
  ],
})
const EMBED = `/embed/analysis?ply=0#${encodeURI(HGN)}`
const NAMES = MOVES.map(formatMove)
const nameOf = (ply: number) => NAMES[ply - 1] ?? 'no move'

/** Another site, on another origin: one page with a frame for the address in its query. */
let other: Server
let otherUrl: string
test.beforeAll(async () => {
  other = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('frame') ?? ''
    response.setHeader('Content-Type', 'text/html')
    const source = address.replaceAll('&', '&amp;').replaceAll('"', '%22')
    response.end(
      `<!doctype html><html lang="en"><title>A blog</title><main><h1>A blog</h1><button>Before</button>
      <iframe src="${source}" width="480" height="600" title="A game"></iframe></main></html>`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  otherUrl = `http://127.0.0.1:${port}`
})
test.afterAll(() => {
  other.close()
  other.closeAllConnections()
})

async function openFramed(page: Page, address: string): Promise<FrameLocator> {
  await page.goto(`${otherUrl}/?${new URLSearchParams({ frame: address })}`)
  return page.frameLocator('iframe')
}

const newsIn = (frame: FrameLocator) => frame.getByRole('status')

test.describe('a game in a frame of another site', () => {
  test('is replayed with the pointer', async ({ page, baseURL }) => {
    const frame = await openFramed(page, baseURL + EMBED)
    await expect(newsIn(frame)).toHaveText('Position 0 of 6')
    await expect(frame.getByText('Ada', { exact: true })).toBeVisible()
    await expect(frame.getByRole('button', { name: 'One move back' })).toBeDisabled()
    await frame.getByRole('button', { name: 'One move forward' }).click()
    await expect(newsIn(frame)).toContainText(nameOf(1))
    await frame.getByRole('button', { name: 'One move forward' }).click()
    await expect(newsIn(frame)).toContainText('Here it turns.')
    await frame.getByRole('button', { name: 'To the end' }).click()
    await expect(newsIn(frame)).toContainText(nameOf(6))
    await frame.getByRole('button', { name: 'Autoplay' }).click()
    await expect(newsIn(frame)).toContainText(nameOf(1))
    await frame.getByRole('button', { name: 'Pause' }).click()
    await expect(frame.getByRole('button', { name: 'Autoplay' })).toBeVisible()
    const opening = page.context().waitForEvent('page')
    await frame.getByRole('link', { name: 'See the game on Hokito' }).click()
    await expect((await opening).locator('.tree')).toContainText(nameOf(6))
  })

  test('is replayed with the keyboard alone', async ({ page, baseURL }) => {
    const frame = await openFramed(page, baseURL + EMBED)
    await expect(newsIn(frame)).toHaveText('Position 0 of 6')
    await page.getByRole('button', { name: 'Before' }).focus()
    // Into the frame: first the slider, then the buttons.
    await page.keyboard.press('Tab')
    await expect(frame.getByRole('slider')).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(newsIn(frame)).toContainText(nameOf(1))
    await page.keyboard.press('Tab')
    await expect(frame.getByRole('button', { name: 'To the start' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(newsIn(frame)).toContainText(nameOf(2))
    await page.keyboard.press('End')
    await expect(newsIn(frame)).toContainText(nameOf(6))
    await page.keyboard.press('Home')
    await expect(newsIn(frame)).toHaveText('Position 0 of 6')
  })

  test('shows its variations, which are pressed and walked along', async ({ page, baseURL }) => {
    const frame = await openFramed(page, `${baseURL}/embed/analysis#${encodeURI(VARIED)}`)
    const tree = frame.getByRole('region', { name: 'Moves and variations' })
    await tree.getByRole('button', { name: `${TRIED_NAME}, good move` }).click()
    await expect(newsIn(frame)).toContainText(`${TRIED_NAME}!`)
    await expect(newsIn(frame)).toContainText('A try.')
    await expect(frame.getByRole('button', { name: 'One move forward' })).toBeDisabled()
    await frame.getByRole('button', { name: 'One move back' }).click()
    await expect(newsIn(frame)).toContainText(nameOf(1))
    await frame.getByRole('button', { name: 'One move forward' }).click()
    await expect(newsIn(frame)).toContainText(TRIED_NAME)
    await tree.getByRole('button', { name: nameOf(6) }).click()
    await expect(newsIn(frame)).toContainText(nameOf(6))
    // With keys only, from the move shown to the link.
    await page.keyboard.press('ArrowLeft')
    await expect(newsIn(frame)).toContainText(nameOf(5))
    await page.keyboard.press('Tab')
    await expect(frame.getByRole('link', { name: 'See the game on Hokito' })).toBeFocused()
  })

  test('draws the arrows and squares of its comments', async ({ page, baseURL }) => {
    const drawn = HGN.replace('{Here it turns.}', '{Here it turns. [%csl Gb2][%cal Ga1c3]}')
    expect(drawn).not.toBe(HGN)
    const frame = await openFramed(page, `${baseURL}/embed/analysis?ply=2#${encodeURI(drawn)}`)
    await expect(newsIn(frame)).toContainText('Here it turns.')
    await expect(newsIn(frame)).not.toContainText('%')
    await expect(frame.locator('.board-shapes > [data-shape]')).toHaveCount(2)
    const [arrow, board] = [
      await frame.locator('[data-shape=a1c3]').boundingBox(),
      await frame.locator('.board-drawing').boundingBox(),
    ]
    // From the corner square, two squares to the right and up.
    const cell = (board?.width ?? 0) / 6
    const start = (arrow?.x ?? 0) - (board?.x ?? 0)
    const end = start + (arrow?.width ?? 0)
    expect([start, end].map((at) => Math.floor(at / cell))).toEqual([0, 2])
    await expect(frame.getByText('Drawn on the board: ')).toContainText('arrow from a1 to c3')
    await frame.getByRole('button', { name: 'One move back' }).click()
    await expect(frame.locator('.board-shapes > [data-shape]')).toHaveCount(0)
  })

  test('has no tree where there are no variations', async ({ page, baseURL }) => {
    await page.goto(baseURL + EMBED)
    await expect(page.getByRole('status')).toBeVisible()
    await expect(page.locator('.tree')).toHaveCount(0)
  })

  test('fits narrow frames with its variations', async ({ page }) => {
    for (const [width, height] of [
      [480, 760],
      [320, 640],
      [800, 500],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`/embed/analysis#${encodeURI(VARIED)}`)
      await expect(page.locator('.tree')).toBeVisible()
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
        return [scrollWidth - clientWidth, scrollHeight - clientHeight]
      })
      expect([width, ...overflow]).toEqual([width, 0, 0])
    }
  })

  test('fits the frame that oEmbed names, and narrow ones', async ({ page, baseURL }) => {
    for (const width of [480, 300, 240]) {
      await page.setViewportSize({ width, height: width + 120 })
      await page.goto(baseURL + EMBED)
      await expect(page.getByRole('status')).toBeVisible()
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([width, overflow]).toEqual([width, 0])
      const board = await page.locator('.board-drawing').boundingBox()
      expect(board?.width).toBeGreaterThanOrEqual(200)
    }
  })

  test('takes theme, side, place and language from its address', async ({ page }) => {
    await page.goto(
      `/embed/analysis?theme=dark&board=slate&view=white&ply=3&lang=de#${encodeURI(HGN)}`,
    )
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('html')).toHaveAttribute('data-board', 'slate')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByRole('status')).toContainText(nameOf(3))
    await expect(page.getByRole('link', { name: 'Partie auf Hokito ansehen' })).toBeVisible()
    // The pieces of the side that sits above are drawn first.
    await expect(page.locator('.board-drawing .face').first()).toHaveClass(/face-black/)
  })

  test('says when there is nothing to show, and shows what comes next', async ({ page }) => {
    await page.goto('/embed/analysis#nothing')
    await expect(page.getByRole('alert')).toHaveText('This can’t be shown.')
    await page.goto('/embed/game/nosuchgame00')
    await expect(page.getByRole('alert')).toHaveText('There is no such game.')
    await page.goto('/embed/analysis#77.1234567')
    await expect(page.getByRole('status')).toHaveText('Position 0 of 0')
  })

  test('has no faults that axe finds in any theme, nor with variations', async ({ page }) => {
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.goto(`/embed/analysis?theme=${theme}&ply=2#${encodeURI(HGN)}`)
      await expect(page.getByRole('status')).toContainText('Here it turns.')
      await expectNoViolations(page, theme)
      await page.goto(`/embed/analysis?theme=${theme}&ply=2#${encodeURI(VARIED)}`)
      await expect(page.locator('.tree')).toBeVisible()
      await expectNoViolations(page, `${theme}, with variations`)
    }
  })

  test('is all that may be framed', async ({ page, baseURL }) => {
    const frame = await openFramed(page, `${baseURL}/about`)
    await expect(page.getByRole('button', { name: 'Before' })).toBeVisible()
    await expect(frame.getByRole('heading', { name: 'About' })).toHaveCount(0)
  })
})

test('the code for a web page shows the game in a frame', async ({ page, baseURL }) => {
  await page.goto(`/replay#${encodeURI(HGN)}`)
  await page.getByRole('button', { name: 'Save and share' }).click()
  await page.getByRole('button', { name: 'Copy code for a web page' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const [, source = ''] = /^<iframe src="([^"]*)"/.exec(code) ?? []
  expect(source.startsWith(`${baseURL}/embed/analysis#`)).toBe(true)
  const frame = await openFramed(page, source.replaceAll('&amp;', '&'))
  await expect(frame.getByText('Ada', { exact: true })).toBeVisible()
  await expect(frame.getByRole('slider')).toHaveAttribute('max', '6')
})

test('the code of an analysis shows its variations in a frame', async ({ page, baseURL }) => {
  await page.goto(`/analysis#${encodeURI(VARIED)}`)
  await page.getByRole('button', { name: 'Save and share' }).click()
  await page.getByRole('button', { name: 'Copy code for a web page' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const [, source = ''] = /^<iframe src="([^"]*)"/.exec(code) ?? []
  expect(source.startsWith(`${baseURL}/embed/analysis#`)).toBe(true)
  const frame = await openFramed(page, source.replaceAll('&amp;', '&'))
  await expect(frame.locator('.tree')).toContainText(`${TRIED_NAME}!`)
  await expect(frame.locator('.tree')).toContainText('A try.')
})
