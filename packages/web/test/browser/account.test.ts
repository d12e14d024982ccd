import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { test } from './guest-test.ts'
import { authenticatorOf, giveUp, guest, offerByLink } from './guests.ts'
import { tabTo } from './keyboard.ts'
import { choosePage, speak } from './walking.ts'

const PASSWORD = 'seven stacks of stone'
const NEW_PASSWORD = 'eight stacks of stone'

let server: TestServer
test.beforeEach(async ({ server: own }) => {
  server = own
})

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
const newPassword = (page: Page | Locator) => page.getByLabel('New password', { exact: true })
const part = (page: Page, title: string) =>
  page.locator('.account-part').filter({ has: page.getByRole('heading', { name: title }) })

async function choose(page: Page, way: string): Promise<void> {
  await page.getByRole('radio', { name: way, exact: true }).check()
}

/** Makes an account for the guest on the page; returns its recovery codes. */
async function signUp(page: Page, name: string): Promise<readonly string[]> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await newPassword(page).fill(PASSWORD)
  await button(page, 'Create the account').click()
  await expect(page.getByText('Your account has been created.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
  const codes = await page.locator('.recovery-codes code').allTextContents()
  await button(page, 'I’ve saved the codes').click()
  await expect(page.getByText(`You’re signed in as ${name}.`)).toBeVisible()
  return codes
}

async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await choose(page, 'Sign in')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Sign in').click()
}

/** A game of two guests, which the first resigns. */
async function playAndResign(browser: Browser): Promise<Page> {
  const host = await guest(browser, server)
  await button(host, 'More options').click()
  await host.getByLabel('A friend with the link').check()
  await host.getByLabel('One game').check()
  await button(host, 'Offer the game').click()
  const link = await host.getByLabel('Copy link').first().inputValue()
  const friend = await guest(browser, server, new URL(link).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await giveUp(host, friend)
  return host
}

test('recovery codes are not left behind by a slip', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  await page.getByLabel('Name', { exact: true }).fill('Kunigunde')
  await newPassword(page).fill(PASSWORD)
  await button(page, 'Create the account').click()
  const codes = page.locator('.recovery-codes')
  await expect(codes).toBeVisible()
  page.once('dialog', (dialog) => {
    expect(dialog.message()).toContain('You won’t see these codes again')
    void dialog.dismiss()
  })
  await choosePage(page, 'Lessons')
  await expect(codes).toBeVisible()
  // The menu's list no longer lies over them.
  await expect(page.getByRole('link', { name: 'Lessons', exact: true })).toBeHidden()
  page.once('dialog', (dialog) => void dialog.accept())
  await choosePage(page, 'Lessons')
  await expect(page).toHaveURL(/\/learn$/)
  await expect(page.getByRole('banner').locator('.account-link')).toHaveText('Kunigunde')
  // The page no longer asks before leaving.
  await choosePage(page, 'Rules')
  await expect(page).toHaveURL(/\/rules$/)
})

test('a player who has kept the recovery codes is not asked whether to leave', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/account')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await signUp(page, 'Kunigunde')
  expect(asked).toEqual([])
})

test('a guest who has played signs up, keeps the game, signs in elsewhere, and ends it all', async ({
  browser,
}) => {
  const page = await playAndResign(browser)
  await page.goto('/account')
  await expect(page.getByText('If you create an account, they come with you.')).toBeVisible()
  const codes = await signUp(page, 'Ottilie')
  expect(new Set(codes).size).toBe(10)
  await page.goto('/games')
  await expect(page.locator('.game-row, .games-page li').first()).toBeVisible()

  const other = await guest(browser, server, '/account')
  await signIn(other, 'Ottilie')
  await expect(other.getByText('You’re signed in as Ottilie.')).toBeVisible()
  await other.goto('/online')
  await expect(other.getByText('You play as Ottilie.')).toBeVisible()

  await page.goto('/account')
  await button(page, 'Sign out everywhere').click()
  await expect(page.getByText('What would you like to do?')).toBeVisible()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
  // The other page has lost its connection, and reconnects as a new guest.
  await expect(other.getByText('You play as Ottilie.')).toBeHidden()
  await expect(other.getByText(/You play as \w+\s\w+\s\d+\./)).toBeVisible()
  // It says so, and links to the sign-in form; this page signed out itself.
  const told = other.getByRole('dialog', { name: 'You’re signed out' })
  await expect(told).toBeVisible()
  await expectNoViolations(other)
  await told.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText('What would you like to do?')).toBeVisible()
  await expect(other.getByRole('radio', { name: 'Sign in' })).toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await signIn(page, 'Ottilie')
  await expect(page.getByText('You’re signed in as Ottilie.')).toBeVisible()
  await page.getByRole('heading', { name: 'Delete your account' }).click()
  const deletion = part(page, 'Delete your account')
  await deletion.getByLabel('Your current password').fill('not it at all')
  await button(deletion, 'Delete the account for good').click()
  await expect(deletion.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible()
  await expect(deletion.getByLabel('Your current password')).toBeFocused()
  await deletion.getByLabel('Your current password').fill(PASSWORD)
  await button(deletion, 'Delete the account for good').click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await page.goto('/account')
  await signIn(page, 'Ottilie')
  await expect(page.getByText('The name or the password is wrong.')).toBeVisible()
})

test('a guest who has chosen a name need not type it again for an account', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('')
  await page.goto('/online')
  await button(page, 'Change name').click()
  await page.getByLabel('Your name').fill('Rosalind')
  await button(page, 'Change name').click()
  await expect(page.getByText('You play as Rosalind.')).toBeVisible()
  await page.goto('/account')
  await expect(name).toHaveValue('Rosalind')
  await newPassword(page).fill(PASSWORD)
  await button(page, 'Create the account').click()
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
})

test('who has deleted the account is called so in the reader’s language, and in records in English', async ({
  browser,
}) => {
  const host = await playAndResign(browser)
  const game = new URL(host.url()).pathname
  await host.goto('/account')
  await signUp(host, 'Ottokar')
  await host.getByRole('heading', { name: 'Delete your account' }).click()
  const deletion = part(host, 'Delete your account')
  await deletion.getByLabel('Your current password').fill(PASSWORD)
  await button(deletion, 'Delete the account for good').click()
  await expect(host.getByText('Your account has been deleted.')).toBeVisible()

  const reader = await guest(browser, server, `${game}?lang=de`)
  await expect(reader.locator('.seat').filter({ hasText: 'Gelöschter Spieler' })).toHaveCount(1)
  await expect(reader.locator('body')).not.toContainText('Deleted player')
  const review = reader.getByRole('link', { name: 'Auswerten', exact: true })
  expect(decodeURIComponent((await review.getAttribute('href')) ?? '')).toContain('Deleted player')
})

test('a forgotten password is replaced by a recovery code, and changed again', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/account')
  const [code = ''] = await signUp(page, 'Kunigunde')
  const other = await guest(browser, server, '/account')
  await choose(other, 'Use a recovery code')
  await expect(other.getByText('You’ll be signed out on all other devices.')).toBeVisible()
  await other.getByLabel('Name', { exact: true }).fill('Kunigunde')
  await other.getByLabel('Recovery code', { exact: true }).fill(code.toLowerCase())
  await newPassword(other).fill(NEW_PASSWORD)
  await button(other, 'Set the new password').click()
  await expect(other.getByText('You’re signed in as Kunigunde.')).toBeVisible()
  await expect(other.getByText('Your password has been changed.')).toBeVisible()
  await other.goto('/account')
  await page.reload()
  await expect(page.getByText('What would you like to do?')).toBeVisible()

  await other.getByRole('heading', { name: 'Your recovery codes' }).click()
  await expect(other.getByText('Codes left: 9.')).toBeVisible()
  await other.getByRole('heading', { name: 'Change your password' }).click()
  const change = part(other, 'Change your password')
  await change.getByLabel('Your current password').fill(NEW_PASSWORD)
  await newPassword(change).fill('too short')
  await button(change, 'Change your password').click()
  await expect(change.getByText('it needs at least 10 characters')).toBeVisible()
  await newPassword(change).fill(PASSWORD)
  await button(change, 'Change your password').click()
  await expect(other.getByText('Your password has been changed.')).toBeVisible()
  await signIn(page, 'Kunigunde')
  await expect(page.getByText('You’re signed in as Kunigunde.')).toBeVisible()
})

test('a name is changed once, and all there is can be saved', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  await signUp(page, 'Walburga')
  await page.getByRole('heading', { name: 'Change your name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Walburga the Second')
  await button(page, 'Change your name').click()
  await expect(page.getByText('Your name has been changed.')).toBeVisible()
  await expect(page.getByText('You’re signed in as Walburga the Second.')).toBeVisible()
  await expect(page.getByText('You can change your name again from')).toBeVisible()
  await page.getByRole('heading', { name: 'Your data' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const saved = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(saved.player.name).toBe('Walburga the Second')
})

test('what is wrong is said at its field, by the keyboard alone', async ({ browser }) => {
  await signUp(await guest(browser, server, '/account'), 'Adelheid')
  const page = await guest(browser, server, '/account')
  const name = page.getByLabel('Name', { exact: true })
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await tabTo(page, name)
  await page.keyboard.type('Ad')
  await newPassword(page).fill('short')
  await page.keyboard.press('Enter')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).not.toContain('/api/account/sign-up')
  await newPassword(page).fill('')
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'false')
  await name.fill('')
  await page.keyboard.type('Ade1heid')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('This name is taken, or looks the same as one that is.'),
  ).toBeVisible()
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAttribute('autocomplete', 'username')
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password')
  await expect(newPassword(page)).toHaveAttribute('type', 'password')
  await button(page, 'Show the password').click()
  await expect(newPassword(page)).toHaveAttribute('type', 'text')
  await expect(newPassword(page)).toHaveValue(PASSWORD)
  // A free name is one press away.
  await page.getByRole('button', { name: /^Use “Ade1heid \d\d”$/ }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue(/^Ade1heid \d\d$/)
  await expect(page.getByText('This name is taken')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused()
})

test('a passkey signs in on another device, once for each challenge, until it is removed', async ({
  browser,
}) => {
  // Browsers allow passkeys for host names only, not for addresses.
  const site = { url: server.url.replace('127.0.0.1', 'localhost') }
  const page = await guest(browser, site, '/account')
  const keys = await authenticatorOf(page)
  await signUp(page, 'Theresia')
  await page.getByRole('heading', { name: 'Passkeys' }).click()
  const passkeys = part(page, 'Passkeys')
  await passkeys.getByLabel('Your current password').fill(PASSWORD)
  await button(passkeys, 'Make a passkey on this device').click()
  await expect(page.getByText('The passkey has been made.')).toBeVisible()
  await expect(passkeys.getByText('Made on')).toHaveCount(1)

  const other = await guest(browser, site, '/account')
  const otherKeys = await authenticatorOf(other)
  for (const credential of await keys.credentials()) await otherKeys.add(credential)
  await choose(other, 'Sign in')
  const sent = other.waitForRequest(/passkey-sign-in$/)
  await button(other, 'Sign in with a passkey').click()
  await expect(other.getByText('You’re signed in as Theresia.')).toBeVisible()
  // The same request again, replayed by an eavesdropper.
  const thief = await guest(browser, site, '/account')
  const replayed = await thief.request.post('/api/account/passkey-sign-in', {
    data: (await sent).postDataJSON(),
  })
  expect(replayed.status()).toBe(401)

  await button(passkeys, 'Remove').click()
  await expect(page.getByText('The passkey has been removed.')).toBeVisible()
  await expect(passkeys.getByText('Made on')).toHaveCount(0)
  await button(other, 'Sign out here').click()
  // A player who has just signed out has an account.
  await expect(other.getByRole('radio', { name: 'Sign in', exact: true })).toBeChecked()
  await button(other, 'Sign in with a passkey').click()
  await expect(other.getByText('The passkey didn’t work.')).toBeVisible()
})

test('a key for a program is shown once, seen in the list, and revoked', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  await signUp(page, 'Ottilie')
  const keys = part(page, 'Programs')
  await keys.locator('summary').click()
  await keys.getByLabel('What is the key for?').fill('A bot of mine')
  await keys.getByLabel('Your current password').fill(PASSWORD)
  await button(keys, 'Make a key').click()
  // Nothing is sent until a permission is chosen.
  await expect(keys.getByRole('checkbox').first()).toBeFocused()
  await keys.getByLabel('See your games and challenges').check()
  await button(keys, 'Make a key').click()
  await expect(keys.getByRole('heading', { name: 'Your new key' })).toBeFocused()
  const token = await keys.locator('.recovery-codes code').innerText()
  expect(token).toMatch(/^hokito_[\w-]{43}$/)
  await button(keys, 'I’ve saved the key').click()
  const kept = keys.getByRole('listitem').filter({ hasText: 'A bot of mine' })
  await expect(kept).toContainText('Never used')
  const ask = () =>
    page.request.get(`${server.url}/api/v1/account`, {
      headers: { Authorization: `Bearer ${token}` },
    })
  expect((await ask()).status()).toBe(200)
  await page.reload()
  await keys.locator('summary').click()
  await expect(kept).toContainText('Last used on')
  await expect(page.getByText(token)).toHaveCount(0)
  await button(kept, 'Revoke').click()
  await expect(page.getByText('The key has stopped working.')).toBeVisible()
  await expect(kept).toHaveCount(0)
  expect((await ask()).status()).toBe(401)
})

test('its words have room in every language on a phone', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  await page.setViewportSize({ width: 360, height: 740 })
  for (const language of LANGUAGES) {
    await speak(page, language)
    for (const way of await page.getByRole('radio').all()) {
      await way.check()
      expect(await cut(page), language).toEqual([])
    }
  }
  await speak(page, 'en')
  await choose(page, 'Create an account')
  await signUp(page, 'Ottilie')
  await page.locator('summary').first().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  for (const language of LANGUAGES) {
    await speak(page, language)
    expect(await cut(page), language).toEqual([])
  }
})

/** Elements wider than the place they are in. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, main button, main label, main summary, main p, main a')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  )
}

test('axe-core finds nothing to object to on the pages of an account in any theme', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/account')
  await page.setViewportSize({ width: 360, height: 740 })
  const look = async (what: string) => {
    await expectNoViolationsInThemes(page, what)
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide, what).toBe(0)
  }
  for (const way of ['Create an account', 'Sign in', 'Use a recovery code']) {
    await choose(page, way)
    await look(way)
  }
  await choose(page, 'Create an account')
  await page.getByLabel('Name', { exact: true }).fill('Admin')
  await newPassword(page).fill(PASSWORD)
  await button(page, 'Create the account').click()
  await expect(page.locator('[aria-invalid=true]')).toBeFocused()
  await look('a refused name')
  await page.getByLabel('Name', { exact: true }).fill('Ottilie')
  await button(page, 'Create the account').click()
  await page.locator('.recovery-codes').waitFor()
  await look('recovery codes')
  await button(page, 'I’ve saved the codes').click()
  // The page is reloaded.
  await page.locator('summary').first().waitFor()
  for (const summary of await page.locator('summary').all()) await summary.click()
  await look('an account')
  await page.getByLabel('What is the key for?').fill('A bot')
  await page.getByLabel('See your games and challenges').check()
  await part(page, 'Programs').getByLabel('Your current password').fill(PASSWORD)
  await button(page, 'Make a key').click()
  await page.locator('.recovery-codes').waitFor()
  await look('a new key')
  await button(page, 'I’ve saved the key').click()
  await page.getByText('Never used').waitFor()
  await look('a key')
})

test('the header says who is signed in, on every page, for as long as it is so', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/account')
  const account = page.getByRole('banner').locator('.account-link')
  await expect(account).toHaveText('Profile')
  await signUp(page, 'Theodora')
  await expect(account).toHaveText('Theodora')
  await page.goto('/learn')
  await expect(account).toHaveText('Theodora')

  const other = await guest(browser, server, '/account')
  await signIn(other, 'Theodora')
  await expect(other.getByText('You’re signed in as Theodora.')).toBeVisible()
  await button(other, 'Sign out everywhere').click()
  await expect(other.getByText('What would you like to do?')).toBeVisible()
  await expect(other.getByRole('banner').locator('.account-link')).toHaveText('Profile')
  await page.goto('/rules')
  await expect(account).toHaveText('Profile')
  await page.reload()
  await expect(account).toHaveText('Profile')
})

test('a player who signs out during a game is asked first', async ({ browser }) => {
  const page = await guest(browser, server, '/account')
  await signUp(page, 'Ludmilla')
  await page.goto('/invite')
  await offerByLink(page)
  const friend = await guest(browser, server, new URL(page.url()).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  await page.waitForURL(/\/play\//)
  await expect(page.locator('[data-square]').first()).toBeVisible()
  await page.goto('/account')
  await expect(page.locator('.call')).toBeVisible()
  await button(page, 'Sign out here').click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('You have games in progress.')
  await button(asked, 'Cancel').click()
  await expect(page.getByText('You’re signed in as Ludmilla.')).toBeVisible()
  await button(page, 'Sign out here').click()
  await button(asked, 'Sign out here').click()
  await expect(page.getByText('You’re signed out.')).toBeVisible()
})

test('an account made from another page leads back to it, and so does signing in', async ({
  browser,
}) => {
  const page = await guest(browser, server, '/study')
  const joining = page.getByRole('main').getByRole('link', { name: 'Create an account' })
  await joining.click()
  await page.getByLabel('Name', { exact: true }).fill('Kunigunde')
  await newPassword(page).fill(PASSWORD)
  await button(page, 'Create the account').click()
  await button(page, 'I’ve saved the codes').click()
  await expect(page).toHaveURL(`${server.url}/study`)
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible()
  await expect(page.getByRole('banner').locator('.account-link')).toHaveText('Kunigunde')

  const other = await guest(browser, server, '/tournaments')
  await other.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await signIn(other, 'Kunigunde')
  await expect(other).toHaveURL(`${server.url}/tournaments`)
  await expect(other.getByRole('banner').locator('.account-link')).toHaveText('Kunigunde')

  // From the lobby in German, back to the lobby in German.
  const third = await guest(browser, server, '/de/online')
  await third.getByRole('main').getByRole('link', { name: /Konto/ }).click()
  await expect(third).toHaveURL(/from=%2Fde%2Fonline$/)

  // A link made by others leads nowhere else.
  const lured = await guest(browser, server, '/account?from=https://evil.example/')
  await signIn(lured, 'Kunigunde')
  await expect(lured.getByText('You’re signed in as Kunigunde.')).toBeVisible()
  expect(new URL(lured.url()).origin).toBe(server.url)
})
