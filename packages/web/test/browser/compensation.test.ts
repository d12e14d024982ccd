import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest } from './guests.ts'
import { exportRecord, square } from './helpers.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Black's only move ends the game: two points for Black then, four for White. */
const LAST = new URLSearchParams({
  opponent: 'friend',
  position: '------/------/------/------/------/aA--B2- b',
  endRule: 'either',
})

test('one press gives White points, which the seat, the end and the record count', async ({
  page,
}) => {
  await page.goto(`/new?${LAST}`)
  await page.getByRole('radio', { name: 'Fair game (White +13.5)' }).check({ force: true })
  await expect(page.getByText('White gets 13.5 points at the end.')).toBeVisible()
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
  await expectNoViolations(page)
  await button(page, 'Start the game').click()
  await expect(page.getByText('+13.5', { exact: true })).toBeVisible()
  await square(page, 'a1').click()
  await square(page, 'b1').click()
  await expect(page.getByText('White won by 15.5 points.').first()).toBeVisible()
  expect(await exportRecord(page)).toMatchObject({
    compensation: 13.5,
    ending: { kind: 'stuck', winner: 'white' },
  })
})

test('the points for White are typed, and become the nearest half from 0 to 40', async ({
  page,
}) => {
  await page.goto(`/new?${LAST}`)
  await page.getByRole('radio', { name: 'Another number' }).check({ force: true })
  const points = page.getByRole('spinbutton', { name: 'Points for White' })
  await expect(points).toHaveValue('0')
  await expect(points).toHaveAccessibleDescription(/13.5 points make up for Black’s first move/)
  for (const [typed, given] of [
    ['8.5', '8.5'],
    ['13.4', '13.5'],
    ['99', '40'],
    ['', '40'],
  ] as const) {
    await points.fill(typed)
    await points.blur()
    await expect(points).toHaveValue(given)
  }
})

test.describe('in German', () => {
  test.use({ locale: 'de-DE' })

  test('the points of an address are those of its game, with a comma', async ({ page }) => {
    await page.goto(`/new?${LAST}&compensation=2.5`)
    await expect(page.getByLabel('Punkte für Weiß')).toHaveValue('2.5')
    await button(page, 'Partie beginnen').click()
    await expect(page.getByText('+2,5', { exact: true })).toBeVisible()
  })
})

test('two who want a fair game are paired, and both see what White gets', async ({
  browser,
  server,
}) => {
  const pages = [await guest(browser, server), await guest(browser, server)]
  for (const page of pages) {
    await page.getByRole('radio', { name: 'Fair game (White +13.5)' }).check()
    await expect(page.getByText('White gets 13.5 points at the end.')).toBeVisible()
    await button(page, '5 min each + 3 s per move').click()
  }
  for (const page of pages) await expect(page.getByText('+13.5', { exact: true })).toBeVisible()
})
