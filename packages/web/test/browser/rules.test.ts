import { expect, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { landings, movable } from './helpers.ts'
import { speak } from './walking.ts'

test('a rule can be tried on its board, and set back', async ({ page }) => {
  await page.goto('/rules')
  await page.setViewportSize({ width: 360, height: 740 })
  const section = page.locator('.rules-section').nth(1)
  // It has its place from the start, but is seen only once there is something to start over.
  const startOver = section.locator('.try-board-bar button')
  await expect(startOver).toBeHidden()
  const heightOf = async () => (await section.boundingBox())?.height
  const before = await heightOf()
  await section.locator(movable(page)).first().click()
  await section.locator(landings(page)).first().click()
  await expect(section.locator('.path-last')).toBeVisible()
  await expect(startOver).toBeVisible()
  expect(await heightOf()).toBe(before)
  await section.getByRole('button', { name: 'Start over' }).click()
  await expect(section.locator('.path-last')).toHaveCount(0)
})

test('the words of a rule come before its board', async ({ page }) => {
  await page.goto('/rules')
  const section = page.locator('.rules-section').first()
  const words = section.getByRole('heading')
  for (const [width, height] of [
    [360, 740],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [one, other] = [await words.boundingBox(), await section.locator('.board').boundingBox()]
    expect(one?.y, `${width} wide`).toBeLessThanOrEqual(other?.y ?? 0)
  }
})

test('the rules print on one sheet in every language', async ({ page }) => {
  await page.goto('/rules')
  for (const language of LANGUAGES) {
    await speak(page, language)
    await page.locator('.rulings').waitFor()
    const sheet = await page.pdf({ preferCSSPageSize: true })
    expect(sheet.toString('latin1').match(/\/Type\s*\/Page\b/g), language).toHaveLength(1)
  }
})
