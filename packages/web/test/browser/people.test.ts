import { expect, type Locator, type Page } from '@playwright/test'
import { giveOrder, readReports } from '../../../server/src/index.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations } from './axe.ts'
import { keepGameBut } from './daily-games.ts'
import { test } from './guest-test.ts'
import { guest, member } from './guests.ts'
import { speak } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true })

/** The table of the day's players, beside that of the moves that others played. */
const players = (page: Page) =>
  page
    .getByRole('table')
    .filter({ has: page.getByRole('columnheader', { name: 'Player', exact: true }) })

/** Switches talk on, on the people page. */
async function letWrite(page: Page): Promise<void> {
  await page.goto('/people')
  const check = page.getByLabel('Let me chat with the other player')
  await check.check()
  await page.reload()
  await expect(check).toBeChecked()
}

test('settings come after the player’s people, and before the lists of strangers', async ({
  browser,
}) => {
  const page = await member(browser, server, 'Adalbert', '/people')
  await expect(page.getByRole('heading', { name: 'Chat during games' })).toBeVisible()
  const titles = await page.locator('main h2').allTextContents()
  expect(titles.indexOf('Find a player')).toBeGreaterThan(0)
  expect(titles.slice(titles.indexOf('Find a player') + 1, -1)).toContain('Chat during games')
  expect(titles.at(-1)).toBe('The strongest players')
})

test('a board that could not be loaded does not clear the one shown since', async ({ browser }) => {
  const page = await member(browser, server, 'Adalbert', 'about:blank')
  let fail: () => Promise<void> = async () => undefined
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/api/leaders/fast', (asked) => {
      fail = () => asked.abort()
      resolve()
    })
  })
  await page.route('**/api/leaders/slow', (asked) =>
    asked.fulfill({ json: { speed: 'slow', leaders: [] } }),
  )
  await page.goto('/people')
  await isAsked
  await page.getByRole('radio', { name: 'Slow', exact: true }).check({ force: true })
  const board = page.getByText('Nobody yet.')
  await expect(board).toBeVisible()
  const isFailed = page.waitForEvent('requestfailed')
  await fail()
  await isFailed
  // The page has heard of the failure once it has painted again.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await expect(board).toBeVisible()
})

test('the table of the day has first whom one follows', async ({ browser }) => {
  const [own, friend] = [
    await member(browser, server, 'Ottokar', 'about:blank'),
    await member(browser, server, 'Wendeline', 'about:blank'),
  ]
  for (const page of [friend, own]) {
    // The page sends a finished game that has not been sent.
    await keepGameBut(page, 0)
    await page.goto('/daily')
    await page.getByRole('radio', { name: '1', exact: true }).check({ force: true })
    await expect(players(page)).toContainText('(You)')
  }
  await own.goto('/player/Wendeline')
  await button(own, 'Follow').click()
  await expect(button(own, 'Stop following')).toBeVisible()
  await own.goto('/daily')
  await own.getByRole('radio', { name: '1', exact: true }).check({ force: true })
  const parts = players(own).locator('tbody')
  await expect(parts.first()).toContainText('People you follow')
  await expect(parts.first()).toContainText('Wendeline')
  await expect(parts.first()).toContainText('Ottokar (You)')
  await expectNoViolations(own)
})

test('two friends: followed, challenged by one press, written to; then blocked and reported', async ({
  browser,
}) => {
  const [host, friend] = [
    await member(browser, server, 'Ottilie'),
    await member(browser, server, 'Kunigunde'),
  ]
  await letWrite(host)
  await friend.goto('/people')

  await host.getByLabel('Find a player').fill('Kunigunde')
  await button(host, 'Show').click()
  await button(host, 'Follow').click()
  await expect(button(host, 'Stop following')).toBeVisible()
  await expectNoViolations(host)
  await host.goto('/people')
  await expect(host.getByText('Here now')).toBeVisible()
  // The first letters suggest names, and the arrow keys choose one.
  await host.getByRole('combobox', { name: 'Find a player' }).fill('ottili')
  await expect(host.getByRole('option', { name: 'Ottilie' })).toBeVisible()
  await expectNoViolations(host)
  await host.keyboard.press('ArrowDown')
  await expect(host.getByRole('option', { name: 'Ottilie', selected: true })).toBeVisible()
  await host.keyboard.press('Escape')
  await expect(host.getByRole('listbox')).toHaveCount(0)
  await host.keyboard.press('ArrowDown')
  await host.keyboard.press('Enter')
  await expect(host).toHaveURL('/player/Ottilie')
  await host.goto('/people')
  // There is no such player: the page gives names that begin so, or possible reasons, and ways on.
  await host.getByLabel('Find a player').fill('Kunig')
  await host.keyboard.press('Enter')
  await expect(host.getByText('Some names begin with it:')).toBeVisible()
  await expectNoViolations(host)
  await link(host.getByRole('main'), 'Kunigunde').click()
  await expect(host).toHaveURL('/player/Kunigunde')
  await host.goto('/people')
  await host.getByLabel('Find a player').fill('Kuning')
  await button(host, 'Show').click()
  await expect(host.getByText('Check how it’s spelled.')).toBeVisible()
  await expect(host.getByLabel('Find a player')).toHaveValue('Kuning')
  await expectNoViolations(host)
  await host.getByRole('main').getByRole('link', { name: 'Friends and players' }).click()
  await expect(host).toHaveURL('/people')
  await expect(link(host, 'Challenge: Kunigunde')).toBeVisible()
  await expectNoViolations(host)

  await link(host, 'Challenge: Kunigunde').click()
  await expect(host.getByLabel('A match of two')).toBeChecked()
  await expectNoViolations(host)
  await host.getByText('More options').click()
  await expect(host.getByText('Everyone', { exact: true })).toHaveCount(0)
  await host.getByLabel('Time').selectOption('2 min each + 2 s per move')
  const before = host.viewportSize()
  await host.setViewportSize({ width: 740, height: 360 })
  await button(host, 'Send the challenge').click()
  await expect(host.getByText('2 min each + 2 s per move')).toBeVisible()
  // The form was longer than the window, so the new page must be shown from its top.
  await expect(host.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
  if (before !== null) await host.setViewportSize(before)
  await expect(
    host.getByText('Only Kunigunde can accept this challenge. We have let them know.'),
  ).toBeVisible()
  const stranger = await guest(browser, server, new URL(host.url()).pathname)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(
    'This challenge is for someone else.',
  )
  await expect(stranger.getByText('Only Kunigunde can accept it.')).toBeVisible()
  await expect(stranger.getByRole('main').getByRole('button', { name: 'Play' })).toHaveCount(0)
  // It appears in the header of any page, and in the list.
  await expect(friend.locator('.call')).toContainText('Ottilie')
  // Challenging back, or again, leads to the open challenge.
  await friend.goto('/invite?to=Ottilie')
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('A challenge from Ottilie')
  await host.goto('/invite?to=Kunigunde')
  await expect(host.getByText('Only Kunigunde can accept this challenge.')).toBeVisible()
  await friend.goto('/people')
  await link(friend, 'Answer: Ottilie').click()
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('A challenge from Ottilie')
  await expectNoViolations(friend)
  // A challenger who is on another page by then is notified; the notice leads to the page with the
  // result.
  await link(host, 'About').click()
  await button(friend, 'Decline').click()
  await expect(friend.getByText('You have declined Ottilie’s challenge.')).toBeVisible()
  await expect(host.locator('.call')).toContainText('Challenge declined')
  await host.locator('.call').click()
  await expect(host.locator('.call')).toHaveCount(0)
  await expect(host.getByText('Kunigunde has declined your challenge.')).toBeVisible()
  await expect(link(host, 'Kunigunde’s page')).toBeVisible()

  await host.goto('/people')
  await link(host, 'Challenge: Kunigunde').click()
  await button(host, 'Send the challenge').click()
  await expect(host.getByText('Only Kunigunde can accept this challenge.')).toBeVisible()
  // Two challenges cross, because neither player knew of the other's. Both are notified, and can
  // answer.
  await friend.route('**/api/people', (asked) => asked.abort())
  await friend.goto('/invite?to=Ottilie')
  await button(friend, 'Send the challenge').click()
  await expect(host.getByText('Kunigunde has challenged you, too.')).toBeVisible()
  await expect(link(host, 'Answer')).toBeVisible()
  await friend.unroute('**/api/people')
  await friend.goto('/people')
  await link(friend, 'Answer: Ottilie').click()
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await expect(host.locator('.board')).toBeVisible()

  // The switch is also where a player says something.
  await button(friend, 'Say something').click()
  const check = friend.getByLabel('Let me chat with the other player')
  await expect(check).not.toBeChecked()
  await check.check()
  await expect(host.getByLabel('Your message')).toBeVisible()
  // Now both talk, and the switch is still there to be pressed again.
  await expect(friend.getByRole('dialog').getByLabel('Your message')).toBeVisible()
  await expect(check).toBeChecked()
  await expect(check).toBeFocused()
  await friend.keyboard.press('Escape')
  const words = '<img src="/x" onerror="document.title=1"> hello'
  await host.getByLabel('Your message').fill(words)
  const wide = friend.viewportSize()
  await friend.setViewportSize({ width: 360, height: 740 })
  await button(host, 'Send').click()
  // On a phone the messages are below the first view, so a button in it says that there is one, and
  // leads to all of them and to the field.
  await expect(button(friend, 'New message')).toBeInViewport({ ratio: 1 })
  await friend.reload()
  await button(friend, 'New message').click()
  const talk = friend.getByRole('dialog')
  await expect(talk.getByText(`Ottilie: ${words}`)).toBeVisible()
  await expect(talk.getByLabel('Your message')).toBeInViewport({ ratio: 1 })
  await friend.keyboard.press('Escape')
  await expect(button(friend, 'Say something')).toBeVisible()
  await friend.reload()
  await expect(button(friend, 'Say something')).toBeVisible()
  if (wide !== null) await friend.setViewportSize(wide)
  for (const page of [host, friend]) {
    await expect(page.getByText(`Ottilie: ${words}`)).toBeVisible()
    await expect(page.locator('.talk img')).toHaveCount(0)
  }
  await expectNoViolations(friend)

  await button(friend, 'Say something').click()
  await friend.getByLabel('Mute the other player').check()
  await button(friend, 'Report').click()
  await friend.getByLabel('What happened? You can leave this empty.').fill('Strange signs')
  await button(friend, 'Send the report').click()
  await expect(friend.getByText('Thank you. Your report has been sent.')).toBeVisible()
  await expectNoViolations(friend)
  await button(friend, 'Block').click()
  await expect(friend.getByText('You have blocked the other player.')).toBeVisible()
  await friend.keyboard.press('Escape')
  for (const page of [host, friend]) await expect(page.getByLabel('Your message')).toHaveCount(0)
  await button(host, 'Say something').click()
  await button(host, 'Hello!').click()
  await expect(host.getByText('One of you has blocked the other.')).toBeVisible()

  const reports = await readReports(server.source, { all: false, most: 10 })
  expect(reports).toMatchObject({
    value: [{ reporter: 'Kunigunde', name: 'Ottilie', said: [{ words }] }],
  })
  // Accepting one challenge has also closed the one that crossed it.
  await friend.goto('/games')
  await expect(friend.getByRole('heading', { name: 'In progress' })).toBeVisible()
  await expect(friend.getByRole('heading', { name: 'Waiting for an answer' })).toHaveCount(0)
  await friend.goto('/player/Ottilie')
  await expect(button(friend, 'Unblock')).toBeVisible()
  await expect(link(friend, 'Challenge')).toHaveCount(0)
})

test('a muted player reads why and until when, in every language, and nothing is cut off on a phone', async ({
  browser,
}) => {
  const page = await member(browser, server, 'Maximiliane Theodora')
  await member(browser, server, 'Kunigunde')
  const order = {
    kind: 'limit',
    limitation: 'mute',
    name: 'Maximiliane Theodora',
    forMs: 3_600_000,
    why: 'Insults <b>again</b>',
    admin: 'root',
  } as const
  expect(await giveOrder(server.source, order, Date.now)).toMatchObject({ value: { ok: true } })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/people', '/player/Kunigunde']) {
    await page.goto(path)
    for (const language of LANGUAGES) {
      await speak(page, language)
      if (path === '/people') {
        await expect(page.getByRole('alert')).toContainText('Insults <b>again</b>')
      } else await expect(page.locator('.profile-actions .button').first()).toBeVisible()
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([path, language, width]).toEqual([path, language, 360])
      await expectNoViolations(page, `${path}, ${language}`)
    }
  }
})

/** Lets requests wait until they are let go. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('a profile that comes late is not shown at the address of another player', async ({
  browser,
}) => {
  await member(browser, server, 'Kunigunde')
  const page = await guest(browser, server, '/player/Kuning')
  const { opened, open } = gate()
  await page.route('**/api/players/Kunigunde', async (route) => {
    await opened
    await route.continue()
  })
  await page.getByLabel('Find a player').fill('Kunigunde')
  await button(page, 'Show').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kunigunde')
  await page.goBack()
  await expect(page.getByText('Check how it’s spelled.')).toBeVisible()
  const late = page.waitForResponse('**/api/players/Kunigunde')
  open()
  await (await late).finished()
  // Time to draw it.
  await page.waitForTimeout(500)
  await expect(page.getByText('Check how it’s spelled.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kuning')
})

test('of two searches in a player’s games, the later one is shown', async ({ browser }) => {
  const page = await member(browser, server, 'Kunigunde', 'about:blank')
  const { opened, open } = gate()
  await page.route('**/api/players/Kunigunde/games?*', async (route) => {
    const isWon = route.request().url().includes('result=won')
    if (isWon) await opened
    // Those she has won are all searched, and the others are not.
    await route.fulfill({ json: { games: [], ...(!isWon && { next: 'abcdefghijkl' }) } })
  })
  await page.goto('/player/Kunigunde')
  await page.getByText('Search these games').click()
  const search = page.locator('.profile-search')
  for (const result of ['Won', 'Lost']) {
    await search.getByRole('radio', { name: result }).check({ force: true })
    await button(search, 'Search').click()
  }
  await expect(page.getByText(/^Nothing found among the latest/)).toBeVisible()
  const late = page.waitForResponse('**/api/players/Kunigunde/games?*')
  open()
  await (await late).finished()
  // Time to draw it.
  await page.waitForTimeout(500)
  await expect(page.getByText(/^Nothing found among the latest/)).toBeVisible()
})

test('a guest sees who plays best and how to have people, and on profiles how to play', async ({
  browser,
}) => {
  const own = await member(browser, server, 'Kunigunde')
  await own.goto('/player/Kunigunde')
  await expect(own.locator('.profile-games a[href="/games"]')).toHaveText('Your games')
  const page = await guest(browser, server)
  await link(page, 'Friends and players').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friends and players')
  await expect(page.getByText('With an account you can follow people')).toBeVisible()
  await expect(page.getByText('Nobody yet.')).toBeVisible()
  await page.goto('/player/Kunigunde')
  await expect(page.getByText('No public games found.')).toBeVisible()
  await expect(page.locator('.profile-games')).toContainText('but not games by invitation.')
  await expect(page.locator('.profile-games a[href="/games"]')).toHaveCount(0)
  await expect(page.getByText('Search these games')).toHaveCount(0)
  const actions = page.locator('.profile-actions')
  await expect(link(actions, 'Play online')).toBeVisible()
  await expect(link(actions, 'Create an account')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Block' })).toHaveCount(0)
  await expectNoViolations(page)
})
