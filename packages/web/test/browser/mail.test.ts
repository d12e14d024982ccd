import { expect, type Page } from '@playwright/test'
import { freePort } from '../../../server/test/helpers/free-port.mjs'
import {
  type MailServer,
  saidBy,
  startMailServer,
} from '../../../server/test/helpers/mail-server.ts'
import { commandId, GIVEN_TERMS } from '../../../server/test/helpers/page.ts'
import { openMember } from '../../../server/test/helpers/people.ts'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { authenticatorOf, guest, member, startSite } from './guests.ts'

const PASSWORD = 'seven stacks of stone'
const NEXT = 'eight stacks of stone'

let mails: MailServer
let server: TestServer
/** Browsers allow passkeys for host names only, not for addresses. */
let site: { readonly url: string }
test.beforeEach(async () => {
  mails = await startMailServer()
  const port = await freePort()
  const publicUrl = `http://localhost:${port}`
  site = { url: publicUrl }
  const from = { name: 'Hokito', address: 'hokito@hokito.example' }
  server = await startSite({ port, publicUrl, mail: { url: mails.url, from } })
})
test.afterEach(async () => {
  await server.close()
  await mails.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const part = (page: Page) =>
  page
    .locator('.account-part')
    .filter({ has: page.getByRole('heading', { name: 'E‑mail address' }) })

/** A player challenges an account whose page has not been used for a while. */
async function challenge(name: string): Promise<void> {
  const challenger = await openMember(site.url)
  server.advance(660_000)
  const { id: opponent } = await (await fetch(`${site.url}/api/v1/players/${name}`)).json()
  const offered = await challenger.send({
    type: 'challenge',
    id: commandId(),
    terms: { ...GIVEN_TERMS, timeControl: { kind: 'correspondence', daysPerMove: 2 } },
    color: 'black',
    isListed: false,
    opponent,
  })
  expect(offered.ok).toBe(true)
  challenger.close()
}

async function giveAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await part(page).getByLabel('E‑mail address', { exact: true }).fill(address)
  await part(page).getByLabel('Your current password').first().fill(PASSWORD)
  await button(page, 'Use this address').click()
}

test('an address is given, confirmed by the link, and taken away', async ({ browser }) => {
  const page = await member(browser, site, 'Ottilie')
  await giveAddress(page, 'ottilie')
  await expect(part(page).getByText('We can’t write to this e‑mail address.')).toBeVisible()
  await expect(part(page).getByLabel('E‑mail address', { exact: true })).toBeFocused()
  await part(page).getByLabel('E‑mail address', { exact: true }).fill('ottilie@example.org')
  await button(page, 'Use this address').click()
  await expect(page.getByText('We have sent you a message.')).toBeVisible()
  await expect(part(page).getByText('We have written to ottilie@example.org.')).toBeVisible()
  const { base, token } = saidBy(await mails.lastTo('ottilie@example.org'))
  await page.goto('/')
  await page.goto(`${base}#confirm=${token}`)
  await expect(page.getByText('Your e‑mail address has been confirmed.')).toBeVisible()
  expect(page.url()).toBe(base)
  await button(page, 'Go to the home page').click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto(base)
  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await expect(part(page).getByText('Your address: ottilie@example.org')).toBeVisible()
  await expectNoViolations(page)
  await part(page).getByLabel('Your current password').last().fill(PASSWORD)
  await button(page, 'Remove the address').click()
  await expect(page.getByText('The address has been removed.')).toBeVisible()
  await expect(part(page).getByText('Your address:')).toBeHidden()
})

test('a link that is opened elsewhere waits until the player has signed in, and works once', async ({
  browser,
}) => {
  const page = await member(browser, site, 'Kunigunde')
  await giveAddress(page, 'kunigunde@example.org')
  const { token } = saidBy(await mails.lastTo('kunigunde@example.org'))
  const other = await guest(browser, site, `/account#confirm=${token}`)
  await expect(other.getByText('Sign in to confirm your e‑mail address.')).toBeVisible()
  await other.getByLabel('Name', { exact: true }).fill('Kunigunde')
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(other, 'Sign in').click()
  await expect(other.getByText('Your e‑mail address has been confirmed.')).toBeVisible()
  // Not from a page at the same path, which would read the link before it is loaded again.
  await page.goto('about:blank')
  await page.goto(`/account#confirm=${token}`)
  await expect(page.getByText('This link doesn’t work any more.')).toBeVisible()
})

test('a forgotten password is set again by an e-mail', async ({ browser }) => {
  const page = await member(browser, site, 'Adelheid')
  await giveAddress(page, 'adelheid@example.org')
  const { token } = saidBy(await mails.lastTo('adelheid@example.org'))
  await page.goto(`/account#confirm=${token}`)
  await expect(page.getByText('Your e‑mail address has been confirmed.')).toBeVisible()

  const other = await guest(browser, site, '/account')
  await other.getByRole('radio', { name: 'Reset your password by e‑mail' }).check()
  for (const who of ['Nobody Here', 'Adelheid']) {
    await other.getByLabel('Name or e‑mail address').fill(who)
    await button(other, 'Send the link').click()
    await expect(other.getByText('If this name or address belongs to an account')).toBeVisible()
    await button(other, 'OK').click()
  }
  const reset = saidBy(await mails.lastTo('adelheid@example.org', 2)).token
  await other.goto(`/account#reset=${reset}`)
  await expect(other.getByText('Choose a new password for your account.')).toBeVisible()
  expect(other.url()).not.toContain(reset)
  await other.getByLabel('New password', { exact: true }).fill(NEXT)
  await button(other, 'Set the new password').click()
  await expect(other.getByText('You’re signed in as Adelheid.')).toBeVisible()
  await expect(other.getByText('Your password has been changed.')).toBeVisible()
  await expect(button(other, 'Go to the home page')).toBeVisible()
  // The link was valid once; now the page offers to send another one.
  await page.goto(`/account#reset=${reset}`)
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await button(page, 'Set the new password').click()
  await expect(page.getByText('This link doesn’t work any more.')).toBeVisible()
  await button(page, 'Reset your password by e‑mail').click()
  await expect(page.getByLabel('Name or e‑mail address')).toBeVisible()
})

test('letters about games are switched on, and ended by the link in one of them', async ({
  browser,
}) => {
  const page = await member(browser, site, 'Ludmilla')
  await page.setViewportSize({ width: 360, height: 740 })
  const letters = page.getByLabel('E‑mail me about my correspondence games')
  await giveAddress(page, 'ludmilla@example.org')
  await expect(part(page).getByText('We have written to ludmilla@example.org.')).toBeVisible()
  await expect(letters).toBeHidden()
  const { token } = saidBy(await mails.lastTo('ludmilla@example.org'))
  await page.goto('/')
  await page.goto(`/account#confirm=${token}`)
  await expect(page.getByText('Your e‑mail address has been confirmed.')).toBeVisible()
  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await expect(letters).not.toBeChecked()
  await letters.check()
  await expect(part(page).getByText('You never get more than ten')).toBeVisible()
  const widths = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(widths[0]).toBe(widths[1])
  await expectNoViolations(page)

  await challenge('Ludmilla')
  const letter = await mails.lastTo('ludmilla@example.org', 2)
  const [, path = ''] = /^List-Unsubscribe:\s+<[^>]*?(\/api\/[^>]+)>/im.exec(letter.headers) ?? []
  expect(path).not.toBe('')

  // The link works without signing in, and nothing happens before the button is pressed.
  const other = await guest(browser, site, '/')
  await other.setViewportSize({ width: 360, height: 740 })
  await other.goto(path)
  await expect(other.getByText('Do you want to stop e‑mails about your games?')).toBeVisible()
  expect(other.url()).toBe(`${site.url}/account`)
  await expectNoViolations(other)
  await page.reload()
  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await expect(letters).toBeChecked()
  await button(other, 'Stop these e‑mails').click()
  await expect(other.getByText('You’ll get no more e‑mails about your games.')).toBeVisible()
  await page.reload()
  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await expect(letters).not.toBeChecked()
})

test('a passkey confirms instead of the password, once and for its own account', async ({
  browser,
}) => {
  const page = await member(browser, site, 'Brunhilde')
  await authenticatorOf(page)
  await page.getByRole('heading', { name: 'Passkeys' }).click()
  const passkeys = page
    .locator('.account-part')
    .filter({ has: page.getByRole('heading', { name: 'Passkeys' }) })
  await passkeys.getByLabel('Your current password').fill(PASSWORD)
  await passkeys.getByRole('button', { name: 'Make a passkey on this device' }).click()
  await expect(page.getByText('The passkey has been made.')).toBeVisible()

  await page.getByRole('heading', { name: 'E‑mail address' }).click()
  await part(page).getByLabel('E‑mail address', { exact: true }).fill('thief@example.org')
  let data: unknown
  await page.route(/mail-add$/, async (route) => {
    data = route.request().postDataJSON()
    await route.abort()
  })
  await button(page, 'Use this address, with a passkey').click()
  await expect(part(page).getByText('The server isn’t responding.')).toBeVisible()
  await page.unroute(/mail-add$/)
  const thief = await member(browser, site, 'Wrongful')
  for (const requester of [thief, page]) {
    const answer = await requester.request.post('/api/account/mail-add', { data })
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toEqual({ code: 'wrongPasskey' })
  }

  await part(page).getByLabel('E‑mail address', { exact: true }).fill('brunhilde@example.org')
  await button(page, 'Use this address, with a passkey').click()
  await expect(part(page).getByText('We have written to brunhilde@example.org.')).toBeVisible()
  await mails.lastTo('brunhilde@example.org')
  await button(page, 'Remove the address, with a passkey').click()
  await expect(page.getByText('The address has been removed.')).toBeVisible()
  expect(mails.taken.map(({ to }) => to)).toEqual([['brunhilde@example.org']])
})
