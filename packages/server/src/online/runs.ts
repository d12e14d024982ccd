import { Erasures } from '../accounts/erasure.ts'
import { Orders } from '../admin/orders.ts'
import { Cleanup } from '../cleanup.ts'
import { Walk } from '../explorer/walk.ts'
import { Keeper, type KeeperDependencies } from '../keeper.ts'
import { Reminders } from '../notify/reminders.ts'
import { Arenas } from '../tournaments/arenas.ts'
import { DailyArena } from '../tournaments/daily-arena.ts'
import { Rounds } from '../tournaments/rounds.ts'
import type { OnlineDependencies } from './dependencies.ts'
import type { Parts } from './post.ts'

export function createKeeper(options: OnlineDependencies, parts: Parts): Keeper {
  const { database, clock, rhythm, logger } = options
  const { longWork } = options.visitors
  const { store, shifts, events, cluster, rooms, now, onFailure } = parts
  const { games, lobby, notices, gamePost } = parts
  return new Keeper({
    ...{ store, shifts, games, lobby, gamePost, longWork, clock, rhythm, cluster, onFailure },
    ...createTournamentRuns(options, parts),
    cleanup: new Cleanup(database, rooms.players),
    erasures: new Erasures(database, longWork),
    walk: new Walk(database, store, longWork),
    reminders: new Reminders({ db: database.db, games, notices, now, longWork }),
    orders: new Orders({ database, now, events }),
    isPassing: (error) => database.isPassing(error),
    onTrouble: (what, error) =>
      logger.warn({ err: error }, `${what} waits until the database is back`),
  })
}

// --- internal ---

/** What takes tournaments further. */
function createTournamentRuns(
  { database, chance, rhythm, arenaHour, visitors: { longWork } }: OnlineDependencies,
  { store, tournamentStore, now, onFailure, games, ratings, people, housePlayers }: Parts,
): Pick<KeeperDependencies, 'rounds' | 'arenas' | 'dailyArena'> {
  const common = { database, store, tournamentStore, chance, people, now, onFailure, longWork }
  return {
    rounds: new Rounds({
      ...{ ...common, ratings, rhythm },
      begin: (made, round) => games.beginRound(made, round),
    }),
    dailyArena: new DailyArena({ database, chance, now, hour: arenaHour }),
    arenas: new Arenas({
      ...{ ...common, ratings, housePlayers },
      begin: (made, game) => games.beginArenaGame(made, game),
    }),
  }
}
