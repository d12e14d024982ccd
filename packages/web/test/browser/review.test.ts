import { startEngine } from '@hokito/engine/node'
import { createReviewer, type Finding } from '@hokito/engine/review'
import { formatRecord, newRecord } from '@hokito/rules'
import { seededGame } from '@hokito/rules/debug'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { memoryStorage } from '../../src/models/device/memory-storage.ts'
import { createReviewStore } from '../../src/models/review/review-store.ts'
import { reviewKey } from '../../src/models/review/review-text.ts'
import { expectNoViolations } from './axe.ts'
import { movable, SHORT_GAME, square } from './helpers.ts'
import { moveByKeys, tabTo, tabToBoard } from './keyboard.ts'
import { speak } from './walking.ts'

const REVIEW = `/review#${encodeURI(SHORT_GAME)}`
/** A whole game, which takes the engine seconds. */
const WHOLE = '/replay'

// A review takes a busy machine a minute.
const done = (page: Page) => expect(page.locator('.review-retry')).toBeVisible({ timeout: 120_000 })
const graph = (page: Page) => page.getByRole('slider', { name: 'How the game went' })
const status = (page: Page) => page.getByTestId('status')

/** Opens the example game's review by one press from its replay. */
async function reviewExample(page: Page): Promise<void> {
  await page.goto(WHOLE)
  await page.getByRole('button', { name: 'Show an example' }).click()
  await page.getByRole('link', { name: 'Review' }).click()
}

test.describe('a review', () => {
  test('says of each move how good it was, and marks only what mattered', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    const moments = page.locator('.review-moments li')
    await expect(moments).toHaveCount(2)
    await expect(page.locator('.review-mark')).toHaveCount(2)
    // They come in the order of the game.
    await expect(moments.first()).toHaveText('1. a2a6: Missed winBlack: 100% → 0%')
    await expect(moments.nth(1)).toContainText('4... f6d2: Missed winWhite: 100% → ')
    await moments.first().getByRole('button').click()
    await expect(status(page)).toContainText(/1\. a2a6: Missed win \(−\d+ points?\)/)
    // The answer stays hidden from a player who wants to find it.
    await expect(page.locator('main')).not.toContainText('b3e2')
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(status(page)).toContainText('1. a2a6: Missed win')
    await expect(status(page)).toContainText('b3e2 would have kept the win.')
    await expect(page.locator('.path-path')).toBeVisible()
  })

  test('names the idea behind a mistake, plays it out, and leads to its chapter', async ({
    page,
  }) => {
    await page.goto(REVIEW)
    await done(page)
    const moment = page.locator('.review-moments li').nth(1)
    const chapter = { name: 'Chapter: End it yourself' }
    await moment.getByRole('button').click()
    await expect(status(page)).toContainText('f6d2: Missed win')
    await expect(page.locator('main')).not.toContainText('f6a1')
    await page.getByRole('button', { name: 'Show it' }).click()
    await expect(status(page)).toContainText('f6a1 would have ended the game and won.')
    await expect(status(page).getByRole('link', chapter)).toBeVisible()
    await moment.getByRole('button').click()
    await page.getByRole('button', { name: 'Why?' }).click()
    await expect(status(page)).toContainText('Better: f6a1')
    await expect(status(page)).toContainText('f6a1 would have ended the game and won.')
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Back to the review' }).click()
    await expect(status(page)).toContainText('f6d2: Missed win')
    await page.getByRole('button', { name: 'Why?' }).click()
    await status(page).getByRole('link', chapter).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/End it yourself$/)
  })

  test('plays out on the board why a move was a mistake', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    const slip = page.locator('.review-moments li').first().getByRole('button')
    await slip.click()
    const points = await page.getByTestId('points-white').textContent()
    await page.getByRole('button', { name: 'Why?' }).click()
    // First what the move allowed, compared with the better move, then that move.
    await expect(status(page)).toContainText(/Best reply: [a-f]\d[a-f]\d/)
    await expect(status(page)).toContainText(/cost \d+ points\. Chance to win 100% → 0%\./)
    await expect(page.getByTestId('points-white')).not.toHaveText(points ?? '')
    await page.getByRole('button', { name: 'Next move' }).click()
    await expect(status(page)).toContainText(/Black plays [a-f]\d[a-f]\d(, onto| and covers) /)
    await page.getByRole('button', { name: 'Show the better move' }).first().click()
    await expect(status(page)).toContainText('Better: b3e2')
    await expect(slip).toHaveAttribute('aria-current', 'step')
    await expect(status(page)).toContainText(/Proved: Black wins by \d+ points?\./)
    await page.getByRole('button', { name: 'Back to the review' }).click()
    await expect(status(page)).toContainText('1. a2a6: Missed win')
    await expect(page.getByTestId('points-white')).toHaveText(points ?? '')
    // Another position ends it too.
    await page.getByRole('button', { name: 'Why?' }).click()
    await page.getByRole('button', { name: 'One move back' }).click()
    await expect(status(page)).not.toContainText('Best reply')
  })

  test('counts the verdicts of both sides, and says what they mean', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    await page.getByText('What the verdicts mean').click()
    await expect(page.getByText('A proved win is given away.')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Missed win' })).toHaveText(/Missed win11$/)
    await page.getByRole('region', { name: 'Moves', exact: true }).getByText('b3f3').click()
    await expect(status(page)).toContainText('3. b3f3: No choice')
  })

  test('has a graph that leads to each position, pressed and by keys', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    await expect(page.locator('.review-mark')).not.toHaveCount(0)
    const box = await graph(page).boundingBox()
    if (box === null) throw new Error('the graph is shown')
    await page.mouse.click(box.x + box.width - 10, box.y + box.height / 2)
    await expect(status(page)).toContainText('4... f6d2: Missed win')
    await tabTo(page, graph(page))
    await page.keyboard.press('ArrowLeft')
    await expect(status(page)).toContainText('4. f3a1: Best move')
    await expect(graph(page)).toHaveAttribute(
      'aria-valuetext',
      /^4\. f3a1: Best move\. Proved: .* wins by \d+ points?\.$/,
    )
    await page.keyboard.press('Home')
    await expect(graph(page)).toHaveAttribute('aria-valuetext', /^Start\. Proved: Black wins/)
  })

  test('is begun by one press after a replay, stopped, gone on with, and kept', async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width: 360, height: 740 })
    await reviewExample(page)
    await expect(page.getByRole('progressbar')).toHaveCount(1)
    // The progress is in the first view, and so is the first mistake once it is found.
    const waiting = status(page).getByText('The computer is looking for mistakes')
    await expect(waiting).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.review-line').first()).toBeAttached()
    await page.getByRole('button', { name: 'Stop' }).click()
    const progress = page.getByRole('progressbar')
    await expect(progress).toBeInViewport({ ratio: 1 })
    // The sums of all moves wait until all are judged.
    await expect(page.locator('.review-headline')).toHaveCount(0)
    const reached = Number(await progress.getAttribute('value'))
    expect(reached).toBeGreaterThan(0)
    await page.reload()
    await expect
      .poll(async () => Number(await progress.getAttribute('value')))
      .toBeGreaterThanOrEqual(reached)
    await done(page)
    await expect(page.getByRole('button', { name: 'Show the first moment' })).toBeInViewport({
      ratio: 1,
    })
    await page.reload()
    await done(page)
    await expect(progress).toHaveCount(0)
    await expect(page.locator('.review-headline').first()).toHaveText(
      /Points lost over all moves\d+\d+/,
    )
  })

  test('finds the same as outside of a browser', async ({ page }) => {
    const { positions, moves } = seededGame(9, 'either')
    const [position, ...after] = positions.slice(12, 17)
    if (position === undefined) throw new Error('the game is too short')
    const played = { positions: [position, ...after], moves: moves.slice(12, 16) }
    const record = { ...newRecord({ kind: 'position', position }, 'either'), moves: played.moves }
    const storage = memoryStorage()
    const findings = new Map<number, Finding>()
    const engine = startEngine()
    await createReviewer(engine).review(played, {
      onFinding: (finding) => findings.set(finding.ply, finding),
    })
    await engine.close()
    createReviewStore(() => storage).save(reviewKey(record), findings, 0)
    await page.goto(`/review#${encodeURI(formatRecord(record))}`)
    await expect(page.locator('.review-headline')).not.toHaveCount(0, { timeout: 60_000 })
    const key = `hokito:review:${reviewKey(record)}`
    const kept = await page.evaluate((at) => localStorage.getItem(at), key)
    expect(JSON.parse(kept ?? '').findings).toEqual(JSON.parse(storage.getItem(key) ?? '').findings)
  })

  test('says what is wrong with a text, and offers an example', async ({ page }) => {
    await page.goto('/review')
    await page.getByLabel('Record').fill('hello')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(
      '“hello” is neither a game nor a position. A game begins with a line such as [Deal "77.1234567"], and its moves follow.',
    )
    await page.getByRole('button', { name: 'Show an example' }).click()
    await expect(page.getByRole('progressbar')).toBeVisible()
  })

  test('fits a telephone, with nothing to scroll sideways', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(REVIEW)
    await done(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  })
})

test('the names of the verdicts are whole on a telephone in every language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/review#${encodeURI(`[White "Computer, level 1"]\n${SHORT_GAME}`)}`)
  await done(page)
  const table = page.locator('.review-summary')
  await expect(table.locator('thead')).toContainText('Level 1')
  for (const language of LANGUAGES) {
    await speak(page, language)
    const broken = await table.locator('tbody th').evaluateAll((names) =>
      names
        .filter((name) => {
          const word = document.createRange()
          const text = name.lastChild ?? name
          const words = text.textContent?.split(' ') ?? []
          let at = 0
          return words.some((each) => {
            word.setStart(text, at)
            word.setEnd(text, at + each.length)
            at += each.length + 1
            return word.getClientRects().length > 1
          })
        })
        .map((name) => name.textContent),
    )
    expect(broken, language).toEqual([])
  }
})

test('the first moment is one press away in the first window of a telephone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(REVIEW)
  await done(page)
  await expect(status(page)).toContainText(/Missed wins:\s\d/)
  const first = page.getByRole('button', { name: 'Show the first moment' })
  await expect(first).toBeInViewport({ ratio: 1 })
  await first.click()
  await expect(status(page)).toContainText('1. a2a6: Missed win')
  await expect(status(page)).toContainText('Moment 1 of 2')
  await page.getByRole('button', { name: 'Show it' }).click()
  // The player can look around in between.
  const forward = page.getByRole('button', { name: 'One move forward' })
  await forward.click()
  await forward.click()
  await page.getByRole('button', { name: 'Next moment' }).click()
  await expect(status(page)).toContainText('4... f6d2: Missed win')
  await expect(page.getByRole('button', { name: 'Show it' })).toBeVisible()
})

test('on a phone the moves stand at the board, and no words move the step buttons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(REVIEW)
  await done(page)
  const moves = page.getByRole('group', { name: 'Moves', exact: true })
  await expect(moves).toBeInViewport({ ratio: 1 })
  const next = page.getByRole('button', { name: 'One move forward' })
  const place = await next.boundingBox()
  await page.getByRole('button', { name: 'Show the first moment' }).click()
  const shown = moves.locator('[aria-current]')
  await expect(shown).toHaveText('a2a6✗')
  await expect(shown).toBeInViewport({ ratio: 1 })
  expect(await next.boundingBox()).toEqual(place)
  await moves.getByRole('button', { name: '4... f6d2: Missed win' }).click()
  await page.getByRole('button', { name: 'Why?' }).click()
  await expect(page.getByRole('link', { name: /^Chapter:/ })).toBeVisible()
  expect(await next.boundingBox()).toEqual(place)
  await moves.getByRole('button', { name: '1. a2a6: Missed win' }).click()
  await page.getByRole('button', { name: 'Why?' }).click()
  await expect(status(page)).toContainText('Chance to win 100% → 0%.')
  expect(await next.boundingBox()).toEqual(place)
  for (const name of ['Next move', 'Show the better move', 'Back to the review']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('at a notebook’s size the moment, its buttons and the moments are in the first view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(REVIEW)
  await done(page)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 })
  const moments = page.locator('.review-moments button')
  await moments.first().click()
  for (const moment of await moments.all()) await expect(moment).toBeInViewport({ ratio: 1 })
  // So would three of each side.
  const [row, column] = await Promise.all([
    moments.first().boundingBox(),
    page.locator('.review-side').boundingBox(),
  ])
  if (row === null || column === null) throw new Error('the moments are shown')
  expect(row.y + 6 * row.height).toBeLessThan(column.y + column.height)
  for (const name of ['Find a better move', 'Show it', 'Why?', 'One move forward']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('an analysis shows the verdicts and values of the review at the moves of the game', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.addInitScript(() =>
    localStorage.setItem('hokito:analyst', JSON.stringify({ isOn: false })),
  )
  await page.goto(REVIEW)
  await done(page)
  await page.locator('.review-moments li').nth(1).getByRole('button').click()
  const bar = page.locator('.game').getByRole('img', { name: /^Proved: Black/ })
  const said = (await bar.getAttribute('aria-label')) ?? ''
  await page.getByRole('link', { name: 'Analyse' }).click()
  const shown = page.locator('.tree [aria-current]')
  await expect(shown).toHaveText('f6d2✗')
  await expect(shown).toHaveAccessibleName(`f6d2, Missed win, ${said}`)
  await expect(page.getByRole('img', { name: said })).toBeVisible()
  await expect(page.locator('.tree-value')).toHaveCount(8)
  // A sign of the player's own takes the place of that of the review.
  await page.getByRole('button', { name: 'Mistake', exact: true }).click()
  await expect(shown).toHaveText('f6d2?')
  // A move that was not played has none.
  await page.getByRole('button', { name: 'One move back' }).click()
  await square(page, 'f6').click()
  await square(page, 'a1').click()
  await expect(shown).toHaveText('f6a1')
})

test('a mistake is tried again from where it stands, in the first window of a small telephone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(REVIEW)
  await done(page)
  await page.getByRole('button', { name: 'Show the first moment' }).click()
  for (const name of ['Find a better move', 'Show it', 'One move back']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('button', { name: 'Show it' }).click()
  const next = page.getByRole('button', { name: 'Next moment' })
  await expect(next).toBeVisible()
  while (await next.isVisible()) {
    await next.click()
    await expect(status(page)).toContainText(/Mistake|Blunder|Missed win|Inaccuracy/)
    if (await page.getByText('Moment 2 of 2').isVisible()) break
    await page.getByRole('button', { name: 'Show it' }).click()
  }
  // The last slip says that it is the last, and trying it starts the exercise there.
  await expect(status(page)).toContainText('Moment 2 of 2')
  const last = /^\d+\.(?:\.\.)? (\w+)/.exec((await status(page).textContent()) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: 'Find a better move' }).click()
  await expect(status(page)).toContainText(last)
})

test('of a player’s own game shows that player’s mistakes first', async ({ page }) => {
  const record = `[Black "Computer, level 1"]\n[White "You"]\n${SHORT_GAME}`
  await page.goto('/about')
  await page.evaluate(
    (hgn) =>
      localStorage.setItem(
        'hokito:game:own',
        JSON.stringify({
          ...{ format: 'hokito-game', version: 1, id: 'own', revision: 1, updatedAt: 1 },
          ...{ setup: 'standard', hgn, undone: [], clocks: [], turnElapsedMs: 0 },
          seats: { black: { kind: 'computer', level: 1 }, white: { kind: 'person', name: '' } },
        }),
      ),
    record,
  )
  await page.goto(`/review#${encodeURI(record)}`)
  await done(page)
  await expect(status(page)).toContainText(/You lost .*Your accuracy: \d+%/)
  await page.getByRole('button', { name: 'Show the first moment' }).click()
  await expect(status(page)).toContainText(/^\d\.\.\./)
  // Our side stays at the bottom, also in the analysis and after the last exercise.
  const near = page.locator('.seat-near')
  await expect(near).toContainText('You')
  await page.getByRole('button', { name: 'Find a better move' }).click()
  await expect(near).toContainText('You')
  const [, n, count] =
    /Moment (\d+) of (\d+)/.exec(await page.locator('.game-caption').innerText()) ?? []
  for (let left = Number(count) - Number(n); left >= 0; left--) {
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await expect(status(page)).toContainText('Found without help: 0 of')
  await expect(near).toContainText('You')
  await page.getByRole('button', { name: 'Back to the review' }).click()
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(page.locator('.analysis-side')).toBeVisible()
  await expect(near).toContainText('You')
})

test('the three views of a game keep its position and their parts, in all directions', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(REVIEW)
  await done(page)
  await page.locator('.review-moments li').first().getByRole('button').click()
  await expect(status(page)).toContainText('1. a2a6: Missed win')
  const board = page.locator('.game-board')
  const place = await board.boundingBox()
  const seats = () =>
    Promise.all(
      ['.brand', '.seat-far .seat', '.seat-near .seat'].map((part) =>
        page.locator(part).boundingBox(),
      ),
    )
  const places = await seats()
  const views = page.getByRole('navigation', { name: 'Ways to look at this game' })
  const learn = page.getByRole('button', { name: 'Learn' })
  await expect(learn).toHaveAttribute('aria-current', 'true')
  await views.getByRole('link', { name: 'Replay' }).click()
  await expect(status(page)).toContainText('Position 1 of 8')
  expect(await board.boundingBox()).toEqual(place)
  expect(await seats()).toEqual(places)
  await page.getByRole('button', { name: 'One move forward' }).click()
  await expect(status(page)).toContainText('Position 2 of 8')
  await views.getByRole('link', { name: 'Analyse' }).click()
  await expect(page).toHaveURL(/\/analysis\?ply=2#/)
  await expect(page.locator('.tree [aria-current]')).toHaveCount(1)
  expect(await board.boundingBox()).toEqual(place)
  expect(await seats()).toEqual(places)
  await expect(learn).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(status(page)).toContainText('Position 2 of 8')
  await views.getByRole('link', { name: 'Review' }).click()
  await done(page)
  await expect(page).toHaveURL(/\/review\?ply=2#/)
  await expect(page.locator('.review-moves [aria-current="step"]')).toHaveCount(1)
  await page.goBack()
  await page.goBack()
  await expect(status(page)).toContainText('1. a2a6: Missed win')
})

test('beside the board are the moves around a moment, and what the engine expects there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(REVIEW)
  await done(page)
  await page.locator('.review-moments li').nth(1).getByRole('button').click()
  const list = page.getByRole('region', { name: 'Moves', exact: true })
  const shown = list.locator('[aria-current]')
  await expect(shown).toHaveAccessibleName('4... f6d2: Missed win')
  await expect(shown).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.game').getByRole('img', { name: /^Proved: Black/ })).toBeVisible()
  await expect(page.locator('.game').getByRole('img', { name: /^Points: / })).toHaveCount(0)
  await list.getByRole('button', { name: 'b4f6' }).click()
  await expect(status(page)).toContainText('1... b4f6')
  await expectNoViolations(page)
})

test('on a phone a press on any moment leads to the board', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(REVIEW)
  await done(page)
  const moment = page.locator('.review-moments li').first().getByRole('button').first()
  for (const _ of ['another moment', 'the current one']) {
    await moment.scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await moment.click()
    await expect(page.locator('.game-board')).toBeInViewport({ ratio: 1 })
  }
})

test('a seat shows its whole name, and nothing touches its points', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await page.goto(
    `/review#${encodeURI(`[Black "Lucky Squirrel 4711"]\n[White "Bold Hedgehog"]\n${SHORT_GAME}`)}`,
  )
  await done(page)
  const { x: end } = (await page.locator('.seat-far .seat-points').boundingBox()) ?? { x: 0 }
  for (let ply = 0; ply < 8; ply++) {
    for (const name of await page.locator('.seat-given').all()) {
      expect(await name.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    }
    const words = await page.locator('.seat-far .seat-words').boundingBox()
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan(end)
    await page.getByRole('button', { name: 'One move forward' }).click()
  }
})

test.describe('trying again', () => {
  test('leads back to where one was in the review', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(REVIEW)
    await done(page)
    await page.getByRole('radio', { name: 'White' }).check({ force: true })
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await start.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(0)
    await start.click()
    await expect(page.getByText('Moment 1 of')).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByRole('button', { name: 'Back to the review' }).click()
    await expect(start).toBeFocused()
    await expect(start).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
  })

  test('keeps the words off the edges of its buttons in every language', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(REVIEW)
    await done(page)
    await page.locator('.review-retry > .button').click()
    await expect(page.locator('.review-actions .button')).toHaveCount(3)
    for (const language of LANGUAGES) {
      await speak(page, language)
      const least = await page.evaluate(() => {
        const gaps = [...document.querySelectorAll('.review-actions .button')].map((button) => {
          const words = document.createRange()
          words.selectNodeContents(button)
          const [inner, outer] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
          return Math.min(inner.left - outer.left, outer.right - inner.right)
        })
        return Math.min(...gaps)
      })
      expect(least, language).toBeGreaterThanOrEqual(6)
    }
  })

  test('is left by Back for the review, and only then the review', async ({ page }) => {
    await page.goto('/replay')
    await page.goto(REVIEW)
    await done(page)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.locator('.review-retry')).toBeHidden()
    await page.goBack()
    await done(page)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Back to the review' }).click()
    await done(page)
    await page.goBack()
    await expect(page).toHaveURL(/\/replay$/)
  })

  test('judges any answer in words, and goes from slip to slip', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(status(page)).toContainText('Black to move. The move played was a2a6.')
    await expect(page.getByText('Moment 1 of')).toBeVisible()
    await square(page, 'a2').click()
    await square(page, 'a6').click()
    await expect(status(page)).toContainText('That’s the move played in the game.')
    await page.getByRole('button', { name: 'Another try' }).click()
    await square(page, 'b3').click()
    await square(page, 'e2').click()
    await expect(status(page)).toContainText(
      /Yes, that’s the best move\.That would have kept the win\. The move played was a2a6\./,
    )
    // The found move is drawn as in a game.
    await expect(page.locator('.path-last')).toBeAttached()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Moment 2 of')).toBeVisible()
    await expect(status(page)).toContainText('White to move. The move played was f6d2.')
    await page.getByRole('button', { name: 'Show the best move' }).click()
    await expect(status(page)).toContainText('The best move is f6a1.')
  })

  test('counts only the moments that were shown', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    await page.locator('.review-moments li').nth(1).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Find a better move' }).click()
    const [, n, count] =
      /Moment (\d+) of (\d+)/.exec(await page.locator('.game-caption').innerText()) ?? []
    for (let left = Number(count) - Number(n); left >= 0; left--) {
      // What is said of a press that does nothing ends with its exercise.
      await movable(page).first().click()
      await page.locator('.game-board [aria-label*="empty"]').first().click()
      await expect(status(page)).toContainText('is empty')
      await page.getByRole('button', { name: 'Next' }).click()
    }
    const shown = Number(count) - Number(n) + 1
    expect(shown).toBeLessThan(Number(count))
    await expect(status(page)).toContainText(`Found without help: 0 of ${shown}`)
  })

  test('needs no mouse, and ends with how many were found', async ({ page }) => {
    await page.goto(REVIEW)
    await done(page)
    await tabTo(page, page.getByRole('radio', { name: 'Both sides' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Black' })).toBeChecked()
    await tabTo(page, page.getByRole('button', { name: 'Start', exact: true }))
    await page.keyboard.press('Enter')
    const [, count = ''] = /of (\d+)/.exec(await page.locator('.game-caption').innerText()) ?? []
    await tabToBoard(page)
    await moveByKeys(page, { from: 13, to: 10 })
    await expect(status(page)).toContainText('Yes, that’s the best move.')
    await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
    await page.keyboard.press('Enter')
    for (let n = 2; n <= Number(count); n++) {
      await tabTo(page, page.getByRole('button', { name: 'Next' }))
      await page.keyboard.press('Enter')
    }
    await expect(status(page)).toContainText(`Found without help: 1 of ${count}`)
    await expect(page.getByRole('button', { name: 'Back to the review' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Type a move' })).toHaveCount(0)
    await page.keyboard.press('Enter')
    await done(page)
  })
})
