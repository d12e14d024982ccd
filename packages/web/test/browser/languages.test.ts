import { expect, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { movable } from './helpers.ts'

test('a chosen language holds at once, and after a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Language').selectOption('Polski')
  await expect(page.getByRole('heading', { name: 'Ustawienia' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Układaj stosy. Bądź na szczycie.',
  )
})

test('a language that cannot be loaded is told, and the page stays as it was', async ({ page }) => {
  await page.goto('/')
  await page.route(/\/assets\/et-/, (route) => route.abort())
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Language').selectOption('Eesti')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Eesti could not be loaded',
  )
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
})

test('an address can ask for a language, until another is chosen', async ({ page }) => {
  await page.goto('/rules?lang=fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  const alternate = page.locator('link[rel=alternate]')
  await expect(alternate).toHaveCount(LANGUAGES.length + 1)
  await expect(page.locator('link[hreflang=pl]')).toHaveAttribute('href', /\/rules\?lang=pl$/)
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /Jouez/)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /manifest\.fr/)
  await page.getByRole('button', { name: 'Réglages' }).click()
  await page.getByLabel('Langue').selectOption('Eesti')
  await expect(page.locator('html')).toHaveAttribute('lang', 'et')
})

for (const language of LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test.use({ locale: language, viewport: { width: 360, height: 740 } })

    test('the main pages speak it and fit a phone', async ({ page }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect(await overflowing(page)).toEqual([])
      for (const path of [
        '/new',
        '/learn',
        '/learn/end',
        '/rules',
        '/replay',
        '/about',
        '/games',
      ]) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await overflowing(page), path).toEqual([])
      }
      await page.goto('/')
      await page.locator('main button').first().click()
      await movable(page).first().click()
      expect(await overflowing(page), 'a game').toEqual([])
    })
  })
}

/** Texts of what is wider than its box or sticks out of the page, where that would be cut off. */
function overflowing(page: import('@playwright/test').Page): Promise<string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element) => {
      const { overflowX } = getComputedStyle(element)
      return overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll'
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => element instanceof HTMLElement && element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden, .board, .skip-link'))
      .filter(
        (element) =>
          ((isCut(element) || element.matches('button, a.button')) &&
            element.scrollWidth > element.clientWidth + 1) ||
          element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
      )
      .map((element) => `${element.className}: ${element.textContent.slice(0, 40)}`)
  })
}
