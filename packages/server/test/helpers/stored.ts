import Sqlite from 'better-sqlite3'

/** The events of some games as they lie in the file, by `game version`. The server may be running. */
export function storedEvents(
  databaseFile: string,
  games: ReadonlySet<string>,
): ReadonlyMap<string, unknown> {
  const sqlite = new Sqlite(databaseFile, { readonly: true })
  try {
    const rows = sqlite
      .prepare<[], { id: string; version: number; eventJson: string }>(
        'select id, version, eventJson from events join games on games.key = events.game',
      )
      .all()
    return new Map(
      rows
        .filter(({ id }) => games.has(id))
        .map(({ id, version, eventJson }) => [`${id} ${version}`, JSON.parse(eventJson)]),
    )
  } finally {
    sqlite.close()
  }
}
