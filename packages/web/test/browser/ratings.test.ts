import { expect, type Locator, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { giveUp, guest, member } from './guests.ts'
import { moveCount } from './helpers.ts'
import { tabTo } from './keyboard.ts'
import { speak } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
/** The box of quick pairing or, where the terms are chosen, that of their form. Bots have their own. */
const rated = (page: Page) =>
  page.locator('.ways-in').getByLabel('Rated: changes both players’ ratings')

test('a rated match of two accounts changes both ratings, says by how much and why, and is on the profile', async ({
  browser,
}) => {
  const [host, friend] = [
    await member(browser, server, 'Ottilie'),
    await member(browser, server, 'Kunigunde'),
  ]
  await host.goto('/online')
  await button(host, 'More options').click()
  await host.getByLabel('A friend with the link').check()
  await rated(host).check()
  await expect(host.getByLabel('Allow takebacks')).not.toBeChecked()
  await button(host, 'Offer the game').click()
  const link = await host.getByLabel('Copy link').first().inputValue()
  await friend.goto(new URL(link).pathname)
  await expect(friend.getByText('you can expect to win 1 of 2 games')).toBeVisible()
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await expect(host.locator('.seat-given').first()).toContainText('(no rating)')
  await giveUp(host, friend)
  // Both tabs call: for one player it is their turn, for the other the game begins.
  await expect
    .poll(async () => [await host.title(), await friend.title()].toSorted())
    .toEqual(['● Your game begins – Hokito', '● Your turn – Hokito'])
  for (const page of [host, friend]) {
    await page.getByRole('button', { name: 'Ready for game 2' }).click()
  }
  await giveUp(host, friend)
  for (const page of [host, friend]) {
    await expect(page.getByText(/Kunigunde: rating 1500 → \d+ \(\+\d+\)/)).toBeVisible()
    await expect(page.getByText('Won 0 of 2 games; 1 expected.')).toBeVisible()
  }
  await expectNoViolations(host)
  // Each player reviews the game from their own side.
  for (const page of [host, friend]) {
    await page.getByRole('link', { name: 'Review' }).click()
    await expect(page.locator('.seat-near')).toContainText('You')
  }

  // The list of games shows which games form a match, and its result.
  await friend.goto('/games')
  const second = friend.locator('.game-row').first()
  await expect(second).toContainText(/game 2 of 2 · match won \d+–\d+ · rated/)
  await expect(friend.locator('.game-row').nth(1)).toContainText('game 1 of 2 · rated')
  // The profile lists the match once, with its result.
  await friend.goto('/profile')
  const last = friend.locator('.last-game')
  await expect(last).toHaveCount(1)
  await expect(last).toContainText(/match won \d+–\d+/)
  await friend.goto('/account')
  await tabTo(friend, friend.getByRole('link', { name: 'Your profile' }))
  await friend.keyboard.press('Enter')
  await expect(friend.getByRole('heading', { name: 'Kunigunde' })).toBeVisible()
  await expect(friend.getByText('As Black: 1 won, 0 drawn, 0 lost')).toBeVisible()
  await friend.getByRole('link', { name: 'against Ottilie' }).click()
  await expect(friend.getByText('As White: 0 won, 0 drawn, 1 lost')).toBeVisible()
  await expectNoViolations(friend)
  await friend.setViewportSize({ width: 360, height: 740 })
  for (const language of LANGUAGES) {
    await speak(friend, language)
    await friend.locator('.profile-speed').waitFor()
    const isTooWide = await friend.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(isTooWide, language).toBe(false)
  }
  await friend.locator('.profile-match .button').last().click()
  await expect(friend).toHaveURL(/\/play\//)
  await expect.poll(() => moveCount(friend)).toBe(2)
})

test('a guest reads why nothing can be rated', async ({ browser }) => {
  const page = await guest(browser, server)
  await expect(page.getByText('You need an account to play rated games.')).toBeVisible()
  await expect(rated(page)).toBeHidden()
})

test('who is paired quickly for a rating meets only who wants the same', async ({ browser }) => {
  const [one, other] = [
    await member(browser, server, 'Isolde'),
    await member(browser, server, 'Brunhild'),
  ]
  const third = await guest(browser, server)
  await one.goto('/online')
  await rated(one).check()
  await button(one, '2 min + 2 s')
    .or(one.getByRole('button', { name: /^2 min/ }))
    .first()
    .click()
  await expect(one.getByText(/rated/).first()).toBeVisible()
  await third.getByRole('button', { name: /^2 min/ }).click()
  await expect(third.getByText(/Waiting for an opponent/)).toBeVisible()
  await other.goto('/online')
  await expect(other.getByText(/Isolde \(no rating\)/)).toBeVisible()
  await rated(other).check()
  await other.getByRole('button', { name: /^2 min/ }).click()
  await expect(other).toHaveURL(/\/play\//)
  await expect(third).toHaveURL(/\/online/)
})
