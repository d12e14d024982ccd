import { BOARD_SIZE, topOf as topOfStack } from '@hokito/picture/parts'
import { expect, type Page, test } from '@playwright/test'
import { LESSON_IDS } from '../../src/models/learn/lesson-ids.ts'
import { landings, movable, moveCount, playComputer, square } from './helpers.ts'

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

/** A stack of 26 with a single right behind it. */
const HIGH = '/analysis#------/------/--a---/--A26---/-A----/B-----%20b'

/** Where the top of a stack of some height is seen. */
async function topOf(page: Page, name: string, height: number): Promise<{ x: number; y: number }> {
  const { x, y } = await centerOf(page, name)
  const board = await page.locator('.board-drawing').first().boundingBox()
  const top = topOfStack(height)
  const scale = (board?.width ?? 0) / BOARD_SIZE
  return { x: x + top.x * scale, y: y + top.y * scale }
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
  await expect(page.getByTestId('status')).toContainText('c3c4: ×2, 6 points')
  await page.mouse.up()
  await expect.poll(() => moveCount(page)).toBe(1)
})

test('what was wrong with a press is put away with the move that it was about', async ({
  page,
}) => {
  await openFriendGame(page)
  await square(page, 'c3').click()
  await square(page, 'c4').click()
  await expect.poll(() => moveCount(page)).toBe(1)
  await square(page, 'c4').click()
  await expect(page.getByTestId('status')).toContainText('c4 belongs to the other side')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByTestId('status')).toContainText('Black to move')
})

test('while the typeface has not come, all is as wide and as high as with it', async ({ page }) => {
  const textSizes = async () => {
    await openFriendGame(page)
    await square(page, 'c3').click()
    await square(page, 'c4').click()
    const sizeOf = async (selector: string) => page.locator(selector).first().boundingBox()
    return [await sizeOf('.plates'), await sizeOf('[data-testid=status]')]
  }
  const usual = await textSizes()
  await page.route('**/*.woff2', (route) => route.abort())
  const without = await textSizes()
  for (const [index, size] of without.entries()) {
    expect(size?.width).toBeGreaterThan((usual[index]?.width ?? 0) * 0.95)
    expect(size?.width).toBeLessThan((usual[index]?.width ?? 0) * 1.05)
    expect(size?.height).toBeCloseTo(usual[index]?.height ?? 0, 0)
  }
})

test('a piece dropped where it cannot land goes back and stays chosen, and the page says why', async ({
  page,
}) => {
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
  await expect(page.getByTestId('status')).toContainText('That’s 4 hops. You need exactly 3.')
  await square(page, 'c4').click()
  await expect.poll(() => moveCount(page)).toBe(1)
})

test('a path is pressed hop by hop, seen, heard, taken back and played', async ({ page }) => {
  await openFriendGame(page)
  const status = page.getByTestId('status')
  await page.locator('[data-movable="true"][aria-label*="black two"]').first().click()
  await expect(status).toContainText('Now choose where it lands')
  await expect(status).toContainText('2 marks: exactly 2 hops.')
  const all = await landings(page).count()
  const step = page.locator('[data-step]').first()
  const name = (await step.getAttribute('data-square')) ?? ''
  await expect(step).toHaveAttribute('aria-label', /you can hop here$/)
  await step.click()
  await expect(status).toContainText('Hop 1 of 2. Now the next one.')
  await expect(page.locator('.board .beads-path [data-hop="1"]')).toBeVisible()
  await expect(page.locator('.board [role=status]')).toContainText(`Hop 1 of 2, on ${name}. Next: `)
  await expect(square(page, name)).toHaveAttribute('aria-label', /on the path you have begun$/)
  expect(await landings(page).count()).toBeLessThan(all)
  await page.keyboard.press('Escape')
  await expect(landings(page)).toHaveCount(all)
  await square(page, name).focus()
  await page.keyboard.press('Enter')
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBe(1)
})

test('the other side’s move stays to be seen and read, and nobody is asked before it has landed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/new?deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(movable(page).first()).toBeVisible()
  const status = page.getByTestId('status')
  const seen = await status.evaluateHandle((element) => {
    const texts: string[] = []
    new MutationObserver(() => {
      texts.push(element.querySelector('p')?.textContent ?? '')
    }).observe(element, { childList: true, subtree: true, characterData: true })
    return texts
  })
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(status).toContainText('Your turn: choose a piece')
  await expect(status).toContainText(
    /Computer: \w{4}(, covered: white| covers your) (one|two|three)/,
  )
  await expect(page.locator('.board .beads-last circle').first()).toBeVisible()
  const texts = await seen.jsonValue()
  // The landing may be pointed at for a moment, and the player's own move may be animated for
  // longer than the computer thinks.
  const own = /^(Now choose|\w{4}: ×|You: |The computer is thinking)/
  const answers = texts.filter((text) => !own.test(text))
  expect(answers[0]).toMatch(/^Computer: \w{4}(, covered: | covers )/)
})

test('what a first game is about stands beside it until it is put away', async ({ page }) => {
  await page.goto('/')
  await playComputer(page)
  const goal = page.getByRole('complementary').filter({ hasText: 'The goal: have more points' })
  await expect(goal.getByRole('link', { name: 'Learn' })).toHaveAttribute('href', '/learn/board')
  await goal.getByRole('button', { name: 'OK' }).click()
  await expect(goal).toHaveCount(0)
  await page.reload()
  await expect(movable(page).first()).toBeVisible()
  await expect(goal).toHaveCount(0)
})

test('what a first game is about is in view on every phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/')
  await playComputer(page)
  for (const [width, height] of [
    [360, 640],
    [360, 740],
    [640, 360],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    const size = `${width}×${height}`
    await expect(page.locator('.goal-tip'), size).toBeInViewport({ ratio: 1 })
    // The board makes room for it, but its squares stay large enough for a finger.
    const board = await page.locator('.game-board').boundingBox()
    expect(board?.width, size).toBeGreaterThanOrEqual(292)
  }
  // The third move puts it away.
  for (const moves of [2, 4, 5]) {
    await expect(page.locator('.goal-tip')).toBeVisible()
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBeGreaterThanOrEqual(moves)
  }
  await expect(page.locator('.goal-tip')).toBeHidden()
})

test('a player who has done all lessons sees no hint of what a game is about', async ({ page }) => {
  await page.addInitScript(
    (done) => localStorage.setItem('hokito:learn', done),
    JSON.stringify(LESSON_IDS),
  )
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await expect(movable(page).first()).toBeVisible()
  await expect(page.locator('.goal-tip')).toHaveCount(0)
})

test('the menu has what no button in view does', async ({ page }) => {
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  for (const [width, height, isInMenu] of [
    [360, 740, true],
    [640, 360, false],
    [1440, 900, false],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.locator('.actions').getByText('Resign')).toBeVisible({ visible: !isInMenu })
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const menu = page.getByRole('dialog')
    for (const name of ['Redo', 'Resign']) {
      await expect(menu.getByRole('button', { name })).toBeVisible({ visible: isInMenu })
    }
    await expect(menu.getByRole('button', { name: 'New game' })).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('a press that does nothing is marked on its square', async ({ page }) => {
  await openFriendGame(page)
  await square(page, 'd6').click()
  await expect(page.getByTestId('status')).toContainText('d6 belongs to the other side')
  await expect(page.locator('.board .wrong .cross')).toHaveCount(1)
  await movable(page).first().click()
  await expect(page.locator('.board .wrong')).toHaveCount(0)
})

test('what the signs mean is one press from the board', async ({ page }) => {
  await openFriendGame(page)
  await page.getByRole('button', { name: 'What you see on the board' }).click()
  const dialog = page.getByRole('dialog', { name: 'What you see on the board' })
  for (const [words, sign] of [
    ['It can land here, on the other colour.', '.ring-enemy'],
    ['The path to a landing, hop by hop.', '.beads'],
    ['The next hop can go here.', '.ring-step'],
    ['Dimmed: you can’t land here, or this piece can’t move right now.', '.stack-dimmed'],
    ['The last move: where it began and where it ended.', '.path-last'],
  ] as const) {
    await expect(
      dialog.getByRole('listitem').filter({ hasText: words }).locator(sign),
    ).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'What you see on the board' })).toBeFocused()
})

test('the field for typing moves is seen when it is asked for, by a key or in the legend', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openFriendGame(page)
  const field = page.getByRole('textbox', { name: 'Type a move' })
  const form = page.locator('.move-field')
  const isSeen = async () => ((await form.boundingBox())?.height ?? 0) > 40
  // Screen readers have it all the same.
  await expect(field).toHaveCount(1)
  expect(await isSeen()).toBe(false)
  await page.getByRole('button', { name: 'What you see on the board' }).click()
  await page.getByRole('button', { name: 'Type a move' }).click()
  await expect(field).toBeFocused()
  expect(await isSeen()).toBe(true)
  await page.keyboard.type('c3 c4')
  await page.keyboard.press('Enter')
  await expect.poll(() => moveCount(page)).toBe(1)
  await field.blur()
  expect(await isSeen()).toBe(false)
  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  // What has been begun stays in sight.
  await page.keyboard.type('c4')
  await field.blur()
  expect(await isSeen()).toBe(true)
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
  const dialog = page.getByRole('dialog', { name: 'Square c4' })
  await square(page, 'c4').click({ button: 'right' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const at = await centerOf(page, 'c4')
  await square(page, 'c4').dispatchEvent('pointerdown', {
    ...{ pointerId: 1, isPrimary: true, pointerType: 'touch', bubbles: true },
    ...{ clientX: at.x, clientY: at.y },
  })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await square(page, 'a1').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('i')
  await expect(page.getByRole('dialog', { name: 'Square a2' })).toBeVisible()
})

test('a slow click of a mouse is a click', async ({ page }) => {
  await openFriendGame(page)
  await page.clock.install()
  const at = await centerOf(page, 'c3')
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.clock.runFor(2000)
  await page.mouse.up()
  await expect(landings(page)).not.toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('two fingers zoom, and take no stack apart', async ({ page }) => {
  await openFriendGame(page)
  await page.clock.install()
  const at = await centerOf(page, 'c3')
  const dialog = page.getByRole('dialog', { name: 'Square c3' })
  const press = (pointerId: number, isPrimary: boolean) =>
    page.locator('[data-square="c3"]').dispatchEvent('pointerdown', {
      ...{ pointerId, isPrimary, pointerType: 'touch', bubbles: true },
      ...{ clientX: at.x, clientY: at.y },
    })
  await press(1, true)
  await press(2, false)
  await page.clock.runFor(2000)
  await expect(dialog).toHaveCount(0)
  await press(1, true)
  await page.clock.runFor(2000)
  await expect(dialog).toBeVisible()
})

test('a stack that is seen is pressed where it is seen, not the square behind it', async ({
  page,
}) => {
  await page.goto(HIGH)
  const top = await topOf(page, 'c3', 26)
  await page.mouse.click(top.x, top.y, { button: 'right' })
  await expect(page.getByRole('dialog', { name: 'Square c3' })).toBeVisible()
  await page.keyboard.press('Escape')
  await square(page, 'c4').click({ button: 'right' })
  await expect(page.getByRole('dialog', { name: 'Square c4' })).toBeVisible()
})

test('what rises over the edge of the board is pressed like the rest', async ({ page }) => {
  await page.goto('/analysis#--A32---/--a2---/------/------/-A----/B-----%20w')
  const top = await topOf(page, 'c6', 32)
  const board = await page.locator('.board').first().boundingBox()
  const above = (board?.y ?? 0) - 3
  await page.mouse.click(top.x, above)
  await expect(square(page, 'c6')).toHaveAttribute('aria-selected', 'true')
  await page.mouse.click(top.x, above, { button: 'right' })
  await expect(page.getByRole('dialog', { name: 'Square c6' })).toBeVisible()
})

test('the key of the context menu opens the focused square', async ({ page }) => {
  await page.goto('/analysis#------/------/--a---/-A32----/------/B-----%20b')
  await square(page, 'c4').focus()
  await page.keyboard.press('ContextMenu')
  await expect(page.getByRole('dialog', { name: 'Square c4' })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })

  test('a high stack is dragged by its top without moving the page', async ({ page }) => {
    // The top of the stack on c3 is seen over c4, a piece of the other side.
    await page.goto('/analysis#ab----/------/--a---/--A26---/--A4---/B-----%20w')
    await expect(square(page, 'c3')).toBeVisible()
    const top = await topOf(page, 'c3', 26)
    const to = await centerOf(page, 'c2')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: top.x, y }],
      })
    await touch('touchStart', top.y)
    for (let step = 1; step <= 10; step++) {
      await touch('touchMove', top.y + ((to.y - top.y) * step) / 10)
    }
    await expect(square(page, 'c3')).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('.board > .board-layer')).toHaveCount(1)
    await touch('touchEnd', to.y)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
})

test('a board and pieces are chosen from small ones, and kept', async ({ page }) => {
  await openFriendGame(page)
  const paint = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return ['--wood', '--white-face'].map((name) => style.getPropertyValue(name))
    })
  const before = await paint()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Slate', exact: true }).check()
  await page.getByRole('radio', { name: 'Marble and basalt' }).check()
  const after = await paint()
  expect(after[0]).not.toBe(before[0])
  expect(after[1]).not.toBe(before[1])
  await page.reload()
  await expect(movable(page).first()).toBeVisible()
  expect(await paint()).toEqual(after)
})

test('flipping turns the board and keeps every square where it belongs', async ({ page }) => {
  await openFriendGame(page)
  const before = await centerOf(page, 'a1')
  await page.getByRole('button', { name: 'Flip' }).click()
  const after = await centerOf(page, 'f6')
  expect(Math.round(after.x)).toBe(Math.round(before.x))
  expect(Math.round(after.y)).toBe(Math.round(before.y))
})

test('a screen reader hears which piece is chosen and which move was played', async ({ page }) => {
  await openFriendGame(page)
  await expect(square(page, 'c3')).toHaveAttribute('aria-label', /^c3, black three, lands on .*c4/)
  await square(page, 'c3').click()
  await expect(page.locator('.board [role=status]')).toContainText('c3 chosen')
  await expect(square(page, 'c4')).toHaveAttribute(
    'aria-label',
    /land here, on the other side’s piece/,
  )
  await square(page, 'c4').click()
  await expect(page.locator('.board [role=status]')).toContainText(
    /Black moves c3 to c4 via .*; covered: white .*; now height 2/,
  )
})

test('a picture of the position is a real one, as PNG and as SVG', async ({ page }) => {
  await openFriendGame(page)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Save and share' }).click()
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

test('the pieces beside the names have the marks that are chosen for the board', async ({
  page,
}) => {
  await openFriendGame(page)
  const disc = page.locator('.disc-black').first()
  const lookOf = () =>
    disc.evaluate((element) => ({
      face: getComputedStyle(element).backgroundImage.split('(')[0],
      digit: getComputedStyle(element, '::before').content,
    }))
  expect(await lookOf()).toEqual({ face: 'linear-gradient', digit: 'none' })
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Digits' }).check({ force: true })
  await expect.poll(lookOf).toEqual({ face: 'none', digit: '""' })
  await page.getByRole('radio', { name: 'Dots' }).check({ force: true })
  await expect.poll(lookOf).toEqual({ face: 'radial-gradient', digit: 'none' })
})
