import type { GameId } from '@hokito/protocol'
import { formatMove, legalMoves, play } from '@hokito/rules'
import { type Browser, expect, type Page } from '@playwright/test'
import { DAYS, foreseen } from '../../../server/test/helpers/lines.ts'
import { type Page as Player, pairUp } from '../../../server/test/helpers/page.ts'
import { playTo } from '../../../server/test/helpers/play.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { moveCount } from './helpers.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

interface Table {
  readonly black: Player
  readonly white: Player
  readonly game: GameId
  /** The page of White, who waits for Black. */
  readonly page: Page
}

/** A correspondence game after four moves; White opens it in a browser. */
async function sitDown(browser: Browser, size = { width: 1280, height: 900 }): Promise<Table> {
  const table = await pairUp(server.url, DAYS)
  await playTo(table, 4)
  const page = await open(browser, table.white, table.game, size)
  return { ...table, page }
}

async function open(
  browser: Browser,
  { cookie }: Player,
  game: GameId,
  viewport = { width: 1280, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    serviceWorkers: 'block',
    viewport,
  })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: server.url }])
  const page = await context.newPage()
  await page.goto(`/play/${game}`)
  await page.locator('[data-square]').first().waitFor()
  return page
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Conditional moves' })
const set = (page: Page) => page.getByTestId('lines-set')

/** Makes a move on the board of the dialog. */
async function choose(page: Page, move: { from: number; to: number }): Promise<void> {
  const text = formatMove(move)
  for (const square of [text.slice(0, 2), text.slice(2)]) {
    await dialog(page).locator(`[data-square="${square}"]`).click()
  }
}

test('replies are planned on a board, saved by one press, and played while nobody is there', async ({
  browser,
}) => {
  const { black, white, game, page } = await sitDown(browser)
  const [move, reply, second, answer] = foreseen(white, game)
  await expect(set(page)).toHaveText('No replies planned.')
  await button(page, 'Plan replies').click()
  await expect(dialog(page).getByText(/^Make a move that .* might play\./)).toBeVisible()
  await choose(page, move)
  await expect(dialog(page)).toContainText(`If ${formatMove(move)} is played: make your reply.`)
  for (const each of [reply, second, answer]) await choose(page, each)
  const line = `If ${formatMove(move)}, then ${formatMove(reply)}. Then if ${formatMove(second)}, ${formatMove(answer)}.`
  await expect(dialog(page).getByRole('button', { name: line, exact: true })).toBeVisible()
  await button(page, 'Save the plan').click()
  await expect(dialog(page)).toContainText('Saved.')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Plan replies')).toBeFocused()
  await expect(set(page)).toHaveText('1 line of replies planned.')
  // The server has the lines, so no page is needed.
  await page.context().close()
  expect((await black.move(game, move)).ok).toBe(true)
  await black.sees(game, ({ moves }) => moves.length === 6)
  const again = await open(browser, white, game)
  await expect.poll(() => moveCount(again)).toBe(6)
  await expect(again.getByText(`Played by your plan: ${formatMove(reply)}`)).toBeVisible()
  await expect(set(again)).toHaveText('1 line of replies planned.')
  // White also sees it as it happens; Black's page shows nothing of it.
  const other = await open(browser, black, game)
  expect((await black.move(game, second)).ok).toBe(true)
  for (const each of [again, other]) await expect.poll(() => moveCount(each)).toBe(8)
  await expect(
    again.getByText(`Played by your plan: ${formatMove(reply)}, ${formatMove(answer)}`),
  ).toBeVisible()
  await expect(set(again)).toHaveText('No replies planned.')
  await expect(other.getByText('Played by your plan')).toHaveCount(0)
  await expect(button(other, 'Plan replies')).toHaveCount(0)
})

test('lines are typed, replaced and deleted by keyboard alone, and what was saved elsewhere is there', async ({
  browser,
}) => {
  const { white, game, page } = await sitDown(browser)
  const [move, reply] = foreseen(white, game)
  const board = white.position(game)
  const [, otherMove] = legalMoves(board)
  const [, otherReply] = legalMoves(play(board, move))
  if (otherMove === undefined || otherReply === undefined) throw new Error('there is a choice')
  await button(page, 'Plan replies').focus()
  await page.keyboard.press('Enter')
  const field = dialog(page).getByRole('textbox')
  const type = async (each: { from: number; to: number }) => {
    await field.fill(formatMove(each))
    await field.press('Enter')
  }
  await type(move)
  await type(reply)
  // From the start again, the dialog names the reply that is set.
  await button(page, 'From the start').press('Enter')
  await type(move)
  await expect(dialog(page)).toContainText(
    `Your reply to ${formatMove(move)} is ${formatMove(reply)}.`,
  )
  await type(otherReply)
  await expect(
    dialog(page).getByRole('heading', { name: '1 line of replies planned.' }),
  ).toBeVisible()
  await button(page, 'From the start').press('Enter')
  await type(otherMove)
  const [last] = legalMoves(play(board, otherMove))
  await type(last ?? move)
  await expect(
    dialog(page).getByRole('heading', { name: '2 lines of replies planned.' }),
  ).toBeVisible()
  await button(page, `Delete: If ${formatMove(otherMove)}`).press('Enter')
  await expect(
    dialog(page).getByRole('heading', { name: '1 line of replies planned.' }),
  ).toBeFocused()
  await button(page, 'Save the plan').press('Enter')
  await expect(dialog(page)).toContainText('Saved.')
  const twin = await open(browser, white, game)
  await button(twin, 'Plan replies').click()
  const line = `If ${formatMove(move)}, then ${formatMove(otherReply)}.`
  await expect(dialog(twin).getByRole('button', { name: line, exact: true })).toBeVisible()
  // Closing the dialog does not lose unsaved changes.
  await button(twin, `Delete: ${line}`).click()
  await button(twin, 'Close').click()
  await expect(twin.getByText('Your changes aren’t saved yet.')).toBeVisible()
  await expect(set(twin)).toHaveText('1 line of replies planned.')
  // What is changed here meanwhile stays, until it is saved over the other page's lines.
  await type(otherMove)
  await type(last ?? move)
  await button(twin, 'Plan replies').click()
  await button(twin, 'Save the plan').click()
  await expect(dialog(twin)).toContainText('Saved.')
  await button(page, 'Save the plan').press('Enter')
  await expect(dialog(page)).toContainText('The game has continued in the meantime.')
  await button(page, 'Save the plan').press('Enter')
  await expect(dialog(page)).toContainText('Saved.')
  await button(twin, 'Close').click()
  await twin.reload()
  await expect(set(twin)).toHaveText('2 lines of replies planned.')
})

for (const [name, size] of [
  ['on a phone', { width: 360, height: 740 }],
  ['in a large window', { width: 1440, height: 900 }],
] as const) {
  test(`the plan passes axe and fits ${name}`, async ({ browser }) => {
    const { white, game, page } = await sitDown(browser, size)
    const [move, reply, second] = foreseen(white, game)
    await button(page, 'Plan replies').click()
    for (const each of [move, reply, second]) await choose(page, each)
    await expectNoViolations(page, 'the plan', '.dialog')
    const overflow = await dialog(page).evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(overflow).toBe(0)
    const folder = process.env.HOKITO_LOOK
    if (folder !== undefined) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: `${folder}/plan-${size.width}-${colorScheme}.png` })
      }
      await button(page, 'Close').click()
      await page.screenshot({ path: `${folder}/side-${size.width}.png`, fullPage: true })
    }
  })
}
