import type { PlayerId } from '@hokito/protocol'
import type { FastifyInstance } from 'fastify'
import { Alone } from '../cluster/alone.ts'
import { Nodes } from '../cluster/nodes.ts'
import type { OwnNode } from '../cluster/own-node.ts'
import { NodePaths } from '../ground/node-paths.ts'
import { ChallengeStore } from '../live/challenge-store.ts'
import { EventStream } from '../live/events.ts'
import { Journal } from '../live/journal.ts'
import { Players } from '../players/players.ts'
import type { PageServer } from '../socket/connection.ts'
import { Rooms } from '../socket/rooms.ts'
import { createSocketServer } from '../socket/socket-server.ts'
import { GameStore } from '../store/game-store.ts'
import { LeftDeals } from '../store/left-deals.ts'
import { RowReader } from '../store/row-reader.ts'
import { Shifts } from '../store/shifts.ts'
import { TournamentStore } from '../tournaments/tournament-store.ts'
import type { OnlineDependencies } from './dependencies.ts'

/** The phase of the server's life. */
export interface Life {
  phase: 'starting' | 'running' | 'stopping'
}

export type OnFailure = (what: string, error: unknown) => void

/** The stores on the disk. */
export interface Stores {
  readonly store: GameStore
  readonly challengeStore: ChallengeStore
  readonly tournamentStore: TournamentStore
  readonly journal: Journal
  readonly leftDeals: LeftDeals
  readonly shifts: Shifts
  readonly rows: RowReader
}

/** What everything else is built on. */
export interface Core extends Stores {
  readonly life: Life
  readonly now: () => number
  readonly onFailure: OnFailure
  readonly io: PageServer
  readonly events: EventStream
  readonly cluster: OwnNode
  readonly nodePaths: NodePaths
  readonly rooms: Rooms
  readonly players: Players
  /** The house bots once they exist, the weakest first. */
  readonly housePlayers: Set<PlayerId>
}

export function createCore(app: FastifyInstance, options: OnlineDependencies): Core {
  const { database, chance, clock, limits, visitors, publicUrl, logger } = options
  const now = () => clock.now()
  const onFailure: OnFailure = (what, error) => logger.error({ err: error }, `${what} failed`)
  const life: Life = { phase: 'starting' }
  const io = createSocketServer(app.server, {
    limits,
    visitors,
    publicUrl,
    // A page refused over HTTP retries by itself, so no page has to wait for a slow start.
    isOpen: () => life.phase !== 'starting',
  })
  const stores = createStores(options)
  const nodePaths = new NodePaths(options.node, options.secret)
  const isEmpty = () => io.sockets.sockets.size === 0
  const cluster = createCluster(options, { ...stores, now, onFailure, isEmpty })
  return {
    ...stores,
    ...{ life, now, onFailure, io, cluster, nodePaths },
    events: new EventStream(),
    rooms: new Rooms({ io, now, cluster, nodePaths }),
    players: new Players({ database, rows: stores.rows, chance, secret: options.secret }),
    housePlayers: new Set(),
  }
}

// --- internal ---

/** Damage and slow commits are counted and logged. */
function createStores({ database, metrics, visitors, logger }: OnlineDependencies): Stores {
  const { db } = database
  const rows = new RowReader((row) => {
    metrics.damagedRows.inc()
    logger.error(row, 'a stored row is damaged and was left out')
  })
  const onCommit = (milliseconds: number, units: number) => {
    metrics.commitSeconds.observe(milliseconds / 1000)
    metrics.commitUnits.observe(units)
  }
  return {
    store: new GameStore(db, (game, damage) => {
      metrics.damagedGames.inc()
      logger.error({ game, damage }, 'a stored game is damaged and was set aside')
    }),
    challengeStore: new ChallengeStore(db, (challenge, damage) => {
      metrics.damagedChallenges.inc()
      logger.error({ challenge, damage }, 'a stored challenge is damaged and was set aside')
    }),
    tournamentStore: new TournamentStore(db, visitors.longWork, (tournament, damage) => {
      metrics.damagedTournaments.inc()
      logger.error({ tournament, damage }, 'a stored tournament is damaged and was set aside')
    }),
    journal: new Journal(database, onCommit, rows),
    leftDeals: new LeftDeals(db),
    shifts: new Shifts(database),
    rows,
  }
}

interface ClusterDependencies extends Pick<Core, 'store' | 'shifts' | 'now' | 'onFailure'> {
  /** Is no one connected? */
  readonly isEmpty: () => boolean
}

/** This server alone, or as one of the nodes that share its database. Only this function asks. */
function createCluster(
  { database: { db, shared }, redisUrl, node, clock, metrics, logger }: OnlineDependencies,
  { store, shifts, now, onFailure, isEmpty }: ClusterDependencies,
): OwnNode {
  if (shared === undefined || redisUrl === undefined) {
    return new Alone({ db, store, shifts, clock, isEmpty })
  }
  const onTrouble = (error: unknown) => {
    metrics.troubles.inc({ kind: 'redisLost' })
    logger.warn({ err: error }, 'trouble with Redis')
  }
  return new Nodes({ shared, redisUrl, name: node, shifts, now, onFailure, onTrouble })
}
