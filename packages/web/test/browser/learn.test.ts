import { formatSquare, outcome, SQUARES } from '@hokito/rules'
import { expect, type Page, test } from '@playwright/test'
import { judgePick, sumOf } from '../../src/models/learn/judge.ts'
import type { Step } from '../../src/models/learn/lesson.ts'
import { LESSONS } from '../../src/models/learn/lessons.ts'
import { landings, movable, waitForTurn } from './helpers.ts'
import { moveByKeys, tabTo, tabToBoard, walkTo } from './keyboard.ts'

const right = (page: Page) => page.locator('.feedback-right')
const wrong = (page: Page) => page.locator('.feedback-wrong')
/** The main thing to do next; it has the focus after every answer. */
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
      const [tried] = step.wrong
      if (tried !== undefined) {
        await moveByKeys(page, tried)
        await expect(wrong(page)).not.toHaveText('')
        // A possible move that misses the goal has to be taken back first.
        if (await wanted(page).isVisible()) {
          await expect(wanted(page)).toBeFocused()
          await page.keyboard.press('Enter')
        }
      }
      return moveByKeys(page, step.solution)
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

for (const language of ['en', 'pl']) {
  test.describe(`the tutorial in ${language}, by keyboard alone`, () => {
    test.use({ locale: language })

    test('leads from the start page through every lesson to a game', async ({ page }) => {
      await page.goto('/')
      await tabTo(page, page.locator('main a[href="/learn"]'))
      await page.keyboard.press('Enter')
      await tabTo(page, page.locator('main .button-main'))
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
        await expect(movable(page).first().or(right(page))).toBeVisible({ timeout: 30_000 })
        if (await right(page).isVisible()) break
        await page.keyboard.press('m')
        await page.keyboard.press('Enter')
        const to = await landings(page).first().getAttribute('data-square')
        await walkTo(page, to ?? '')
        await page.keyboard.press('Enter')
      }
      await tabTo(page, page.locator('.lesson-answers a[href="/learn"]'))
      await page.keyboard.press('Enter')
      await expect(page.locator('.lesson-done')).toHaveCount(LESSONS.length)
    })
  })
}

test('a lesson can be opened by its address, shows its solution, and progress is kept', async ({
  page,
}) => {
  await page.goto('/learn/singles')
  await page.getByRole('button', { name: 'Show me' }).click()
  await expect(page.locator('.board .beads')).toBeVisible()
  await page.locator('[data-square="c3"]').click()
  await page.locator('[data-square="d3"]').click()
  await expect(right(page)).toContainText('Your first stack')
  await page.goto('/learn')
  await expect(page.locator('.lesson-done')).toHaveCount(1)
  await expect(page.getByText('Lessons done: 1 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Forget my progress' }).click()
  await expect(page.locator('.lesson-done')).toHaveCount(0)
})

test('a wrong landing is explained with the rule and shown on the board', async ({ page }) => {
  await page.goto('/learn/moreHops')
  await page.locator('[data-square="c1"]').click()
  await page.locator('[data-square="c2"]').click()
  await expect(wrong(page)).toHaveText('Hops to c2: 1. But c1 has to make exactly 2')
  await expect(page.locator('.board .cross')).toBeVisible()
  await expect(page.locator('.board [role=alert]')).toContainText('Hops to c2: 1.')
})

test('an unknown lesson says so', async ({ page }) => {
  await page.goto('/learn/chess')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such lesson')
})

test('a game can be lost without losing the lesson', async ({ page }) => {
  await page.goto('/learn/game')
  await waitForTurn(page)
  await movable(page).first().click()
  await landings(page).first().click()
  await expect(page.locator('.lesson-words .feedback')).not.toHaveText('', { timeout: 30_000 })
})
