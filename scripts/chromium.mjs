// @ts-check
/** Finds a Chromium for the browser tests and pictures. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** What this kind of machine needs: no sandbox for root, and nothing that asks the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** What to do where there is no Chromium. */
export const CHROMIUM_ADVICE = `The browser tests need Chromium, and none was found. This installs it:

  npx playwright install chromium

(On Debian and Ubuntu: sudo apt-get install chromium. A Chromium elsewhere: set CHROMIUM to its path.)
`

/** The path of a Chromium: $CHROMIUM, Playwright's own, or the system's; undefined where there is none. */
export function locateChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [
    process.env.CHROMIUM,
    chromium.executablePath(),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== undefined && path !== '' && existsSync(path))
}

/** The path of a Chromium. Ends the process with advice if there is none. */
export function findChromium() {
  const found = locateChromium()
  if (found !== undefined) return found
  process.stderr.write(CHROMIUM_ADVICE)
  process.exit(1)
}
