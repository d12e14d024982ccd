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

/** Chooses a language in the settings, and waits until the page is in it. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.locator('.settings-button').click()
  const choice = page.locator('dialog select')
  await choice.selectOption(language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await page.keyboard.press('Escape')
  await expect(choice).toHaveCount(0)
}
