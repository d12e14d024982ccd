import { type Day, dayAt } from '@hokito/protocol'
import type { Page } from '@playwright/test'
import { startDailyPlayer } from '../../../server/test/helpers/daily.ts'
import { formatDailyGame } from '../../src/models/daily/daily-store.ts'
import { DAILY_PREFIX } from '../../src/models/daily/own-day.ts'

/**
 * Stores today's game at level 1, without Black's last moves, on a device before it opens the page.
 */
export async function keepGameBut(page: Page, lastMoves: number): Promise<void> {
  const day = dayAt(Date.now())
  const moves = await wholeGame(day)
  // Black has moved first, so its moves have even indices.
  const end = moves.length - (moves.length % 2 === 0 ? 2 : 1) - 2 * (lastMoves - 1)
  await keep(page, day, lastMoves === 0 ? moves : moves.slice(0, end))
}

// --- internal ---

const games = new Map<Day, Promise<readonly string[]>>()

/** A whole game at level 1, played here, because it takes a browser half a minute. */
function wholeGame(day: Day): Promise<readonly string[]> {
  const known = games.get(day) ?? playWholeGame(day)
  games.set(day, known)
  return known
}

async function playWholeGame(day: Day): Promise<readonly string[]> {
  const player = await startDailyPlayer()
  const { moves } = await player.playOut(day, 1)
  await player.close()
  return moves
}

/** If its moves end the game, it waits to be sent. */
async function keep(page: Page, day: Day, moves: readonly string[]): Promise<void> {
  const game = formatDailyGame({ day, level: 1, moves, fate: { kind: 'running' } })
  await page.addInitScript(
    ([key, text]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, text)
    },
    [`${DAILY_PREFIX}${day}:1`, game] as const,
  )
}
