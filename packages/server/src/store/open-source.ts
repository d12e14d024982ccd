import { type Database, openDatabase, openReadOnly, type ReadOnlyDatabase } from './database.ts'

/** Where games are kept: in a SQLite file, or in the PostgreSQL database at an address. */
export interface Source {
  readonly databaseFile: string | undefined
  readonly databaseUrl?: string | undefined
}

// PostgreSQL's way is loaded where it is used: most servers are on SQLite.

/** A database that nobody else has, to write to it. */
export async function openToWrite({ databaseFile, databaseUrl }: Source): Promise<Database> {
  if (databaseUrl === undefined) return openDatabase(databaseFile ?? '')
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl)
}

/** A database as it is, whoever writes to it meanwhile. */
export async function openToRead({ databaseFile, databaseUrl }: Source): Promise<ReadOnlyDatabase> {
  if (databaseUrl === undefined) return openReadOnly(databaseFile ?? '')
  const { openPostgresReadOnly } = await import('./postgres.ts')
  return openPostgresReadOnly(databaseUrl)
}
