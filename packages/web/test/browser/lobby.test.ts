import { expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { test } from './guest-test.ts'
import { bothMove, cuttable, guest, member, offerByLink, watchShift } from './guests.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

test('the lobby stays where it is when offers and games come into it', async ({ browser }) => {
  const [host, other] = [await guest(browser, server), await guest(browser, server)]
  for (const page of [host, other]) await page.getByRole('button', { name: /^10 min/ }).click()
  // Without its first moves the game would end after a minute.
  await bothMove(host, other)
  const waiting = await guest(browser, server)
  await waiting.getByRole('button', { name: /^5 min/ }).click()
  await expect(waiting.locator('.waiting')).toBeVisible()
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 1600 },
  ]) {
    const visitor = await guest(browser, server, 'about:blank')
    await visitor.setViewportSize(viewport)
    const shifts = await watchShift(visitor)
    await visitor.goto('/de/online')
    await expect(visitor.locator('.challenge')).toHaveCount(1)
    await expect(visitor.locator('.live-game')).toContainText('1 öffentliche Partie')
    expect(await shifts()).toEqual([])
  }
})

test('a desktop shows the open challenges whole, and a member reads nothing for guests', async ({
  browser,
}) => {
  const player = await member(browser, server, 'Ottilie', '/online')
  await player.setViewportSize({ width: 1366, height: 768 })
  await expect(player.getByText('You play as Ottilie.')).toBeVisible()
  await expect(player.getByLabel('Rated: changes both players’ ratings')).toBeVisible()
  await expect(player.locator('.lobby-list')).toBeInViewport({ ratio: 1 })
  await expect(player.getByRole('main')).not.toContainText('account')
})

test('on a telephone a challenge can be taken without scrolling', async ({ browser }) => {
  const host = await guest(browser, server)
  await host.getByRole('button', { name: /^5 min/ }).click()
  await expect(host.locator('.waiting')).toBeVisible()
  const visitor = await guest(browser, server, 'about:blank')
  await visitor.setViewportSize({ width: 360, height: 740 })
  await visitor.goto('/online')
  const play = visitor.locator('.challenge').getByRole('button', { name: 'Play' })
  await expect(play).toBeInViewport({ ratio: 1 })
  await expect(visitor.getByRole('button', { name: /^5 min/ })).toBeInViewport({ ratio: 1 })
  // Not below the menu either, which covers the end of the window.
  const [list, bar] = [visitor.locator('.lobby-list'), visitor.locator('.site-nav')]
  const end = await list.evaluate((each) => each.getBoundingClientRect().bottom)
  expect(end).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  await expect(visitor.locator('.ways-in')).toContainText('1 minute for your first move')
  // What is played comes before the times with which it begins, which are alike.
  const bottomOf = async (name: string) => {
    const box = await visitor.getByRole('radio', { name }).boundingBox()
    return box === null ? Number.NaN : box.y + box.height
  }
  const times = await visitor
    .locator('.quick-pairing button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
  const tops = times.map(({ y }) => y)
  for (const name of ['A match of two', 'Fair game (White +13.5)']) {
    expect(await bottomOf(name)).toBeLessThan(Math.min(...tops))
  }
  expect(new Set(times.map(({ width, height }) => `${width}x${height}`)).size).toBe(1)
  await play.click()
  for (const page of [host, visitor]) await page.locator('[data-square]').first().waitFor()
})

test('two who wait on different terms hear of each other', async ({ browser }) => {
  const [host, other] = [await guest(browser, server), await guest(browser, server)]
  await host.getByRole('button', { name: /^5 min/ }).click()
  await expect(host.locator('.waiting')).not.toContainText('is waiting too')
  await other.getByRole('button', { name: /^10 min/ }).click()
  await expect(host.locator('.waiting')).toContainText(/is waiting too: 10.min/)
  await expect(other.locator('.waiting')).toContainText(/is waiting too: 5.min/)
  await host
    .locator('.waiting')
    .getByRole('button', { name: /^Play (?!the computer)/ })
    .click()
  for (const page of [host, other]) await page.locator('[data-square]').first().waitFor()
})

test('on a telephone on its side there are ways to play without scrolling', async ({ browser }) => {
  const visitor = await guest(browser, server)
  await visitor.setViewportSize({ width: 640, height: 360 })
  const quick = visitor.locator('.quick-pairing button')
  await expect(quick).toHaveCount(4)
  for (const each of await quick.all()) await expect(each).toBeInViewport({ ratio: 1 })
  await expect(visitor.getByText(/Nobody is waiting/)).toBeInViewport()
})

test('what is pressed before the server answers is sent once when it does, unless it is given up', async ({
  browser,
}) => {
  const early = await guest(browser, server, 'about:blank')
  let answer = (): void => undefined
  const isAnswering = new Promise<void>((resolve) => {
    answer = resolve
  })
  await early.route('**/api/session', async (route) => {
    await isAnswering
    await route.continue()
  })
  await early.goto('/online')
  const waits = early.getByText('Waiting for the server…')
  await early.getByRole('button', { name: /^5 min/ }).click()
  await expect(waits).toBeVisible()
  await early.getByRole('button', { name: 'Cancel' }).click()
  await expect(waits).toBeHidden()
  await early.getByRole('button', { name: 'More options' }).click()
  await expect(early.getByLabel('Everyone')).toBeChecked()
  await early.getByLabel('One game').check()
  await early.getByRole('button', { name: 'Offer the game' }).click()
  await expect(waits).toBeVisible()
  answer()
  await expect(early.locator('.waiting')).toContainText('Waiting for an opponent')
  await expect(early.locator('.lobby-empty').first()).toContainText('Nobody else is waiting')
  const visitor = await guest(browser, server)
  await expect(visitor.locator('.challenge')).toHaveCount(1)
  await expect(visitor.locator('.challenge')).not.toContainText('match of two')
})

test('what comes of an offer is seen where the page is, and not moved to where that is known', async ({
  browser,
}) => {
  const page = await guest(browser, server)
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('button', { name: 'Offer the game' }).click()
    const waiting = page.locator('.waiting')
    await expect(waiting).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(waiting).toBeHidden()
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: /^5 min/ }).click()
    await expect(waiting).toBeInViewport({ ratio: 1 })
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await expect(waiting).toBeHidden()
  }
})

test('a game of days that is offered waits on, and keeps nobody from playing meanwhile', async ({
  browser,
}) => {
  const page = await guest(browser, server)
  await page.getByRole('button', { name: 'More options' }).click()
  await page.locator('.terms-form').getByLabel('Time').selectOption('2 days per move')
  await page.getByRole('button', { name: 'Offer the game' }).click()
  const waiting = page.locator('.waiting')
  await expect(waiting).toContainText('2 days per move')
  await expect(page.getByRole('button', { name: 'Offer the game' })).toBeHidden()
  await page.reload()
  await expect(waiting).toContainText('2 days per move')
  await page.getByRole('button', { name: /^5 min/ }).click()
  await expect(waiting).toContainText('5 min')
  const older = page.getByRole('listitem').filter({ hasText: '2 days per move' })
  await older.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(older).toBeHidden()
  await waiting.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(waiting).toBeHidden()
})

test('a correspondence game begins though its challenger is on another page', async ({
  browser,
}) => {
  const host = await guest(browser, server)
  await host.getByRole('button', { name: 'More options' }).click()
  await host.locator('.terms-form').getByLabel('Time').selectOption('2 days per move')
  await host.getByRole('button', { name: 'Offer the game' }).click()
  await expect(host.locator('.waiting')).toBeVisible()
  await host.goto('/rules')
  await expect(host.locator('.call')).toBeVisible()
  const taker = await guest(browser, server)
  const offered = taker.getByRole('listitem').filter({ hasText: '2 days per move' })
  await offered.getByRole('button', { name: 'Play' }).click()
  await expect(taker.locator('[data-square]').first()).toBeVisible()
  await host.getByRole('button', { name: 'Not now' }).click()
  await expect(host.locator('.call')).toContainText(/game|turn/i)
})

test('without a line nobody is said to be absent, and what works all the same is', async ({
  browser,
}) => {
  const page = await guest(browser, server, 'about:blank')
  let isCut = true
  await page.route('**/api/session', (route) => (isCut ? route.abort() : route.continue()))
  await page.goto('/online')
  // One text in one place; what only the server knows is left out.
  const said = page.locator('.lobby-self')
  await expect(said).toContainText('No connection to the server.')
  await expect(said.getByRole('link', { name: 'New game' })).toBeVisible()
  const challenges = page.locator('.lobby-empty').first()
  await expect(challenges).toHaveCount(0)
  await expect(page.locator('.house-bots')).toHaveCount(0)
  await expect(page.getByText(/connection|server/i)).toHaveCount(1)
  await expect(page.locator('.quick-pairing .button')).toHaveCount(4)
  isCut = false
  await expect(challenges).toContainText('Nobody is waiting right now.')
  // One of them is named as the standard, so that nobody has to choose; none looks chosen already.
  await expect(page.locator('.quick-pairing button:has(small)')).toContainText('Standard')
  await expect(page.locator('.quick-pairing .button-main')).toHaveCount(0)
})

test('where there are no bots, the lobby says so and offers no terms for them', async ({
  browser,
}) => {
  const page = await guest(browser, server)
  const bots = page.locator('.house-bots')
  await expect(bots).toContainText('There are no bots here right now.')
  await expect(bots.getByRole('combobox')).toHaveCount(0)
  await expect(bots).not.toContainText('You need an account')
})

test('the links to other ways of meeting players stay on one line', async ({ browser }) => {
  const page = await guest(browser, server)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [people, tournaments] = await page.locator('.ways-on a').all()
    const tops = [await people?.boundingBox(), await tournaments?.boundingBox()]
    expect(tops[0]?.y).toBe(tops[1]?.y)
  }
  // Nor does a name break.
  expect(await page.locator('.name-form > span').textContent()).toMatch(/\u00a0\d+\.$/)
})

test('an invitation that is withdrawn without a line is withdrawn as soon as there is one', async ({
  browser,
}) => {
  const host = await guest(browser, server, 'about:blank')
  const line = await cuttable(host)
  await host.goto('/invite')
  await offerByLink(host)
  const friend = await guest(browser, server, new URL(host.url()).pathname)
  await expect(friend.getByRole('main').getByRole('button', { name: 'Play' })).toBeVisible()
  await line.cut()
  await expect(host.locator('.connection')).toContainText('No connection')
  await host.getByRole('button', { name: 'Withdraw the invitation' }).click()
  await expect(host.getByText('Waiting for the server…')).toBeVisible()
  line.mend()
  const title = (page: Page) => page.getByRole('heading', { level: 1 })
  await expect(title(host)).toHaveText('You have withdrawn the invitation')
  await friend.reload()
  await expect(title(friend)).toHaveText('This invitation is no longer open')
})

test('who looks for someone else without a line is looked for as soon as there is one', async ({
  browser,
}) => {
  const [host, other] = [await guest(browser, server), await guest(browser, server, 'about:blank')]
  const line = await cuttable(other)
  await other.goto('/online')
  for (const page of [host, other]) await page.getByRole('button', { name: /^5 min/ }).click()
  for (const page of [host, other]) await page.locator('[data-square]').first().waitFor()
  await host.getByRole('button', { name: 'Call off' }).click()
  await host.getByRole('button', { name: 'Yes, call it off' }).click()
  const search = other.getByRole('button', { name: 'Look for someone else' })
  await expect(search).toBeVisible()
  await line.cut()
  await search.click()
  await expect(other.getByText('Waiting for the server…')).toBeInViewport({ ratio: 1 })
  line.mend()
  await expect(other.locator('.waiting')).toContainText('5 min each + 3 s per move')
})
