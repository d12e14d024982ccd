import { expect, test } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { guest, startSite, watchShift } from './guests.ts'

let server: TestServer
test.beforeEach(async () => {
  server = await startSite()
})
test.afterEach(() => server.close())

test('the lobby stays where it is when offers and games come into it', async ({ browser }) => {
  const [host, other] = [await guest(browser, server), await guest(browser, server)]
  for (const page of [host, other]) await page.getByRole('button', { name: /^10 min/ }).click()
  for (const page of [host, other]) await page.locator('[data-square]').first().waitFor()
  const waiting = await guest(browser, server)
  await waiting.getByRole('button', { name: /^5 min/ }).click()
  await expect(waiting.locator('.waiting')).toBeVisible()
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 1600 },
  ]) {
    const visitor = await guest(browser, server, 'about:blank')
    await visitor.setViewportSize(viewport)
    const shift = await watchShift(visitor)
    await visitor.goto('/de/online')
    await expect(visitor.locator('.challenge')).toHaveCount(1)
    await expect(visitor.locator('.card-link')).toHaveCount(1, { timeout: 30_000 })
    expect(await shift()).toBe(0)
  }
})

test('on a telephone a challenge can be taken without scrolling', async ({ browser }) => {
  const host = await guest(browser, server)
  await host.getByRole('button', { name: /^5 min/ }).click()
  await expect(host.locator('.waiting')).toBeVisible()
  const visitor = await guest(browser, server, 'about:blank')
  await visitor.setViewportSize({ width: 360, height: 740 })
  await visitor.goto('/online')
  const play = visitor.locator('.challenge').getByRole('button', { name: 'Play' })
  await expect(play).toBeInViewport({ ratio: 1 })
  await expect(visitor.getByRole('button', { name: /^5 min/ })).toBeInViewport({ ratio: 1 })
  await expect(visitor.locator('.online')).toContainText('1 minute for your first move')
  await play.click()
  for (const page of [host, visitor]) await page.locator('[data-square]').first().waitFor()
})

test('what is pressed before the server answers is sent once when it does, unless it is given up', async ({
  browser,
}) => {
  const early = await guest(browser, server, 'about:blank')
  let answer = (): void => undefined
  const isAnswering = new Promise<void>((resolve) => {
    answer = resolve
  })
  await early.route('**/api/session', async (route) => {
    await isAnswering
    await route.continue()
  })
  await early.goto('/online')
  const waits = early.getByText('Waiting for the server…')
  await early.getByRole('button', { name: /^5 min/ }).click()
  await expect(waits).toBeVisible()
  await early.getByRole('button', { name: 'Cancel' }).click()
  await expect(waits).toBeHidden()
  await early.getByRole('button', { name: 'Choose the terms' }).click()
  await early.getByLabel('Everyone').check()
  await early.getByLabel('One game').check()
  await early.getByRole('button', { name: 'Offer the game' }).click()
  await expect(waits).toBeVisible()
  answer()
  await expect(early.locator('.waiting')).toContainText('Waiting for an opponent')
  await expect(early.locator('.lobby-empty').first()).toContainText('Nobody else is waiting')
  const visitor = await guest(browser, server)
  await expect(visitor.locator('.challenge')).toHaveCount(1)
  await expect(visitor.locator('.challenge')).not.toContainText('match of two')
})
