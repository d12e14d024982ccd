import { type Browser, test as base, type TestInfo } from '@playwright/test'
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
    async ({ browser }, use, test) => {
      await use(undefined)
      await closeAll(browser, test)
    },
    { auto: true },
  ],
  server: async ({ browser }, use, test) => {
    const server = await startSite()
    await use(server)
    await closeAll(browser, test)
    await server.close()
  },
})

// --- internal ---

/** Prints what each page of a failed test shows: the wait that failed only says what it missed. */
async function tellPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 2000 })
      .catch(() => '(no answer)')
    process.stderr.write(`--- ${page.url()}\n${text.slice(0, 2000)}\n`)
  }
}

async function closeAll(browser: Browser, test: TestInfo): Promise<void> {
  if (test.status !== test.expectedStatus) await tellPages(browser)
  await Promise.all(browser.contexts().map((context) => context.close()))
}
