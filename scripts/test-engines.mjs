// @ts-check
/** `npm run test:browsers`: tests the main paths in Chromium, Firefox and WebKitGTK. */
import { testEngines } from './engines.mjs'
import { setUp } from './setup.mjs'

await setUp()
// Imported after the setup, because it needs Playwright.
const { requireChromium } = await import('./chromium.mjs')
if (!testEngines({ chromium: requireChromium() })) process.exitCode = 1
