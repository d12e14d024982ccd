import { expect, type Page, test } from '@playwright/test'
import { landings, movable, moveCount, square } from './helpers.ts'

async function openFriendGame(page: Page): Promise<void> {
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(movable(page).first()).toBeVisible()
}

async function centerOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await square(page, name).boundingBox()
  if (box === null) throw new Error(`${name} is not on the screen`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('a piece dragged onto a landing moves there', async ({ page }) => {
  await openFriendGame(page)
  const from = await centerOf(page, 'c3')
  const to = await centerOf(page, 'c4')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 4 })
  await expect(landings(page).first()).toBeAttached()
  await page.mouse.move(to.x, to.y, { steps: 4 })
  await expect(page.getByTestId('status')).toContainText('c3→c4: ×2, 6 points')
  await page.mouse.up()
  await expect.poll(() => moveCount(page)).toBe(1)
})

test('a piece dropped elsewhere goes back', async ({ page }) => {
  await openFriendGame(page)
  const from = await centerOf(page, 'c3')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 40, { steps: 4 })
  const back = await centerOf(page, 'c2')
  await page.mouse.move(back.x + 3, back.y, { steps: 3 })
  const nowhere = await centerOf(page, 'a1')
  await page.mouse.move(nowhere.x, nowhere.y, { steps: 3 })
  await page.mouse.up()
  expect(await moveCount(page)).toBe(0)
  await expect(landings(page)).toHaveCount(0)
})

test('pointing at a landing tells what the move would do, elsewhere nothing', async ({ page }) => {
  await openFriendGame(page)
  await square(page, 'c3').click()
  await square(page, 'c4').hover()
  await expect(page.getByTestId('status')).toContainText('×2, 6 points')
  await page.keyboard.press('Escape')
  await expect(landings(page)).toHaveCount(0)
})

test('a stack is taken apart by right click, by the key i and by a long press', async ({
  page,
}) => {
  await openFriendGame(page)
  await square(page, 'c3').click()
  await square(page, 'c4').click()
  await expect.poll(() => moveCount(page)).toBe(1)
  const dialog = page.getByRole('dialog', { name: 'Stack on c4' })
  await square(page, 'c4').click({ button: 'right' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const at = await centerOf(page, 'c4')
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await expect(dialog).toBeVisible()
  await page.mouse.up()
  await page.keyboard.press('Escape')
  await square(page, 'a1').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog', { name: 'Stack on a2' })).toBeVisible()
})

test('flipping turns the board and keeps every square where it belongs', async ({ page }) => {
  await openFriendGame(page)
  const before = await centerOf(page, 'a1')
  await page.getByRole('button', { name: 'Flip' }).click()
  const after = await centerOf(page, 'f6')
  expect(Math.round(after.x)).toBe(Math.round(before.x))
  expect(Math.round(after.y)).toBe(Math.round(before.y))
})

test('a screen reader is told what is chosen and what was played', async ({ page }) => {
  await openFriendGame(page)
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /^c3, black three, lands on .*c4/)
  await square(page, 'c3').click()
  await expect(page.locator('.board [role=status]')).toContainText('c3 chosen')
  await expect(square(page, 'c4')).toHaveAttribute('aria-label', /land here, on the other side's/)
  await square(page, 'c4').click()
  await expect(page.locator('.board [role=status]')).toContainText(
    /Black moves c3 to c4 by .*c4; covered: white .*; now height 2/,
  )
})

test('a picture of the position is a real one, as PNG and as SVG', async ({ page }) => {
  await openFriendGame(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Keep and share' }).click()
  for (const [name, extension] of [
    ['Save picture (PNG)', 'png'],
    ['Save picture (SVG)', 'svg'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await downloading).suggestedFilename()).toBe(`hokito-77.1234567.${extension}`)
  }
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(link)
  await expect(square(page, 'c3')).toBeVisible()
})
