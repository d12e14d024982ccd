import { fileURLToPath } from 'node:url'
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  type WebSocketRoute,
} from '@playwright/test'
import {
  startTestServer,
  type TestOptions,
  type TestServer,
} from '../../../server/test/helpers/server.ts'
import { landings, movable, moveCount, square } from './helpers.ts'

/** A server of the test's own with the built site. */
export function startSite(options: TestOptions = {}): Promise<TestServer> {
  const siteFolder = fileURLToPath(new URL('../../dist', import.meta.url))
  return startTestServer({ siteFolder, ...options })
}

/** A new guest, in a browser of their own. */
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

/**
 * A player with an account, in a browser of their own, on its page. The account is made without the
 * form.
 */
export async function member(
  browser: Browser,
  { url }: Pick<TestServer, 'url'>,
  name: string,
  path = '/account',
  device: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', ...device })
  await context.request.post('/api/session')
  const answer = await context.request.post('/api/account/sign-up', {
    data: { name, password: 'seven stacks of stone' },
    headers: { origin: url },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Makes an invitation on its page, and waits for its link. */
export async function offerByLink(page: Page, format = 'A match of two'): Promise<void> {
  await page.getByLabel(format, { exact: true }).check()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await page.waitForURL(/\/invite\/\w{12}$/)
}

/** Both players move once in a game that is open on both pages. */
export async function bothMove(one: Page, other: Page): Promise<void> {
  for (const page of [one, other]) await square(page, 'a1').waitFor()
  const isBlack = (await one.locator('.seat-near .disc-black').count()) === 1
  for (const [ply, page] of (isBlack ? [one, other] : [other, one]).entries()) {
    await expect(page).toHaveTitle(/^●/)
    await movable(page).first().click()
    await landings(page).first().click()
    await expect.poll(() => moveCount(page)).toBe(ply + 1)
  }
  await expect.poll(() => moveCount(one)).toBe(2)
}

/** Both players move once in a game that is open on both pages, then the first of them resigns. */
export async function giveUp(loser: Page, other: Page): Promise<void> {
  await bothMove(loser, other)
  await loser.getByRole('button', { name: 'Resign', exact: true }).click()
  await loser.getByRole('button', { name: 'Yes, resign', exact: true }).click()
  await expect(loser.locator('#end-title')).toBeVisible()
}

/** A virtual authenticator of Chromium, which always confirms the user's presence. */
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

/**
 * Cuts the page's connection to the server, and restores it. Call this before the page connects.
 */
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

/**
 * Listens in on the page's sockets. Call this before the page connects.
 * @param change what the page hears instead of a packet of the server
 */
export async function tap(
  page: Page,
  change: (packet: string) => string = (packet) => packet,
): Promise<{ readonly paths: readonly string[]; say(event: string, message: object): void }> {
  const paths: string[] = []
  let latest: WebSocketRoute | undefined
  await page.routeWebSocket(/socket/, (line) => {
    latest = line
    paths.push(new URL(line.url()).pathname)
    const server = line.connectToServer()
    server.onMessage((packet) => line.send(change(String(packet))))
  })
  return {
    paths,
    // 42 is an event of Socket.IO.
    say: (event, message) => latest?.send(`42${JSON.stringify([event, message])}`),
  }
}

/**
 * Records the layout shifts of a page from its start, except those after a press and those of a
 * single icon: on a slow machine Chromium paints a row of the page before it has parsed the end.
 */
export async function watchShift(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript((smallest) => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Layout-shift entries have fields that the DOM's types lack.
        if (Reflect.get(entry, 'hadRecentInput') || Reflect.get(entry, 'value') < smallest) continue
        const moved = Reflect.get(entry, 'sources').map(
          ({ node, previousRect, currentRect }: Moved) =>
            `${node?.nodeName} ${node?.className}: ${place(previousRect)} → ${place(currentRect)}`,
        )
        shifts.push([Reflect.get(entry, 'value'), ...moved].join('; '))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, SMALLEST_SHIFT)
  return () => page.evaluate(() => Reflect.get(window, 'shifts'))
}

// --- internal ---

/** In the unit of Cumulative Layout Shift, of which 0.1 counts as good. */
const SMALLEST_SHIFT = 0.001

interface Moved {
  readonly node: Element | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}
