import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browser, ENGINES, type Tab } from './driver.ts'
import { findEngine } from './engines.ts'
import {
  clickNamed,
  comes,
  END,
  exists,
  MOVABLE,
  moveByClicks,
  moveByKeys,
  moveCount,
  ONLINE_TURN,
  playComputer,
  playToEnd,
  tabToBoard,
  until,
} from './moves.ts'
import { copySite, ERRORS, type Site, type SiteFolder } from './site.ts'

let folder: SiteFolder
beforeAll(async () => {
  folder = await copySite()
})
afterAll(() => folder.remove())

/** The main paths through the site in each engine: the first things that a person does. */
for (const name of ENGINES) {
  const engine = findEngine(name)
  // In CI a missing engine is a failure; elsewhere it is skipped.
  const isSkipped = 'missing' in engine && process.env.CI !== 'true'
  describe.skipIf(isSkipped)(`in ${name}`, () => {
    let browser: Browser
    let site: Site
    let tab: Tab
    beforeAll(async () => {
      if ('missing' in engine) throw new Error(`${name} lacks ${engine.missing.join(', ')}`)
      browser = await engine.launch()
    })
    afterAll(() => browser?.close())
    beforeEach(async () => {
      site = await folder.serve()
    })
    afterEach(async () => {
      const errors = await tab.read<string[]>(ERRORS)
      await tab.close()
      await site.stop()
      expect(errors).toEqual([])
    })

    test(`a game against the computer to its end by clicks`, async () => {
      tab = await browser.open(site.url)
      await playComputer(tab)
      await playToEnd(tab, async (page) => {
        await moveByClicks(page)
        if ((await moveCount(page)) === 9) await keepPicture(tab, browser)
      })
      expect(await tab.read<string>(`document.querySelector('${END}').textContent`)).not.toBe('')
    })

    test(`the end of a game against the computer by keyboard`, async () => {
      const terms = new URLSearchParams({ position: LATE, endRule: 'either' })
      tab = await browser.open(`${site.url}/new?${terms}`)
      await clickNamed(tab, 'Start the game')
      await until(tab, exists(MOVABLE), 'the board')
      await tabToBoard(tab)
      await playToEnd(tab, moveByKeys)
    })

    test(`a lesson`, async () => {
      tab = await browser.open(`${site.url}/learn/singles`)
      for (const square of ['c3', 'd3']) {
        await until(tab, exists(`[data-square="${square}"]`), 'the board')
        await tab.click(`[data-square="${square}"]`)
      }
      const right = `document.querySelector('.feedback-right:not(.lesson-room)')?.textContent.includes('A stack: two pieces high')`
      await until(tab, right, 'the praise')
    })

    test(`a replay`, async () => {
      tab = await browser.open(`${site.url}/replay`)
      await clickNamed(tab, 'Show an example')
      await until(tab, exists('[data-square]'), 'the board')
      await tab.press('End')
      await until(
        tab,
        `document.querySelector('[data-testid=status]')?.textContent !== ''`,
        'words',
      )
    })

    test(`an online game against a page in another engine`, async () => {
      const chromium = findEngine('chromium')
      if ('missing' in chromium) throw new Error('the other player needs Chromium')
      const other = await chromium.launch()
      try {
        const rival = await other.open(`${site.url}/online`)
        tab = await browser.open(`${site.url}/online`)
        await clickNamed(rival, '5 min')
        await until(rival, exists('.waiting'), 'a waiting offer')
        await until(tab, `document.body.textContent.includes('You play as')`, 'the server')
        await clickNamed(tab, '5 min')
        await Promise.all([tab, rival].map((page) => playToEnd(page, moveByClicks, ONLINE_TURN)))
        const end = `document.querySelector('${END}').textContent`
        expect(await rival.read<string>(ERRORS)).toEqual([])
        // The winner reads "You won" and the loser "You lost", by the same number of points.
        const ends = [await tab.read<string>(end), await rival.read<string>(end)]
        expect(new Set(ends.map((text) => text.replace(/won|lost/, ''))).size).toBe(1)
      } finally {
        await other.close()
      }
    })

    test(`a first visit that goes on before the site is kept is offered no new version`, async () => {
      tab = await browser.open(site.url)
      const hasWorkers = await tab.read<boolean>(`'serviceWorker' in navigator`)
      if (!hasWorkers) return
      let isKept = await isKeptOnNextPage(tab, site)
      // In WebKit about one worker in ten whose page goes while it is being installed stays
      // `installing` for good; another address is not affected.
      for (let visit = 1; visit < VISITS && !isKept; visit++) {
        await site.stop()
        site = await folder.serve()
        await tab.go(site.url)
        isKept = await isKeptOnNextPage(tab, site)
      }
      expect(isKept, 'a service worker').toBe(true)
      // A new version would be offered within a second.
      await tab.read(`void setTimeout(() => { document.body.dataset.waited = '' }, 1500)`)
      await until(tab, exists('[data-waited]'), 'a while')
      expect(await tab.read<boolean>(exists('.update'))).toBe(false)
    })

    test(`a new version is offered, and one press loads it`, async () => {
      tab = await browser.open(site.url)
      const hasWorkers = await tab.read<boolean>(`'serviceWorker' in navigator`)
      if (!hasWorkers) return
      await until(tab, CONTROLLED, 'the service worker')
      await folder.publish()
      await tab.reload()
      await until(tab, exists('.update'), 'the new version')
      await playComputer(tab)
      expect(await tab.read<boolean>(exists('.update')), 'nothing is offered in a game').toBe(false)
      await tab.read(`history.back()`)
      await until(tab, exists('.update'), 'the new version')
      await tab.read(`void (window.isOldPage = true)`)
      await clickNamed(tab, 'Load it')
      await until(tab, `window.isOldPage === undefined && ${exists('h1')}`, 'the new page')
      expect(await tab.read<boolean>(exists('.update'))).toBe(false)
    })

    test(`without the server, where service workers are there`, async () => {
      tab = await browser.open(site.url)
      const hasWorkers = await tab.read<boolean>(`'serviceWorker' in navigator`)
      if (!hasWorkers) return
      await until(tab, `navigator.serviceWorker.controller !== null`, 'the service worker')
      await site.stop()
      await tab.reload()
      await playComputer(tab)
      await moveByClicks(tab)
      await until(
        tab,
        `document.querySelectorAll('.moves-move').length > 1`,
        "the computer's answer",
      )
    })
  })
}

// --- internal ---

const CONTROLLED = 'navigator.serviceWorker.controller !== null'
/** The most first visits until one gets its service worker. */
const VISITS = 5

/** A position a few moves from the end, with Black to move. */
const LATE = 'B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b'

/** Leaves a page whose service worker is being installed; does the worker control the next page? */
async function isKeptOnNextPage(tab: Tab, { url }: Site): Promise<boolean> {
  await until(
    tab,
    `(navigator.serviceWorker.getRegistration().then((found) => { window.found = found }), window.found)`,
    'the first steps of the service worker',
  )
  await tab.go(`${url}/rules`)
  return comes(tab, CONTROLLED)
}

/** Saves a screenshot in the middle of a game, if the variable names a folder for it. */
async function keepPicture(tab: Tab, { name }: Browser): Promise<void> {
  const pictures = process.env.HOKITO_ENGINE_PICTURES
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  await writeFile(join(pictures, `game-${name}.png`), await tab.picture())
}
