import { expect, test } from '@playwright/test'
import { landings, movable, moveCount, playComputer, square } from './helpers.ts'
import { choosePage } from './walking.ts'

test.describe('replay', () => {
  test('the address of the settings opens them, once', async ({ page }) => {
    await page.goto('/settings')
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button').first().click()
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('a broken link says what is wrong and offers a way on', async ({ page }) => {
    await page.goto('/replay#[Deal%20"1.2"]%0A%0A1.%20a1a1%20*')
    await expect(page.getByRole('alert').filter({ hasText: 'half-move 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Show an example' }).click()
    await expect(page.locator('[data-square]').first()).toBeVisible()
  })

  test('steps by keys, slider and buttons, and survives a reload', async ({ page }) => {
    await page.goto('/replay')
    await page.getByRole('button', { name: 'Show an example' }).click()
    const slider = page.getByRole('slider')
    await expect(slider).toHaveValue('0')
    await page.keyboard.press('ArrowRight')
    await expect(slider).toHaveValue('1')
    await page.keyboard.press('End')
    await expect(slider).toHaveValue((await slider.getAttribute('max')) ?? '')
    await page.getByRole('button', { name: 'One move back' }).click()
    await page.reload()
    await expect(page.locator('[data-square]').first()).toBeVisible()
  })

  test('a pasted position is shown and can be played on', async ({ page }) => {
    await page.goto('/replay')
    await page
      .getByLabel('Record, position')
      .fill('-A4-B--/--AC2--/b2---b6-/C4-----/--a2b2--/-a-b10-a b')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('link', { name: 'Play on from here' }).click()
    // The form shows the position that the game continues from.
    await expect(square(page, 'd1')).toBeVisible()
    await page.getByRole('button', { name: 'Start the game' }).click()
    await expect(page).toHaveURL(/\/game\//)
    await expect(square(page, 'd1')).toBeVisible()
  })
})

test('on a phone the form of a new game shows the usual choices and what is wrong', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/new?opponent=computer&deal=abc')
  const start = page.getByRole('button', { name: 'Start the game' })
  const last = await page.getByRole('radio', { name: 'Random' }).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan((await start.boundingBox())?.y ?? 0)
  await start.click()
  await expect(page.getByText('A layout number looks like')).toBeInViewport()
})

test.describe('a game', () => {
  test('survives a reload, and two tabs never disagree', async ({ page, context }) => {
    await page.goto('/new?opponent=friend')
    await page.getByRole('button', { name: 'Start the game' }).click()
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBe(1)
    await page.reload()
    await expect.poll(() => moveCount(page)).toBe(1)
    const other = await context.newPage()
    await other.goto(page.url())
    await movable(other).first().click()
    await landings(other).first().click()
    await expect.poll(() => moveCount(other)).toBe(2)
    await expect.poll(() => moveCount(page)).toBe(2)
  })

  test('undo interrupts the thinking computer and gives the move back', async ({ page }) => {
    await page.goto('/')
    await playComputer(page)
    await movable(page).first().click()
    await landings(page).first().click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => moveCount(page)).toBe(0)
    await expect(movable(page).first()).toBeVisible()
  })

  test('resigning asks first, then names the winner', async ({ page }) => {
    await page.goto('/')
    await playComputer(page)
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('button', { name: 'Yes, resign' }).click()
    await expect(page.locator('#end-title')).toHaveText('You resigned, so the computer won.')
    await page.getByRole('button', { name: 'Rematch' }).click()
    await expect(page.locator('#end-title')).toHaveCount(0)
  })

  test('a damaged save is reported, and kept', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(() => localStorage.setItem('hokito:game:broken', '{"half":'))
    await page.goto('/game/broken')
    await expect(page.locator('h1')).toContainText('can’t be read')
    expect(await page.evaluate(() => localStorage.getItem('hokito:damaged:broken'))).toBe(
      '{"half":',
    )
  })

  test('a hint shows a move, and keys do not fire while text is typed', async ({ page }) => {
    await page.goto('/')
    await playComputer(page)
    await expect(movable(page).first()).toBeVisible()
    await page.keyboard.press('h')
    await expect(page.getByTestId('status')).toContainText('Hint:')
    await expect(page.locator('[aria-selected="true"]')).toHaveCount(1)
    await page.goto('/replay')
    await page.getByLabel('Record, position').pressSequentially('f f')
    await expect(page.getByLabel('Record, position')).toHaveValue('f f')
  })

  test('a hint puts away why the press before did nothing', async ({ page }) => {
    await page.goto('/')
    await playComputer(page)
    await movable(page).first().click()
    await page
      .locator('[data-square]:not([data-destination], [data-step], [data-movable="true"])')
      .first()
      .click()
    const words = page.getByTestId('status').locator('p')
    await expect(words).toHaveText(/that’s|No path|lands only|Hops go/i)
    await page.getByRole('button', { name: 'Hint' }).click()
    await expect(words).toHaveText(/^Hint: /)
  })

  test('fits phones with its whole board and the buttons', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto('/')
    await playComputer(page)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      for (const part of [
        square(page, 'a1'),
        square(page, 'f6'),
        page.getByRole('button', { name: 'Undo' }),
      ]) {
        await expect(part, `${width} wide`).toBeInViewport({ ratio: 1 })
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${width} wide`).toBe(0)
    }
  })
})

test('everything on the device can be taken along as a file, and brought to another', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/')
  await playComputer(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(0)
  await page.goto('/analysis')
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(page).toHaveURL(/\?kept=/)
  const analysis = page.url()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByLabel('High contrast').check()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save to a file' }).click()
  const file = await (await downloading).path()

  const other = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) })
  await other.goto('/games')
  await other.getByRole('button', { name: 'Settings', exact: true }).click()
  await other.getByLabel('Load from a file').setInputFiles(file)
  await expect(other.getByText('Games loaded: 1.')).toBeVisible()
  await expect(other.getByText('Analyses loaded: 1.')).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await other.getByLabel('Load from a file').setInputFiles({
    name: 'odd.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"format":'),
  })
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText('Nothing was changed.')
  await other.goto(analysis)
  await expect(movable(other).first()).toBeVisible()
  await other.close()
})

test('no page breaks the policy that only our own files run on it', async ({ page }) => {
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) broken.push(message.text())
  })
  for (const url of ['/', '/new', '/online', '/learn/game', '/rules', '/replay', '/games']) {
    await page.goto(url)
    await page.locator('h1').first().waitFor({ state: 'attached' })
  }
  await page.goto('/')
  await playComputer(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBe(2)
  expect(broken).toEqual([])
  const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
  expect(policy).not.toContain('unsafe-inline')
})

test.describe('a page that cannot be loaded', () => {
  test('comes with a full load where the site has been replaced meanwhile', async ({ page }) => {
    await page.route('**/assets/RulesPage-*.js', (route) => route.fulfill({ status: 404 }), {
      times: 1,
    })
    await page.goto('/new')
    await choosePage(page, 'Rules')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to play')
    await expect(page).toHaveURL(/\/rules$/)
  })

  test('says so, and leaves the way to the others', async ({ page }) => {
    await page.route('**/assets/RulesPage-*.js', (route) => route.fulfill({ status: 404 }))
    const heading = page.getByRole('heading', { level: 1 })
    for (const from of ['/new', '/rules']) {
      await page.goto(from)
      if (from !== '/rules') {
        await choosePage(page, 'Rules')
      }
      await expect(heading).toHaveText('Something went wrong')
      await choosePage(page, 'Lessons')
      await expect(heading).toHaveText('Learn Hokito')
    }
  })
})

test('a game that was deleted can be brought back', async ({ page }) => {
  await page.goto('/')
  await playComputer(page)
  await expect(page.locator('[data-square="a1"]')).toBeVisible()
  await page.goto('/games')
  await expect(page.locator('.game-row')).toContainText('not started yet')
  await page.getByRole('button', { name: 'Delete game: Computer, level 1' }).click()
  await expect(page.locator('.game-row')).toHaveCount(0)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect(page.locator('.game-row')).toHaveCount(1)
  await expect(page.getByText('Deleted')).toHaveCount(0)
})

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('an unfinished game comes first, and no menu speaks of keys', async ({ page }) => {
    await page.goto('/')
    await playComputer(page)
    await page.locator('[data-movable="true"]').first().click()
    await page.locator('[data-destination]').first().click()
    await expect(page.locator('.moves-move')).toHaveCount(2)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Resign' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Keys' })).toBeHidden()
    await page.goto('/')
    await expect(page.getByRole('link', { name: /Continue your game/ })).toBeInViewport()
  })
})
