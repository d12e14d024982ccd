import { BETWEEN_GAMES_MS, PROTOCOL_VERSION, sessionReplySchema } from '@hokito/protocol'
import { type Browser, expect, type Page } from '@playwright/test'
import { NodePaths } from '../../../server/src/ground/node-paths.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, offerByLink, tap, watchShift } from './guests.ts'
import { cutOff, landings, movable, moveCount, playComputer } from './helpers.ts'
import { choosePage } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const call = (page: Page) => page.locator('.call')

/** Upright and on its side. */
const TELEPHONE = [
  [360, 740],
  [640, 360],
] as const

/** Two guests in a match of two, paired in the lobby; Black comes first. */
async function pair(browser: Browser): Promise<readonly [Page, Page]> {
  const pages = [await guest(browser, server), await guest(browser, server)] as const
  for (const page of pages) await page.getByRole('button', { name: /^10 min/ }).click()
  return seated(pages)
}

async function seated(pages: readonly [Page, Page]): Promise<readonly [Page, Page]> {
  for (const page of pages) await page.locator('[data-square]').first().waitFor()
  const isBlack = (await pages[0].locator('.seat-near .disc-black').count()) === 1
  return isBlack ? pages : [pages[1], pages[0]]
}

/** Two guests in a single game by invitation; Black comes first. */
async function meet(browser: Browser): Promise<readonly [Page, Page]> {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host, 'One game')
  const friend = await guest(browser, server, new URL(host.url()).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  return seated([host, friend])
}

/** Makes a move for the side to move. */
async function move(page: Page): Promise<void> {
  // A premove can be made before the turn.
  await expect(page).toHaveTitle(/^●/)
  await movable(page).first().waitFor()
  const played = await moveCount(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBe(played + 1)
}

/** A guest who plays the computer while searching for an opponent. */
async function seek(browser: Browser): Promise<Page> {
  const seeker = await guest(browser, server)
  await seeker.getByRole('button', { name: /^5 min/ }).click()
  await seeker.getByRole('button', { name: 'Play the computer while you wait' }).click()
  await expect(movable(seeker).first()).toBeVisible()
  await expect(call(seeker)).toContainText('Looking for an opponent')
  return seeker
}

test('a running game calls in a new tab and on every page, and nothing moves for it', async ({
  browser,
}) => {
  const [black, white] = await meet(browser)
  await move(black)
  const tab = await white.context().newPage()
  const shifts = await watchShift(tab)
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await tab.setViewportSize(viewport)
    for (const path of ['/', '/rules', '/learn/oneHop', '/new', '/games', '/online']) {
      await tab.goto(path)
      await expect(call(tab), path).toContainText('Your turn')
      await expect(tab, path).toHaveTitle(/^●/)
      if (path === '/') {
        await expect(tab.locator('.home-actions .button-main')).toContainText('Continue your game')
      }
      expect(await shifts(), path).toEqual([])
    }
  }
  await white.close()
  await call(tab).click()
  await tab.waitForURL(black.url())
  await expect(call(tab)).toHaveCount(0)
  await move(tab)
  await choosePage(tab, 'Rules')
  // It is the opponent's turn, so leaving loses nothing.
  await expect(call(tab)).toContainText('Your game')
  await expect(tab).toHaveTitle('How to play')
  await move(black)
  await expect(tab).toHaveTitle(/^●/)
  await expectNoViolations(tab)
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(call(tab)).toContainText('You won')
  await expect(tab).toHaveTitle('How to play')
})

test('home leads on to the game that is awaited online rather than to one that can wait', async ({
  browser,
}) => {
  const [black, white] = await meet(browser)
  await white.goto('/')
  await playComputer(white)
  await white
    .getByRole('button', { name: /^Undo|^New game/ })
    .first()
    .waitFor()
  await move(white)
  await move(black)
  const shifts = await watchShift(white)
  await white.goto('/')
  const onward = white.getByRole('link', { name: 'Continue your game' })
  await expect(onward).not.toContainText('Computer')
  expect(await shifts()).toEqual([])
  await onward.click()
  await white.waitForURL(black.url())
})

test('your games has what was played here and online, and what is running first', async ({
  browser,
}) => {
  const [black, white] = await pair(browser)
  await move(black)
  await move(white)
  const name = await white.locator('.seat-far .seat-given').textContent()
  await expect(white.locator('.seat-near .seat-badge')).toHaveText('You')
  await white.getByRole('button', { name: 'Resign' }).click()
  await expect(white.getByRole('dialog')).toContainText('keeps their points for the match')
  await white.getByRole('button', { name: 'Yes, resign' }).click()
  await white.goto('/')
  await playComputer(white)
  await movable(white).first().waitFor()
  await choosePage(white, 'Your games')
  const rows = white.locator('.game-row')
  // The resigned game was the first of a match of two, whose second game waits for both players.
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(name ?? '')
  await expect(rows.nth(1)).toContainText('Computer')
  await expect(rows.last()).toContainText('You lost')
  await expect(rows.last()).toContainText('by resignation')
  await expectNoViolations(white)
  await rows.last().getByRole('link').click()
  await expect(white.locator('#end-title')).toBeVisible()
})

test('without a network your games says that the online ones are missing', async ({ browser }) => {
  const page = await guest(browser, server, 'about:blank')
  await page.route('**/api/games', (route) => route.abort())
  await page.goto('/games')
  await expect(page.getByText('We can’t show your online games right now.')).toBeVisible()
  // Whether there are any is not known.
  await expect(page.getByText('No games yet.')).toHaveCount(0)
  await page.goto('/')
  await playComputer(page)
  await movable(page).first().waitFor()
  await choosePage(page, 'Your games')
  await expect(page.getByText('We can’t show your online games right now.')).toBeVisible()
  await expect(page.locator('.game-row')).toHaveCount(1)
  await page.unroute('**/api/games')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('We can’t show your online games right now.')).toHaveCount(0)
})

test('a search goes on wherever its page is left for', async ({ browser }) => {
  const seeker = await guest(browser, server)
  await seeker.getByRole('button', { name: /^5 min/ }).click()
  await expect(seeker.locator('.waiting')).toBeVisible()
  await choosePage(seeker, 'Rules')
  await expect(call(seeker)).toContainText('Looking for an opponent')
  const other = await guest(browser, server)
  await other.getByRole('button', { name: /^5 min/ }).click()
  await seeker
    .getByRole('dialog', { name: / is here$/ })
    .getByRole('link', { name: 'Play' })
    .click()
  for (const page of [seeker, other]) await page.locator('[data-square]').first().waitFor()
})

test('a player who plays the computer while waiting sees who has come, and keeps that game', async ({
  browser,
}) => {
  const seeker = await seek(browser)
  const box = await seeker.locator('.board').boundingBox()
  const other = await guest(browser, server)
  await other.getByRole('button', { name: /^5 min/ }).click()
  await other.waitForURL(/\/play\//)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^Waiting for /)
  await expect(other.getByRole('timer')).toHaveText(/called off in \d:\d\d/)
  const dialog = seeker.getByRole('dialog', { name: / is here$/ })
  await expect(dialog).toContainText('Your game begins: 5 min each + 3 s per move')
  await expect(dialog.getByRole('timer')).toHaveText(/called off in \d:\d\d/)
  await expect(seeker).toHaveTitle(/^●/)
  expect(await seeker.locator('.board').boundingBox()).toEqual(box)
  await expectNoViolations(seeker)
  await expect(dialog.getByRole('link', { name: 'Play' })).toBeFocused()
  await dialog.getByRole('link', { name: 'Play' }).click()
  for (const page of [seeker, other]) await page.locator('[data-square]').first().waitFor()
  await expect(dialog).toHaveCount(0)
  await seeker.goto('/games')
  await expect(seeker.locator('.game-row').filter({ hasText: 'Computer' })).toHaveCount(1)
})

test('who puts the call away still sees the way there', async ({ browser }) => {
  const seeker = await seek(browser)
  const other = await guest(browser, server)
  await other.getByRole('button', { name: /^5 min/ }).click()
  await seeker.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(seeker.getByRole('dialog')).toHaveCount(0)
  await movable(seeker).first().click()
  await call(seeker).click()
  await seeker.locator('[data-square]').first().waitFor()
})

test('a player who does not want to play now lets the other know straight away, and the other keeps looking', async ({
  browser,
}) => {
  const seeker = await seek(browser)
  const other = await guest(browser, server)
  await other.getByRole('button', { name: /^5 min/ }).click()
  await seeker.getByRole('button', { name: 'Call off' }).click()
  const dialog = seeker.getByRole('dialog', { name: 'The game is called off' })
  await expect(dialog).toContainText('We have let')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(call(seeker)).toHaveCount(0)
  await expect(other.locator('.lead')).toContainText('called the game off')
  await expectNoViolations(other)
  await other.getByRole('button', { name: 'Look for someone else' }).click()
  await expect(other.locator('.waiting')).toContainText('5 min each + 3 s per move')
  await other.goBack()
  await other.getByRole('button', { name: 'Offer a new game' }).click()
  await expect(other.locator('.offer')).toContainText('You have asked to play again.')
})

test('a player who does not want to wait for the other calls the game off', async ({ browser }) => {
  const seeker = await seek(browser)
  const other = await guest(browser, server)
  await other.getByRole('button', { name: /^5 min/ }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(/^Waiting for /)
  await other.getByRole('button', { name: 'Call off' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('The game was called off.')
  await expect(seeker.getByRole('dialog')).toHaveCount(0)
})

test('a rematch reaches a player who has left, and says that they have left', async ({
  browser,
}) => {
  const [black, white] = await meet(browser)
  for (const page of [black, white]) await move(page)
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(white.locator('#end-title')).toBeVisible()
  await black.getByRole('button', { name: 'Rematch' }).click()
  await expect(white.getByRole('button', { name: 'Accept' })).toBeVisible()
  await white.goto('/learn')
  await expect(black.locator('.offer')).toContainText('has left this game')
  await expect(call(white)).toContainText('Rematch offered')
  // The opponent may be gone for good, so the call can be closed; the game keeps the offer.
  await call(white).getByRole('button', { name: 'Close' }).click()
  await expect(call(white)).toHaveCount(0)
  await white.reload()
  await call(white).getByRole('link').click()
  await white.getByRole('button', { name: 'Accept' }).click()
  await expect(white.locator('.moves-move')).toHaveCount(0)
  await seated([black, white])
})

test('a rematch that is offered calls before the result that was not seen yet', async ({
  browser,
}) => {
  const [black, white] = await meet(browser)
  for (const page of [black, white]) await move(page)
  // The game stays open too, because a player who has left it is not offered a rematch.
  const tab = await white.context().newPage()
  await tab.goto('/learn')
  await expect(call(tab)).toContainText('Your game')
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(call(tab)).toContainText('You won')
  await black.getByRole('button', { name: 'Rematch' }).click()
  await expect(call(tab)).toContainText('Rematch offered')
  await black.getByRole('button', { name: 'Withdraw' }).click()
  await expect(call(tab)).toContainText('You won')
  // A player can offer only once, and the page says who may still offer.
  await black.getByRole('button', { name: 'Rematch' }).click({ force: true })
  await expect(
    black.getByText(/^You can ask only once after a game\. .+ can still ask you\.$/),
  ).toBeVisible()
})

test('game 2, whose clock runs, calls before the result of game 1', async ({ browser }) => {
  const [black, white] = await pair(browser)
  for (const page of [black, white]) await move(page)
  await white.goto('/learn')
  await expect(call(white)).toContainText('Your game')
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  const dialog = white.getByRole('dialog', { name: /^Your game against / })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(call(white)).toContainText(/Game 2 begins0:[0-3]\d/)
  await call(white).click()
  await move(white)
})

test('after the pause game 2 opens by itself; who returns to game 1 reads what they would lose', async ({
  browser,
}) => {
  const [black, white] = await pair(browser)
  for (const page of [black, white]) await move(page)
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  for (const page of [black, white]) {
    await expect(page.getByRole('button', { name: 'Ready for game 2' })).toBeVisible()
  }
  server.advance(BETWEEN_GAMES_MS)
  // Only the server's clock has jumped; a new connection makes the page ask for the time.
  await black.context().setOffline(true)
  await black.context().setOffline(false)
  await expect(black.locator('.seat-near .disc-white')).toBeVisible()
  await black.goBack()
  await white.reload()
  const called = (page: Page) => page.locator('.end-panel')
  const due = /Game 2 has begun\. Your first move: \d:\d\d left\. After that, you lose the game\./
  // White moves first in it.
  await expect(called(white)).toContainText(due)
  await expect(called(black)).toContainText('Game 2 has begun.')
  await expect(called(black)).not.toContainText('Your first move')
  await white.getByRole('link', { name: 'Go to game 2' }).click()
  await move(white)
  await expect(called(black)).toContainText(due)
  await black.getByRole('link', { name: 'Go to game 2' }).click()
  await expect(black.locator('.seat-near .disc-white')).toBeVisible()
})

test('a watcher of game 1 reads what game 2 needs, and is led to it when it begins', async ({
  browser,
}) => {
  const [black, white] = await pair(browser)
  for (const page of [black, white]) await move(page)
  const first = new URL(black.url()).pathname
  const watcher = await guest(browser, server, first)
  await expect(movable(watcher)).toHaveCount(0)
  await black.getByRole('button', { name: 'Resign' }).click()
  await black.getByRole('button', { name: 'Yes, resign' }).click()
  await expect(watcher.locator('#end-title')).toHaveText(/^Game 1 · .+ won: .+ resigned\.$/)
  await expect(watcher.getByText(/^Game 2 of 2: .+ needs to win by more than \d+ /)).toBeVisible()
  // Game 2 has the same layout, so nobody gets a review of game 1 yet.
  await expect(watcher.getByText('You can review this game after game 2.')).toBeVisible()
  await expect(watcher.getByRole('link', { name: 'Review' })).toHaveCount(0)
  for (const page of [black, white]) {
    await page.getByRole('button', { name: 'Ready for game 2' }).click()
  }
  await expect(watcher).not.toHaveURL(first)
  await expect(watcher).toHaveURL(new URL(white.url()).pathname)
  // Back leads to game 1, and it stays open.
  await watcher.goBack()
  await expect(watcher.locator('#end-title')).toBeVisible()
  await watcher.waitForTimeout(500)
  await expect(watcher).toHaveURL(first)
})

test('a player who signs up during a game returns to it with the new name', async ({ browser }) => {
  const [black, white] = await meet(browser)
  const far = black.locator('.seat-far')
  // No page that would lose its session meanwhile.
  await white.goto('about:blank')
  await expect(far.getByTitle('away')).toBeVisible()
  const signedUp = await white.context().request.post('/api/account/sign-up', {
    data: { name: 'Wendeline', password: 'seven stacks of stone' },
    headers: { origin: server.url },
  })
  expect(signedUp.ok(), await signedUp.text()).toBe(true)
  await white.goBack()
  await expect(far).toContainText('Wendeline')
})

test('a player to move who leaves a game with a clock sees how long they may stay away', async ({
  browser,
}) => {
  const [black, white] = await meet(browser)
  await move(black)
  await move(white)
  for (const [width, height] of TELEPHONE) {
    await black.setViewportSize({ width, height })
    expect(await cutOff(black.locator('.seat-given'))).toEqual([])
  }
  await black.setViewportSize({ width: 1280, height: 800 })
  for (const page of [black, white]) {
    await choosePage(page, 'Rules')
    await page.locator('.rulings').waitFor()
  }
  await expect(call(black).getByRole('timer')).toHaveText(/^[0-2]:\d\d$/)
  await expect(call(black)).toContainText('or you may lose')
  // Only the side to move can lose the game by a claim.
  await expect(call(white)).toContainText('Your game')
  await expect(call(white).getByRole('timer')).toHaveCount(0)
  for (const page of [black, white]) {
    for (const [width, height] of TELEPHONE) {
      await page.setViewportSize({ width, height })
      // The typeface may come late on a busy machine.
      await expect.poll(() => cutOff(page.locator('.call > *'))).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await expect(black).toHaveTitle(/^●/)
  await expect(white).toHaveTitle('How to play')
  await call(white).click()
  await white.locator('[data-square]').first().waitFor()
  await expect(call(white)).toHaveCount(0)
})

/** A guest whose socket the test listens in on, at the lobby, and a game with another one. */
async function tapped(browser: Browser) {
  const page = await (
    await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  ).newPage()
  const line = await tap(page)
  await page.goto('/online')
  const pages = [page, await guest(browser, server)] as const
  for (const one of pages) await one.getByRole('button', { name: /^10 min/ }).click()
  const [black, white] = await seated(pages)
  await move(black)
  const answer = await page.request.post('/api/session')
  const { player } = sessionReplySchema.parse(await answer.json())
  const pathTo = (node: string, secret = 's') =>
    new NodePaths(undefined, secret.repeat(32)).to(node, player.id)
  return { black, white, line, pathTo }
}

test('a page that is asked to move to another node goes there, once, and the game goes on', async ({
  browser,
}) => {
  const { black, white, line, pathTo } = await tapped(browser)
  line.say('nearer', { path: pathTo('b') })
  await expect.poll(() => line.paths).toEqual(['/socket/', `${pathTo('b')}/`])
  await move(white)
  line.say('nearer', { path: pathTo('c') })
  await move(black)
  await move(white)
  expect(line.paths).toEqual(['/socket/', `${pathTo('b')}/`])
})

test('a page that cannot reach the other node stays, and does not try again', async ({
  browser,
}) => {
  const { black, white, line, pathTo } = await tapped(browser)
  const nowhere = pathTo('b', 't')
  line.say('nearer', { path: nowhere })
  await expect.poll(() => line.paths).toEqual(['/socket/', `${nowhere}/`, '/socket/'])
  await move(white)
  line.say('nearer', { path: pathTo('b') })
  await move(black)
  await move(white)
  expect(line.paths).toHaveLength(3)
})

test('a page that is older than the server can only be loaded again; a newer one works', async ({
  browser,
}) => {
  for (const [version, isOld] of [
    [PROTOCOL_VERSION + 1, true],
    [PROTOCOL_VERSION - 1, false],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
    const page = await context.newPage()
    await tap(page, (packet) => packet.replace(/"protocol":\d+/, `"protocol":${version}`))
    await page.goto('/online')
    const notice = page.locator('.connection')
    await expect(notice).toHaveAttribute('data-status', isOld ? 'outdated' : 'online')
    await expect(notice.getByRole('button')).toHaveCount(isOld ? 1 : 0)
  }
})
