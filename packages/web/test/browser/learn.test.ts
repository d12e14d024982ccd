import {
  destinations,
  formatSquare,
  legalMoves,
  type Move,
  outcome,
  type Position,
  pathsOf,
  play,
  randomIndex,
  SQUARES,
  seededBytes,
} from '@hokito/rules'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/languages.ts'
import { judgePick, sumOf } from '../../src/models/learn/judge.ts'
import type { Step } from '../../src/models/learn/lesson.ts'
import { FIRST_GAME, LESSONS } from '../../src/models/learn/lessons.ts'
import { FIRST_GAME_ID, newFirstGame } from '../../src/models/local/first-game.ts'
import { withMove } from '../../src/models/local/local-game.ts'
import { formatSave } from '../../src/models/local/save.ts'
import { landings, movable, waitForTurn } from './helpers.ts'
import { moveByKeys, tabTo, tabToBoard, walkTo } from './keyboard.ts'
import { follow } from './walking.ts'

const right = (page: Page) => page.locator('.feedback-right:not(.lesson-room)')
const wrong = (page: Page) => page.locator('.feedback-wrong')
/** The button for the next step; it has the focus after every answer. */
const wanted = (page: Page) => page.locator('.lesson-answers .button-main')

async function solve(page: Page, step: Step): Promise<void> {
  switch (step.kind) {
    case 'pick': {
      const square = SQUARES.find((each) => judgePick(step, each).isRight) ?? 0
      const other = SQUARES.find((each) => !judgePick(step, each).isRight) ?? 0
      await walkTo(page, formatSquare(other))
      await page.keyboard.press('Enter')
      await expect(wrong(page)).toBeVisible()
      await walkTo(page, formatSquare(square))
      return page.keyboard.press('Enter')
    }
    case 'move': {
      const tried = step.wrong.find(({ move }) => !isHop(step.position, move))
      if (tried !== undefined) {
        await moveByKeys(page, tried.move)
        await expect(wrong(page)).not.toHaveText('')
        // A legal move that misses the goal has to be taken back first.
        if (await wanted(page).isVisible()) {
          await expect(wanted(page)).toBeFocused()
          await page.keyboard.press('Enter')
        }
      }
      return moveByKeys(page, step.solutions[0])
    }
    case 'count':
      await tabTo(page, page.getByRole('button', { name: String(sumOf(step)), exact: true }))
      return page.keyboard.press('Enter')
    case 'isOver': {
      const isOver = outcome(step.position) !== undefined
      await tabTo(page, page.locator('.lesson-answers .button').nth(isOver ? 0 : 1))
      return page.keyboard.press('Enter')
    }
  }
}

/** Whether a path to a landing begins like this, so that a press there is no mistake. */
function isHop(position: Position, { from, to }: Move): boolean {
  const landingsThere = destinations(position, from)
  const paths = landingsThere.flatMap((landing) => pathsOf(position, { from, to: landing }))
  return !landingsThere.includes(to) && paths.some(([first]) => first?.to === to)
}

for (const language of ['en', 'pl']) {
  test.describe(`the tutorial in ${language}, by keyboard alone`, () => {
    test.use({ locale: language })

    test('leads from the start page through every lesson to a game', async ({ page }) => {
      await page.goto('/')
      await tabTo(page, page.locator('main a[href="/learn"]'))
      await page.keyboard.press('Enter')
      // The home page has such a button too, and stays until the next page is loaded.
      await tabTo(page, page.locator('main a.button-main[href^="/learn/"]'))
      await page.keyboard.press('Enter')
      for (const { id, steps } of LESSONS) {
        await expect(page).toHaveURL(new RegExp(`/learn/${id}$`))
        for (const [index, step] of steps.entries()) {
          if (index === 0 && (step.kind === 'pick' || step.kind === 'move')) await tabToBoard(page)
          await solve(page, step)
          await expect(right(page)).not.toHaveText('')
          await expect(wanted(page)).toBeFocused()
          await page.keyboard.press('Enter')
        }
      }
      await tabToBoard(page)
      for (;;) {
        // Won or lost, the next thing is the button after a whole game.
        await expect(movable(page).first().or(wanted(page))).toBeVisible()
        if (await wanted(page).isVisible()) break
        await page.keyboard.press('m')
        await page.keyboard.press('Enter')
        const to = await landings(page).first().getAttribute('data-square')
        await walkTo(page, to ?? '')
        await page.keyboard.press('Enter')
      }
      // After the last lesson the page of all lessons has the diploma.
      await tabTo(page, page.locator('.lesson-answers a.button-big[href="/learn"]'))
      await page.keyboard.press('Enter')
      await expect(page.locator('.diploma')).toBeVisible()
      await expect(page.locator('.lesson-done')).toHaveCount(LESSONS.length)
    })
  })
}

test('a lesson can be opened by its address, shows its solution, and progress is kept', async ({
  page,
}) => {
  await page.goto('/learn/singles')
  await page.getByRole('button', { name: 'Show me' }).click()
  await expect(page.locator('.board .beads-path')).toBeVisible()
  await page.locator('[data-square="d3"]').click()
  await expect(right(page)).toContainText('A stack: two pieces high')
  await page.goto('/learn')
  await expect(page.locator('.lesson-done')).toHaveCount(1)
  await expect(page.getByText('Lessons done: 1 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Forget my progress' }).click()
  await expect(page.locator('.lesson-done')).toHaveCount(0)
})

test('a wrong landing is explained with the rule and shown on the board', async ({ page }) => {
  const why = 'You can’t turn straight back, so that’s 1 hop. You need exactly 2.'
  await page.goto('/learn/neverBack')
  await page.locator('[data-square="c3"]').click()
  await page.locator('[data-square="c2"]').click()
  await expect(wrong(page)).toHaveText(why)
  await expect(page.locator('.board .cross')).toBeVisible()
  await expect(page.locator('.board [role=alert]')).toHaveText(why)
  // The piece is still chosen, so the next press can be the right one.
  await page.locator('[data-square="d4"]').click()
  await expect(right(page)).toBeVisible()
})

test('a path can be pressed hop by hop, and the lesson says how far one is', async ({ page }) => {
  await page.goto('/learn/moreHops')
  await page.locator('[data-square="c1"]').click()
  await page.locator('[data-square="c2"]').click()
  await expect(page.locator('.lesson-feedback')).toContainText('Hop 1 of 2. Now the next one.')
  await page.locator('[data-square="c3"]').click()
  await expect(right(page)).toContainText('You bounced off c2 and landed on c3')
})

test('what a task names glows, and the right piece too; after a move its numbered path stays', async ({
  page,
}) => {
  const lit = page.locator('.board .stack-lit')
  await page.goto('/learn/board')
  await page.locator('[data-square="a3"]').click()
  await expect(right(page)).toBeVisible()
  await expect(lit).toHaveCount(1)
  await page.goto('/learn/oneHop')
  await expect(lit).toHaveCount(2)
  await page.locator('[data-square="d4"]').click()
  await expect(lit).toHaveCount(1)
  await page.locator('[data-square="d5"]').click()
  await expect(page.locator('.board .beads-last [data-hop]')).toHaveCount(1)
  await expect(lit).toHaveCount(0)
})

test('the buttons of a lesson stay where they are from step to step', async ({ page }) => {
  for (const [id, step] of [
    ['moreHops', 'c1c3'],
    ['points', '12'],
  ] as const) {
    await page.goto(`/learn/${id}`)
    const all = page.locator('.lesson-all')
    const before = await all.boundingBox()
    if (id === 'points') {
      await page.getByRole('button', { name: step, exact: true }).click()
    } else {
      await page.getByRole('button', { name: 'Show me' }).click()
      await expect(page.locator('.lesson-feedback')).toContainText('Choose c3 to make the move')
      expect(await all.boundingBox()).toEqual(before)
      await page.locator('[data-square="c3"]').click()
    }
    await expect(right(page)).toBeVisible()
    expect(await all.boundingBox()).toEqual(before)
    await wanted(page).click()
    await expect(wanted(page)).toHaveCount(0)
    expect(await all.boundingBox()).toEqual(before)
  }
})

test('the page says that a piece cannot do the task as soon as it is chosen', async ({ page }) => {
  await page.goto('/learn/oneHop')
  await page.locator('[data-square="d3"]').click()
  await expect(wrong(page)).toHaveText('Start with d4.')
  await page.locator('[data-square="d4"]').click()
  await expect(wrong(page)).toHaveCount(0)
  await page.locator('[data-square="d5"]').click()
  await expect(right(page)).toBeVisible()
})

test('the board of a lesson keeps its place from task to task, whatever is said', async ({
  page,
}) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto('/')
    for (const { id, steps } of LESSONS.filter(({ steps: some }) => some.length > 0)) {
      await follow(page, '/learn')
      await follow(page, `/learn/${id}`)
      await page.locator('[data-square]').first().waitFor()
      const place = () => page.locator('.lesson-board').boundingBox()
      const before = await place()
      for (const step of steps) {
        if (step.kind !== 'move') break
        const { from, to } = step.solutions[0]
        for (const square of [from, to]) {
          await page.locator(`[data-square="${formatSquare(square)}"]`).click()
          expect(await place(), `${id} at ${viewport.width}`).toEqual(before)
        }
        await expect(right(page)).toBeVisible()
        expect(await place(), `${id} at ${viewport.width}`).toEqual(before)
        if (step !== steps.at(-1)) await wanted(page).click()
      }
    }
  }
})

test('a possible move that misses the task can be tried again with the same piece', async ({
  page,
}) => {
  await page.goto('/learn/oneHop')
  await expect(page.locator('.lesson-feedback')).toContainText('Choose a piece')
  await page.locator('[data-square="d4"]').click()
  await expect(page.locator('.lesson-feedback')).toContainText('Now choose where you want to land')
  await page.locator('[data-square="c4"]').click()
  await expect(wrong(page)).toContainText('the task is to land on d5')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-square="c4"]').click()
  await expect(wrong(page)).toContainText('the task is to land on d5')
  // A press on the board is the next try straight away.
  await page.locator('[data-square="d5"]').click()
  await expect(right(page)).toBeVisible()
})

test('where buttons answer, a press on the board says so', async ({ page }) => {
  for (const id of ['points', 'end']) {
    await page.goto(`/learn/${id}`)
    if (id === 'end') await toQuestion(page)
    await page.locator('[data-square="c4"]').click()
    await expect(wrong(page)).toHaveText('Press one of the answers.')
    await page.locator('.lesson-choices .button').first().click()
    await expect(page.getByText('Press one of the answers.')).toHaveCount(0)
  }
})

test('a lesson continues where it was after a reload, and starts again when it is opened again', async ({
  page,
}) => {
  await page.goto('/learn/points')
  const step = page.locator('.lesson-dots')
  await page.getByRole('button', { name: '12', exact: true }).click()
  await wanted(page).click()
  await expect(step).toHaveAccessibleName(/^Step 2/)
  await page.reload()
  await expect(step).toHaveAccessibleName(/^Step 2/)
  await page.locator('[data-square]').first().waitFor()
  // A focus ring on a square would look like the place to press.
  await expect(page.locator('[data-square]:focus')).toHaveCount(0)
  await page.locator('.lesson-all').click()
  await page.goBack()
  await expect(step).toHaveAccessibleName(/^Step 2/)
  await page.locator('.lesson-all').click()
  await page.locator('main a[href="/learn/points"]').click()
  await expect(step).toHaveAccessibleName(/^Step 1/)
})

test('a step that one has come to can be gone back to, and from there on again', async ({
  page,
}) => {
  await page.goto('/learn/points')
  const to = (n: number) => page.getByRole('button', { name: new RegExp(`^Step ${n}`) })
  const step = page.locator('.lesson-dots')
  const task = page.locator('.lesson-task').first()
  const first = await task.textContent()
  await expect(page.getByRole('button', { name: /^Step/ })).toHaveCount(0)
  await page.getByRole('button', { name: '12', exact: true }).click()
  await wanted(page).click()
  await expect(step).toHaveAccessibleName(/^Step 2/)
  await to(1).click()
  await expect(task).toHaveText(first ?? '')
  await to(2).click()
  await expect(step).toHaveAccessibleName(/^Step 2/)
  await expect(task).not.toHaveText(first ?? '')
})

/**
 * Plays the first step of the lesson about the end, to reach the one that asks whether the game is
 * over.
 */
async function toQuestion(page: Page): Promise<void> {
  await page.locator('.lesson-answers .button').first().click()
  await page.locator('[data-square="c5"]').click()
  await page.locator('[data-square="e5"]').click()
  await wanted(page).click()
  await expect(page.locator('.lesson-choices')).toBeVisible()
}

test('the answer that was right stays marked', async ({ page }) => {
  await page.goto('/learn/points')
  await page.locator('[data-square]').first().waitFor()
  const answers = page.locator('.lesson-choices .button')
  for (const answer of await answers.all()) {
    await answer.click()
    if (await answer.isDisabled()) break
  }
  await expect(right(page)).toBeVisible()
  await expect(page.locator('.lesson-choices .lesson-right')).toHaveCount(1)
})

for (const font of ['its own font', 'another font'] as const) {
  test(`on a small telephone all answers are in the first view, in ${font}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    if (font === 'another font') await page.route('**/*.woff2', (route) => route.abort())
    await page.goto('/')
    for (const language of LANGUAGES) {
      for (const id of ['points', 'end', 'game']) {
        await follow(page, `/${language}/learn`)
        await follow(page, `/${language}/learn/${id}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await page.locator('[data-square]').first().waitFor()
        if (id === 'end') await toQuestion(page)
        for (const each of await page.locator('.lesson-answers .button').all()) {
          await expect(each, `${language} ${id}`).toBeInViewport({ ratio: 1 })
        }
      }
    }
  })
}

test('a shown solution can be played by pressing its piece first', async ({ page }) => {
  await page.goto('/learn/end')
  await page.getByRole('button', { name: 'Show me' }).click()
  await page.locator('[data-square="c5"]').click()
  await page.locator('[data-square="e5"]').click()
  await expect(right(page)).toContainText('White has no possible move')
})

test('a player who has done all lessons is led to games', async ({ page }) => {
  await page.goto('/learn')
  await page.evaluate(
    (ids) => localStorage.setItem('hokito:learn', JSON.stringify(ids)),
    LESSONS.map(({ id }) => id),
  )
  await page.reload()
  await expect(page.getByRole('link', { name: 'Play a friend here' })).toBeVisible()
  // One way on is the main one, whatever else there is.
  await expect(page.locator('main .button-main')).toHaveCount(1)
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Learn strategy' }),
  ).toHaveAttribute('href', /\/learn\/strategy$/)
  await page.getByRole('button', { name: 'Play a whole game' }).click()
  await expect(page.getByText('Computer, level 1', { exact: true })).toBeVisible()
})

test('a player who has begun the lessons is led to the next one, first of all ways on', async ({
  page,
}) => {
  const [first, second, third] = LESSONS
  await page.goto('/')
  await page.evaluate(
    (ids) => localStorage.setItem('hokito:learn', JSON.stringify(ids)),
    [first?.id, second?.id],
  )
  await page.reload()
  const way = page.locator('.home-actions .button-wide').first()
  await expect(way).toHaveText('Continue with lesson 3Done so far: 2 of 12')
  await expect(way).toHaveClass(/button-main/)
  await way.click()
  await expect(page).toHaveURL(new RegExp(`/learn/${third?.id}$`))
})

test('an unknown lesson says so', async ({ page }) => {
  await page.goto('/learn/chess')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such lesson')
})

test('the first game goes on after a reload and after another page, until it is started over', async ({
  page,
}) => {
  await page.goto('/learn/game')
  await waitForTurn(page)
  const beginning = await page.locator('.lesson-points').textContent()
  await movable(page).first().click()
  await landings(page).first().click()
  // The page shows the move first, and then the reply.
  await expect(page.locator('.lesson-points')).not.toHaveText(beginning ?? '')
  await waitForTurn(page)
  const points = await page.locator('.lesson-points').textContent()
  await page.reload()
  await expect(page.locator('.lesson-points')).toHaveText(points ?? '')
  await page.getByRole('link', { name: 'All lessons' }).click()
  await page.goBack()
  await expect(page.locator('.lesson-points')).toHaveText(points ?? '')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(page.locator('.lesson-points')).toHaveText(beginning ?? '')
  await page.reload()
  await waitForTurn(page)
  await expect(page.locator('.lesson-points')).toHaveText(beginning ?? '')
})

test('a game can be lost without losing the lesson', async ({ page }) => {
  await page.goto('/learn/game')
  await waitForTurn(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(page.locator('.lesson-feedback .feedback')).not.toHaveText('')
})

/** A first game in which Black has to make the last move, and loses by it. */
function lostByOneMove(): { readonly moves: readonly Move[]; readonly last: Move } {
  const bytes = seededBytes(5)
  for (;;) {
    const moves: Move[] = []
    let position = FIRST_GAME
    while (outcome(position) === undefined) {
      const legal = legalMoves(position)
      const move = legal[randomIndex(legal.length, bytes)]
      if (move === undefined) throw new Error('a game that goes on has a move')
      moves.push(move)
      position = play(position, move)
    }
    const last = moves.pop()
    const isLost = outcome(position)?.winner === 'white' && position.turn === 'white'
    if (isLost && last !== undefined) return { moves, last }
  }
}

test('a first game that was lost says so, and not in the colour of a right answer', async ({
  page,
}) => {
  const { moves, last } = lostByOneMove()
  const game = moves.reduce((at, move) => withMove(at, move, 0) ?? at, newFirstGame(FIRST_GAME, 0))
  await page.addInitScript(([id, save]) => sessionStorage.setItem(`hokito:game:${id}`, save), [
    FIRST_GAME_ID,
    formatSave(game),
  ] as const)
  await page.goto('/learn/game')
  await waitForTurn(page)
  await page.locator(`[data-square="${formatSquare(last.from)}"]`).click()
  await page.locator(`[data-square="${formatSquare(last.to)}"]`).click()
  await expect(page.locator('.lesson-feedback .feedback')).toContainText('White wins')
  await expect(right(page)).toHaveCount(0)
})
