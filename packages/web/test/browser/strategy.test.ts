import {
  formatMove,
  formatPosition,
  formatSquare,
  isSingle,
  legalMoves,
  type Move,
  ownerOf,
  SQUARES,
} from '@hokito/rules'
import { expect, type Locator, type Page } from '@playwright/test'
import { pairUp } from '../../../server/test/helpers/page.ts'
import titles from '../../src/i18n/chapters/en.json' with { type: 'json' }
import course from '../../src/i18n/course/en.json' with { type: 'json' }
import {
  CHAPTERS,
  isAccepted,
  KEEPS,
  type Searched,
} from '../../src/models/learn/course/chapters.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './guest-test.ts'
import { movable, playComputer, square } from './helpers.ts'
import { moveByKeys, tabTo, tabToBoard } from './keyboard.ts'
import { speak } from './walking.ts'

const [CHAPTER = never()] = CHAPTERS
const EXERCISE = searchedIn(CHAPTER.exercises[0])

/** The move that gives the most away. */
const WRONG = legalMoves(EXERCISE.position).reduce((worst, each) =>
  EXERCISE.lossOf(each) > EXERCISE.lossOf(worst) ? each : worst,
)

const EXERCISE_1 = `Exercise 1 of ${CHAPTER.exercises.length}`
const EXERCISE_2 = `Exercise 2 of ${CHAPTER.exercises.length}`

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
    await expect(shown.locator('.example-reason .said-move').first()).toBeVisible()
    await expectShown(shown, example.move)
  }
  await expectNoViolations(page)
  const [{ line, wrong }] = CHAPTER.examples
  const words = examples.first().locator('.example-words')
  const press = (name: string) =>
    examples.first().getByRole('button', { name, exact: true }).click()
  await press('Next move')
  await press('Next move')
  await expect(words).toContainText(formatMove(line[0] ?? never()))
  const [first, punishment] = wrong ?? never()
  await press(`What about ${formatMove(first)}?`)
  await press('Next move')
  await expect(words).toContainText(formatMove(punishment ?? never()))
  await expect(words.locator('.example-verdict')).toHaveCount(0)
  const onward = examples.first().getByRole('button', { name: 'Next move', exact: true })
  while (await onward.isEnabled()) await onward.click()
  await expect(words.locator('.example-verdict')).toHaveText(/points better than|won by|wins by/)
  await press('Start over')
  await expectShown(examples.first(), CHAPTER.examples[0].move)
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
  await expect(page.getByText(EXERCISE_1)).toBeVisible()
  const feedback = page.locator('.feedback')
  await move(page, WRONG)
  await expect(feedback).toHaveText(
    `With ${formatMove(WRONG)} you end about ${EXERCISE.lossOf(WRONG)} points worse off than with the best move.`,
  )
  expect(EXERCISE.lossOf(WRONG)).toBeGreaterThan(KEEPS)
  await expect(page.locator('.example-reason')).toContainText(formatMove(WRONG))
  await expect(button(page, 'Next exercise')).toHaveCount(0)
  await expectNoViolations(page)
  const [reply = never(), second = never()] = EXERCISE.lineAfter(WRONG)
  await button(page, 'Why not?').click()
  await expect(feedback).toContainText(formatMove(reply))
  await button(page, 'Next move').click()
  await expect(feedback).toContainText(formatMove(second))
  await button(page, 'Try again').click()
  await expect(feedback).toHaveText('')
  await button(page, 'Solution').click()
  const best = formatMove(EXERCISE.best)
  await expect(feedback).toContainText(`The best move is ${best}.`)
  await button(page, 'Why?').click()
  await expect(feedback).toContainText(formatMove(EXERCISE.lineAfter(EXERCISE.best)[0] ?? never()))
  await button(page, 'Try again').click()
  await move(page, EXERCISE.best)
  await expect(feedback).toHaveText(`${best} is right: the best move here.`)
  await expectNoViolations(page)
  await button(page, 'Next exercise').click()
  await expect(page).toHaveURL(/\/learn\/strategy\/pointsWait\/2$/)
  await expect(page.getByText(EXERCISE_2)).toBeVisible()
  await expect(page.getByText('A deep search has judged every move')).toBeVisible()
  await page.goto('/learn/strategy')
  await page.reload()
  await expect(listed(page)).toContainText(`1 of ${CHAPTER.exercises.length}`)
  await listed(page).getByRole('link').click()
  await expect(page.getByRole('link', { name: 'Exercise 1: solved' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue with exercise 2' })).toBeVisible()
})

test('where an attack is to be stopped, the stack in danger is to be found first', async ({
  page,
}) => {
  const exercise = searchedIn(CHAPTERS.find(({ id }) => id === 'seeComing')?.exercises[0])
  const { attack = never(), best, position } = exercise
  const single = SQUARES.find((each) => {
    const stack = position.board[each]
    return stack !== undefined && isSingle(stack) && ownerOf(stack) === position.turn
  })
  await page.goto('/learn/strategy/seeComing/1')
  const task = page.locator('.lesson-task')
  const feedback = page.locator('.feedback')
  await expect(task).toContainText('Press that stack.')
  await square(page, formatSquare(single ?? never())).click()
  await expect(feedback).toHaveText('Press one of your own stacks.')
  await square(page, formatSquare(attack.square)).click()
  const [first, second] = [attack.first, attack.second].map(formatMove)
  await expect(feedback).toContainText(`Right: ${first} and then ${second} would land on`)
  await expect(task).toContainText(`your stack on ${formatSquare(attack.square)}`)
  await expectNoViolations(page)
  await move(page, best)
  await expect(feedback).toHaveText(`${formatMove(best)} is right: the best move here.`)
  await expect(button(page, 'Next exercise')).toBeVisible()
})

test('the course is walked with the keyboard alone', async ({ page }) => {
  await page.goto('/learn/strategy')
  const press = async (target: Locator) => {
    await tabTo(page, target)
    await page.keyboard.press('Enter')
  }
  await press(page.getByRole('link', { name: 'Start: 1. Points can wait' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1. Points can wait')
  await press(page.getByRole('link', { name: 'Start the exercises' }))
  await expect(page.getByText(EXERCISE_1)).toBeVisible()
  await tabToBoard(page)
  await moveByKeys(page, WRONG)
  await expect(page.locator('.feedback')).toContainText('worse off than with the best move')
  await press(button(page, 'Try again'))
  await tabToBoard(page)
  await moveByKeys(page, EXERCISE.best)
  await expect(page.locator('.feedback')).toContainText('the best move here')
  await press(button(page, 'Next exercise'))
  await expect(page.getByText(EXERCISE_2)).toBeVisible()
  await press(page.getByRole('link', { name: 'Chapter', exact: true }))
  await press(button(page, 'Play from this position'))
  await movable(page).first().waitFor()
})

test('a chapter whose examples were seen is read, and the course goes on to the next one', async ({
  page,
}) => {
  const [, second = never()] = CHAPTERS
  const { length: last } = CHAPTER.exercises
  await page.goto('/learn/strategy/pointsWait')
  await expect(page.locator('.example-board')).toHaveCount(2)
  for (const example of await page.locator('.example-board').all()) {
    await example.scrollIntoViewIfNeeded()
    await expect(example.locator('[data-square="a1"]')).toBeInViewport()
  }
  const stored = () => page.evaluate(() => localStorage.getItem('hokito:chaptersRead'))
  await expect.poll(stored).toContain('pointsWait')
  await page.goto('/learn/strategy')
  await expect(listed(page)).toContainText('Read')
  await page.getByRole('link', { name: 'Continue: 2. First cover their threes' }).click()
  await expect(page).toHaveURL(new RegExp(`/learn/strategy/${second.id}$`))
  await page.goto(`/learn/strategy/pointsWait/${last}`)
  await button(page, 'Solution').click()
  await expect(page.getByRole('link', { name: 'Chapter', exact: true })).toBeVisible()
  await button(page, 'Next: First cover their threes').click()
  await expect(page).toHaveURL(new RegExp(`/learn/strategy/${second.id}$`))
})

test('after the last chapter, all ideas stand in one list, with the level to play next', async ({
  page,
}) => {
  await page.goto(`/learn/strategy/${CHAPTERS.at(-1)?.id}`)
  await page.getByRole('link', { name: 'The course in short' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The course in short')
  const ideas = page.getByRole('main').getByRole('listitem')
  await expect(ideas).toHaveCount(CHAPTERS.length)
  await expect(ideas.first().getByRole('link', { name: 'Points can wait' })).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: /^Play against level \d/ }).click()
  await movable(page).first().waitFor()
})

test('a game from a chapter keeps its idea in view, and leads on to the next chapter', async ({
  page,
}) => {
  await page.goto('/learn/strategy/pointsWait')
  await button(page, 'Play from this position').click()
  const idea = page.locator('.chapter-idea')
  await movable(page).first().waitFor()
  await expect(idea).toHaveText(`Points can wait ${titles.ideas.pointsWait}`)
  // A game that the next move ends, as if it had begun from the chapter.
  await page.evaluate((text) => sessionStorage.setItem('hokito:chapterGame', text), `endIt ${LAST}`)
  await page.goto(`/new?opponent=friend&position=${encodeURIComponent(LAST)}`)
  await expect(idea).toContainText('End it yourself')
  await expectNoViolations(page)
  await button(page, 'Start the game').click()
  await square(page, 'c6').click()
  await square(page, 'e1').click()
  await expect(idea).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to the chapter' })).toBeVisible()
  await page.getByRole('link', { name: 'Next: Now cover your own' }).click()
  await expect(page).toHaveURL(/\/learn\/strategy\/coverOwn$/)
  await page.goto('/new')
  await expect(button(page, 'Start the game')).toBeVisible()
  await expect(idea).toHaveCount(0)
})

for (const path of ['pointsWait/1', 'stuck/1', 'pointsWait']) {
  test(`a press on a piece of the other side shows where it could land (${path})`, async ({
    page,
  }) => {
    await page.goto(`/learn/strategy/${path}`)
    await movable(page).first().waitFor()
    const found = page.getByText(/could land from [a-f][1-6] on:|can’t land anywhere from/)
    await expect(found).toHaveCount(0)
    const shown = page.locator('.example-board, .lesson-board, .game-board').first()
    const others = shown.locator('[data-movable="false"]:not([data-destination])')
    for (const each of await others.all()) {
      await each.click()
      if ((await found.count()) > 0) break
    }
    await expect(found).toHaveCount(1)
    await expect(shown.locator('.stack-lit')).not.toHaveCount(0)
    // A cross would say that the press was wrong.
    await expect(shown.locator('.wrong')).toBeHidden()
    await movable(page).first().click()
    await expect(found).toHaveCount(0)
  })
}

/** A position that Black ends with c6e1. */
const LAST = 'BAb20AAA/B--CBA/------/C2-----/------/--a-C2b2 b'

/** What only the code of one subject has, by a page that loads it. */
const MARKS = {
  '/learn/strategy/pointsWait': [formatPosition(CHAPTER.examples[0].position), course.course.lead],
  '/study': ['/api/studies'],
  '/class': ['/api/classes'],
  '/table': ['hokito:table'],
} as const

/** The marks in the scripts that a page loads until it shows something. */
async function marksIn(page: Page, load: () => Promise<unknown>): Promise<readonly string[]> {
  const scripts: Promise<string>[] = []
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.text())
  })
  await load()
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('response')
  const text = (await Promise.all(scripts)).join('')
  return Object.values(MARKS)
    .flat()
    .filter((mark) => text.includes(mark))
}

test('a game loads nothing of the course, of studies and classes, and of the table', async ({
  browser,
  server,
}) => {
  // No browser has another one's files.
  const fresh = async () =>
    (await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })).newPage()
  for (const [path, marks] of Object.entries(MARKS)) {
    const page = await fresh()
    const found = await marksIn(page, () => page.goto(path))
    for (const mark of marks) expect([path, ...found]).toContain(mark)
  }
  const home = await fresh()
  const started = await marksIn(home, async () => {
    await home.goto('/')
    await playComputer(home)
    await movable(home).first().waitFor()
  })
  expect(started).toEqual([])
  const { black, white, game } = await pairUp(server.url)
  const player = await fresh()
  const [name = '', value = ''] = black.cookie.split('=')
  await player.context().addCookies([{ name, value, url: server.url }])
  const played = await marksIn(player, async () => {
    await player.goto(`/play/${game}`)
    await movable(player).first().waitFor()
  })
  expect(played).toEqual([])
  for (const each of [black, white]) each.close()
})

test('both kinds of exercise show the idea of the chapter above the board, and keep it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const id of ['pointsWait', 'stuck'] as const) {
    await page.goto(`/learn/strategy/${id}/1`)
    await movable(page).first().waitFor()
    const idea = page.getByText(titles.ideas[id]).filter({ visible: true })
    const isAbove = async () => {
      const above = await idea.boundingBox()
      const board = await square(page, id === 'stuck' ? 'a1' : 'a6').boundingBox()
      return above !== null && board !== null && above.y + above.height <= board.y
    }
    await expect.poll(isAbove).toBe(true)
    await page.getByRole('button', { name: 'Solution', exact: true }).click()
    await expect(button(page, 'Next exercise')).toBeVisible()
    await expect.poll(isAbove).toBe(true)
    await expectNoViolations(page)
  }
})

test('all exercises of a chapter give a hint, whether they are puzzles or not', async ({
  page,
}) => {
  const { exercises } = CHAPTERS.find(({ id }) => id === 'safe') ?? never()
  const { best } = searchedIn(exercises[0])
  for (const n of exercises.keys()) {
    await page.goto(`/learn/strategy/safe/${n + 1}`)
    await movable(page).first().waitFor()
    await expect(button(page, 'Hint')).toBeEnabled()
  }
  await page.goto('/learn/strategy/safe/1')
  const others = page.locator('.lesson-board [data-movable="false"]:not([data-destination])')
  const landings = page.getByText(/could land from|can’t land anywhere from/)
  for (const each of await others.all()) {
    await each.click()
    if ((await landings.count()) > 0) break
  }
  await expect(landings).toHaveCount(1)
  await button(page, 'Hint').click()
  await expect(page.locator('.feedback')).toHaveText(
    /^(Look at [a-f][1-6]|Count the possible moves)/,
  )
  await button(page, 'Hint').click()
  const from = formatSquare(best.from)
  await expect(page.locator('.feedback')).toHaveText(`Hint: the move begins on ${from}`)
  await expect(page.locator('.lesson-board .stack-lit')).toHaveCount(1)
  await expect(button(page, 'Hint')).toBeDisabled()
  await move(page, best)
  await expect(page.locator('.feedback')).toContainText('the best move here')
  await expect(button(page, 'Hint')).toHaveCount(0)
})

test('why a puzzle of the course is right is said with its end', async ({ page }) => {
  await page.goto('/learn/strategy/behind/2')
  await movable(page).first().waitFor()
  await button(page, 'Solution').click()
  await button(page, 'Why?').click()
  const status = page.getByTestId('status')
  await expect(status).toContainText('c6a2')
  await expect(status).toContainText(/Proved: you then win by \d+ points/)
})

test('an exercise that is a puzzle opens its board', async ({ page }) => {
  await page.goto('/learn/strategy/stuck/1')
  await expect(page.locator('[data-movable="true"]').first()).toBeVisible()
  await expect(page.getByTestId('status')).toContainText('to move and')
  await expect(page.getByText('Exercise 1 of 5')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Solution' }).click()
  await expect(button(page, 'Next exercise')).toBeVisible()
  await expect(page.getByText(/rating|levels/)).toHaveCount(0)
  await page.getByRole('link', { name: 'Chapter', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('18. Leave them without a move')
})

/** A player whose last game was one of two persons on this device. */
async function playedAFriend(page: Page): Promise<void> {
  await page.goto('/new?opponent=friend')
  await button(page, 'Start the game').click()
  await movable(page).first().waitFor()
}

test('one press in a chapter starts a game against the computer from its position', async ({
  page,
}) => {
  await playedAFriend(page)
  for (const chapter of CHAPTERS) {
    await page.goto(`/learn/strategy/${chapter.id}`)
    const shown = page.locator('.chapter .small-board')
    await shown.scrollIntoViewIfNeeded()
    await expect(shown.locator('svg, [class*=stack]').first()).toBeVisible()
    await button(page, 'Play from this position').click()
    await expect(page).toHaveURL(/\/game\//)
    const { turn } = chapter.practice
    await expect(page.locator(`.seat-near .disc-${turn}`)).toBeVisible()
    await movable(page).first().waitFor()
  }
})

test('the chapter about threes first asks for every square that one can reach', async ({
  page,
}) => {
  const { practice } = CHAPTERS.find(({ id }) => id === 'corners') ?? never()
  await page.goto('/learn/strategy/corners')
  const drill = page.locator('.example-board').first()
  const task = await drill.getByText('Press every square').textContent()
  const from = task?.match(/on ([a-f][1-6])/)?.[1] ?? never()
  const landings = new Set(
    legalMoves(practice)
      .filter((each) => formatSquare(each.from) === from)
      .map(({ to }) => formatSquare(to)),
  )
  expect(landings.size).toBeGreaterThanOrEqual(4)
  const press = (name: string) => drill.locator(`[data-square="${name}"]`).click()
  const words = drill.locator('.feedback')
  const missed = SQUARES.map(formatSquare).find((each) => each !== from && !landings.has(each))
  await press(missed ?? never())
  await expect(words).not.toContainText('Found')
  for (const each of landings) await press(each)
  await expect(words).toHaveText(`Right, those are all of them: ${landings.size}`)
  await expectNoViolations(page)
})

test('easy exercises stand first, and what was solved before they came stays solved', async ({
  page,
}) => {
  await page.goto('/learn/strategy/endIt')
  await page.evaluate(() => localStorage.setItem('hokito:course', '["endIt.1"]'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Exercise 3: solved' })).toBeVisible()
  await page.getByRole('link', { name: 'Start the exercises' }).click()
  await expect(page.getByText('Exercise 1 of 7')).toBeVisible()
  const { exercises } = CHAPTERS.find(({ id }) => id === 'endIt') ?? never()
  await move(page, searchedIn(exercises[0]).best)
  await expect(page.locator('.lesson')).toContainText('White has no possible move.')
  await page.getByRole('link', { name: 'Chapter', exact: true }).click()
  await expect(page.getByRole('link', { name: /: solved$/ })).toHaveCount(2)
})

test('a move that wins by less and does what the task asks for is accepted', async ({ page }) => {
  const { exercises } = CHAPTERS.find(({ id }) => id === 'opens') ?? never()
  const exercise = searchedIn(exercises[0])
  const enough =
    legalMoves(exercise.position).find(
      (each) => isAccepted(exercise, each) && exercise.lossOf(each) > KEEPS,
    ) ?? never()
  await page.goto('/learn/strategy/opens/1')
  await move(page, enough)
  const best = formatMove(exercise.best)
  await expect(page.locator('.feedback-right')).toHaveText(
    `${formatMove(enough)} is right: it wins too, though ${best} wins by ${exercise.lossOf(enough)} points more.`,
  )
  await expect(button(page, 'Next exercise')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  for (const path of ['landLast/1', 'twosInFront/1']) {
    test(`the task of ${path} stands above the board, and says which side is yours`, async ({
      page,
    }) => {
      await page.goto(`/learn/strategy/${path}`)
      await movable(page).first().waitFor()
      const task = page.locator('.lesson-task, [data-testid="status"]').first()
      const [above, board] = [await task.boundingBox(), await page.locator('.board').boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(board?.y ?? 0)
      await expect(page.getByText('You’re White.').first()).toBeVisible()
      await expect(page.getByRole('link', { name: 'Chapter', exact: true })).toBeInViewport({
        ratio: 1,
      })
    })
  }

  test('after a wrong answer to a puzzle of the course all buttons are in view', async ({
    page,
  }) => {
    await page.goto('/learn/strategy/safe/5')
    await movable(page).first().waitFor()
    await square(page, 'c3').click()
    await square(page, 'b4').click()
    await expect(page.getByTestId('status')).toContainText('gives the win away')
    for (const name of ['Try again', 'Why not?', 'Solution']) {
      await expect(button(page, name)).toBeInViewport({ ratio: 1 })
    }
    await expect(page.getByRole('link', { name: 'Chapter', exact: true })).toBeInViewport({
      ratio: 1,
    })
  })

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
  await expect(path.getByRole('listitem')).toHaveCount(1)
  await expect(path.getByRole('listitem').first()).toContainText(
    'Mistakes of this kind in your reviewed games: 2.',
  )
  await expectNoViolations(page)
  await path.getByRole('link', { name: 'Keep your best stack safe' }).click()
  await expect(page).toHaveURL(/\/learn\/strategy\/safe$/)
})
