import { type Browser, expect, type Page } from '@playwright/test'
import { DAYS } from '../../../server/test/helpers/lines.ts'
import { beginGame, Page as Player } from '../../../server/test/helpers/page.ts'
import { openMember } from '../../../server/test/helpers/people.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { startSite } from './guests.ts'

let server: TestServer
test.beforeEach(async () => {
  // Far from the end of the year, so that no days of the next year count.
  server = await startSite({
    time: {
      wall: () => Math.floor(Date.UTC(2027, 2) + performance.now()),
      monotonic: () => performance.now(),
    },
  })
})
test.afterEach(() => server.close())

/** The browser of a player with an account. */
async function browserOf(browser: Browser, { cookie }: Player, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openPart = (page: Page) => page.getByRole('heading', { name: 'Take a break' }).click()

test('a break is taken and ended, and the opponent sees it in the game and in the list', async ({
  browser,
}) => {
  const [white, black] = [await openMember(server.url), await openMember(server.url)]
  const game = await beginGame(black, white, DAYS)
  const page = await browserOf(browser, black, '/account')
  await openPart(page)
  await expect(page.getByText('Days left: 14.')).toBeVisible()
  await page.getByLabel('How long?').selectOption('5 days')
  const opponents = await browserOf(browser, white, `/play/${game}`)
  await opponents.locator('[data-square]').first().waitFor()
  await button(page, 'Begin the break').click()
  await expect(page.getByText('Your break has begun.')).toBeVisible()
  await expect(page.getByText(/^You’re on a break until 6 March 2027/)).toBeVisible()
  const onBreak = new RegExp(`${black.player.name} is on a break until 6 Mar 2027`)
  await expect(opponents.getByText(onBreak)).toBeVisible()
  await opponents.goto('/games')
  await expect(opponents.locator('.game-row').getByText(onBreak)).toBeVisible()
  await page.goto('/games')
  await expect(page.locator('.game-row').getByText(/you’re on a break until/)).toBeVisible()
  await page.goto(`/play/${game}`)
  await expect(page.getByText(/^You’re on a break until/)).toBeVisible()

  await page.goto('/account')
  await openPart(page)
  await button(page, 'End the break now').click()
  await expect(page.getByText('Your break is over.')).toBeVisible()
  await expect(page.getByText('Days left: 13.')).toBeVisible()
  await opponents.goto(`/play/${game}`)
  await opponents.locator('[data-square]').first().waitFor()
  await expect(opponents.getByText(onBreak)).toHaveCount(0)
  for (const player of [white, black]) player.close()
})

test('a break that cannot be had says why', async ({ browser }) => {
  const member = await openMember(server.url)
  const [one, two] = [
    await browserOf(browser, member, '/account'),
    await browserOf(browser, member, '/account'),
  ]
  for (const page of [one, two]) await openPart(page)
  await one.getByLabel('How long?').selectOption('14 days')
  await button(one, 'Begin the break').click()
  await expect(button(one, 'End the break now')).toBeVisible()
  await button(two, 'Begin the break').click()
  await expect(two.getByText('You’re already on a break. Load the page again.')).toBeVisible()
  server.advance(14 * 86_400_000)
  await button(one, 'End the break now').click()
  await expect(one.getByText('You’re not on a break. Load the page again.')).toBeVisible()
  await one.reload()
  await openPart(one)
  await expect(one.getByText('You have no days left this year.')).toBeVisible()
  await expectNoViolations(one)
  member.close()
})

test('an account that has not played becomes a bot, after a question', async ({ browser }) => {
  const member = await openMember(server.url)
  const page = await browserOf(browser, member, '/account')
  await page.getByRole('heading', { name: 'Programs' }).click()
  await button(page, 'Make this account a bot').click()
  const dialog = page.getByRole('dialog', { name: 'Make this account a bot for good?' })
  await expect(dialog).toContainText(`a program plays for ${member.player.name}`)
  await expectNoViolations(page, 'the question', 'dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await page.getByRole('heading', { name: 'Programs' }).click()
  await button(page, 'Make this account a bot').click()
  await button(page, 'Make it a bot for good').click()
  await expect(page.getByText('This account is a bot from now on.')).toBeVisible()
  await page.reload()
  await page.getByRole('heading', { name: 'Programs' }).click()
  await expect(page.getByText('This account is a bot: a program plays for it.')).toBeVisible()
  await expect(button(page, 'Make this account a bot')).toHaveCount(0)
  // A bot needs no breaks.
  await expect(page.getByRole('heading', { name: 'Take a break' })).toHaveCount(0)
  member.close()
})

test('an account that has played is not offered to become a bot, and does not', async ({
  browser,
}) => {
  const member = await openMember(server.url)
  const page = await browserOf(browser, member, '/account')
  await page.getByRole('heading', { name: 'Programs' }).click()
  const other = await Player.open(server.url)
  await beginGame(member, other)
  await button(page, 'Make this account a bot').click()
  await button(page, 'Make it a bot for good').click()
  await expect(page.getByText(/^This account has played, so it can no longer/)).toBeVisible()
  await page.reload()
  await page.getByRole('heading', { name: 'Programs' }).click()
  await expect(button(page, 'Make a key')).toBeVisible()
  await expect(button(page, 'Make this account a bot')).toHaveCount(0)
  for (const player of [member, other]) player.close()
})
