import { type Browser, expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest } from './guests.ts'
import { landings, movable, moveCount, square } from './helpers.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const status = (page: Page) => page.getByTestId('placing')

/** Two guests who agreed by a link that each places their own pieces; Black comes first. */
async function pairUp(browser: Browser, time = '10 min each + 5 s per move') {
  const black = await guest(browser, server)
  await button(black, 'More options').click()
  await black.getByLabel('A friend with the link').check()
  await black.locator('.terms-form').getByLabel('Time').selectOption({ label: time })
  await black.getByRole('radio', { name: 'One game' }).check()
  await black.getByRole('radio', { name: 'Black', exact: true }).check()
  await black.getByRole('radio', { name: 'Each player places their own side' }).check()
  const note = await black
    .locator('.choice', { hasText: 'Each player places' })
    .locator('.note')
    .innerText()
  await button(black, 'Offer the game').click()
  const link = await black.getByLabel('Copy link').first().inputValue()
  const white = await guest(browser, server, new URL(link).pathname)
  await expect(white.locator('main')).toContainText('Each player places their own side')
  await white.getByRole('main').getByRole('button', { name: 'Play' }).click()
  for (const page of [black, white]) {
    await expect(page.getByRole('heading', { name: 'Place your pieces' })).toBeVisible()
  }
  return { black, white, note }
}

/** All frames that a page's socket receives from its next load on. */
function framesOf(page: Page): readonly string[] {
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  })
  return frames
}

async function put(page: Page, piece: string, ...squares: readonly string[]): Promise<void> {
  const tray = page.locator(`[data-piece="${piece}"]`)
  if ((await tray.getAttribute('aria-pressed')) !== 'true') await tray.click()
  for (const name of squares) await square(page, name).click()
}

test('two place their own pieces unseen, through a reload and a lost line, and play', async ({
  browser,
}) => {
  const { black, white, note } = await pairUp(browser)
  expect(note).toContain('Time to place them: 3\u00a0min.')
  const frames = framesOf(white)
  await white.reload()
  const watcher = await guest(browser, server, new URL(black.url()).pathname)
  await expect(status(watcher)).toContainText('are placing their pieces.')
  await expect(white).toHaveTitle(/^●/)
  for (const page of [black, white]) {
    await expect(status(page)).toContainText('is still placing pieces.')
    await expect(page.getByRole('timer')).toContainText('Time left: ')
    await expect(button(page, 'Ready')).toBeDisabled()
  }
  await put(black, 'black-3', 'a3', 'b3', 'c3')
  await square(black, 'a4').click()
  await expect(black.getByTestId('told')).toContainText('Black may use only its own three rows')
  // Placed pieces survive a reload, even if they could not be sent.
  await black.context().setOffline(true)
  await expect(black.locator('.connection')).toContainText('No connection')
  await put(black, 'black-2', 'a2', 'b2')
  await black.context().setOffline(false)
  await black.reload()
  for (const [name, piece] of [
    ['a3', 'black three'],
    ['c3', 'black three'],
    ['b2', 'black two'],
  ] as const) {
    await expect(square(black, name)).toHaveAccessibleName(`${name}, ${piece}`)
  }
  await button(black, 'Place the rest at random').click()
  await button(black, 'Ready').click()
  await expect(status(black)).toContainText('You’re ready.')
  await expect(status(white)).toContainText('is ready.')
  await expect(square(white, 'a1')).toHaveAccessibleName('a1, hidden')
  await expect(square(watcher, 'a1')).toHaveAccessibleName('a1, hidden')
  await expect(square(watcher, 'a6')).toHaveAccessibleName('a6, empty')
  await black.reload()
  await expect(square(black, 'a3')).toHaveAccessibleName('a3, black three')
  expect(frames.some((frame) => frame.includes('"placed"'))).toBe(true)
  for (const frame of frames) expect(frame).not.toMatch(/"deal"|"arrangement":"(?!-{18})/)
  for (const page of [black, white, watcher]) {
    await expectNoViolations(page)
  }
  await button(white, 'Place the rest at random').click()
  const own = await square(white, 'f6').getAttribute('aria-label')
  await button(white, 'Ready').click()
  for (const page of [black, white, watcher]) {
    await expect(square(page, 'a3')).toHaveAccessibleName(/ three\b/)
    await expect(page.locator('.seat-near')).toBeVisible()
  }
  expect(await square(black, 'f6').getAttribute('aria-label')).toContain(own?.split(', ')[1])
  await movable(black).first().click()
  await landings(black).first().click()
  for (const page of [black, white, watcher]) await expect.poll(() => moveCount(page)).toBe(1)
  await button(white, 'Starting layout').click()
  await expect(white.getByRole('dialog')).toContainText('Each player placed their own pieces')
})

test('by days, a game calls its player to place, lives through a restart, and ends with its time', async ({
  browser,
}) => {
  const { black, white, note } = await pairUp(browser, '2 days per move')
  expect(note).toContain('Time to place them: 2 days.')
  await put(black, 'black-1', 'a1', 'b1')
  await expect(black.getByRole('timer')).toContainText(/ (2d|1d 23h)\./)
  // The server has it, so the device need not store it.
  const unsent = () =>
    black.evaluate(() =>
      [localStorage, sessionStorage].map((kept) => kept.getItem('hokito-placing')),
    )
  await expect.poll(unsent).toEqual([null, null])
  await black.goto('/')
  await expect(black.locator('.call')).toContainText('Place your pieces')
  await black.goto('/games')
  await expect(black.locator('.game-turn')).toHaveText('Place your pieces')
  await server.restart(1000)
  await black.locator('.game-link').click()
  await expect(square(black, 'b1')).toHaveAccessibleName('b1, black one')
  await button(white, 'Place the rest at random').click()
  await button(white, 'Ready').click()
  await expect(status(white)).toContainText('You’re ready.')
  await expect(square(black, 'f6')).toHaveAccessibleName('f6, hidden')
  server.advance(2 * 86_400_000)
  await expect(black.locator('.seat-near')).toBeVisible()
  await expect(square(black, 'a1')).toHaveAccessibleName(/ one\b/)
  await expect(black.getByText('The rest of your pieces were placed at random.')).toBeVisible()
})

test('can be called off, which the other page says', async ({ browser }) => {
  const { black, white } = await pairUp(browser)
  await button(white, 'Call off').click()
  await expect(black.getByRole('heading', { name: 'The game was called off.' })).toBeVisible()
})
