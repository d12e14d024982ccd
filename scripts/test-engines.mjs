// @ts-check
/** `npm run test:browsers`: the main paths in Chromium, Firefox and WebKitGTK. */
import { requireChromium } from './chromium.mjs'
import { testEngines } from './engines.mjs'
import { build, checkNode, install } from './setup.mjs'

checkNode()
install()
build()
if (!testEngines({ chromium: requireChromium() })) process.exitCode = 1
