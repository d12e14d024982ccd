import { expect, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { landings, movable, moveCount } from './helpers.ts'

test('home shows a board in its first view of every window', async ({ page }) => {
  await page.goto('/')
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    const size = `${width}×${height}`
    const board = page.locator('.home-board [data-square="a1"]')
    await expect(board, size).toBeInViewport({ ratio: 1 })
    for (const name of [/Learn the game/, /Choose level/]) {
      await expect(page.getByRole('link', { name }), size).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a telephone on its side has the whole menu in view', async ({ page }) => {
  await page.goto('/')
  await page.setViewportSize({ width: 640, height: 360 })
  await page.getByRole('button', { name: 'Main menu' }).click()
  const links = page.locator('#site-nav a')
  await expect(links).toHaveCount(11)
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
})

test('as many main pages as fit stand in the header, and the menu has them all', async ({
  page,
}) => {
  await page.goto('/learn')
  const nav = page.locator('#site-nav')
  const link = (name: string) => nav.getByRole('link', { name, exact: true })
  for (const [width, shown, hidden] of [
    [1440, 'Analysis', undefined],
    [1440, 'Game of the day', undefined],
    [1400, 'Tournaments', undefined],
    [1240, 'Online', 'Tournaments'],
    [1200, 'Online', 'Tournaments'],
    [1200, 'Your games', 'Game of the day'],
    [800, 'Puzzles', 'Tournaments'],
    [800, 'Puzzles', 'Rules'],
    [640, 'Learn', 'Online'],
  ] as const) {
    await page.setViewportSize({ width, height: 600 })
    await expect(link(shown)).toBeVisible()
    if (hidden === undefined) continue
    await expect(link(hidden)).toBeHidden()
    await page.getByRole('button', { name: 'Main menu' }).click()
    await expect(link(hidden)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(link(hidden)).toBeHidden()
  }
})

test('who comes first is led to the lessons first, and who has a game to that', async ({
  page,
}) => {
  await page.goto('/')
  const ways = page.locator('.home-actions .button-wide')
  for (const [width, height] of [
    [640, 360],
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(ways.nth(0)).toContainText('Learn the game')
    await expect(ways.nth(1)).toContainText('Play the computer')
    for (const n of [0, 1]) await expect(ways.nth(n)).toBeInViewport({ ratio: 1 })
  }
  const more = page.locator('.home-more')
  for (const name of ['Game of the day', 'Analysis']) {
    await expect(more.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await ways.nth(1).click()
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(0)
  await page.goto('/')
  await expect(ways.nth(0)).toContainText('Continue your game')
})

test('on a phone the menu leads to every main page', async ({ page }) => {
  await page.goto('/learn')
  await page.setViewportSize({ width: 360, height: 740 })
  const nav = page.locator('#site-nav')
  const menu = page.getByRole('button', { name: 'Main menu' })
  for (const [name, url] of [
    ['Online', '/online'],
    ['Tournaments', '/tournaments'],
    ['Your games', '/games'],
    ['Game of the day', '/daily'],
    ['Analysis', '/analysis'],
    ['Learn', '/learn'],
    ['Play', '/new'],
  ] as const) {
    await menu.click()
    await nav.getByRole('link', { name, exact: true }).click()
    // The analysis adds what is on its board.
    await expect(page).toHaveURL(new RegExp(`${url}(#|$)`))
    await expect(nav.getByRole('link', { name, exact: true })).toBeHidden()
  }
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(nav.getByRole('link', { name: 'Online', exact: true })).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(nav.getByRole('link', { name: 'Online', exact: true })).toBeHidden()
  await expect(menu).toBeFocused()
})
