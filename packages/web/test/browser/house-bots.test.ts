import { expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, member, startSite } from './guests.ts'
import { landings, movable, moveCount, square } from './helpers.ts'
import { choosePage, speak } from './walking.ts'

let server: TestServer
test.beforeEach(async () => {
  server = await startSite({ houseLevels: [1, 3, 5] })
})
test.afterEach(() => server.close())

const bots = (page: Page) => page.locator('.house-bots')

async function seeBots(page: Page): Promise<void> {
  await expect(bots(page).getByRole('listitem')).toHaveCount(3)
}

/**
 * The first move may take two minutes, as announced, not one minute as in a game between people.
 */
async function expectTwoMinutes(page: Page): Promise<void> {
  const counted = page.getByText(/^Your first move: \d+/)
  const [, minutes, rest] = /(\d+):(\d\d)/.exec(await counted.innerText()) ?? []
  const seconds = 60 * Number(minutes) + Number(rest)
  expect(seconds).toBeGreaterThan(60)
  expect(seconds).toBeLessThanOrEqual(120)
}

/** The player moves, and resigns once the bot has moved too. */
async function giveUpTo(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/^●/)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await expect(page.locator('#end-title')).toBeVisible()
}

test('a bot of the house is chosen in the lobby, and plays straight away', async ({ browser }) => {
  const page = await guest(browser, server)
  await expect(page.getByText(/You play as/)).toBeVisible()
  await seeBots(page)
  await page.getByRole('combobox').selectOption({ index: 2 })
  const row = bots(page).getByRole('listitem').filter({ hasText: 'Hokito 3' })
  await expect(row).toContainText('Learner · Level 3 of 10')
  await expect(row).toContainText('Ready now')
  // The time for the first move is said once, where people are paired.
  await expect(page.locator('.ways-in')).toContainText('1 minute for your first move')
  await expect(bots(page)).not.toContainText('first move')
  const profile = await page.context().newPage()
  // Players meet the bots here too.
  await profile.goto('/people')
  await profile.getByRole('link', { name: 'Hokito 3', exact: true }).click()
  await expect(profile.locator('main')).toContainText('Learner · Level 3 of 10')
  await profile.close()
  await row.getByRole('button').click()
  await expect(page).toHaveURL(/\/play\//)
  await square(page, 'a1').waitFor()
  await expectTwoMinutes(page)
  await expect(page.locator('.seat').filter({ hasText: 'Hokito 3' }).getByText('bot')).toBeVisible()
  // One game, as nothing is at stake: a newcomer does not expect a second one.
  await giveUpTo(page)
  // The bot has gone with its game, and still accepts a rematch straight away.
  const played = page.url()
  await page.getByRole('button', { name: 'Rematch', exact: true }).click()
  await expect(page).not.toHaveURL(played)
  await expect(page).toHaveURL(/\/play\//)
  await expectTwoMinutes(page)
})

test('a player who has waited for twenty seconds is offered a bot, and the search continues', async ({
  browser,
}) => {
  const page = await guest(browser, server, 'about:blank')
  await page.clock.install()
  await page.goto('/online')
  await expect(page.getByText(/You play as/)).toBeVisible()
  await page.locator('.quick-pairing button').first().click()
  const waiting = page.locator('.waiting')
  await expect(waiting).toBeVisible()
  // A guest without games gets the weakest.
  const offer = waiting.getByRole('button', { name: /^Play Hokito 1$/ })
  await expect(offer).toHaveCount(0)
  await page.clock.fastForward(20_000)
  await expect(offer).toBeVisible()
  // The offer is the only main button: playing the computer meanwhile steps back.
  await expect(waiting.locator('.button-main')).toHaveCount(1)
  await expect(offer).toHaveClass(/button-main/)
  await expect(waiting).toContainText('We’ll keep searching')
  await choosePage(page, 'Rules')
  await expect(page.locator('.call')).toContainText('A bot offers to play')
  await expectNoViolations(page)
  await page.locator('.call').click()
  // Another player still finds the challenge.
  const other = await guest(browser, server)
  await expect(other.locator('.challenge')).toHaveCount(1)
  await offer.click()
  await expect(page).toHaveURL(/\/play\//)
  await expect(other.locator('.challenge')).toHaveCount(0)
})

test('a bot is challenged from its profile by a guest or a member, and takes it', async ({
  browser,
}) => {
  const path = '/player/Hokito%203'
  const visitor = await guest(browser, server, path)
  const ottilie = await member(browser, server, 'Ottilie', path)
  await ottilie.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(ottilie.getByRole('button', { name: 'Stop following' })).toBeVisible()
  // The bots can be played from the page of people too, also by those who follow someone.
  await ottilie.goto('/people')
  await expectNoViolations(ottilie)
  await ottilie.getByRole('link', { name: 'Play: Hokito 3' }).click()
  await expect(ottilie).toHaveURL('/invite?to=Hokito+3')
  await ottilie.goto(path)
  for (const page of [visitor, ottilie]) {
    await expect(page.locator('.profile-actions')).toContainText(
      '10 min each + 5 s per move · You have 2 minutes for your first move.',
    )
    await page.getByRole('link', { name: 'Challenge', exact: true }).click()
    await page.getByRole('button', { name: 'Send the challenge' }).click()
    await expect(page).toHaveURL(/\/play\//)
    await expectTwoMinutes(page)
    await expect(page.locator('.seat').filter({ hasText: 'Hokito 3' })).toContainText('bot')
  }
})

test('the bots have room in every language on a phone, and axe-core agrees', async ({
  browser,
}) => {
  const page = await guest(browser, server)
  await page.setViewportSize({ width: 360, height: 740 })
  await seeBots(page)
  for (const language of LANGUAGES) {
    await speak(page, language)
    await expect(bots(page).getByRole('listitem')).toHaveCount(3)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('html, .house-bots button, .house-bots p, .house-bots li')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
    expect(cut, language).toEqual([])
  }
  await speak(page, 'en')
  await expectNoViolationsInThemes(page)
})
