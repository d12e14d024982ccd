import { type Browser, expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolationsInThemes } from './axe.ts'
import { test } from './guest-test.ts'
import { bothMove, giveUp, guest, startSite } from './guests.ts'
import { moveCount } from './helpers.ts'
import { speak } from './walking.ts'

let server: TestServer
test.beforeEach(async () => {
  // A game lasts longer than the page waits between two questions, so that it opens in progress.
  server = await startSite({ houseLevels: [1, 2], rhythm: { exhibitionMs: 300 } })
})
test.afterEach(() => server.close())

/** Two guests who have begun a public game with each other. */
async function table(browser: Browser, time: RegExp): Promise<[Page, Page]> {
  const both: [Page, Page] = [await guest(browser, server), await guest(browser, server)]
  for (const page of both) await page.getByRole('button', { name: time }).click()
  for (const page of both) await page.locator('[data-square]').first().waitFor()
  return both
}

const button = (page: Page, name: string) => page.getByRole('button', { name })
const more = (page: Page) => page.locator('.watch-more')

test('a visitor of an empty server sees two bots play, one game after another', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/watch')
  await expect(more(page)).toContainText('two bots play for you')
  await expect(page.locator('.seat').getByText('bot', { exact: true })).toHaveCount(2)
  await expect.poll(() => moveCount(page)).toBeGreaterThan(2)
  // A whole game later.
  const steps = page.locator('main .button-main:visible')
  await expect(steps).toHaveText('Play online')
  await expect(more(page)).toContainText('The next game follows in a moment.', { timeout: 90_000 })
  // The end has its own way on.
  await expect(steps).toHaveText('New game')
  const ended = await moveCount(page)
  await expect(more(page)).toContainText('two bots play for you')
  await expect.poll(() => moveCount(page)).toBeLessThan(ended)
})

test('the board has its place before the game is known', async ({ browser }) => {
  await table(browser, /^10 min/)
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1366, height: 768 },
  ]) {
    const page = await guest(browser, server, 'about:blank')
    await page.setViewportSize(viewport)
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/watch?all=yes', async (route) => {
      await isAsked
      await route.continue()
    })
    await page.goto('/watch')
    const board = page.locator('.game-board')
    await expect(board).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(menu).toBeVisible()
    const before = await board.boundingBox()
    answer()
    await expect(page.getByText('You’re watching.')).toBeVisible()
    expect(await board.boundingBox()).toEqual(before)
  }
})

test('games of people come first, and any of them can be chosen', async ({ browser }) => {
  const [one, other] = await table(browser, /^10 min/)
  await table(browser, /^5 min/)
  const page = await guest(browser, server, '/watch')
  await expect(more(page)).toContainText('The best game in progress')
  await expect(more(page)).toContainText('2 public games in progress')
  // The visitor is counted too, who is no player.
  await expect(more(page)).toContainText(/\d people are here/)
  await expect(page.getByText('You’re watching.')).toBeVisible()
  await expect(more(page)).toContainText('Games by invitation aren’t listed here')
  const boards = page.locator('.watched-game')
  await expect(boards).toHaveCount(1)
  const title = await page.title()
  await boards.click()
  await expect(page).not.toHaveTitle(title)
  await page.reload()
  await giveUp(one, other)
  for (const player of [one, other]) await button(player, 'Ready for game 2').click()
  await giveUp(one, other)
  // Whichever was in view, it is the other one that is left in the end.
  await expect(boards).toHaveCount(0)
  await expect(more(page)).toContainText('1 public game in progress')
})

test('a game of people takes the place of one between bots, and leads to game 2 of their match', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/watch')
  await expect(more(page)).toContainText('two bots play for you')
  const [one, other] = await table(browser, /^10 min/)
  await expect(more(page)).toContainText('The best game in progress')
  await giveUp(one, other)
  await expect(page.locator('#end-title')).toContainText('resigned')
  for (const player of [one, other]) await button(player, 'Ready for game 2').click()
  await expect(one.getByText('Game 2 of 2')).toBeVisible()
  // Nobody has moved in it yet.
  await expect(page.locator('#end-title')).toBeVisible()
  await bothMove(one, other)
  await expect(page.getByText('Game 2 of 2')).toBeVisible({ timeout: 30_000 })
})

test('the page asks its next question once the last one is answered', async ({ browser }) => {
  const page = await guest(browser, server, 'about:blank')
  let asked = 0
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/watch**', async (route) => {
    asked += 1
    await answered
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/watch')
  await expect.poll(() => asked).toBe(1)
  // Longer than between two questions, and shorter than the page waits for an answer.
  await page.clock.runFor(9000)
  expect(asked).toBe(1)
  answer()
  await expect(more(page)).toContainText('two bots play for you')
  await page.clock.runFor(9000)
  await expect.poll(() => asked).toBeGreaterThan(1)
})

test('the lobby shows the game in a frame that leads to it', async ({ browser }) => {
  const page = await guest(browser, server)
  const frame = page.locator('.live-game')
  await expect(frame).toContainText('Nobody is making moves in a public game right now')
  await expect(frame).toContainText('Hokito 1')
  await frame.click()
  await expect(page).toHaveURL(/\/watch$/)
  await expect(more(page)).toBeVisible()
})

test('nothing is cut off on a phone in any language, and axe-core agrees', async ({ browser }) => {
  const page = await guest(browser, server, '/watch')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of LANGUAGES) {
    await speak(page, language)
    await expect(more(page).getByRole('link')).toHaveCount(2)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('html, .watch-more, .watch-more :is(p, a)')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
    expect(cut, language).toEqual([])
  }
  await speak(page, 'en')
  await expectNoViolationsInThemes(page)
})
