import { BOARDS, PIECES } from '@hokito/picture/parts'
import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { LATE, LATE_ANALYSIS, onEveryPage, REVIEW } from './every-page.ts'
import { landings, movable } from './helpers.ts'
import { tabTo } from './keyboard.ts'
import { follow, startFromHome } from './walking.ts'

async function setTheme(page: Page, theme: string): Promise<void> {
  await page.addInitScript((chosen) => {
    localStorage.setItem('hokito:settings', JSON.stringify({ theme: chosen }))
  }, theme)
}

// Names depend on the language and contrasts on the theme, so each page is checked once in each
// language and once in each theme.
for (const [language, theme] of [
  ['en', 'light'],
  ['de', 'dark'],
  ['pl', 'contrast'],
] as const) {
  test.describe(`axe-core finds nothing to object to in ${language}, ${theme}`, () => {
    test.use({ locale: language })

    test('on every page', async ({ page }) => {
      await setTheme(page, theme)
      await onEveryPage(page, (name) => expectNoViolations(page, name))
    })

    test('in a game with a chosen piece, its dialogs and the settings', async ({ page }) => {
      await setTheme(page, theme)
      await page.goto('/')
      await startFromHome(page)
      await movable(page).first().click()
      await expect(landings(page).first()).toBeVisible()
      await expectNoViolations(page, 'game')
      await page.locator('.actions button').last().click()
      await page.locator('dialog[open]').waitFor()
      await expectNoViolations(page, 'menu')
      await page.keyboard.press('Escape')
      await page.locator('.settings-button').click()
      await page.locator('dialog').waitFor()
      await expectNoViolations(page, 'settings')
    })
  })
}

test('axe-core finds nothing to object to on any board, with any pieces', async ({ page }) => {
  for (const [index, board] of BOARDS.entries()) {
    const chosen = { board, pieces: PIECES[index % PIECES.length] }
    await page.goto('/about')
    await page.evaluate(
      (settings) => localStorage.setItem('hokito:settings', JSON.stringify(settings)),
      chosen,
    )
    await page.goto(LATE)
    await expect(page.locator('.board')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-board', board)
    await expectNoViolationsInThemes(page, `${board} with ${chosen.pieces}`)
  }
})

test('a theme follows the device, also while the page is open', async ({ page }) => {
  const theme = page.locator('html')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(theme).toHaveAttribute('data-theme', 'light')
  await page.emulateMedia({ contrast: 'more' })
  await expect(theme).toHaveAttribute('data-theme', 'contrast')
})

test('at four times the size nothing has to be scrolled sideways', async ({ page }) => {
  // 1280 pixels at 400 % are 320 to the page.
  await page.setViewportSize({ width: 320, height: 256 })
  await onEveryPage(page, async (name) => {
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, name).toBe(0)
  })
})

test('everything to press is at least 44 pixels large on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  for (const url of [
    '/',
    '/new',
    '/learn',
    '/learn/points',
    '/learn/strategy',
    '/learn/strategy/pointsWait',
    '/learn/strategy/pointsWait/1',
    '/rules',
    '/table',
    '/table/clock',
    '/replay',
    '/table/count',
    '/study',
    '/class/enter',
    '/analysis',
    LATE,
    '/review',
    LATE_ANALYSIS,
    REVIEW,
  ]) {
    if (url !== '/') await follow(page, url)
    await page.locator('h1').first().waitFor({ state: 'attached' })
    expect(await smallTargets(page), url).toEqual([])
  }
  await page.goto('/')
  await startFromHome(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(movable(page).first()).toBeVisible()
  expect(await smallTargets(page), 'a game').toEqual([])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test('a link within a text is as high as a finger', async ({ page }) => {
    for (const url of ['/profile', '/online', '/about']) {
      await page.goto(url)
      await page.locator('main :is(p, span) > a:not([class])').first().waitFor()
      const low = await page
        .locator('main :is(p, small, li, dd, span) > a:not([class])')
        .evaluateAll((links) =>
          links
            .filter((link) => link.getBoundingClientRect().height < 43.5)
            .map((link) => link.textContent),
        )
      expect(low, url).toEqual([])
    }
  })
})

test('in forced colours the board keeps its own, and what is focused has an outline', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await startFromHome(page)
  await expect(movable(page).first()).toBeVisible()
  const faces = await page
    .locator('.board-drawing .face')
    .evaluateAll((discs) => [...new Set(discs.map((disc) => getComputedStyle(disc).fill))])
  expect(faces).toHaveLength(2)
  await page.keyboard.press('m')
  const cell = page.locator('[data-square][tabindex="0"]')
  await tabTo(page, cell)
  expect(await cell.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
})

test('with reduced motion a move is there straight away', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/new?opponent=friend')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(page.locator('.board .path-last')).toBeVisible()
  // The fade at the edges of a scrolling area follows the scrolling, not the time.
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ timeline }) => timeline === document.timeline).length,
  )
  expect(moving).toBe(0)
})

test('a dialog keeps the focus inside, closes by Escape and gives the focus back', async ({
  page,
}) => {
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Settings', exact: true })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Settings', exact: true })).toBeVisible()
  for (let press = 0; press < 30; press++) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

/**
 * Targets smaller than 44 by 44 pixels, except links within a sentence and the squares of a small
 * board.
 */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, a, input:not(.visually-hidden), select, [role=gridcell]',
      ),
    ]
      // Parts far below are not laid out yet.
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      .filter((element) => !element.closest('.skip-link, p, footer'))
      // The field for typing moves is out of sight until it is used.
      .filter((element) => !element.closest('.move-field:not(:focus-within)'))
      .filter((element) => !element.matches('input[type=checkbox], input[type=radio]'))
      .map((element) => [element, element.getBoundingClientRect()] as const)
      .filter(([, { width, height }]) => Math.min(width, height) < 43.5)
      .map(([element, { width, height }]) => {
        const name = element.getAttribute('aria-label') ?? element.textContent
        return `${element.tagName} ${name} ${Math.round(width)}x${Math.round(height)}`
      }),
  )
}
