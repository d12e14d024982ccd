import type { Puzzle } from '@hokito/engine/puzzles'
import { formatSquare, type Move } from '@hokito/rules'
import { expect, type Page } from '@playwright/test'
import { PUZZLES, puzzlePack } from '../helpers/puzzles.ts'
import { square } from './helpers.ts'

/** The few puzzles of the tests instead of the thousands that are shipped. */
const pack = puzzlePack()
export const puzzles = Array.from({ length: pack.size }, (_, index) => pack.puzzle(index))

/** Serves these puzzles to the page. */
export async function servePuzzles(page: Page): Promise<void> {
  await page.route(/shipped.*\.txt/, (route) =>
    route.fulfill({ contentType: 'text/plain', body: PUZZLES }),
  )
}

/** Makes a move by two presses. */
export async function move(page: Page, { from, to }: Move): Promise<void> {
  await square(page, formatSquare(from)).click()
  await square(page, formatSquare(to)).click()
}

/** The puzzle on the board, identified by the accessible names of its squares. */
export async function puzzleOn(page: Page): Promise<Puzzle> {
  await page.locator('[data-movable="true"]').first().waitFor()
  const shown = await shownBoard(page)
  const found = puzzles.filter(({ position }) =>
    position.board.every((stack, at) => (stack === undefined) === shown[at]),
  )
  const [puzzle] = found
  if (puzzle === undefined || found.length > 1) throw new Error('one puzzle is on the board')
  return puzzle
}

/** Which squares are empty, from a1 on. */
function shownBoard(page: Page): Promise<readonly boolean[]> {
  return page.evaluate(() =>
    Array.from({ length: 36 }, (_, at) => {
      const name = 'abcdef'[at % 6] + String(Math.floor(at / 6) + 1)
      const label = document.querySelector(`[data-square="${name}"]`)?.getAttribute('aria-label')
      return label?.startsWith(`${name}, empty`) ?? false
    }),
  )
}

/** Plays the whole solution; each move waits for the reply to the one before. */
export async function solve(page: Page, puzzle: Puzzle): Promise<void> {
  for (const [ply, each] of puzzle.solution.entries()) {
    if (ply % 2 === 1) continue
    await expect(square(page, formatSquare(each.from))).toHaveAttribute('data-movable', 'true')
    await move(page, each)
  }
  await expect(page.getByTestId('status')).toContainText(
    /Right: solved\.|Solved, but not at the first try\./,
  )
}
