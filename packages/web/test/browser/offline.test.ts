import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '@hokito/server'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { landings, movable, moveCount, waitForTurn } from './helpers.ts'

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
    await page.getByRole('button', { name: /Play the computer/ }).click()
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
    await page.getByRole('link', { name: 'Lernen', exact: true }).click()
    await expect(page).toHaveURL('/de/learn')
    await page.goto('/fr')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Empilez. Restez au sommet.')
  })
  await test.step('a language that was never opened before', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Language').selectOption('Eesti')
    await expect(page.locator('html')).toHaveAttribute('lang', 'et')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lao virna. Püsi tipus.')
  })
})

test('a new version is offered, and loaded only when it is accepted', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'hokito-site-'))
  await cp(fileURLToPath(new URL('../../dist', import.meta.url)), folder, { recursive: true })
  const site = await startServer({ host: 'localhost', port: 0, siteFolder: folder })
  const update = page.getByRole('button', { name: 'Load it' })
  try {
    await page.goto(site.url)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await appendFile(join(folder, 'sw.js'), '// another version')
    // The compressed files have the version before.
    for (const packed of ['sw.js.br', 'sw.js.gz']) await rm(join(folder, packed))
    await page.reload()
    await expect(update).toBeVisible()
    await page.getByRole('button', { name: /Play the computer/ }).click()
    await expect(movable(page).first()).toBeVisible()
    await expect(update).toHaveCount(0)
    await page.goBack()
    await Promise.all([page.waitForEvent('load'), update.click()])
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(update).toHaveCount(0)
  } finally {
    await site.close()
    await rm(folder, { recursive: true })
  }
})

test('a shared record is shown', async ({ page }) => {
  await page.goto('/replay?text=----C4-%2Fa3-----%2F------%2F--B12--a2%2F------%2F--b7--A8%20w')
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
