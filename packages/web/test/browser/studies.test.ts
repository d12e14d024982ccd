import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, member } from './guests.ts'
import { landings, movable, moveCount, playComputer, SHORT_GAME, square } from './helpers.ts'
import { tabTo, tabToBoard, walkTo } from './keyboard.ts'
import { speak } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const saved = (page: Page) =>
  expect(page.getByTestId('saving')).toHaveText('Everything is saved.', { timeout: 20_000 })
const moves = (page: Page) => page.locator('.tree .moves-move')

/** Wide enough for the list of chapters beside the moves. */
const WIDE = { width: 1280, height: 720 }
const chaptersIn = (page: Page) => page.locator('.study-chapters ol a')
const shownIn = (page: Page) => page.locator('.study-chapters ol [aria-current]')

/** Opens the dialog for sharing and managing a study. */
async function manage(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Share and manage' }).click()
  return page.getByRole('dialog', { name: 'Share and manage' })
}

/** Opens the dialog and in it what renames and deletes. */
async function renameOrDelete(page: Page): Promise<Locator> {
  const dialog = await manage(page)
  await dialog.getByText('Rename or delete').click()
  return dialog
}

/** Opens the dialog of the chapter shown. */
async function editChapter(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Edit chapter' }).click()
  return page.getByRole('dialog', { name: 'Edit chapter' })
}

/** Makes an exercise of the chapter shown, or no longer. */
async function setExercise(owner: Page, isOn: boolean): Promise<void> {
  const dialog = await editChapter(owner)
  const check = dialog.getByLabel('Make this chapter an exercise: readers find its moves')
  await check.setChecked(isOn)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Writes down what a new study begins with. */
async function beginWith(page: Page, text: string): Promise<void> {
  await page.getByLabel('Start with').selectOption('A game or position you paste')
  await page.getByLabel(/^Games \(HGN\)/).fill(text)
}

/** Makes a chapter of the game or the analysis on the board, or the form of a new study. */
async function addToStudy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and share' }).click()
  await page.getByRole('button', { name: 'Add to a study' }).click()
}

/** Lets these people read a study; resolves when it is stored. */
async function openTo(owner: Page, readers: string): Promise<void> {
  const dialog = await manage(owner)
  const stored = owner.waitForResponse(
    (answer) => answer.url().endsWith('/api/studies') && answer.request().method() === 'POST',
  )
  await dialog.getByLabel('Who can read it').selectOption({ label: readers })
  expect((await stored).ok()).toBe(true)
  await owner.keyboard.press('Escape')
}

/** Makes a study of the short game, and returns its address. */
async function make(page: Page): Promise<string> {
  await page.goto('/study')
  await page.getByLabel('Title', { exact: true }).fill('Endings')
  await beginWith(page, SHORT_GAME)
  await page.getByRole('button', { name: 'Create study' }).click()
  await expect(page.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await saved(page)
  return page.url()
}

test('a study is made, shared, and followed through a lost line and a restart', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  const reader = await guest(browser, server, address)
  await expect(reader.getByRole('alert')).toContainText('isn’t shared')
  await openTo(owner, 'Anyone with the link')
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await expect(reader.getByTestId('saving')).toHaveCount(0)

  // On the owner's profile it leads to its page, for as long as it is public.
  await openTo(owner, 'Everyone, on your profile')
  const visitor = await reader.context().newPage()
  await visitor.goto('/player/Ottokar')
  const shown = visitor.getByRole('link', { name: /^Endings.*1 chapter/ })
  await expect(shown).toBeVisible()
  await expectNoViolations(visitor)
  await shown.click()
  await expect(visitor).toHaveURL(address)
  await openTo(owner, 'Anyone with the link')
  await expect(visitor.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await visitor.goto('/player/Ottokar')
  await expect(visitor.getByText(/^Account since/)).toBeVisible()
  await expect(visitor.getByRole('heading', { name: 'Studies' })).toHaveCount(0)
  await visitor.close()

  // The reader sees a note as soon as it is stored, without doing anything.
  await owner.getByRole('button', { name: 'a2a6', exact: true }).first().click()
  await owner.getByLabel('Comment').fill('This gives the win away.')
  await saved(owner)
  await expect(reader.locator('.tree-comment')).toHaveText('This gives the win away.')

  // Without a line, changes wait on the page of the owner.
  await owner.context().setOffline(true)
  await owner.getByLabel('Comment').fill('This is a mistake.')
  await expect(owner.getByTestId('saving')).toContainText('Not saved yet', { timeout: 20_000 })
  await owner.context().setOffline(false)
  await saved(owner)
  await expect(reader.locator('.tree-comment')).toHaveText('This is a mistake.')

  // After a restart both pages go on.
  await server.restart()
  await owner.getByLabel('Comment').fill('A mistake, and the last word.')
  await saved(owner)
  await expect(reader.locator('.tree-comment')).toHaveText('A mistake, and the last word.', {
    timeout: 40_000,
  })
  await owner.reload()
  await expect(owner.locator('.tree-comment')).toHaveText('A mistake, and the last word.')
  await expectNoViolations(owner)
  await expectNoViolations(reader)
})

test('a chapter that cannot be read says so, and is read again', async ({ browser }) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  const isChapter = /\/api\/studies\/\w+\/1$/
  await owner.route(isChapter, (route) => route.abort())
  await owner.goto(address)
  await expect(owner.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await expect(owner.getByRole('alert')).toContainText('That didn’t work.')
  await expectNoViolations(owner)
  await owner.unroute(isChapter)
  await owner.getByRole('button', { name: 'Try again' }).click()
  await saved(owner)
  await expect(moves(owner)).not.toHaveCount(0)
})

test('a reader who tries moves keeps them until asking for the news', async ({ browser }) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  await openTo(owner, 'Anyone with the link')
  const reader = await guest(browser, server, address)
  const before = await moves(owner).count()
  await expect(moves(reader)).toHaveCount(before)
  await reader.getByRole('button', { name: 'Start', exact: true }).click()
  await square(reader, 'b3').click()
  await owner.getByLabel('Comment').fill('News.')
  await saved(owner)
  await expect(reader.getByText('The study has changed.')).toBeVisible()
  // The piece that the reader has chosen can still move.
  await reader.locator('[data-destination]').first().click()
  await expect(moves(reader)).toHaveCount(before + 1)
  await expect(reader.getByText('The study has changed.')).toBeVisible()
  await expect(moves(reader)).toHaveCount(before + 1)
  await reader.getByRole('button', { name: 'Show it' }).click()
  await expect(reader.locator('.tree-comment')).toHaveText('News.')
  await expect(moves(reader)).toHaveCount(before)
})

test('two pages of the owner do not undo each other', async ({ browser }) => {
  const one = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(one)
  const two = await one.context().newPage()
  await two.goto(address)
  await saved(two)
  await one.getByLabel('Comment').fill('From the first page.')
  await saved(one)
  // The second page had nothing to save, so it shows the newer chapter.
  await expect(two.locator('.tree-comment')).toHaveText('From the first page.')
  await two.getByLabel('Comment').fill('From the second page.')
  await saved(two)
  await expect(one.locator('.tree-comment')).toHaveText('From the second page.')
})

/** Another account, which follows Ottokar. */
async function follower(browser: Browser, name: string): Promise<Page> {
  const page = await member(browser, server, name, 'about:blank')
  const answer = await page.request.post(`${server.url}/api/people/follow`, {
    data: { name: 'Ottokar', isOn: true },
    headers: { origin: server.url },
  })
  expect(answer.ok()).toBe(true)
  return page
}

/** Invites a player, who may edit. */
async function invite(owner: Page, name: string): Promise<void> {
  await manage(owner)
  await owner.getByLabel('Name of a player who follows you').fill(name)
  await owner.getByLabel('May edit', { exact: true }).check()
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(owner.getByLabel(`${name}: May edit`)).toBeChecked()
}

const comments = (page: Page) => page.locator('.tree-comment')

test('two who may both move lose nothing, through a lost line and a restart', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  const editor = await follower(browser, 'Berta')
  await invite(owner, 'Berta')
  await expectNoViolations(owner)
  await owner.keyboard.press('Escape')
  await editor.goto(`${server.url}/study`)
  await editor.getByRole('link', { name: /Endings.*By Ottokar/ }).click()
  await expect(editor).toHaveURL(address)
  await saved(editor)

  // Both write about the same move, one of them without a line.
  for (const page of [owner, editor]) await moves(page).first().click()
  await editor.context().setOffline(true)
  await editor.getByLabel('Comment').fill('Berta was here.')
  await expect(editor.getByTestId('saving')).toContainText('Not saved yet', { timeout: 20_000 })
  await owner.getByLabel('Comment').fill('Ottokar was here.')
  await saved(owner)
  await editor.context().setOffline(false)
  for (const page of [owner, editor]) {
    await expect(comments(page)).toHaveText(/Ottokar was here\.\s*Berta was here\./, {
      timeout: 40_000,
    })
    await saved(page)
  }

  // Both move at once, and the server restarts before either move is stored.
  await owner.getByRole('button', { name: 'Start', exact: true }).click()
  await editor.getByRole('button', { name: 'Start', exact: true }).click()
  const before = await moves(owner).count()
  // Neither page hears of the other's move before it has its own.
  for (const page of [owner, editor]) await page.context().setOffline(true)
  await server.restart()
  await square(owner, 'b3').click()
  await owner.locator('[data-destination]').first().click()
  await square(editor, 'f1').click()
  await editor.locator('[data-destination]').first().click()
  for (const page of [owner, editor]) await page.context().setOffline(false)
  for (const page of [owner, editor]) {
    await expect(moves(page)).toHaveCount(before + 2, { timeout: 40_000 })
    await saved(page)
  }
  await owner.reload()
  await expect(moves(owner)).toHaveCount(before + 2)
  await expectNoViolations(editor)
})

test('one controls the pieces, and the others watch', async ({ browser }) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  const editor = await follower(browser, 'Berta')
  await invite(owner, 'Berta')
  await editor.goto(address)
  await saved(editor)
  await owner.getByLabel('Who moves').selectOption({ label: 'Only Berta' })
  await owner.keyboard.press('Escape')
  await expect(owner.getByText('Berta controls the pieces.')).toBeVisible()
  await expect(owner.getByTestId('saving')).toHaveCount(0)
  await moves(editor).first().click()
  await editor.getByLabel('Comment').fill('From the one who holds them.')
  await saved(editor)
  await expect(comments(owner)).toHaveText('From the one who holds them.')

  // The owner takes the pieces back, and the other leaves.
  await manage(owner)
  await owner.getByLabel('Who moves').selectOption({ label: 'Only Ottokar' })
  await expect(editor.getByText('Ottokar controls the pieces.')).toBeVisible()
  await (await manage(editor)).getByRole('button', { name: 'Leave the study' }).click()
  await editor
    .getByRole('dialog', { name: 'Leave this study?' })
    .getByRole('button', { name: 'Leave the study' })
    .click()
  await expect(editor).toHaveURL(`${server.url}/study`)
  await expect(owner.getByText('You haven’t invited anyone yet.')).toBeVisible()
  await editor.goto(address)
  await expect(editor.getByRole('alert')).toContainText('isn’t shared')
})

test('a study is made, written in and shared with the keyboard alone', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar', '/study')
  await tabTo(page, page.getByLabel('Title', { exact: true }))
  await page.keyboard.type('Endings')
  await tabTo(page, page.getByLabel('Start with'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByLabel(/^Games \(HGN\)/))
  await page.keyboard.insertText(SHORT_GAME)
  await tabTo(page, page.getByRole('button', { name: 'Create study' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Endings' })).toBeVisible()
  await tabToBoard(page)
  await page.keyboard.press('Home')
  const name = (locator: Locator) => locator.first().getAttribute('data-square')
  await walkTo(page, (await name(movable(page))) ?? '')
  await page.keyboard.press('Enter')
  await walkTo(page, (await name(landings(page))) ?? '')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Comment'))
  await page.keyboard.type('By keys.')
  await expect(comments(page)).toHaveText('By keys.')
  await tabTo(page, page.getByRole('button', { name: 'Share and manage' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Who can read it'))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('button', { name: 'Copy link' }))
  await saved(page)
  const reader = await guest(browser, server, page.url())
  await expect(comments(reader)).toHaveText('By keys.')
})

const drawn = (page: Page) =>
  page
    .locator('.board-shapes > [data-shape]')
    .evaluateAll((shapes) => shapes.map((each) => each.getAttribute('data-shape')))

/** Carries the pointer from one square to another with a button held down. */
async function drag(page: Page, from: string, to: string, button: 'left' | 'right') {
  await square(page, from).hover({ position: { x: 4, y: 4 } })
  await page.mouse.down({ button })
  await square(page, to).hover({ position: { x: 4, y: 4 } })
  await page.mouse.up({ button })
}

test('arrows and squares are drawn with the mouse and with keys, and reach the readers', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  await openTo(owner, 'Anyone with the link')
  const reader = await guest(browser, server, address)
  const before = await moves(owner).count()

  // With the right button, and with Shift: nothing moves.
  await moves(owner).first().click()
  await drag(owner, 'a1', 'c2', 'right')
  await owner.keyboard.down('Shift')
  await square(owner, 'f6').click({ position: { x: 4, y: 4 } })
  await owner.keyboard.up('Shift')
  await expect.poll(() => drawn(owner)).toEqual(['a1c2', 'f6'])
  // A press with the right button still looks into a stack.
  await square(owner, 'd2').click({ button: 'right' })
  await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  // The button makes every press draw.
  await owner.getByRole('button', { name: 'Draw on the board' }).click()
  await drag(owner, 'd3', 'e5', 'left')
  await square(owner, 'f6').click({ position: { x: 4, y: 4 } })
  await expect.poll(() => drawn(owner)).toEqual(['a1c2', 'd3e5'])
  await owner.getByRole('button', { name: 'Draw on the board' }).click()

  // The same with keys.
  await square(owner, 'a1').focus()
  await owner.keyboard.press('d')
  await owner.keyboard.press('Enter')
  await owner.keyboard.press('ArrowUp')
  await owner.keyboard.press('Enter')
  await expect(owner.getByTestId('announcer')).toHaveText('Drawn: arrow from a1 to a2.')
  await owner.keyboard.press('Enter')
  await owner.keyboard.press('Enter')
  await expect(owner.getByTestId('announcer')).toHaveText('Drawn: square a2.')
  await owner.keyboard.press('Escape')
  await expect.poll(() => drawn(owner)).toEqual(['a1c2', 'd3e5', 'a1a2', 'a2'])
  await expect(moves(owner)).toHaveCount(before)
  await saved(owner)

  // The reader sees them without doing anything, in this position alone, and cannot draw.
  await expect.poll(() => drawn(reader)).toHaveLength(4)
  await expect(reader.getByText('Drawn on the board: ')).toContainText('arrow from a1 to c2')
  await expect(reader.getByRole('button', { name: 'Draw on the board' })).toHaveCount(0)
  await moves(reader).last().click()
  await expect.poll(() => drawn(reader)).toEqual([])
  await expectNoViolations(reader)

  // They stay, and go together.
  await owner.reload()
  await expect.poll(() => drawn(owner)).toHaveLength(4)
  await expectNoViolations(owner)
  await owner.getByRole('button', { name: 'Remove the drawing' }).click()
  await expect.poll(() => drawn(owner)).toEqual([])
  await saved(owner)
})

test('by touch a finger draws, and then chooses pieces again', async ({ browser }) => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }
  const page = await member(browser, server, 'Ottokar', 'about:blank', phone)
  const address = await make(page)
  await openTo(page, 'Anyone with the link')
  const reader = await guest(browser, server, address)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] })
  const cornerOf = async (name: string) => {
    const box = await square(page, name).boundingBox()
    if (box === null) throw new Error(`${name} is not shown`)
    return { x: box.x + 3, y: box.y + 3 }
  }
  /** Carries a finger from one square to another. */
  const carry = async (from: string, to: string) => {
    const [start, end] = [await cornerOf(from), await cornerOf(to)]
    await touch('touchStart', start)
    for (let step = 1; step <= 10; step++) {
      const along = (a: number, b: number) => a + ((b - a) * step) / 10
      await touch('touchMove', { x: along(start.x, end.x), y: along(start.y, end.y) })
    }
    await touch('touchEnd')
  }
  const button = page.getByRole('button', { name: 'Draw on the board' })
  const before = await moves(page).count()

  await button.tap()
  await expect(page.getByTestId('status')).toContainText('Drawing is on.')
  // The page has scrolled to the board, and stays there while a finger draws upwards.
  await expect(square(page, 'a1')).toBeInViewport()
  const scrolled = await page.evaluate(() => scrollY)
  await carry('c1', 'd5')
  await expect.poll(() => drawn(page)).toEqual(['c1d5'])
  const at = await cornerOf('e4')
  await touch('touchStart', at)
  await touch('touchEnd')
  await expect.poll(() => drawn(page)).toEqual(['c1d5', 'e4'])
  await carry('c1', 'd5')
  await expect.poll(() => drawn(page)).toEqual(['e4'])
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  expect(await moves(page).count()).toBe(before)
  await expect.poll(() => drawn(reader)).toEqual(['e4'])
  await expectNoViolations(page)

  // Once it is switched off, the same touch chooses a piece.
  await button.tap()
  await square(page, 'b3').tap({ position: { x: 4, y: 4 } })
  await expect(page.locator('[data-destination]').first()).toBeVisible()
  await expect.poll(() => drawn(page)).toEqual(['e4'])
})

test('a shared chapter is shown in a frame with its arrows, and an exercise keeps its moves', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  const code = async () => {
    await (await editChapter(owner)).getByRole('button', { name: 'Share this chapter' }).click()
    await owner.getByRole('button', { name: 'Copy code for a web page' }).click()
    await expect(owner.getByRole('dialog').getByRole('status')).toContainText('Copied')
    await owner.keyboard.press('Escape')
    const text = await owner.evaluate(() => navigator.clipboard.readText())
    const [, source = ''] = /^<iframe src="([^"]*)"/.exec(text) ?? []
    return source.replaceAll('&amp;', '&')
  }
  await owner.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await moves(owner).nth(1).click()
  await drag(owner, 'a1', 'c2', 'right')
  await saved(owner)
  // What only its owner can read travels in the code itself.
  expect(await code()).toContain('/embed/analysis#')
  await openTo(owner, 'Anyone with the link')
  const frame = await code()
  expect(frame).toBe(`${server.url}/embed${new URL(address).pathname}?chapter=1`)

  const reader = await guest(browser, server, frame)
  const news = reader.getByRole('status')
  await expect(news).toContainText('Position 0')
  expect(await drawn(reader)).toEqual([])
  await reader.keyboard.press('ArrowRight')
  await expect(news).toContainText('a2a6')
  expect(await drawn(reader)).toEqual(['a1c2'])
  await expect(reader.getByText('Drawn on the board: ')).toContainText('arrow from a1 to c2')
  // The arrow turns with the board.
  const tip = () => reader.locator('[data-shape=a1c2] path').first().getAttribute('d')
  const before = await tip()
  await reader.getByRole('button', { name: 'Flip' }).click()
  expect(await tip()).not.toBe(before)
  await expectNoViolations(reader)

  await setExercise(owner, true)
  await expect
    .poll(async () => {
      await reader.reload()
      return news.textContent()
    })
    .toContain('Black to move. Find the author’s move')
  await expect(reader.getByRole('button')).toHaveCount(0)
  await expectNoViolations(reader)
  const opening = reader.context().waitForEvent('page')
  await reader.getByRole('link', { name: 'See the study on Hokito' }).click()
  await expect((await opening).getByTestId('status')).toContainText('Find the author’s move')

  await openTo(owner, 'Only those you invite')
  await reader.reload()
  await expect(reader.getByRole('alert')).toHaveText('There is no such study, or it isn’t shared.')
})

test('a chapter is an exercise for its readers, who find its moves', async ({ browser }) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  await moves(owner).nth(1).click()
  await owner.getByLabel('Comment').fill('The stack is out of reach now.')
  await saved(owner)
  await openTo(owner, 'Anyone with the link')
  await setExercise(owner, true)
  const reader = await guest(browser, server, address)
  const status = reader.getByTestId('status')
  await expect(status).toContainText('Black to move. Find the author’s move')
  await expect(reader.getByText('The stack is out of reach now.')).toHaveCount(0)
  await expect(moves(reader)).toHaveCount(0)
  const play = async (from: string, to: string) => {
    await square(reader, from).click({ position: { x: 40, y: 40 } })
    await reader.locator(`[data-square="${to}"][data-destination]`).click()
  }

  // A wrong move is taken back, and a hint shows the piece of the right one.
  await square(reader, 'b3').click()
  await reader.locator('[data-destination]').first().click()
  await expect(status).toContainText('isn’t the right move. Try again.')
  await expect(square(reader, 'a2')).toHaveAttribute('data-movable', 'true')
  await reader.getByRole('button', { name: 'Hint' }).click()
  await expect(status).toContainText('The author’s move starts on a2.')

  // A right one is answered, and what is written about it appears.
  await play('a2', 'a6')
  await expect(reader.getByText('The stack is out of reach now.')).toBeVisible()
  await expect(status).toContainText('a2a6 is right.')
  await expect(square(reader, 'a6')).toHaveAttribute('data-movable', 'true')
  await expectNoViolations(reader)

  // The solution is the whole chapter, at the move to be found, without an engine's move beside it.
  await reader.getByRole('button', { name: 'Show the solution' }).click()
  await expect(moves(reader)).toHaveCount(9)
  await expect(moves(reader).nth(3)).toHaveAttribute('aria-current', 'step')
  await expect(reader.getByRole('checkbox', { name: 'Engine' })).not.toBeChecked()
  await reader.getByRole('button', { name: 'Find the moves' }).click()
  await expect(status).toContainText('Black to move. Find the author’s move')

  // A file of the study keeps that it is one.
  const managing = await manage(owner)
  const [file] = await Promise.all([
    owner.waitForEvent('download'),
    managing.getByRole('button', { name: 'Save the study (HGN)' }).click(),
  ])
  const copy = await owner.context().newPage()
  await copy.goto('/study')
  await copy.getByLabel('Title', { exact: true }).fill('A copy')
  await beginWith(copy, await readFile(await file.path(), 'utf8'))
  await copy.getByRole('button', { name: 'Create study' }).click()
  await editChapter(copy)
  await expect(
    copy.getByLabel('Make this chapter an exercise: readers find its moves'),
  ).toBeChecked()

  // It becomes a chapter like the others while the reader looks on.
  await owner.keyboard.press('Escape')
  await setExercise(owner, false)
  await expect(moves(reader)).toHaveCount(9)
})

test('an exercise says why a move is wrong, and is marked on the device once it is solved', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', '/study')
  await owner.getByLabel('Title', { exact: true }).fill('Endings')
  const [position = ''] = SHORT_GAME.split('\n')
  const line = '1. a2a6 (1. b3f3 $2 {White answers on f3.}) b4f6 2. a6a1 {Well done.}'
  await beginWith(owner, `${position}\n\n${line} *`)
  await owner.getByRole('button', { name: 'Create study' }).click()
  await saved(owner)
  await openTo(owner, 'Anyone with the link')
  await setExercise(owner, true)
  const address = owner.url()
  await owner.getByRole('button', { name: 'Add a chapter' }).click()
  await owner.getByRole('dialog').getByRole('button', { name: 'Add a chapter' }).click()
  await expect(shownIn(owner)).toContainText('Chapter 2')
  const reader = await guest(browser, server, address)
  const play = async (from: string, to: string) => {
    await square(reader, from).click({ position: { x: 40, y: 40 } })
    await reader.locator(`[data-square="${to}"][data-destination]`).click()
  }
  const topOf = async (each: Locator) => (await each.boundingBox())?.y ?? Number.NaN
  // Beside the board, the task comes before what counts as a solution.
  await reader.setViewportSize({ width: 1366, height: 768 })
  expect(await topOf(reader.getByTestId('status'))).toBeLessThan(
    await topOf(reader.getByText('Every move of the main line is right')),
  )
  const solved = (page: Page) => page.getByText(/^Exercises solved: /)
  await expect(solved(reader)).toHaveText('Exercises solved: 0 of 1')
  await play('b3', 'f3')
  await expect(reader.getByText('White answers on f3.')).toBeVisible()
  await expect(square(reader, 'a2')).toHaveAttribute('data-movable', 'true')
  await play('a2', 'a6')
  await expect(reader.getByText('White answers on f3.')).toHaveCount(0)
  await expect(square(reader, 'a6')).toHaveAttribute('data-movable', 'true')
  await play('a6', 'a1')
  await expect(reader.getByTestId('status')).toContainText('you have found all the moves')
  await expect(solved(reader)).toHaveText('Exercises solved: 1 of 1')
  await expectNoViolations(reader)
  await reader.getByRole('link', { name: 'Next chapter' }).click()
  await expect(shownIn(reader)).toHaveText('2Chapter 2')
  await reader.goto(address)
  await expect(shownIn(reader)).toHaveText('1Chapter 1solved exercise')
})

test('the owner puts the chapters in another order with keys, and readers see it', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  await owner.setViewportSize(WIDE)
  const address = await make(owner)
  for (const title of ['Second', 'Third']) {
    await owner.getByRole('button', { name: 'Add a chapter' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Title', { exact: true }).fill(title)
    await dialog.getByRole('button', { name: 'Add a chapter' }).click()
    await expect(shownIn(owner)).toContainText(title)
  }
  await openTo(owner, 'Anyone with the link')
  const reader = await guest(browser, server, address)
  await expect(reader.getByRole('button', { name: 'Move up' })).toHaveCount(0)
  const up = owner.getByRole('button', { name: 'Move up' })
  // The button stays under the pointer while the chapter goes up.
  const place = await up.boundingBox()
  await up.press('Enter')
  await expect(chaptersIn(owner)).toHaveText(['1Chapter 1', '2Third', '3Second'])
  expect(await up.boundingBox()).toEqual(place)
  await expect(owner.getByText('This is now chapter 2 of 3.')).toBeAttached()
  await expect(up).toBeFocused()
  await up.press('Enter')
  for (const page of [owner, reader]) {
    await expect(chaptersIn(page)).toHaveText(['1Third', '2Chapter 1', '3Second'])
  }
  // At the end the key does nothing more, and keeps the focus.
  await up.press('Enter')
  await expect(up).toBeFocused()
  await expectNoViolations(owner)
  await saved(owner)
  await owner.goto(address)
  await expect(shownIn(owner)).toHaveText('1Third')
  await owner.setViewportSize({ width: 360, height: 740 })
  await owner.getByRole('button', { name: '1 Third' }).click()
  await owner.getByRole('button', { name: 'Move down' }).click()
  await expect(shownIn(owner)).toHaveText('2Third')
  await expectNoViolations(owner)
})

test('chapters are added and deleted, and an analysis becomes a study', async ({ browser }) => {
  // The page of the account tells the device that there is one.
  const page = await member(browser, server, 'Ottokar')
  await expect(page.getByText('Ottokar').first()).toBeVisible()
  await make(page)
  // What is typed while another page adds one comes after that one.
  const two = await page.context().newPage()
  await two.goto(page.url())
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a chapter' }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('Chapter 2')
  await two.getByRole('button', { name: 'Add a chapter' }).click()
  await two.getByRole('dialog').getByLabel('Title', { exact: true }).fill('From another page')
  await two.getByRole('dialog').getByRole('button', { name: 'Add a chapter' }).click()
  await expect(chaptersIn(page)).toHaveCount(2)
  await two.close()
  await dialog.getByRole('button', { name: 'Add a chapter' }).click()
  await expect(chaptersIn(page)).toHaveText(['1Chapter 1', '2From another page', '3Chapter 2'])
  await expect(shownIn(page)).toHaveText('3Chapter 2')
  await page.setViewportSize(WIDE)
  // The keyboard stays in the list, and Back leads to the chapter before.
  await chaptersIn(page).nth(1).press('Enter')
  await expect(shownIn(page)).toHaveText('2From another page')
  await expect(shownIn(page)).toBeFocused()
  await page.goBack()
  await expect(shownIn(page)).toHaveText('3Chapter 2')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(chaptersIn(page).first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add a chapter' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit chapter' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move up' })).toBeVisible()
  await page.getByRole('button', { name: '3 Chapter 2' }).click()
  await expect(chaptersIn(page).first()).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize(WIDE)
  const titles = await renameOrDelete(page)
  await titles.getByLabel('Title', { exact: true }).fill('Late endings')
  await expectNoViolations(page)
  await titles.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(titles).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Late endings' })).toBeVisible()
  const chapter = await editChapter(page)
  await chapter.getByLabel('Title', { exact: true }).fill('The third')
  await expectNoViolations(page)
  await chapter.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(chapter).toBeHidden()
  await expect(chaptersIn(page)).toHaveText(['1Chapter 1', '2From another page', '3The third'])
  await saved(page)
  await (await editChapter(page)).getByRole('button', { name: 'Delete this chapter' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this chapter?' })
    .getByRole('button', { name: 'Delete this chapter' })
    .click()
  await expect(chaptersIn(page)).toHaveText(['1Chapter 1', '2From another page'])
  await (await renameOrDelete(page)).getByRole('button', { name: 'Delete the study' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the whole study?' })
    .getByRole('button', { name: 'Delete the study' })
    .click()
  await expect(page.getByText('You have no studies yet.')).toBeVisible()
  await page.goto(`/analysis#${encodeURI(SHORT_GAME)}`)
  await addToStudy(page)
  await expect(page.getByLabel(/^Games \(HGN\)/)).toHaveValue(/a2a6/)
  // Nobody needs to read the notation.
  await expect(page.getByLabel(/^Games \(HGN\)/)).toBeHidden()
  await expectNoViolations(page)
  await page.getByLabel('Title', { exact: true }).fill('Endings')
  await page.getByRole('button', { name: 'Create study' }).click()
  await saved(page)
  // Now that there is a study, an analysis becomes a chapter of it.
  await page.goto(`/analysis#${encodeURI(SHORT_GAME)}`)
  await addToStudy(page)
  await expect(dialog.getByRole('button', { name: 'New study' })).toBeVisible()
  await expectNoViolations(page)
  await dialog.getByRole('listitem').getByRole('button').click()
  await expect(page).toHaveURL(/\/study\/\w+\?chapter=2$/)
  await expect(moves(page).first()).toBeVisible()
  // After a review, its verdicts come along.
  await page.goto(`/review#${encodeURI(SHORT_GAME)}`)
  await expect(page.getByRole('button', { name: 'Show the first moment' })).toBeVisible()
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(moves(page).nth(1)).toHaveText('a2a6✗')
  await addToStudy(page)
  await dialog.getByRole('listitem').getByRole('button').click()
  await expect(page).toHaveURL(/\/study\/\w+\?chapter=3$/)
  await expect(moves(page).nth(1)).toHaveText('a2a6??')
})

test('all that shares and manages a study is in view in one dialog', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar', 'about:blank')
  await make(page)
  const dialog = await manage(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(size)
    const shown = [
      dialog.getByLabel('Who can read it'),
      dialog.getByRole('button', { name: 'Invite', exact: true }),
      dialog.getByText('Rename or delete'),
      dialog.getByRole('button', { name: 'Save the study (HGN)' }),
    ]
    for (const each of shown) await expect(each).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
  // The chosen readers are read in full.
  await page.setViewportSize({ width: 1440, height: 900 })
  const readers = await dialog.getByLabel('Who can read it').boundingBox()
  expect(readers?.width).toBeGreaterThan(300)
  await expectNoViolations(page)

  // Wherever others may open the study there is its link, with the words who they are.
  const link = dialog.getByRole('button', { name: 'Copy link' })
  await expect(link).toHaveCount(0)
  await dialog.getByLabel('Who can read it').selectOption({ label: 'Anyone with the link' })
  await expect(dialog.getByText('Anyone with this link can read the study.')).toBeVisible()
  await dialog.getByLabel('Who can read it').selectOption({ label: 'Everyone, on your profile' })
  await expect(dialog.getByText('Anyone can read the study.')).toBeVisible()
  await dialog.getByLabel('Who can read it').selectOption({ label: 'Only those you invite' })
  await expect(link).toHaveCount(0)
  await follower(browser, 'Berta')
  await dialog.getByLabel('Name of a player who follows you').fill('Berta')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog.getByText('for you and the people you invited')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  const { origin, pathname } = new URL(page.url())
  await expect(dialog.getByRole('textbox', { name: 'Copy link' })).toHaveValue(origin + pathname)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + pathname)
  await page.keyboard.press('Escape')
  const chapter = await editChapter(page)
  await expect(chapter.getByRole('checkbox')).toBeVisible()
})

test('on a phone the comment on the move shown is next to the board', async ({ browser }) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  await owner.setViewportSize({ width: 360, height: 740 })
  const address = await make(owner)
  const topOf = (each: Locator) => each.evaluate((box) => box.getBoundingClientRect().top)
  const field = owner.getByLabel('Comment')
  const tools = [
    field,
    owner.getByRole('group', { name: 'Judge the move' }),
    owner.getByRole('button', { name: 'Draw on the board' }),
  ]
  for (const tool of tools) {
    for (const below of ['.study-panel', '.tree', '.engine']) {
      expect(await topOf(tool)).toBeLessThan(await topOf(owner.locator(below)))
    }
  }
  // One writes with the board in view.
  await owner.evaluate(() => scrollTo(0, 0))
  await expect(field).toBeInViewport({ ratio: 1 })
  await expect(owner.locator('.game-board')).toBeInViewport({ ratio: 1 })
  await moves(owner).nth(1).click()
  await field.fill('The stack is out of reach now.')
  // The tab key leads to the field from the buttons above it.
  await field.press('Shift+Tab')
  await expect(owner.locator('.game-actions :focus')).toHaveCount(1)
  await saved(owner)
  await openTo(owner, 'Anyone with the link')

  const reader = await guest(browser, server, 'about:blank')
  await reader.setViewportSize({ width: 360, height: 740 })
  await reader.goto(address)
  await reader.getByRole('button', { name: 'One move forward' }).click()
  const comment = reader.getByText('The stack is out of reach now.').filter({ visible: true })
  await expect(comment).toHaveCount(1)
  await expect(comment).toBeInViewport()
  await expect(square(reader, 'a1')).toBeInViewport()
  await expectNoViolations(reader)
})

for (const [width, height] of [
  [1440, 900],
  [1366, 768],
  [1280, 720],
] as const) {
  test(`the list of moves follows the current move in a study at ${width}×${height}`, async ({
    browser,
  }) => {
    const page = await member(browser, server, 'Ottokar', '/replay')
    await page.setViewportSize({ width, height })
    await page.getByRole('button', { name: 'Show an example' }).click()
    await page.getByRole('link', { name: 'Analyse' }).click()
    await page.waitForURL(/\/analysis.*#/)
    const game = decodeURIComponent(new URL(page.url()).hash.slice(1))
    await page.goto('/study')
    await page.getByLabel('Title', { exact: true }).fill('A long game')
    await beginWith(page, game)
    await page.getByRole('button', { name: 'Create study' }).click()
    const shown = page.locator('.tree [aria-current]')
    const inView = async (text: RegExp) => {
      await expect(shown).toHaveText(text)
      // The lines of the engine have appeared above the list by then.
      await expect(page.locator('.engine-line').first()).toBeAttached()
      // A fraction of a pixel may be below the edge.
      await expect(shown).toBeInViewport({ ratio: 0.95 })
    }
    await expect(shown).toHaveText('Start')
    await saved(page)
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await inView(/f3a6/)
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft')
    await inView(/d6a6/)
    await page.keyboard.press('ArrowLeft')
    await movable(page).first().click()
    await landings(page).first().click()
    await expect(page.getByRole('button', { name: 'Make main line' })).toBeInViewport({ ratio: 1 })
    await inView(/./)
    const list = await page.locator('.tree-box').boundingBox()
    expect(list?.height).toBeGreaterThan(100)
    await expect(page.getByRole('button', { name: 'To the start' })).toBeInViewport({ ratio: 1 })
    await saved(page)
    await page.reload()
    await inView(/./)
  })
}

test('a reader begins at the start, and follows the author from the next move on', async ({
  browser,
}) => {
  const owner = await member(browser, server, 'Ottokar', 'about:blank')
  const address = await make(owner)
  await openTo(owner, 'Anyone with the link')
  await moves(owner).nth(3).click()
  await saved(owner)
  const reader = await guest(browser, server, address)
  const shown = reader.locator('.tree [aria-current]')
  await expect(shown).toHaveText('Start')
  await moves(owner).nth(2).click()
  await expect(shown).toHaveText('b4f6')
})

test('a chapter begins with what is on the board, and its owner tries the exercise', async ({
  browser,
}) => {
  const page = await member(browser, server, 'Ottokar', 'about:blank')
  await page.setViewportSize(WIDE)
  await make(page)
  await moves(page).nth(2).click()
  const dialog = page.getByRole('dialog', { name: 'New chapter' })
  const add = async (start: string) => {
    await page.getByRole('button', { name: 'Add a chapter' }).click()
    await dialog.getByLabel('Start with').selectOption(start)
    await dialog.getByLabel(/^Make this chapter an exercise/).check()
  }
  const send = () => dialog.getByRole('button', { name: 'Add a chapter' }).click()
  const engine = page.getByRole('checkbox', { name: 'Engine' })
  await expect(engine).toBeChecked()
  await add('A copy of the moves on the board')
  await dialog.getByLabel('Question').fill('How does Black win?')
  await expect(dialog.getByText('A comment on a move appears once')).toBeVisible()
  await expectNoViolations(page)
  await send()
  await expect(shownIn(page)).toHaveText('2Chapter 2exercise')
  await expect(moves(page)).toHaveCount(9)
  // The engine does not give the solution away.
  await expect(engine).not.toBeChecked()

  // The exercise is tried as its readers see it.
  await page.getByRole('button', { name: 'Try it as a reader' }).click()
  await expect(page.getByTestId('status')).toContainText('Find the author’s move')
  await expect(page.getByText('How does Black win?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share and manage' })).toHaveCount(0)
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Back to editing' }).click()
  await saved(page)
  const editing = await editChapter(page)
  await expect(editing.getByLabel('Question')).toHaveValue('How does Black win?')
  await editing.getByLabel('Question').fill('What now?')
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(comments(page).first()).toHaveText('What now?')
  await saved(page)

  await moves(page).nth(2).click()
  await add('The position on the board')
  await send()
  await expect(shownIn(page)).toHaveText('3Chapter 3exercise')
  await expect(moves(page)).toHaveCount(1)
  await expect(page.getByTestId('status')).toContainText('Black to move')
  await expect(page.getByText('An exercise needs moves')).toBeVisible()

  await add('A position you build')
  await dialog.getByLabel('Title', { exact: true }).fill('Built')
  await dialog.getByLabel('Question').fill('Where to?')
  await dialog.getByRole('button', { name: 'Build the position' }).click()
  await page.getByRole('button', { name: 'Mirror' }).click()
  // What was built is the chapter, unless it could not be stored: then the form comes back.
  await page.route('**/api/studies', (route) => route.abort())
  await page.getByRole('button', { name: 'Use this position' }).click()
  await expect(dialog.getByRole('alert')).toContainText('That didn’t work.')
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Built')
  await expect(dialog.getByLabel(/^Make this chapter an exercise/)).toBeChecked()
  await expectNoViolations(page)
  await page.unroute('**/api/studies')
  await send()
  await expect(shownIn(page)).toHaveText('4Builtexercise')
  await expect(moves(page)).toHaveCount(1)
  await expect(comments(page)).toHaveText('Where to?')

  // At the end of a game, the board to build on has the position at its beginning.
  await chaptersIn(page).first().click()
  await page.getByRole('button', { name: 'To the end' }).click()
  await add('A position you build')
  await dialog.getByRole('button', { name: 'Build the position' }).click()
  await page.getByRole('button', { name: 'Use this position' }).click()
  await expect(shownIn(page)).toHaveText('5Chapter 5exercise')
  await expect(page.getByTestId('status')).toContainText('Black to move')
})

test('a study begins with a game of the player’s own', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar', '/')
  await playComputer(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(0)
  await page.goto('/study')
  // A new layout comes first, and the title is the player's own.
  await expect(page.getByLabel('Start with')).toHaveValue('layout')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await page.getByLabel('Title', { exact: true }).fill('My openings')
  await page.getByLabel('Start with').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Create study' }).click()
  await expect(page.getByRole('heading', { name: 'My openings' })).toBeVisible()
  await expect(moves(page).first()).toBeVisible()
  // The chapter is known by its players.
  await expect(page.locator('.study-chapters')).toContainText(
    /Ottokar – Computer, level 1|Computer, level 1 – Ottokar/,
  )
})

test('a game goes into a study straight from its review, under its player’s name', async ({
  browser,
}) => {
  const page = await member(browser, server, 'Ottokar')
  await expect(page.getByText('You’re signed in as Ottokar.')).toBeVisible()
  await page.goto('/')
  await playComputer(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await page.getByRole('link', { name: 'Review', exact: true }).first().click()
  // What the finished review puts above its buttons moves them under a press.
  await expect(page.getByText(/Your accuracy: \d+%/)).toBeVisible()
  await addToStudy(page)
  await expect(page).toHaveURL(/\/study#/)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(
    /Ottokar – Computer, level 1|Computer, level 1 – Ottokar/,
  )
})

test('a guest’s game waits for the account that a study needs', async ({ browser }) => {
  const page = await guest(browser, server, `/replay#${encodeURI(SHORT_GAME)}`)
  await addToStudy(page)
  await expect(page.getByText('Your game will be waiting here')).toBeVisible()
  await expectNoViolations(page)
  await page.locator('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ottokar')
  await page.getByLabel('New password', { exact: true }).fill('seven stacks of stone')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await expect(page.getByLabel(/^Games \(HGN\)/)).toHaveValue(/a2a6/)
  await page.getByLabel('Title', { exact: true }).fill('Mine')
  await page.getByRole('button', { name: 'Create study' }).click()
  await expect(page.getByRole('button', { name: 'a2a6' })).toBeVisible()
})

test('a guest looks at a sample with chapters, comments, arrows and an exercise', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/study')
  // The page asks for nothing that a guest may not have.
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url())
  })
  await speak(page, 'de')
  await page.getByRole('link', { name: 'Ein Beispiel ansehen' }).click()
  expect(refused).toEqual([])
  await page.setViewportSize(WIDE)
  const chapters = chaptersIn(page)
  await expect(chapters).toHaveCount(4)
  await expect(comments(page).first()).toContainText(/Schwarz|Weiß/)
  await expect(page.locator('.board-shapes > [data-shape]')).toHaveCount(1)
  // The marks of the pieces that it crosses can be read through it.
  const fill = await page.locator('.shape-arrow').evaluate((arrow) => getComputedStyle(arrow).fill)
  expect(Number(/\/ ([\d.]+)\)$/.exec(fill)?.[1])).toBeLessThanOrEqual(0.4)
  await expectNoViolations(page)
  // The author speaks first; the engine is on once the reader wants it, in the other chapters too.
  const engine = page.getByRole('checkbox', { name: 'Engine' })
  await expect(engine).not.toBeChecked()
  await engine.check()
  await chapters.nth(1).click()
  await expect(engine).toBeChecked()
  await chapters.nth(3).click()
  await expect(page.getByTestId('status')).toContainText('Finde den Zug dieses Kapitels.')
  await expectNoViolations(page)
})
