import { expect } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { test } from './guest-test.ts'
import { guest, startSite } from './guests.ts'
import { movable } from './helpers.ts'
import { choosePage, follow, speak } from './walking.ts'

test('a chosen language holds straight away, and after a reload', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Language').selectOption('Polski')
  await expect(page.getByRole('heading', { name: 'Ustawienia' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Układaj stosy. Bądź na wierzchu.',
  )
})

test('the page says that a language cannot be loaded, and stays as it was', async ({ page }) => {
  await page.goto('/')
  await page.route(/\/assets\/et-/, (route) => route.abort())
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Language').selectOption('Eesti')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Eesti couldn’t be loaded',
  )
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
})

test('texts that could not be loaded are asked for again by a press, and by other pages', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByLabel('Language')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.route(/\/assets\/en-/, (route) => route.abort())
  await choosePage(page, 'Rules')
  const failed = page.getByRole('alert').filter({ hasText: 'English couldn’t be loaded' })
  await expect(failed).toBeVisible()
  const again = page.waitForEvent('requestfailed', (request) => /\/assets\/en-/.test(request.url()))
  await failed.getByRole('button', { name: 'Try again' }).click()
  await again
  await expect(failed).toBeVisible()
  await page.unroute(/\/assets\/en-/)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to play')
})

test('a page stays in view until the next one has its texts', async ({ page }) => {
  await page.goto('/')
  const title = page.getByRole('heading', { level: 1 })
  const before = await title.textContent()
  // The menu works before the script does, and would load the next page as a document with its texts.
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(page.getByLabel('Language')).toBeVisible()
  await page.keyboard.press('Escape')
  let send = () => {}
  const released = new Promise<void>((resolve) => {
    send = resolve
  })
  const asked = page.waitForRequest(/\/assets\/en-/)
  await page.route(/\/assets\/en-/, async (route) => {
    await released
    await route.continue()
  })
  await choosePage(page, 'Rules')
  await asked
  await expect(page).toHaveURL('/rules')
  await expect(title).toHaveText(before ?? '')
  send()
  await expect(title).toHaveText('How to play')
})

test('an address can ask for a language, until another is chosen', async ({ page }) => {
  await page.goto('/new?lang=fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await page.getByRole('button', { name: 'Réglages' }).click()
  await page.getByLabel('Langue').selectOption('Eesti')
  await expect(page.locator('html')).toHaveAttribute('lang', 'et')
})

test('an address of a page that is read leads to the one in its language', async ({ page }) => {
  await page.goto('/rules?lang=fr')
  await expect(page).toHaveURL('/fr/rules')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /jouez/)
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /manifest\.fr/)
  await page.getByRole('button', { name: 'Réglages' }).click()
  await page.getByLabel('Langue').selectOption('Eesti')
  await expect(page.locator('html')).toHaveAttribute('lang', 'et')
})

test('the language of the browser is spoken', async ({ browser, baseURL }) => {
  for (const locale of LANGUAGES) {
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      locale,
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await context.close()
  }
})

test('the main pages fit a phone in every language', async ({ page }) => {
  test.slow()
  await page.setViewportSize({ width: 360, height: 740 })
  const look = async (what: string) => {
    for (const language of LANGUAGES) {
      await speak(page, language)
      expect(await overflowing(page), `${what}, ${language}`).toEqual([])
    }
  }
  await page.goto('/')
  await look('/')
  for (const path of [
    '/new',
    '/learn',
    '/learn/end',
    '/rules',
    '/replay',
    '/about',
    '/games',
    '/online',
    '/account',
    '/player/Nobody',
    '/invite',
  ]) {
    await follow(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await look(path)
  }
  await follow(page, '/')
  // The game against the computer; the home page has a board too, and stays until the game is shown.
  await page.locator('main button.button-wide').first().click()
  await page.locator('.game-board').waitFor()
  await movable(page).first().click()
  await look('a game')
})

test('the buttons of an online game hold their words in every language, on every screen', async ({
  browser,
}) => {
  const server = await startSite()
  const [page, other] = [await guest(browser, server), await guest(browser, server)]
  for (const each of [page, other]) await each.getByRole('button', { name: /^10 min/ }).click()
  for (const language of LANGUAGES) {
    await speak(page, language)
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport)
      await page.locator('.actions-online button').first().waitFor()
      // A long name is cut off; pointing at it shows it in full. The board and what stands beside it
      // take their sizes a moment after the window.
      const cut = async () =>
        (await overflowing(page)).filter((text) => !text.startsWith('seat-given'))
      await expect.poll(cut, { message: `${language}, ${viewport.width} wide` }).toEqual([])
    }
  }
  await server.close()
})

/** A phone, held either way, a tablet and a desktop. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 740, height: 360 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
]

/** Texts of elements wider than their box or the page, if that cuts them off. */
function overflowing(page: import('@playwright/test').Page): Promise<string[]> {
  return page.evaluate(() => {
    // The field for typing moves is in sight only while it has the focus.
    document.querySelector<HTMLElement>('main .move-field input')?.focus()
    const isCut = (element: Element) => {
      const { overflowX } = getComputedStyle(element)
      return overflowX !== 'visible' && overflowX !== 'auto' && overflowX !== 'scroll'
    }
    return (
      [...document.querySelectorAll('body *')]
        .filter((element) => element instanceof HTMLElement && element.checkVisibility())
        // A link for copying may be longer than its field, which scrolls.
        .filter((element) => !element.closest('.visually-hidden, .board, .skip-link, [readonly]'))
        .filter(
          (element) =>
            ((isCut(element) || element.matches('button, a.button')) &&
              element.scrollWidth > element.clientWidth + 1) ||
            element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
        )
        .map((element) => `${element.className}: ${element.textContent.slice(0, 40)}`)
    )
  })
}
