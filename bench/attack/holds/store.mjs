// @ts-check
/** The store of a measured server. It can be filled directly while the server is stopped. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Sqlite } from '../../../packages/server/dist/store/sqlite.js'
import { databaseUrl, runOn } from '../../server/databases.mjs'

/**
 * @typedef {{
 *   kind: 'sqlite' | 'postgres',
 *   env: Record<string, string>,
 *   run: (statements: readonly string[]) => Promise<unknown>,
 *   drop: () => Promise<unknown>,
 * }} Store
 */

/**
 * A SQLite file in a folder.
 * @param {string} data
 * @returns {Store}
 */
export function sqliteStore(data) {
  return {
    kind: 'sqlite',
    env: {},
    run: async (statements) => {
      const sqlite = new Sqlite(join(data, 'hokito.db'))
      for (const statement of statements) sqlite.exec(statement)
      sqlite.close()
    },
    drop: async () => undefined,
  }
}

/**
 * A new database on a PostgreSQL server.
 * @param {string} serverUrl
 * @returns {Promise<Store>}
 */
export async function postgresStore(serverUrl) {
  const name = `hokito_holds_${randomBytes(6).toString('hex')}`
  await runOn([`create database ${name}`], serverUrl)
  const url = databaseUrl(name, serverUrl)
  return {
    kind: 'postgres',
    env: { DATABASE_URL: url },
    run: (statements) => runOn([...statements, 'analyze'], url),
    drop: () => runOn([`drop database ${name} with (force)`], serverUrl),
  }
}

/**
 * SQL statements that give a player `count` copies of a game, each dated a millisecond before the
 * previous one.
 * @param {{ game: string, player: string, count: number, place: number }} wish `place` tells the
 * copies of several players apart
 */
export function copiesOf({ game, player, count, place }) {
  const source = `(select * from games where id = '${game}')`
  const mark = `Copy${place}`
  const copies = `games.id like '${mark}%'`
  const originals = `from games join ${source} as source on ${copies}`
  const numbers = `with recursive numbers (n) as (
    select 1 union all select n + 1 from numbers where n < ${count}
  )`
  const id = `'${mark}' || cast(${10 ** (11 - mark.length)} + n as text)`
  return [
    `insert into games (id, black, white, "createdAt", "endedAt")
      ${numbers} select ${id}, '${player}', source.white, source."createdAt", source."endedAt" - n
      from numbers join ${source} as source on true`,
    `insert into events (game, version, "eventJson")
      select games.key, events.version,
        replace(replace(replace("eventJson", source.id, games.id), source.black, games.black),
          '"kind":"created"', '"kind":"created","isListed":true')
      ${originals} join events on events.game = source.key`,
    `insert into "exploredGames" (game, black, white, winner, ending, "endRule", deal, plies, margin,
        "lastPosition", "endedAt", "isShared")
      select games.key, games.black, games.white, 'black', 'stuck', 'either', '', 30, 3,
        '${LAST_POSITION}', games."endedAt", 1
      from games where ${copies}`,
    `insert into "ratingChanges" (event, game, player, opponent, speed, color, "firstWinner", winner,
        "ratingBefore", "deviationBefore", rating, deviation, volatility, expected, scored, at)
      select games.key, games.key, games.black, games.white, 'fast', 'black', 'black', 'black',
        1500, 60, 1500, 60, 0.06, 1, 1, games."endedAt"
      from games where ${copies}`,
    `insert into ratings (player, speed, rating, deviation, volatility, matches, "ratedAt")
      select '${player}', 'fast', 1500, 60, 0.06, ${count}, max("endedAt") from games where ${copies}`,
    `insert into facts (name, value)
      select 'exploredUpTo', cast(max(key) as text) from games where true
      on conflict (name) do update set value = excluded.value`,
  ]
}

/** The last position of some game; any would do. */
const LAST_POSITION = '----C4-/a2-----/------/--B12--a2/------/--b8--A8 b'

/** SQL statements after which the explorer counts all games again. */
export const UNCOUNTED = [
  'delete from "exploredGames"',
  'delete from "exploredMoves"',
  'delete from "exploredCounts"',
  `update facts set value = '0' where name = 'exploredUpTo'`,
]
