import { type Browser, test as base } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { startSite } from './guests.ts'

interface Fixtures {
  readonly closing: undefined
  /** A server of the test's own with the built site, for tests that ask for it. */
  readonly server: TestServer
}

/**
 * Playwright's `test`, after which the browsers of guests are closed. Left open, their pages would look for a server that
 * is gone until the last test is over, beside all that follow.
 */
export const test = base.extend<Fixtures>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await closeAll(browser)
    },
    { auto: true },
  ],
  server: async ({ browser }, use) => {
    const server = await startSite()
    await use(server)
    await closeAll(browser)
    await server.close()
  },
})

// --- internal ---

async function closeAll(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}
