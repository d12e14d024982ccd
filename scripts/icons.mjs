// @ts-check
/**
 * Draws the icons of the installed site from packages/web/public/icon.svg. Run it when that file
 * has changed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, requireChromium } from './chromium.mjs'
import { ROOT, tell } from './setup.mjs'

const folder = join(ROOT, 'packages', 'web', 'public')
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')

/** Colour of the wood behind the discs. */
const WOOD = '#c39a62'

/** The size of each file, and how much of it the drawing fills. Devices crop maskable ones. */
const ICONS = /** @type {const} */ ([
  ['icon-192.png', 192, 1, 'transparent'],
  ['icon-512.png', 512, 1, 'transparent'],
  ['icon-maskable.png', 512, 0.8, WOOD],
  ['apple-touch-icon.png', 180, 0.92, WOOD],
])

const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS })
for (const [name, size, share, ground] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}">
      <div style="width:${share * 100}%;display:grid">${drawing}</div>`,
  )
  await page.screenshot({ path: join(folder, name), omitBackground: true })
  await page.close()
  tell(name)
}
await browser.close()
