import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { giveUp, guest, member, startSite } from './guests.ts'
import { cutOff, square } from './helpers.ts'
import { choosePage, speak } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
/** The clock of a game of five minutes. */
const CLOCK = { kind: 'fischer', initialSeconds: 300, incrementSeconds: 3 }

const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true })

/**
 * Creates a tournament, starting in the lobby, with the default form except for its kind. Its
 * creator takes part.
 */
async function make(page: Page, kind?: string): Promise<void> {
  await page.goto('/online')
  await link(page.getByRole('main'), 'Tournaments').click()
  await expect(page.getByText('There are no tournaments at the moment.')).toBeVisible()
  await page.locator('summary', { hasText: 'Make a tournament' }).click()
  if (kind !== undefined) await page.getByRole('combobox', { name: 'Kind' }).selectOption(kind)
  await expectNoViolations(page)
  await button(page, 'Make a tournament').click()
}

/** The page, of two of one game, whose turn it is. */
async function whoseTurn(one: Page, other: Page): Promise<Page> {
  await square(one, 'a1').waitFor()
  return (await one.locator('.seat-near .disc-black').count()) === 1 ? one : other
}

/** Opens the tournament from the list. */
async function follow(page: Page, name: string): Promise<void> {
  await page.goto('/tournaments')
  await page.getByRole('link', { name: new RegExp(name) }).click()
}

/**
 * Ottokar's arena starts, with Ottokar in it. Wendeline joins, and their game opens by itself for
 * both.
 */
async function meetInArena(one: Page, other: Page): Promise<void> {
  server.advance(16 * 60_000)
  // Only the server's clock has jumped; a reload makes the page ask for the time.
  await one.reload()
  await expect(one.getByText('Nobody else is free at the moment.')).toBeVisible()
  await expect(one.getByText(/^Ends in /)).toBeVisible()
  await follow(other, 'Arena by Ottokar')
  // Their game has begun, and Wendeline's page shows it, before it hears that she has joined.
  await other.route('**/api/tournaments/enter', async (route) => {
    const response = await route.fetch()
    await expect(one).toHaveURL(/\/play\//)
    await expect(link(other, 'Go to your game')).toBeVisible()
    await route.fulfill({ response })
  })
  await button(other, 'Join').click()
  await expect(one).toHaveURL(/\/play\//)
  await expect(other).toHaveURL(/\/play\//)
}

/** The first of these pages to show the words; the server decides which one does. */
async function pageWith(pages: readonly Page[], words: string): Promise<Page> {
  return Promise.any(
    pages.map(async (page) => {
      await expect(page.getByText(words)).toBeVisible()
      return page
    }),
  )
}

async function twoMembers(browser: Browser): Promise<readonly [Page, Page]> {
  return [await member(browser, server, 'Ottokar'), await member(browser, server, 'Wendeline')]
}

test('a tournament is made, entered, and over without any play', async ({ browser }) => {
  const [one, other] = await twoMembers(browser)
  await make(one)
  await expect(one.getByRole('heading', { level: 1 })).toHaveText('Swiss tournament by Ottokar')
  await expect(one.getByText('You’re in.')).toBeVisible()
  await other.goto('/tournaments')
  await other.getByRole('link', { name: /Swiss tournament by Ottokar/ }).click()
  await button(other, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
  const address = one.url()
  server.advance(16 * 60_000)
  // The game opens by itself for both, who have the page of the tournament open.
  for (const page of [one, other]) await expect(page).toHaveURL(/\/play\//)
  await link(one, 'Swiss tournament by Ottokar').click()
  await expect(one).toHaveURL(address)
  // A player who comes back to the page stays there.
  await expect(link(one, 'Go to your game')).toBeVisible()
  await expectNoViolations(one)
  // Nobody moves, so the match is lost on time, and the tournament is over.
  await other.goto('/online')
  await one.goto('/online')
  server.advance(10 * 60_000)
  await one.goto(address)
  await expect(one.locator('.lead')).toContainText('Finished')
  await expect(one.getByText('Round 1 of 1')).toHaveCount(0)
  await expect(one.getByRole('heading', { name: 'Podium' })).toHaveCount(0)
  await expectNoViolations(one)
  await one.goto('/tournaments')
  await expect(one.getByRole('link', { name: /by Ottokar/ })).toContainText('Finished')
  await one.goto('/games')
  // A draw of lots has decided who was to move first.
  await expect(one.getByRole('listitem').filter({ hasText: 'Wendeline' })).toContainText(
    /(you|Wendeline) didn’t start in time/,
  )
})

test('a player who comes late enters from the second round on', async ({ browser }) => {
  const [one, ...others] = [
    await member(browser, server, 'Ottokar'),
    await member(browser, server, 'Wendeline'),
    await member(browser, server, 'Kunigunde'),
    await member(browser, server, 'Leberecht'),
  ]
  await make(one as Page)
  await expect(one as Page).toHaveURL(/\/tournament\//)
  const address = one?.url() ?? ''
  for (const page of others.slice(0, 2)) {
    await page.goto(address)
    await button(page, 'Join').click()
    await expect(page.getByText('You’re in.')).toBeVisible()
  }
  server.advance(16 * 60_000)
  const late = others[2] as Page
  await late.goto(address)
  await button(late, 'Join from round 2 on').click()
  await expect(late.getByText('play from the next round')).toBeVisible()
  await expectNoViolations(late)
  await late.setViewportSize({ width: 360, height: 740 })
  expect(await late.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the link of a tournament that can be entered is copied', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await make(page)
  await button(page, 'Copy link').click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  server.advance(16 * 60_000)
  await expect(page.getByText('didn’t take place')).toBeVisible()
  await expect(button(page, 'Copy link')).toHaveCount(0)
})

test('a player is asked before joining two tournaments that may overlap', async ({ browser }) => {
  const [one, other] = await twoMembers(browser)
  await make(one)
  await follow(other, 'Swiss tournament by Ottokar')
  await button(other, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
  await other.goto('/tournaments')
  await other.locator('summary', { hasText: 'Make a tournament' }).click()
  await other.getByRole('combobox', { name: 'Kind' }).selectOption('Arena')
  await button(other, 'Make a tournament').click()
  await expect(other.getByRole('alert')).toContainText('“Swiss tournament by Ottokar”')
  await link(other, 'Your tournament is ready, but you aren’t in it yet.').click()
  await button(other, 'Join').click()
  const dialog = other.getByRole('dialog', { name: 'Join both tournaments?' })
  await expect(dialog).toContainText('“Swiss tournament by Ottokar”')
  await button(dialog, 'Cancel').click()
  await button(other, 'Join').click()
  await button(dialog, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
})

test('a player who makes a tournament only for others has not entered it', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar')
  await page.goto('/tournaments')
  await page.locator('summary', { hasText: 'Make a tournament' }).click()
  await page.getByLabel('I’ll play too').uncheck()
  await button(page, 'Make a tournament').click()
  await expect(button(page, 'Join')).toBeVisible()
})

test('a player who makes a tournament and cannot enter it reads so, and is led to it', async ({
  browser,
}) => {
  const page = await member(browser, server, 'Ottokar')
  await page.route('**/api/tournaments/enter', (asked) => asked.abort())
  await page.goto('/tournaments')
  await page.locator('summary', { hasText: 'Make a tournament' }).click()
  await button(page, 'Make a tournament').click()
  await expect(page.getByRole('alert')).toContainText('That didn’t work.')
  await expect(button(page, 'Make a tournament')).toHaveCount(0)
  await expectNoViolations(page)
  await page.unroute('**/api/tournaments/enter')
  await link(page, 'Your tournament is ready, but you aren’t in it yet.').click()
  await button(page, 'Join').click()
  await expect(page.getByText('You’re in.')).toBeVisible()
})

test('a tournament that is damaged says so, and the list goes on', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar')
  await make(page)
  await expect(page).toHaveURL(/\/tournament\//)
  const address = page.url()
  await server.inStore((db) => db.updateTable('tournaments').set({ termsJson: '{' }).execute())
  await page.goto(address)
  await expect(page.getByRole('alert')).toContainText('The tournament is damaged')
  await expectNoViolations(page)
  await page.goto('/tournaments')
  await expect(page.getByText('There are no tournaments at the moment.')).toBeVisible()
})

test('an arena is joined, played, paused and left', async ({ browser }) => {
  const [one, other] = await twoMembers(browser)
  await make(one, 'Arena')
  await expect(one.getByRole('heading', { level: 1 })).toHaveText('Arena by Ottokar')
  await expect(one.getByText('You’re in.')).toBeVisible()
  await button(one, 'Leave the tournament').click()
  await button(one, 'Join').click()
  await expect(one.getByText('You’re in.')).toBeVisible()
  const address = one.url()
  await meetInArena(one, other)
  const visitor = await guest(browser, server, new URL(address).pathname)
  await expect(visitor.getByRole('heading', { name: 'The leaders’ boards' })).toBeVisible()
  await expect(visitor.locator('.watched-game')).toContainText('Ottokar')
  await expect(visitor.getByRole('timer')).toContainText(/Ends in \d+:\d\d/)
  // What would be refused is not offered.
  await expect(visitor.getByText('You need an account for tournaments.')).toBeVisible()
  await expect(button(visitor, 'Join')).toHaveCount(0)
  await expectNoViolations(visitor)
  const mover = await whoseTurn(one, other)
  await expect(
    mover.getByText(
      /Your first move: .* After that, you lose the game and get no more until you resume\./,
    ),
  ).toBeVisible()
  for (const page of [one, other]) {
    await expect(button(page, 'Resign')).toBeVisible()
    await expect(button(page, 'Call off')).toHaveCount(0)
  }
  await giveUp(other, one)
  for (const page of [one, other]) {
    await expect(page.getByRole('button', { name: 'Rematch' })).toHaveCount(0)
  }
  await expect(one.getByText('+2 in the tournament. Place: 1, score: 2')).toBeVisible()
  await link(one, 'Back to the tournament').click()
  await expect(one).toHaveURL(address)
  await expect(one.getByRole('row', { name: /1 Ottokar \(You\) 2 1/ })).toBeVisible()
  await expect(one.locator('.tournament-match')).toContainText(/Won · \d+ : 0/)
  await expect(one.getByText(/only the winner’s points count/)).toBeVisible()
  // The games of the reader come first, not those of the leader.
  await link(other, 'Back to the tournament').click()
  await expect(other.getByRole('combobox', { name: 'Player' })).toHaveValue('Wendeline')
  await expect(other.locator('.tournament-match')).toContainText(/Lost · 0 : \d+/)
  await expectNoViolations(one)
  await button(one, 'Pause').click()
  await expect(one.getByText('You’re paused.')).toBeVisible()
  await expect(one.getByRole('row', { name: /Ottokar \(You\) \(paused\)/ })).toBeVisible()
  await expectNoViolations(one)
  await button(one, 'Resume').click()
  await expect(button(one, 'Pause')).toBeVisible()
  server.advance(61 * 60_000)
  await expect(one.locator('.lead')).toContainText('Finished')
  await expect(one.getByRole('heading', { name: 'Podium' })).toBeVisible()
  await expect(one.locator('.podium strong')).toHaveText(['Ottokar'])
  await expect(one.getByText('Ottokar has won the tournament.')).toBeVisible()
  await expect(one.locator('.podium')).toContainText('Score: 2')
})

test('a player who still reads how a game of an arena ended is called to the next', async ({
  browser,
}) => {
  const [one, other] = await twoMembers(browser)
  await make(one, 'Arena')
  await expect(one.getByText('You’re in.')).toBeVisible()
  await meetInArena(one, other)
  const address = one.url()
  await giveUp(other, one)
  for (const page of [one, other]) {
    // The page of the result calls, and nothing else does.
    await expect(page.getByText(/Your next game has begun\./)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the next game' })).toHaveCount(1)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.locator('.call')).toHaveCount(0)
    await expect(link(page, 'Back to the tournament')).toHaveCount(0)
    await link(page, 'Go to the next game').click()
    await expect(page).not.toHaveURL(address)
  }
  for (const page of [one, other]) await page.locator('[data-square]').first().waitFor()
})

test('its maker calls off a tournament, and its players read that', async ({ browser }) => {
  const [one, other] = await twoMembers(browser)
  await make(one)
  await expect(one.getByText('You’re in.')).toBeVisible()
  await follow(other, 'Swiss tournament by Ottokar')
  await button(other, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
  await expect(other.getByRole('row', { name: /Wendeline/ })).toContainText('(You)')
  await expect(other.getByRole('row', { name: /Ottokar/ })).not.toContainText('(You)')
  await expect(button(other, 'Call off the tournament')).toHaveCount(0)
  await button(one, 'Call off the tournament').click()
  await expectNoViolations(one)
  await button(one.getByRole('dialog'), 'Yes, call it off').click()
  for (const page of [one, other]) {
    await expect(page.getByText('The tournament was called off before its start.')).toBeVisible()
    await expect(page.locator('.lead')).toContainText('Called off')
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Standings' })).toHaveCount(0)
  }
  for (const page of [one, other]) {
    await page.goto('/tournaments')
    await expect(page.getByText('There are no tournaments at the moment.')).toBeVisible()
    const own = page.getByRole('link', { name: /Swiss tournament by Ottokar.*Called off/ })
    await expect(own).toBeVisible()
  }
})

test('a player in a game elsewhere reads when an arena goes on', async ({ browser }) => {
  const pages = await twoMembers(browser)
  const post = async (page: Page, path: string, data: object) => {
    const headers = { origin: server.url }
    const answer = await page.request.post(`/api/tournaments/${path}`, { data, headers })
    expect(answer.ok()).toBe(true)
    return answer.json()
  }
  const wish = { kind: 'arena', lastsMinutes: 60, startsInMinutes: 1, timeControl: CLOCK }
  const arenas: string[] = []
  for (const maker of pages) arenas.push((await post(maker, 'make', wish)).tournament)
  for (const tournament of arenas) {
    for (const page of pages) await post(page, 'enter', { tournament })
  }
  server.advance(70_000)
  for (const [index, page] of pages.entries()) await page.goto(`/tournament/${arenas[index]}`)
  const words = 'You’ll be paired once your other game is over.'
  const waiting = await pageWith(pages, words)
  await expectNoViolations(waiting)
  // Until the server has said which games are the player's, nothing is said about pairing.
  await waiting.routeWebSocket(/socket/, (line) => line.close())
  await waiting.reload()
  await expect(button(waiting, 'Pause')).toBeVisible()
  await expect(waiting.getByText(/looking for your next|Nobody else is free/)).toHaveCount(0)
})

test('no dialog lies over the words that the next game opens by itself', async ({ browser }) => {
  const [one, other] = await twoMembers(browser)
  await make(one, 'Arena')
  await expect(one.getByText('You’re in.')).toBeVisible()
  server.advance(16 * 60_000)
  await one.reload()
  await expect(one.getByText('Your game opens by itself as soon as someone is.')).toBeVisible()
  await follow(other, 'Arena by Ottokar')
  // Ottokar hears that the game has begun long before what the tournament is like now.
  let letThrough = () => {}
  const isLate = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await one.route('**/api/tournaments/*', async (route) => {
    await isLate
    await route.continue()
  })
  await button(other, 'Join').click()
  await expect(one).toHaveTitle(/^● Your /)
  await expect(one.getByText('Your game opens by itself as soon as someone is.')).toBeVisible()
  await expect(one.getByRole('dialog')).toHaveCount(0)
  letThrough()
  await expect(one).toHaveURL(/\/play\//)
  await expect(one.getByRole('dialog')).toHaveCount(0)
})

test('a player whose opponent does not make the first move reads what that win adds', async ({
  browser,
}) => {
  const [one, other] = await twoMembers(browser)
  await make(one, 'Arena')
  await expect(one.getByText('You’re in.')).toBeVisible()
  await meetInArena(one, other)
  const late = await whoseTurn(one, other)
  const [winner, name] = late === one ? [other, 'Ottokar'] : [one, 'Wendeline']
  server.advance(3 * 60_000)
  for (const page of [one, other]) await page.reload()
  await expect(winner.locator('#end-title')).toContainText(name)
  await expect(winner.getByText('+2 in the tournament. Place: 1, score: 2')).toBeVisible()
  await expect(late.getByText(/\+0 in the tournament\. Place: 2, score: 0/)).toBeVisible()
})

for (const count of [2, 3]) {
  const isTold = count > 2
  const told = isTold ? 'reads how the next one comes' : 'reads of no next one after the last'
  test(`of ${count} players, one whose dialog says how a match of a round ended ${told}`, async ({
    browser,
  }) => {
    const names = ['Ottokar', 'Wendeline', 'Zacharias'].slice(0, count)
    const pages: Page[] = []
    for (const name of names) pages.push(await member(browser, server, name))
    const [maker, ...others] = pages as [Page, ...Page[]]
    await make(maker, 'Swiss system')
    for (const page of others) {
      await follow(page, 'Swiss tournament by Ottokar')
      await button(page, 'Join').click()
      await expect(page.getByText('You’re in.')).toBeVisible()
    }
    server.advance(16 * 60_000)
    const paired = () => pages.filter((page) => page.url().includes('/play/'))
    await expect.poll(() => paired().length).toBe(2)
    const [one, other] = paired() as [Page, Page]
    const next = 'If you have another round, we’ll let you know, whatever page you’re on.'
    await giveUp(other, one)
    for (const page of [one, other]) {
      await expect(page.getByText(next)).toHaveCount(0)
      await page.getByRole('button', { name: 'Ready for game 2' }).click()
    }
    await giveUp(one, other)
    for (const page of [one, other]) {
      await expect(page.locator('.end-panel')).toBeVisible()
      await expect(page.getByText(next)).toHaveCount(isTold ? 1 : 0)
    }
  })
}

test('everyone meets everyone, and rounds that are over can be viewed', async ({ browser }) => {
  const pages = [
    await member(browser, server, 'Ottokar'),
    await member(browser, server, 'Wendeline'),
    await member(browser, server, 'Zacharias'),
  ]
  const [one] = pages as [Page]
  await make(one, 'Round robin')
  await expect(one.getByRole('heading', { level: 1 })).toHaveText('Round robin by Ottokar')
  for (const page of pages.slice(1)) {
    await follow(page, 'Round robin by Ottokar')
    await button(page, 'Join').click()
    await expect(page.getByText('You’re in.')).toBeVisible()
  }
  const address = one.url()
  server.advance(16 * 60_000)
  // A deal needs something from both players. Without it neither could have moved in time, and both
  // would lose.
  const paired = () => pages.filter((page) => page.url().includes('/play/'))
  await expect.poll(() => paired().length).toBe(2)
  for (const page of paired()) await square(page, 'a1').waitFor()
  // A visitor looks on, because the pages of the players open their games by themselves.
  const visitor = await guest(browser, server, new URL(address).pathname)
  const rounds = visitor.getByRole('combobox', { name: 'Show round' })
  await expect(rounds).toHaveValue('1')
  await rounds.selectOption('Round 3')
  await expect(visitor.getByText('to come')).toBeVisible()
  await expectNoViolations(visitor)
  await rounds.selectOption('Round 1')
  const free = await pageWith(pages, 'and you have no opponent.')
  await expect(free.getByText('Round 1 has begun, and you have no opponent.')).toBeVisible()
  await expect(free.getByText('Round 2 begins shortly after all matches are over.')).toBeVisible()
  // Nobody comes to any game.
  for (const round of ['2', '3']) {
    server.advance(10 * 60_000)
    // Only the server's clock has jumped; a reload makes the page ask for the time.
    await visitor.reload()
    await expect(visitor.getByText(new RegExp(`^Round ${round} begins in [01]:`))).toBeVisible()
    for (const page of pages) await page.goto(address)
    if (round === '2') {
      await expect(free.getByText('Your next game opens by itself on this page.')).toBeVisible()
      const missing = await pageWith(pages, 'You didn’t make your first move in time.')
      await expect(missing.getByText('If it happens again, you’re out.')).toBeVisible()
      await expectNoViolations(missing)
    }
    // The tournament's page would open the game, so the players are on another one.
    for (const page of pages) await page.goto('/rules')
    server.advance(61_000)
    await expect(rounds).toHaveValue(round)
  }
  server.advance(10 * 60_000)
  for (const page of pages) await page.goto(address)
  await expect(one.locator('.lead')).toContainText('Finished')
  const out = await pageWith(pages, 'You’re out of this tournament because')
  await expectNoViolations(out)
  await one.getByRole('combobox', { name: 'Show round' }).selectOption('Round 1')
  await expect(one.getByText('bye', { exact: true })).toBeVisible()
  await expect(one.getByRole('heading', { name: 'Crosstable' })).toBeVisible()
  await expectNoViolations(one)
  // The tie-breaks are in columns with headings; on a phone they are under the name.
  const standings = one.getByRole('table').first()
  await expect(one.getByText('then by Sonneborn-Berger, which')).toBeVisible()
  await expect(standings.getByRole('columnheader', { name: 'Sonneborn-Berger' })).toBeVisible()
  const underName = standings.getByText('Sonneborn-Berger: ').first()
  await expect(underName).toBeHidden()
  await one.setViewportSize({ width: 360, height: 740 })
  await expect(standings.getByRole('columnheader', { name: 'Sonneborn-Berger' })).toBeHidden()
  await expect(underName).toBeVisible()
})

/** Only pages that are connected hear that a game begins, and the lobby would open it. */
async function goElsewhere(page: Page): Promise<void> {
  await page.goto('/online')
  await expect(page.getByText(/^You play as \w+\.$/)).toBeVisible()
  await choosePage(page, 'Rules')
  await page.locator('.rulings').waitFor()
}

test('a player on another page reads who waits and what staying away costs, and is led there', async ({
  browser,
}) => {
  const [one, other] = await twoMembers(browser)
  await make(one)
  await follow(other, 'Swiss tournament by Ottokar')
  await button(other, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
  server.advance(14 * 60_000)
  for (const page of [one, other]) await goElsewhere(page)
  // The pages know nothing of this jump, and show no countdown of more than ten minutes.
  server.advance(2 * 60_000)
  for (const [page, opponent] of [
    [one, 'Wendeline'],
    [other, 'Ottokar'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name: `Your game against ${opponent}` })
    await expect(dialog.getByRole('timer')).toHaveText(/^If you don’t join, you lose in \d:\d\d\.$/)
    await link(dialog, 'Play').click()
    await expect(page).toHaveURL(/\/play\//)
  }
  for (const page of [one, other]) await square(page, 'a1').waitFor()
})

test('a player who has missed a game closes the notice of it, and its page says the same', async ({
  browser,
}) => {
  const [one, other] = await twoMembers(browser)
  await make(one, 'Round robin')
  await follow(other, 'Round robin by Ottokar')
  await button(other, 'Join').click()
  await expect(other.getByText('You’re in.')).toBeVisible()
  for (const page of [one, other]) await goElsewhere(page)
  server.advance(16 * 60_000)
  for (const page of [one, other]) {
    const dialog = page.getByRole('dialog')
    await expect(link(dialog, 'Round robin by Ottokar')).toBeVisible()
    await button(dialog, 'Not now').click()
  }
  server.advance(10 * 60_000)
  const call = one.locator('.call')
  await expect(call).toContainText('You lostYou didn’t start in time')
  await expect(call).toHaveCSS('background-color', 'rgb(255, 250, 241)')
  await one.setViewportSize({ width: 360, height: 740 })
  expect(await cutOff(call.locator('a > *:visible'))).toEqual([])
  await expectNoViolations(one)
  const address = await call.getByRole('link').getAttribute('href')
  await button(call, 'Close').click()
  await expect(call).toHaveCount(0)
  await one.goto(address ?? '')
  await expect(one.getByRole('heading', { level: 1 })).toHaveText(
    'Neither player made their first move in time, so both lost.',
  )
  await expect(one.getByText(/^(Ottokar – Wendeline|Wendeline – Ottokar)$/)).toBeVisible()
  await expect(link(one.getByRole('main'), 'Round robin by Ottokar')).toBeVisible()
  await one.goto('/rules')
  await expect(call).toHaveCount(0)
  await follow(one, 'Round robin by Ottokar')
  await expect(one.getByText('Nobody played, so the tournament has no winner.')).toBeVisible()
  await expect(one.getByText('neither player came in time')).toBeVisible()
  await expect(one.locator('.tournament-place')).toHaveText(['–', '–'])
})

test('where the server does not answer, the page says so and offers nothing to fill in', async ({
  browser,
}) => {
  const page = await guest(browser, server, 'about:blank')
  await page.route('**/api/tournaments', (asked) => asked.abort())
  await page.goto('/tournaments')
  await expect(page.getByRole('alert')).toContainText('The server isn’t responding.')
  await expect(page.locator('summary', { hasText: 'Make a tournament' })).toHaveCount(0)
})

test('a tournament has a name of its own, unless it is not allowed', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar')
  await page.goto('/tournaments')
  await page.locator('summary', { hasText: 'Make a tournament' }).click()
  const name = page.getByLabel('Name (you may leave it empty)')
  await name.fill('A')
  await button(page, 'Make a tournament').click()
  await expect(page.getByRole('alert')).toContainText('A name has 3 to 24 letters or digits')
  await name.fill('Autumn Cup')
  await button(page, 'Make a tournament').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn Cup')
  await expect(page.locator('.lead')).toContainText('Swiss tournament by Ottokar')
})

test('the arena of the day is in the list and in the lobby of a server without people', async ({
  browser,
}) => {
  const house = await startSite({ arenaHour: new Date(Date.now() + 7_200_000).getUTCHours() })
  try {
    const page = await guest(browser, house)
    const next = page.locator('.next-tournament')
    await expect(next).toContainText(/Arena of \d+ \w+/)
    await expect(next.getByRole('timer')).toContainText(/Starts in \d:\d\d:\d\d/)
    await expectNoViolations(page)
    await next.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Arena of/)
    await page.goto('/tournaments')
    await expect(page.getByRole('link', { name: /Arena of/ })).toContainText('Duration: 1 hour')
  } finally {
    await house.close()
  }
})

test('what runs is called so, a streak has its own sign, and a lone winner is in the middle', async ({
  browser,
}) => {
  const maker = await member(browser, server, 'Ottokar')
  await make(maker, 'Arena')
  await expect(maker.getByText('You’re in.')).toBeVisible()
  const id = maker.url().split('/').at(-1)
  const { you: _, ...detail } = await (
    await maker.request.get(`${server.url}/api/tournaments/${id}?from=1`)
  ).json()
  const [first] = detail.standings
  const arena = { ...detail.tournament, round: 1, startsAt: Date.now() - 60_000 }
  const swiss = { ...arena, id: 'Swiss0000000', kind: 'swiss', rounds: 3, endsAt: undefined }
  const scored = { ...first, score: 8, points: 90, wins: 3, games: 3, streak: 2 }
  const page = await guest(browser, server, 'about:blank')
  let shown = { ...detail, tournament: arena, standings: [scored, { ...first, place: 2 }] }
  await page.route(/\/api\/tournaments/, (asked) => {
    const isList = new URL(asked.request().url()).pathname === '/api/tournaments'
    return asked.fulfill({ json: isList ? { tournaments: [arena, swiss] } : shown })
  })
  await page.goto(`/tournament/${id}`)
  await expect(
    page.getByRole('row', { name: '1 Ottokar 8 (The next win counts double)' }),
  ).toBeVisible()
  await expect(page.getByRole('table')).not.toContainText('×')
  await expect(page.locator('.note', { hasText: 'The next win counts double' })).toBeVisible()
  await expectNoViolations(page)

  await page.goto('/tournaments')
  const list = page.locator('.online-main')
  await expect(list.getByRole('link', { name: /Arena by/ })).toContainText('join at any time')
  const running = list.getByRole('link', { name: /Swiss tournament by/ })
  await expect(running).toContainText('In progress')
  await expect(running).not.toContainText('join')

  shown = {
    ...shown,
    tournament: { ...arena, endedAt: Date.now() },
    standings: [scored, { ...first, place: 2, name: 'Wendeline' }],
    matches: [],
  }
  await page.goto(`/tournament/${id}`)
  const next = page.locator('.next-tournament')
  await expect(next.getByRole('heading', { name: 'Tournament in progress' })).toBeVisible()
  const [name, card] = [
    await next.locator('small').boundingBox(),
    await next.locator('.card-link').boundingBox(),
  ]
  expect(name?.width).toBeGreaterThan(0.9 * (card?.width ?? 0))
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0) / 2
  }
  const [step, podium] = [page.locator('.podium-step'), page.locator('.podium')]
  await expect(step).toHaveCount(1)
  expect(await middleOf(step)).toBeCloseTo(await middleOf(podium), 0)
  expect(await middleOf(podium)).toBeCloseTo(await middleOf(page.locator('.online-main')), 0)
})

test('the form of a tournament says the rules of its kind once', async ({ browser }) => {
  const page = await member(browser, server, 'Ottokar', '/tournaments')
  const rules = page.getByText('In each round you meet a player with a similar score.')
  const shown = rules.filter({ visible: true })
  await expect(shown).toHaveCount(1)
  await page.locator('summary', { hasText: 'Make a tournament' }).click()
  await expect(page.getByRole('combobox', { name: 'Kind' })).toHaveValue('0')
  await expect(shown).toHaveCount(1)
  // The terms of a single match do not hold here.
  await expect(page.getByLabel('Rated: the games change the players’ ratings')).toBeVisible()
  await expect(page.getByText('A rated match is two games')).toHaveCount(0)
})

test('a player without an account reads what it takes', async ({ browser }) => {
  const page = await guest(browser, server, '/tournaments')
  await expect(page.getByText('You need an account for tournaments.')).toBeVisible()
  await expect(page.locator('summary')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL(/\/account/)
})

for (const kind of ['Swiss system', 'Round robin', 'Arena']) {
  test(`nothing is cut off on a phone in any language: ${kind}`, async ({ browser }) => {
    const page = await member(browser, server, 'Ottokar')
    await make(page, kind)
    await expect(page.getByText('You’re in.')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    for (const language of LANGUAGES) {
      await speak(page, language)
      await expect(page.getByRole('table')).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([language, width]).toEqual([language, 360])
      await expectNoViolations(page, language)
    }
  })
}
