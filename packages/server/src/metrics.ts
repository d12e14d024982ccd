import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { TROUBLES } from './store/trouble.ts'

/** The server's metrics, in Prometheus format. */
export type Metrics = ReturnType<typeof createMetrics>

/** Metrics of one server. The collector's defaults include event-loop delay and memory. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { gauge, counter, counterBy, histogram } = makersIn(registry)
  return {
    registry,
    connections: gauge('hokito_connections', 'Open sockets of players and watchers'),
    games: gauge('hokito_games_loaded', 'Games in memory'),
    moves: counter('hokito_moves_total', 'Moves stored'),
    endings: counterBy('kind', 'hokito_games_ended_total', 'Games ended, by kind of ending'),
    refusals: counterBy('code', 'hokito_refusals_total', 'Messages refused, by code'),
    cutConnections: counterBy(
      'reason',
      'hokito_cut_connections_total',
      'Connections cut off, by reason',
    ),
    commitSeconds: histogram(
      'hokito_commit_seconds',
      'Time from the start of a commit until it is on the disk',
      [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5],
    ),
    commitUnits: histogram(
      'hokito_commit_units',
      'Changes of games that share a commit',
      [1, 2, 5, 10, 20, 50, 100, 200, 500],
    ),
    troubles: troublesIn(registry),
    /** Read when the metrics are requested; always 0 on a server that shares no database. */
    nodesHeard: gauge('hokito_nodes_heard', 'Other nodes that are heard through Redis'),
    deaf: gauge(
      'hokito_node_deaf',
      '1 while a node on the same database is not heard, this one included; 0 otherwise',
    ),
    pushes: counterBy(
      'outcome',
      'hokito_pushes_total',
      'Notifications by outcome: sent, gone, later, failed, dropped',
    ),
    pushesWaiting: gauge('hokito_pushes_waiting', 'Notifications that wait for a push service'),
    mails: counterBy(
      'outcome',
      'hokito_mails_total',
      'E-mails by outcome: sent, later, failed, dropped',
    ),
    mailsWaiting: gauge('hokito_mails_waiting', 'E-mails that wait for the mail server'),
    ...damageIn(counter),
  }
}

// --- internal ---

function damageIn(counter: ReturnType<typeof makersIn>['counter']) {
  const setAside = (rows: string) =>
    counter(`hokito_damaged_${rows}_total`, `Stored ${rows} found unreadable and set aside`)
  return {
    damagedGames: setAside('games'),
    damagedChallenges: setAside('challenges'),
    damagedTournaments: setAside('tournaments'),
    damagedRows: counter(
      'hokito_damaged_rows_total',
      'Other stored rows found unreadable and left out',
    ),
  }
}

function makersIn(registry: Registry) {
  const registers = [registry]
  return {
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    counter: (name: string, help: string) => new Counter({ name, help, registers }),
    counterBy: <L extends string>(label: L, name: string, help: string) =>
      new Counter({ name, help, labelNames: [label], registers }),
    histogram: (name: string, help: string, buckets: number[]) =>
      new Histogram({ name, help, buckets, registers }),
  }
}

/** Starts every kind at 0, so that alarms have a value to compare with. */
function troublesIn(registry: Registry) {
  const troubles = makersIn(registry).counterBy(
    'kind',
    'hokito_database_troubles_total',
    'Problems between server and database or Redis that were overcome, by kind',
  )
  for (const kind of TROUBLES) troubles.inc({ kind }, 0)
  return troubles
}
