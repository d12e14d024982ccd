import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Builder, By, Capabilities, error, Key as Keys, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../../server/test/helpers/free-port.mjs'
import { type Browser, type Key, type Tab, WINDOW } from './driver.ts'

/** The programs of WebKitGTK: its browser and its driver. */
export interface WebkitPrograms {
  readonly driver: string
  readonly browser: string
  /** The display server that it needs, because it has no headless mode. */
  readonly display: string
}

/** WebKitGTK, over WebDriver, on a display of its own. */
export async function launchWebkit(programs: WebkitPrograms): Promise<Browser> {
  const display = spawn(
    programs.display,
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const service = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${await displayNumber(display)}` },
    stdio: 'ignore',
  })
  const driver = await connect(port, programs.browser)
  await fitWindow(driver)
  const capabilities = await driver.getCapabilities()
  return {
    name: 'webkit',
    version: `WebKitGTK ${capabilities.get('browserVersion')}`,
    open: async (url) => {
      await driver.get(url)
      return tabOf(driver)
    },
    close: async () => {
      await driver.quit()
      for (const child of [service, display]) {
        child.kill()
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
    },
  }
}

// --- internal ---

const CONNECT_TRIES = 50
const CONNECT_EVERY_MS = 100

const WEBDRIVER_KEYS: Readonly<Record<Key, string>> = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  End: Keys.END,
  ArrowUp: Keys.ARROW_UP,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowLeft: Keys.ARROW_LEFT,
  ArrowRight: Keys.ARROW_RIGHT,
}

async function displayNumber({ stdio }: ChildProcess): Promise<string> {
  const [, , , pipe] = stdio
  if (pipe === undefined || pipe === null) throw new Error('the display has no pipe')
  const [bytes] = await once(pipe, 'data')
  return String(bytes).trim()
}

/** The driver takes a moment until it listens. */
async function connect(port: number, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
  for (let attempt = 1; ; attempt++) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build()
    } catch (error) {
      if (attempt === CONNECT_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, CONNECT_EVERY_MS))
    }
  }
}

/** WebDriver sets the outer size of a window, and the page gets less. */
async function fitWindow(driver: WebDriver): Promise<void> {
  const window = driver.manage().window()
  await window.setRect({ x: 0, y: 0, ...WINDOW })
  const inner: number[] = await driver.executeScript('return [innerWidth, innerHeight]')
  const [width = 0, height = 0] = inner
  await window.setRect({
    x: 0,
    y: 0,
    width: 2 * WINDOW.width - width,
    height: 2 * WINDOW.height - height,
  })
}

function tabOf(driver: WebDriver): Tab {
  return {
    go: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    read: (expression) => driver.executeScript(`return (${expression})`),
    click: (selector) => clickOn(driver, selector),
    press: (key) => driver.actions().sendKeys(WEBDRIVER_KEYS[key]).perform(),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    // The next path uses the same window; closing it would end the session.
    close: () => driver.get('about:blank'),
  }
}

/** Finds an element again if the page has drawn another one in its place before the click. */
async function clickOn(driver: WebDriver, selector: string, tries = 5): Promise<void> {
  try {
    await driver.findElement(By.css(selector)).click()
  } catch (thrown) {
    if (!(thrown instanceof error.StaleElementReferenceError) || tries === 1) throw thrown
    await clickOn(driver, selector, tries - 1)
  }
}
