import { daySchema, positionOfDay } from '@hokito/protocol'
import {
  formatMove,
  legalMoves,
  newRecord,
  outcome,
  parseDeal,
  play,
  randomIndex,
  seededBytes,
} from '@hokito/rules'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { memoryStorage } from '../../src/models/device/memory-storage.ts'
import { newGame, withResignation } from '../../src/models/local/local-game.ts'
import { formatSave } from '../../src/models/local/save.ts'
import { quickTerms } from '../../src/models/local/start-game.ts'
import {
  createPuzzleStore,
  withDay,
  withRush,
  withTry,
} from '../../src/models/puzzles/puzzle-store.ts'
import { createAccuracyLog, withAccuracy } from '../../src/models/review/accuracy-log.ts'
import { expectNoViolationsInThemes } from './axe.ts'
import { guest, member, startSite } from './guests.ts'
import { puzzleOn, servePuzzles, solve } from './solving.ts'
import { speak } from './walking.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'seven stacks of stone'
const NOW = Date.parse('2026-11-26T12:00:00Z')

test('a profile without anything invites to the first lesson, puzzle or game', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile' })).toBeVisible()
  await expect(page.getByText('You haven’t played here yet.')).toBeVisible()
  await expect(page.locator('.own-profile .board')).toBeVisible()
  await expect(page.getByText('Beat level 1 twice in a row')).toBeVisible()
  await expectNoViolationsInThemes(page)
  await page.getByRole('button', { name: 'Play level 1' }).click()
  await expect(page.getByText('Computer, level 1', { exact: true })).toBeVisible()
})

test('a player who has an account signs in from the profile', async ({ page }) => {
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByText('You’re signed out')).toHaveCount(0)
})

test('a guest’s week is all there, in every language and window', async ({ page }) => {
  await page.clock.setFixedTime(NOW)
  await bring(page, week())
  await page.goto('/profile')
  const main = page.locator('main')
  await expect(main).toContainText('On this device since 20 Nov 2026.')
  await expect(main).toContainText('Won against the computer2 of 3')
  await expect(main).toContainText('6 Day streak')
  await expect(main).toContainText('Puzzles solved at the first try3 of 4')
  await expect(main).toContainText('Best rush9')
  await expect(main).toContainText('As Black: 2 won, 0 drawn, 1 lost')
  await expect(page.getByText('Level 1 (Newcomer): 2 of 2')).toBeAttached()
  await expect(page.getByText('Level 2 (Beginner): 0 of 1')).toBeAttached()
  await expect(main).toContainText('Accuracy in your reviews · 74%')
  await expect(
    page.getByRole('img', { name: /^Accuracy in your reviews: 61 at first/ }),
  ).toBeVisible()
  await expect(
    page.getByRole('img', {
      name: /6 with the puzzle or the game of the day, 1 with something else/,
    }),
  ).toBeVisible()
  await expect(page.locator('.last-game')).toHaveCount(3)
  await expectNoViolationsInThemes(page)
  for (const language of LANGUAGES) {
    await speak(page, language)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, `${language} ${width}`).toBe(0)
    }
  }
})

test('a game of the day is a game against its level, in every part of the profile', async ({
  page,
}) => {
  await page.clock.setFixedTime(NOW)
  const day = '2026-11-26'
  const daily = { version: 1, ...dailyWonOn(day, 2) }
  const won = withResignation(
    newGame('g', quickTerms({ randomBytes: seededBytes(1) }, 2), NOW - 1000),
    'white',
  )
  await bring(page, {
    'hokito:game:g': formatSave(won),
    [`hokito:daily:${day}:2`]: JSON.stringify(daily),
  })
  await page.goto('/profile')
  const main = page.locator('main')
  await expect(main).toContainText('Won against the computer2 of 2')
  await expect(page.getByText('Level 2 (Beginner): 2 of 2')).toBeAttached()
  await expect(main).toContainText('Beat level 3 twice in a row')
  const last = page.locator('.last-game')
  await expect(last).toHaveCount(2)
  await expect(last.first()).toContainText(/^You won · .*Game of the day, level 2$/)
  await last.first().click()
  await expect(page).toHaveURL(/\/daily\?day=2026-11-26&level=2$/)
})

/** A finished game of a day that the player has won. */
function dailyWonOn(day: string, level: number) {
  for (let seed = 1; seed < 100; seed++) {
    const randomBytes = seededBytes(seed)
    let position = positionOfDay(daySchema.parse(day))
    const moves: string[] = []
    while (outcome(position) === undefined) {
      const legal = legalMoves(position)
      const move = legal[randomIndex(legal.length, randomBytes)]
      if (move === undefined) break
      moves.push(formatMove(move))
      position = play(position, move)
    }
    const score = outcome(position)?.score
    if (score !== undefined && score.black > score.white) {
      return { day, level, moves, fate: { kind: 'unsent' } }
    }
  }
  throw new Error('chance has lost a hundred games')
}

test('a guest’s data joins the account’s page, and can be deleted from the device', async ({
  browser,
}) => {
  const server = await startSite()
  const page = await member(browser, server, 'Theodora', 'about:blank')
  await page.clock.setFixedTime(NOW)
  await bring(page, week())
  await page.goto('/account')
  await expect(page.getByText('You’re signed in as Theodora.')).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Theodora' })).toBeVisible()
  await expect(page.locator('main')).toContainText('Account since')
  await expect(page.getByRole('link', { name: 'Puzzle of the day' })).toBeVisible()
  await expect(page.locator('main')).toContainText('Won against the computer2 of 3')
  await page.getByRole('link', { name: 'How others see you' }).click()
  await expect(page).toHaveURL(/\/player\/Theodora$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Delete all of it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all of it' }).click()
  await expect(page).toHaveURL(/\/$/)
  const kept = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /game|puzzles|accuracy|daily|learn/.test(key)),
  )
  expect(kept).toEqual([])
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Theodora' })).toBeVisible()
  await expect(page.getByText('You haven’t played here yet.')).toBeVisible()
  // The puzzle is a link here; only a guest without anything finds its board.
  await expect(page.getByRole('link', { name: 'Puzzle of the day' })).toBeVisible()
  await expect(page.locator('.own-profile .board')).toHaveCount(0)
  await server.close()
})

test('a week played as a guest stays when the guest becomes an account, and when that goes', async ({
  browser,
}) => {
  const server = await startSite()
  const page = await guest(browser, server, 'about:blank')
  await servePuzzles(page)
  for (const n of [6, 5, 4, 3, 2, 1, 0]) {
    await page.clock.setFixedTime(NOW - n * DAY_MS)
    await page.goto('/puzzles/daily')
    await solve(page, await puzzleOn(page))
    if (n % 3 === 0) await resignToComputer(page)
  }
  const main = page.locator('main')
  const expectWeek = async () => {
    await page.goto('/profile')
    await expect(main).toContainText('7 Day streak')
    // Three lost games make no figure, and one line leads to what has not been tried.
    await expect(page.locator('.last-game')).toHaveCount(3)
    await expect(main).not.toContainText('of 3')
    await expect(page.getByText('Not tried yet:')).toContainText(/^Not tried yet:Lessons$/)
    await expect(
      page.getByRole('img', { name: /7 with the puzzle or the game of the day/ }),
    ).toBeVisible()
  }
  await expectWeek()
  await page.goto('/account')
  await page.getByLabel('Name', { exact: true }).fill('Theodora')
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByRole('button', { name: 'I’ve saved the codes' }).click()
  await expect(page.getByText('You’re signed in as Theodora.')).toBeVisible()
  await expectWeek()

  const other = await guest(browser, server, '/player/Theodora')
  await expect(other.getByRole('heading', { level: 1, name: 'Theodora' })).toBeVisible()
  await expect(other.getByText('Day streak')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Show my days and puzzles to everyone' }).click()
  const shown = async () => {
    await other.reload()
    return (await other.locator('main').textContent())?.includes('Day streak7') ?? false
  }
  await expect.poll(async () => shown()).toBe(true)
  await expect(other.getByText(/This player’s devices counted these/)).toBeVisible()
  await expectNoViolationsInThemes(other)
  const data = await page.request.get('/api/account/data')
  expect(await data.json()).toMatchObject({ shownProgress: { row: 7, until: '2026-11-26' } })

  const deleted = await page.request.post('/api/account/delete', {
    data: { password: PASSWORD },
    headers: { origin: server.url },
  })
  expect(deleted.ok(), await deleted.text()).toBe(true)
  await expectWeek()
  await other.reload()
  await expect(other.getByText('Day streak')).toHaveCount(0)
  await server.close()
})

/** Starts a game against the computer and resigns it. */
async function resignToComputer(page: Page): Promise<void> {
  await page.goto('/new?opponent=computer')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await page.locator('.game-board').waitFor()
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await expect(page.locator('#end-title')).toBeVisible()
}

/** Stores data on the device before it opens its first page; once, so that it can be deleted. */
async function bring(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await page.addInitScript((all) => {
    if (!location.protocol.startsWith('http') || localStorage.getItem('brought') !== null) return
    localStorage.setItem('brought', '1')
    for (const [key, text] of Object.entries(all)) localStorage.setItem(key, text)
  }, data)
}

/** Seven days, on six of which the puzzle of the day was solved; three games and two reviews. */
function week(): Readonly<Record<string, string>> {
  const storage = memoryStorage()
  const puzzles = createPuzzleStore(() => storage)
  for (const n of [6, 5, 4, 3, 1, 0]) {
    const day = new Date(NOW - n * DAY_MS).toISOString().slice(0, 10)
    puzzles.change((now) => withDay(now, day, { id: `d${n}`, result: 'first' }))
  }
  for (const n of [0, 1, 2, 3]) {
    const puzzle = { id: `p${n}`, rating: 1200, themes: ['count'] }
    const result = { isSolved: n > 0, counts: true, at: NOW - n * DAY_MS }
    puzzles.change((now) => withTry(now, puzzle, result))
  }
  puzzles.change((now) => withRush(now, 9, NOW))
  const log = createAccuracyLog(() => storage)
  for (const [n, accuracy] of [61, 74].entries()) {
    const deal = parseDeal(`${n + 1}.2`)
    if (!deal.ok) throw new Error('the deal of this test is wrong')
    const record = newRecord({ kind: 'deal', deal: deal.value }, 'either')
    log.change((now) => withAccuracy(now, record, { at: NOW - (2 - n) * DAY_MS, accuracy }))
  }
  for (const [n, winner] of (['black', 'white', 'black'] as const).entries()) {
    const level = winner === 'black' ? 1 : 2
    const terms = quickTerms({ randomBytes: seededBytes(n) }, level)
    const game = newGame(`g${n}`, terms, NOW - n * DAY_MS)
    const over = withResignation(game, winner === 'black' ? 'white' : 'black')
    storage.setItem(`hokito:game:g${n}`, formatSave(over))
  }
  const keys = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? '')
  return Object.fromEntries(keys.map((key) => [key, storage.getItem(key) ?? '']))
}
