import { expect } from 'vitest'
import { PASSWORD, post } from './account.ts'
import { freePort } from './free-port.mjs'
import { type MailServer, saidBy } from './mail-server.ts'
import type { Page } from './page.ts'
import { startTestServer, type TestOptions, type TestServer } from './server.ts'

export const FROM = { name: 'Hokito', address: 'hokito@hokito.example' }

/** A server with a public address that sends e-mails through a mail server. */
export async function startSending(url: string, options: TestOptions = {}): Promise<TestServer> {
  const port = await freePort()
  return startTestServer({
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    mail: { url, from: FROM },
    ...options,
  })
}

type Owner = Pick<Page, 'url' | 'cookie'>

/** Gives an account an address and confirms it, as a page of the site does. */
export async function giveAddress(
  page: Owner,
  mails: MailServer,
  address: string,
  language = 'en',
): Promise<void> {
  const before = mails.taken.filter(({ to }) => to.includes(address)).length
  const wish = { address, language, proof: { password: PASSWORD } }
  expect((await post(page, 'mail-add', wish)).status).toBe(200)
  const { token } = saidBy(await mails.lastTo(address, before + 1))
  expect((await post(page, 'mail-confirm', { token })).status).toBe(200)
}

/** Switches e-mails about games on or off. */
export async function setGameLetters(page: Owner, isOn: boolean): Promise<void> {
  expect((await post(page, 'mail-games', { isOn })).status).toBe(200)
}
