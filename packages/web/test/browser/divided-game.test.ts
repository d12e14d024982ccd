import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest } from './guests.ts'
import { landings, movable, moveCount } from './helpers.ts'
import { tabTo } from './keyboard.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const status = (page: Page) => page.getByTestId('dividing')

/** Opens the form of a new game that is divided, against this opponent. */
async function openForm(page: Page, opponent: 'friend' | 'computer'): Promise<void> {
  await page.goto(`/new?opponent=${opponent}`)
  await page.getByRole('radio', { name: 'Divide and choose' }).check({ force: true })
  await expect(page.getByLabel('Points for White')).toHaveCount(0)
}

test('two on one screen divide and choose by keyboard, and the game has its seats and points', async ({
  page,
}) => {
  await openForm(page, 'friend')
  await page.getByLabel('Who names the points?').fill('Anna')
  await page.getByLabel('Who chooses a side?').fill('Bert')
  await button(page, 'Start the game').click()
  await expect(page.getByRole('heading', { name: 'Anna names the points' })).toBeVisible()
  await expect(status(page)).toContainText('Bert then chooses a side')
  await expectNoViolations(page)
  await page.getByLabel('Points for White').fill('7.5')
  await tabTo(page, button(page, 'Name these points'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bert chooses a side' })).toBeVisible()
  await expect(status(page)).toHaveText('Anna proposes: White +7.5. Which side do you want?')
  await expectNoViolations(page)
  await tabTo(page, button(page, 'Black begins'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('+7.5', { exact: true })).toBeVisible()
  await expect(page.locator('.seat-near')).toContainText('Bert')
  await expect(page.locator('.seat-far')).toContainText('Anna')
  await expect(movable(page).first()).toBeVisible()
})

test('the computer names points that a player can choose a side for', async ({ page }) => {
  await openForm(page, 'computer')
  await page
    .getByRole('group', { name: 'Who names the points?' })
    .getByRole('radio', { name: 'Computer' })
    .check({ force: true })
  await button(page, 'Start the game').click()
  await expect(status(page)).toContainText('Which side do you want?', { timeout: 30_000 })
  const named = /White \+(\d+(?:\.5)?)/.exec((await status(page).textContent()) ?? '')?.[1]
  await button(page, `White +${named}`).click()
  await expect(page.getByText(`+${named}`, { exact: true })).toBeVisible()
  await expect.poll(() => moveCount(page), { timeout: 30_000 }).toBe(1)
})

test('the computer takes a side when the player names the points, and Back leads to the form', async ({
  page,
}) => {
  await openForm(page, 'computer')
  await button(page, 'Start the game').click()
  for (const back of [() => button(page, 'Back').click(), () => page.goBack()]) {
    await back()
    await expect(page.getByRole('radio', { name: 'Divide and choose' })).toBeChecked()
    await button(page, 'Start the game').click()
    await expect(page.getByLabel('Points for White')).toBeVisible()
  }
  await page.getByLabel('Points for White').fill('40')
  await button(page, 'Name these points').click()
  await expect(page.getByText('+40', { exact: true })).toBeVisible({ timeout: 30_000 })
  // The computer takes White with so many points, so the player moves first.
  await expect(movable(page).first()).toBeVisible()
})

test('two online divide and choose through a reload, and others watch', async ({
  browser,
  server,
}) => {
  const one = await guest(browser, server)
  await button(one, 'More options').click()
  await one.getByLabel('A friend with the link').check()
  await one.getByRole('radio', { name: 'Divide and choose' }).check({ force: true })
  await expect(one.getByRole('radio', { name: 'Each player places their own side' })).toHaveCount(0)
  await expect(one.getByRole('radio', { name: 'Black', exact: true })).toHaveCount(0)
  await button(one, 'Offer the game').click()
  const link = await one.getByLabel('Copy link').first().inputValue()
  const other = await guest(browser, server, new URL(link).pathname)
  await expect(other.locator('main')).toContainText('One of you names the points')
  await other.getByRole('main').getByRole('button', { name: 'Play' }).click()
  for (const page of [one, other]) await expect(status(page)).toBeVisible()
  const isFirst = await button(one, 'Name these points').isVisible()
  const [divider, chooser] = isFirst ? [one, other] : [other, one]
  await expect(divider).toHaveTitle(/^●/)
  await expect(status(chooser)).toContainText('is naming the points for White.')
  await expect(chooser.getByRole('timer')).toContainText('Time left: ')
  const watcher = await guest(browser, server, new URL(one.url()).pathname)
  await expect(status(watcher)).toContainText('is naming the points for White.')
  await divider.getByLabel('Points for White').fill('12')
  await button(divider, 'Name these points').click()
  await expect(status(watcher)).toContainText('White +12.')
  await expect(chooser).toHaveTitle(/^●/)
  await chooser.reload()
  for (const page of [divider, chooser, watcher]) await expectNoViolations(page)
  await button(chooser, 'Black begins').click()
  for (const page of [divider, chooser, watcher]) {
    await expect(page.getByText('+12', { exact: true })).toBeVisible()
  }
  await movable(chooser).first().click()
  await landings(chooser).first().click()
  for (const page of [divider, chooser, watcher]) await expect.poll(() => moveCount(page)).toBe(1)
})
