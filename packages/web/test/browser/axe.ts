import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

/** Fails if axe-core finds a violation on a page, or in a part of it. */
export async function expectNoViolations(
  page: Page,
  what = 'the page',
  part?: string,
): Promise<void> {
  // Half a megabyte, loaded once for each page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (part) => {
    const { run }: typeof axe = Reflect.get(window, 'axe')
    const main = document.querySelector('main')
    for (;;) {
      const before = main?.firstElementChild
      const found = await run(part ?? document, { resultTypes: ['violations'] })
      // A page that another one replaced meanwhile says nothing about either.
      if (before !== null && before === main?.firstElementChild) {
        return found.violations.map(({ id, help, nodes }) => [
          id,
          help,
          nodes.map(({ html }) => html),
        ])
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }, part)
  expect(violations, what).toEqual([])
}

/** The same in each theme: emulates one device preference after another, and the page follows. */
export async function expectNoViolationsInThemes(page: Page, what = 'the page'): Promise<void> {
  for (const [theme, media] of Object.entries(DEVICES)) {
    await page.emulateMedia(media)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoViolations(page, `${what}, ${theme}`)
  }
}

// --- internal ---

/** The preferences of a device, by the theme that results if the user has chosen none. */
const DEVICES = {
  dark: { colorScheme: 'dark', contrast: null },
  contrast: { colorScheme: 'light', contrast: 'more' },
  light: { colorScheme: 'light', contrast: null },
} as const
