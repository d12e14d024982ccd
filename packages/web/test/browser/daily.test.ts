import { readFile } from 'node:fs/promises'
import { dayAfter, dayAt, FIRST_DAY, positionOfDay } from '@hokito/protocol'
import { formatMove, legalMoves } from '@hokito/rules'
import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolationsInThemes } from './axe.ts'
import { finishAsAnother, finishedGame, keepGameBut } from './daily-games.ts'
import { test } from './guest-test.ts'
import { guest, startSite } from './guests.ts'
import { landings, movable, square, waitForTurn } from './helpers.ts'
import { moveByKeys, tabTo, tabToBoard } from './keyboard.ts'
import { speak } from './walking.ts'

const PHONE = { width: 360, height: 740 }
const status = (page: Page) => page.getByTestId('status')

/** Opens today's page as a new guest of the site, and chooses a level. */
async function openDay(page: Page, level = 1): Promise<void> {
  await page.goto('/daily')
  await page.getByRole('radio', { name: String(level), exact: true }).check({ force: true })
}

/** Plays the game on the page to its end, always with the first legal move. */
async function playOut(page: Page): Promise<void> {
  while (!(await waitForTurn(page))) {
    await movable(page).first().click()
    await landings(page).first().click()
  }
}

/** Checks the pages after a counted game at level 1 that has just ended. */
async function seeWhatOthersPlayed(page: Page): Promise<void> {
  await expect(page.getByText(/^Place \d+ of \d+\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'What others played' }).click()
  await expect(page.getByRole('heading', { name: 'Game of the day', level: 1 })).toBeVisible()
  await expect(page.locator('.daily-own').first()).toContainText('(You)')
  const first = page.locator('.daily-others tbody button').first()
  const move = (await first.textContent()) ?? ''
  expect(legalMoves(positionOfDay(dayAt(Date.now()))).map(formatMove)).toContain(move)
  await first.click()
  await expect(page.locator('.daily-path')).toHaveText(move)
  // The counted game of the level is over, so only practice is left, which is not stored.
  await expect(page.getByRole('link', { name: 'Play level 1' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Practise level 1' }).click()
  await expect(page.getByText('Practice: this game doesn’t count.')).toBeVisible()
}

for (const [device, viewport, link] of [
  ['on a phone, from its first move on', PHONE, 'Play level 1'],
  ['on a desktop, gone on with', { width: 1280, height: 800 }, 'Continue level 1'],
] as const) {
  test(`the game of the day counts once a level, and then shows what others played: ${device}`, async ({
    page,
    request,
    baseURL,
  }) => {
    await finishAsAnother(request, baseURL)
    await page.setViewportSize(viewport)
    if (link === 'Continue level 1') await keepGameBut(page, 2)
    const errors: string[] = []
    page.on('console', (line) => line.type() === 'error' && errors.push(line.text()))
    await openDay(page)
    await expect(page.getByText('You can see this once your own game is finished.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Practise level 1' })).toHaveCount(0)
    await page.getByRole('link', { name: link }).click()
    await expect(page.getByText('This game counts.')).toBeVisible()
    const near = page.locator('.seat-near .disc')
    await expect(near).toHaveClass(/disc-black/)
    await page.getByRole('button', { name: 'Flip' }).click()
    await expect(near).toHaveClass(/disc-white/)
    await playOut(page)
    await seeWhatOthersPlayed(page)
    expect(errors).toEqual([])
  })
}

test('the game can be begun without scrolling on a telephone in every language', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await page.goto('/daily')
  for (const language of LANGUAGES) {
    await speak(page, language)
    for (const height of [740, 640]) {
      await page.setViewportSize({ width: 360, height })
      await expect(page.locator('.daily-play .button-main'), language).toBeInViewport({ ratio: 1 })
    }
  }
})

test('the board is whole on a desktop, and more than half of it on a telephone', async ({
  page,
}) => {
  for (const [width, height, ratio] of [
    [1366, 768, 1],
    [360, 740, 0.5],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/daily')
    const board = page.locator('.daily-board')
    await expect(board).toBeInViewport({ ratio })
    // Not below the menu either.
    const { y, height: high } = (await board.boundingBox()) ?? { y: Number.NaN, height: 0 }
    const end = (await page.locator('.site-nav').boundingBox())?.y ?? 0
    expect(y + high * ratio).toBeLessThanOrEqual(width < 720 ? end : height)
  }
})

test('on a telephone a game opens at its top, and Back leads to where one was', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await openDay(page, 2)
  const scrolled = () => page.evaluate(() => scrollY)
  const play = page.getByRole('link', { name: 'Play level 2' })
  await play.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 120))
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await play.click()
  await waitForTurn(page)
  expect(await scrolled()).toBe(0)
  await page.goBack()
  await expect(play).toBeVisible()
  await expect.poll(scrolled).toBe(before)
})

test('a counted game goes on after a reload, and can be resigned', async ({ page }) => {
  await openDay(page, 2)
  await page.getByRole('link', { name: 'Play level 2' }).click()
  await waitForTurn(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(page.locator('.moves-move')).toHaveCount(2)
  await page.reload()
  await expect(page.locator('.moves-move')).toHaveCount(2)
  await page.getByRole('button', { name: 'Back to the overview' }).click()
  await expect(page.getByRole('link', { name: 'Continue level 2' })).toBeVisible()
  await page.goto('/games')
  await page
    .getByRole('link', { name: /Game of the day, level 2.*moves played: 2.*Your turn/s })
    .click()
  await expect(page.locator('.moves-move')).toHaveCount(2)
  // A game that is resigned has no result of the day, and stays over.
  await page.getByRole('button', { name: 'Resign' }).click()
  await expect(page.getByRole('dialog')).toContainText('won’t be in the results of the day')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  for (const again of [false, true]) {
    if (again) await page.reload()
    await expect(page.getByRole('heading', { name: /^You resigned/ })).toBeVisible()
    await expect(page.getByText('this game isn’t in the results of the day')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Back to the overview' }).click()
  await expect(page.getByRole('link', { name: 'Practise level 2' })).toBeVisible()
  await page.goto('/games')
  await expect(
    page.getByRole('link', { name: /Game of the day, level 2.*resignation.*You lost/s }),
  ).toBeVisible()
})

test('is played by keys alone', async ({ page }) => {
  await page.goto('/daily')
  await tabTo(page, page.getByRole('link', { name: 'Play level 1' }))
  await page.keyboard.press('Enter')
  await waitForTurn(page)
  await tabToBoard(page)
  const [move] = legalMoves(positionOfDay(dayAt(Date.now())))
  if (move === undefined) throw new Error('no move')
  await moveByKeys(page, move)
  await expect(page.locator('.moves-move')).toHaveCount(2)
  await tabTo(page, page.getByRole('button', { name: 'Back to the overview' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Continue level 1' })).toBeVisible()
})

test('a result is shared as text without a move in it', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await finishOffline(page)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Share your results' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(
    /^Hokito, game of the day, .+\nLevel 1: [+−]?\d+\nhttp.+\/daily\?day=[\d-]+$/,
  )
})

test('a result is saved as a picture, or sent as one', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'canShare'))
  await finishOffline(page)
  await page.context().setOffline(false)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Results as a picture' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^hokito-\d{4}-\d\d-\d\d\.png$/)
  const bytes = await readFile(await saved.path())
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1080, 1350])
  await expect(page.getByText('The picture has been saved.')).toBeVisible()
  // As on a phone: the text goes to the system's share dialog.
  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async (data: ShareData) => Object.assign(window, { sent: data }),
    })
  })
  await page.getByRole('button', { name: 'Results as a picture' }).click()
  const sent = () =>
    page.evaluate(() => {
      const { files, text } = Reflect.get(window, 'sent') ?? {}
      return `${files?.[0]?.type} ${text}`
    })
  await expect.poll(sent).toMatch(/^image\/png Hokito, game of the day/)
})

test('a game that ends without a network is kept, and sent when there is one', async ({
  page,
  request,
  baseURL,
}) => {
  await finishAsAnother(request, baseURL)
  await finishOffline(page)
  await expect(page.getByText(/kept on this device/)).toBeVisible()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true })
  await expect(page.getByText(/Place \d+ of \d+\./).first()).toBeVisible()
})

test('a level remembers its days, and says how today compares with them', async ({ page }) => {
  await page.clock.setFixedTime(Date.parse(`${dayAfter(FIRST_DAY, 3)}T12:00:00Z`))
  const played = [2, 1].map((n) => dayAfter(FIRST_DAY, n))
  await page.addInitScript(
    (games) => {
      for (const [key, text] of games) localStorage.setItem(key, text)
    },
    await Promise.all(played.map((day) => finishedGame(day))),
  )
  await page.goto('/daily')
  const days = page.locator('.daily-memory li')
  await expect(days).toHaveCount(14)
  await expect(days.nth(11)).toContainText(/24 Nov 2026: [+−]?\d+/)
  await expect(days.nth(13)).toContainText(/26 Nov 2026: not played/)
  await expect(
    page.getByText(/^Your average on the other days: [+−]?\d+\.\d \(2\)\.$/),
  ).toBeVisible()
  await page.goto(`/daily?day=${played[0]}`)
  await expect(
    page.getByText(/(better than|below) your average of|exactly your average/),
  ).toBeVisible()
  // The other levels have no past.
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true })
  await expect(days).toHaveCount(0)
})

test('days before are in the list, and a day that is over is practice', async ({ page }) => {
  await page.clock.setFixedTime(Date.parse(`${dayAfter(FIRST_DAY, 20)}T12:00:00Z`))
  await page.goto('/daily')
  await page.getByRole('button', { name: 'Earlier days' }).click()
  await expect(page.locator('.daily-days li')).toHaveCount(21)
  await page.locator('.daily-days a').last().click()
  await expect(page.locator('.daily-date')).toContainText('23 November 2026')
  await expect(page.getByText('its games no longer count')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Practise level 1' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Play level/ })).toHaveCount(0)
})

test('axe-core finds nothing to object to in any theme', async ({ page }) => {
  await page.goto('/daily')
  await expect(page.locator('.daily-days')).toBeVisible()
  await expectNoViolationsInThemes(page)
  await page.getByRole('link', { name: 'Play level 1' }).click()
  await waitForTurn(page)
  await expect(status(page)).toContainText('Your turn')
  await expectNoViolationsInThemes(page, 'a game')
})

test('the first player to finish reads that there is no other game yet', async ({ browser }) => {
  const server = await startSite()
  const page = await guest(browser, server, 'about:blank')
  await keepGameBut(page, 1)
  await openDay(page)
  await page.getByRole('link', { name: 'Continue level 1' }).click()
  await expect(page.getByText('This game counts.')).toBeVisible()
  await playOut(page)
  await expect(page.getByText('Your game of the day at this level.')).toBeVisible()
  await expect(page.locator('.end-panel').getByTestId('par')).toHaveText(
    /^You: .* Black gets about [+−]?\d+\.$/,
    {
      timeout: 120_000,
    },
  )
  const review = await page.getByRole('link', { name: 'Review' }).getAttribute('href')
  // Nobody is placed first of one, and nobody is sent to others who are not there.
  await expect(page.getByText('Nobody else has finished this level yet.')).toBeVisible()
  await expect(page.getByText(/^Place 1 of 1/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the overview' }).click()
  await expect(page.getByText(/: your first result at this level\.$/)).toBeVisible()
  await expect(page.locator('.daily .board')).toHaveCount(1)
  await expect(page.getByText('Only one game has been finished here so far.')).toBeVisible()
  await page.locator('.daily-others tbody button').first().click()
  await expect(page.getByText('Only one game has been finished here so far.')).toBeHidden()
  // Without running games, the list of games links to a new one.
  await page.goto('/games')
  await expect(page.getByRole('listitem').filter({ hasText: 'Game of the day' })).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'New game' })).toBeVisible()
  // The review knows which side was the player's.
  await page.goto(review ?? '')
  await expect(page.locator('.seat-near')).toContainText('You')
  await server.close()
})

/** Plays the last moves of a game at level 1, the very last of them offline; shows the overview. */
async function finishOffline(page: Page): Promise<void> {
  const [next = ''] = await keepGameBut(page, 2)
  await openDay(page)
  await page.getByRole('link', { name: 'Continue level 1' }).click()
  await waitForTurn(page)
  const played = await page.locator('.moves-move').count()
  // Another move could end the game here, on some days.
  await square(page, next.slice(0, 2)).click()
  await square(page, next.slice(2)).click()
  await expect(page.locator('.moves-move')).toHaveCount(played + 2)
  await page.context().setOffline(true)
  await playOut(page)
  await page.getByRole('button', { name: 'Back to the overview' }).click()
}

test('strong play is shown beside a finished game of the day, and kept', async ({ page }) => {
  await keepGameBut(page, 0)
  await openDay(page)
  await expect(page.getByTestId('par')).toHaveText(
    /^You: [+−]?\d+\. Par: about [+−]?\d+\. .* between [+−]?\d+ and [+−]?\d+\.$/,
    {
      timeout: 120_000,
    },
  )
  const told = await page.getByTestId('par').textContent()
  await page.reload()
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true })
  await expect(page.getByTestId('par')).toHaveText(told ?? '')
  // One day says nothing about the player.
  await expect(page.getByText(/^Compared with par/)).toHaveCount(0)
})
