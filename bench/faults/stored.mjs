// @ts-check
/** The contents of the database after a campaign, read without the server. */

/**
 * @typedef {{
 *   id: string,
 *   black: string,
 *   white: string,
 *   endedAt: number | null,
 *   damage: string | null,
 *   challenge: string | null,
 * }} StoredGame
 * @typedef {{ key: number, game: string, version: number, command: string | null, event: any }} StoredEvent
 * @typedef {{ afterEvent: number, fromAt: number, toAt: number }} StoredShift time owed to every
 *   running game whose latest event is no later than `afterEvent`
 * @typedef {{
 *   at: number,
 *   games: readonly StoredGame[],
 *   events: readonly StoredEvent[],
 *   deadlines: readonly { game: string, at: number }[],
 *   shifts: readonly StoredShift[],
 * }} Stored `at` is when it was read, by the database's clock; events come in the order of game and version
 */

/**
 * @param {import('./postgres.mjs').Postgres} postgres
 * @returns {Promise<Stored>}
 */
export async function readStored(postgres) {
  const [[now] = [], games = [], events = [], deadlines = [], shifts = []] = await postgres.rows([
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    'select id, black, white, "endedAt", damage, challenge from games order by key',
    `select events.key, games.id as game, version, command, "eventJson" from events
      join games on games.key = events.game order by games.key, version, events.key`,
    'select games.id as game, at from deadlines join games on games.key = deadlines.game',
    'select "afterEvent", "fromAt", "toAt" from shifts',
  ])
  return {
    at: now.at,
    games,
    events: events.map(({ eventJson, ...rest }) => ({ ...rest, event: JSON.parse(eventJson) })),
    deadlines,
    shifts,
  }
}
