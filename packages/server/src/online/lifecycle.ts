import { houseBotsAt } from '../bots/house-accounts.ts'
import type { Keeper } from '../keeper.ts'
import { refreshNameKeys } from '../players/key-refresh.ts'
import type { Hub } from '../socket/hub.ts'
import type { PeopleNews } from '../socket/people-news.ts'
import type { StudyNews } from '../socket/study-news.ts'
import type { OnlineDependencies } from './dependencies.ts'
import type { House } from './house.ts'
import type { Parts } from './post.ts'

/** How everything starts and closes. */
export interface Lifecycle {
  /** Restores what was running, then accepts connections. */
  start(): Promise<void>
  /** Begins nothing new, asks pages to reconnect, and writes everything accepted to the disk. */
  close(): Promise<void>
}

export interface Started extends Parts, House {
  readonly news: PeopleNews
  readonly studyNews: StudyNews
  readonly hub: Hub
  readonly keeper: Keeper
}

/** The steps of start and close, in the order they must happen. */
export function lifecycleOf(
  { database, clock, logger, chance, houseLevels }: OnlineDependencies,
  started: Started,
): Lifecycle {
  const { life, journal, cluster, rooms, players, housePlayers, now, onFailure } = started
  const { games, lobby, summaries, news, studyNews, notices, push, gamePost, mail } = started
  const { keeper, hub, houseBots, exhibition, thinkers } = started
  let unwatch = () => {}
  return {
    start: async () => {
      await refreshNameKeys(database)
      await cluster.start({ games, lobby, summaries, rooms, players, news, studyNews })
      await lobby.load()
      const stoodMs = await keeper.start()
      if (stoodMs !== 0) logger.info({ stoodMs }, 'running games are given this time back')
      unwatch = clock.watch(({ missedMs }) => {
        logger.warn({ missedMs }, 'time has jumped: players are not charged for it')
        rooms.welcomeAll()
      })
      hub.start()
      life.phase = 'running'
      const bots = await houseBotsAt(houseLevels, { database, chance, now })
      const byLevel = bots.toSorted((one, other) => one.level - other.level)
      for (const { card } of byLevel) housePlayers.add(card.id)
      exhibition.start(bots)
      await houseBots.start(bots)
    },
    close: async () => {
      const hasStarted = life.phase === 'running'
      life.phase = 'stopping'
      unwatch()
      houseBots.close()
      // Both wait for moves of the thinkers.
      await Promise.all([exhibition.close(), thinkers.close()])
      games.close()
      gamePost.close()
      rooms.closing(cluster.countHeard > 0 ? 0 : RESTART_MS)
      await journal.settle()
      // Before the steps that may take longer: until the hub closes, pages would wait for nothing.
      hub.close()
      // A failed start has given no time back, so it must not store a heartbeat. If the final write
      // fails, the server still has to close.
      if (hasStarted) {
        await keeper.close().catch((error: unknown) => onFailure('the last heartbeat', error))
      }
      rooms.close()
      // Events that arrived while the sockets were closing.
      await journal.settle()
      await notices.close()
      await push.close()
      await mail.close()
      cluster.close()
    },
  }
}

// --- internal ---

/** The time a restarted server needs to come back; other nodes are available immediately. */
const RESTART_MS = 2000
