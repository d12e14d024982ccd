import { colorOf, type NotReady, type PlayerId } from '@hokito/protocol'
import { err, type Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Chance } from './chance.ts'
import type { ServerClock } from './clock.ts'
import { Walk } from './explorer/walk.ts'
import type { OnAccount } from './http/account.ts'
import type { ReadMetrics } from './http/metrics-listener.ts'
import { recogniserOf, type SessionDependencies } from './http/session.ts'
import type { Visitors } from './limiting/visitors.ts'
import type { Limits } from './limits.ts'
import { Fairness } from './live/fairness.ts'
import { GameStreams } from './live/game-streams.ts'
import { Games } from './live/games.ts'
import { Keeper } from './live/keeper.ts'
import { Lobby } from './live/lobby.ts'
import { Summaries } from './live/summaries.ts'
import type { Metrics } from './metrics.ts'
import { Nodes, type NodesDependencies } from './nodes/nodes.ts'
import { Accounts } from './players/accounts.ts'
import { Cleanup } from './players/cleanup.ts'
import { refreshNameKeys } from './players/key-refresh.ts'
import { Players } from './players/players.ts'
import { Ratings } from './ratings/ratings.ts'
import { Hub } from './socket/hub.ts'
import { Rooms } from './socket/rooms.ts'
import { createSocketServer } from './socket/socket-server.ts'
import { ChallengeStore } from './store/challenge-store.ts'
import type { Database } from './store/database.ts'
import { GameStore } from './store/game-store.ts'
import { Journal } from './store/journal.ts'
import { LeftDeals } from './store/left-deals.ts'
import { Shifts } from './store/shifts.ts'

/** What playing online is made of; wired here and nowhere else. */
export interface OnlineDependencies {
  readonly database: Database
  readonly secret: string
  /** Where nodes hear of each other; given where the database is shared. */
  readonly redisUrl?: string | undefined
  readonly chance: Chance
  readonly clock: ServerClock
  readonly limits: Limits
  readonly publicUrl: string | undefined
  readonly metrics: Metrics
  readonly visitors: Visitors
  readonly logger: Logger
}

/** Everything behind the sockets, running. */
export interface Online {
  readonly games: Games
  /** Programs that follow games. */
  readonly streams: GameStreams
  readonly readMetrics: ReadMetrics
  readonly sessions: SessionDependencies
  /** What lists of games are made from. */
  readonly store: GameStore
  readonly summaries: Summaries
  readonly lobby: Pick<Lobby, 'ofPlayer' | 'lookUp'>
  readonly ratings: Ratings
  readonly accounts: Accounts
  readonly onAccount: OnAccount
  /** May players be sent here; if not, why not? */
  readiness(): Promise<Result<void, NotReady>>
  /** Does it serve without hearing the other nodes? */
  isDeaf(): boolean
  /** Brings back what was running, then takes connections. */
  start(): Promise<void>
  /** Nothing new begins, pages are asked to come back, and all that was accepted is on the disk. */
  close(): Promise<void>
}

/** Wires players, games, lobby and sockets onto an HTTP application that does not listen yet. */
export function createOnline(app: FastifyInstance, options: OnlineDependencies): Online {
  const { database, chance, clock, limits, metrics, visitors, publicUrl, logger } = options
  const { db } = database
  const now = () => clock.now()
  const onFailure = (what: string, error: unknown) => logger.error({ err: error }, `${what} failed`)
  const life: Life = { phase: 'starting' }
  const stores = createStores(options)
  const { store, journal, shifts } = stores
  const players = new Players(database, chance, options.secret)
  const io = createSocketServer(app.server, {
    limits,
    visitors,
    publicUrl,
    // A page that is refused by HTTP comes again by itself, so none has to wait for a slow start.
    isOpen: () => life.phase !== 'starting',
  })
  const nodes = createNodes(options, {
    shifts,
    onFailure,
    now,
    world: () => ({ ...play, rooms, players }),
  })
  const rooms = new Rooms(io, now, (live) => nodes?.tellPresence(live))
  const play: Play = createPlay(options, { ...stores, rooms, nodes, now, onFailure })
  const { games, streams, summaries } = play
  const keeper = new Keeper({
    db,
    store,
    shifts,
    games,
    lobby: play.lobby,
    cleanup: new Cleanup(database, rooms.players),
    walk: new Walk(database, store),
    clock,
    together: nodes,
    isAlone: () => io.sockets.sockets.size === 0,
    onFailure,
  })
  const sessions = { players, now, visitors, publicUrl }
  const accounts = new Accounts({
    database,
    sessions: players.sessions,
    chance,
    secret: options.secret,
  })
  const hub = new Hub(io, {
    ...play,
    store,
    players,
    rooms,
    others: nodes,
    now,
    isClosing: () => life.phase === 'stopping',
    metrics,
    limits,
    visitors,
    recognise: recogniserOf(app, sessions),
    isOverloaded: () => journal.waiting >= limits.unitsWaiting,
    onFailure,
  })
  return {
    games,
    streams,
    store,
    summaries,
    lobby: play.lobby,
    ratings: play.ratings,
    sessions,
    accounts,
    onAccount: onAccountOf({ ...play, rooms, nodes }),
    readMetrics: async () => {
      metrics.games.set(games.countLoaded)
      metrics.nodesHeard.set(nodes?.countHeard ?? 0)
      metrics.deaf.set(nodes?.isDeaf ? 1 : 0)
      const { registry } = metrics
      return { text: await registry.metrics(), type: registry.contentType }
    },
    readiness: async () => (life.phase === 'running' ? database.canWrite() : err(life.phase)),
    isDeaf: () => nodes?.isDeaf ?? false,
    ...courseOf(life, options, { ...play, journal, keeper, hub, rooms, nodes, onFailure }),
  }
}

// --- internal ---

/** Until a server that is restarted has come back; other nodes are there already. */
const RESTART_MS = 2000

/** How far the server has come. */
interface Life {
  phase: 'starting' | 'running' | 'stopping'
}

type OnFailure = (what: string, error: unknown) => void

/** What is on the disk; damage and slowness are counted and logged. */
function createStores({ database, metrics, logger }: OnlineDependencies) {
  const { db } = database
  return {
    store: new GameStore(db, (game, damage) => {
      metrics.damagedGames.inc()
      logger.error({ game, damage }, 'a stored game is damaged and was set aside')
    }),
    challengeStore: new ChallengeStore(db, (challenge, damage) => {
      metrics.damagedChallenges.inc()
      logger.error({ challenge, damage }, 'a stored challenge is damaged and was set aside')
    }),
    journal: new Journal(database, (milliseconds, units) => {
      metrics.commitSeconds.observe(milliseconds / 1000)
      metrics.commitUnits.observe(units)
    }),
    leftDeals: new LeftDeals(db),
    shifts: new Shifts(database),
  }
}

type Play = ReturnType<typeof createPlay>

/** This node among several, where there may be several. */
function createNodes(
  { database: { shared }, redisUrl, metrics, logger }: OnlineDependencies,
  dependencies: Pick<NodesDependencies, 'shifts' | 'now' | 'world' | 'onFailure'>,
): Nodes | undefined {
  if (shared === undefined || redisUrl === undefined) return undefined
  const onTrouble = (error: unknown) => {
    metrics.troubles.inc({ kind: 'redisLost' })
    logger.warn({ err: error }, 'trouble with Redis')
  }
  return new Nodes({ ...dependencies, shared, redisUrl, onTrouble })
}

interface PlayDependencies extends ReturnType<typeof createStores> {
  readonly rooms: Rooms
  readonly nodes: Nodes | undefined
  readonly now: () => number
  readonly onFailure: OnFailure
}

/** Games and lobby, of which each acts on the other, and what is fair in both. */
function createPlay(
  { database, chance, limits, metrics }: OnlineDependencies,
  dependencies: PlayDependencies,
) {
  const { store, challengeStore, journal, leftDeals, shifts, rooms, nodes, now } = dependencies
  const { onFailure } = dependencies
  const fairness = new Fairness({ leftDeals, journal, now })
  const ratings = new Ratings(database.db, now)
  const closeListedOf = (leaver: PlayerId) =>
    fairness
      .refusalFor(leaver)
      .then((refusal) => refusal && lobby.closeListed(leaver))
      .catch((error: unknown) => onFailure('closing the challenges of a player who left', error))
  const games = new Games({
    store,
    journal,
    fairness,
    ratings,
    shifts,
    chance,
    now,
    mostLoaded: limits.gamesLoaded,
    others: nodes,
    publish: {
      updates: (updates, except) => {
        rooms.updates(updates, except)
        streams.updates(updates)
      },
      started: (game, challenge) => rooms.started(game, challenge),
      wentOn: (game) => {
        summaries.forget(game.view.id)
        rooms.wentOn(game)
      },
      stored: (game, begun) => nodes?.tellStored(game, begun),
      moved: () => metrics.moves.inc(),
      ended: ({ view }) => {
        metrics.endings.inc({ kind: view.ending?.kind ?? 'aborted' })
        if (view.leftBy !== undefined) void closeListedOf(view.seats[view.leftBy].id)
      },
    },
  })
  const streams = new GameStreams({ games, now })
  const summaries = new Summaries((id) => games.look(id))
  const lobby: Lobby = new Lobby({
    store: challengeStore,
    chance,
    now,
    others: nodes,
    begin: (challenge, seats, taken) => games.begin(challenge, seats, taken),
    gameOf: async (challenge, player) => {
      const id = await store.ofChallenge(challenge)
      const game = id && (await games.look(id))
      return game && colorOf(game.view, player) !== undefined ? game : undefined
    },
    isHere: (player) => rooms.countOf(player) > 0 || nodes?.isMaybeElsewhere(player) === true,
    countRunning: (player) => store.countRunning(player),
    onChange: () => rooms.lobbyChanged(lobby.news),
  })
  return { games, streams, summaries, lobby, fairness, ratings }
}

/** What else follows where something of an account has changed. */
function onAccountOf({
  games,
  summaries,
  lobby,
  rooms,
  nodes,
}: Play & { readonly rooms: Rooms; readonly nodes: Nodes | undefined }): OnAccount {
  return {
    renamed: (player) => {
      lobby.rename(player)
      rooms.rename(player)
      nodes?.send({ kind: 'renamed', player: player.id })
    },
    signedOut: (player) => {
      rooms.disconnect(player)
      nodes?.send({ kind: 'signedOut', player })
    },
    leaving: async (player) => {
      for (const { id } of lobby.ofPlayer(player)) await lobby.withdraw(player, id)
    },
    deleted: async (player) => {
      nodes?.send({ kind: 'signedOut', player, deleted: true })
      rooms.disconnect(player)
      summaries.forgetAll()
      await games.rereadOf(player)
    },
  }
}

interface Started {
  readonly games: Games
  readonly lobby: Lobby
  readonly journal: Journal
  readonly keeper: Keeper
  readonly hub: Hub
  readonly rooms: Rooms
  readonly nodes: Nodes | undefined
  readonly onFailure: OnFailure
}

/** The start and the end: what has to happen in which order. */
function courseOf(
  life: Life,
  { database, clock, logger }: OnlineDependencies,
  { games, lobby, journal, keeper, hub, rooms, nodes, onFailure }: Started,
): Pick<Online, 'start' | 'close'> {
  let unwatch = () => {}
  return {
    start: async () => {
      await refreshNameKeys(database)
      await nodes?.start()
      await lobby.load()
      const stoodMs = await keeper.start()
      if (stoodMs !== 0) logger.info({ stoodMs }, 'running games are given this time back')
      unwatch = clock.watch(({ missedMs }) => {
        logger.warn({ missedMs }, 'time has jumped: players are not charged for it')
        rooms.welcomeAll()
      })
      hub.start()
      life.phase = 'running'
    },
    close: async () => {
      const hasStarted = life.phase === 'running'
      life.phase = 'stopping'
      unwatch()
      games.close()
      const hasOthers = nodes !== undefined && nodes.countHeard > 0
      rooms.closing(hasOthers ? 0 : RESTART_MS)
      await journal.settle()
      // Before what may take longer: until then they wait for nothing.
      hub.close()
      // A start that failed has given no time back, so it must not remember that there was a server.
      // One that cannot write any more still has to close its doors.
      if (hasStarted) {
        await keeper.close().catch((error: unknown) => onFailure('the last sign of life', error))
      }
      rooms.close()
      nodes?.close()
      // What came in while the sockets were closing.
      await journal.settle()
    },
  }
}
