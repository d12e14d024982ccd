import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { landings, movable, moveCount, playComputer, waitForTurn } from './helpers.ts'

test.use({ serviceWorkers: 'allow' })

/** Visits the start page once, waits until the site is stored on the device, and goes offline. */
async function visitThenCutOff(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
  await page.context().setOffline(true)
}

test('after one visit nothing that can be done alone needs a network', async ({ page }) => {
  await visitThenCutOff(page)
  await test.step('a game against the computer', async () => {
    await playComputer(page)
    for (let turn = 0; turn < 3 && !(await waitForTurn(page)); turn++) {
      const played = await moveCount(page)
      await movable(page).first().click()
      await landings(page).first().click()
      await expect.poll(() => moveCount(page)).toBeGreaterThan(played + 1)
    }
    await page.reload()
    await expect.poll(() => moveCount(page)).toBeGreaterThan(4)
  })
  await test.step('a lesson, the rules and a replay, opened by their addresses', async () => {
    await page.goto('/learn/singles')
    await page.locator('[data-square="c3"]').click()
    await page.locator('[data-square="d3"]').click()
    await expect(page.locator('.feedback-right:not(.lesson-room)')).toContainText(
      'A stack: two pieces high',
    )
    await page.goto('/rules')
    await expect(page.locator('.rulings')).toBeVisible()
    await page.goto('/lessons')
    await expect(page).toHaveURL(/\/learn$/)
    await page.goto('/replay')
    await page.getByRole('button', { name: 'Show an example' }).click()
    await page.keyboard.press('End')
    await expect(page.getByTestId('status')).not.toHaveText('')
  })
  await test.step('a review', async () => {
    await page.goto('/review')
    await page.getByRole('button', { name: 'Show an example' }).click()
    await expect(page.locator('.review-line').first()).toBeAttached()
  })
  await test.step('puzzles, which nobody has opened before', async () => {
    await page.goto('/puzzles/daily')
    await expect(page.getByTestId('status')).toContainText('to find.')
    await page.getByRole('button', { name: 'Solution' }).click()
    await expect(page.getByTestId('status')).toContainText('This is the solution.')
  })
  await test.step('an invitation, which leads to a game at one screen', async () => {
    await page.goto('/invite')
    await page.getByRole('link', { name: 'Play a friend here' }).click()
    await expect(page.getByLabel('Who plays Black?')).toBeVisible()
  })
  await test.step('pages by their addresses in a language', async () => {
    await page.goto('/de/rules')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('So wird gespielt')
    await page.getByRole('button', { name: 'Lernen', exact: true }).click()
    await page.getByRole('link', { name: 'Lektionen', exact: true }).click()
    await expect(page).toHaveURL('/de/learn')
    await page.goto('/fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empilez. Restez au sommet.')
  })
  await test.step('a language that was never opened before', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Language').selectOption('Eesti')
    await expect(page.locator('html')).toHaveAttribute('lang', 'et')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lao virna. Püsi tipus.')
  })
})

test('a shared record is shown', async ({ page }) => {
  await page.goto('/replay?text=----C4-%2Fa2-----%2F------%2F--B12--a2%2F------%2F--b8--A8%20b')
  await expect(page.locator('[data-square="e6"]')).toHaveAttribute('aria-label', /height 4/)
})

test('the manifests are there in every language, with their words and pictures', async ({
  request,
}) => {
  const descriptions = new Set<string>()
  for (const language of LANGUAGES) {
    const response = await request.get(`/manifest.${language}.webmanifest`)
    expect(response.headers()['content-type']).toContain('application/manifest+json')
    const manifest = await response.json()
    expect(manifest.lang).toBe(language)
    descriptions.add(manifest.description)
    for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true)
  }
  expect(descriptions.size).toBe(LANGUAGES.length)
})
