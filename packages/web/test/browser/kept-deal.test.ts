import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest } from './guests.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Both choose the same time control in the lobby and are paired; returns the game's address. */
async function meet(first: Page, second: Page): Promise<string> {
  for (const page of [first, second]) {
    await page.goto('/online')
    await button(page, /^5 min/).click()
    if (page === first) await expect(first.locator('.waiting')).toBeVisible()
  }
  for (const page of [first, second]) {
    await page.waitForURL(/\/play\/\w{12}$/)
    await page.locator('[data-square]').first().waitFor()
  }
  return first.url()
}

test('S8: a deal that a player left stays, leads to its proof, and leaving again means waiting', async ({
  browser,
  server,
}) => {
  const [leaver, other] = await Promise.all([
    guest(browser, server, 'about:blank'),
    guest(browser, server, 'about:blank'),
  ])
  const left = await meet(leaver, other)
  await button(leaver, 'Call off').click()
  await button(leaver, 'Yes, call it off').click()
  await expect(other.locator('#end-title')).toContainText('called the game off')
  await meet(leaver, other)
  for (const page of [leaver, other]) {
    await expect(page.getByText('was called off, so you keep its starting layout')).toBeVisible()
  }
  await button(other, 'Starting layout').click()
  await other.getByText('Check that it was fair').click()
  const earlier = other.getByRole('link', { name: 'See the earlier game' })
  await expectNoViolations(other)
  await earlier.click()
  await expect(other).toHaveURL(left)
  await button(other, 'Starting layout').click()
  await other.getByText('Check that it was fair').click()
  await expect(other.getByText('Checked in your browser')).toBeVisible()
  await button(leaver, 'Call off').click()
  await button(leaver, 'Yes, call it off').click()
  await leaver.goto('/online')
  await button(leaver, /^5 min/).click()
  await expect(leaver.getByRole('alert')).toContainText('begin the next one in 1 minute.')
})
