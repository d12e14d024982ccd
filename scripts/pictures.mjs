// @ts-check
/**
 * `npm run pictures`: takes screenshots of the real site and the terminal board for README and
 * docs, and at every size with `--out <folder>`, for inspection.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, setUp, tell } from './setup.mjs'

await setUp()
// Imported after the setup, because these modules need the installed packages.
const { chromium } = await import('@playwright/test')
const { CHROMIUM_ARGS, requireChromium } = await import('./chromium.mjs')
const { serveSite } = await import('./site.mjs')

const outAt = process.argv.indexOf('--out')
const folder = outAt === -1 ? join(ROOT, 'docs', 'pictures') : (process.argv[outAt + 1] ?? '.')
mkdirSync(folder, { recursive: true })

const SIZES = { phone: [360, 740], tablet: [768, 1024], desktop: [1440, 900] }
const THEMES = /** @type {const} */ (['light', 'dark'])
const DEAL = '77.1234567'

/** A colour code. Its first character is invisible, so it is written by its number. */
const ANSI = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`, 'g')

const site = await serveSite()
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS })
try {
  for (const [sizeName, [width = 0, height = 0]] of Object.entries(SIZES)) {
    // The tablet size is only for inspection. The documents show a phone and a desktop.
    if (outAt === -1 && sizeName === 'tablet') continue
    for (const theme of THEMES) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: theme,
        deviceScaleFactor: 1,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      /** @param {string} name */
      const take = async (name) => {
        await page.waitForTimeout(250)
        const file = `${name}-${sizeName}-${theme}.jpg`
        // Wood as PNG is three times as large.
        await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 88 })
        tell(file)
      }
      await page.goto(site.url)
      await page.waitForSelector('[data-square]')
      await take('home')
      await page.goto(`${site.url}/learn/neverBack`)
      await page.waitForSelector('[data-square]')
      await page.click('[data-square=c3]')
      await page.click('[data-square=c2]')
      await take('lesson')
      await openGame(page)
      await playMoves(page, 15)
      await chooseStack(page)
      await take('game')
      await page.keyboard.press('Escape')
      await playMoves(page, 40)
      await page.waitForSelector('#end-title')
      await take('end')
      if (outAt !== -1) {
        for (const name of [
          'new',
          'online',
          'learn',
          'rules',
          'replay',
          'games',
          'about',
          'nowhere',
        ]) {
          await page.goto(`${site.url}/${name}`)
          await page.waitForSelector('h1')
          await take(name)
        }
        await page.goto(`${site.url}/replay`)
        await page.click('text=Show an example')
        await page.keyboard.press('ArrowRight')
        await take('replay-game')
      }
      await context.close()
    }
  }
  await takeGreyscale(browser)
  await takeTerminal(browser)
} finally {
  await browser.close()
  await site.close()
}

/** @param {import('@playwright/test').Page} page */
async function openGame(page) {
  await page.goto(`${site.url}/new?opponent=friend&deal=${DEAL}`)
  await page.click('button[type=submit]')
  await page.waitForSelector('[data-movable="true"]')
}

/**
 * Plays the landing with the highest gain, the same every time.
 * @param {import('@playwright/test').Page} page
 * @param {number} count
 */
async function playMoves(page, count) {
  for (let i = 0; i < count; i++) {
    const movable = page.locator('[data-movable="true"]')
    const choices = await movable.count()
    if (choices === 0) return
    await movable.nth((i * 5) % choices).click()
    const landings = page.locator('[data-destination]')
    await landings.nth((i * 3) % (await landings.count())).click()
    await page.waitForTimeout(30)
  }
}

/**
 * Chooses the piece with the longest path and points at a landing.
 * @param {import('@playwright/test').Page} page
 */
async function chooseStack(page) {
  const movable = page.locator('[data-movable="true"]')
  const stacks = page.locator('[data-movable="true"][aria-label*=" three, height"]')
  const chosen = (await stacks.count()) > 0 ? stacks.first() : movable.last()
  await chosen.click()
  await page.locator('[data-destination]').last().hover()
}

/**
 * A game without any colour, in which everything remains distinguishable (docs/accessibility.md).
 * @param {import('@playwright/test').Browser} browser
 */
async function takeGreyscale(browser) {
  const page = await browser.newPage({
    viewport: { width: 1000, height: 700 },
    reducedMotion: 'reduce',
  })
  await page.addInitScript(() =>
    localStorage.setItem('hokito:settings', JSON.stringify({ theme: 'light', pattern: true })),
  )
  await openGame(page)
  await playMoves(page, 15)
  await chooseStack(page)
  await page.evaluate(() => {
    document.documentElement.style.filter = 'grayscale(1)'
  })
  await page.waitForTimeout(250)
  await page.screenshot({ path: join(folder, 'greyscale.png') })
  tell('greyscale.png')
  await page.close()
}

/**
 * The terminal board as the command line prints it, in a page that looks like a terminal.
 * @param {import('@playwright/test').Browser} browser
 */
async function takeTerminal(browser) {
  const { stdout } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'packages/cli/bin/hokito.mjs'),
      'show',
      '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b',
    ],
    { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '1' } },
  )
  for (const [theme, paper, ink] of [
    ['light', '#fdfdfb', '#222'],
    ['dark', '#16181c', '#ddd'],
  ]) {
    const page = await browser.newPage({ viewport: { width: 640, height: 420 } })
    await page.setContent(
      `<body style="margin:0;background:${paper};color:${ink}"><pre style="margin:16px;font:15px/1.25 'DejaVu Sans Mono',monospace">${ansiToHtml(stdout)}</pre>`,
    )
    await page.screenshot({ path: join(folder, `terminal-${theme}.png`) })
    tell(`terminal-${theme}.png`)
    await page.close()
  }
}

/** @param {string} text */
function ansiToHtml(text) {
  /** @type {Record<string, string>} */
  const styles = {
    1: 'font-weight:bold',
    2: 'opacity:.55',
    40: 'background:#000',
    47: 'background:#ddd',
    93: 'color:#f5d76e',
    30: 'color:#000',
  }
  let open = 0
  return text
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(ANSI, (_, code) => {
      const style = styles[code]
      if (style !== undefined) {
        open++
        return `<span style="${style}">`
      }
      if (open === 0) return ''
      open--
      return '</span>'
    })
}
