import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails where axe-core objects to anything on a page, or in a part of it. */
export async function expectNoViolations(
  page: Page,
  what = 'the page',
  part?: string,
): Promise<void> {
  // Pages of the site have no frames of other sites, so axe may end on the page itself; otherwise it opens another for that.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze()
  const told = violations.map(({ id, help, nodes }) => [id, help, nodes.map(({ html }) => html)])
  expect(told, what).toEqual([])
}

/** The same in each theme: the device asks for one after another, and the page follows. */
export async function expectNoViolationsInThemes(page: Page, what = 'the page'): Promise<void> {
  for (const [theme, media] of Object.entries(DEVICES)) {
    await page.emulateMedia(media)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expectNoViolations(page, `${what}, ${theme}`)
  }
}

// --- internal ---

/** What a device asks for, by the theme that follows from it where none is chosen. */
const DEVICES = {
  dark: { colorScheme: 'dark', contrast: null },
  contrast: { colorScheme: 'light', contrast: 'more' },
  light: { colorScheme: 'light', contrast: null },
} as const
