import { expect, type Page, test } from '@playwright/test'
import { landings, movable, moveCount, playComputer, waitForTurn } from './helpers.ts'

test.use({ serviceWorkers: 'allow' })

/** Makes a move for the side to move. */
async function move(page: Page): Promise<void> {
  await movable(page).first().click()
  await landings(page).first().click()
}

for (const missing of ['WebAssembly', 'Worker'] as const) {
  test.describe(`without ${missing}`, () => {
    test.beforeEach(({ page }) =>
      page.addInitScript((name) => Reflect.deleteProperty(globalThis, name), missing),
    )

    test('a player who looks for the computer reads why it is not there, and two play on', async ({
      page,
    }) => {
      await page.goto('/')
      await expect(page.getByText('The computer can’t play in this browser')).toBeVisible()
      await expect(page.getByRole('button', { name: /Play the computer/ })).toHaveCount(0)
      await page.goto('/new')
      await expect(page.getByText('The computer can’t play in this browser')).toBeVisible()
      await expect(page.getByRole('radio', { name: 'Computer' })).toHaveCount(0)
      await page.getByRole('button', { name: 'Start' }).click()
      for (let ply = 0; ply < 4; ply++) await move(page)
      expect(await moveCount(page)).toBe(4)
      await expect(page.getByRole('button', { name: 'Hint' })).toBeDisabled()
    })

    test('online games are open', async ({ page }) => {
      await page.goto('/online')
      await expect(page.locator('.quick-pairing button').first()).toBeEnabled()
    })

    test('a game against the computer from before says why it does not go on', async ({ page }) => {
      const whole = await page.context().newPage()
      await whole.goto('/')
      await playComputer(whole)
      await waitForTurn(whole)
      await move(whole)
      // The computer answers only after the move's animation; by then this page is closed.
      const address = whole.url()
      await whole.close()
      await page.goto(address)
      const said = page.getByRole('alert').filter({ hasText: 'The computer can’t play' })
      await expect(said).toBeVisible()
      await said.getByRole('button', { name: 'OK' }).click()
      await expect(said).toHaveCount(0)
      expect(await moveCount(page)).toBe(1)
    })
  })
}

test('without memory to share and without a database the computer answers', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SharedArrayBuffer')
    Reflect.deleteProperty(globalThis, 'indexedDB')
  })
  await page.goto('/')
  await playComputer(page)
  await waitForTurn(page)
  await move(page)
  await expect.poll(() => moveCount(page)).toBe(2)
})

test('where nothing may be stored that is said once, and games are played', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: refuse })
    }
  })
  await page.goto('/')
  const said = page.getByText('This browser doesn’t keep data')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(said).toHaveCount(0)
  await playComputer(page)
  await waitForTurn(page)
  await move(page)
  await expect.poll(() => moveCount(page)).toBe(2)
  await page.getByRole('link', { name: 'Hokito' }).first().click()
  await expect(page.getByText('Continue your game')).toBeVisible()
  await expect(said).toHaveCount(0)
})

test('a full storage hides nothing: its games open, and can be deleted', async ({ page }) => {
  await page.goto('/')
  await playComputer(page)
  await waitForTurn(page)
  await move(page)
  await expect.poll(() => moveCount(page)).toBe(2)
  await page.evaluate(() => {
    for (let length = 2 ** 22; length >= 1; length /= 2) {
      for (let n = 0; n < 8; n++) {
        try {
          localStorage.setItem(`other:${length}:${n}`, 'x'.repeat(length))
        } catch {
          break
        }
      }
    }
  })
  await page.goto('/games')
  await expect(page.getByRole('heading', { name: 'In progress' })).toBeVisible()
  await page.getByRole('button', { name: /^Delete game/ }).click()
  await expect(page.getByText(/^Deleted: /)).toBeVisible()
  await page.reload()
  await expect(page.getByText('No games yet.')).toBeVisible()
})

test('the promise to work without a network is made where it can be kept', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByText('After your first visit')).toBeVisible()
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
  await page.reload()
  await expect(page.getByText('so you need to be online every time')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
