import { type Browser, test as base } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { startSite } from './guests.ts'

interface Fixtures {
  readonly closing: undefined
  /** A server of the test's own with the built site, for tests that request it. */
  readonly server: TestServer
}

/**
 * Playwright's `test`, which closes the browsers of guests at the end of each test. Left open,
 * their pages would try to reach a closed server during all later tests.
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
