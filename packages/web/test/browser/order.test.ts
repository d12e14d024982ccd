import { expect, type Page, test } from '@playwright/test'
import { onEveryPage } from './every-page.ts'

/** The page's common width, and the room beside it where the window is narrower. */
const WIDTH = 1216
const GUTTER = 16

/** The left edges of what begins at the edge of the page, and the right ones of what ends there. */
function edgesOf(page: Page) {
  return page.evaluate(() => {
    const inner = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    }
    const bands = document.querySelectorAll('.site-header, .site-footer, main > .page')
    return [...bands].map((band) => inner(band).map(Math.round))
  })
}

test('header, page and footer have one left edge, and one width on a wide screen', async ({
  page,
}) => {
  for (const [width, left] of [
    [1440, (1440 - WIDTH) / 2],
    [360, GUTTER],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [
      '/rules',
      '/about',
      '/puzzles',
      '/learn',
      '/replay',
      '/daily',
      '/account',
    ]) {
      await page.goto(path)
      await page.locator('html:not([data-waiting]) h1').first().waitFor()
      for (const [from] of await edgesOf(page)) expect(from, `${path} at ${width}`).toBe(left)
      const heading = async () => (await page.locator('main h1').first().boundingBox())?.x
      await expect.poll(heading, `the heading of ${path} at ${width}`).toBe(left)
    }
    // The content beside a large board may be wider; the header stays where it is.
    await page.goto('/analysis')
    await page.locator('.analysis-side').waitFor()
    for (const edges of await edgesOf(page)) expect(edges[0], `/analysis at ${width}`).toBe(left)
  }
})

test('a page has at most one next step, and its choices are equally wide', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await onEveryPage(page, async (name) => {
    const steps = page.locator('main .button-main:visible')
    expect(await steps.count(), `next steps on ${name}`).toBeLessThanOrEqual(1)
    const ragged = await page.evaluate(() =>
      [...document.querySelectorAll('.choice-row, .button-row')].flatMap((row) => {
        const parts = [...row.children].filter(
          (part) =>
            !part.matches('.choice-alone, .button-text') && part.getClientRects().length > 0,
        )
        const widths = new Set(parts.map((part) => Math.round(part.getBoundingClientRect().width)))
        return widths.size > 1 ? [row.textContent] : []
      }),
    )
    expect(ragged, `ragged rows on ${name}`).toEqual([])
  })
})

test('a heading starts where its fields do', async ({ page }) => {
  await page.goto('/new?opponent=friend')
  // The form comes with its script, which on a busy machine is later than the page.
  await page.locator('fieldset').nth(3).waitFor()
  const shifts = await page.evaluate(() =>
    [...document.querySelectorAll('fieldset')].map((fieldset) => {
      const [legend, field] = ['legend', '.choice-row, input'].map((part) =>
        fieldset.querySelector(part)?.getBoundingClientRect(),
      )
      const range = document.createRange()
      range.selectNodeContents(fieldset.querySelector('legend') ?? fieldset)
      return Math.abs(range.getBoundingClientRect().left - (field?.left ?? 0)) + (legend ? 0 : 99)
    }),
  )
  expect(shifts.length).toBeGreaterThan(3)
  for (const shift of shifts) expect(shift).toBeLessThan(1)
})

test('a typeface that comes late changes nothing on the page', async ({ page }) => {
  await page.route(/\.woff2$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const loaded = page.waitForResponse(/latin-wght.*\.woff2$/)
  await page.goto('/about')
  const heading = page.locator('h1')
  const before = await heading.screenshot()
  await (await loaded).finished()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(300)
  expect(await heading.screenshot()).toEqual(before)
  expect(await page.evaluate(() => Reflect.get(window, 'seen').shift)).toBe(0)
})
