import { dayAt } from '@hokito/protocol'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { LESSON_IDS } from '../../src/models/learn/lesson-ids.ts'
import { expectNoViolations } from './axe.ts'
import { finishedGame } from './daily-games.ts'
import { giveUp, guest, member, startSite } from './guests.ts'
import { landings, movable, moveCount, square } from './helpers.ts'
import { speak, startFromHome } from './walking.ts'

const SIZES = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const

test('home shows a board in its first view of every window', async ({ page }) => {
  await page.goto('/')
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    const size = `${width}×${height}`
    const board = page.locator('.home-board [data-square="a1"]')
    await expect(board, size).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: /Learn the game/ }), size).toBeInViewport({
      ratio: 1,
    })
  }
})

test('a first visitor wins on the board by one hop, after any other move too', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('You are Black. Choose your stack on e3')).toBeVisible()
  const boardAt = () => page.locator('.home-board .board').boundingBox()
  const before = await boardAt()
  await hop(page, 'b2', 'b1')
  await expect(page.getByText('the tall stack is still White’s')).toBeVisible()
  await expect(movable(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await hop(page, 'e3', 'e4')
  await expect(page.getByText('you win 30 to 7')).toBeVisible()
  // Nothing has moved meanwhile.
  expect(await boardAt()).toEqual(before)
  await expectNoViolations(page)
})

test('the words of the first board leave it in its place in every language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of LANGUAGES) {
    await page.goto('/')
    await speak(page, language)
    const boardAt = () => page.locator('.home-board .board').boundingBox()
    const before = await boardAt()
    await hop(page, 'e3', 'e4')
    await expect(page.locator('.first-try-words .button')).toBeVisible()
    expect(await boardAt(), language).toEqual(before)
  }
})

test('who comes first is led to the lessons first, and who has a game to that', async ({
  page,
}) => {
  await page.goto('/')
  const ways = page.locator('.home-actions .button-wide')
  for (const [width, height] of [
    [640, 360],
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(ways.nth(0)).toContainText('Learn the game')
    await expect(ways.nth(1)).toContainText('Play the computer')
    for (const n of [0, 1]) await expect(ways.nth(n)).toBeInViewport({ ratio: 1 })
  }
  await expect(page.locator('.home .button-main')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Game of the day/ })).toBeVisible()
  await startFromHome(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBeGreaterThan(0)
  await page.goto('/')
  await expect(ways.nth(0)).toContainText('Continue your game')
  await expect(page.locator('.home .button-main')).toHaveCount(1)
})

test('who knows the game solves today’s puzzle on the page, and it counts for the days', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('hokito:settings', '{"knowsGoal":true}')
    const rating = { rating: 1500, deviation: 300, volatility: 0.06 }
    const progress = { rating, ratedAt: 1, tried: ['a'], days: {}, rushBest: 0, anyRule: false }
    localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
  })
  await page.goto('/puzzles/daily')
  await expect(movable(page).first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Puzzle of the day' })).toBeVisible()
  await expect(movable(page).first()).toBeVisible()
  const counts = page.getByText(/counts as not solved/)
  await expect(counts).toBeVisible()
  await page.getByRole('button', { name: 'Hint' }).click()
  await expect(counts).toHaveCount(0)
  await page.getByRole('button', { name: 'Hint' }).click()
  await expect(page.getByTestId('status')).toContainText(/Hint: .* to .*/)
  await solve(page)
  const words = 'Solved, but not at the first try.'
  await expect(page.getByTestId('status')).toContainText(words)
  const streak = page.locator('.streak')
  await page.reload()
  await expect(page.getByTestId('status')).toContainText(words)
  await expect(streak).toContainText('1 Day streak')
  // The board above and the ways beside say what is done today.
  await expect(page.getByText('✓ done')).toHaveCount(0)
  await expect(streak).not.toContainText('Game of the day to do')
  await expectNoViolations(page)
})

test('a solved puzzle is one short line, and says why below the board on request', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.evaluate(
    (done) => {
      localStorage.setItem('hokito:settings', '{"knowsGoal":true}')
      localStorage.setItem('hokito:learn', done)
    },
    JSON.stringify(LESSON_IDS.slice(0, 3)),
  )
  await page.goto('/')
  await expect(movable(page).first()).toBeVisible()
  const board = page.locator('.home-board .board')
  const before = await board.boundingBox()
  await solve(page)
  const status = page.getByTestId('status')
  await expect(status.locator('small')).toContainText(/by (at least )?\d+ points?\.$/)
  const lines = await status.locator('small').evaluate((note) => {
    const { lineHeight } = getComputedStyle(note)
    return Math.round(note.getBoundingClientRect().height / Number.parseFloat(lineHeight))
  })
  expect(lines).toBe(1)
  expect(await board.boundingBox()).toEqual(before)
  const [more, why] = [
    page.getByRole('link', { name: 'More puzzles' }),
    page.getByRole('button', { name: 'Why?' }),
  ]
  const [one, other] = [await more.boundingBox(), await why.boundingBox()]
  expect([other?.y, other?.height]).toEqual([one?.y, one?.height])
  await why.click()
  await expect(page.locator('.todays-puzzle > p[role="status"]')).not.toBeEmpty()
  expect(await board.boundingBox()).toEqual(before)
  // Afterwards the ways to a game come before it.
  await page.reload()
  await expect(status).toContainText('Solved')
  const [way, small] = [
    await page.getByRole('button', { name: /Play the computer/ }).boundingBox(),
    await board.boundingBox(),
  ]
  expect(way?.y).toBeLessThan(small?.y ?? 0)
  expect(small?.width).toBe(180)
})

test('who has done little is led to the next step before the puzzle', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('hokito:settings', '{"knowsGoal":true}')
    localStorage.setItem('hokito:learn', '["board"]')
  })
  await page.goto('/')
  const way = page.getByRole('button', { name: /Play the computer/ })
  const board = page.locator('.home-board .board')
  for (const [width, height, side] of [
    [360, 740, 'y'],
    [1366, 768, 'x'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await board.waitFor()
    const [one, other] = [await way.boundingBox(), await board.boundingBox()]
    expect(one?.[side], `${width} wide`).toBeLessThan(other?.[side] ?? 0)
  }
})

test('the words above the first board have its width until its button is there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const words = page.locator('.first-try-words')
  const widthOf = async () => (await words.getByRole('status').boundingBox())?.width ?? 0
  const whole = (await words.boundingBox())?.width
  expect(await widthOf()).toBe(whole)
  await hop(page, 'b2', 'b1')
  await expect(words.getByRole('button')).toBeVisible()
  expect(await widthOf()).toBeLessThan(whole ?? 0)
})

test('the week says which days are done, missed, open and still to come', async ({ page }) => {
  // A Wednesday.
  await page.clock.setFixedTime(Date.parse('2026-11-25T12:00:00Z'))
  await page.goto('/')
  await page.evaluate(() => {
    localStorage.setItem('hokito:settings', '{"knowsGoal":true}')
    const rating = { rating: 1500, deviation: 300, volatility: 0.06 }
    const days = { '2026-11-24': { id: 'a', result: 'first' } }
    const progress = { rating, tried: ['a'], days, rushBest: 0, anyRule: false }
    localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
  })
  await page.goto('/')
  const days = page.getByRole('list', { name: 'This week' }).getByRole('listitem')
  await expect(days).toHaveText([
    /Monday: not played/,
    /Tuesday: done/,
    /Wednesday: to do/,
    /Thursday: still to come/,
    /Friday: still to come/,
    /Saturday: still to come/,
    /Sunday: still to come/,
  ])
})

test('a player in a tournament is led to it, and nobody else asks for one', async ({ browser }) => {
  const server = await startSite()
  const page = await member(browser, server, 'Adalbert')
  await expect(page.getByText('You’re signed in as Adalbert.')).toBeVisible()
  await page.goto('/')
  const visitor = await guest(browser, server, 'about:blank')
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visitor.goto('/')
  await expect(visitor.getByRole('link', { name: /^Game of the day/ })).toBeVisible()
  const ways = page.locator('.home-actions > *')
  await expect(ways.first()).toBeVisible()
  const count = await ways.count()
  await expect(page.getByRole('link', { name: /tournament|arena/ })).toHaveCount(0)
  const press = async (what: string, data: object) => {
    const headers = { origin: server.url }
    const answer = await page.request.post(`/api/tournaments/${what}`, { data, headers })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
  const { tournament } = await press('make', {
    kind: 'arena',
    lastsMinutes: 10,
    timeControl: { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 },
    startsInMinutes: 1,
  })
  await press('enter', { tournament })
  await page.reload()
  const coming = page.getByRole('link', { name: /^Your next tournament Starts: / })
  await expect(coming).toHaveAttribute('href', `/tournament/${tournament}`)
  await expect(ways).toHaveCount(count)
  // It takes the place of another way than the game of the day.
  await expect(page.getByRole('link', { name: /^Game of the day/ })).toBeVisible()
  server.advance(61_000)
  await expect(async () => {
    await page.reload()
    await expect(
      page.getByRole('link', { name: 'Your arena is running Arena by Adalbert' }),
    ).toBeVisible()
  }).toPass()
  expect(asked.filter((path) => path.includes('tournaments'))).toEqual([])
  await server.close()
})

test('after the game of the day, the next game comes before the lessons', async ({ page }) => {
  const [key, text] = await finishedGame(dayAt(Date.now()))
  await page.goto('/about')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text] as const)
  await page.goto('/')
  await expect(page.locator('.home .button-main')).toContainText('Play the computer')
  await expect(page.getByRole('link', { name: /^Learn the game/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Game of the day Played today/ })).toBeVisible()
})

test('a guest finds their last online game again', async ({ browser }) => {
  const server = await startSite()
  const [one, other] = [await guest(browser, server), await guest(browser, server)]
  for (const page of [one, other]) await page.getByRole('button', { name: /^5 min/ }).click()
  for (const page of [one, other]) await page.locator('[data-square]').first().waitFor()
  const game = new URL(one.url()).pathname
  await giveUp(other, one)
  await one.goto('/')
  const last = one.getByRole('link', { name: 'Your last online game' })
  await expect(last).toHaveAttribute('href', game)
  await expectNoViolations(one)
  await server.close()
})

test('the last game on this device is reviewed from the home page', async ({ page }) => {
  // Black's only move ends it.
  const position = '------/------/------/------/------/aA--B2- b'
  const query = new URLSearchParams({ opponent: 'friend', position, endRule: 'either' })
  await page.goto(`/new?${query}`)
  await page.getByRole('button', { name: 'Start the game' }).click()
  await hop(page, 'a1', 'b1')
  await page.goto('/')
  await page.getByRole('link', { name: 'Review your last game' }).click()
  await expect(page).toHaveURL(/\/review#/)
  await expect(page.locator('[data-square]').first()).toBeVisible()
})

async function hop(page: Page, from: string, to: string): Promise<void> {
  await square(page, from).click()
  await square(page, to).click()
}

/** Follows the hints of a puzzle until it is solved. */
async function solve(page: Page): Promise<void> {
  for (;;) {
    const words = (await page.getByTestId('status').textContent()) ?? ''
    if (/^(Right: s|S)olved/.test(words)) return
    const [, from, to] = /Hint: (\w\d) to (\w\d)/.exec(words) ?? []
    if (from !== undefined && to !== undefined) {
      await hop(page, from, to)
      await expect(page.getByTestId('status')).not.toContainText(`${from} to ${to}`)
    } else if (await page.getByRole('button', { name: 'Hint' }).isEnabled()) {
      await page.getByRole('button', { name: 'Hint' }).click()
    }
  }
}
