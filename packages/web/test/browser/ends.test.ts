import { expect, type Page, test } from '@playwright/test'
import { expectNoViolations } from './axe.ts'
import { landings, movable, moveCount, square } from './helpers.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const title = (page: Page) => page.locator('#end-title')

/** Starts a game for two on one screen, from a position if one is given. */
async function openGame(page: Page, query = ''): Promise<void> {
  await page.goto(`/new?opponent=friend${query}`)
  await page.locator('button[type=submit]').click()
  await movable(page).first().waitFor()
}

async function move(page: Page): Promise<void> {
  const played = await moveCount(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBe(played + 1)
}

/** A game that Black ends with the next move. */
const LAST_MOVE = `&position=${encodeURIComponent('c-----/------/------/------/--a---/--A--- b')}`

/** A game of three moves that Black has resigned. */
async function openResigned(page: Page): Promise<void> {
  await openGame(page)
  for (let ply = 0; ply < 4; ply++) await move(page)
  await button(page, 'Resign').click()
  await expect(page.getByRole('dialog')).toContainText('Does Black resign?')
  await button(page, 'Yes, resign').click()
}

test('a game that was given up says who won and why, and that the points did not decide it', async ({
  page,
}) => {
  await openResigned(page)
  await expect(title(page)).toHaveText('White won: Black resigned.')
  await expect(page.getByText('The points didn’t decide this game.', { exact: true })).toBeVisible()
  await expect(page.locator('.end-rows')).toHaveCount(0)
  // Nothing is counted, so the heights stay.
  await expect(page.locator('.plates .plate').first()).toBeVisible()
  await expectNoViolations(page)
})

test('a piece that was chosen is let go of where the game ends by a word', async ({ page }) => {
  await openGame(page)
  for (let ply = 0; ply < 4; ply++) await move(page)
  await movable(page).first().click()
  await expect(page.locator('.ring-chosen')).toHaveCount(1)
  await button(page, 'Resign').click()
  await button(page, 'Yes, resign').click()
  await expect(title(page)).toBeVisible()
  await expect(landings(page)).toHaveCount(0)
  await expect(page.locator('.ring-chosen')).toHaveCount(0)
})

test('a game that was played out says by how much, and is not reopened by a slip', async ({
  page,
}) => {
  await openGame(page, LAST_MOVE)
  await move(page)
  await expect(title(page)).toHaveText('Black won by 5 points.')
  await expect(
    page.getByText('Neither side has a possible move. The points decide.', { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('dialog')).toContainText('Take back the last move?')
  await button(page, 'Cancel').click()
  await expect(title(page)).toBeVisible()
  // Beside "One move back", which only looks back, it would read like the same.
  await expect(button(page, 'Undo')).toHaveCount(0)
  await button(page, 'More').click()
  await button(page, 'Take back and play on').click()
  await button(page, 'Yes, take it back').click()
  await expect(title(page)).toHaveCount(0)
  await expect.poll(() => moveCount(page)).toBe(0)
})

const marks = (page: Page) => page.locator('.count-mark')

/** A game that Black ends with the next move, at which most stacks are singles. */
const LONG_COUNT = `&position=${encodeURIComponent('BAb20AAA/B--CBA/------/C2-----/------/--a-C2b2 b')}`

/** Plays the only move of {@link LONG_COUNT}. */
async function playLast(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openGame(page, LONG_COUNT)
  await square(page, 'c6').click()
  await square(page, 'e1').click()
}

test('the stacks are counted on the board one after another, then the winner’s stay lit', async ({
  page,
}) => {
  await playLast(page)
  await expect(page.getByText('Counting the stacks…')).toBeVisible()
  await expect(title(page)).toHaveCount(0)
  await expect(marks(page).first()).toBeVisible()
  await expect(title(page)).toHaveText('Black won by 29 points.')
  await expect(
    page
      .locator('.end-words')
      .getByText('The stack on e1 made 44 of the winner’s 49 points: 2\u00a0×\u00a022.'),
  ).toBeVisible()
  await expect(marks(page)).toHaveCount(13)
  await expect(marks(page).last()).toHaveText('44')
  await expect(page.locator('.count-mark-won')).toHaveText(['1', '4', '44'])
  await expect(page.locator('.end-row').first()).toContainText('Black')
  await expect(page.locator('.end-sum')).toHaveText(['49', '20'])
  await expect(page.locator('.seat-points').first()).toBeHidden()
  await expectNoViolations(page)
  await button(page, 'Count again').click()
  await expect(title(page)).toHaveCount(0)
  await expect(title(page)).toHaveText('Black won by 29 points.')
})

for (const [what, skip] of [
  ['a touch', (page: Page) => page.mouse.click(4, 4)],
  ['a key', (page: Page) => page.keyboard.press('x')],
  ['its button', (page: Page) => button(page, 'Skip').click()],
] as const) {
  test(`the count is skipped by ${what}, which does nothing else`, async ({ page }) => {
    await page.clock.install()
    await playLast(page)
    await expect(marks(page).first()).toBeVisible()
    // From now on only the player can end the count.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1200))
    await expect(title(page)).toHaveCount(0)
    await skip(page)
    await expect(title(page)).toHaveText('Black won by 29 points.')
    await expect(marks(page)).toHaveCount(13)
    await expect(page).toHaveURL(/\/game\//)
  })
}

test('with reduced motion the final state is there at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGame(page, LONG_COUNT)
  await square(page, 'c6').click()
  await square(page, 'e1').click()
  await expect(marks(page).or(title(page)).first()).toBeVisible()
  await expect(page.getByText('Counting the stacks…')).toHaveCount(0)
  await expect(marks(page)).toHaveCount(13)
})

test('replay, review and analysis are three tabs of one game, and Back leads through them', async ({
  page,
}) => {
  await openGame(page, LAST_MOVE)
  await move(page)
  await page.setViewportSize({ width: 1920, height: 1000 })
  const board = () => page.locator('.game-board').boundingBox()
  await page.getByRole('link', { name: 'Review' }).click()
  const tabs = page.getByRole('navigation', { name: 'Ways to look at this game' })
  const current = tabs.locator('[aria-current=page]')
  await expect(current).toHaveText('Review')
  const place = await board()
  await tabs.getByRole('link', { name: 'Replay' }).click()
  await expect(current).toHaveText('Replay')
  await expect(page.getByTestId('status')).toHaveText('Start')
  expect(await board()).toEqual(place)
  await tabs.getByRole('link', { name: 'Analyse' }).click()
  await expect(current).toHaveText('Analyse')
  expect(await board()).toEqual(place)
  await expectNoViolations(page)
  await page.goBack()
  await expect(current).toHaveText('Replay')
  await page.goBack()
  await expect(current).toHaveText('Review')
  await page.goBack()
  await expect(title(page)).toBeVisible()
})

test('a player who begins without a lesson reads how a piece moves, for a few moves', async ({
  page,
}) => {
  await openGame(page)
  const status = page.getByTestId('status')
  await expect(status).toContainText('Each piece makes one hop for each of its marks.')
  for (let ply = 0; ply < 6; ply++) {
    await movable(page).first().click()
    await expect(status).toContainText(/[123] marks?: exactly [123] hops?\./)
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBe(ply + 1)
  }
  await movable(page).first().click()
  await expect(status).toContainText('Now choose where it lands')
  await expect(status).not.toContainText('exactly')
})

test('one press leads to what each move of the game came to', async ({ page }) => {
  await openGame(page, LAST_MOVE)
  await move(page)
  await page.getByRole('link', { name: 'Review' }).click()
  await expect(
    page.getByRole('region', { name: 'Moves', exact: true }).getByRole('button'),
  ).toHaveCount(1)
  await expect(page.locator('.review-summary')).toContainText('Accuracy')
})

test('the moves are walked by button, key or themselves, and lead back to the end', async ({
  page,
}) => {
  await openResigned(page)
  await page.keyboard.press('[')
  const status = page.getByTestId('status')
  await expect(status).toContainText('position 3 of 4')
  await expect(button(page, 'One move forward')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(status).toContainText('position 0 of 4')
  await button(page, 'One move forward').focus()
  await page.keyboard.press('Enter')
  await expect(status).toContainText('position 1 of 4')
  await expect(page.locator('.moves-move[aria-current]')).toHaveText(
    (await page.locator('.moves-move').first().textContent()) ?? '',
  )
  await page.keyboard.press('ArrowRight')
  await expect(status).toContainText('position 2 of 4')
  await page.keyboard.press('Home')
  await expect(button(page, 'To the start')).toBeDisabled()
  await button(page, 'Autoplay').click()
  await expect(status).toContainText('position 4 of 4')
  await page.keyboard.press('[')
  await expect(status).toContainText('position 3 of 4')
  await button(page, 'To the end').click()
  await expect(status).toContainText('position 4 of 4')
  await button(page, 'Back to the game').click()
  await expect(title(page)).toBeVisible()
  await expect(title(page)).toBeFocused()
})

test('the moves can be walked from the end in windows too low for a list of them', async ({
  page,
}) => {
  await openResigned(page)
  for (const [width, height] of [
    [1280, 640],
    [1280, 800],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    await button(page, 'One move back').click()
    await expect(page.getByTestId('status')).toContainText('position 3 of 4')
    await button(page, 'Back to the game').click()
    await expect(title(page)).toBeVisible()
  }
})

test('the browser’s Back leads from a look at the moves to the end of the game', async ({
  page,
}) => {
  await openResigned(page)
  const { pathname } = new URL(page.url())
  await page.keyboard.press('[')
  await expect(button(page, 'One move forward')).toBeVisible()
  await page.goBack()
  await expect(title(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(pathname)
  // After the page's own button to go back, the browser's Back has no step left to undo.
  await page.keyboard.press('[')
  await expect(button(page, 'One move forward')).toBeVisible()
  await button(page, 'Back to the game').click()
  await expect(title(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/new/)
})

test('nothing but what is below the board changes its place or its width at the end', async ({
  page,
}) => {
  await openGame(page, LAST_MOVE)
  const boxes = () =>
    Promise.all(['.board', '.seat-far'].map((part) => page.locator(part).boundingBox()))
  await page.setViewportSize({ width: 768, height: 1024 })
  const before = await boxes()
  await move(page)
  await expect(title(page)).toBeVisible()
  expect(await boxes()).toEqual(before)
})

test('a telephone shows whole rows of the moves that are stepped through', async ({ page }) => {
  await openResigned(page)
  await page.setViewportSize({ width: 360, height: 740 })
  // The result has the room of both cards.
  await expect(page.locator('.seat:visible')).toHaveCount(0)
  await page.keyboard.press('[')
  const rows = page.locator('.moves-list')
  await expect(rows).toBeInViewport({ ratio: 1 })
  const { height = 0 } = (await rows.boundingBox()) ?? {}
  const { height: row = 1 } = (await page.locator('.moves-list li').first().boundingBox()) ?? {}
  expect(height % row).toBeLessThanOrEqual(4)
  expect(height).toBeGreaterThanOrEqual(row)
})

test('a telephone has all that can be done after a count in its first view', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGame(page, LONG_COUNT)
  await square(page, 'c6').click()
  await square(page, 'e1').click()
  await expect(title(page)).toBeVisible()
  const parts = [...(await page.locator(':is(.end-panel, .actions) :is(a, button, p)').all())]
  expect(parts.length).toBeGreaterThan(7)
  for (const part of [page.locator('.board'), ...parts]) {
    await expect(part).toBeInViewport({ ratio: 0.99 })
  }
})

test('a list of moves beside the board shows whole rows only', async ({ page }) => {
  await openGame(page)
  for (let ply = 0; ply < 14; ply++) await move(page)
  const list = page.locator('.moves-list')
  for (const height of [700, 720, 741, 768]) {
    await page.setViewportSize({ width: 1280, height })
    const sizes = () =>
      list.evaluate((box) => [box.clientHeight % 32, box.scrollTop % 32, box.clientHeight >= 64])
    await expect.poll(sizes, `at ${height}`).toEqual([0, 0, true])
    await expect(page.locator('.moves-move[aria-current]')).toBeInViewport({ ratio: 1 })
  }
})

test('on a laptop the way to the mistakes is in the first view of the end', async ({ page }) => {
  await openGame(page, LAST_MOVE)
  await move(page)
  for (const [width, height] of [
    [1280, 720],
    [1366, 657],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.getByRole('link', { name: 'Review' })).toBeInViewport({ ratio: 1 })
    // The panel has the names and the points of both.
    for (const seat of await page.locator('.seat').all()) await expect(seat).toBeHidden()
  }
})

test('on a telephone a player who steps by the list of moves sees the board, and the list follows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openGame(page)
  for (let ply = 0; ply < 14; ply++) await move(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await button(page, 'Resign').click()
  await button(page, 'Yes, resign').click()
  await page.keyboard.press('[')
  const moves = page.locator('.moves-move')
  await moves.last().scrollIntoViewIfNeeded()
  await moves.nth(11).click()
  await expect(page.getByTestId('status')).toContainText('position 12 of 14')
  await expect(page.locator('.game-board')).toBeInViewport({ ratio: 0.99 })
  await expect(page.locator('.moves-move[aria-current]')).toBeInViewport()
  await button(page, 'To the start').click()
  await expect.poll(() => page.locator('.moves-list').evaluate((list) => list.scrollTop)).toBe(0)
})

test('the steps of a replay are in the first view of every window', async ({ page }) => {
  await page.goto('/replay')
  await button(page, 'Show an example').click()
  await square(page, 'a1').waitFor()
  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    for (const name of [
      'To the start',
      'One move back',
      'Autoplay',
      'One move forward',
      'To the end',
    ]) {
      await expect(button(page, name), `${name} at ${width}×${height}`).toBeInViewport({
        ratio: 0.99,
      })
    }
  }
  await button(page, 'To the end').click()
  await expect(page.getByTestId('status')).toContainText('Black won by 86 points.')
  await expect(page.locator('.moves-move[aria-current]')).toBeInViewport()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByTestId('status')).toContainText('Position 29 of 30')
})

test('a link to a game says at its beginning who played and who won', async ({ page }) => {
  const record = `[Black "Anna"]
[White "hokito level 2"]
[Deal "77.1234567"]
[Result "36-36"]
[Termination "resignation"]
[Winner "white"]

1. a1b1 36-36`
  await page.goto(`/replay#${encodeURIComponent(record)}`)
  const status = page.getByTestId('status')
  // How the game ended stands at its end, not below its beginning.
  await expect(status).toHaveText('Start')
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect(status).toContainText('Computer, level 2 won: Anna resigned.')
  await expect(page.getByRole('region', { name: 'White: Computer, level 2' })).toBeVisible()
  await expect(page).toHaveTitle('Anna – Computer, level 2')
})
