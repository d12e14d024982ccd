import type { LevelPlayer } from '@hokito/engine'
import { DAILY_END_RULE, dealOfDay } from '@hokito/protocol'
import { type Ending, formatMove, type Move, ok, parseMove } from '@hokito/rules'
import { startOnce } from '../device/start-once.ts'
import type { Computer } from '../local/computer.ts'
import { createGameModel, type GameModel } from '../local/game-model.ts'
import { type LocalGame, newGame, withMove, withResignation } from '../local/local-game.ts'
import { seatsAgainst } from '../local/start-game.ts'
import type { KeptGames } from '../local/stored-game.ts'
import { type DailyGame, type DailyKey, isResigned } from './daily-store.ts'

/** Dependencies of a game of the day. */
export interface DailyGameDependencies {
  /** Starts the computer, whose moves follow from the position alone. */
  readonly start: (() => Promise<LevelPlayer>) | undefined
  readonly now: () => number
  /** Called with all moves after each change; returns false if they could not be stored. */
  readonly onChange: (moves: readonly string[], ending: Ending | undefined) => boolean
}

/**
 * A game of the day, continued from where it was kept; moves cannot be taken back. The player can
 * resign.
 */
export function createDailyGame(
  key: DailyKey,
  kept: Pick<DailyGame, 'moves' | 'fate'> | undefined,
  { start, now, onChange }: DailyGameDependencies,
): GameModel {
  const begun = dailyGame(key, kept?.moves ?? [], now())
  const initial = kept !== undefined && isResigned(kept) ? withResignation(begun, 'black') : begun
  let latest = initial
  const store: KeptGames = {
    load: () => ok(latest),
    save: (game) => {
      latest = { ...game, revision: game.revision + 1 }
      const { record } = game
      return onChange(record.moves.map(formatMove), record.ending)
        ? ok(latest)
        : { ok: false, error: 'noRoom' }
    },
    watch: () => () => undefined,
  }
  const computer = createLevelComputer(start)
  const model = createGameModel(initial, { store, computer, now })
  return {
    ...model,
    dispose: () => {
      model.dispose()
      computer.close()
    },
  }
}

// --- internal ---

function dailyGame({ day, level }: DailyKey, texts: readonly string[], now: number): LocalGame {
  const begun = newGame(
    'daily',
    {
      seats: seatsAgainst({ kind: 'computer', level }, 'black'),
      setup: 'standard',
      beginning: { kind: 'deal', deal: dealOfDay(day) },
      endRule: DAILY_END_RULE,
      compensation: 0,
      timeControl: undefined,
    },
    now,
  )
  return texts.reduce((game, text) => {
    const move = parseMove(text)
    return (move.ok ? withMove(game, move.value, 0) : undefined) ?? game
  }, begun)
}

/** A computer that plays levels exactly as the server will, and gives no hints. */
function createLevelComputer(start: (() => Promise<LevelPlayer>) | undefined): Computer {
  const { get, close } = startOnce(start)
  const move: Computer['move'] = async (position, level, signal) => {
    if (level === 'best') throw new Error('there is no such computer here')
    const player = await get()
    return { move: await player.move(position, level, signal), info: undefined }
  }
  return {
    isAvailable: start !== undefined,
    move,
    advise: async (): Promise<Move | undefined> => undefined,
    close,
  }
}
