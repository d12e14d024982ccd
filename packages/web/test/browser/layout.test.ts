import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { TestServer } from '../../../server/test/helpers/server.ts'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { test } from './guest-test.ts'
import { guest } from './guests.ts'
import { landings, movable, moveCount, square } from './helpers.ts'
import { speak } from './walking.ts'

/** Windows of phones and tablets either way up, of a desktop, and of a desktop at 200 %. */
const SIZES = [
  [640, 360],
  [740, 360],
  [844, 390],
  [915, 412],
  [360, 640],
  [360, 740],
  [768, 1024],
  [1440, 900],
  [720, 450],
] as const

/** Half a phone's screen either way up, and a desktop at 400 %. */
const SMALL_SIZES = [
  [360, 380],
  [384, 512],
  [740, 320],
  [320, 300],
] as const

/** Two guests in a single game with clocks, after two moves; Black comes first. */
async function pairAfterTwoMoves(
  browser: Browser,
  server: TestServer,
): Promise<readonly [Page, Page]> {
  const host = await guest(browser, server)
  await host.getByRole('button', { name: 'More options' }).click()
  await host.getByLabel('A friend with the link').check()
  await host.getByLabel('One game').check()
  await host.getByRole('button', { name: 'Offer the game' }).click()
  const link = await host.getByLabel('Copy link').first().inputValue()
  const friend = await guest(browser, server, new URL(link).pathname)
  await friend.getByRole('main').getByRole('button', { name: 'Play' }).click()
  const pages = [host, friend] as const
  for (const page of pages) await square(page, 'a1').waitFor()
  const isBlack = (await pages[0].locator('.seat-near .disc-black').count()) === 1
  const [black, white] = isBlack ? pages : [pages[1], pages[0]]
  for (const [ply, page] of [black, white].entries()) {
    await expect(page).toHaveTitle(/^●/)
    await movable(page).first().click()
    await landings(page).first().click()
    for (const each of pages) await expect.poll(() => moveCount(each)).toBe(ply + 1)
  }
  return [black, white]
}

/**
 * Checks that the board is whole, its squares are large enough for a finger, and all needed parts
 * are in the first view.
 */
async function checkSizes(
  page: Page,
  needed: readonly Locator[],
  sizes: readonly (readonly [number, number])[] = SIZES,
): Promise<void> {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    const size = `${width}×${height}`
    // The page of the next game may still be opening.
    const side = async () => (await square(page, 'a1').boundingBox())?.width ?? 0
    await expect.poll(side, `squares at ${size}`).toBeGreaterThanOrEqual(44)
    await expect(page.locator('.board'), size).toBeInViewport({ ratio: 0.99 })
    for (const locator of needed) {
      await expect(locator, `${locator} at ${size}`).toBeInViewport({ ratio: 0.99 })
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `nothing beside the window at ${size}`).toBeLessThanOrEqual(0)
  }
}

test('clocks, offers, resigning, the end and what follows are in the first view of every window', async ({
  browser,
  server,
}) => {
  const [black, white] = await pairAfterTwoMoves(browser, server)
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const clocks = [black.getByRole('timer').first(), black.getByRole('timer').last()]
  await checkSizes(black, [
    ...clocks,
    button(black, 'Resign'),
    button(black, 'Say something'),
    black.getByTestId('status'),
  ])
  for (const [width, height] of SIZES.filter(([width]) => width !== 640)) {
    await black.setViewportSize({ width, height })
    expect(await rowsOf(black), `buttons at ${width}×${height}`).toEqual([3, 3])
  }
  await button(white, 'Offer a draw').click()
  await expect(button(black, 'Accept')).toBeVisible()
  await expect(black.getByTestId('status')).toContainText('Your turn')
  await checkSizes(black, [
    ...clocks,
    button(black, 'Accept'),
    button(black, 'Decline'),
    black.getByTestId('status').locator('p'),
  ])
  await button(black, 'Say something').click()
  await button(black, 'Hello!').click()
  await button(black, 'Resign').click()
  await black.getByRole('dialog').locator('.button-warn').click()
  await expect(black.locator('#end-title')).toBeVisible()
  const title = black.locator('#end-title')
  const next = [
    button(black, 'Rematch'),
    black.getByRole('link', { name: 'Review' }),
    button(black, 'Save and share'),
  ]
  // It has the focus for screen readers; a focus ring around it would look like a field.
  await black.keyboard.press('Tab')
  await title.focus()
  await expect(title).toBeFocused()
  await expect(title).toHaveCSS('outline-style', 'none')
  await checkSizes(black, [title, ...next])
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
  ] as const) {
    await black.setViewportSize({ width, height })
    const moves = await black.locator('.moves').boundingBox()
    expect(moves?.height ?? 0, `four rows of moves at ${width}×${height}`).toBeGreaterThan(130)
    const said = await black.locator('.said').boundingBox()
    const list = await black.locator('.moves-list').boundingBox()
    expect((said?.y ?? 0) + (said?.height ?? 0), 'phrases above the moves').toBeLessThanOrEqual(
      list?.y ?? 0,
    )
  }
  await button(white, 'Rematch').click()
  await expect(button(black, 'Accept')).toBeVisible()
  await checkSizes(black, [title, button(black, 'Accept'), button(black, 'Decline')])
  await button(black, 'Decline').click()
  await black.keyboard.press('[')
  const steps = ['One move forward', 'Autoplay', 'To the end'].map((name) => button(black, name))
  await checkSizes(black, [black.getByTestId('status'), ...steps])
})

test('in every window players read which game of a match is played, and how it stands', async ({
  browser,
  server,
}) => {
  const pages = [await guest(browser, server), await guest(browser, server)] as const
  for (const page of pages) {
    await page.getByRole('button', { name: '10 min' }).click()
  }
  for (const page of pages) await square(page, 'a1').waitFor()
  for (const page of pages) {
    const game = page.getByText('Game 1 of 2')
    await checkSizes(page, [game, page.getByTestId('status')])
  }
  const isBlack = (await pages[0].locator('.seat-near .disc-black').count()) === 1
  const [black, white] = isBlack ? pages : [pages[1], pages[0]]
  for (const page of [black, white]) {
    await movable(page).first().click()
    await landings(page).first().click()
    await expect(page.getByTestId('status')).toContainText('to move')
  }
  await expect(black.getByTestId('status')).toContainText('Your turn')
  const resign = black.getByRole('button', { name: 'Resign' })
  await checkSizes(black, [black.getByText('Game 1 of 2'), black.getByTestId('status'), resign])
  await resign.click()
  await black.getByRole('dialog').locator('.button-warn').click()
  // Half a card would have no room for a name; the result has both.
  await checkSizes(black, [black.getByRole('button', { name: 'Ready for game 2' })], [[360, 740]])
  await expect(black.locator('.seat:visible')).toHaveCount(0)
  await black.getByRole('button', { name: 'Ready for game 2' }).click()
  const stand = black.getByText('Game 2 of 2: you need to win by more than')
  await checkSizes(black, [stand, black.getByTestId('status')])
  await resign.click()
  await black.getByRole('dialog').locator('.button-warn').click()
  await expect(black.locator('.end-match')).toBeVisible()
  // The table has both names in every window.
  for (const [width, height] of SIZES) {
    await black.setViewportSize({ width, height })
    await expect(black.locator('.seat:visible'), `${width}×${height}`).toHaveCount(0)
  }
  const ways = await black.locator(':is(.end-panel, .game-actions) :is(a, button)').all()
  expect(ways.length).toBeGreaterThan(2)
  await checkSizes(black, ways, [
    [360, 740],
    [768, 1024],
    [1280, 720],
    [1440, 900],
  ])
})

/** The number of buttons in each row below the board. */
function rowsOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const tops = [...document.querySelectorAll('.actions-online > *')].map(
      (button) => button.getBoundingClientRect().top,
    )
    return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
  })
}

/**
 * Chooses some of the movable pieces in turn, and puts each of them down again. Returns the places
 * of the board and the buttons before and with each choice. All of this runs on the page, because
 * there are hundreds of choices.
 */
async function placesAround(page: Page, pieces: readonly number[]) {
  return page.evaluate(async (pieces) => {
    const shown = async (selector: string, isWanted: boolean) => {
      while ((document.querySelector(selector) !== null) !== isWanted) {
        await new Promise(requestAnimationFrame)
      }
    }
    const places = () =>
      ['.board', '.game-actions'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect().toJSON(),
      )
    const found = []
    for (const piece of pieces) {
      const before = places()
      const square = document.querySelectorAll<HTMLElement>('[data-movable="true"]')[piece]
      square?.focus()
      square?.click()
      await shown('[data-destination]', true)
      found.push({ piece, before, chosen: places() })
      square?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await shown('[data-destination]', false)
    }
    return found
  }, pieces)
}

test('in a wide window the settings leave the board in view', async ({ page }) => {
  await page.goto('/new?opponent=friend')
  await page.locator('button[type=submit]').click()
  await square(page, 'a1').waitFor()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings', exact: true })
  await expect(dialog).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    const board = await page.locator('.board').boundingBox()
    const edge = (await dialog.boundingBox())?.x ?? 0
    expect(edge, `at ${width}×${height}`).toBeGreaterThan((board?.x ?? 0) + (board?.width ?? 0))
  }
})

test('choosing a piece moves nothing in any window, in any language', async ({ page }) => {
  test.slow()
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.locator('form .button-big').click()
  await movable(page).first().waitFor()
  for (const language of LANGUAGES) {
    await speak(page, language)
    for (const [width, height] of [...SIZES, [740, 500] as const]) {
      await page.setViewportSize({ width, height })
      for (const { piece, before, chosen } of await placesAround(page, [0, 5, 10])) {
        expect(before, 'the places').not.toContain(undefined)
        expect(chosen, `${language}, piece ${piece} at ${width}×${height}`).toEqual(before)
      }
    }
  }
})

test('the board is whole in every window, in games, replays and lessons', async ({ page }) => {
  await page.goto('/new?opponent=friend&deal=77.1234567')
  await page.getByRole('button', { name: 'Start the game' }).click()
  await movable(page).first().click()
  const status = page.getByTestId('status')
  await checkSizes(page, [status, page.getByRole('button', { name: 'Undo' })])
  await checkSizes(page, [], SMALL_SIZES)
  await page.goto('/replay')
  await page.getByRole('button', { name: 'example' }).click()
  await checkSizes(page, [status, page.getByRole('button', { name: 'One move forward' })])
  await checkSizes(page, [], SMALL_SIZES)
  await page.setViewportSize({ width: 360, height: 740 })
  const turns = await page.locator('.moves-list li').evaluateAll((rows) =>
    rows.map((row) => {
      const { left, width } = row.getBoundingClientRect()
      return [left, width].map(Math.round).join()
    }),
  )
  expect(new Set(turns).size, 'columns of turns on a phone').toBe(2)
  await page.goto('/learn/neverBack')
  await checkSizes(page, [
    page.locator('.lesson-task:not(.lesson-room)'),
    page.locator('.feedback').first(),
  ])
  await checkSizes(page, [], SMALL_SIZES)
})

test('in small windows a side with few possible moves is not wider than its place', async ({
  page,
}) => {
  const position = 'B--A-C/-A----/------/------/a--C8C6-/b2----c b'
  await page.goto(`/new?${new URLSearchParams({ position, endRule: 'either' })}`)
  await page.locator('main button[type=submit]').click()
  await movable(page).first().waitFor()
  await expect(page.getByTestId('seat-line-black')).toContainText('possible moves')
  for (const [width, height] of SMALL_SIZES) {
    await page.setViewportSize({ width, height })
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wider, `${width}×${height}`).toBe(0)
  }
})
