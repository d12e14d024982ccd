import { expect, type Page } from '@playwright/test'
import type { Language } from '../../src/i18n/languages.ts'

/**
 * Opens an address of the site as a link does, without loading the site again, and waits until its
 * page is shown, because the page before stays until then. Two addresses of the same kind must not
 * follow each other, because they share their elements.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    // The page before sets no title any more, also if its elements are made again meanwhile.
    document.title = ''
    for (const part of document.querySelectorAll('main > *')) part.setAttribute('data-left', '')
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
  await expect(page, `${path} has its title`).toHaveTitle(/./)
  await expect(page.locator('main > *').first(), path).toBeAttached()
  await expect(page.locator('[data-left]'), `${path} is shown`).toHaveCount(0)
}

/** Starts a game against the computer from the home page, and waits until its page is shown. */
export async function startFromHome(page: Page): Promise<void> {
  await page.locator('.home-actions button').first().click()
  // The home page has a board, too, and stays until the next page is loaded.
  await expect(page.locator('.home')).toHaveCount(0)
}

/**
 * Chooses a language in the settings, and waits until the page is in it. All of this runs on the
 * page, because many tests do it nine times; that the settings can be pressed is tested elsewhere.
 */
export async function speak(page: Page, language: Language): Promise<void> {
  const opener = page.locator('.settings-button')
  // A page that was built for other settings is hidden, and replaced.
  await opener.waitFor()
  await opener.evaluate(async (opener: HTMLElement, language) => {
    const until = async <T>(find: () => T | null | false): Promise<T> => {
      for (;;) {
        const found = find()
        if (found !== null && found !== false) return found
        await new Promise(requestAnimationFrame)
      }
    }
    opener.focus()
    opener.click()
    const choice = await until(() => document.querySelector<HTMLSelectElement>('dialog select'))
    choice.value = language
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    await until(() => document.documentElement.lang === language)
    choice.closest('dialog')?.querySelector<HTMLElement>('.dialog-head button')?.click()
    await until(() => document.querySelector('dialog select') === null)
  }, language)
}

/** The group of the menu that has a page, by the names in English. */
const GROUP_OF = {
  'Your games': 'Play',
  Lessons: 'Learn',
  Rules: 'Learn',
  Analysis: 'Learn',
} as const

/** Chooses a page in the menu: its group, and then the page in the group's list. */
export async function choosePage(page: Page, name: keyof typeof GROUP_OF): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('button', { name: GROUP_OF[name] }).click()
  await menu.getByRole('link', { name, exact: true }).click()
}
