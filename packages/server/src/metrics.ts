import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { TROUBLES } from './store/trouble.ts'

/** The server's metrics, in Prometheus format. */
export interface Metrics {
  readonly registry: Registry
  readonly connections: Gauge
  readonly games: Gauge
  readonly moves: Counter
  readonly endings: Counter<'kind'>
  readonly refusals: Counter<'code'>
  readonly cutConnections: Counter<'reason'>
  readonly commitSeconds: Histogram
  readonly commitUnits: Histogram
  readonly troubles: Counter<'kind'>
  /** Read when the metrics are requested; always 0 on a server that shares no database. */
  readonly nodesHeard: Gauge
  readonly deaf: Gauge
  /** Notifications, by outcome. */
  readonly pushes: Counter<'outcome'>
  readonly pushesWaiting: Gauge
  /** E-mails, by outcome. */
  readonly mails: Counter<'outcome'>
  readonly mailsWaiting: Gauge
  readonly damagedGames: Counter
  readonly damagedChallenges: Counter
  readonly damagedTournaments: Counter
}

/** Metrics of one server. The collector's defaults include event-loop delay and memory. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    ...metricsOfPlay(registry),
    ...metricsOfStorage(registry),
    ...metricsOfNodes(registry),
    ...metricsOfPost(registry),
    ...metricsOfDamage(registry),
  }
}

// --- internal ---

function metricsOfPlay(registry: Registry) {
  const registers = [registry]
  return {
    connections: new Gauge({
      name: 'hokito_connections',
      help: 'Open sockets of players and watchers',
      registers,
    }),
    games: new Gauge({ name: 'hokito_games_loaded', help: 'Games in memory', registers }),
    moves: new Counter({ name: 'hokito_moves_total', help: 'Moves stored', registers }),
    endings: new Counter({
      name: 'hokito_games_ended_total',
      help: 'Games ended, by kind of ending',
      labelNames: ['kind'],
      registers,
    }),
    refusals: new Counter({
      name: 'hokito_refusals_total',
      help: 'Messages refused, by code',
      labelNames: ['code'],
      registers,
    }),
    cutConnections: new Counter({
      name: 'hokito_cut_connections_total',
      help: 'Connections cut off, by reason',
      labelNames: ['reason'],
      registers,
    }),
  }
}

function metricsOfStorage(registry: Registry) {
  const registers = [registry]
  return {
    commitSeconds: new Histogram({
      name: 'hokito_commit_seconds',
      help: 'Time from the start of a commit until it is on the disk',
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
      registers,
    }),
    commitUnits: new Histogram({
      name: 'hokito_commit_units',
      help: 'Changes of games that share a commit',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    }),
    troubles: troublesIn(registry),
  }
}

function metricsOfNodes(registry: Registry) {
  const registers = [registry]
  return {
    nodesHeard: new Gauge({
      name: 'hokito_nodes_heard',
      help: 'Other nodes that are heard through Redis',
      registers,
    }),
    deaf: new Gauge({
      name: 'hokito_node_deaf',
      help: '1 while a node on the same database is not heard, this one included; 0 otherwise',
      registers,
    }),
  }
}

/** Notifications and e-mails. */
function metricsOfPost(registry: Registry) {
  const registers = [registry]
  return {
    pushes: new Counter({
      name: 'hokito_pushes_total',
      help: 'Notifications by outcome: sent, gone, later, failed, dropped',
      labelNames: ['outcome'],
      registers,
    }),
    pushesWaiting: new Gauge({
      name: 'hokito_pushes_waiting',
      help: 'Notifications that wait for a push service',
      registers,
    }),
    mails: new Counter({
      name: 'hokito_mails_total',
      help: 'E-mails by outcome: sent, later, failed, dropped',
      labelNames: ['outcome'],
      registers,
    }),
    mailsWaiting: new Gauge({
      name: 'hokito_mails_waiting',
      help: 'E-mails that wait for the mail server',
      registers,
    }),
  }
}

function metricsOfDamage(registry: Registry) {
  const registers = [registry]
  return {
    damagedGames: new Counter({
      name: 'hokito_damaged_games_total',
      help: 'Stored games found unreadable and set aside',
      registers,
    }),
    damagedChallenges: new Counter({
      name: 'hokito_damaged_challenges_total',
      help: 'Stored challenges found unreadable and set aside',
      registers,
    }),
    damagedTournaments: new Counter({
      name: 'hokito_damaged_tournaments_total',
      help: 'Stored tournaments found unreadable and set aside',
      registers,
    }),
  }
}

/** Starts every kind at 0, so that alarms have a value to compare with. */
function troublesIn(registry: Registry): Counter<'kind'> {
  const troubles = new Counter({
    name: 'hokito_database_troubles_total',
    help: 'Problems between server and database or Redis that were overcome, by kind',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of TROUBLES) troubles.inc({ kind }, 0)
  return troubles
}
