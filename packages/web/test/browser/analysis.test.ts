import { readFile } from 'node:fs/promises'
import { parseRecord } from '@hokito/rules'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { landings, movable, moveCount, square } from './helpers.ts'
import { moveByKeys, tabToBoard } from './keyboard.ts'
import { choosePage } from './walking.ts'

const DEAL = '/analysis#77.1234567'
/** Six stacks: the result is proved straight away. */
const LATE = '/analysis#----C4-/a2-----/------/--B12--a2/------/--b8--A8%20b'

const node = (page: Page, move: string): Locator =>
  page.locator('.tree .moves-move', { hasText: move })
const current = (page: Page): Locator => page.locator('.tree [aria-current]')

async function play(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).click()
  await square(page, to).click()
  await expect(current(page)).toContainText(from + to)
}

/** Switches the engine off, so that only the test changes the page. */
async function withoutComputer(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem('hokito:analyst', JSON.stringify({ isOn: false })),
  )
}

test.describe('a tree', () => {
  test.beforeEach(({ page }) => withoutComputer(page))

  test('grows by moves of both sides, and is still there after a reload', async ({ page }) => {
    await page.goto(DEAL)
    await play(page, 'a3', 'c4')
    await play(page, 'b5', 'c3')
    await page.getByRole('button', { name: 'One move back' }).click()
    await movable(page).first().click()
    await landings(page).first().click()
    await expect(page.locator('.tree-variations')).toBeVisible()
    await page.getByRole('button', { name: 'Mistake', exact: true }).click()
    await page.getByLabel('Comment').fill('Too slow.')
    await expect(current(page)).toContainText('?')
    const before = (await page.locator('.tree').textContent()) ?? ''
    expect(before).toContain('Too slow.')
    await expect(page).toHaveURL(/\?kept=/)
    await page.reload()
    await expect(page.locator('.tree')).toHaveText(before)
    await expect(current(page)).toContainText('?')
    await page.goto('/analysis?open=yes')
    await page.locator('.kept-row').getByRole('link', { name: 'Starting layout' }).click()
    await expect(page.locator('.tree-comment')).toHaveText('Too slow.')
  })

  test('is ordered, folded and pruned, and every edit can be undone', async ({ page }) => {
    await page.goto(DEAL)
    await play(page, 'a3', 'c4')
    await page.getByRole('button', { name: 'To the start' }).click()
    await play(page, 'c3', 'c4')
    await page.getByRole('button', { name: 'Variations: 1' }).click()
    await expect(node(page, 'c3c4')).toHaveCount(0)
    await page.getByRole('button', { name: 'Variations: 1' }).click()
    await page.getByRole('button', { name: 'Make main line' }).click()
    await expect(page.locator('.tree-line').first().locator('.moves-move').first()).toHaveText(
      'c3c4',
    )
    await page.getByRole('button', { name: 'Delete from here' }).click()
    await expect(node(page, 'c3c4')).toHaveCount(0)
    await expect(page.getByTestId('announcer')).toHaveText('Deleted from c3c4 on')
    for (let n = 0; n < 4; n++) await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('No moves yet')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
    for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'Redo' }).click()
    await expect(node(page, 'c3c4')).toHaveCount(1)
  })

  test('is made, walked through and edited with the keyboard alone', async ({ page }) => {
    await page.goto(DEAL)
    await tabToBoard(page)
    await moveByKeys(page, { from: 12, to: 20 })
    await expect(current(page)).toContainText('a3c4')
    await page.keyboard.press('[')
    await moveByKeys(page, { from: 14, to: 20 })
    await expect(current(page)).toContainText('c3c4')
    await page.keyboard.press('Tab')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press('ArrowUp')
    await expect(current(page)).toContainText('a3c4')
    await expect(page.getByTestId('announcer')).toHaveText('Variation 1 of 2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('p')
    await expect(page.getByTestId('announcer')).toHaveText('Variation promoted')
    await page.keyboard.press('Delete')
    await expect(node(page, 'c3c4')).toHaveCount(0)
    await page.keyboard.press('u')
    await expect(current(page)).toContainText('c3c4')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  })

  test('goes out as HGN and as a link, which shows the same', async ({ page, context }) => {
    await page.goto(DEAL)
    await play(page, 'a3', 'c4')
    await page.getByRole('button', { name: 'Good move', exact: true }).click()
    await page.getByRole('button', { name: 'To the start' }).click()
    await play(page, 'c3', 'c4')
    await page.getByLabel('Comment').fill('“ž” (or so)')
    await page.getByRole('button', { name: 'Save and share' }).click()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the game (HGN)' }).click()
    const record = parseRecord(await readFile(await (await downloading).path(), 'utf8'))
    expect(record.ok && record.value.variations[0]?.comments).toEqual([
      { ply: 1, text: '“ž” (or so)' },
    ])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Copied.')).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const other = await context.newPage()
    await withoutComputer(other)
    await other.goto(link)
    await expect(node(other, 'a3c4')).toHaveText('a3c4!')
    await expect(other.locator('.tree-comment')).toHaveText('“ž” (or so)')
    await other.goto('/about')
    await other.goto(link.slice(0, -8))
    await expect(other.getByRole('alert')).toContainText('This link is incomplete')
  })

  test('begins from a replayed game, and from an edited position', async ({ page }) => {
    await page.goto('/replay')
    await page.getByRole('button', { name: 'Show an example' }).click()
    await page.getByRole('link', { name: 'Analyse' }).click()
    await expect(page.locator('.tree .moves-move').nth(5)).toBeVisible()
    await page.goto(LATE)
    await page.getByRole('button', { name: 'Edit this position' }).click()
    await expect(page.getByLabel('Position (HFEN)')).toBeVisible()
    await page.goBack()
    await expect(page.locator('.tree')).toBeVisible()
    await page.getByRole('button', { name: 'Edit this position' }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Open a game or a position' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await page.goBack()
    await page.getByRole('button', { name: 'Edit this position' }).click()
    await page.getByLabel('Position (HFEN)').fill('------/a-----/------/------/------/aA---- b')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Analyse' }).click()
    await expect(square(page, 'a5')).toHaveAccessibleName(/black one/)
    await expect(square(page, 'f3')).toHaveAccessibleName(/empty/)
  })

  test('begins from a game of the player or from a board set up by hand, without any text', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/new?opponent=friend')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBe(1)
    for (const path of ['/analysis?open=yes', '/replay']) {
      await page.goto(path)
      const own = page.locator('main').getByRole('link', { name: 'moves played: 1' })
      await expect(own).toBeInViewport({ ratio: 1 })
      await expect(page.getByText('A position (HFEN) is one line of text')).toBeVisible()
      await own.click()
      await expect(page.locator('.moves-move').last()).toContainText(/[a-f]\d[a-f]\d/)
    }
    await page.goto('/replay')
    const build = page.getByRole('link', { name: 'Build a position' })
    await expect(build).toBeInViewport({ ratio: 1 })
    await build.click()
    await page.getByLabel('Position (HFEN)').fill('------/a-----/------/------/------/aA---- b')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('button', { name: 'Analyse' }).click()
    await expect(square(page, 'a5')).toHaveAccessibleName(/black one/)
    await page.goBack()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analysis')
  })

  test('begins with a layout of its own, which stays when it is loaded again, and leads to others', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/analysis')
    await expect(page).toHaveURL(/\/analysis#[\d.]+$/)
    await expect(movable(page).first()).toBeVisible()
    const url = page.url()
    const before = await page.locator('.board').first().textContent()
    await page.reload()
    await expect(movable(page).first()).toBeVisible()
    expect(page.url()).toBe(url)
    expect(await page.locator('.board').first().textContent()).toBe(before)
    // One press on the menu starts another analysis, one press opens a stored one, and Back
    // returns.
    await choosePage(page, 'Analysis')
    await expect(page).not.toHaveURL(url)
    const other = page.url()
    await page.getByRole('button', { name: 'Open a game or a position' }).click()
    await expect(page.getByRole('link', { name: 'Build a position' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(other)
    await expect(movable(page).first()).toBeVisible()
  })

  test('leads back to the page that it was opened from', async ({ page }) => {
    await page.goto('/')
    await choosePage(page, 'Analysis')
    await expect(page).toHaveURL(/\/analysis#/)
    await expect(movable(page).first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('button', { name: /Play the computer/ })).toBeVisible()
    await page.goForward()
    await expect(movable(page).first()).toBeVisible()
  })

  test('that cannot be read says what is wrong and where, for mending', async ({ page }) => {
    await page.goto('/analysis?open=yes')
    await page.getByLabel('Record, position').fill('77.99999999')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'no starting layout with such a high number',
    )
    await expect(page.getByLabel('Record, position')).toHaveValue('77.99999999')
    await page.goto('/analysis?kept=nothing')
    await expect(page.getByRole('alert')).toContainText('not on this device')
  })
})

test('a layout number is analysed where a game to step through is asked for', async ({ page }) => {
  await page.goto('/replay')
  await page.getByLabel('Record, position').fill('77.77')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(/\/analysis#77\.77$/)
  await expect(movable(page).first()).toBeVisible()
})

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
  [1000, 620],
] as const) {
  test(`the list of a long game shows its last move at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await withoutComputer(page)
    await page.goto('/replay')
    await page.getByRole('button', { name: 'Show an example' }).click()
    await page.getByRole('link', { name: 'Analyse' }).click()
    const shown = current(page)
    await expect(shown).toHaveText('Start')
    await page.keyboard.press('End')
    await expect(shown).toHaveText(/f6f4/)
    await expect(shown).toBeInViewport({ ratio: 1 })
  })
}

test('on a phone the moves that are entered are in view below the board, and only there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await withoutComputer(page)
  await page.goto(DEAL)
  const shown = current(page)
  await expect(shown).toHaveText('Start')
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toHaveCount(1)
  for (const count of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await movable(page).first().click()
    await landings(page).first().click()
    await expect(page.locator('.moves-move')).toHaveCount(count + 1)
    await expect(shown).toBeInViewport({ ratio: 1 })
  }
  await page.locator('.moves-move').nth(6).click()
  await expect(shown).toBeInViewport({ ratio: 1 })
})

test('at a notebook’s size many moves are in view, and no button is under an edge', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/replay')
  await page.getByRole('button', { name: 'Show an example' }).click()
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(page.locator('.engine-line')).toHaveCount(3)
  await expect(page.locator('.tree-box')).toHaveJSProperty('scrollTop', 0)
  const rows = page.locator('.tree .moves-move')
  await expect(rows.nth(10)).toBeInViewport({ ratio: 1 })
  const tools = page.locator('.analysis-tools')
  for (const name of ['Undo', 'Save and share', 'Keys']) {
    await expect(tools.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  // The field for a comment shows all of it, and so does the list.
  expect(await tools.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  const field = page.getByLabel('Comment', { exact: true })
  await rows.nth(9).click()
  await field.fill('What this move gives away. '.repeat(4))
  expect(await field.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0)
  expect((await field.boundingBox())?.width).toBeGreaterThan(220)
  await rows.nth(2).click()
  await rows.nth(9).click()
  await expect(page.locator('.tree-comment')).toBeInViewport({ ratio: 0.95 })
})

test('where there is room, the tools stand beside the lines, in the first view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(DEAL)
  const tools = page.locator('.analysis-tools')
  const button = (name: string) => tools.getByRole('button', { name, exact: true })
  const comment = page.getByLabel('Comment', { exact: true })
  // What has no meaning yet is not there yet.
  await expect(button('Open a game or a position')).toBeInViewport({ ratio: 1 })
  for (const name of ['Undo', 'Make main line']) await expect(button(name)).toHaveCount(0)
  await expect(comment).toHaveCount(0)
  await movable(page).first().click()
  await landings(page).first().click()
  for (const name of ['Undo', 'Save and share', 'Open another']) {
    await expect(button(name)).toBeInViewport({ ratio: 1 })
  }
  await expect(tools.getByRole('link', { name: 'Play on from here' })).toBeInViewport({ ratio: 1 })
  await expect(comment).toBeInViewport({ ratio: 1 })
  await expect(button('Make main line')).toHaveCount(0)
})

for (const [width, column] of [
  [1000, '.analysis-side'],
  [1280, '.analysis-tools'],
] as const) {
  test(`${column} beside the board shows that there is more below, and hides nothing at its end`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 620 })
    await withoutComputer(page)
    await page.goto(DEAL)
    // The tools come with the first move.
    await movable(page).first().click()
    await landings(page).first().click()
    const side = page.locator(column)
    await expect(side.getByText('Comment', { exact: true })).toBeAttached()
    const read = () =>
      side.evaluate((box) => {
        const last = box.querySelector('.analysis-ways')?.getBoundingClientRect().bottom ?? 0
        return {
          isMore: box.scrollHeight > box.clientHeight + 1,
          isFading: Number.parseFloat(getComputedStyle(box).getPropertyValue('--more')) > 1,
          isFree: last <= box.getBoundingClientRect().bottom + 1,
        }
      })
    expect(await read()).toEqual({ isMore: true, isFading: true, isFree: false })
    await side.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await expect.poll(read).toEqual({ isMore: true, isFading: false, isFree: true })
  })
}

test.describe('the computer', () => {
  test('proves an endgame, and says so in words', async ({ page }) => {
    await page.goto(LATE)
    await expect(page.getByText('Every move is proved.')).toBeVisible()
    // The signs before the lines have words too.
    await expect(page.locator('.engine-outlook')).toContainText(
      /^Proved: .*Moves to the end: \d+\.$/,
    )
    await expect(page.locator('.engine-line .engine-proved').first()).toHaveText(/^✓/)
    // The only bar is that of the engine.
    await expect(page.locator('.game').getByRole('img', { name: /^Proved: / })).toBeVisible()
    await expect(page.locator('.game').getByRole('img', { name: /^Points: / })).toHaveCount(0)
    await expect(page.locator('.engine-line .engine-expected')).toHaveCount(0)
    await page.locator('main').press('v')
    await expect(page.getByTestId('announcer')).toHaveText(
      /^[a-f1-6, ]+\. Proved: .*Moves to the end: \d+\.$/,
    )
    await page.locator('.engine-line button').first().click()
    await expect(page.locator('.tree .moves-move')).toHaveCount(2)
  })

  test('shows on the board where any move of a line leads, while it is pointed at', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(LATE)
    await expect(page.getByText('Every move is proved.')).toBeVisible()
    const moves = page.locator('.engine-line').first().locator('button')
    await moves.nth(1).hover()
    await expect(page.locator('.line-position')).toBeVisible()
    await moves.first().hover()
    await expect(page.locator('.line-position')).toHaveCount(0)
    await expect(page.locator('.board .path-path')).toBeVisible()
  })

  test('draws the best move on the board, and what the other side threatens', async ({ page }) => {
    await page.goto(LATE)
    await expect(page.getByText('Every move is proved.')).toBeVisible()
    const best = page.locator('.board .path-path')
    const threat = page.locator('.board .path-threat')
    await expect(best).toBeVisible()
    // A player who tries a move of another piece is not shown the best one.
    await page.locator('[data-movable="true"]').first().click()
    await expect(best).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(best).toBeVisible()
    await page.getByRole('button', { name: 'Threats' }).click()
    await expect(threat).toBeVisible()
    await expect(best).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Engine' }).uncheck()
    await expect(threat).toHaveCount(0)
  })

  test('says what it expects in the first view of a telephone, and leads to its lines', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(DEAL)
    const brief = page.locator('.engine-brief')
    await expect(brief).toBeInViewport({ ratio: 1 })
    await expect(brief).toContainText(/≈\s[+−]?\d+/)
    await expect(page.getByRole('button', { name: 'Threats' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Threats' })).toBeInViewport({ ratio: 1 })
    await brief.getByRole('link').click()
    await expect(page.locator('.engine-line').first()).toBeInViewport()
    await expect(page).toHaveURL(DEAL)
  })

  test('only expects at the beginning, with as many lines as are wanted', async ({ page }) => {
    await page.goto(DEAL)
    await expect(page.locator('.engine-line .engine-expected')).toHaveCount(3)
    await page.getByRole('button', { name: 'Engine settings' }).click()
    await page.getByLabel('5', { exact: true }).check()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('.engine-line')).toHaveCount(5)
    await expect(page.locator('.engine-line .engine-proved')).toHaveCount(0)
  })

  test('shows what the other side threatens, and can be switched off', async ({ page }) => {
    await page.goto(DEAL)
    await expect(page.locator('.engine-outlook')).not.toHaveText('')
    await page.getByRole('button', { name: 'Threats' }).click()
    await expect(page.getByText('What White could do')).toBeVisible()
    await expect(page.locator('.engine-line').first()).toBeVisible()
    // A threat of White's is not shown as the expected result, and leaves no hole in its place.
    await expect(page.locator('.engine-outlook')).toHaveText(/^What White could do/)
    await expect(page.locator('.outlook')).toHaveCount(0)
    await page.locator('main').press('e')
    await expect(page.locator('.engine-line')).toHaveCount(0)
    await expect(page.getByRole('checkbox', { name: 'Engine' })).not.toBeChecked()
  })
})
