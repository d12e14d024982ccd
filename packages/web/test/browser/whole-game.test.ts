import { expect, test } from '@playwright/test'
import {
  exportRecord,
  landings,
  movable,
  moveCount,
  recount,
  shownPoints,
  waitForTurn,
} from './helpers.ts'
import { tabToBoard } from './keyboard.ts'

test('a whole game against the computer by clicks alone, counted as the rules count', async ({
  page,
}) => {
  // A level strong enough for its expectations to be shown.
  await page.goto('/new?opponent=computer')
  await page.getByLabel('7', { exact: true }).check()
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(page).toHaveURL(/\/game\/\w+$/)
  while (!(await waitForTurn(page))) {
    const played = await moveCount(page)
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBeGreaterThan(played)
  }
  const points = {
    black: await shownPoints(page, 'black'),
    white: await shownPoints(page, 'white'),
  }
  const record = await exportRecord(page)
  expect(record.ending?.kind).toBe('stuck')
  expect(points).toEqual(recount(record))

  // The computer's thoughts can be stepped through move by move; the last bar is the result of the
  // game.
  const thoughts = page.getByRole('region', { name: 'What the computer thought' })
  const headline = (await page.locator('#end-title').textContent()) ?? ''
  await expect(thoughts.getByRole('button').last()).toHaveAccessibleName(headline)
  await expect(thoughts.locator('[aria-current]')).toHaveAccessibleName(headline)
  // A bar that is good for the person goes up.
  await expect(thoughts.getByRole('button').last()).toHaveClass(
    headline.startsWith('You won') ? /thoughts-up/ : /thoughts-down/,
  )
  // On a phone too, a press shows both the thoughts about a position and the move that led there.
  await page.setViewportSize({ width: 360, height: 740 })
  await thoughts.getByRole('button').first().click()
  await expect(thoughts.locator('.thoughts-chosen')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.moves-list [aria-current]')).toBeInViewport({ ratio: 0.9 })
  await expect(thoughts).toContainText(/At move [12] it (expected|knew)/)
  await expect(page.getByTestId('status')).toContainText(/Looking at position [12] of/)
})

test('a whole game between friends by keyboard alone, counted as the rules count', async ({
  page,
}) => {
  await page.goto('/new')
  await page.getByRole('radio', { name: 'Computer' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'A friend on this screen' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/game\/\w+$/)
  await tabToBoard(page)
  while (!(await waitForTurn(page))) {
    const played = await moveCount(page)
    await walkTo(page, '[data-movable="true"]')
    await page.keyboard.press('Enter')
    await walkTo(page, '[data-destination]')
    await page.keyboard.press('Enter')
    await expect.poll(() => moveCount(page)).toBeGreaterThan(played)
  }
  const points = {
    black: await shownPoints(page, 'black'),
    white: await shownPoints(page, 'white'),
  }
  const record = await exportRecord(page)
  expect(points).toEqual(recount(record))
})

type Page = Parameters<typeof moveCount>[0]

/** Moves with the arrow keys from the focused square to the first one that matches. */
async function walkTo(page: Page, selector: string): Promise<void> {
  const target = await page.locator(selector).first().getAttribute('data-square')
  const from = await page.locator('[data-square]:focus').getAttribute('data-square')
  if (target === null || from === null) throw new Error('nothing to walk to')
  const files = target.charCodeAt(0) - from.charCodeAt(0)
  const ranks = target.charCodeAt(1) - from.charCodeAt(1)
  for (let i = 0; i < Math.abs(files); i++) {
    await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft')
  }
  for (let i = 0; i < Math.abs(ranks); i++) {
    await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown')
  }
  await expect(page.locator(`[data-square="${target}"]`)).toBeFocused()
}
