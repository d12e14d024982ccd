import puppeteer, { type Page, type Browser as PuppeteerBrowser } from 'puppeteer-core'
import { type Browser, type Tab, WINDOW } from './driver.ts'

/** Chromium, over its own protocol. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    defaultViewport: WINDOW,
  })
  return browserOf('chromium', browser)
}

/** Firefox, over WebDriver BiDi. */
export async function launchFirefox(executablePath: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    defaultViewport: WINDOW,
  })
  return browserOf('firefox', browser)
}

// --- internal ---

async function browserOf(
  name: 'chromium' | 'firefox',
  browser: PuppeteerBrowser,
): Promise<Browser> {
  return {
    name,
    version: await browser.version(),
    open: async (url) => {
      const page = await browser.newPage()
      await page.goto(url)
      return tabOf(page)
    },
    close: () => browser.close(),
  }
}

function tabOf(page: Page): Tab {
  return {
    go: async (url) => {
      await page.goto(url)
    },
    reload: async () => {
      await page.reload()
    },
    read: async <T>(expression: string) => {
      const evaluate = () => page.evaluate(expression) as Promise<T>
      // A page that is replaced while it is read gives no answer; the next one does.
      return evaluate().catch((error: unknown) => {
        if (!String(error).includes('Execution context was destroyed')) throw error
        return evaluate()
      })
    },
    click: (selector) => page.click(selector),
    press: (key) => page.keyboard.press(key),
    picture: () => page.screenshot(),
    close: () => page.close(),
  }
}
