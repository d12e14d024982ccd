import type { Cluster } from '../live/cluster.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import type { Players } from '../players/players.ts'
import type { PeopleNews } from '../socket/people-news.ts'
import type { Rooms } from '../socket/rooms.ts'
import type { StudyNews } from '../socket/study-news.ts'

/** The parts of this node that news from other nodes changes. */
export interface World {
  readonly games: Games
  readonly lobby: Lobby
  readonly rooms: Rooms
  readonly players: Players
  readonly summaries: Summaries
  readonly news: PeopleNews
  readonly studyNews: StudyNews
}

/** A cluster as its node starts and ends it. */
export interface OwnNode extends Cluster {
  /** Joins the other nodes, and changes this world from then on. */
  start(world: World): Promise<void>
  close(): void
}
