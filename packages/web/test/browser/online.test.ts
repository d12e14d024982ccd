import { type Browser, expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, offerByLink } from './guests.ts'
import { exportRecord, landings, movable, moveCount, recount, shownPoints } from './helpers.ts'
import { choosePage } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const end = (page: Page) => page.locator('#end-title')
const status = (page: Page) => page.getByTestId('status')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Waits for both boards; returns the pages in the order of their colours. */
async function seated(pages: readonly [Page, Page]): Promise<{ black: Page; white: Page }> {
  for (const page of pages) {
    await page.waitForURL(/\/play\/\w{12}$/)
    await page.locator('[data-square]').first().waitFor()
  }
  const isBlack = (await pages[0].locator('.seat-near .disc-black').count()) === 1
  return isBlack ? { black: pages[0], white: pages[1] } : { black: pages[1], white: pages[0] }
}

/** Two guests who were paired in the lobby. */
async function pairInLobby(browser: Browser, time: RegExp) {
  const first = await guest(browser, server)
  const second = await guest(browser, server)
  await button(first, time).click()
  await expect(first.locator('.waiting')).toBeVisible()
  await button(second, time).click()
  return seated([first, second])
}

/** Two guests who met by a link, on the terms that `choose` sets. */
async function pairByLink(browser: Browser, choose: (page: Page) => Promise<unknown>) {
  const host = await guest(browser, server)
  await button(host, 'More options').click()
  await host.getByLabel('A friend with the link').check()
  await choose(host)
  await button(host, 'Offer the game').click()
  const link = await host.getByLabel('Copy link').first().inputValue()
  const friend = await guest(browser, server, new URL(link).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  return seated([host, friend])
}

/** Makes a move for the side to move. */
async function move(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/^●/)
  const played = await moveCount(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect.poll(() => moveCount(page)).toBe(played + 1)
  // If the move ended the first game of a match, the second may call already.
  const isQuiet = async () => (await end(page).isVisible()) || !(await page.title()).startsWith('●')
  await expect.poll(isQuiet).toBe(true)
}

test('two guests play a whole game with clocks, through a reload and a lost line, before a watcher', async ({
  browser,
}) => {
  const { black, white } = await pairInLobby(browser, /^5 min/)
  const watcher = await guest(browser, server, new URL(black.url()).pathname)
  await expect(black.getByTestId('watchers')).toHaveText('1 watcher')
  await expect(watcher.getByText('You’re watching.')).toBeVisible()
  await expect(watcher.getByTestId('watchers')).toHaveCount(0)
  await expect(black.getByRole('timer')).toHaveCount(2)
  let mover = black
  for (let ply = 0; ; ply++) {
    if (ply === 5) await black.reload()
    if (ply === 9) {
      // White goes offline on its own turn and moves all the same; the move is sent on
      // reconnecting.
      await white.context().setOffline(true)
      await expect(status(white)).toContainText('No connection to the server')
      await movable(white).first().click()
      await landings(white).first().click()
      await expect(status(white)).toContainText('Sending your move')
      await white.context().setOffline(false)
      await expect.poll(() => moveCount(black)).toBe(10)
    } else {
      await expect(mover.locator('.game')).toBeVisible()
      if (await end(mover).isVisible()) break
      await move(mover)
    }
    await expect.poll(() => moveCount(watcher)).toBe(ply + 1)
    mover = mover === black ? white : black
    if ((await moveCount(mover)) <= ply) await expect.poll(() => moveCount(mover)).toBe(ply + 1)
    await expect(end(mover).or(mover.locator('[data-testid=status]'))).toBeVisible()
    if (await end(black).isVisible()) break
  }
  const points = {
    black: await shownPoints(white, 'black'),
    white: await shownPoints(white, 'white'),
  }
  const record = await exportRecord(white)
  expect(record.ending?.kind).toBe('stuck')
  expect(recount(record)).toEqual(points)
  const margin = Math.abs(points.black - points.white)
  for (const page of [black, white, watcher]) {
    await expect(end(page)).toContainText(
      points.black === points.white ? 'draw' : `by ${margin} point`,
    )
  }
  // It was the first game of a match of two. The second has the same deal and the colours swapped.
  for (const page of [black, white]) {
    await expect(button(page, 'Ready for game 2')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the next game' })).toHaveCount(0)
    // Nobody's first move is timed while they read the result.
    await expect(page.locator('.end-panel')).toContainText(
      /Game 2 begins in \d+.s, or as soon as you’re both ready\./,
    )
    await expect(page.locator('.call')).toHaveCount(0)
  }
  await button(black, 'Ready for game 2').click()
  await expect(black.locator('.seat-near .disc-white')).toBeVisible()
  await expect(black.getByTestId('status')).toHaveText('Game 2 hasn’t begun yet.')
  await expect(black.locator('.offers')).toContainText(
    /Game 2 begins when .+ is ready, or in \d+.s\./,
  )
  // White, still on the page of game 1, counts as here and reads who waits.
  await expect(white.locator('.end-panel')).toContainText(/ is ready for game 2\./)
  await expect(black.locator('.seat-far .presence-here')).toBeVisible()
  await expect(black.locator('.seat-turn')).toHaveCount(0)
  await black.goBack()
  await expect(black.locator('.end-panel')).toContainText(/Game 2 begins when .+ is ready/)
  await black.getByRole('link', { name: 'Go to game 2' }).click()
  await expectNoViolations(black)
  await button(white, 'Ready for game 2').click()
  // White of the first game begins the second.
  await expect(white.locator('.offers')).toContainText(
    /Your first move: \d:\d\d left\. After that, you lose the game\./,
  )
  await expect(black.locator('.offers')).toContainText(/first move: \d:\d\d left\./)
  await expectNoViolations(black)
})

test('a friend comes by a private link; a draw, then a rematch', async ({ browser }) => {
  const { black, white } = await pairByLink(browser, (page) => page.getByLabel('One game').check())
  await move(black)
  await move(white)
  await button(black, 'Offer a draw').click()
  await expect(black.getByText('You have offered a draw.')).toBeVisible()
  await button(white, 'Decline').click()
  await expect(black.getByText('You have offered a draw.')).toHaveCount(0)
  await move(black)
  await button(white, 'Offer a draw').click()
  await button(black, 'Accept').click()
  await expect(end(white)).toHaveText('A draw: both players agreed to it.')
  await button(white, 'Rematch').click()
  await button(black, 'Decline').click()
  await expect(white.getByText(/declined the rematch\.$/)).toBeVisible()
  await expect(button(white, 'Rematch')).toBeDisabled()
  await button(black, 'Rematch').click()
  await button(white, 'Accept').click()
  await expect(black.locator('.seat-near .disc-white')).toBeVisible()
  await expect(white.locator('.seat-near .disc-black')).toBeVisible()
})

test('a takeback gives the move and its time back; phrases are heard unless muted', async ({
  browser,
}) => {
  const { black, white } = await pairByLink(browser, (page) => page.getByLabel('One game').check())
  await move(black)
  await button(black, 'Ask to take back').click()
  await expect(white.locator('.offer')).toContainText('asks to take a move back.')
  await expect(white.locator('.offer')).not.toContainText('reply')
  await button(white, 'Accept').click()
  await expect.poll(() => moveCount(white)).toBe(0)
  await expect(black).toHaveTitle(/^●/)
  await move(black)
  await move(white)
  // Now a takeback would take back both moves, and both pages say so.
  await button(black, 'Ask to take back').click()
  for (const page of [black, white]) {
    await expect(page.locator('.offer')).toContainText('The reply to it would be taken back too.')
  }
  await button(white, 'Accept').click()
  await expect.poll(() => moveCount(white)).toBe(0)
  await button(black, 'Say something').click()
  await button(black, 'Good luck!').click()
  await expect(white.locator('.said')).toContainText('Good luck!')
  await expect(white.locator('.seat-far')).toContainText('Good luck!')
  for (const page of [white, black]) {
    await page.reload()
    await expect(page.locator('.said')).toContainText('Good luck!')
  }
  await expect(white.locator('.seat-far')).not.toContainText('Good luck!')
  // A phrase stays visible after its player's move, until the opponent has moved too.
  await button(black, 'Say something').click()
  await button(black, 'Good luck!').click()
  await move(black)
  await expect.poll(() => moveCount(white)).toBe(1)
  await expect(white.locator('.seat-far')).toContainText('Good luck!')
  await move(white)
  await expect(white.locator('.seat-far')).not.toContainText('Good luck!')
  await button(white, 'Say something').click()
  // Nothing of the dialog is cut off at its sides.
  const isWider = (dialog: Element) => dialog.scrollWidth > dialog.clientWidth
  expect(await white.getByRole('dialog').evaluate(isWider)).toBe(false)
  await white.getByLabel('Mute the other player').check()
  await button(white, 'Close').click()
  await button(black, 'Say something').click()
  await button(black, 'Hello!').click()
  await expect(black.locator('.said')).toContainText('Hello!')
  await expect(white.locator('.said')).not.toContainText('Hello!')
})

test('a planned move is played as soon as it is possible', async ({ browser }) => {
  const { black, white } = await pairInLobby(browser, /^10 min/)
  await movable(white).first().click()
  await expect(status(white)).toContainText('This is a plan for your next turn.')
  await landings(white).first().click()
  // The first press only shows the landing; the second plans the move.
  await expect(status(white)).toContainText('again to plan it.')
  // Screen readers announce the same.
  await expect(white.locator('.board [role=status]')).toHaveText(/: confirm to plan it$/)
  await expect(status(white)).not.toContainText('Planned:')
  await landings(white).first().click()
  await expect(status(white)).toContainText('Planned:')
  await expect(white.locator('.board .stack-lit')).toHaveCount(2)
  await button(white, 'Cancel it').click()
  await expect(status(white)).not.toContainText('Planned:')
  await movable(white).last().click()
  await landings(white).last().click()
  await landings(white).last().click()
  await movable(black).first().click()
  await landings(black).first().click()
  // On the new board the premove may be impossible. Then it is dropped, and it is White's turn.
  await expect
    .poll(async () => (await moveCount(black)) === 2 || (await white.title()).startsWith('●'))
    .toBe(true)
})

test('who calls a game off is asked first; what cannot be offered yet says why', async ({
  browser,
}) => {
  const { black, white } = await pairByLink(browser, (page) => page.getByLabel('One game').check())
  await expect(button(black, 'Offer a draw')).toBeDisabled()
  // Playwright takes it for a button that cannot be pressed.
  await button(black, 'Offer a draw').dispatchEvent('click')
  await expect(black.getByText('You can offer a draw once both players have moved.')).toBeVisible()
  await black.locator('.notice').getByRole('button', { name: 'OK' }).click()
  await button(black, 'Call off').click()
  await button(black, 'Cancel').click()
  await move(black)
  await button(white, 'Call off').click()
  await button(white, 'Yes, call it off').click()
  await expect(end(black)).toContainText('called the game off')
})

test('a resignation asks first; nobody else can move for a player', async ({ browser }) => {
  const { black, white } = await pairInLobby(browser, /^2 min/)
  await move(black)
  await move(white)
  const watcher = await guest(browser, server, new URL(black.url()).pathname)
  await expect(watcher.locator('[data-square]').first()).toBeVisible()
  await expect(movable(watcher)).toHaveCount(0)
  await movable(black).first().click()
  await expect(black.locator('.ring-chosen')).toHaveCount(1)
  await button(white, 'Resign').click()
  await button(white, 'Yes, resign').click()
  await expect(end(white)).toHaveText(/^Game 1 · You resigned, so .+ won\.$/)
  await expect(end(black)).toHaveText(/^Game 1 · You won: .+ resigned\.$/)
  await expect(black.locator('.ring-chosen')).toHaveCount(0)
  await expect(end(watcher)).toHaveText(/^.+ won: .+ resigned\.$/)
})

test('the link of a finished game is its short address, where anyone can see it', async ({
  browser,
}) => {
  const { black, white } = await pairInLobby(browser, /^5 min/)
  await move(black)
  await move(white)
  await button(white, 'Resign').click()
  await button(white, 'Yes, resign').click()
  await expect(end(black)).toBeVisible()
  await button(black, 'Save and share').click()
  await button(black, 'Copy link').click()
  await expect(black.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const link = await black.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(black.url())
  const reader = await guest(browser, server, new URL(link).pathname)
  await expect(end(reader)).toContainText('resigned')
})

test('days a move: the game is there after a restart of the server', async ({ browser }) => {
  const { black, white } = await pairInLobby(browser, /^2 days/)
  await move(black)
  await expect(white).toHaveTitle(/^●/)
  await movable(white).first().click()
  const caughtUp = new Promise<void>((resolve) => {
    white.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (payload.includes('"game":{')) resolve()
      }),
    )
  })
  await server.restart()
  await caughtUp
  // The piece chosen before the restart is still chosen.
  await landings(white).first().click()
  await expect.poll(() => moveCount(black)).toBe(2)
  await black.goto('/rules')
  await expect(black.locator('.call')).toContainText('Your turn')
})

test('time runs out with nobody connected', async ({ browser }) => {
  const { black, white } = await pairInLobby(browser, /^2 min/)
  await move(black)
  await move(white)
  const { pathname } = new URL(black.url())
  await black.close()
  await white.goto('about:blank')
  server.advance(10 * 60_000)
  const anyone = await guest(browser, server, pathname)
  await expect(end(anyone)).toHaveText(/^.+ won: .+ ran out of time\.$/)
})

test('who has left can be claimed against, after the grace and not before', async ({ browser }) => {
  const { black, white } = await pairInLobby(browser, /^10 min/)
  await move(black)
  await move(white)
  await move(black)
  await white.close()
  await expect(black.getByText(/has left\. You can claim/)).toBeVisible()
  await expect(button(black, 'Claim the win')).toHaveCount(0)
  server.advance(3 * 60_000)
  await black.reload()
  await button(black, 'Claim the win').click()
  await expect(end(black)).toHaveText(/^Game 1 · You won: .+ left the game\.$/)
})

test('who leaves a game with clocks reads for how long, and then that it was lost', async ({
  browser,
}) => {
  const { black, white } = await pairInLobby(browser, /^10 min/)
  await move(black)
  await move(white)
  await move(black)
  await white.locator('.site-header [popovertarget=nav-learn]').click()
  await white.locator('.site-header a[href="/rules"]').click()
  await expect(white.locator('.call')).toContainText(/\d:\d\d/)
  server.advance(3 * 60_000)
  await black.reload()
  await button(black, 'Claim the win').click()
  // The second game of the match calls, as its clock runs, and its dialog says how the first ended.
  await expect(white.getByRole('dialog')).toContainText('You were away too long on your turn, so ')
  await expect(white.locator('.call')).toContainText('Game 2 begins')
  await white.goto(new URL(black.url()).pathname)
  await expect(end(white)).toContainText('You were away too long on your turn')
})

test('a deal can be checked in the browser', async ({ browser }) => {
  const { black } = await pairInLobby(browser, /^5 min/)
  await button(black, 'Starting layout').click()
  await expect(black.getByText('Chance decided where the pieces start')).toBeVisible()
  await expect(black.getByText('Checked in your browser')).toBeHidden()
  await black.getByText('Check that it was fair').click()
  await expect(black.getByText('Checked in your browser')).toBeVisible()
  await expectNoViolations(black)
})

test('a name can be changed, and one that is not allowed is refused', async ({ browser }) => {
  const page = await guest(browser, server)
  await button(page, 'Change name').click()
  await page.getByLabel('Your name').fill('admin')
  await button(page, 'Change name').click()
  await expect(page.getByRole('alert').filter({ hasText: 'reserved' })).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('admin')
  await page.getByLabel('Your name').fill('🦊')
  await button(page, 'Change name').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Emoji' })).toBeVisible()
  await page.getByLabel('Your name').fill('Wanda')
  await button(page, 'Change name').click()
  await expect(page.getByText('You play as Wanda.')).toBeVisible()
})

test('a taken or withdrawn invitation says so', async ({ browser }) => {
  const page = await guest(browser, server, '/invite/aaaaaaaaaaaa')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This invitation is no longer open',
  )
  const missing = await guest(browser, server, '/play/aaaaaaaaaaaa')
  await expect(missing.getByText('There is no such game.')).toBeVisible()
})

test('a link that was cut short says so', async ({ browser }) => {
  const page = await guest(browser, server, '/invite/aaaa')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This invitation is no longer open',
  )
  await page.goto('/play/aaaa')
  await expect(page.getByText('There is no such game.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the lobby' }).click()
  await expect(page).toHaveURL(/\/online$/)
})

test('a move that came too late is taken back, and the one that counted is shown', async ({
  browser,
}) => {
  const { black } = await pairInLobby(browser, /^10 min/)
  // The same player in another tab, whose messages are delayed.
  const held = await black.context().newPage()
  const late: (() => void)[] = []
  let isHolding = false
  await held.routeWebSocket(/\/socket\//, (page) => {
    const line = page.connectToServer()
    page.onMessage((message) => {
      if (isHolding) late.push(() => line.send(message))
      else line.send(message)
    })
  })
  await held.goto(new URL(black.url()).pathname)
  await expect(held).toHaveTitle(/^●/)
  isHolding = true
  await movable(held).last().click()
  await landings(held).last().click()
  await expect(status(held)).toContainText('Sending your move')
  const shown = await held.locator('.moves-move').textContent()
  await move(black)
  const counted = (await black.locator('.moves-move').textContent()) ?? ''
  expect(shown).not.toBe(counted)
  await expect(held.locator('.moves-move')).toHaveText(counted)
  for (const send of late) send()
  isHolding = false
  await expect(held.locator('.moves-move')).toHaveText(counted)
  await expect(status(held)).toContainText('to move')
})

test('a host who is elsewhere on the site is called when the friend has come', async ({
  browser,
}) => {
  const host = await guest(browser, server)
  await button(host, 'More options').click()
  await host.getByLabel('A friend with the link').check()
  await button(host, 'Offer the game').click()
  const link = await host.getByLabel('Copy link').first().inputValue()
  await choosePage(host, 'Rules')
  await expect(host.locator('.rulings')).toBeVisible()
  const friend = await guest(browser, server, new URL(link).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await host.getByRole('dialog').getByRole('link', { name: 'Play' }).click()
  await seated([host, friend])
  await expect(host.locator('.call')).toHaveCount(0)
})

test('an invitation waits for its sender, who is found on any page', async ({ browser }) => {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host)
  const { pathname } = new URL(host.url())
  await host.goto('about:blank')
  const friend = await guest(browser, server, pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await expect(friend.locator('.waiting-title')).toContainText('isn’t here right now')
  await expectNoViolations(friend)
  await button(friend, 'Stop waiting').click()
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await expect(friend.locator('.waiting')).toContainText('as soon as')
  await host.goto('/rules')
  await host.getByRole('dialog').getByRole('link', { name: 'Play' }).click()
  await seated([host, friend])
})

test('who leaves the lobby is looked for until they stop', async ({ browser }) => {
  const seeker = await guest(browser, server)
  await button(seeker, /^5 min/).click()
  await expect(seeker.locator('.waiting')).toBeVisible()
  const other = await guest(browser, server)
  await expect(other.locator('.challenge')).toHaveCount(1)
  await choosePage(seeker, 'Lessons')
  await seeker.locator('.call').click()
  await expect(other.locator('.challenge')).toHaveCount(1)
  await button(seeker, 'Stop waiting').click()
  await expect(other.locator('.challenge')).toHaveCount(0)
  await expect(seeker.locator('.call')).toHaveCount(0)
})

test.describe('a server that speaks another version', () => {
  /** Changes the server's packets on the socket before the page receives them. */
  async function rewrite(page: Page, change: (packet: string) => string): Promise<void> {
    await page.routeWebSocket(/socket/, (socket) => {
      const line = socket.connectToServer()
      socket.onMessage((packet) => line.send(packet))
      line.onMessage((packet) => socket.send(change(String(packet))))
    })
  }

  test('asks a page that is older to be loaded again, and loads it', async ({ page }) => {
    let isNewer = true
    await rewrite(page, (packet) =>
      isNewer ? packet.replace(/"protocol":\d+/, '"protocol":999,"more":[]') : packet,
    )
    await page.goto(`${server.url}/online`)
    await expect(page.getByText('There is a newer version of this site.')).toBeVisible()
    isNewer = false
    await button(page, 'Load it').click()
    await expect(page.locator('.connection')).toHaveAttribute('data-status', 'online')
  })

  test('is reported when its answer cannot be read', async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await rewrite(page, (packet) => packet.replace('"challenge":{', '"challenges":{'))
    await page.goto(`${server.url}/online`)
    await button(page, /^5 min/).click()
    await expect(page.getByText('Something went wrong on the server.')).toBeVisible()
    expect(errors).toContain("the server's answer to quickPair cannot be read")
  })
})
