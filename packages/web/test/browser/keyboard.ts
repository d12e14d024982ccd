import { formatSquare, type Move, parseSquare } from '@hokito/rules'
import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the tab key does not lead to ${target}`)
}

/** Tabs to the board, to any square. */
export async function tabToBoard(page: Page): Promise<void> {
  await tabTo(page, page.locator('[data-square][tabindex="0"]'))
}

/**
 * Moves over the board with the arrow keys. Black must be at the bottom, and a square must have the
 * focus.
 */
export async function walkTo(page: Page, name: string): Promise<void> {
  const from = await focusedSquare(page)
  const [file = 0, rank = 0] = placeOf(name)
  const [fromFile = 0, fromRank = 0] = placeOf(from)
  await pressTimes(page, file > fromFile ? 'ArrowRight' : 'ArrowLeft', Math.abs(file - fromFile))
  await pressTimes(page, rank > fromRank ? 'ArrowUp' : 'ArrowDown', Math.abs(rank - fromRank))
  expect(await focusedSquare(page)).toBe(name)
}

/** Makes a move on the board with the keyboard. */
export async function moveByKeys(page: Page, { from, to }: Move): Promise<void> {
  await walkTo(page, formatSquare(from))
  await page.keyboard.press('Enter')
  await walkTo(page, formatSquare(to))
  await page.keyboard.press('Enter')
}

/** The square that has the focus. */
export function focusedSquare(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '')
}

// --- internal ---

const MOST_TABS = 60

function placeOf(name: string): readonly number[] {
  const square = parseSquare(name)
  if (!square.ok) throw new Error(`no square has the focus: “${name}”`)
  return [square.value % 6, Math.floor(square.value / 6)]
}

async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await page.keyboard.press(key)
}
