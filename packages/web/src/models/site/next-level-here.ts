import { dailyResults } from '../daily/daily-results.ts'
import { createDailyStore } from '../daily/daily-store.ts'
import type { GameStore } from '../local/game-store.ts'
import { createKeptForm } from '../local/kept-form.ts'
import { type NextLevel, nextLevel } from '../local/next-level.ts'

/** The level for the next game on this device. */
export function nextLevelHere({ store, deviceStorage }: LevelSources): NextLevel {
  return nextLevel(
    {
      games: store.list().games,
      daily: dailyResults(createDailyStore(deviceStorage).list()),
    },
    createKeptForm(deviceStorage).read()?.level,
  )
}

// --- internal ---

interface LevelSources {
  readonly store: Pick<GameStore, 'list'>
  readonly deviceStorage: () => Storage
}
