import { readFile } from 'node:fs/promises'
import { type Color, type GameRecord, parseRecord, replay, type Score, score } from '@hokito/rules'
import { expect, type Locator, type Page } from '@playwright/test'

/** A square of the board. */
export function square(page: Page, name: string): Locator {
  return page.locator(`[data-square="${name}"]`)
}

/** Squares with a piece that can be chosen now. */
export function movable(page: Page): Locator {
  return page.locator('[data-movable="true"]')
}

/** Squares where the chosen piece can land. */
export function landings(page: Page): Locator {
  return page.locator('[data-destination]')
}

/**
 * Starts a game against the computer from the home page, and waits until it is shown: the home page
 * has a board too, and stays until then.
 */
export async function playComputer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Play the computer/ }).click()
  await page.locator('.game-board').waitFor()
}

/** The points shown on a side's card. */
export async function shownPoints(page: Page, color: Color): Promise<number> {
  return Number(await page.getByTestId(`points-${color}`).textContent())
}

/** Moves shown in the move list. */
export async function moveCount(page: Page): Promise<number> {
  return page.locator('.moves-move').count()
}

/** Exports the game on the page and reads it back. */
export async function exportRecord(page: Page): Promise<GameRecord> {
  await page.getByRole('button', { name: 'Save and share' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the game (HGN)' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  await page.getByRole('button', { name: 'Close' }).click()
  const record = parseRecord(text)
  if (!record.ok)
    throw new Error(`the exported game cannot be read: ${JSON.stringify(record.error)}`)
  return record.value
}

/** The points at the end of a record, counted by the rules. */
export function recount(record: GameRecord): Score {
  const positions = replay(record)
  const last = positions.ok ? positions.value.at(-1) : undefined
  if (last === undefined) throw new Error('the record cannot be replayed')
  return score(last)
}

/** Waits until it is our turn or the game is over; returns whether it is over. */
export async function waitForTurn(page: Page): Promise<boolean> {
  const end = page.locator('#end-title')
  await expect(movable(page).first().or(end)).toBeVisible()
  return end.isVisible()
}

/** Eight moves from an endgame, proved straight away: the first and the last gave a win away. */
export const SHORT_GAME = `[Position "B--A-C/-A----/-B---A2/-b2--cc8/a--C8C6-/b2----c b"]
[EndRule "either"]
[Result "50-22"]
[Termination "normal"]

1. a2a6 b4f6 2. a6a1 e2f4 3. b3f3 f4a1 4. f3a1 f6d2 50-22`

/** The texts that are cut off. */
export function cutOff(texts: Locator): Promise<readonly string[]> {
  return texts.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent ?? ''),
  )
}
