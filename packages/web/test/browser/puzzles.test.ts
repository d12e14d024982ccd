import type { Puzzle } from '@hokito/engine/puzzles'
import {
  formatMove,
  formatSquare,
  isSameMove,
  legalMoves,
  type Move,
  outcome,
  play,
} from '@hokito/rules'
import { expect, type Page, test } from '@playwright/test'
import { LANGUAGES } from '../../src/i18n/i18n.ts'
import { expectNoViolations, expectNoViolationsInThemes } from './axe.ts'
import { square } from './helpers.ts'
import { tabTo } from './keyboard.ts'
import { move, puzzleOn, puzzles, servePuzzles, solve } from './solving.ts'
import { speak } from './walking.ts'

const PHONE = { width: 360, height: 740 }
const DESKTOP = { width: 1280, height: 800 }

test.beforeEach(({ page }) => servePuzzles(page))

const status = (page: Page) => page.getByTestId('status')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

function puzzleOf(kind: Puzzle['kind'], ownMoves: number, endRule = 'either'): Puzzle {
  const found = puzzles.find(
    (each) => each.kind === kind && each.ownMoves === ownMoves && each.endRule === endRule,
  )
  if (found === undefined) throw new Error('the tests have such a puzzle')
  return found
}

function moveAt({ solution }: Puzzle, ply: number): Move {
  const move = solution[ply]
  if (move === undefined) throw new Error('the solution is shorter')
  return move
}

/** Any legal move except the right one. */
function wrongMove(puzzle: Puzzle): Move {
  const wrong = legalMoves(puzzle.position).find((move) => !isSameMove(move, moveAt(puzzle, 0)))
  if (wrong === undefined) throw new Error('a puzzle has a wrong move')
  return wrong
}

/** The names of the sides are in the middle of their seats, whatever follows them. */
async function expectNamesInMiddle(page: Page): Promise<void> {
  await page.locator('.seat').first().waitFor()
  const shifts = await page.evaluate(() =>
    [...document.querySelectorAll('.seat')].map((seat) => {
      const [outer, inner] = [seat, seat.querySelector('.seat-given')].map((part) => {
        const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {}
        return (top + bottom) / 2
      })
      return Math.abs((outer ?? 0) - (inner ?? 0))
    }),
  )
  expect(shifts).toHaveLength(2)
  for (const shift of shifts) expect(shift).toBeLessThan(2)
}

/**
 * Opens all puzzles as a player who has met the first ones, which all end the game at once; the
 * tests have none of these.
 */
async function openAfterFirstPuzzles(page: Page): Promise<void> {
  await page.goto('/puzzles')
  await page.evaluate(
    (ids) => {
      const rating = { rating: 1500, deviation: 350, volatility: 0.06 }
      const progress = { rating, tried: ids, days: {}, rushBest: 0, anyRule: false }
      localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
    },
    [...'abcdefgh'],
  )
  await page.reload()
  await expect(page.locator('.puzzles-ready .note')).toBeVisible()
}

for (const [name, viewport] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const) {
  test.describe(`a puzzle on ${name}`, () => {
    test.use({ viewport })

    test('says what is asked, and after each right move how many are left', async ({ page }) => {
      const puzzle = puzzleOf('win', 3)
      await page.goto(`/puzzles/${puzzle.id}`)
      const side = puzzle.position.turn === 'black' ? 'Black' : 'White'
      await expect(status(page)).toContainText(`${side} to move and win. 3 moves to find.`)
      await expect(page.locator('main')).not.toContainText('About this puzzle')
      await expect(button(page, 'Hint')).toHaveAccessibleDescription(/counts as not solved/)
      await move(page, moveAt(puzzle, 0))
      await expect(status(page)).toContainText('Right. 2 more moves to find.')
      await expect(square(page, formatSquare(moveAt(puzzle, 2).from))).toHaveAttribute(
        'data-movable',
        'true',
      )
      await move(page, moveAt(puzzle, 2))
      await expect(status(page)).toContainText('Right. 1 more move to find.')
      await expect(square(page, formatSquare(moveAt(puzzle, 4).from))).toHaveAttribute(
        'data-movable',
        'true',
      )
      await move(page, moveAt(puzzle, 4))
      await expect(status(page)).toContainText('Right: solved.')
      await expect(status(page)).toContainText(
        /You win by at least \d+ points?, whatever the replies\./,
      )
      await expect(page.locator('.verdict-right .verdict-sign')).toBeVisible()
      await expect(page.getByText(/^Puzzles until you have a rating: about \d+/)).toBeVisible()
      await expect(page.getByText(/^\d+ of the computer’s 10 levels /)).toBeVisible()
      await page.getByRole('link', { name: 'Analyse' }).click()
      await expect(page).toHaveURL(/\/analysis#/)
      await expect(page.locator('[data-square]').first()).toBeVisible()
    })

    test('says kindly that a move is wrong, why, and lets one try again', async ({ page }) => {
      const puzzle = puzzleOf('win', 1)
      const wrong = wrongMove(puzzle)
      await page.goto(`/puzzles/${puzzle.id}`)
      await move(page, wrong)
      await expect(status(page)).toContainText(`${formatMove(wrong)} gives the win away.`)
      await expect(status(page)).toContainText(/The right move wins by \d+ points?\./)
      await expect(page.locator('.seat').filter({ hasText: 'to move' })).toHaveCount(0)
      await button(page, 'Why not?').click()
      const other = puzzle.position.turn === 'black' ? 'White' : 'Black'
      await expect(status(page)).toContainText(
        new RegExp(`(${other} replies [a-f]\\d[a-f]\\d|That ends the game)\\.`),
      )
      await expect(status(page)).toContainText(
        /Proved: (then it’s a draw|you then (win|lose) by \d+ point)/,
      )
      await expect(status(page)).toContainText(/The right move wins by \d+ points?\./)
      await button(page, 'Try again').click()
      await expect(page.locator('.seat').filter({ hasText: 'to move' })).toHaveCount(1)
      await solve(page, puzzle)
    })
  })
}

test('a wrong move that ends the game says so at once', async ({ page }) => {
  const endings = puzzles.flatMap((puzzle) => {
    const ends = legalMoves(puzzle.position).filter(
      (move) =>
        !isSameMove(move, moveAt(puzzle, 0)) && outcome(play(puzzle.position, move)) !== undefined,
    )
    return ends[0] === undefined ? [] : [[puzzle, ends[0]] as const]
  })
  const [[puzzle, ending] = []] = endings
  if (puzzle === undefined || ending === undefined) throw new Error('the tests have such a puzzle')
  await page.goto(`/puzzles/${puzzle.id}`)
  await move(page, ending)
  await expect(status(page)).toContainText('That ends the game.')
})

test('on a telephone the reason why a move is wrong leaves the buttons where they are', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const puzzle = puzzleOf('win', 2)
  await page.goto(`/puzzles/${puzzle.id}`)
  await move(page, wrongMove(puzzle))
  const again = button(page, 'Try again')
  await expect(again).toBeVisible()
  const before = (await again.boundingBox())?.y
  await button(page, 'Why not?').click()
  await expect(status(page)).toContainText('plays')
  expect((await again.boundingBox())?.y).toBe(before)
})

test('what is wrong with a move is shown move by move, each named as it is made', async ({
  page,
}) => {
  const puzzle = puzzleOf('win', 2)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expectNamesInMiddle(page)
  await move(page, wrongMove(puzzle))
  await button(page, 'Why not?').click()
  await expectNamesInMiddle(page)
  const sides = puzzle.position.turn === 'black' ? ['White', 'Black'] : ['Black', 'White']
  const onward = button(page, 'Next move')
  let step = 0
  for (; ; step++) {
    const named = new RegExp(
      `${sides[step % 2]} plays [a-f]\\d[a-f]\\d(, onto| and covers \\d+ point)`,
    )
    await expect(status(page)).toContainText(named)
    if (!(await onward.isEnabled())) break
    await onward.click()
  }
  expect(step).toBeGreaterThan(0)
})

test.describe('on a desk', () => {
  test.use({ viewport: DESKTOP })

  test('what is to be found is read before the room for a move', async ({ page }) => {
    await page.goto(`/puzzles/${puzzleOf('win', 1).id}`)
    await expect(status(page)).toContainText('to move and win')
    const task = await status(page).boundingBox()
    await page.keyboard.press('/')
    const room = await page.getByPlaceholder('Type a move').boundingBox()
    expect(task?.y).toBeLessThan(room?.y ?? 0)
  })
})

test('a puzzle that ends the game is analysed as the game that it is', async ({ page }) => {
  const over = puzzles.find(({ solution, position }) => {
    const end = solution.reduce((at, move) => play(at, move), position)
    return outcome(end) !== undefined
  })
  if (over === undefined) throw new Error('the tests have such a puzzle')
  await page.goto(`/puzzles/${over.id}`)
  await button(page, 'Solution').click()
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(page).toHaveURL(/\/analysis#/)
  await expect(page.locator('[data-square]').first()).toBeVisible()
  await expect(page.getByText('This can’t be shown.')).toHaveCount(0)
})

test('a puzzle is solved by keys alone, with hints that lead to it', async ({ page }) => {
  const puzzle = puzzleOf('margin', 1)
  const right = moveAt(puzzle, 0)
  await page.goto('/puzzles')
  await page.evaluate(() => {
    const rating = { rating: 1500, deviation: 80, volatility: 0.06 }
    const progress = { rating, tried: [], days: {}, rushBest: 0, anyRule: false }
    localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
  })
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(status(page)).toContainText('wins by the most points')
  await tabTo(page, button(page, 'Hint'))
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText(`Hint: the move begins on ${formatSquare(right.from)}`)
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText(
    `Hint: ${formatSquare(right.from)} to ${formatSquare(right.to)}. Choose ${formatSquare(right.to)}`,
  )
  await tabTo(page, page.getByRole('textbox', { name: 'Type a move' }))
  const wrong = wrongMove(puzzle)
  await page.keyboard.type(formatMove(wrong))
  await page.keyboard.press('Enter')
  await expect(status(page)).toContainText(`${formatMove(wrong)} gives points away.`)
  await expect(button(page, 'Try again')).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.locator('[data-square][tabindex="0"]'))
  for (const at of [right.from, right.to]) {
    await walkOver(page, formatSquare(at), puzzle.position.turn === 'white')
    await page.keyboard.press('Enter')
  }
  await expect(status(page)).toContainText('Solved, but not at the first try.')
  await expect(page.getByRole('link', { name: 'Start practising' })).toBeFocused()
  await expect(page.locator('main')).toContainText(
    /Your rating: \d+ \(−\d+\)\. This puzzle counts as not solved\./,
  )
  await expect(page.getByText(/0 of 1 solved at the first try$/)).toBeVisible()
  // The next try does not change the rating.
  await page.reload()
  await move(page, right)
  await expect(page.locator('main')).toContainText('Only the first try at each puzzle counts.')
  await expect(page.locator('main')).not.toContainText('Your rating')
})

test('hidden pieces are explained by the first puzzles, and by the legend with the keys', async ({
  page,
}) => {
  const hidden = puzzles.find(({ position }) =>
    position.board.some((stack) => stack?.pieces.includes(undefined)),
  )
  if (hidden === undefined) throw new Error('the tests have such a puzzle')
  const open = async (tried: readonly string[]) => {
    await page.goto('/puzzles')
    await page.evaluate((ids) => {
      const rating = { rating: 1500, deviation: 350, volatility: 0.06 }
      const progress = { rating, tried: ids, days: {}, rushBest: 0, anyRule: false }
      localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
    }, tried)
    await page.goto(`/puzzles/${hidden.id}`)
    await expect(status(page)).toContainText('to find.')
  }
  await open([])
  await expect(status(page)).toContainText('The puzzle doesn’t say whose pieces lie below the top.')
  await open(['a', 'b', 'c'])
  await expect(status(page)).not.toContainText('below the top')
  await button(page, 'What you see on the board').click()
  const legend = page.getByRole('dialog')
  await expect(legend).toContainText('Dotted grey: pieces in a stack whose colour is not known.')
  await expect(legend).toContainText('the arrow keys go from square to square')
})

test('the other end rule is said before', async ({ page }) => {
  await page.goto(`/puzzles/${puzzleOf('win', 1, 'onTurn').id}`)
  await expect(status(page)).toContainText('only when the player to move is stuck')
})

test('only a player who has solved some is asked about the other end rule', async ({ page }) => {
  const wish = page.getByLabel('the game ends only when the player to move is stuck')
  await page.goto('/puzzles')
  await expect(page.getByText(/Puzzles until you have a rating: about \d+/)).toBeVisible()
  await expect(wish).toHaveCount(0)
  await page.evaluate(() => {
    const rating = { rating: 1500, deviation: 80, volatility: 0.06 }
    const progress = { rating, tried: [], days: {}, rushBest: 0, anyRule: false }
    localStorage.setItem('hokito:puzzles', JSON.stringify(progress))
  })
  await page.reload()
  await wish.check()
  await page.reload()
  await expect(wish).toBeChecked()
})

test('a puzzle of the day that was given up stays so, and the calendar says so', async ({
  page,
}) => {
  await page.goto('/puzzles')
  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  const puzzle = await puzzleOn(page)
  await button(page, 'Solution').click()
  await expect(status(page)).toContainText('This is the solution.')
  await page.reload()
  await expect(status(page)).toContainText('This is the solution.')
  for (const move of puzzle.solution) await expect(status(page)).toContainText(formatMove(move))
  await expect(button(page, 'Hint')).toHaveCount(0)
  await page.getByRole('link', { name: 'All puzzles' }).click()
  await expect(page.getByText('Solution shown.')).toBeVisible()
  await expect(page.locator('.day-calendar')).toContainText('–\u00a0Solution shown')
  await expect(page.locator('.day-open[aria-current]')).toHaveAttribute(
    'aria-label',
    /: Solution shown$/,
  )
})

test('a puzzle of the day that took a hint is shown as solved, with a hint', async ({ page }) => {
  await page.goto('/puzzles')
  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  await expect(page).toHaveTitle('Puzzle of the day')
  const puzzle = await puzzleOn(page)
  await button(page, 'Hint').click()
  await page.getByRole('link', { name: 'All puzzles' }).click()
  await expect(page.getByText('Tried, not solved yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Today’s puzzle' }).click()
  await solve(page, puzzle)
  await page.getByRole('link', { name: 'All puzzles' }).click()
  await expect(page.getByText('Solved with a hint or a second try.')).toBeVisible()
})

test('a day that was missed is made up, and counts', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-24T09:00:00Z'))
  for (const day of ['2026-11-23', '2026-11-24']) {
    await page.goto(`/puzzles/${day}`)
    await solve(page, await puzzleOn(page))
  }
  await page.goto('/puzzles')
  await expect(page.getByText('Solved at the first try. Solved 2 days running.')).toBeVisible()
  await page.goto('/puzzles/2026-11-25')
  await expect(page.getByRole('heading', { name: 'There is no such puzzle' })).toBeAttached()
})

test('practice goes from puzzle to puzzle, also of a theme only', async ({ page }) => {
  await openAfterFirstPuzzles(page)
  // Each theme says how many puzzles it has.
  await page.getByRole('link', { name: /^the long way\s*\d+$/ }).click()
  const first = await puzzleOn(page)
  expect(first.themes).toContain('longWay')
  await expect(page.getByText('the long way', { exact: true })).toBeVisible()
  await solve(page, first)
  await expect(page.getByText('About this puzzle: the long way')).toBeVisible()
  await button(page, 'Next puzzle').click()
  await expect.poll(async () => (await puzzleOn(page)).id).not.toBe(first.id)
  const next = await puzzleOn(page)
  expect(next.themes).toContain('longWay')
  await button(page, 'Skip').click()
  await expect.poll(async () => (await puzzleOn(page)).id).not.toBe(next.id)
})

test('a player who comes back from the analysis of a practised puzzle has it again, and after a reload', async ({
  page,
}) => {
  await openAfterFirstPuzzles(page)
  await page.getByRole('link', { name: 'Start practising' }).click()
  const { id } = await puzzleOn(page)
  await page.reload()
  expect((await puzzleOn(page)).id).toBe(id)
  await button(page, 'Solution').click()
  await expect(status(page)).toContainText('This is the solution.')
  await page.getByRole('link', { name: 'Analyse' }).click()
  await expect(page.locator('.engine')).toBeVisible()
  await page.goBack()
  await expect(status(page)).toContainText('This is the solution.')
  await page.getByRole('button', { name: 'Next puzzle' }).click()
  await expect.poll(async () => (await puzzleOn(page)).id).not.toBe(id)
})

for (const way of ['by a link', 'with its page'] as const) {
  test(`what was solved in a rush that one leaves ${way} counts for the best`, async ({ page }) => {
    await page.goto('/puzzles/rush')
    await solve(page, await puzzleOn(page))
    await expect(page.locator('.game-caption')).toContainText('Solved: 1')
    if (way === 'by a link') await page.getByRole('link', { name: 'Hokito' }).first().click()
    await page.goto('/puzzles')
    await expect(page.getByText('Your best: 1')).toBeVisible()
    await page.goto('/puzzles/rush')
    await expect(page.locator('.game-caption')).toContainText('Solved: 0')
    await page.reload()
    // Nothing was solved or missed.
    await button(page, 'Start the rush').click()
    await expect(page.locator('.game-caption')).toContainText('Solved: 0')
  })
}

test('a rush counts what was solved, and three mistakes end it', async ({ page }) => {
  await page.goto('/puzzles')
  await page.getByRole('link', { name: 'Start the rush' }).click()
  await expect(page.getByRole('timer')).toHaveText('3')
  const first = await puzzleOn(page)
  await solve(page, first)
  let { id } = first
  const missed: { readonly puzzle: Puzzle; readonly wrong: Move }[] = []
  for (const mistakes of [0, 1, 2]) {
    await expect(page.locator('.game-caption')).toContainText(`Mistakes: ${mistakes} of 3`)
    await expect.poll(async () => (await puzzleOn(page)).id).not.toBe(id)
    const puzzle = await puzzleOn(page)
    id = puzzle.id
    const wrong = wrongMove(puzzle)
    missed.push({ puzzle, wrong })
    await move(page, wrong)
  }
  await expect(page.getByText('Solved in this rush: 1')).toBeVisible()
  await expect(page.getByText('That’s your best so far.')).toBeVisible()
  await expect(button(page, 'Play again')).toBeFocused()
  const shown = page.getByRole('listitem').filter({ has: page.locator('.board') })
  await expect(shown).toHaveCount(3)
  for (const [index, { puzzle, wrong }] of missed.entries()) {
    const one = shown.nth(index)
    await expect(one).toContainText(`Mistake ${index + 1}`)
    await expect(one).toContainText(`${formatMove(wrong)} gives`)
    for (const right of puzzle.solution) await expect(one).toContainText(formatMove(right))
    await expect(one.locator('[data-square]')).toHaveCount(36)
  }
  await expectNoViolations(page)
  await page.reload()
  await expect(shown).toHaveCount(3)
  await expect(page.getByText('Solved in this rush: 1')).toBeVisible()
  await shown.nth(2).getByRole('link', { name: 'Try again' }).click()
  await expect(status(page)).toContainText('to find.')
  await page.goto('/puzzles')
  await expect(page.getByText('Your best: 1')).toBeVisible()
})

test('puzzles that cannot be loaded are tried again', async ({ page }) => {
  await page.route(/shipped.*\.txt/, (route) => route.abort(), { times: 1 })
  await page.goto('/puzzles/daily')
  await expect(page.getByRole('alert')).toContainText('The puzzles could not be loaded.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Puzzles')
  for (const way of ['All puzzles', 'New game']) {
    await expect(page.getByRole('link', { name: way, exact: true })).toBeVisible()
  }
  await button(page, 'Try again').click()
  await expect(status(page)).toContainText('to find.')
})

test('axe-core finds nothing to object to in any theme', async ({ page }) => {
  await page.goto('/puzzles')
  await expect(page.getByText(/^Puzzles you can play offline/)).toBeVisible()
  await expectNoViolationsInThemes(page, 'the first page')
  const puzzle = puzzleOf('win', 1)
  await page.goto(`/puzzles/${puzzle.id}`)
  await expect(status(page)).toContainText('to find.')
  await expectNoViolationsInThemes(page, 'a puzzle')
  await move(page, wrongMove(puzzle))
  await expect(button(page, 'Why not?')).toBeVisible()
  await expectNoViolationsInThemes(page, 'a wrong move')
  await button(page, 'Solution').click()
  await expect(page.getByText(/^Rating of this puzzle/)).toBeVisible()
  await expectNoViolationsInThemes(page, 'the solution')
  await page.goto('/puzzles/rush')
  await button(page, 'End the rush').click()
  await expect(button(page, 'Play again')).toBeVisible()
  await expectNoViolationsInThemes(page, 'the end of a rush')
})

test('nothing is cut off on a phone in any language', async ({ page }) => {
  await page.setViewportSize(PHONE)
  const look = async (what: string) => {
    for (const language of LANGUAGES) {
      await speak(page, language)
      expect(await cutOff(page), `${what}, ${language}`).toEqual([])
    }
  }
  const puzzle = puzzleOf('margin', 2)
  await page.goto('/puzzles')
  await expect(page.locator('.puzzles-ready .note')).toBeVisible()
  await look('the first page')
  await page.goto(`/puzzles/${puzzle.id}`)
  await square(page, 'a1').waitFor()
  await look('a puzzle')
  // The field for typing moves stays in sight while it has a text.
  const typing = page.locator('.move-field input')
  await typing.fill('a')
  await look('a typed move')
  await typing.fill('')
  await move(page, wrongMove(puzzle))
  await expect(page.locator('.puzzle-actions .button-main')).toBeVisible()
  await look('a wrong move')
  await page.locator('.puzzle-actions button').nth(2).click()
  await expect(page.locator('.puzzle-facts')).toBeVisible()
  await look('the solution')
})

/** Moves over the board with the arrow keys, whichever side is at the bottom. */
async function walkOver(page: Page, to: string, isTurned: boolean): Promise<void> {
  const place = (name: string) => ['abcdef'.indexOf(name[0] ?? ''), Number(name[1])] as const
  const from = await page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '')
  const [file, rank] = place(from)
  const [toFile, toRank] = place(to)
  const sign = isTurned ? -1 : 1
  const press = async (key: string, times: number) => {
    for (let n = 0; n < times; n++) await page.keyboard.press(key)
  }
  const right = (toFile - file) * sign
  const up = (toRank - rank) * sign
  await press(right > 0 ? 'ArrowRight' : 'ArrowLeft', Math.abs(right))
  await press(up > 0 ? 'ArrowUp' : 'ArrowDown', Math.abs(up))
}

/** Texts of elements wider than their box, or sticking out of the page. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, header *')]
      .filter((element) => element instanceof HTMLElement && element.checkVisibility())
      .filter((element) => !element.closest('.visually-hidden, .board, .seat-given, select'))
      // The field for typing moves is out of sight until it is used.
      .filter((element) => !element.closest('.move-field:has(input:placeholder-shown)'))
      .filter(
        (element) =>
          (element.matches('button, a.button, p') &&
            element.scrollWidth > element.clientWidth + 1) ||
          element.getBoundingClientRect().right > document.documentElement.clientWidth + 1,
      )
      .map((element) => `${element.className}: ${element.textContent.slice(0, 40)}`),
  )
}
