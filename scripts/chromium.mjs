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

/** The path of a Chromium: $CHROMIUM, Playwright's own, or the system's. Ends with advice if there is none. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = [
    process.env.CHROMIUM,
    chromium.executablePath(),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
  ].find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found !== undefined) return found
  process.stderr.write(
    'The browser tests need Chromium, and none was found. This installs it:\n\n  npx playwright install chromium\n\n(On Debian and Ubuntu: sudo apt-get install chromium. A Chromium elsewhere: set CHROMIUM to its path.)\n',
  )
  process.exit(1)
}
