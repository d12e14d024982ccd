import { type Day, dayAt } from '@hokito/protocol'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { startDailyPlayer } from '../../../server/test/helpers/daily.ts'
import { formatDailyGame } from '../../src/models/daily/daily-store.ts'
import { DAILY_PREFIX } from '../../src/models/daily/own-day.ts'

/**
 * Stores today's game at level 1, without Black's last moves, on a device before it opens the page.
 * Returns the moves that are missing.
 */
export async function keepGameBut(page: Page, lastMoves: number): Promise<readonly string[]> {
  const day = dayAt(Date.now())
  const moves = await wholeGame(day)
  // Black has moved first, so its moves have even indices.
  const end = moves.length - (moves.length % 2 === 0 ? 2 : 1) - 2 * (lastMoves - 1)
  const kept = lastMoves === 0 ? moves : moves.slice(0, end)
  await keep(page, day, kept)
  return moves.slice(kept.length)
}

/** A finished game at level 1 of a day that is over: its key and its text. */
export async function finishedGame(day: Day): Promise<readonly [key: string, text: string]> {
  const moves = await wholeGame(day)
  const game = { day, level: 1, moves, fate: { kind: 'unsent' } } as const
  return [`${DAILY_PREFIX}${day}:1`, formatDailyGame(game)]
}

/** Another guest finishes today's game at level 1, so that a player has a place among others. */
export async function finishAsAnother(request: APIRequestContext, origin = ''): Promise<void> {
  const day = dayAt(Date.now())
  await request.post('/api/session')
  const data = { day, level: 1, moves: await wholeGame(day) }
  const send = async () =>
    (await request.post('/api/daily', { data, headers: { origin } })).status()
  // 202 means that the game is still being checked, and must be sent again.
  await expect.poll(send, { intervals: [1000] }).toBe(200)
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
