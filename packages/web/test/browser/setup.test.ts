import { BOARD_SIZE, topOf } from '@hokito/picture/parts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { movable, square } from './helpers.ts'
import { focusedSquare, tabToBoard, walkTo } from './keyboard.ts'
import { choosePage } from './walking.ts'

/** A piece of a tray, such as `black-3`. */
function tray(page: Page, name: string): Locator {
  return page.locator(`[data-piece="${name}"]`)
}

/** The message about the last edit, both visible and announced. */
function told(page: Page): Locator {
  return page.getByTestId('told')
}

function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** A square of the board that the form of a new game shows. */
function given(page: Page, name: string): Locator {
  return page.locator(`.given-position [data-square="${name}"]`)
}

async function openSetup(page: Page, setup: string, opponent = 'friend'): Promise<void> {
  await page.goto(`/new?opponent=${opponent}`)
  await page.getByRole('radio', { name: 'By hand' }).check()
  await page.getByRole('radio', { name: setup }).check()
  await button(page, 'Prepare the board').click()
  await expect(square(page, 'a1')).toBeVisible()
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

/** Squares of a rank, such as `a1` to `f1`. */
function rank(number: number): readonly string[] {
  return [...'abcdef'].map((file) => `${file}${number}`)
}

const RANKS = [
  ['1', rank(1)],
  ['2', rank(2)],
  ['3', rank(3)],
] as const

test('a position is made by mouse: dragged, stacked, moved, taken off, and played', async ({
  page,
}) => {
  await openSetup(page, 'Any position')
  await drag(page, tray(page, 'white-1'), square(page, 'c3'))
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, white one')
  await drag(page, tray(page, 'black-3'), square(page, 'c3'))
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, black three, height 2, worth 6')
  await expect(tray(page, 'black-3')).toHaveAccessibleName('black three, left: 5')
  await square(page, 'c3').click({ button: 'right' })
  await expect(page.getByRole('dialog')).toContainText('white one (bottom)')
  await button(page, 'Close').click()
  await drag(page, square(page, 'c3'), square(page, 'd4'))
  await expect(square(page, 'd4')).toHaveAccessibleName('d4, black three, height 2, worth 6')
  await drag(page, tray(page, 'white-2'), square(page, 'f6'))
  await drag(page, square(page, 'f6'), tray(page, 'black-1'))
  await expect(square(page, 'f6')).toHaveAccessibleName('f6, empty')
  await expect(told(page)).toHaveText('f6 is empty now')
  await expect(button(page, 'Start the game')).toBeDisabled()
  await expect(page.getByText('Both sides need pieces on the board.')).toBeVisible()
  await tray(page, 'black-1').click()
  await square(page, 'a1').click()
  await square(page, 'b1').click()
  await tray(page, 'white-1').click()
  await square(page, 'a6').click()
  await square(page, 'b6').click()
  await page.getByRole('radio', { name: 'White' }).check()
  await button(page, 'Start the game').click()
  await expect(movable(page)).toHaveCount(2)
  await expect(page.getByTestId('status')).toContainText('White to move')
})

test('on the setup board, too, a high stack is pressed where it is seen', async ({ page }) => {
  await openSetup(page, 'Any position')
  for (let piece = 0; piece < 6; piece++) {
    for (const name of ['black-1', 'white-1', 'black-2', 'white-2']) {
      await tray(page, name).click()
      await square(page, 'c3').click()
    }
  }
  await expect(square(page, 'c3')).toHaveAccessibleName(/height 24/)
  const { x, y } = await middleOf(square(page, 'c3'))
  const scale = ((await page.locator('.board-drawing').boundingBox())?.width ?? 0) / BOARD_SIZE
  const top = topOf(24)
  await page.mouse.click(x + top.x * scale, y + top.y * scale, { button: 'right' })
  await expect(page.getByRole('dialog', { name: 'Square c3' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('one side is arranged by touch against the computer, which arranges the other', async ({
    page,
  }) => {
    await openSetup(page, 'Your own side', 'computer')
    for (const [value, squares] of RANKS) {
      await tray(page, `black-${value}`).tap()
      for (const name of squares) await square(page, name).tap()
    }
    await button(page, 'Start the game').tap()
    await expect(movable(page).first()).toBeVisible()
    await expect(square(page, 'a1')).toHaveAccessibleName(/your one/)
    await expect(square(page, 'f3')).toHaveAccessibleName(/your three/)
    await button(page, 'More').tap()
    await expect(page.getByRole('dialog')).toContainText(/Starting layout 0\.\d+/)
  })

  test('trays and board are in sight together, and nothing is wider than the window', async ({
    page,
  }) => {
    await openSetup(page, 'Any position')
    for (const name of ['white-1', 'black-3']) await expect(tray(page, name)).toBeInViewport()
    for (const name of ['a1', 'f6']) await expect(square(page, name)).toBeInViewport()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
  })
})

test('on a telephone the board and then the game open at their top', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openSetup(page, 'Any position')
  const scrolled = () => page.evaluate(() => scrollY)
  expect(await scrolled()).toBe(0)
  await page
    .getByLabel('Position (HFEN) or layout number')
    .fill('------/------/------/------/------/aA---- b')
  await button(page, 'Show').click()
  const start = button(page, 'Start the game')
  await start.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 200))
  expect(await scrolled()).toBeGreaterThan(0)
  await start.click()
  await expect(movable(page).first()).toBeVisible()
  expect(await scrolled()).toBe(0)
})

test('one side is arranged by keyboard alone, and every change is announced', async ({ page }) => {
  await openSetup(page, 'Your own side', 'computer')
  await tabToBoard(page)
  await page.keyboard.press('2')
  await expect(told(page)).toHaveText('black two in hand')
  await page.keyboard.press('Enter')
  await expect(told(page)).toHaveText('a1, black two')
  await walkTo(page, 'a4')
  await page.keyboard.press('Enter')
  await expect(told(page)).toHaveText('Black may use only its own three rows')
  await page.keyboard.press('Escape')
  await walkTo(page, 'a1')
  await page.keyboard.press('Enter')
  await walkTo(page, 'b3')
  await page.keyboard.press('Enter')
  await expect(told(page)).toHaveText('From a1 to b3')
  await page.keyboard.press('Delete')
  await expect(told(page)).toHaveText('b3 is empty now')
  await page.keyboard.press('u')
  await expect(square(page, 'b3')).toHaveAccessibleName('b3, black two')
  await page.keyboard.press('z')
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, black two')
  await page.keyboard.press('r')
  await expect(told(page)).toHaveText('Done again')
  expect(await focusedSquare(page)).toBe('b3')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Take a piece of that value')
  await page.keyboard.press('Escape')
  // The dialog gives the focus back as it closes.
  await expect(square(page, 'b3')).toBeFocused()
  await button(page, 'Place the rest at random').press('Enter')
  await expect(told(page)).toHaveText('17 pieces placed at random')
  await button(page, 'Start the game').press('Enter')
  await expect(movable(page).first()).toBeVisible()
})

test('two on one screen arrange one after the other, and see both sides only in the game', async ({
  page,
}) => {
  await page.goto('/new?opponent=friend')
  await page.getByLabel('Who plays Black?').fill('Ada')
  await page.getByLabel('Who plays White?').fill('Bo')
  await page.getByRole('radio', { name: 'By hand' }).check()
  await page.getByRole('radio', { name: 'Your own side' }).check()
  await button(page, 'Prepare the board').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada: place your pieces')
  await expect(button(page, 'Done')).toBeDisabled()
  await page.getByLabel('Layout number').fill('77.1234567')
  await button(page, 'Show').click()
  await button(page, 'Done').click()
  await expect(page.getByText('Now it’s Bo’s turn to place pieces.')).toBeVisible()
  await expect(page.locator('[data-square]')).toHaveCount(0)
  await button(page, 'I’m ready').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo: place your pieces')
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, hidden')
  await expect(square(page, 'a6')).toHaveAccessibleName('a6, empty')
  // Going back by mistake loses no pieces, and shows neither player the other's.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New game')
  await button(page, 'Prepare the board').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bo: place your pieces')
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, hidden')
  await page.getByLabel('Layout number').fill('5.1234567')
  await button(page, 'Show').click()
  await button(page, 'Start the game').click()
  await expect(movable(page).first()).toBeVisible()
  await button(page, 'More').click()
  await expect(page.getByRole('dialog')).toContainText('Starting layout 77.1234567')
})

test('all 36 are placed by hand anywhere', async ({ page }) => {
  await openSetup(page, 'All 36 pieces')
  await tray(page, 'white-3').click()
  for (const name of rank(1)) await square(page, name).click()
  await expect(tray(page, 'white-3')).toHaveAccessibleName('white three, left: 0')
  await expect(page.getByText('30 pieces still to place')).toBeVisible()
  await button(page, 'Place the rest at random').click()
  await button(page, 'Start the game').click()
  await expect(square(page, 'f1')).toHaveAccessibleName(/white three/)
})

test('what is wrong is said where it is wrong', async ({ page }) => {
  await openSetup(page, 'Any position')
  const text = page.getByLabel('Position (HFEN) or layout number')
  const load = async (what: string) => {
    await text.fill(what)
    await button(page, 'Show').click()
  }
  await load('cccccc/c-----/------/------/------/AA---- w')
  await expect(page.getByText('black three: 7 on the board')).toContainText(
    'a5, a6, b6, c6, d6, e6, f6',
  )
  await expect(button(page, 'Start the game')).toBeDisabled()
  await tray(page, 'black-3').click()
  await expect(told(page)).toHaveText('black three: none left')
  await load('------/------/------/------/------/aaA3A3-- b')
  await expect(page.getByText('a stack of odd height (c1, d1)')).toBeVisible()
  await expect(button(page, 'Start the game')).toBeEnabled()
  await load('------/------/------/------/-----/aa---- b')
  await expect(page.getByRole('alert').filter({ hasText: 'A row has fewer' })).toBeVisible()
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, black one')
  await load('77.')
  await expect(page.getByText('A layout number looks like')).toBeVisible()
  await load('77.1234567')
  await tray(page, 'white-1').click()
  await expect(told(page)).toHaveText('white one: none left')
  await button(page, 'Clear the board').click()
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, empty')
})

test('a position is mirrored, turned, copied as text and as a link that opens it', async ({
  page,
}) => {
  await openSetup(page, 'Any position')
  await page
    .getByLabel('Position (HFEN) or layout number')
    .fill('------/------/------/------/------/aA---- w')
  await button(page, 'Show').click()
  await button(page, 'Mirror').click()
  await expect(square(page, 'f1')).toHaveAccessibleName('f1, black one')
  await button(page, 'Rotate').click()
  await expect(square(page, 'a1')).toHaveAccessibleName('a1, black one')
  await expect(square(page, 'a2')).toHaveAccessibleName('a2, white one')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await button(page, 'Copy').click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await copied()).toBe('------/------/------/------/A-----/a----- w')
  await button(page, 'Copy link').click()
  await expect.poll(copied).toContain('/new?position=')
  await page.goto(await copied())
  // The form shows the starting position.
  await expect(given(page, 'a2')).toHaveAccessibleName('a2, white one')
  await button(page, 'Edit this position').click()
  await expect(square(page, 'a2')).toHaveAccessibleName('a2, white one')
  await button(page, 'Back').click()
  await button(page, 'Start the game').click()
  await expect(page).toHaveURL(/\/game\//)
})

test('on a phone a position is analysed without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/analysis?setup')
  await expect(page.getByRole('button', { name: 'Analyse', exact: true })).toBeInViewport({
    ratio: 1,
  })
})

test('a position of a replay opens on the board to be changed', async ({ page }) => {
  await page.goto('/replay#------/------/------/------/A-----/a----- w')
  await page.getByRole('link', { name: 'Edit this position' }).click()
  await expect(square(page, 'a2')).toHaveAccessibleName('a2, white one')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Build a position')
})

test('the board to set up on has no faults that axe finds', async ({ page }) => {
  await openSetup(page, 'Any position')
  await tray(page, 'black-3').click()
  await square(page, 'c3').click()
  await expectNoViolations(page)
})

test('the placed pieces are there again for a player who left the board by going back', async ({
  page,
}) => {
  await openSetup(page, 'Any position')
  await page.keyboard.press('2')
  await square(page, 'c3').click()
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /black two/)
  await page.goBack()
  await openSetup(page, 'All 36 pieces')
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /empty/)
  await page.goBack()
  await openSetup(page, 'Any position')
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /black two/)
})

test('the browser’s Back leads from the board to the terms, with what was placed, and only then away', async ({
  page,
}) => {
  await page.goto('/about')
  await openSetup(page, 'Any position')
  for (const [piece, name] of [
    ['black-1', 'c3'],
    ['white-1', 'c4'],
  ] as const) {
    await tray(page, piece).click()
    await square(page, name).click()
  }
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'By hand' })).toBeChecked()
  await expect(given(page, 'c3')).toHaveAccessibleName('c3, black one')
  await button(page, 'Edit this position').click()
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, black one')
  await button(page, 'Back').click()
  await button(page, 'Edit this position').click()
  await button(page, 'Start the game').click()
  await expect(page).toHaveURL(/\/game\//)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New game')
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('from other pages Back leads to the board and what was placed, and each Back shows something else', async ({
  page,
}) => {
  await page.goto('/about')
  await openSetup(page, 'Any position')
  await tray(page, 'black-1').click()
  await square(page, 'c3').click()
  const heading = page.getByRole('heading', { level: 1 })
  await choosePage(page, 'Rules')
  await expect(page).toHaveURL(/\/rules$/)
  // A link from a page to itself adds no entry to the history.
  await choosePage(page, 'Rules')
  await page.goBack()
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, black one')
  await page.reload()
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, black one')
  await page.goBack()
  await expect(heading).toHaveText('New game')
  await expect(page.getByRole('radio', { name: 'A friend on this screen' })).toBeChecked()
  await page.goForward()
  await expect(square(page, 'c3')).toHaveAccessibleName('c3, black one')
  await page.goBack()
  await expect(heading).toHaveText('New game')
  await page.goBack()
  await expect(page).toHaveURL(/\/about$/)
})

test('what was chosen for a new game is chosen again after Back and Forward', async ({ page }) => {
  await page.goto('/new')
  await page.getByRole('radio', { name: '6' }).check()
  await page.getByRole('radio', { name: 'White', exact: true }).check()
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await page.goBack()
  await expect(page.getByRole('radio', { name: '6' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'White', exact: true })).toBeChecked()
})

test('Play in the menu leads from the board to a new form', async ({ page }) => {
  await page.goto('/new')
  await page.getByRole('radio', { name: 'By hand' }).check()
  await page.getByRole('radio', { name: 'Any position' }).check()
  await button(page, 'Prepare the board').click()
  await expect(square(page, 'a1')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: 'Play' }).click()
  await menu.getByRole('link', { name: 'Play the computer' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('New game')
  await page.goBack()
  await expect(heading).toHaveText('Build a position')
  await page.goBack()
  await expect(heading).toHaveText('New game')
})

test('a new game is asked for as the last one was, with the level that one press plays too', async ({
  page,
}) => {
  await page.goto('/new?opponent=friend')
  await page.getByLabel('Who plays Black?').fill('Ada')
  await page.getByLabel('Who plays White?').fill('Bo')
  await page.getByRole('radio', { name: 'By hand' }).check()
  await page.getByRole('radio', { name: 'All 36 pieces' }).check()
  await button(page, 'Prepare the board').click()
  await button(page, 'Place the rest at random').click()
  await button(page, 'Start the game').click()
  await button(page, 'More').click()
  await button(page, 'New game').click()
  await expect(page.getByLabel('Who plays White?')).toHaveValue('Bo')
  for (const name of ['A friend on this screen', 'By hand', 'All 36 pieces']) {
    await expect(page.getByRole('radio', { name })).toBeChecked()
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Choose level, colour and setup' }).click()
  await expect(page.getByRole('radio', { name: 'Computer' })).toBeChecked()
  await page.getByRole('radio', { name: 'Standard' }).check()
  await page.getByRole('radio', { name: '7', exact: true }).check()
  await button(page, 'Start the game').click()
  await expect(movable(page).first()).toBeVisible()
  await page.goto('/')
  await page.getByRole('button', { name: 'Level 7 of 10' }).click()
  await expect(page.getByText('Computer, level 7', { exact: true })).toBeVisible()
})

test('the whole form of a new game is in the first view of a desk', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const opponent of ['friend', 'computer']) {
    await page.goto(`/new?opponent=${opponent}`)
    await page.getByRole('radio', { name: 'By hand' }).check()
    await page.getByRole('radio', { name: '3 min' }).check()
    await expect(button(page, 'Prepare the board')).toBeInViewport({ ratio: 1 })
  }
})
