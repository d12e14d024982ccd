import type { ExplorerMoves } from '@hokito/protocol'
import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { tabTo } from './keyboard.ts'

const DEAL = '/analysis#77.1234567'
const MOVES: ExplorerMoves['moves'] = [
  { move: 'a3c4', games: 8, black: 5, draws: 1, white: 2, average: 6.25 },
  { move: 'c3c4', games: 2, black: 0, draws: 0, white: 2, average: -31 },
]

/**
 * Answers in place of the server, as if games had been played from the beginning, and nothing after
 * it.
 */
async function withGames(page: Page): Promise<void> {
  let asked = 0
  await page.route('**/api/explorer/moves?*', (route) =>
    route.fulfill({ json: { moves: asked++ === 0 ? MOVES : [] } }),
  )
}

async function openPanel(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('hokito:analyst', JSON.stringify({ isOn: false })),
  )
  await page.goto(DEAL)
  await page.getByText('Moves played here').click()
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desktop', { width: 1280, height: 800 }],
] as const) {
  test.describe(`what was played at a position, on ${device}`, () => {
    test.use({ viewport })

    test('is a table whose moves can be pressed', async ({ page }) => {
      await withGames(page)
      await openPanel(page)
      const row = page.getByRole('row', { name: 'a3c4' })
      await expect(row).toContainText('8')
      await expect(row).toContainText('+6.3')
      await expect(page.getByText('These are finished public games')).toBeVisible()
      await expect(row.getByRole('img')).toHaveAccessibleName(
        'Black won: 5, draws: 1, White won: 2',
      )
      await expect(page.getByRole('row', { name: 'c3c4' })).toContainText('−31.0')
      await expectNoViolations(page)
      await row.getByRole('button', { name: 'a3c4' }).click()
      await expect(page.locator('.tree [aria-current]')).toContainText('a3c4')
      await expect(page.getByText('No recorded game reached this position.')).toBeVisible()
      // Without moves there is nothing to explain.
      await expect(page.getByText('These are finished public games')).toHaveCount(0)
    })
  })
}

test('is reached and played by keyboard alone', async ({ page }) => {
  await withGames(page)
  await page.addInitScript(() =>
    localStorage.setItem('hokito:analyst', JSON.stringify({ isOn: false })),
  )
  await page.goto(DEAL)
  await tabTo(page, page.locator('.played-here summary'))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'a3c4' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('.tree [aria-current]')).toContainText('a3c4')
})

test('can be read in every theme', async ({ page }) => {
  await withGames(page)
  await openPanel(page)
  await expect(page.getByRole('row', { name: 'a3c4' })).toBeVisible()
  await expectNoViolationsInThemes(page)
})

test('is empty where no games have met, and says so without a server', async ({ page }) => {
  // The real server, which has no such games.
  await openPanel(page)
  await expect(page.getByText('No recorded game reached this position.')).toBeVisible()
  await page.route('**/api/explorer/moves?*', (route) => route.abort())
  await page.getByText('Moves played here').click()
  await page.getByText('Moves played here').click()
  await expect(page.getByText('No answer from the server.')).toBeVisible()
})
