import { formatMove, formatSquare, legalMoves, type Move } from '@hokito/rules'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { CHAPTERS, KEEPS, type Searched } from '../../src/models/learn/course/chapters.ts'
import { expectNoViolations } from './axe.ts'
import { square } from './helpers.ts'
import { speak } from './walking.ts'

const [CHAPTER = never()] = CHAPTERS
const EXERCISE = searchedIn(CHAPTER.exercises[0])

/** The move that gives the most away. */
const WRONG = legalMoves(EXERCISE.position).reduce((worst, each) =>
  EXERCISE.lossOf(each) > EXERCISE.lossOf(worst) ? each : worst,
)

function never(): never {
  throw new Error('the course has a chapter')
}

function searchedIn(exercise: (typeof CHAPTER.exercises)[number] | undefined): Searched {
  if (exercise?.kind !== 'searched') throw new Error('a search judged the first exercise')
  return exercise
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The chapter in the list of all, with its number of solved exercises. */
const listed = (page: Page): Locator =>
  page.getByRole('listitem').filter({ hasText: '1. Points can wait' })

async function move(page: Page, { from, to }: Move): Promise<void> {
  await square(page, formatSquare(from)).click()
  await square(page, formatSquare(to)).click()
}

/** A board draws the path of a move, and the keyboard stands where the move lands. */
async function expectShown(board: Locator, { to }: Move): Promise<void> {
  await expect(board.locator('.path-path > *')).not.toHaveCount(0)
  await expect(board.locator('[tabindex="0"][data-destination]')).toHaveAttribute(
    'data-square',
    formatSquare(to),
  )
}

async function expectNothingWider(page: Page, what: string): Promise<void> {
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider, what).toBeLessThanOrEqual(0)
}

test('the list leads to a chapter, whose boards draw the moves that its words name', async ({
  page,
}) => {
  await page.goto('/learn')
  await page.getByRole('main').getByRole('link', { name: 'Strategy' }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(CHAPTERS.length)
  await listed(page).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1. Points can wait')
  const examples = page.locator('.chapter-examples > div')
  await expect(examples).toHaveCount(CHAPTER.examples.length)
  for (const [index, example] of CHAPTER.examples.entries()) {
    const shown = examples.nth(index)
    await expect(shown.getByRole('paragraph').first()).toContainText(formatMove(example.move))
    await expectShown(shown, example.move)
  }
  await expectNoViolations(page)
  await page.goBack()
  await expect(listed(page)).toBeVisible()
})

test('a wrong answer says what it costs, the right one leads on and is counted', async ({
  page,
}) => {
  await page.goto('/learn/strategy')
  await expect(listed(page)).toContainText(`0 of ${CHAPTER.exercises.length}`)
  await listed(page).getByRole('link').click()
  await page.getByRole('link', { name: 'Start the exercises' }).click()
  await expect(page).toHaveURL(/\/learn\/strategy\/pointsWait\/1$/)
  await expect(page.getByText('Exercise 1 of 5')).toBeVisible()
  const feedback = page.locator('.feedback')
  await move(page, WRONG)
  await expect(feedback).toHaveText(
    `${formatMove(WRONG)} gives away about ${EXERCISE.lossOf(WRONG)} points.`,
  )
  expect(EXERCISE.lossOf(WRONG)).toBeGreaterThan(KEEPS)
  await expect(button(page, 'Next exercise')).toHaveCount(0)
  await expectNoViolations(page)
  await button(page, 'Try again').click()
  await expect(feedback).toContainText('A deep search has judged every move')
  await button(page, 'Show the best move').click()
  const best = formatMove(EXERCISE.best)
  await expect(page.getByText(`The best move is ${best}.`)).toBeVisible()
  await expectShown(page.locator('.lesson-board'), EXERCISE.best)
  await move(page, EXERCISE.best)
  await expect(feedback).toHaveText(`${best} is right: the best move here.`)
  await expectNoViolations(page)
  await button(page, 'Next exercise').click()
  await expect(page).toHaveURL(/\/learn\/strategy\/pointsWait\/2$/)
  await expect(page.getByText('Exercise 2 of 5')).toBeVisible()
  await expect(feedback).toContainText('A deep search has judged every move')
  await page.goto('/learn/strategy')
  await page.reload()
  await expect(listed(page)).toContainText(`1 of ${CHAPTER.exercises.length}`)
  await listed(page).getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Exercise 1: solved' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with exercise 2' })).toBeVisible()
})

test('an exercise that is a puzzle opens its board', async ({ page }) => {
  await page.goto('/learn/strategy/stuck/1')
  await expect(page.locator('[data-movable="true"]').first()).toBeVisible()
  await expect(page.getByTestId('status')).toContainText('to move and')
  await expect(page.getByText('Exercise 1 of 5')).toBeVisible()
  await expectNoViolations(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  for (const language of ['de', 'pl'] as const) {
    test(`nothing is wider than the window in ${language}`, async ({ page }) => {
      await page.goto('/learn')
      await speak(page, language)
      for (const { id } of CHAPTERS) {
        await page.goto(`/learn/strategy/${id}`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('.chapter-examples [data-square="a1"]')).toHaveCount(2)
        await expectNothingWider(page, id)
      }
      for (const path of ['', '/pointsWait/1', '/stuck/1']) {
        await page.goto(`/learn/strategy${path}`)
        await expect(page.locator('html:not([data-waiting]) h1')).toBeAttached()
        if (path !== '') await expect(square(page, 'a1')).toBeVisible()
        await expectNothingWider(page, path)
      }
      await page.goto('/learn/strategy/pointsWait/1')
      await move(page, WRONG)
      await expect(page.locator('.feedback-wrong')).toBeVisible()
      await expectNothingWider(page, 'a wrong answer')
    })
  }
})

test('the learning page says what to do next by what went wrong, and starts it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const mistakes = { safe: 2, tower: 1 }
    localStorage.setItem(
      'hokito:accuracy',
      JSON.stringify([{ game: 'a game', at: 1, accuracy: 70, mistakes }]),
    )
  })
  await page.goto('/learn')
  const path = page.getByRole('region', { name: 'What to do next' })
  await expect(path.getByRole('listitem')).toHaveCount(2)
  await expect(path.getByRole('listitem').first()).toContainText(
    'Mistakes of this kind in your reviewed games: 2.',
  )
  await expectNoViolations(page)
  await path.getByRole('link', { name: 'Build where nobody can land' }).click()
  await expect(page).toHaveURL(/\/learn\/strategy\/safe$/)
})
