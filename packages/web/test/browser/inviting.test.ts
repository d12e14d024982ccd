import { expect, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { guest, offerByLink, watchShift } from './guests.ts'
import { choosePage } from './walking.ts'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const call = (page: Page) => page.locator('.call')

test('nothing is made by looking; a match of two is one press away', async ({ browser }) => {
  const host = await guest(browser, server, 'about:blank')
  await host.setViewportSize({ width: 360, height: 740 })
  const shifts = await watchShift(host)
  await host.goto('/invite')
  await expect(host.locator('.connection[data-status="online"]')).toBeAttached()
  await expect(host.getByRole('button', { name: 'Make the link' })).toBeInViewport({ ratio: 1 })
  expect(await shifts()).toEqual([])
  await host.goto('/')
  await host.getByRole('link', { name: 'Invite a friend' }).click()
  await expect(host.getByLabel('A match of two')).toBeChecked()
  await expect(host.getByLabel('Time')).toBeVisible()
  await expectNoViolations(host)
  // The lobby shows the name once it is connected, and the header whatever waits.
  await host.goto('/online')
  await expect(host.locator('.name-form')).toBeVisible()
  await expect(call(host)).toHaveCount(0)
  await host.goto('/invite')
  await offerByLink(host)
  await expect(host.getByText('The points of both are added up.')).toBeVisible()
  // An invitation that is open is shown again.
  await host.goto('/invite')
  await host.waitForURL(/\/invite\/\w{12}$/)
})

test('an invitation has its terms and its link; other terms make another link', async ({
  browser,
}) => {
  const host = await guest(browser, server, '/invite')
  await host.getByText('More options').click()
  await host.getByLabel('White', { exact: true }).check()
  await offerByLink(host, 'One game')
  await expect(host.getByText('You play White.')).toBeVisible()
  const field = host.getByRole('textbox', { name: 'Copy link' })
  const first = await field.inputValue()
  await expect(host.getByText('10 min each + 5 s per move')).toBeVisible()
  await expect(host.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expectNoViolations(host)
  await host.getByRole('button', { name: 'Change the terms' }).click()
  // A player who only wanted to look returns to the valid link.
  await host.getByRole('button', { name: 'Cancel' }).click()
  await host.getByRole('button', { name: 'Change the terms' }).click()
  await host.getByLabel('Time').selectOption('2 min each + 2 s per move')
  await host.getByRole('button', { name: 'Make a new link' }).click()
  await expect(host.getByText('2 min each + 2 s per move · You play White.')).toBeVisible()
  const second = await field.inputValue()
  expect(second).not.toBe(first)
  const late = await guest(browser, server, new URL(first).pathname)
  await expect(
    late.getByText(
      'It was withdrawn, declined or replaced by a new link, or it has expired. Or the link is incomplete. Ask for a new one.',
    ),
  ).toBeVisible()
  const friend = await guest(browser, server, new URL(second).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  for (const page of [host, friend]) await page.waitForURL(/\/play\//)
})

test('the link of an invitation that was taken leads players to the game and others to watch', async ({
  browser,
}) => {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host)
  const { pathname } = new URL(host.url())
  const friend = await guest(browser, server, pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await friend.waitForURL(/\/play\//)
  await friend.goto(pathname)
  await friend.waitForURL(/\/play\//)
  const other = await guest(browser, server, pathname)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(
    'This invitation has been accepted',
  )
  await expectNoViolations(other)
  await other.getByRole('link', { name: 'Watch the game' }).click()
  await expect(other.getByText('You’re watching.')).toBeVisible()
})

test('who is invited learns first, is led back, and both play under names that they give', async ({
  browser,
}) => {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host)
  const hostName = host.getByLabel('Your name')
  const rename = host.getByRole('button', { name: 'Change name' })
  await expect(hostName).toHaveCount(0)
  await rename.click()
  await expect(hostName).toBeFocused()
  await hostName.fill('a1')
  await rename.click()
  await expect(host.getByRole('alert')).toContainText('at least 3')
  await hostName.fill('Anna')
  await host.context().setOffline(true)
  await rename.click()
  await expect(host.getByText('The server isn’t responding.')).toBeVisible()
  await expect(hostName).toHaveValue('Anna')
  await host.context().setOffline(false)
  await expect(async () => {
    await rename.click()
    await expect(host.getByText('Your friend sees you as Anna.')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(hostName).toHaveCount(0)
  // The name can be changed again.
  await rename.click()
  await hostName.fill('Hanna')
  await rename.click()
  await expect(host.getByText('Your friend sees you as Hanna.')).toBeVisible()
  const friend = await guest(browser, server, new URL(host.url()).pathname)
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('Hanna invites you to a game')
  await expect(friend.getByText(/For two players\./)).toBeVisible()
  await expect(friend.locator('.board-drawing .face').first()).toBeVisible()
  await expectNoViolations(friend)
  await friend.getByRole('link', { name: /^Learn to play first/ }).click()
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('1. The board and the marks')
  await friend.getByRole('link', { name: 'All lessons' }).click()
  await expect(call(friend)).toContainText('from Hanna')
  await call(friend).click()
  await expect(call(friend)).toHaveCount(0)
  await friend.getByLabel('Your name').fill('Ben')
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await friend.waitForURL(/\/play\//)
  await expect(host.locator('.seat-far .seat-given')).toHaveText('Ben')
  await expect(friend.locator('.seat-far .seat-given')).toHaveText('Hanna')
  await choosePage(friend, 'Rules')
  await expect(call(friend)).toContainText('Hanna')
})

test('where the device can share, the invitation is handed to it', async ({ browser }) => {
  const host = await guest(browser, server, 'about:blank')
  await host.addInitScript(() => {
    Object.assign(navigator, {
      share: async (shared: unknown) => Object.assign(window, { shared }),
    })
  })
  await host.goto('/invite')
  await offerByLink(host)
  await host.getByRole('button', { name: 'Share' }).click()
  const shared = await host.evaluate(() => Reflect.get(window, 'shared'))
  expect(shared.url).toBe(host.url())
})

test('an invitation that waits is seen on every page, and can be sent again or withdrawn', async ({
  browser,
}) => {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host)
  const { href } = new URL(host.url())
  await expect(call(host)).toHaveCount(0)
  await host.goto('/rules')
  await expect(call(host)).toContainText('Invitation waiting')
  await choosePage(host, 'Your games')
  const row = host.locator('.challenge-row')
  await expect(row).toContainText('Your invitation')
  await expectNoViolations(host)
  await row.getByRole('button', { name: 'Copy link' }).click()
  await expect(row).toContainText('Copied')
  expect(await host.evaluate(() => navigator.clipboard.readText())).toBe(href)
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await expect(row).toHaveCount(0)
  await expect(call(host)).toHaveCount(0)
})

test('both players see the match of two and its colours, and a typed name is taken along', async ({
  browser,
}) => {
  const host = await guest(browser, server, '/invite')
  await offerByLink(host, 'One game')
  await host.getByRole('button', { name: 'Change name' }).click()
  await host.getByLabel('Your name').fill('Walter Quill')
  await host.getByRole('button', { name: 'Change the terms' }).click()
  await expect(host.getByText('Your friend sees you as Walter Quill.')).toBeVisible()
  await host.getByLabel('A match of two').check()
  await host.getByLabel('Black', { exact: true }).check()
  await host.getByRole('button', { name: 'Make a new link' }).click()
  await expect(host.getByText('You play Black in game 1.')).toBeVisible()
  await expect(host.getByText('with colours swapped')).toBeVisible()
  const friend = await guest(browser, server, new URL(host.url()).pathname)
  await expect(friend.getByRole('heading', { level: 1 })).toContainText('Walter Quill invites you')
  await expect(friend.getByText('You would play White in game 1.')).toBeVisible()
  await friend.setViewportSize({ width: 360, height: 740 })
  const overhang = () =>
    friend.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
  expect(await overhang()).toBe(0)
  await expect(friend.getByText('with colours swapped')).toBeVisible()
})
