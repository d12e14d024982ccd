import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { square } from './helpers.ts'
import { tabTo } from './keyboard.ts'

const time = (page: Page, color: string) => page.getByTestId(`time-${color}`)
const half = (page: Page, color: string) => page.locator(`[data-half=${color}]`)

test('a layout is put up, printed, and taken into a game of two with its record', async ({
  page,
}) => {
  await page.goto('/table')
  const number = page.locator('.table-layout .note')
  await expect(number).toContainText('Starting layout')
  const first = (await number.textContent()) ?? ''
  await page.getByRole('button', { name: 'Another layout' }).click()
  await expect(number).not.toHaveText(first)
  const deal = /layout (\S+)/.exec((await number.textContent()) ?? '')?.[1] ?? 'none'
  await page.getByRole('button', { name: 'Flip' }).click()
  await expect(number).toContainText('White’s view')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.table-sheet img')).toHaveCount(2)
  await expect(page.locator('.table-sheet img').first()).toBeVisible()
  await expect(page.locator('.table-layout')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel('Points for White').fill('13.5')
  await page.getByRole('link', { name: 'Enter the moves here' }).click()
  await expect(page.getByRole('textbox', { name: /Layout number/ })).toHaveValue(deal)
  await expect(page.getByRole('radio', { name: /Fair game/ })).toBeChecked()
})

test('the clock goes on while the page is away, pauses, and tells whose time is up', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/table')
  await page.getByRole('radio', { name: '3 min + 2 s' }).check()
  await page.getByRole('link', { name: 'Open the clock' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.clock.fastForward(3_600_000)
  await page.reload()
  await expect(page.getByTestId('announcer')).toContainText('Black’s time is up.')
  await expect(page.getByRole('button', { name: 'Start' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reset the clock' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the clock' }).click()
  await expect(time(page, 'black')).toHaveText('3:00')
  // From here on time passes only as the test says.
  await page.clock.pauseAt(new Date(Date.now() + 7_200_000))
  await half(page, 'black').click()
  await page.clock.runFor(10_200)
  await expect(time(page, 'black')).toHaveText('2:50')
  // A tap on the wrong half does nothing.
  await half(page, 'white').click()
  await half(page, 'black').click()
  await expect(time(page, 'black')).toHaveText('2:52')
  await page.clock.runFor(5200)
  await expect(time(page, 'white')).toHaveText('2:55')
  await page.keyboard.press('p')
  await page.clock.runFor(60_000)
  await expect(time(page, 'white')).toHaveText('2:55')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.clock.runFor(1200)
  await expect(time(page, 'white')).toHaveText('2:54')
})

test('the way from a layout to the running clock is walked with the keyboard alone', async ({
  page,
}) => {
  await page.goto('/table')
  await tabTo(page, page.getByRole('button', { name: 'Another layout' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '20 min + 10 s' })).toBeChecked()
  await tabTo(page, page.getByRole('link', { name: 'Open the clock' }))
  await page.keyboard.press('Enter')
  await expect(time(page, 'black')).toHaveText('20:00')
  await tabTo(page, page.getByRole('button', { name: 'Start' }))
  await page.keyboard.press('Enter')
  await expect(half(page, 'black')).toHaveAccessibleName(/Press after your move/)
})

test('one key hands the clock back and forth', async ({ page }) => {
  await page.goto('/table/clock')
  await half(page, 'black').focus()
  await page.keyboard.press('Enter')
  await expect(half(page, 'black')).toHaveAccessibleName(/Press after your move/)
  await page.keyboard.press('Enter')
  await expect(half(page, 'white')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(half(page, 'black')).toBeFocused()
  await expectNoViolations(page)
})

test('stacks are tapped in and counted, with the points that White gets', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/table/count')
  await page.getByRole('button', { name: 'black three' }).click()
  for (let tap = 0; tap < 10; tap++) await square(page, 'c3').click()
  await expect(page.getByTestId('points-black')).toHaveText('54')
  await page.getByRole('button', { name: 'white two' }).click()
  for (let tap = 0; tap < 9; tap++) await square(page, 'd4').click()
  await expect(page.getByText('Pieces counted: 34 of 36.')).toBeVisible()
  await square(page, 'd4').click()
  await expect(page.getByText('Black won by 18 points.')).toBeVisible()
  await square(page, 'd4').click()
  await expect(page.getByText('A game has no more pieces than that.')).toBeVisible()
  await page.getByLabel('Points for White').fill('20.5')
  await expect(page.getByText('White won by 2.5 points.')).toBeVisible()
  await page.reload()
  await expect(page.getByTestId('points-white')).toHaveText('56.5')
})

test('the count works by keys alone', async ({ page }) => {
  await page.goto('/table/count')
  await square(page, 'a1').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(square(page, 'a2')).toHaveAccessibleName(/black three, height 2/)
  await page.keyboard.press('-')
  await expect(page.getByTestId('points-black')).toHaveText('3')
  await page.keyboard.press('Delete')
  await expect(page.getByTestId('points-black')).toHaveText('0')
  await expectNoViolations(page)
})
