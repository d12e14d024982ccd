import { fileURLToPath } from 'node:url'
import { type Browser, expect, type Page, type WebSocketRoute } from '@playwright/test'
import {
  startTestServer,
  type TestOptions,
  type TestServer,
} from '../../../server/test/helpers/server.ts'
import { landings, movable, moveCount, square } from './helpers.ts'

/** A server of one's own with the built site. */
export function startSite(options: TestOptions = {}): Promise<TestServer> {
  const siteFolder = fileURLToPath(new URL('../../dist', import.meta.url))
  return startTestServer({ siteFolder, ...options })
}

/** A guest of their own, in a browser of their own. */
export async function guest(
  browser: Browser,
  { url }: Pick<TestServer, 'url'>,
  path = '/online',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Somebody with an account, in a browser of their own, on its page. */
export async function member(
  browser: Browser,
  server: Pick<TestServer, 'url'>,
  name: string,
): Promise<Page> {
  const page = await guest(browser, server, '/account')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('New password', { exact: true }).fill('seven stacks of stone')
  await page.getByRole('button', { name: 'Create the account', exact: true }).click()
  await page.getByRole('button', { name: 'I have kept the codes', exact: true }).click()
  await expect(page.getByText(`You are signed in as ${name}.`)).toBeVisible()
  return page
}

/** Both move once in a game that is open on both pages, then the first of them gives up. */
export async function giveUp(loser: Page, other: Page): Promise<void> {
  for (const page of [loser, other]) await square(page, 'a1').waitFor()
  const isBlack = (await loser.locator('.seat-near .disc-black').count()) === 1
  for (const [ply, page] of (isBlack ? [loser, other] : [other, loser]).entries()) {
    await expect(page).toHaveTitle(/^●/)
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBe(ply + 1)
  }
  await expect.poll(() => moveCount(loser)).toBe(2)
  await loser.getByRole('button', { name: 'Resign', exact: true }).click()
  await loser.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await expect(loser.locator('#end-title')).toBeVisible()
}

/** Chromium's own authenticator, which shows a finger whenever it is asked to. */
export async function authenticatorOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async () =>
    (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  type Credential = Awaited<ReturnType<typeof credentials>>[number]
  return {
    credentials,
    add: (credential: Credential) =>
      session.send('WebAuthn.addCredential', { authenticatorId, credential }),
  }
}

/** Cuts the page's line to the server, and lets it be there again. To be called before the page opens one. */
export async function cuttable(page: Page): Promise<{ cut(): Promise<void>; mend(): void }> {
  const lines = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/socket/, (line) => {
    if (isCut) return void line.close()
    lines.add(line)
    line.connectToServer()
  })
  return {
    cut: async () => {
      isCut = true
      for (const line of lines) await line.close()
      lines.clear()
    },
    mend: () => {
      isCut = false
    },
  }
}

/** Adds up how far a page moves what it has shown, but for what follows a press, from its start on. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Layout-shift entries have fields that the DOM's types do not know of.
        if (Reflect.get(entry, 'hadRecentInput')) continue
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + Number(Reflect.get(entry, 'value')),
        })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'shift')))
}
