import pg from 'pg'

/**
 * The prepared statement that holds games. It returns no columns, because node-postgres would need
 * their description.
 */
export const HOLD_GAMES = {
  name: 'hold',
  text: 'select from games where key = any($1::bigint[]) order by key for key share',
} as const

/**
 * Runs a query while these games are held, in one round trip, on a connection that has prepared
 * {@link HOLD_GAMES}. PostgreSQL takes both statements for one transaction, because only the second
 * is followed by a sync. The query sees what others stored while the first statement waited for
 * them.
 */
export function queryHolding(
  connection: pg.PoolClient,
  query: pg.QueryConfig,
  games: readonly number[],
): Promise<pg.QueryResult<never>> {
  return new Promise((resolve, reject) => {
    const whole = new pg.Query<never>(query, (error, results: unknown) => {
      if (error) return reject(error)
      const [, result] = results as [unknown, pg.QueryResult<never>]
      resolve(result)
    })
    const submit = whole.submit.bind(whole)
    whole.submit = (line) => {
      // Sends all messages together.
      line.stream.cork()
      try {
        line.bind({ statement: HOLD_GAMES.name, values: [`{${games.join()}}`] }, true)
        line.execute({}, true)
        return submit(line)
      } finally {
        line.stream.uncork()
      }
    }
    connection.query(whole)
  })
}
