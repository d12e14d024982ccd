import { err, type Result } from '@hokito/rules'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Chance } from './chance.ts'
import type { Jump, ServerClock } from './clock.ts'
import type { ReadMetrics } from './http/metrics-listener.ts'
import { recogniserOf, type SessionDoors } from './http/session.ts'
import type { Visitors } from './limiting/visitors.ts'
import type { Limits } from './limits.ts'
import { Fairness } from './live/fairness.ts'
import { Games } from './live/games.ts'
import { Keeper } from './live/keeper.ts'
import { Lobby } from './live/lobby.ts'
import { Summaries } from './live/summaries.ts'
import type { Metrics } from './metrics.ts'
import { Cleanup } from './players/cleanup.ts'
import { refreshNameKeys } from './players/key-refresh.ts'
import { Players } from './players/players.ts'
import { Hub } from './socket/hub.ts'
import { Rooms } from './socket/rooms.ts'
import { createSocketServer } from './socket/socket-server.ts'
import { ChallengeStore } from './store/challenge-store.ts'
import type { Database } from './store/database.ts'
import { GameStore } from './store/game-store.ts'
import { Journal } from './store/journal.ts'
import { LeftDeals } from './store/left-deals.ts'
import { Shifts } from './store/shifts.ts'
import type { WriteFault } from './store/write-fault.ts'

/** What playing online is made of; wired here and nowhere else. */
export interface OnlineOptions {
  readonly database: Database
  readonly secret: string
  readonly chance: Chance
  readonly clock: ServerClock
  readonly limits: Limits
  readonly publicUrl: string | undefined
  readonly metrics: Metrics
  readonly visitors: Visitors
  readonly logger: Logger
}

/** Why a server takes no players. */
export type NotReady = 'starting' | 'stopping' | WriteFault

/** Everything behind the sockets, running. */
export interface Online {
  readonly games: Games
  readonly readMetrics: ReadMetrics
  readonly sessions: SessionDoors
  /** May players be sent here; if not, why not? */
  readiness(): Promise<Result<void, NotReady>>
  /** Brings back what was running, then takes connections. */
  start(): Promise<void>
  /** Nothing new begins, pages are told to come back, and all that was accepted is on the disk. */
  close(): Promise<void>
}

/** Wires players, games, lobby and sockets onto an HTTP application that does not listen yet. */
export function createOnline(app: FastifyInstance, options: OnlineOptions): Online {
  const { database, chance, clock, limits, metrics, visitors, publicUrl, logger } = options
  const { db } = database
  const now = () => clock.now()
  const onFailure = (what: string, error: unknown) => logger.error({ err: error }, `${what} failed`)
  const store = new GameStore(db, (game, damage) => {
    metrics.damagedGames.inc()
    logger.error({ game, damage }, 'a stored game is damaged and was set aside')
  })
  const journal = new Journal(database, (milliseconds, units) => {
    metrics.commitSeconds.observe(milliseconds / 1000)
    metrics.commitUnits.observe(units)
  })
  const players = new Players(db, chance, options.secret)
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  // A page that is refused by HTTP comes again by itself, so none has to wait for a slow start.
  const isOpen = () => phase !== 'starting'
  const io = createSocketServer(app.server, { limits, visitors, publicUrl, isOpen })
  const rooms = new Rooms(io, now)
  const fairness = new Fairness({ leftDeals: new LeftDeals(db), journal, now })
  const shifts = new Shifts(db)
  const games = new Games({
    store,
    journal,
    fairness,
    shifts,
    chance,
    now,
    mostLoaded: limits.gamesLoaded,
    publish: {
      updates: (updates, except) => rooms.updates(updates, except),
      started: (game, challenge) => rooms.started(game, challenge),
      moved: () => metrics.moves.inc(),
      ended: ({ view }) => {
        metrics.endings.inc({ kind: view.ending?.kind ?? 'aborted' })
        const leaver = view.leftBy && view.seats[view.leftBy].id
        if (leaver === undefined) return
        fairness
          .refusalFor(leaver)
          .then((refusal) => refusal && lobby.closeListed(leaver))
          .catch((error: unknown) => onFailure('closing the offers of who left', error))
      },
    },
  })
  const lobby: Lobby = new Lobby({
    store: new ChallengeStore(db, (challenge, damage) => {
      metrics.damagedChallenges.inc()
      logger.error({ challenge, damage }, 'a stored challenge is damaged and was set aside')
    }),
    chance,
    now,
    begin: (challenge, seats) => games.begin(challenge, seats),
    countRunning: (player) => store.countRunning(player),
    onChange: () => rooms.lobbyChanged(lobby.news),
  })
  const cleanup = new Cleanup(db, (player) => rooms.countOf(player) > 0)
  const isAlone = () => io.sockets.sockets.size === 0
  const keeper = new Keeper({
    db,
    store,
    shifts,
    games,
    lobby,
    cleanup,
    clock,
    isAlone,
    onFailure,
  })
  const sessions = { players, now, visitors, publicUrl }
  const isClosing = () => phase === 'stopping'
  let unwatch = () => {}
  const onJump = ({ missedMs }: Jump) => {
    logger.warn({ missedMs }, 'the time has jumped: players are not charged for it')
    rooms.welcomeAll()
  }
  const summaries = new Summaries((id) => games.look(id))
  const doors = { games, store, summaries, lobby, fairness, players, rooms, now, isClosing }
  const recognise = recogniserOf(app, sessions)
  const hub = new Hub(io, {
    doors,
    metrics,
    limits,
    visitors,
    recognise,
    isOverloaded: () => journal.waiting >= limits.unitsWaiting,
    onFailure,
  })
  return {
    games,
    readMetrics: async () => {
      metrics.games.set(games.tables.size)
      const { registry } = metrics
      return { text: await registry.metrics(), type: registry.contentType }
    },
    sessions,
    readiness: async () => (phase === 'running' ? database.canWrite() : err(phase)),
    start: async () => {
      await refreshNameKeys(db)
      await lobby.load()
      const stoodMs = await keeper.start()
      if (stoodMs !== 0) logger.info({ stoodMs }, 'running games go on')
      unwatch = clock.watch(onJump)
      hub.start()
      phase = 'running'
    },
    close: async () => {
      const hasStarted = phase === 'running'
      phase = 'stopping'
      unwatch()
      games.close()
      rooms.closing(RECONNECT_AFTER_MS)
      await journal.settle()
      // A start that failed has given no time back, so it must not remember that there was a server.
      // One that cannot write any more still has to close its doors.
      if (hasStarted) {
        await keeper.close().catch((error: unknown) => onFailure('the last sign of life', error))
      }
      hub.close()
      rooms.close()
      // What came in while the sockets were closing.
      await journal.settle()
    },
  }
}

// --- internal ---

const RECONNECT_AFTER_MS = 2000
