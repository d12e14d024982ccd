// @ts-check
/** Finds a Chromium for the browser tests and pictures, and installs one if there is none. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { withNpmsNetwork } from './network.mjs'
import { bin, succeeds, tell } from './setup.mjs'
import { foldersOnPath, installPackages } from './system.mjs'

/** @typedef {import('./system.mjs').Failure} Failure */

/**
 * The headless shell comes first: it has no interface to start, and opens a page in a third of the
 * time.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Arguments for this kind of machine: no sandbox for root, and no requests to the network. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chromium, found or installed. If everything fails, undefined, with advice on
 * standard error.
 */
export function getChromium() {
  return getBrowser({ locate: locateChromium, attempts: ATTEMPTS, advice: ADVICE })
}

/** The path of a Chromium, as {@link getChromium}. Ends the process if none can be had. */
export function requireChromium() {
  const path = getChromium()
  if (path === undefined) process.exit(1)
  return path
}

/**
 * Looks for a browser. If there is none, tries one way after another to install it.
 * @param {object} ways
 * @param {() => string | undefined} ways.locate the path of one that starts
 * @param {readonly { readonly what: string, readonly install: () => Failure }[]} ways.attempts
 * @param {string} ways.advice what a person can do if all attempts fail
 * @param {(text: string) => void} [ways.report] shows failures
 * @returns {string | undefined}
 */
export function getBrowser({ locate, attempts, advice, report = writeError }) {
  const found = locate()
  if (found !== undefined) return found
  /** @type {string[]} */
  const failures = []
  for (const { what, install } of attempts) {
    tell(`No Chromium found. Trying ${what}…`)
    const failure = install()
    const path = failure === undefined ? locate() : undefined
    if (path !== undefined) return path
    failures.push(`- ${what}: ${failure ?? 'it was installed, but does not start'}`)
  }
  report(`${advice}\nTried, and failed:\n${failures.join('\n')}\n`)
  return undefined
}

// --- internal ---

const ADVICE = `The browser tests need Chromium. There is none, and none could be installed.
Any of these helps:

  npx playwright install chromium                # a copy for Playwright alone
  sudo apt-get install chromium-headless-shell   # Debian; Ubuntu's own package is a snap
  CHROMIUM=/path/to/chromium npm test            # one that is somewhere else
`

const ATTEMPTS = [
  { what: "Playwright's download", install: download },
  {
    what: "the system's package of a headless Chromium",
    install: () =>
      installPackages(['chromium-headless-shell', 'fonts-noto-core', 'fonts-liberation']),
  },
  // For systems without a separate package of it.
  {
    what: "the system's package of Chromium",
    install: () => installPackages(['chromium', 'fonts-noto-core', 'fonts-liberation']),
  },
]

/** A Chromium that starts: $CHROMIUM, Playwright's own, or the system's. */
function locateChromium() {
  const { CHROMIUM: chosen = '' } = process.env
  if (chosen !== '' && starts(chosen)) return chosen
  if (chosen !== '') tell(`CHROMIUM=${chosen} does not start. Looking for another one.`)
  return [
    chromium.executablePath(),
    ...NAMES.flatMap((name) => foldersOnPath().map((folder) => join(folder, name))),
  ].find((path) => existsSync(path) && starts(path))
}

/**
 * A browser does not start if it lacks a library of the system, or only points to a missing
 * package.
 * @param {string} path
 */
function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** @returns {Failure} */
function download() {
  const env = withNpmsNetwork(process.env)
  if (!succeeds(bin('playwright'), ['install', 'chromium'], { env })) {
    return 'it could not be downloaded'
  }
  if (starts(chromium.executablePath())) return undefined
  // The browser is installed, but the system lacks libraries for it.
  return succeeds(bin('playwright'), ['install-deps', 'chromium'])
    ? undefined
    : 'it was downloaded, but the system lacks libraries that it needs'
}

/** @param {string} text */
function writeError(text) {
  process.stderr.write(text)
}
