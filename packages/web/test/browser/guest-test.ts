import { test as base } from '@playwright/test'

/**
 * Playwright's `test`, after which the browsers of guests are closed. Left open, their pages would look for a server that
 * is gone until the last test is over, beside all that follow.
 */
export const test = base.extend<{ readonly closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
