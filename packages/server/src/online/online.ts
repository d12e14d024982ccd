import type { NotReady, PlayerId } from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { HouseBots } from '../bots/house-bots.ts'
import type { Showcase } from '../bots/showcase.ts'
import type { ReadMetrics } from '../http/metrics-listener.ts'
import type { EventStream } from '../live/events.ts'
import type { Fairness } from '../live/fairness.ts'
import type { GameStreams } from '../live/game-streams.ts'
import type { Games } from '../live/games.ts'
import type { Lobby } from '../live/lobby.ts'
import type { Summaries } from '../live/summaries.ts'
import { LeadersBoards } from '../live/watched.ts'
import { Breaks } from '../notify/breaks.ts'
import type { GameLetters } from '../notify/mail/game-letters.ts'
import type { Mail } from '../notify/mail/mail.ts'
import type { Push } from '../notify/push/push.ts'
import type { People } from '../people/people.ts'
import { Reports } from '../people/reports.ts'
import type { Talk } from '../people/talk.ts'
import type { Ratings } from '../ratings/ratings.ts'
import { PeopleNews } from '../socket/people-news.ts'
import { StudyNews } from '../socket/study-news.ts'
import type { GameStore } from '../store/game-store.ts'
import type { RowReader } from '../store/row-reader.ts'
import type { Studies } from '../studies/studies.ts'
import { GameTournaments } from '../tournaments/game-tournaments.ts'
import { Tournaments } from '../tournaments/tournaments.ts'
import { type Admission, createAdmission, createHub } from './admission.ts'
import { createCore } from './core.ts'
import type { OnlineDependencies } from './dependencies.ts'
import { createHouse } from './house.ts'
import { type Lifecycle, lifecycleOf } from './lifecycle.ts'
import { createPlay } from './play.ts'
import { createPost, type Parts } from './post.ts'
import { createKeeper } from './runs.ts'
import { subscribe } from './subscriptions.ts'

/** Everything behind the sockets, running. */
export interface Online extends Lifecycle, Omit<Admission, 'onLeft'> {
  readonly events: EventStream
  readonly games: Games
  /** Programs that follow games. */
  readonly streams: GameStreams
  /** Which of these players are connected, to any node? */
  present(players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>>
  readonly readMetrics: ReadMetrics
  /** The source of lists of games. */
  readonly store: GameStore
  readonly rows: RowReader
  readonly summaries: Summaries
  readonly lobby: Lobby
  readonly fairness: Fairness
  readonly houseBots: HouseBots
  readonly showcase: Showcase
  readonly ratings: Ratings
  readonly people: People
  readonly talk: Talk
  readonly reports: Reports
  readonly tournaments: Tournaments
  readonly studies: Studies
  readonly leadersBoards: LeadersBoards
  readonly breaks: Breaks
  readonly gameTournaments: GameTournaments
  readonly push: Push
  readonly mail: Mail
  readonly gameLetters: GameLetters
  /** May a load balancer send players here; if not, why not? */
  readiness(): Promise<Result<void, NotReady>>
  /** Does this node serve players without hearing the other nodes? */
  isDeaf(): boolean
}

/** Wires players, games, lobby and sockets onto an HTTP application that does not listen yet. */
export function createOnline(app: FastifyInstance, options: OnlineDependencies): Online {
  const core = createCore(app, options)
  const play = createPlay(options, core)
  const post = createPost(options, { ...core, ...play })
  const parts = { ...core, ...play, ...post }
  const studyNews = new StudyNews(parts)
  const news = new PeopleNews({ ...parts, studyNews })
  subscribe(core.events, { ...parts, metrics: options.metrics, news, studyNews })
  const admission = createAdmission(options, parts)
  const house = createHouse(options, { ...parts, ...admission })
  const hub = createHub(app, options, { ...parts, ...admission })
  const keeper = createKeeper(options, parts)
  const { events, store, rows } = core
  const { push, mail, gameLetters } = post
  return {
    ...play,
    ...admission,
    ...house,
    ...createOperations(options, parts),
    ...createChecks(options, parts),
    ...lifecycleOf(options, { ...parts, ...admission, ...house, news, studyNews, hub, keeper }),
    ...{ events, store, rows, push, mail, gameLetters },
  }
}

// --- internal ---

/** What players do besides playing, and who is connected. */
function createOperations(
  { database, chance, rhythm, visitors: { longWork } }: OnlineDependencies,
  parts: Parts,
): Pick<
  Online,
  'present' | 'reports' | 'tournaments' | 'leadersBoards' | 'breaks' | 'gameTournaments'
> {
  const { store, tournamentStore, journal, events, cluster, rooms, rows, now } = parts
  const { games, ratings, people, housePlayers } = parts
  return {
    present: async (asked) => {
      const absent = asked.filter((one) => rooms.countOf(one) === 0)
      const elsewhere = await cluster.findElsewhere(absent)
      return new Set(asked.filter((one) => rooms.countOf(one) > 0 || elsewhere.has(one)))
    },
    reports: new Reports(database, now),
    tournaments: new Tournaments({
      ...{ database, tournamentStore, chance, ratings, people, now, rhythm, longWork },
      housePlayers,
    }),
    leadersBoards: new LeadersBoards(games),
    breaks: new Breaks({ games, events, database, rows, store, journal, now }),
    gameTournaments: new GameTournaments(database.db),
  }
}

/** What load balancers and monitoring ask. */
function createChecks(
  { database, metrics }: OnlineDependencies,
  { life, cluster, games, push, mail }: Parts,
): Pick<Online, 'readMetrics' | 'readiness' | 'isDeaf'> {
  return {
    readMetrics: async () => {
      metrics.games.set(games.countLoaded)
      metrics.nodesHeard.set(cluster.countHeard)
      metrics.deaf.set(cluster.isDeaf ? 1 : 0)
      metrics.pushesWaiting.set(push.countWaiting)
      metrics.mailsWaiting.set(mail.countWaiting)
      const { registry } = metrics
      return { text: await registry.metrics(), type: registry.contentType }
    },
    readiness: async () => (life.phase === 'running' ? database.canWrite() : err(life.phase)),
    isDeaf: () => cluster.isDeaf,
  }
}
