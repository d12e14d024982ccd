import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations } from './axe.ts'
import { movable } from './helpers.ts'

/** The groups of the menu, each with the pages in it. */
const GROUPS = [
  [
    'Play',
    [
      ['Play the computer', /\/new\?opponent=computer$/],
      ['Play someone online', /\/online$/],
      ['Game of the day', /\/daily$/],
      ['Invite a friend', /\/invite(\/|$)/],
      ['Play a friend here', /\/new\?opponent=friend$/],
      ['At the table', /\/table$/],
      ['Your games', /\/games$/],
    ],
  ],
  [
    'Learn',
    [
      ['Lessons', /\/learn$/],
      ['Rules', /\/rules$/],
      ['Strategy', /\/learn\/strategy$/],
      ['Analysis', /\/analysis(#|$)/],
      ['Studies', /\/study$/],
      ['Replay a game', /\/replay$/],
    ],
  ],
  [
    'Puzzles',
    [
      ['Puzzle of the day', /\/puzzles\/daily$/],
      ['Practice', /\/puzzles\/practice$/],
      ['Rush', /\/puzzles\/rush$/],
      ['All puzzles', /\/puzzles$/],
    ],
  ],
  [
    'Watch',
    [
      ['Games in progress', /\/watch$/],
      ['Everyone’s games', /\/explorer$/],
    ],
  ],
  [
    'Community',
    [
      ['Tournaments', /\/tournaments$/],
      ['Friends and players', /\/people$/],
    ],
  ],
] as const

const PHONE = { width: 360, height: 740 }

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

for (const [where, size] of [
  ['the header of a wide window', { width: 1440, height: 900 }],
  ['a bar below on a phone', PHONE],
] as const) {
  test(`five groups lead to every main page from ${where}`, async ({ page }) => {
    await page.setViewportSize(size)
    for (const [group, pages] of GROUPS) {
      for (const [name, url] of pages) {
        await page.goto('/about')
        await expect(menu(page).getByRole('button')).toHaveCount(5)
        await menu(page).getByRole('button', { name: group }).click()
        const link = menu(page).getByRole('link', { name, exact: true })
        await expect(link).toBeInViewport({ ratio: 1 })
        await link.click()
        await expect(page).toHaveURL(url)
        await expect(link).toBeHidden()
      }
    }
  })
}

test('the group of the page is marked, and so is the page in it', async ({ page }) => {
  await page.goto('/rules')
  const groups = menu(page).getByRole('button')
  await expect(groups.and(page.locator('[aria-current]'))).toHaveText(['Learn'])
  await groups.nth(1).click()
  await expect(menu(page).locator('a[aria-current]')).toHaveText(['Rules'])
  await expect(menu(page).locator('a[aria-current]')).toHaveAttribute('aria-current', 'page')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(menu(page).getByRole('link')).toHaveCount(0)
  await expect(groups.nth(1)).toBeFocused()
})

test('the menu marks the right one of two pages at one address, and the nearest for a page without a link', async ({
  page,
}) => {
  for (const [path, name, current] of [
    ['/new', 'Play the computer', 'page'],
    ['/new?opponent=friend', 'Play a friend here', 'page'],
    ['/learn/strategy', 'Strategy', 'page'],
    ['/learn/neverBack', 'Lessons', 'true'],
    ['/puzzles/rush', 'Rush', 'page'],
  ] as const) {
    await page.goto(path)
    const marked = menu(page).locator('a[aria-current]')
    await expect(marked).toHaveText([name])
    await expect(marked).toHaveAttribute('aria-current', current)
  }
})

test('beside a board on a phone the menu waits in the header, and is whole in every window', async ({
  page,
}) => {
  await page.goto('/learn/neverBack')
  for (const size of [PHONE, { width: 640, height: 360 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await expect(menu(page)).toBeHidden()
    await page.getByRole('button', { name: 'Main menu' }).click()
    await expectSheet(page, size)
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
  }
})

test('beside a board on a phone the menu is opened and left by keyboard', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/learn/neverBack')
  const opener = page.getByRole('button', { name: 'Main menu' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(menu(page).getByRole('link', { name: 'Play the computer' })).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(opener).toBeFocused()
})

/** Checks that the pages of all groups are shown at once; a low window scrolls to them. */
async function expectSheet(page: Page, { height }: typeof PHONE): Promise<void> {
  for (const [group, pages] of GROUPS) {
    const list = menu(page).getByRole('list', { name: group, exact: true })
    for (const [name] of pages) {
      const link = list.getByRole('link', { name, exact: true })
      if (height < PHONE.height) await link.scrollIntoViewIfNeeded()
      await expect(link).toBeInViewport({ ratio: 0.9 })
    }
  }
}

test('the groups fit their row in every language', async ({ page }) => {
  for (const language of LANGUAGES) {
    await page.goto(`/${language}/rules`)
    for (const width of [360, 900]) {
      await page.setViewportSize({ width, height: 740 })
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.site-nav button, .site-header, .brand')]
          .filter((each) => each.scrollWidth > each.clientWidth)
          .map((each) => each.textContent),
      )
      expect(cut, `${language} at ${width}`).toEqual([])
    }
  }
})

test('a menu opened before the script has loaded stays open', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('hokito:ready', () => document.documentElement.classList.add('is-ready'))
  })
  const link = menu(page).getByRole('link', { name: 'Invite a friend' })
  let letThrough = () => {}
  const isOpened = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/assets\/index-/, async (route) => {
    await isOpened
    await route.continue()
  })
  await page.goto('/rules', { waitUntil: 'commit' })
  await menu(page).getByRole('button', { name: 'Play' }).click()
  await expect(link).toBeVisible()
  letThrough()
  await expect(page.locator('html.is-ready')).toBeAttached()
  await expect(movable(page).first()).toBeVisible()
  await expect(link).toBeVisible()
})
