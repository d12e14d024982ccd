import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { dailyResults } from '../../models/daily/daily-results.ts'
import { createDailyStore } from '../../models/daily/daily-store.ts'
import { type Day, dayOf, longestStreak, streakOf } from '../../models/device/days.ts'
import type { DamagedSave } from '../../models/local/game-store.ts'
import { createKeptForm } from '../../models/local/kept-form.ts'
import { isUntouched, type LocalGame } from '../../models/local/local-game.ts'
import { type LevelGames, type NextLevel, nextLevel } from '../../models/local/next-level.ts'
import type { ComputerLevel } from '../../models/local/seat.ts'
import { createPuzzleStore, isSolved, type PuzzleStore } from '../../models/puzzles/puzzle-store.ts'
import { dailyDays, type HistorySources, playedDays } from '../../models/site/history.ts'
import { useServices } from '../../services.ts'

/** What this device has stored of its player, and what follows from it. */
export interface History extends HistorySources {
  readonly today: Day
  /** Games that cannot be read. */
  readonly damaged: readonly DamagedSave[]
  /** The games against the computer, by which the next level is chosen. */
  readonly played: LevelGames
  readonly next: NextLevel
  /** A game of this device to continue. */
  readonly running: LocalGame | undefined
  readonly streak: Streak
}

/** The days in a row with the puzzle or the game of the day. */
export interface Streak {
  readonly days: ReadonlySet<Day>
  readonly count: number
  readonly longest: number
  readonly isPuzzleDone: boolean
  readonly isGameDone: boolean
}

/**
 * Reads what is stored once a day. Only progress with puzzles is followed, because the home page has one
 * to solve; that page solves it in the store that comes along.
 */
export function useHistory(): { readonly history: History; readonly puzzleStore: PuzzleStore } {
  const { store, deviceStorage, now } = useServices()
  const read = useCallback(
    () => ({
      today: dayOf(now()),
      daily: createDailyStore(deviceStorage).list(),
      puzzleStore: createPuzzleStore(deviceStorage),
      level: createKeptForm(deviceStorage).read()?.level,
      ...store.list(),
    }),
    [deviceStorage, now, store],
  )
  const [stored, setStored] = useState(read)
  const { today, puzzleStore } = stored
  useEffect(() => {
    const look = () => {
      if (!document.hidden && dayOf(now()) !== today) setStored(read())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [now, read, today])
  const puzzles = puzzleStore.value.value
  const history = useMemo(() => historyOf({ ...stored, puzzles }), [stored, puzzles])
  return { history, puzzleStore }
}

// --- internal ---

interface Stored extends HistorySources {
  readonly today: Day
  readonly damaged: readonly DamagedSave[]
  /** The level that the player chose last. */
  readonly level: ComputerLevel | undefined
}

function historyOf({ games, damaged, daily, puzzles, today, level }: Stored): History {
  const days = dailyDays({ daily, puzzles })
  const played = { games, daily: dailyResults(daily) }
  return {
    games,
    damaged,
    daily,
    puzzles,
    today,
    played,
    next: nextLevel(played, level),
    running: games.find((game) => game.record.ending === undefined && !isUntouched(game)),
    streak: {
      days,
      count: streakOf(days, today),
      longest: longestStreak(days),
      isPuzzleDone: isSolved(puzzles.days[today]),
      isGameDone: playedDays(daily).has(today),
    },
  }
}
